/** How ratings have gone in a tournament, and what it has changed in those of accounts. */
import { fixed, shortly, signed } from "../core/texts.js";
import { titleOf } from "../core/tournament_words.js";
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
  if (told === undefined) return html`<p class="hint" role="status">The ratings are coming …</p>`;
  if (told.problem !== undefined) return html`<p class="problem" role="alert">${told.problem}</p>`;
  const [{ rounds, entrants }, { standings }] = told;
  if (rounds === 0) return html`<p>No round was planned yet.</p>`;
  const top = standings.length > COLOURS ? ` Drawn are the ${COLOURS} who stand on top.` : "";
  return html`
    <p class="hint">As if nobody had played before: every entrant begins at 25, tables count in their order.${top}</p>
    <${Lines} label="Ratings by round" lines=${entrants} />
    <h3>Ratings of accounts</h3>
    <${Changes} rows=${standings} title=${(/** @type {string} */ game) => titleOf(game, games)} />`;
}

/** @param {{rows: StandingRow[], title: (game: string) => string}} about bots of a level are one, whomever they play for */
function Changes({ rows, title }) {
  const changed = new Map(rows.flatMap(({ name, ratings }) => ratings.map((one) => [`${one.member} ${one.game}`,
    { ...one, who: one.member.startsWith("bot:") ? `${one.member.slice(4)} bots` : name }])));
  if (changed.size === 0) return html`<p class="hint">No table was rated yet: they are when their deals are over.</p>`;
  return html`
    <div class="wide" tabindex="0" role="group" aria-label="Ratings of accounts">
      <table class="figures"><thead><tr><th scope="col">Who</th><th scope="col">Game</th><th scope="col">Before</th>
          <th scope="col">After</th><th scope="col">Change</th></tr></thead>
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
        <div class="rounds" aria-hidden="true"><span>start</span><span>after round ${steps}</span></div>
      </div>
      <figcaption><ul class="legend">${lines.map(({ name, values }, at) => html`
        <li key=${at}><span class=${`key c${at}`} aria-hidden="true"></span><bdi>${name}</bdi>
          <span class="hint">${values.map((value) => fixed(value, 1)).at(-1)}</span></li>`)}</ul></figcaption>
    </figure>`;
}
