/** Players: one of them with what was played, and all by rating. */
import { dayText, fixed, lineOf, opponentsOf, ratingsOver } from "../core/texts.js";
import { isText, listText, numberText, rich, t } from "../core/words.js";
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
    return html`<section class="panel"><h1>${t("people.player")}</h1><p class="problem" role="alert">${told.problem}</p>
      <p><a href="/ranking" data-page>${t("people.find_player")}</a></p></section>`;
  }
  const [profile, games] = told;
  return html`
    <${Results} app=${app} profile=${profile} games=${games} isOwn=${known?.player === which} />
    <${TableList} app=${app} path=${`/players/${which}/tables?state=ended`} title=${t("people.results")} />
    <${TableList} app=${app} path=${`/players/${which}/tables?state=playing`} title=${t("people.in_play")} isQuiet=${true} />`;
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
  return html`
    <section class="panel">
      <h1><bdi>${name}</bdi>${isOwn && html` <small>${t("people.you")}</small>`}</h1>
      <p class="hint">${t("people.counted", { played: statistics.played, won: statistics.won })}</p>
      ${record.deserted > 0 && html`
        <p class="hint">${t("people.deserted", record)}</p>`}
      ${aborted > 0 && html`<p class="hint">${t("people.aborted", { tables: aborted })}</p>`}
      ${played.length === 0 ? html`<p>${t("people.none")}</p>` : html`
        <${Figures} name=${t("people.by_game")} heads=${heads("game", "rating", "tables", "won", "mean_place", "mean_score")}
          rows=${played.map((one) => row(one))} />
        <p class="hint">${t("people.rating_means")}</p>`}
    </section>
    ${shown && html`
      <section class="panel">
        ${played.length > 1 && html`<nav class="row" aria-label=${t("people.games")}>${played.map(({ game, title }) => html`
          <button key=${game} type="button" aria-pressed=${game === shown.game}
            onClick=${() => setChosen(game)}>${title}</button>`)}</nav>`}
        <${OverTime} key=${shown.game} app=${app} player=${player} game=${shown.game} title=${shown.title} />
      </section>`}`;
}

/** @param {string[]} names @returns {string[]} of the columns of a table */
const heads = (...names) => names.map((name) => t(`people.head_${name}`));

/** @param {{game: string, title: string, own: Statistics}} about @returns {[string, unknown, ...unknown[]]} */
const row = ({ game, title, own }) => [
  game, html`<a href=${`/ranking/${game}`} data-page>${title}</a>`,
  html`<strong>${fixed(own.rating, 1)}</strong> <small>${fixed(own.mu, 1)} ± ${fixed(own.sigma, 1)}</small>`,
  own.played, html`${own.won} <small>${numberText(own.won / own.played, { style: "percent" })}</small>`,
  fixed(own.average_place, 1), fixed(own.points / own.played, 1),
];

