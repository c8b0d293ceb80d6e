/** The standings after any round, with how sure they are. */
import { shortly, spoken } from "../core/settings.js";
import { many } from "../core/texts.js";
import { html, useKept, useState } from "../parts/html.js";
import { estimateText, Interval, scaleOf } from "../parts/interval.js";
/** @import { AtTournament } from "../pages/tournament.js" */
/** @import { Scale } from "../parts/interval.js" */
/** @import { StandingRow } from "../types" */

const MOST = 100; // rows that are drawn unless all are wanted

/** @param {AtTournament} at */
export function Standings({ live, facts, since }) {
  const [round, setRound] = useState(/** @type {number | null} */ (null));
  const told = useKept(() => live.api.read(`${live.path}/standings${round === null ? "" : `?round=${round}`}`),
    [live, round, since.results]);
  if (told === undefined) return html`<p class="hint" role="status">The standings are coming …</p>`;
  if (told.problem !== undefined) return html`<p class="problem" role="alert">${told.problem}</p>`;
  if (told.round === null) return html`<p>No round was planned yet; there is nothing to be counted.</p>`;
  return html`
    <${RoundChoice} rounds=${facts.rounds} round=${round} set=${setRound} newest="the newest" />
    <p class="hint">${told.ended} of ${many(told.groups, "deal")} are over and count. The dot is the mean a table, the line its
      95 % interval; where intervals lie far apart, more than luck tells two entrants apart.</p>
    <${Rows} rows=${told.standings} own=${facts.you?.entrant ?? null} />
    <div class="row">${["csv", "text"].map((form) => html`
      <a key=${form} class="button" href=${`/v1${live.path}/standings?format=${form}${round === null ? "" : `&round=${round}`}`}
        target="_blank" rel="noopener">${form === "csv" ? "For a spreadsheet (CSV)" : "As text"}</a>`)}</div>`;
}

/**
 * @param {{rounds: number, round: number | null, set: (round: number | null) => void, newest: string}} about
 * `newest`: what stands for all rounds
 */
export function RoundChoice({ rounds, round, set, newest }) {
  if (rounds < 2) return null;
  const all = [...Array(rounds).keys()].reverse();
  return html`
    <label class="row"><span>After round</span>
      <select onChange=${(/** @type {any} */ { target }) => set(target.value === "" ? null : Number(target.value))}>
        <option value="" selected=${round === null}>${newest}</option>
        ${all.map((one) => html`<option key=${one} value=${one} selected=${one === round}>${one + 1}</option>`)}
      </select></label>`;
}

/** @param {{rows: StandingRow[], own: number | null}} about `own`: the number under which one takes part */
function Rows({ rows, own }) {
  const [most, setMost] = useState(MOST);
  const scale = scaleOf(rows.map(({ mean }) => mean));
  const shown = rows.filter(({ entrant }, at) => at < most || entrant === own);
  const hasByes = rows.some(({ byes }) => byes > 0);
  return html`
    <div class="wide" tabindex="0" role="group" aria-label="Standings">
      <table class="figures standing"><thead><tr><th scope="col">#</th><th scope="col">Entrant</th><th scope="col">Points</th>
          <th scope="col" class="drawn">A table</th><th scope="col">Mean, 95 % interval</th><th scope="col">Tables</th>
          ${hasByes && html`<th scope="col">Byes</th>`}<th scope="col">Firsts</th><th scope="col">Tie-break</th></tr></thead>
        <tbody>${shown.map((row) => html`
          <${Row} key=${row.entrant} row=${row} rows=${rows} scale=${scale} isOwn=${row.entrant === own} hasByes=${hasByes} />`)}
        </tbody></table></div>
    ${rows.length > most && html`<button type="button" onClick=${() => setMost(Infinity)}>All ${rows.length}</button>`}`;
}

/** @param {{row: StandingRow, rows: StandingRow[], scale: Scale, isOwn: boolean, hasByes: boolean}} about */
function Row({ row, rows, scale, isOwn, hasByes }) {
  const { place, name, points, mean, tables, byes, wins } = row;
  return html`
    <tr class=${isOwn ? "own" : ""}><td>${place}</td>
      <th scope="row"><bdi>${name}</bdi>${isOwn && " (you)"}</th><td>${shortly(points)}</td>
      <td class="drawn"><${Interval} of=${mean} scale=${scale} /></td>
      <td>${mean === null ? "" : estimateText(mean)}</td><td>${tables}</td>
      ${hasByes && html`<td>${byes || ""}</td>`}<td>${shortly(wins)}</td><td>${toldApart(row, rows)}</td></tr>`;
}

/** @param {StandingRow} row @param {StandingRow[]} rows @returns {string} what told it apart from those with as many points */
function toldApart({ entrant, points, tie_breaks }, rows) {
  if (!rows.some((one) => one.entrant !== entrant && one.points === points)) return "";
  const [name, value] = Object.entries(tie_breaks).find(([, found]) => found !== null) ?? [];
  return name === undefined ? "" : `${spoken(name)} ${shortly(value)}`;
}
