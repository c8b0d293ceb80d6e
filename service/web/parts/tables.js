/** Tables of a player, the newest first. */
import { dayText } from "../core/texts.js";
import { html, useAnswer } from "./html.js";
import { More, usePages } from "./more.js";
/** @import { App } from "../core/app.js" */
/** @import { Game, ListedTable } from "../types" */

/**
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
      ${typeof result?.rating === "number" && html`<small>rating ${result.rating.toFixed(1)}</small>`}
      <span class=${isTurn ? "badge now" : "badge"}>${standing(phase, result, isTurn)}</span></a></li>`;
}

/** @param {string} phase @param {ListedTable["result"]} result @param {boolean} isTurn @returns {string} */
function standing(phase, result, isTurn) {
  if (result !== null) return `place ${result.place}`;
  if (isTurn) return "your turn";
  return { open: "waits for players", playing: "in play", finished: "over", closed: "over" }[phase] ?? phase;
}
