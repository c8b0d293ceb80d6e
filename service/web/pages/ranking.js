/** The players of a game by rating, and the levels of bots apart; and who is called so. */
import { Form, TextField } from "../parts/form.js";
import { html, useAnswer, useSignal, useState } from "../parts/html.js";
import { More, usePages } from "../parts/more.js";
/** @import { App } from "../core/app.js" */
/** @import { Game, Standing } from "../types" */

/** @param {{app: App, which: string}} about */
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
          <td>${rating.toFixed(1)}</td><td>${played}</td><td>${won}</td></tr>`)}</tbody></table>`;
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
