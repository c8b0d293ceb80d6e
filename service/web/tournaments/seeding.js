/** The order of seeds, as a director sends it. */
import { calledBy } from "../core/tournament_words.js";
import { t } from "../core/words.js";
import { Form, html, useState } from "../parts/html.js";
/** @import { AtTournament } from "../pages/tournaments.js" */

/** @param {string} text numbers as people count them, from 1 @returns {number[]} as the API counts them */
const numbersIn = (text) => text.split(/[\s,;]+/).filter(Boolean).map((one) => Number(one) - 1);

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
