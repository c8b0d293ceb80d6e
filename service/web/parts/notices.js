/** Notices as people turn them on: at a table, and on the account page. */
import { Notices } from "../core/notices.js";
import { needWords, t } from "../core/words.js";
import { Command, html, useMemo, useSignal } from "./html.js";
/** @import { App } from "../core/app.js" */

await needWords("notices");

/** Tells whoever is signed in of their turn while the page is closed. @param {{app: App, isTitled?: boolean}} about */
export function TurnNotices({ app, isTitled = false }) {
  const known = useSignal(app.account.known);
  const notices = useMemo(() => new Notices(app.api, app.memory), [known?.player]);
  const state = useSignal(notices.state);
  if (known === null) return null;
  return html`
    <div class="notices">${isTitled && html`<h2>${t("notices.title")}</h2>`}
      <p class="hint" role="status">${t(`notices.${state}`)}</p>
      ${state === "on" && html`<${Command} label=${t("notices.end")} send=${() => notices.end()} />`}
      ${state === "off" && html`<${Command} label=${t("notices.begin")} send=${() => begin(notices)} />`}</div>`;
}

/** @param {Notices} notices */
async function begin(notices) {
  await notices.begin().catch((error) => {
    throw error.problem === undefined ? new Error(t("notices.failed")) : error;
  });
}
