/** Lists that streams keep up to date: the lobby's tables, and those at which it is one's turn. */
/** @import { Reads } from "./stream.js" */
/** @import { AccountMessage, LobbyMessage, LobbyTable } from "../types" */

export const NEWS = "/players/me/events";

/** @type {Reads} the account's news by reads that wait */
export const newsRead = {
  path: (last) => (last === "" ? NEWS : `${NEWS}?after=${last}&wait=25`),
  told: ({ messages, last }) => ({
    messages: messages.map((/** @type {any} */ { id, data }) => ({ type: data.type, id: `${id}`, data })), last: `${last}`,
  }),
  every: 0,
};

/** @type {(path: string) => Reads} a list of tables, asked for again and again */
export const listRead = (path) => ({
  path: () => path,
  told: ({ tables }) => ({ messages: [{ type: "tables", id: "", data: { type: "tables", tables } }], last: "" }),
  every: 5_000,
});

/** @param {LobbyTable[]} rows @param {LobbyMessage} message @returns {LobbyTable[]} the rows as they are behind it */
export function lobbyAfter(rows, message) {
  switch (message.type) {
    case "tables": return message.tables;
    case "added": return [message.table, ...rows.filter(({ table }) => table !== message.table.table)];
    case "changed": return rows.map((row) => (row.table === message.table.table ? message.table : row));
    case "removed": return rows.filter(({ table }) => table !== message.table);
    default: return rows;
  }
}
