/** The first page: the games, and the tables that wait or are played. */
import { listRead, lobbyAfter } from "../core/news.js";
import { follow } from "../core/stream.js";
import { clockText, many } from "../core/texts.js";
import { GameCard } from "../parts/game_card.js";
import { ChoiceField, html, useAnswer, useEffect, useSignal, useState } from "../parts/html.js";
import { Invitations } from "../parts/waiting.js";
import { Code } from "./account.js";
/** @import { App } from "../core/app.js" */
/** @import { Game, LobbyTable } from "../types" */

const LIST = "/tables?limit=50";
const QUICK_CLOCK = { turn: 60, bank: 120 }; // of a quick seat, as the server has it
/** @type {[string, string][]} how many percent of their latest rated tables the others may have deserted; "": any */
const COMPANY = [["", "anyone"], ["10", "players who rarely desert (10 %)"]];

/** The first page: the games, and the tables that wait or are played. @param {{app: App}} about */
export function LobbyPage({ app }) {
  const games = useAnswer(() => app.games(), []);
  const known = useSignal(app.account.known);
  const [atMost, setAtMost] = useState("");
  const rows = useLobby(app);
  const shown = games?.problem === undefined && games ? games : [];
  return html`
    ${known === null && html`
      <section class="hero">
        <h1>Cards you can trust</h1>
        <p>Card games for people and bots. Every deal is sealed before you sit down, and you can prove it afterwards.</p>
      </section>`}
    <${Code} app=${app} />
    <${Invitations} app=${app} games=${shown} />
    <section aria-label="Games" class="games">
      ${games?.problem !== undefined && html`<p class="problem">${games.problem}</p>`}
      ${shown.map((/** @type {Game} */ game) => html`
        <${GameCard} key=${game.game} app=${app} game=${game} atMost=${atMost} tables=${rows ?? []} />`)}
    </section>
    <section class="panel" aria-label="Quick seats">
      <h2>Quick seats</h2>
      <p>A quick seat puts you at a table with other people. Play begins by itself when all seats are taken.
        ${` Your clock: ${clockText(QUICK_CLOCK)}.`}</p>
      <${ChoiceField} label="Quick seats with" value=${atMost} set=${setAtMost} choices=${COMPANY} />
    </section>
    <${Tables} rows=${rows} games=${shown} />
    <p><a href="/ranking" data-page>Who plays best: the ranking</a></p>
    <p><a href="/replay" data-page>Replay a log file, and check it</a></p>`;
}

/** @param {App} app @returns {LobbyTable[] | null} the tables that wait or are played; null until they have come */
function useLobby(app) {
  const [rows, setRows] = useState(/** @type {LobbyTable[] | null} */ (null));
  useEffect(() => {
    const following = new AbortController();
    follow(app.api, LIST, ({ data }) => setRows((known) => lobbyAfter(known ?? [], data)), following.signal, listRead(LIST))
      .catch(() => setRows([]));
    return () => following.abort();
  }, []);
  return rows;
}

/** @param {{rows: LobbyTable[] | null, games: Game[]}} about */
function Tables({ rows, games }) {
  if (rows === null) return html`<p class="hint" role="status">The lobby is coming …</p>`;
  const waiting = rows.filter(({ phase, free }) => phase === "open" && free > 0);
  const playing = rows.filter((row) => !waiting.includes(row));
  return html`
    <section class="panel">
      <h2>Waiting for players</h2>
      ${waiting.length === 0 && html`<p class="hint">Nobody waits now. A quick seat opens a table.</p>`}
      <${Rows} rows=${waiting} games=${games} />
    </section>
    ${playing.length > 0 && html`<section class="panel"><h2>In play</h2><${Rows} rows=${playing} games=${games} /></section>`}`;
}

/** @param {{rows: LobbyTable[], games: Game[]}} about */
function Rows({ rows, games }) {
  return html`<ul class="list">${rows.map(({ table, game, seats, free, clock, rated }) => html`
    <li key=${table}><a href=${`/tables/${table}`} data-page>
      <strong>${games.find((one) => one.game === game)?.title ?? game}</strong>
      <span>${[...seats.flatMap(({ name }) => name ?? []), many(seats.length, "seat"), clockText(clock),
        ...(rated ? [] : ["unrated"])].join(", ")}</span>
      <span class="badge">${free > 0 ? `${free} free` : "full"}</span></a></li>`)}</ul>`;
}
