/**
 * What has come of a tournament: standings, and who is ahead of whom; estimates are drawn as a dot within its interval, on a
 * scale that all rows share.
 */
import { fixed, shortly, signed } from "../core/texts.js";
import { cellsOf, cellText, decidingTieBreak, halfOf, isApart } from "../core/tournament.js";
import { calledBy, wordOf } from "../core/tournament_words.js";
import { rich, t } from "../core/words.js";
import { html, useKept, useState } from "../parts/html.js";
import { Embedding } from "./embedding.js";
/** @import { Cell } from "../core/tournament.js" */
/** @import { AtTournament } from "../pages/tournaments.js" */
/** @import { Estimate, StandingRow } from "../types" */

const MOST = 100; // rows that are drawn unless all are wanted

/** The standings after any round, with how sure they are. @param {AtTournament} at */
export function Standings(at) {
  const { live, facts, since } = at;
  const [round, setRound] = useState(/** @type {number | null} */ (null));
  const told = useKept(() => live.api.read(`${live.path}/standings${round === null ? "" : `?round=${round}`}`),
    [live, round, since.results]);
  if (told === undefined) return html`<p class="hint" role="status">${t("tournaments.standings_coming")}</p>`;
  if (told.problem !== undefined) return html`<p class="problem" role="alert">${told.problem}</p>`;
  if (told.round === null) return html`<p>${t("tournaments.nothing_to_count")}</p>`;
  return html`
    <${RoundChoice} rounds=${facts.rounds} round=${round} set=${setRound} newest=${t("tournaments.newest")} />
    <p class="hint">${t("tournaments.standings_mean", { ended: told.ended, groups: told.groups })}</p>
    <${Rows} rows=${told.standings} own=${facts.you?.entrant ?? null} />
    <div class="row">${["csv", "text"].map((form) => html`
      <a key=${form} class="button" href=${`/v1${live.path}/standings?format=${form}${round === null ? "" : `&round=${round}`}`}
        target="_blank" rel="noopener">${t(`tournaments.as_${form}`)}</a>`)}</div>
    <${Embedding} ...${at} />`;
}

/**
 * @param {{rounds: number, round: number | null, set: (round: number | null) => void, newest: string}} about
 * `newest`: what stands for all rounds
 */
function RoundChoice({ rounds, round, set, newest }) {
  if (rounds < 2) return null;
  const all = [...Array(rounds).keys()].reverse();
  return html`
    <label class="row"><span>${t("tournaments.after_which")}</span>
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
    <div class="wide" tabindex="0" role="group" aria-label=${t("tournaments.section_standings")}>
      <table class="figures standing"><thead><tr>
          <th scope="col">#</th><th scope="col">${t("tournaments.entrant_head")}</th>
          <th scope="col">${t("tournaments.points")}</th><th scope="col" class="drawn">${t("tournaments.per_table")}</th>
          <th scope="col">${t("tournaments.mean_interval")}</th><th scope="col">${t("tournaments.tables")}</th>
          ${hasByes && html`<th scope="col">${t("tournaments.byes_head")}</th>`}
          <th scope="col">${t("tournaments.firsts")}</th><th scope="col">${t("tournaments.tie_break")}</th></tr></thead>
        <tbody>${shown.map((row) => html`
          <${Row} key=${row.entrant} row=${row} rows=${rows} scale=${scale} isOwn=${row.entrant === own} hasByes=${hasByes} />`)}
        </tbody></table></div>
    ${rows.length > most && html`<button type="button" onClick=${() => setMost(Infinity)}>${
      t("tournaments.all", { count: rows.length })}</button>`}`;
}

/** @param {{row: StandingRow, rows: StandingRow[], scale: Scale, isOwn: boolean, hasByes: boolean}} about */
function Row({ row, rows, scale, isOwn, hasByes }) {
  const { place, name, points, mean, tables, byes, wins } = row;
  return html`
    <tr class=${isOwn ? "own" : ""}><td>${place}</td>
      <th scope="row"><bdi>${name}</bdi>${isOwn && ` ${t("tournaments.is_you")}`}</th><td>${shortly(points)}</td>
      <td class="drawn"><${Interval} of=${mean} scale=${scale} /></td>
      <td>${mean === null ? "" : estimateText(mean)}</td><td>${tables}</td>
      ${hasByes && html`<td>${byes || ""}</td>`}<td>${shortly(wins)}</td><td>${toldApart(row, rows)}</td></tr>`;
}

/** @param {StandingRow} row @param {StandingRow[]} rows @returns {string} what told it apart from those with as many points */
function toldApart(row, rows) {
  const [name, value] = decidingTieBreak(row, rows) ?? [];
  return name === undefined ? "" : `${wordOf("tie", name)} ${shortly(value)}`;
}

const SQUARE = 40; // entrants of a square that can still be read

/** @typedef {{who: number, name: string}} Named */

