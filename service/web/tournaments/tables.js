/** The rounds and their tables: who sits where, how far each is, what it has brought. */
import { calledBy, titleOf } from "../core/settings.js";
import { many } from "../core/texts.js";
import { html, useKept, useState } from "../parts/html.js";
import { Adjudication } from "./adjudication.js";
/** @import { AtTournament } from "../pages/tournament.js" */
/** @import { TournamentRound, TournamentTable } from "../types" */

const PAGE = 100;
/** @type {Record<string, string>} */
const STATES = { planned: "opens in a moment", open: "in play", finished: "played", closed: "over" };

/** @param {AtTournament} at */
export function Tables(at) {
  const { live, since, facts } = at;
  const [chosen, setChosen] = useState(/** @type {number | null} */ (null));
  const [pages, setPages] = useState(1);
  const round = chosen ?? facts.rounds - 1;
  const told = useKept(() => Promise.all([live.api.read(`${live.path}/rounds`), tablesOf(live, round, pages)]),
    [live, round, pages, since.tables, since.results]);
  if (facts.rounds === 0) return html`<p>No round was planned yet.</p>`;
  if (told === undefined) return html`<p class="hint" role="status">The tables are coming …</p>`;
  if (told.problem !== undefined) return html`<p class="problem" role="alert">${told.problem}</p>`;
  const [{ rounds }, { tables, hasMore }] = told;
  return html`
    <label class="row"><span>Round</span>
      <select onChange=${(/** @type {any} */ { target }) => setChosen(Number(target.value))}>
        ${[...Array(facts.rounds).keys()].reverse().map((one) => html`
          <option key=${one} value=${one} selected=${one === round}>${one + 1}</option>`)}
      </select></label>
    <${OfRound} ...${at} own=${rounds[round]} />
    <ul class="boards">${tables.map((/** @type {TournamentTable} */ table) => html`
      <${Table} key=${table.index} ...${at} table=${table} />`)}</ul>
    ${hasMore && html`<button type="button" onClick=${() => setPages(pages + 1)}>More tables</button>`}`;
}

/** @param {AtTournament["live"]} live @param {number} round @param {number} pages that are wanted */
async function tablesOf(live, round, pages) {
  /** @type {TournamentTable[]} */
  const tables = [];
  let cursor = "";
  for (let page = 0; page < pages; page++) {
    const told = await live.api.read(`${live.path}/tables?round=${round}&limit=${PAGE}${cursor}`);
    tables.push(...told.tables);
    if (told.cursor === null) return { tables, hasMore: false };
    cursor = `&cursor=${told.cursor}`;
  }
  return { tables, hasMore: true };
}

/** @param {AtTournament & {own: TournamentRound | undefined}} about */
function OfRound({ entrants, own }) {
  if (own === undefined) return null;
  const { planned_at, tables, finished, byes, beacon, ended } = own;
  const names = byes.map((who) => entrants[who]).filter((one) => one !== undefined).map(calledBy).join(", ");
  return html`
    <p class="hint">Planned ${new Date(planned_at).toLocaleString()}; ${finished} of ${many(tables, "table")} played${
      ended ? "; the round is over" : ""}.${beacon === null ? "" : ` Round ${beacon} of the beacon has a part in its deals.`}
      ${byes.length > 0 && html`<span>Sit out: <bdi>${names}</bdi>.</span>`}</p>`;
}

/** @param {AtTournament & {table: TournamentTable}} about */
function Table(about) {
  const { facts, games, table } = about;
  const { index, game, group, seats, state, places, scores, counts, ruling, replays, replayed } = table;
  const title = titleOf(facts.settings.games[game]?.game ?? "", games);
  const isVoid = counts === false;
  return html`
    <li class=${seats.some(({ entrant }) => entrant === facts.you?.entrant) ? "board own" : "board"} data-index=${index}>
      <div class="line"><strong>Table ${index + 1}</strong> <span class="hint">${title}, deals ${group + 1}</span>
        <span class=${state === "open" ? "badge live" : "badge"}>${STATES[state] ?? state}</span></div>
      <ol>${seats.map(({ entrant }, seat) => html`
        <li key=${seat}><${Who} ...${about} number=${entrant} />
          ${places !== null && places.length > 0 && html`
            <span class="brought">${scores?.[seat]} <small>place ${places[seat]}</small></span>`}</li>`)}</ol>
      ${(isVoid || ruling !== null || replays !== null) && html`<p class="hint">${[
        isVoid ? `counts nothing${replayed ? ", is played again" : ""}` : "",
        ruling === null ? "" : ruling === "director" ? "as a director has said" : "as a ruling has corrected it",
        replays === null ? "" : `in place of table ${replays + 1}`].filter(Boolean).join("; ")}</p>`}
      <div class="row"><${Ways} ...${about} />
        ${facts.you?.may.includes("adjudicate") && html`<${Adjudication} live=${about.live} table=${table} />`}</div>
    </li>`;
}

/** @param {AtTournament & {number: number}} about */
function Who({ entrants, facts, number }) {
  const one = entrants[number];
  return html`<bdi>${one === undefined ? `Entrant ${number}` : calledBy(one)}</bdi>${number === facts.you?.entrant && " (you)"}`;
}

/** Where one may go from here. @param {AtTournament & {table: TournamentTable}} about */
function Ways({ app, facts: { you }, table: { table, state, seats } }) {
  if (state === "closed") return html`<a class="button" href=${`/replay/${table}`} data-page>Replay</a>`;
  if (state === "planned") return null;
  const me = app.account.known.value?.player;
  if (seats.some(({ player }) => player !== null && player === me)) {
    return html`<a class="button" href=${`/tables/${table}`} data-page>${state === "open" ? "Play" : "To the table"}</a>`;
  }
  return you?.director && you.entrant === null
    ? html`<a class="button" href=${`/tables/${table}`} data-page>Watch</a>` : null;
}
