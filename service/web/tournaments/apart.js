/** Pairs of entrants whom a director keeps apart. */
import { calledBy } from "../core/tournament_words.js";
import { t } from "../core/words.js";
import { Form, html, TextField, useState } from "../parts/html.js";
/** @import { AtTournament } from "../pages/tournaments.js" */

/** @param {string} text pairs as people write them, from 1: `3-7, 2-4` @returns {number[][]} as the API counts them */
const pairsIn = (text) => text.split(/[\s,;]+/).filter(Boolean)
  .map((pair) => pair.split("-").map((one) => Number(one) - 1));

/** @param {Pick<AtTournament, "live" | "facts" | "entrants">} at */
export function KeepingApart({ live, facts: { forbidden_pairs: pairs }, entrants }) {
  const [text, setText] = useState(/** @type {string | null} */ (null));
  const shown = text ?? pairs.map((pair) => pair.map((who) => who + 1).join("-")).join(", ");
  const send = async () => {
    await live.command("POST", "/forbidden-pairs", { pairs: pairsIn(shown) });
    setText(null);
  };
  const named = (/** @type {number} */ who) => {
    const one = entrants[who];
    return one === undefined ? t("tournaments.entrant", { number: who + 1 }) : `${who + 1} ${calledBy(one)}`;
  };
  return html`
    <details><summary>${t("tournaments.keep_apart")}</summary>
      <${Form} label=${t("tournaments.keep_them_apart")} kind="plain" send=${send}>
        <${TextField} label=${t("tournaments.pairs_apart")} value=${shown} set=${setText} autocomplete="off"
          spellcheck=${false} />
        <p class="hint">${t("tournaments.apart_means")}</p>
        ${pairs.length > 0 && html`
          <ul>${pairs.map(([one = 0, two = 0]) => html`
            <li key=${`${one} ${two}`}><bdi>${named(one)}</bdi> – <bdi>${named(two)}</bdi></li>`)}</ul>`}
      <//></details>`;
}
