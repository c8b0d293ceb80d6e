/** By how much each is ahead of each: as a square for small fields, and of one entrant with intervals for any. */
import { calledBy, signed } from "../core/settings.js";
import { cellsOf, cellText, halfOf } from "../core/tournament.js";
import { html, useKept, useState } from "../parts/html.js";
import { estimateText, Interval, scaleOf } from "../parts/interval.js";
import { RoundChoice } from "./standings.js";
/** @import { Cell } from "../core/tournament.js" */
/** @import { AtTournament } from "../pages/tournament.js" */

const SQUARE = 40; // entrants of a square that can still be read

/** @typedef {{who: number, name: string}} Named */

/** @param {AtTournament} at */
export function Cross({ live, facts, since, entrants }) {
  const [round, setRound] = useState(/** @type {number | null} */ (null));
  const [chosen, setChosen] = useState(facts.entrants > SQUARE ? facts.you?.entrant ?? 0 : null);
  const filters = Object.entries({ round, entrant: chosen }).filter(([, value]) => value !== null);
  const query = new URLSearchParams(filters.map(([name, value]) => [name, String(value)]));
  const told = useKept(() => Promise.all([
    live.api.read(`${live.path}/cross-table?${query}`),
    live.api.read(`${live.path}/standings${round === null ? "" : `?round=${round}`}`),
  ]).then(([cross, { standings }]) => ({ cells: cellsOf(cross.cells), standings, of: chosen })),
  [live, `${query}`, since.results]);
  if (facts.rounds === 0) return html`<p>No round was planned yet.</p>`;
  const field = entrants.map((one) => ({ who: one.number, name: calledBy(one) }));
  return html`
    <div class="row">
      <label class="row"><span>Of</span><select
          onChange=${(/** @type {any} */ { target }) => setChosen(target.value === "" ? null : Number(target.value))}>
        ${facts.entrants <= SQUARE && html`<option value="" selected=${chosen === null}>everybody</option>`}
        ${field.map(({ who, name }) => html`<option key=${who} value=${who} selected=${who === chosen}>${name}</option>`)}
      </select></label>
      <${RoundChoice} rounds=${facts.rounds} round=${round} set=${setRound} newest="the newest" />
    </div>
    ${told === undefined && html`<p class="hint" role="status">The cross-table is coming …</p>`}
    ${told?.problem !== undefined && html`<p class="problem" role="alert">${told.problem}</p>`}
    ${told?.cells !== undefined && html`<${Compared} cells=${told.cells} of=${told.of} order=${told.standings.map(
      (/** @type {{entrant: number, name: string}} */ { entrant, name }) => ({ who: entrant, name }))} />`}`;
}

/** @param {{cells: Map<string, Cell>, of: number | null, order: Named[]}} about */
function Compared({ cells, of, order }) {
  if (cells.size === 0) return html`<p>No deal is over that two of them have played.</p>`;
  return of === null ? html`<${Square} cells=${cells} order=${order} />`
    : html`<${One} cells=${cells} of=${of} order=${order} />`;
}

/** @param {{cells: Map<string, Cell>, order: Named[]}} about */
function Square({ cells, order }) {
  const widest = Math.max(...[...cells.values()].map(({ difference }) => Math.abs(difference.value))) || 1;
  return html`
    <p class="hint">By how much the row is ahead of the column a table, over the deals that both have played; ± is half a 95 %
      interval. Bold: told apart.</p>
    <div class="wide" tabindex="0" role="group" aria-label="Cross-table">
      <table class="cross"><thead><tr><td></td>${order.map(({ who, name }) => html`
          <th key=${who} scope="col"><span><bdi>${name}</bdi></span></th>`)}</tr></thead>
        <tbody>${order.map(({ who, name }) => html`
          <tr key=${who}><th scope="row"><bdi>${name}</bdi></th>${order.map((other) => html`
            <${CrossCell} key=${other.who} cell=${cells.get(`${who} ${other.who}`)} widest=${widest} />`)}</tr>`)}
        </tbody></table></div>`;
}

/** The further from zero, the stronger its colour. @param {{cell: Cell | undefined, widest: number}} about */
function CrossCell({ cell, widest }) {
  if (cell === undefined) return html`<td></td>`;
  const { value } = cell.difference, half = halfOf(cell.difference);
  const kind = `${value >= 0 ? "up" : "down"}${Math.ceil((4 * Math.abs(value)) / widest)}${cell.more === 0 ? " sure" : ""}`;
  return html`<td class=${kind} title=${cellText(cell)}>${signed(value)}${half !== null && html`
    <small>± ${half.toFixed(2)}</small>`}</td>`;
}

/** @param {{cells: Map<string, Cell>, of: number, order: Named[]}} about */
function One({ cells, of, order }) {
  const rows = order.flatMap(({ who, name }) => {
    const cell = cells.get(`${of} ${who}`);
    return cell === undefined ? [] : [{ who, name, cell }];
  });
  const scale = scaleOf(rows.map(({ cell }) => cell.difference));
  return html`
    <p class="hint">By how much <bdi>${order.find(({ who }) => who === of)?.name}</bdi> is ahead a table, over the deals that both
      have played, with its 95 % interval.</p>
    <div class="wide" tabindex="0" role="group" aria-label="Cross-table">
      <table class="figures standing"><thead><tr><th scope="col">Ahead of</th><th scope="col" class="drawn">By</th>
          <th scope="col">Mean, 95 % interval</th><th scope="col">How sure</th></tr></thead>
        <tbody>${rows.map(({ who, name, cell }) => html`
          <tr key=${who}><th scope="row"><bdi>${name}</bdi></th>
            <td class="drawn"><${Interval} of=${cell.difference} scale=${scale} /></td>
            <td>${estimateText(cell.difference)}</td><td>${cellText(cell)}</td></tr>`)}</tbody></table></div>`;
}
