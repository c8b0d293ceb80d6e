/** Standings elsewhere: in a page of one's own, as JSON, on a projector. */
import { language, t } from "../core/words.js";
import { html, useSignal } from "../parts/html.js";
/** @import { AtTournament } from "../pages/tournaments.js" */

/** @param {AtTournament} at */
export function Embedding({ facts, live }) {
  const spoken = useSignal(language);
  const page = `${location.origin}/embed/tournaments/${facts.id}?language=${spoken}`;
  const looks = { src: page, title: facts.name ?? "", width: "100%", height: "480" };
  const frame = Object.assign(document.createElement("iframe"), looks);
  return html`
    <details class="embedding"><summary>${t("tournaments.elsewhere")}</summary>
      <p>${t("tournaments.frame_means")}</p>
      <pre class="copied" tabindex="0">${new XMLSerializer().serializeToString(frame).replace(/ xmlns="[^"]*"/, "")}</pre>
      <p>${t("tournaments.json_means")}</p>
      <pre class="copied" tabindex="0">${location.origin}/v1${live.path}/standings</pre>
      <p><a class="button" href=${`${page}&view=board`} target="_blank" rel="noopener">${t("tournaments.projector")}</a></p>
    </details>`;
}
