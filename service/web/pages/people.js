/** Players: one of them with what was played, and all by rating. */
import { dayText, fixed, lineOf, many, opponentsOf, ratingsOver } from "../core/texts.js";
import { Figures, Form, html, More, TextField, useAnswer, usePages, useSignal, useState } from "../parts/html.js";
/** @import { App } from "../core/app.js" */
/** @import { Point } from "../core/texts.js" */
/** @import { Game, ListedTable, Profile, Standing, Statistics } from "../types" */

const DRAWN = 500, MET = 10; // tables that a line is drawn of; opponents that are shown

/** A player: what was played, how it went, against whom. @param {{app: App, which: string}} about */
export function PlayerPage({ app, which }) {
  const known = useSignal(app.account.known);
  const told = useAnswer(() => Promise.all([app.api.read(`/players/${which}`), app.games()]), [which]);
  if (told === undefined) return null;
  if (told.problem !== undefined) {
    return html`<section class="panel"><h1>Player</h1><p class="problem" role="alert">${told.problem}</p>
      <p><a href="/ranking" data-page>Find a player</a></p></section>`;
  }
  const [profile, games] = told;
  return html`
    <${Results} app=${app} profile=${profile} games=${games} isOwn=${known?.player === which} />
    <${TableList} app=${app} path=${`/players/${which}/tables?state=ended`} title="Results" />
    <${TableList} app=${app} path=${`/players/${which}/tables?state=playing`} title="In play" isQuiet=${true} />`;
}

/** @param {{app: App, profile: Profile, games: Game[], isOwn: boolean}} about */
function Results({ app, profile: { player, name, statistics, record, aborted }, games, isOwn }) {
  const played = games.flatMap(({ game, title }) => {
    const own = statistics.games[game];
    return own === undefined ? [] : [{ title, game, own }];
  });
  const most = [...played].sort((one, other) => other.own.played - one.own.played)[0];
  const [chosen, setChosen] = useState("");
  const shown = played.find(({ game }) => game === chosen) ?? most;
  const so = statistics.played === 0 ? "Nothing that counts yet" : `${many(statistics.played, "table")}, ${statistics.won} won`;
  return html`
    <section class="panel">
      <h1><bdi>${name}</bdi>${isOwn && html` <small>you</small>`}</h1>
      <p class="hint">${so}. Counted are rated tables with at least two players.</p>
      ${record.deserted > 0 && html`
        <p class="hint">Deserted ${record.deserted} of the latest ${many(record.tables, "rated table")}.</p>`}
      ${aborted > 0 && html`<p class="hint">${many(aborted, "table")} aborted before play.</p>`}
      ${played.length === 0 ? html`<p>None yet.</p>` : html`
        <${Figures} name="By game" heads=${["Game", "Rating", "Tables", "Won", "Mean place", "Mean score"]}
          rows=${played.map((one) => row(one))} />
        <p class="hint">A rating is what somebody has shown at least: the estimate less three times its uncertainty.</p>`}
    </section>
    ${shown && html`
      <section class="panel">
        ${played.length > 1 && html`<nav class="row" aria-label="Games">${played.map(({ game, title }) => html`
          <button key=${game} type="button" aria-pressed=${game === shown.game}
            onClick=${() => setChosen(game)}>${title}</button>`)}</nav>`}
        <${OverTime} key=${shown.game} app=${app} player=${player} game=${shown.game} title=${shown.title} />
      </section>`}`;
}

/** @param {{game: string, title: string, own: Statistics}} about @returns {[string, unknown, ...unknown[]]} */
const row = ({ game, title, own }) => [
  game, html`<a href=${`/ranking/${game}`} data-page>${title}</a>`,
  html`<strong>${fixed(own.rating, 1)}</strong> <small>${fixed(own.mu, 1)} ± ${fixed(own.sigma, 1)}</small>`,
  own.played, html`${own.won} <small>${Math.round((100 * own.won) / own.played)} %</small>`,
  fixed(own.average_place, 1), fixed(own.points / own.played, 1),
];

