/** A player: what was played, and how it went. */
import { html, useAnswer } from "../parts/html.js";
import { TableList } from "../parts/tables.js";
/** @import { App } from "../core/app.js" */
/** @import { Game, Profile } from "../types" */

/** @param {{app: App, which: string}} about */
export function PlayerPage({ app, which }) {
  const told = useAnswer(() => Promise.all([app.api.read(`/players/${which}`), app.games()]), [which]);
  if (told === undefined) return null;
  if (told.problem !== undefined) {
    return html`<section class="panel"><h1>Player</h1><p class="problem" role="alert">${told.problem}</p></section>`;
  }
  const [profile, games] = told;
  return html`
    <${Results} profile=${profile} games=${games} />
    <${TableList} app=${app} path=${`/players/${which}/tables`} title="Tables" />`;
}

/** @param {{profile: Profile, games: Game[]}} about */
function Results({ profile: { name, statistics }, games }) {
  const played = games.flatMap(({ game, title }) => {
    const own = statistics.games[game];
    return own === undefined ? [] : [{ title, game, own }];
  });
  return html`
    <section class="panel">
      <h1><bdi>${name}</bdi></h1>
      <p class="hint">Rated tables with at least two players count.</p>
      ${played.length === 0 ? html`<p>None yet.</p>` : html`
        <table class="figures"><thead><tr><th scope="col">Game</th><th scope="col">Rating</th><th scope="col">Tables</th>
            <th scope="col">Won</th><th scope="col">Place</th></tr></thead>
          <tbody>${played.map(({ title, game, own }) => html`
            <tr key=${game}><th scope="row"><a href=${`/ranking/${game}`} data-page>${title}</a></th>
              <td>${own.rating.toFixed(1)}</td><td>${own.played}</td><td>${own.won}</td>
              <td>${own.average_place.toFixed(1)}</td></tr>`)}</tbody></table>`}
    </section>`;
}
