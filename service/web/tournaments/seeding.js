/** Before the start: the order of seeds, the code, invitations, as a director sends them. */
import { calledBy } from "../core/tournament_words.js";
import { t } from "../core/words.js";
import { Form, html, TextField, useState } from "../parts/html.js";
/** @import { AtTournament } from "../pages/tournaments.js" */

/** @param {string} text numbers as people count them, from 1 @returns {number[]} as the API counts them */
export const numbersIn = (text) => text.split(/[\s,;]+/).filter(Boolean).map((one) => Number(one) - 1);

/** @param {AtTournament} at */
export function Seeding({ live, entrants }) {
  const bySeed = [...entrants].sort((one, other) => one.seed - other.seed);
  const [text, setText] = useState(/** @type {string | null} */ (null));
  const shown = text ?? bySeed.map(({ number }) => number + 1).join(" ");
  const send = async () => {
    await live.command("POST", "/seeding", { entrants: numbersIn(shown) });
    setText(null);
  };
  return html`
    <${Form} label=${t("tournaments.seed_so")} kind="plain" send=${send}>
      <label class="field"><span>${t("tournaments.seeds")}</span>
        <textarea rows="3" value=${shown} spellcheck=${false}
          onInput=${(/** @type {any} */ { target }) => setText(target.value)}></textarea></label>
      <p class="hint">${t("tournaments.seeds_mean")}</p>
      <p><bdi>${bySeed.map((one) => `${one.number + 1} ${calledBy(one)}`).join(", ")}</bdi></p>
    <//>`;
}

/** How others come in, where not everybody may. @param {AtTournament} at */
export function Inviting({ live, facts: { you } }) {
  const [ids, setIds] = useState("");
  const send = async () => {
    await live.command("POST", "/invitations", { players: ids.split(/[\s,;]+/).filter(Boolean) });
    setIds("");
  };
  return html`
    ${you?.code !== undefined && html`<p>${t("tournaments.code_is")} <code>${you.code}</code></p>`}
    ${you?.may.includes("invite") && html`
      <details><summary>${t("tournaments.invite")}</summary>
        <${Form} label=${t("tournaments.invite_them")} kind="plain" send=${send}>
          <${TextField} label=${t("tournaments.invited_ids")} value=${ids} set=${setIds} required autocomplete="off"
            spellcheck=${false} />
          <p class="hint">${t("tournaments.invite_means")}</p>
        <//></details>`}`;
}