/** @param {{app: App, player: string, game: string, title: string}} about */
function OverTime({ app, player, game, title }) {
  const told = useAnswer(() => app.api.read(`/players/${player}/tables?state=ended&game=${game}&limit=${DRAWN}`), [player, game]);
  if (told === undefined) return html`<p class="hint" role="status">The results are coming …</p>`;
  if (told.problem !== undefined) return html`<p class="problem" role="alert">${told.problem}</p>`;
  /** @type {ListedTable[]} */
  const tables = told.tables;
  const points = ratingsOver(tables), met = opponentsOf(tables, player);
  return html`
    <h2>${title}: rating over time</h2>
    ${points.length < 2 ? html`<p class="hint">A line begins with the second table that counts.</p>`
      : html`<${Chart} points=${points} name=${`Rating in ${title}`} />`}
    ${told.cursor !== null && html`<p class="hint">Of the newest ${DRAWN} tables.</p>`}
    ${met.length > 0 && html`
      <h2>Against whom</h2>
      <${Figures} name="Against whom" heads=${["Player", "Tables", "Won", "Mean place"]} rows=${met.slice(0, MET).map((one) => [
        one.player, html`<a href=${`/players/${one.player}`} data-page><bdi>${one.name ?? "erased"}</bdi></a>`,
        one.played, one.won, fixed(one.place, 1),
      ])} />`}`;
}

/**
 * The players of a game by rating, and the levels of bots apart; and who is called so.
 * @param {{app: App, which: string}} about
 */
export function RankingPage({ app, which }) {
  const games = useAnswer(() => app.games(), []);
  if (games === undefined) return null;
  if (games.problem !== undefined) return html`<p class="problem" role="alert">${games.problem}</p>`;
  const game = which === "" ? games[0]?.game : which;
  return html`
    <section class="panel">
      <h1>Ranking</h1>
      <nav class="row" aria-label="Games">${games.map((/** @type {Game} */ one) => html`
        <a key=${one.game} class="button" href=${`/ranking/${one.game}`} data-page
          aria-current=${one.game === game ? "page" : null}>${one.title}</a>`)}</nav>
      <${OfGame} key=${game} app=${app} game=${game} />
    </section>
    <section class="panel"><h2>Find a player</h2><${Find} app=${app} /></section>`;
}

/** @param {{app: App, game: string}} about */
function OfGame({ app, game }) {
  const { pages, problem, more } = usePages(app.api, `/leaderboards/${game}?limit=100`);
  const known = useSignal(app.account.known);
  if (problem !== "") return html`<p class="problem" role="alert">${problem}</p>`;
  if (pages.length === 0) return null;
  /** @type {Standing[]} */
  const players = pages.flatMap((page) => page.players).map((one) =>
    ({ ...one, who: one.name ?? "erased", path: `/players/${one.player}`, isOwn: one.player === known?.player }));
  /** @type {Standing[]} */
  const bots = pages[0].bots.map((/** @type {any} */ one, /** @type {number} */ at) =>
    ({ ...one, who: one.level, path: null, rank: at + 1, isOwn: false }));
  return html`
    <h2>Players</h2>
    ${players.length === 0 ? html`<p class="hint">Nobody yet: rated tables with at least two players count.</p>`
      : html`<${Rows} rows=${players} /><${More} more=${more} label="Show more players" />`}
    ${bots.length > 0 && html`<h2>Bots, rated among themselves</h2><${Rows} rows=${bots} />`}`;
}

/** @param {{rows: Standing[]}} about */
function Rows({ rows }) {
  return html`
    <table class="figures"><thead><tr><th scope="col">#</th><th scope="col">Who</th><th scope="col">Rating</th>
        <th scope="col">Tables</th><th scope="col">Won</th></tr></thead>
      <tbody>${rows.map(({ rank, who, path, rating, played, won, isOwn }) => html`
        <tr key=${path ?? who} class=${isOwn ? "own" : ""}><td>${rank}</td>
          <th scope="row">${path === null ? who : html`<a href=${path} data-page><bdi>${who}</bdi></a>`}
            ${isOwn && html` <small>you</small>`}</th>
          <td>${fixed(rating, 1)}</td><td>${played}</td><td>${won}</td></tr>`)}</tbody></table>`;
}

/** @param {{app: App}} about */
function Find({ app }) {
  const [name, setName] = useState("");
  const find = async () => {
    const { players } = await app.api.read(`/players?name=${encodeURIComponent(name.trim())}`);
    if (players.length === 0) throw new Error("Nobody is called so. Names are found whole, in any case of their letters.");
    app.router.go(`/players/${players[0].player}`);
  };
  return html`
    <${Form} label="Find" kind="plain" send=${find}>
      <${TextField} label="Name" value=${name} set=${setName} required maxlength="40" autocomplete="off" spellcheck=${false} />
    <//>`;
}

