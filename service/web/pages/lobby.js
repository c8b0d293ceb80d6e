/** The first page: the games, and the tables that wait or are played. */
import { follow } from "../core/api.js";
import { listRead, lobbyAfter } from "../core/tabs.js";
import { clockText, many } from "../core/texts.js";
import { Command } from "../parts/form.js";
import { html, useAnswer, useEffect, useSignal, useState } from "../parts/html.js";
import { Invitations } from "../parts/invitations.js";
import { Code } from "./account.js";
/** @import { App } from "../core/app.js" */
/** @import { Game, LobbyTable } from "../types" */

const LIST = "/tables?limit=50";

/** @param {{app: App}} about */
export function LobbyPage({ app }) {
  const games = useAnswer(() => app.games(), []);
  const known = useSignal(app.account.known);
  return html`
    ${known === null && html`
      <section class="hero">
        <h1>Cards you can trust</h1>
        <p>Card games for people and bots. Every deal is sealed before you sit down, and you can prove it afterwards.</p>
      </section>`}
    <${Code} app=${app} />
    <${Invitations} app=${app} games=${games?.problem === undefined && games ? games : []} />
    <section aria-label="Games" class="games">
      ${games?.problem !== undefined && html`<p class="problem">${games.problem}</p>`}
      ${(games?.problem === undefined && games ? games : []).map((/** @type {Game} */ game) => html`
        <${GameCard} key=${game.game} app=${app} game=${game} />`)}
    </section>
    <${Tables} app=${app} games=${games?.problem === undefined && games ? games : []} />
    <p><a href="/ranking" data-page>Who plays best: the ranking</a></p>
    <p><a href="/replay" data-page>Replay a log file, and check it</a></p>`;
}

/** @param {{app: App, game: Game}} about */
function GameCard({ app, game: { game, title, seats } }) {
  return html`
    <article class="panel game">
      <h2>${title}</h2>
      <p class="hint">${seats.least === seats.most ? seats.least : `${seats.least} to ${seats.most}`} players</p>
      <${Command} kind="main" label="Play with bots" name=${`Play with bots: ${title}`} send=${() => app.playWithBots(game)} />
      <${Command} kind="half" label="Quick seat" name=${`Quick seat: ${title}`} send=${() => app.quickSeat(game)} />
      <a class="button half" href=${`/open/${game}`} data-page aria-label=${`Open a table: ${title}`}>Open a table</a>
    </article>`;
}

/** @param {{app: App, games: Game[]}} about */
function Tables({ app, games }) {
  const [rows, setRows] = useState(/** @type {LobbyTable[] | null} */ (null));
  useEffect(() => {
    const following = new AbortController();
    follow(app.api, LIST, ({ data }) => setRows((known) => lobbyAfter(known ?? [], data)), following.signal, listRead(LIST))
      .catch(() => setRows([]));
    return () => following.abort();
  }, []);
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
      <span>${many(seats.length, "seat")}, ${clockText(clock)}${rated ? "" : ", unrated"}</span>
      <span class="badge">${free > 0 ? `${free} free` : "full"}</span></a></li>`)}</ul>`;
}
