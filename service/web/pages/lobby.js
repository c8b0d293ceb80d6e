/** The first page: the games, and the tables that wait or are played. */
import { listRead, lobbyAfter } from "../core/news.js";
import { follow } from "../core/stream.js";
import { clockText } from "../core/texts.js";
import { t } from "../core/words.js";
import { GameCard } from "../parts/game_card.js";
import { ChoiceField, html, useAnswer, useEffect, useSignal, useState } from "../parts/html.js";
import { Invitations } from "../parts/waiting.js";
import { Code } from "./account.js";
/** @import { App } from "../core/app.js" */
/** @import { Game, LobbyTable } from "../types" */

const LIST = "/tables?limit=50";
const QUICK_CLOCK = { turn: 60, bank: 120 }; // of a quick seat, as the server has it
const RARELY = "10"; // percent of their latest rated tables that the others may have deserted

/** The first page: the games, and the tables that wait or are played. @param {{app: App}} about */
export function LobbyPage({ app }) {
  const games = useAnswer(() => app.games(), []);
  const known = useSignal(app.account.known);
  const [atMost, setAtMost] = useState("");
  const rows = useLobby(app);
  const shown = games?.problem === undefined && games ? games : [];
  return html`
    ${known !== null && html`<h1 class="unseen">${t("page.title_lobby")}</h1>`}
    ${known === null && html`
      <section class="hero">
        <h1>${t("lobby.hero")}</h1>
        <p>${t("lobby.hero_text")}</p>
      </section>`}
    <${Code} app=${app} />
    <${Invitations} app=${app} games=${shown} />
    <section aria-label=${t("lobby.games")} class="games">
      ${games?.problem !== undefined && html`<p class="problem">${games.problem}</p>`}
      ${shown.map((/** @type {Game} */ game) => html`
        <${GameCard} key=${game.game} app=${app} game=${game} atMost=${atMost} tables=${rows ?? []} />`)}
    </section>
    <section class="panel" aria-label=${t("lobby.quick_seats")}>
      <h2>${t("lobby.quick_seats")}</h2>
      <p>${t("lobby.quick_means", { clock: clockText(QUICK_CLOCK) })}</p>
      <${ChoiceField} label=${t("lobby.quick_with")} value=${atMost} set=${setAtMost}
        choices=${[["", t("lobby.anyone")], [RARELY, t("lobby.reliable")]]} />
    </section>
    <${Tables} rows=${rows} games=${shown} />
    <p><a href="/ranking" data-page>${t("lobby.ranking")}</a></p>
    <p><a href="/replay" data-page>${t("lobby.replay")}</a></p>`;
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
  if (rows === null) return html`<p class="hint" role="status">${t("lobby.coming")}</p>`;
  const waiting = rows.filter(({ phase, free }) => phase === "open" && free > 0);
  const playing = rows.filter((row) => !waiting.includes(row));
  return html`
    <section class="panel">
      <h2>${t("lobby.waiting")}</h2>
      ${waiting.length === 0 && html`<p class="hint">${t("lobby.nobody")}</p>`}
      <${Rows} rows=${waiting} games=${games} />
    </section>
    ${playing.length > 0 && html`
      <section class="panel"><h2>${t("lobby.playing")}</h2><${Rows} rows=${playing} games=${games} /></section>`}`;
}

/** @param {{rows: LobbyTable[], games: Game[]}} about */
function Rows({ rows, games }) {
  return html`<ul class="list">${rows.map(({ table, game, seats, free, clock, rated }) => html`
    <li key=${table}><a href=${`/tables/${table}`} data-page>
      <strong>${games.find((one) => one.game === game)?.title ?? game}</strong>
      <span>${[...seats.flatMap(({ name }) => name ?? []), t("lobby.seats", { count: seats.length }), clockText(clock),
        ...(rated ? [] : [t("lobby.unrated")])].join(", ")}</span>
      <span class="badge">${t("lobby.free", { free })}</span></a></li>`)}</ul>`;
}