/**
 * Tables of a player, the newest first.
 * @param {{app: App, path: string, title: string, isQuiet?: boolean}} about `path`: of the list in the API; quiet: nothing is
 * drawn where it is empty
 */
export function TableList({ app, path, title, isQuiet = false }) {
  const { pages, problem, more } = usePages(app.api, `${path}${path.includes("?") ? "&" : "?"}limit=25`);
  const games = useAnswer(() => app.games(), []) ?? [];
  if (problem !== "") return html`<p class="problem" role="alert">${problem}</p>`;
  if (pages.length === 0) return null;
  /** @type {ListedTable[]} */
  const tables = pages.flatMap((page) => page.tables);
  if (isQuiet && tables.length === 0) return null;
  /** @param {string} game */
  const titleOf = (game) => games.find?.((/** @type {Game} */ one) => one.game === game)?.title ?? game;
  return html`
    <section class="panel">
      <h2>${title}</h2>
      ${tables.length === 0 && html`<p>None yet. <a href="/" data-page>To the lobby</a></p>`}
      <ul class="list">${tables.map((one) => html`<${Row} key=${one.table} one=${one} title=${titleOf(one.game)} />`)}</ul>
      <${More} more=${more} label="Older tables" />
    </section>`;
}

/** @param {{one: ListedTable, title: string}} about */
function Row({ one: { table, seats, phase, result, turns, seat, ended_at: ended }, title }) {
  const others = seats.filter((one) => one.seat !== seat).map(({ name, bot, player }) =>
    name ?? (bot ? "bot" : player === null ? "free" : "erased"));
  const isTurn = turns?.some((turn) => turn.seat === seat) ?? false;
  return html`
    <li><a href=${`/tables/${table}`} data-page><strong>${title}</strong>
      <span>${seat === null ? "" : "with "}<bdi>${others.join(", ")}</bdi></span>
      ${ended !== null && html`<small>${dayText(ended)}</small>`}
      ${typeof result?.rating === "number" && html`<small>rating ${fixed(result.rating, 1)}</small>`}
      <span class=${isTurn ? "badge now" : "badge"}>${standing(phase, result, isTurn)}</span></a></li>`;
}

/** @param {string} phase @param {ListedTable["result"]} result @param {boolean} isTurn @returns {string} */
function standing(phase, result, isTurn) {
  if (result !== null) return `place ${result.place}`;
  if (isTurn) return "your turn";
  return { open: "waits for players", playing: "in play", finished: "over", closed: "over" }[phase] ?? phase;
}

const WIDTH = 320, HEIGHT = 120, LEFT = 34, TOP = 10, DOTTED = 40; // points that are few enough to be seen one by one

/** @param {Point} point */
const titleOf = ({ at, value }) => `${dayText(at)}: ${fixed(value, 1)}`;

/** A line over time. @param {{points: Point[], name: string}} about of at least two points */
function Chart({ points, name }) {
  const { places, ticks } = lineOf(points, WIDTH, HEIGHT);
  const first = points[0], last = points.at(-1);
  if (first === undefined || last === undefined) return null;
  const told = `${name}: from ${fixed(first.value, 1)} to ${fixed(last.value, 1)} over ${points.length} tables`;
  return html`
    <figure class="chart">
      <svg viewBox=${`0 0 ${WIDTH + LEFT + 8} ${HEIGHT + TOP + 22}`} role="img" aria-label=${told}>
        <g transform=${`translate(${LEFT} ${TOP})`}>
          ${ticks.map(({ value, y }) => html`
            <line class="grid" x1="0" x2=${WIDTH} y1=${y} y2=${y} /><text class="scale" x="-6" y=${y + 4}>${value}</text>`)}
          <polyline points=${places.map(({ x, y }) => `${x},${y}`).join(" ")} />
          ${places.length <= DOTTED && places.map(({ x, y }, at) => html`
            <circle cx=${x} cy=${y} r="2.6"><title>${titleOf(points[at] ?? first)}</title></circle>`)}
          <text class="day" x="0" y=${HEIGHT + 18}>${dayText(first.at)}</text>
          <text class="day end" x=${WIDTH} y=${HEIGHT + 18}>${dayText(last.at)}</text>
        </g>
      </svg>
    </figure>`;
}