/**
 * By how much each is ahead of each: as a square for small fields, and of one entrant with intervals for any.
 * @param {AtTournament} at
 */
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
  if (facts.rounds === 0) return html`<p>${t("tournaments.no_round")}</p>`;
  const field = entrants.map((one) => ({ who: one.number, name: calledBy(one) }));
  return html`
    <div class="row">
      <label class="row"><span>${t("tournaments.of")}</span><select
          onChange=${(/** @type {any} */ { target }) => setChosen(target.value === "" ? null : Number(target.value))}>
        ${facts.entrants <= SQUARE && html`<option value="" selected=${chosen === null}>${t("tournaments.everybody")}</option>`}
        ${field.map(({ who, name }) => html`<option key=${who} value=${who} selected=${who === chosen}>${name}</option>`)}
      </select></label>
      <${RoundChoice} rounds=${facts.rounds} round=${round} set=${setRound} newest=${t("tournaments.newest")} />
    </div>
    ${told === undefined && html`<p class="hint" role="status">${t("tournaments.cross_coming")}</p>`}
    ${told?.problem !== undefined && html`<p class="problem" role="alert">${told.problem}</p>`}
    ${told?.cells !== undefined && html`<${Compared} cells=${told.cells} of=${told.of} order=${told.standings.map(
      (/** @type {{entrant: number, name: string}} */ { entrant, name }) => ({ who: entrant, name }))} />`}`;
}

/** @param {{cells: Map<string, Cell>, of: number | null, order: Named[]}} about */
function Compared({ cells, of, order }) {
  if (cells.size === 0) return html`<p>${t("tournaments.no_common_deal")}</p>`;
  return of === null ? html`<${Square} cells=${cells} order=${order} />`
    : html`<${One} cells=${cells} of=${of} order=${order} />`;
}

/** @param {{cells: Map<string, Cell>, order: Named[]}} about */
function Square({ cells, order }) {
  const widest = Math.max(...[...cells.values()].map(({ difference }) => Math.abs(difference.value))) || 1;
  return html`
    <p class="hint">${t("tournaments.square_means")}</p>
    <div class="wide" tabindex="0" role="group" aria-label=${t("tournaments.section_cross")}>
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
  const kind = `${value >= 0 ? "up" : "down"}${Math.ceil((4 * Math.abs(value)) / widest)}${isApart(cell) ? " sure" : ""}`;
  return html`<td class=${kind} title=${cellText(cell)}>${signed(value)}${half !== null && html`
    <small>± ${fixed(half)}</small>`}</td>`;
}

/** @param {{cells: Map<string, Cell>, of: number, order: Named[]}} about */
function One({ cells, of, order }) {
  const rows = order.flatMap(({ who, name }) => {
    const cell = cells.get(`${of} ${who}`);
    return cell === undefined ? [] : [{ who, name, cell }];
  });
  const scale = scaleOf(rows.map(({ cell }) => cell.difference));
  return html`
    <p class="hint">${rich("tournaments.row_means", { name: html`<bdi>${order.find(({ who }) => who === of)?.name}</bdi>` })}</p>
    <div class="wide" tabindex="0" role="group" aria-label=${t("tournaments.section_cross")}>
      <table class="figures standing"><thead><tr>
          <th scope="col">${t("tournaments.ahead_of")}</th><th scope="col" class="drawn">${t("tournaments.by_much")}</th>
          <th scope="col">${t("tournaments.mean_interval")}</th><th scope="col">${t("tournaments.how_sure")}</th></tr></thead>
        <tbody>${rows.map(({ who, name, cell }) => html`
          <tr key=${who}><th scope="row"><bdi>${name}</bdi></th>
            <td class="drawn"><${Interval} of=${cell.difference} scale=${scale} /></td>
            <td>${estimateText(cell.difference)}</td><td>${cellText(cell)}</td></tr>`)}</tbody></table></div>`;
}

/** @typedef {{low: number, high: number}} Scale */

/** @param {(Estimate | null)[]} estimates @returns {Scale} one on which all of them, and zero, have room */
function scaleOf(estimates) {
  const ends = estimates.flatMap((one) => (one === null ? [] : [one.low ?? one.value, one.high ?? one.value]));
  const low = Math.min(0, ...ends), high = Math.max(0, ...ends);
  const room = (high - low) * 0.04 || 1;
  return { low: low - room, high: high + room };
}

/** @param {Estimate} estimate @returns {string} it in words */
function estimateText({ value, low, high }) {
  if (low === null || high === null) return t("tournaments.one_deal", { value: fixed(value, 3) });
  return t("tournaments.interval", { value: fixed(value, 3), low: fixed(low, 3), high: fixed(high, 3) });
}

/** A mean as a dot within its 95 % interval, beside the line of zero. @param {{of: Estimate | null, scale: Scale}} about */
function Interval({ of, scale }) {
  if (of === null) return null;
  const at = (/** @type {number} */ value) => `${(100 * (value - scale.low)) / (scale.high - scale.low)}%`;
  const { value, low, high } = of;
  return html`
    <svg class="interval" role="img" aria-label=${estimateText(of)}>
      <title>${estimateText(of)}</title>
      <line class="zero" x1=${at(0)} x2=${at(0)} y1="0" y2="100%" />
      ${low !== null && high !== null && html`
        <line class="span" x1=${at(low)} x2=${at(high)} y1="50%" y2="50%" />
        ${[low, high].map((end) => html`<line key=${end} class="span" x1=${at(end)} x2=${at(end)} y1="30%" y2="70%" />`)}`}
      <circle cx=${at(value)} cy="50%" r="4.5" />
    </svg>`;
}
