/** Programs that play. */
import { Refused } from "./errors.js";
/** @import { Bot, NewTable, PlaySettings, View } from "../types.js" */
/** @import { Client } from "./client.js" */
/** @import { Table } from "./table.js" */

/**
 * Play a table to its end.
 * @param {Client} client @param {Bot} bot @param {PlaySettings} settings @param {{signal?: AbortSignal}} [more]
 * @returns {Promise<{table: Table, view: View}>} the last view
 */
export async function play(client, bot, settings, { signal } = {}) {
  const table = "table" in settings ? await joined(client, settings) : await opened(client, settings);
  let view = await table.view();
  for await (view of table.views(signal === undefined ? {} : { signal })) {
    if (view.outcome !== null && table.check === null) break; // it is closed in a moment; checks want its opened log
    if (view.choices === null || view.n < table.acted) continue;
    await act(table, bot, view);
  }
  return { table, view };
}

/** @param {Table} table @param {Bot} bot @param {View} view with choices */
async function act(table, bot, view) {
  const action = await bot.choose(view);
  try {
    await table.act(action);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const now = await table.view();
    if (now.n === view.n) throw error; // else others were faster, and the newer view asks again
  }
}

/** @param {Client} client @param {{table: string, joinCode?: string}} where @returns {Promise<Table>} with a seat at it */
async function joined(client, { table: id, joinCode }) {
  const table = await client.table(id, joinCode), view = await table.view();
  if (view.seat === null) await table.sit();
  return table;
}

/** @param {Client} client @param {Exclude<PlaySettings, {table: string}>} settings @returns {Promise<Table>} one that begins */
async function opened(client, { bots = "regular", ...wanted }) {
  const { seats } = await client.get("/v1/games/{game}", { path: { game: wanted.game } });
  const settings = /** @type {NewTable} */ ({ seats: seats.least, ...wanted });
  const table = await client.openTable(settings);
  await table.sit();
  for (let taken = 1; taken < Number(settings.seats); taken++) await table.addBot(bots);
  await table.start();
  return table;
}
