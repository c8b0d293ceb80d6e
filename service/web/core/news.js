/** What streams tell beside tables: the account's news, the lobby's list, and what tournaments want of one. */
import { Signal } from "./state.js";
import { t } from "./words.js";
/** @import { AccountMessage, LobbyMessage, LobbyTable, TournamentFacts, TournamentRow } from "../types" */
/** @import { Api } from "./api.js" */
/** @import { Reveals } from "./reveals.js" */
/** @import { Reads } from "../../../clients/typescript/streams/stream.js" */

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

/** @typedef {{tournament: string, table: string | null, until: number | null}} Summons `table`: it is ready; `until`: reveal */

/** @param {Summons[]} known @param {Summons} one @returns {Summons[]} */
const put = (known, one) => [...known.filter(({ tournament }) => tournament !== one.tournament), one];

/** @param {Summons[]} known @param {AccountMessage} message @returns {Summons[]} what is wanted behind it */
export function summonsAfter(known, message) {
  if (message.type === "ended") return known.filter(({ table }) => table !== message.table);
  if (message.type !== "tournament") return known;
  const { tournament, what, table, until } = message;
  if (what === "table") return put(known, { tournament, table, until: null });
  if (what === "called") return put(known, { tournament, table: null, until });
  if (what === "registered" || what === "announced") return known;
  return known.filter((one) => one.tournament !== tournament || (what === "started" && one.table !== null));
}

/** @param {Summons[]} known @param {TournamentFacts} facts with one's own part @returns {Summons[]} what is wanted now */
export function summonsIn(known, { id, you, until }) {
  if (you === null) return known;
  if (you.table !== null) return put(known, { tournament: id, table: you.table, until: null });
  return you.may.includes("reveal") ? put(known, { tournament: id, table: null, until }) : known;
}

/** What tournaments want of whoever is signed in: their next table, or their share in the deals. */
export class Summoning {
  /** @param {Api} api @param {Reveals} reveals @param {(text: string) => void} say */
  constructor(api, reveals, say) {
    this.api = api;
    this.reveals = reveals;
    this.say = say;
    this.wanted = new Signal(/** @type {Summons[]} */ ([]));
  }

  /** Ask what began while nobody listened. @param {AbortSignal | null} signal null: nobody is signed in */
  start(signal) {
    this.wanted.set([]);
    if (signal !== null) void this.ask(signal);
  }

  /** @param {AbortSignal} signal */
  async ask(signal) {
    const listed = await this.api.read("/tournaments?player=me&limit=20", { signal }).catch(() => null);
    /** @type {TournamentRow[]} */
    const tournaments = listed?.tournaments ?? [];
    for (const { id, phase } of tournaments) {
      if (phase !== "called" && phase !== "running") continue;
      const facts = await this.api.read(`/tournaments/${id}`, { signal }).catch(() => null);
      if (signal.aborted || facts === null) return;
      this.wanted.set(summonsIn(this.wanted.value, facts));
      if (facts.you?.may.includes("reveal")) void this.reveal(id);
    }
  }

  /** @param {AccountMessage} message */
  hear(message) {
    this.wanted.set(summonsAfter(this.wanted.value, message));
    if (message.type === "tournament" && message.what === "called") void this.reveal(message.tournament);
  }

  /** @param {string} id of a tournament @param {string} [typed] one's share that was promised in another browser */
  async reveal(id, typed) {
    const isDone = () => this.reveals.toldOf(id)?.kind === "sent", wasDone = isDone();
    await this.reveals.reveal(id, typed);
    if (wasDone || !isDone()) return;
    this.wanted.set(this.wanted.value.filter(({ tournament, until }) => tournament !== id || until === null));
    this.say(t("page.share_revealed"));
  }

  /** @param {string} shown the table or tournament that one has come to, so nobody is called there any more */
  arrive(shown) {
    const left = this.wanted.value.filter(({ table }) => table !== shown);
    if (left.length < this.wanted.value.length) this.wanted.set(left);
  }
}
