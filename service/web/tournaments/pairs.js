/** Pairs of entrants for a director's eyes: what two bring each other beyond what is expected. */
import { fixed } from "../core/texts.js";
import { calledBy } from "../core/tournament_words.js";
import { t } from "../core/words.js";
import { Command, html, useState } from "../parts/html.js";
/** @import { AtTournament } from "../pages/tournaments.js" */
/** @import { CollusionFigures, Estimate } from "../types" */

/** @param {AtTournament} at */
export function Pairs({ live, entrants }) {
  const [told, setTold] = useState(/** @type {CollusionFigures | null} */ (null));
  const look = async () => setTold(await live.api.read(`${live.path}/collusion?limit=20`));
  const named = (/** @type {number} */ who) => {
    const one = entrants[who];
    return one === undefined ? t("tournaments.entrant", { number: who + 1 }) : calledBy(one);
  };
  return html`
    <details><summary>${t("tournaments.pairs")}</summary>
      <p class="hint">${t("tournaments.pairs_mean", { fewest: told?.fewest ?? 6 })}</p>
      <${Command} label=${t("tournaments.look_at_pairs")} send=${look} />
      ${told?.pairs.length === 0 && html`<p>${t("tournaments.no_pairs")}</p>`}
      ${told !== null && told.pairs.length > 0 && html`
        <div class="wide" tabindex="0" role="group" aria-label=${t("tournaments.pairs")}>
          <table class="figures standing"><thead><tr><th scope="col">${t("tournaments.pair")}</th>
              <th scope="col">${t("tournaments.tables")}</th><th scope="col">${t("tournaments.pair_given")}</th>
              <th scope="col">${t("tournaments.pair_shared")}</th><th scope="col">${t("tournaments.pair_flag")}</th></tr></thead>
            <tbody>${told.pairs.map(({ entrants: [one = 0, other = 0], tables, given, shared, flagged }) => html`
              <tr key=${`${one} ${other}`}><th scope="row"><bdi>${named(one)}</bdi> – <bdi>${named(other)}</bdi></th>
                <td>${tables}</td><td>${spanText(given)}</td><td>${shared === null ? "" : spanText(shared)}</td>
                <td>${flagged.map((flag) => t(`tournaments.flag_${flag}`)).join(", ")}</td></tr>`)}</tbody></table></div>`}
    </details>`;
}

/** @param {Estimate} estimate @returns {string} it with its interval */
const spanText = ({ value, low, high }) => (low === null || high === null ? fixed(value)
  : t("tournaments.interval", { value: fixed(value), low: fixed(low), high: fixed(high) }));
