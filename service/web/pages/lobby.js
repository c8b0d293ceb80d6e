/** Ways to a table: those that wait or are played, and a form for a new one. */
import { BOT_PACE } from "../core/beginning.js";
import { listRead, lobbyAfter } from "../core/news.js";
import { fieldOf, optionsOf, shownAs } from "../core/settings.js";
import { follow } from "../core/stream.js";
import { clockText, hostText, many, playersText } from "../core/texts.js";
import { GameCard } from "../parts/game_card.js";
import {
  CheckField, ChoiceField, Form, html, OptionField, TextField, useAnswer, useEffect, useMemo, useSignal, useState,
} from "../parts/html.js";
import { ChanceField, Invitations } from "../parts/waiting.js";
import { Code } from "./account.js";
/** @import { App } from "../core/app.js" */
/** @import { Field } from "../core/settings.js" */
/** @import { Game, GameDetails, LobbyTable } from "../types" */

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

const NO_CLOCK = "none";
/** @type {[string, string, string][]} a word that the server knows, what fits into a list, what it means */
const CLOCKS = [
  ["fast", "fast: 20 seconds a turn", "20 seconds a turn, 1 minute for the first, 1 minute more in all"],
  ["normal", "normal: 1 minute a turn", "1 minute a turn, 2 minutes more in all"],
  ["days", "days: 3 days a turn", "3 days a turn"],
  [NO_CLOCK, "none", "no clock; after 3 days without a move the others need not wait"],
];
/** @type {[string, string][]} */
const TIME_OUTS = [["fallback", "the default move is played"], ["bot", "a bot plays on"], ["forfeit", "the seat is lost"]];
/** @type {[string, string][]} */
const REVEALS = [["table", "when the table ends"], ["hand", "after each hand"], ["auditors", "to auditors only"]];

/** A form for a new table, made of what the game says of its options. @param {{app: App, which: string}} about */
export function OpenPage({ app, which }) {
  const games = useAnswer(() => app.games(), []);
  if (games === undefined) return null;
  if (games.problem !== undefined) return html`<p class="problem">${games.problem}</p>`;
  if (!games.some((/** @type {Game} */ { game }) => game === which)) {
    return html`
      <section class="panel"><h1>Open a table of …</h1>
        <ul class="list">${games.map((/** @type {Game} */ shown) => html`
          <li key=${shown.game}><a href=${`/open/${shown.game}`} data-page><strong>${shown.title}</strong>
            <span>${playersText(shown)}</span></a></li>`)}</ul></section>`;
  }
  return html`<${OfGame} app=${app} which=${which} />`;
}

/** @param {{app: App, which: string}} about */
function OfGame({ app, which }) {
  const details = useAnswer(() => app.game(which), [which]);
  if (details === undefined) return null;
  if (details.problem !== undefined) return html`<p class="problem">${details.problem}</p>`;
  return html`<${NewTable} app=${app} details=${details} />`;
}

/** @param {{app: App, details: GameDetails}} about */
function NewTable({ app, details }) {
  const fields = useMemo(() => details.options.map(fieldOf), [details]);
  const [seats, setSeats] = useState(`${details.seats.least}`);
  const [clock, setClock] = useState("normal");
  const [onTimeOut, setOnTimeOut] = useState("fallback");
  const [reveal, setReveal] = useState("table");
  const [isPrivate, setPrivate] = useState(false);
  const [isRated, setRated] = useState(true);
  const [withChance, setWithChance] = useState(true);
  const [names, setNames] = useState("");
  const [typed, setTyped] = useState(/** @type {Record<string, string>} */ ({}));
  const { introduction, length } = details.about;
  const send = () => app.openTable({
    game: details.game, seats: Number(seats), options: optionsOf(fields, typed), clock: clock === NO_CLOCK ? null : clock,
    on_time_out: onTimeOut, reveal, private: isPrivate, rated: isRated, pace: BOT_PACE,
    invite: names.split(",").map((name) => ({ name: name.trim() })).filter(({ name }) => name !== ""),
  }, withChance);
  return html`
    <section class="panel">
      <h1>A table of ${details.title}</h1>
      <p>${introduction}</p>
      <p class="hint">${hostText(details, [Number(seats)])}</p>
      ${length !== null && html`<p class="hint">The rulebook says of its length: “${length}”</p>`}
      <${Form} label="Open it and sit down" send=${send}>
        <${TextField} label="Seats" type="number" required min=${details.seats.least} max=${details.seats.most}
          value=${seats} set=${setSeats} />
        <${ChoiceField} label="Clock" value=${clock} set=${setClock}
          choices=${CLOCKS.map(([word, offered]) => [word, offered])} />
        <p class="hint">${CLOCKS.find(([word]) => word === clock)?.[2]}</p>
        ${clock !== NO_CLOCK && html`
          <${ChoiceField} label="When time is up" value=${onTimeOut} set=${setOnTimeOut} choices=${TIME_OUTS} />`}
        <${ChoiceField} label="Hidden cards are opened" value=${reveal} set=${setReveal} choices=${REVEALS} />
        <${CheckField} label="Private: only with the link that I pass on" value=${isPrivate} set=${setPrivate} />
        <${CheckField} label="Rated" value=${isRated} set=${setRated} />
        <${ChanceField} value=${withChance} set=${setWithChance} />
        <${TextField} label="Keep seats for these accounts" value=${names} set=${setNames}
          placeholder="names, with commas between" autocomplete="off" />
        <${GameOptions} details=${details} fields=${fields} typed=${typed} setTyped=${setTyped} />
      <//>
    </section>`;
}

/**
 * @param {{details: GameDetails, fields: Field[], typed: Record<string, string>,
 * setTyped: (typed: Record<string, string>) => void}} about
 */
function GameOptions({ details, fields, typed, setTyped }) {
  const brief = Object.entries(details.brief).map(([name, value]) => [name, shownAs(value)]);
  const shorten = () => setTyped(Object.fromEntries(brief));
  return html`
    <details class="options">
      <summary>Options of ${details.title}</summary>
      <div class="row">
        <button type="button" onClick=${shorten}>A short table</button>
        <button type="button" onClick=${() => setTyped({})}>As usual</button>
      </div>
      ${fields.map((field) => html`
        <${OptionField} key=${field.name} field=${field} value=${typed[field.name] ?? field.shown}
          set=${(/** @type {string} */ value) => setTyped({ ...typed, [field.name]: value })} />`)}
    </details>`;
}
