/** A player: what was played, how it went, against whom. */
import { many, opponentsOf, ratingsOver } from "../core/texts.js";
import { Chart } from "../parts/chart.js";
import { Figures } from "../parts/figures.js";
import { html, useAnswer, useSignal, useState } from "../parts/html.js";
import { TableList } from "../parts/tables.js";
/** @import { App } from "../core/app.js" */
/** @import { Game, ListedTable, Profile, Statistics } from "../types" */

const DRAWN = 500, MET = 10; // tables that a line is drawn of; opponents that are shown

/** @param {{app: App, which: string}} about */
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
function Results({ app, profile: { player, name, statistics }, games, isOwn }) {
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
  html`<strong>${own.rating.toFixed(1)}</strong> <small>${own.mu.toFixed(1)} ± ${own.sigma.toFixed(1)}</small>`,
  own.played, html`${own.won} <small>${Math.round((100 * own.won) / own.played)} %</small>`,
  own.average_place.toFixed(1), (own.points / own.played).toFixed(1),
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
        one.played, one.won, one.place.toFixed(1),
      ])} />`}`;
}
