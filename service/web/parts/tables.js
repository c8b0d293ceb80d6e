/** Tables of a player, the newest first. */
import { html, useAnswer } from "./html.js";
/** @import { App } from "../core/app.js" */
/** @import { ListedTable } from "../types" */

/** @param {{app: App, path: string, title: string}} about `path`: of the list in the API */
export function TableList({ app, path, title }) {
  const listed = useAnswer(() => app.api.read(`${path}?limit=50`), [path]);
  const games = useAnswer(() => app.games(), []) ?? [];
  if (listed === undefined) return null;
  if (listed.problem !== undefined) return html`<p class="problem">${listed.problem}</p>`;
  /** @type {ListedTable[]} */
  const tables = listed.tables;
  /** @param {string} game */
  const titleOf = (game) => games.find?.((/** @type {any} */ one) => one.game === game)?.title ?? game;
  return html`
    <section class="panel">
      <h2>${title}</h2>
      ${tables.length === 0 && html`<p>None yet. <a href="/" data-page>To the lobby</a></p>`}
      <ul class="list">${tables.map(({ table, game, seats, phase, result, turns, seat }) => html`
        <li key=${table}><a href=${`/tables/${table}`} data-page><strong>${titleOf(game)}</strong>
          <span><bdi>${seats.map(({ name, bot }) => name ?? (bot ? "bot" : "free")).join(", ")}</bdi></span>
          <span class="badge">${standing(phase, result, turns?.some((turn) => turn.seat === seat) ?? false)}</span></a></li>`)}
      </ul>
    </section>`;
}

/** @param {string} phase @param {ListedTable["result"]} result @param {boolean} isTurn @returns {string} */
function standing(phase, result, isTurn) {
  if (result !== null) return `place ${result.place}`;
  if (isTurn) return "your turn";
  return { open: "waits for players", playing: "in play", finished: "over", closed: "over" }[phase] ?? phase;
}
