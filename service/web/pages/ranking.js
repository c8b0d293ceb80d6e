/** The players of a game by rating, and the levels of bots apart. */
import { html, useAnswer } from "../parts/html.js";
/** @import { App } from "../core/app.js" */
/** @import { Game, Standing } from "../types" */

/** @param {{app: App, which: string}} about */
export function RankingPage({ app, which }) {
  const games = useAnswer(() => app.games(), []);
  if (games === undefined) return null;
  if (games.problem !== undefined) return html`<p class="problem">${games.problem}</p>`;
  const game = which === "" ? games[0]?.game : which;
  return html`
    <section class="panel">
      <h1>Ranking</h1>
      <nav class="row" aria-label="Games">${games.map((/** @type {Game} */ one) => html`
        <a key=${one.game} class="button" href=${`/ranking/${one.game}`} data-page
          aria-current=${one.game === game ? "page" : null}>${one.title}</a>`)}</nav>
      <${OfGame} key=${game} app=${app} game=${game} />
    </section>`;
}

/** @param {{app: App, game: string}} about */
function OfGame({ app, game }) {
  const told = useAnswer(() => app.api.read(`/leaderboards/${game}?limit=100`), [game]);
  if (told === undefined) return null;
  if (told.problem !== undefined) return html`<p class="problem" role="alert">${told.problem}</p>`;
  /** @type {Standing[]} */
  const players = told.players.map((/** @type {any} */ one) =>
    ({ ...one, who: one.name ?? "erased", path: `/players/${one.player}` }));
  /** @type {Standing[]} */
  const bots = told.bots.map((/** @type {any} */ one, /** @type {number} */ at) =>
    ({ ...one, who: one.level, path: null, rank: at + 1 }));
  return html`
    <h2>Players</h2>
    ${players.length === 0 ? html`<p class="hint">Nobody yet: rated tables with at least two players count.</p>`
      : html`<${Rows} rows=${players} />`}
    ${bots.length > 0 && html`<h2>Bots, rated among themselves</h2><${Rows} rows=${bots} />`}`;
}

/** @param {{rows: Standing[]}} about */
function Rows({ rows }) {
  return html`
    <table class="figures"><thead><tr><th scope="col">#</th><th scope="col">Who</th><th scope="col">Rating</th>
        <th scope="col">Tables</th><th scope="col">Won</th></tr></thead>
      <tbody>${rows.map(({ rank, who, path, rating, played, won }) => html`
        <tr key=${path ?? who}><td>${rank}</td>
          <th scope="row">${path === null ? who : html`<a href=${path} data-page><bdi>${who}</bdi></a>`}</th>
          <td>${rating.toFixed(1)}</td><td>${played}</td><td>${won}</td></tr>`)}</tbody></table>`;
}