/** @param {{app: App, player: string, game: string, title: string}} about */
function OverTime({ app, player, game, title }) {
  const told = useAnswer(() => app.api.read(`/players/${player}/tables?state=ended&game=${game}&limit=${DRAWN}`), [player, game]);
  if (told === undefined) return html`<p class="hint" role="status">${t("people.results_coming")}</p>`;
  if (told.problem !== undefined) return html`<p class="problem" role="alert">${told.problem}</p>`;
  /** @type {ListedTable[]} */
  const tables = told.tables;
  const points = ratingsOver(tables), met = opponentsOf(tables, player);
  return html`
    <h2>${t("people.rating_over_time", { game: title })}</h2>
    ${points.length < 2 ? html`<p class="hint">${t("people.no_line")}</p>`
      : html`<${Chart} points=${points} name=${t("people.rating_in", { game: title })} />`}
    ${told.cursor !== null && html`<p class="hint">${t("people.newest", { tables: DRAWN })}</p>`}
    ${met.length > 0 && html`
      <h2>${t("people.opponents")}</h2>
      <${Figures} name=${t("people.opponents")} heads=${heads("player", "tables", "won", "mean_place")}
        rows=${met.slice(0, MET).map((one) => [
        one.player, html`<a href=${`/players/${one.player}`} data-page><bdi>${one.name ?? t("people.erased")}</bdi></a>`,
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
      <h1>${t("people.ranking")}</h1>
      <nav class="row" aria-label=${t("people.games")}>${games.map((/** @type {Game} */ one) => html`
        <a key=${one.game} class="button" href=${`/ranking/${one.game}`} data-page
          aria-current=${one.game === game ? "page" : null}>${one.title}</a>`)}</nav>
      <${OfGame} key=${game} app=${app} game=${game} />
    </section>
    <section class="panel"><h2>${t("people.find_player")}</h2><${Find} app=${app} /></section>`;
}

/** @param {{app: App, game: string}} about */
function OfGame({ app, game }) {
  const { pages, problem, more } = usePages(app.api, `/leaderboards/${game}?limit=100`);
  const known = useSignal(app.account.known);
  if (problem !== "") return html`<p class="problem" role="alert">${problem}</p>`;
  if (pages.length === 0) return null;
  /** @type {Standing[]} */
  const players = pages.flatMap((page) => page.players).map((one) =>
    ({ ...one, who: one.name ?? t("people.erased"), path: `/players/${one.player}`, isOwn: one.player === known?.player }));
  /** @type {Standing[]} */
  const bots = pages[0].bots.map((/** @type {any} */ one, /** @type {number} */ at) =>
    ({ ...one, who: one.level, path: null, rank: at + 1, isOwn: false }));
  return html`
    <h2>${t("people.players")}</h2>
    ${players.length === 0 ? html`<p class="hint">${t("people.nobody_ranked")}</p>`
      : html`<${Rows} rows=${players} /><${More} more=${more} label=${t("people.more_players")} />`}
    ${bots.length > 0 && html`<h2>${t("people.bots")}</h2><${Rows} rows=${bots} />`}`;
}

/** @param {{rows: Standing[]}} about */
function Rows({ rows }) {
  return html`
    <table class="figures"><thead><tr><th scope="col">#</th>${heads("who", "rating", "tables", "won").map((head) => html`
        <th scope="col">${head}</th>`)}</tr></thead>
      <tbody>${rows.map(({ rank, who, path, rating, played, won, isOwn }) => html`
        <tr key=${path ?? who} class=${isOwn ? "own" : ""}><td>${rank}</td>
          <th scope="row">${path === null ? who : html`<a href=${path} data-page><bdi>${who}</bdi></a>`}
            ${isOwn && html` <small>${t("people.you")}</small>`}</th>
          <td>${fixed(rating, 1)}</td><td>${played}</td><td>${won}</td></tr>`)}</tbody></table>`;
}

/** @param {{app: App}} about */
function Find({ app }) {
  const [name, setName] = useState("");
  const find = async () => {
    const { players } = await app.api.read(`/players?name=${encodeURIComponent(name.trim())}`);
    if (players.length === 0) throw new Error(t("people.nobody_found"));
    app.router.go(`/players/${players[0].player}`);
  };
  return html`
    <${Form} label=${t("people.find")} kind="plain" send=${find}>
      <${TextField} label=${t("people.name")} value=${name} set=${setName} required maxlength="40" autocomplete="off"
        spellcheck=${false} />
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
      ${tables.length === 0 && html`<p>${t("people.none")} <a href="/" data-page>${t("people.to_lobby")}</a></p>`}
      <ul class="list">${tables.map((one) => html`<${Row} key=${one.table} one=${one} title=${titleOf(one.game)} />`)}</ul>
      <${More} more=${more} label=${t("people.older")} />
    </section>`;
}

/** @param {{one: ListedTable, title: string}} about */
function Row({ one: { table, seats, phase, result, turns, seat, ended_at: ended }, title }) {
  const others = seats.filter((one) => one.seat !== seat).map(({ name, bot, player }) =>
    name ?? (bot ? t("people.bot") : player === null ? t("people.free") : t("people.erased")));
  const names = html`<bdi>${listText(others)}</bdi>`;
  const isTurn = turns?.some((turn) => turn.seat === seat) ?? false;
  return html`
    <li><a href=${`/tables/${table}`} data-page><strong>${title}</strong>
      <span>${seat === null ? names : rich("people.with", { others: names })}</span>
      ${ended !== null && html`<small>${dayText(ended)}</small>`}
      ${typeof result?.rating === "number" && html`<small>${t("people.rating", { rating: fixed(result.rating, 1) })}</small>`}
      <span class=${isTurn ? "badge now" : "badge"}>${standing(phase, result, isTurn)}</span></a></li>`;
}

/** @param {string} phase @param {ListedTable["result"]} result @param {boolean} isTurn @returns {string} */
function standing(phase, result, isTurn) {
  if (result !== null) return t("people.place", { place: result.place });
  if (isTurn) return t("people.your_turn");
  return isText(`people.phase_${phase}`) ? t(`people.phase_${phase}`) : phase;
}

const WIDTH = 320, HEIGHT = 120, LEFT = 34, TOP = 10, DOTTED = 40; // points that are few enough to be seen one by one

/** @param {Point} point */
const titleOf = ({ at, value }) => `${dayText(at)}: ${fixed(value, 1)}`;

/** A line over time. @param {{points: Point[], name: string}} about of at least two points */
function Chart({ points, name }) {
  const { places, ticks } = lineOf(points, WIDTH, HEIGHT);
  const first = points[0], last = points.at(-1);
  if (first === undefined || last === undefined) return null;
  const told = t("people.chart", { name, first: fixed(first.value, 1), last: fixed(last.value, 1), tables: points.length });
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
