/** How ratings have gone in a tournament, and what it has changed in those of accounts. */
import { fixed, shortly, signed } from "../core/texts.js";
import { levelText, titleOf } from "../core/tournament_words.js";
import { t } from "../core/words.js";
import { html, useKept } from "../parts/html.js";
/** @import { AtTournament } from "../pages/tournaments.js" */
/** @import { StandingRow } from "../types" */

const COLOURS = 8; // lines that can be told apart

/**
 * How ratings have gone: within the tournament round by round, and what it has changed in those of accounts.
 * @param {AtTournament} at
 */
export function Ratings({ live, since, games }) {
  const told = useKept(() => Promise.all([
    live.api.read(`${live.path}/ratings?limit=${COLOURS}`), live.api.read(`${live.path}/standings`),
  ]), [live, since.results]);
  if (told === undefined) return html`<p class="hint" role="status">${t("tournaments.ratings_coming")}</p>`;
  if (told.problem !== undefined) return html`<p class="problem" role="alert">${told.problem}</p>`;
  const [{ rounds, entrants }, { standings }] = told;
  if (rounds === 0) return html`<p>${t("tournaments.no_round")}</p>`;
  return html`
    <p class="hint">${t("tournaments.ratings_mean", { is: standings.length > COLOURS ? "some" : "all", shown: COLOURS })}</p>
    <${Lines} label=${t("tournaments.ratings_by_round")} lines=${entrants} />
    <h3>${t("tournaments.ratings_of_accounts")}</h3>
    <${Changes} rows=${standings} title=${(/** @type {string} */ game) => titleOf(game, games)} />`;
}

/** @param {string} level @returns {string} all bots of it */
const botsOf = (level) => t("tournaments.bots_of", { level: levelText(level) });

/** @param {{rows: StandingRow[], title: (game: string) => string}} about bots of a level are one, whomever they play for */
function Changes({ rows, title }) {
  const changed = new Map(rows.flatMap(({ name, ratings }) => ratings.map((one) => [`${one.member} ${one.game}`,
    { ...one, who: one.member.startsWith("bot:") ? botsOf(one.member.slice(4)) : name }])));
  if (changed.size === 0) return html`<p class="hint">${t("tournaments.none_rated")}</p>`;
  return html`
    <div class="wide" tabindex="0" role="group" aria-label=${t("tournaments.ratings_of_accounts")}>
      <table class="figures"><thead><tr>
          <th scope="col">${t("tournaments.who")}</th><th scope="col">${t("tournaments.game")}</th>
          <th scope="col">${t("tournaments.before")}</th><th scope="col">${t("tournaments.after")}</th>
          <th scope="col">${t("tournaments.change")}</th></tr></thead>
        <tbody>${[...changed].map(([key, { who, game, before, after }]) => html`
          <tr key=${key}><th scope="row"><bdi>${who}</bdi></th><td>${title(game)}</td><td>${fixed(before, 1)}</td>
            <td>${fixed(after, 1)}</td><td>${signed(after - before)}</td></tr>`)}</tbody></table></div>`;
}

/**
 * Lines over rounds, each of its own colour, with their names below.
 * @param {{label: string, lines: {name: string, values: number[]}[]}} about
 */
function Lines({ label, lines }) {
  const all = lines.flatMap(({ values }) => values);
  const low = Math.floor(Math.min(...all)), high = Math.max(low + 1, Math.ceil(Math.max(...all)));
  const steps = Math.max(1, ...lines.map(({ values }) => values.length - 1));
  const x = (/** @type {number} */ round) => (100 * round) / steps;
  const y = (/** @type {number} */ value) => (100 * (high - value)) / (high - low);
  const marks = [high, (high + low) / 2, low];
  return html`
    <figure class="lines">
      <div class="plot">
        <div class="scale" aria-hidden="true">${marks.map((mark) => html`<span key=${mark}>${shortly(mark)}</span>`)}</div>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" role="img" aria-label=${label}>
          ${marks.map((mark) => html`<line key=${mark} class="guide" x1="0" x2="100" y1=${y(mark)} y2=${y(mark)} />`)}
          ${lines.map(({ values }, at) => html`<polyline key=${at} class=${`c${at}`}
            points=${values.map((value, round) => `${x(round)},${y(value)}`).join(" ")} />`)}
        </svg>
        <div class="rounds" aria-hidden="true"><span>${t("tournaments.start")}</span>
          <span>${t("tournaments.after_round", { round: steps })}</span></div>
      </div>
      <figcaption><ul class="legend">${lines.map(({ name, values }, at) => html`
        <li key=${at}><span class=${`key c${at}`} aria-hidden="true"></span><bdi>${name}</bdi>
          <span class="hint">${values.map((value) => fixed(value, 1)).at(-1)}</span></li>`)}</ul></figcaption>
    </figure>`;
}
