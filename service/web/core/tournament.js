/** One tournament as this browser sees it, its cross-table, and pairings of a director's own. */
import { Lost, Refused } from "./api.js";
import { Signal } from "./state.js";
import { follow } from "./stream.js";
import { needWords, t } from "./words.js";
/** @import { CrossTable, Estimate, Problem, StandingRow, TournamentFacts } from "../types" */
/** @import { Api } from "./api.js" */
/** @import { Message } from "../../../clients/typescript/streams/stream.js" */

await needWords("tournaments");

/** @typedef {"entrants" | "tables" | "results"} Part */

/**
 * @typedef {object} TournamentState
 * @property {TournamentFacts | null} facts
 * @property {Record<Part, number>} since the newest event that has changed a part
 * @property {Problem | null} problem why there is nothing to be seen
 */

/** What events change, by their names; of one that is not listed, everything. @type {Record<string, Part[]>} */
const CHANGES = {
  called: [], paused: [], resumed: [], director_added: [],
  checked_in: ["entrants"], seeded: ["entrants"], invited: [], entropy_revealed: ["entrants"], started: ["entrants"],
  entrant_late: ["entrants"],
  entrant_registered: ["entrants", "results"], withdrawn: ["entrants", "results"], replaced: ["entrants", "results"],
  returned: ["entrants", "results"], byes_requested: ["entrants"],
  rescheduled: [], pairs_forbidden: [], swapped: [], described: [], announced: [],
  tables_opened: ["tables"], result_taken: ["tables"], tables_released: ["tables", "results"], round_ended: ["tables"],
};
/** @type {Part[]} */
const PARTS = ["entrants", "tables", "results"];

/** @param {string} type of an event, as the log has it @returns {Part[]} what it changes */
export const partsOf = (type) => CHANGES[/^tournament\.(\w+)\.v\d+$/.exec(type)?.[1] ?? ""] ?? PARTS;

/** @param {any} said by a read, where no stream can be had: the tournament, or a page of its log @returns what a stream tells */
function read(said) {
  if (said.events === undefined) return { messages: [{ type: "tournament", id: "", data: said }], last: `${said.n}` };
  /** @type {Message[]} */
  const messages = said.events.map((/** @type {any} */ event) => ({ type: "event", id: `${event.n}`, data: event }));
  if (messages.length > 0) messages.push({ type: "read", id: "", data: null });
  return { messages, last: `${said.next ?? said.n}` };
}

/**
 * One tournament as this browser sees it: the newest that its stream told, and how new each part of it is, so that only what has
 * changed is asked for again.
 */
export class LiveTournament {
  /** @param {Api} api @param {string} id */
  constructor(api, id) {
    this.api = api;
    this.id = id;
    this.path = `/tournaments/${id}`;
    /** @type {Signal<TournamentState>} */
    this.state = new Signal(/** @type {TournamentState} */ (
      { facts: null, since: { entrants: 0, tables: 0, results: 0 }, problem: null }));
    /** @type {Map<Part, number>} what has changed since the tournament was told as a whole */
    this.changed = new Map();
    /** @type {AbortController | null} */
    this.following = null;
    this.isAnew = true; // the stream does not tell what came before its first message
  }

  /** Follow the stream, until told to stop. */
  async start() {
    if (this.following !== null) return;
    this.isAnew = true;
    const following = (this.following = new AbortController());
    try {
      await follow(this.api, `${this.path}/events`, ({ type, data }) => this.hear(type, data), following.signal, {
        path: (last) => (last === "" ? this.path : `${this.path}/events?after=${last}&wait=25`),
        told: read,
        every: 0,
      });
    } catch (error) {
      this.refuse(error);
    }
  }

  /** Stop following. */
  stop() {
    this.following?.abort();
    this.following = null;
  }

  /** @param {string} type of a message @param {any} data */
  hear(type, data) {
    if (type === "event") {
      for (const part of partsOf(data.type)) this.changed.set(part, data.n);
    } else if (type === "read") {
      void this.look();
    } else if (type === "tournament") {
      if (this.isAnew) for (const part of PARTS) this.changed.set(part, data.n);
      this.isAnew = false;
      this.adopt(data);
      if (this.api.token !== null) void this.look();
    }
  }

  /** Ask for the tournament with one's own part in it, which the stream, told to all alike, does not have. */
  async look() {
    await this.api.read(this.path).then((facts) => this.adopt(facts), () => {});
  }

  /** @param {TournamentFacts} told by the stream or an answer, which may come before or behind it */
  adopt(told) {
    const { facts, since } = this.state.value;
    const isOlder = facts !== null && told.n < facts.n;
    const shown = isOlder ? facts : { ...told, you: told.you ?? facts?.you ?? null };
    this.state.set({ facts: shown, since: { ...since, ...Object.fromEntries(this.changed) }, problem: null });
    this.changed.clear();
  }

  /**
   * Carry out a command once; what it leads to is in the state.
   * @param {string} method @param {string} path below the tournament's @param {unknown} [body] @returns {Promise<any>} the answer
   */
  async command(method, path, body) {
    const answer = await this.api.send(method, this.path + path, body);
    this.adopt(answer.tournament);
    return answer;
  }

  /** @param {unknown} error show it, unless it is only that no answer came */
  refuse(error) {
    if (error instanceof Refused) this.state.set({ ...this.state.value, problem: error.problem });
    else if (!(error instanceof Lost)) throw error;
  }
}

/** @typedef {{low: number | null, high: number | null}} Bounds */
/** @typedef {{difference: Estimate, together: Bounds, tables: number, more: number | null}} Cell */

/** @param {Estimate} difference @returns {Estimate} it as the other sees it */
const turned = ({ value, low, high, groups }) => (
  { value: 0 - value, low: high === null ? null : 0 - high, high: low === null ? null : 0 - low, groups });

/**
 * The cross-table as its rows: by how much each is ahead of each, whichever way round the API tells the pair.
 * @param {CrossTable["cells"]} cells @returns {Map<string, Cell>} by two numbers, both ways round
 */
export function cellsOf(cells) {
  const found = new Map();
  for (const { entrants: [one, other], difference, together, ...more } of cells) {
    found.set(`${one} ${other}`, { difference, together, ...more });
    const { low, high } = turned({ ...difference, ...together });
    found.set(`${other} ${one}`, { difference: turned(difference), together: { low, high }, ...more });
  }
  return found;
}

/** @param {Cell} cell @returns {boolean} whether the two are told apart even where all pairs of the cup are looked at */
export const isApart = ({ together: { low, high } }) => low !== null && high !== null && (low > 0 || high < 0);

/** @param {Estimate} difference @returns {number | null} half its interval */
export const halfOf = ({ low, high }) => (low === null || high === null ? null : (high - low) / 2);

/** @param {Cell} cell @returns {string} what it says, in words */
export function cellText({ difference: { groups }, tables, more }) {
  const is = more === null ? "unknown" : more === 0 ? "apart" : "more";
  return t("tournaments.cell", { groups, tables, more: more ?? 0, is });
}

/** @typedef {{tables: {game: number, group: number, seats: number[]}[], byes: number[]}} NewRound */

/**
 * Return the round that lines tell of, in which entrants count from 1: those who stand in none have a bye. Whether it may be so
 * the server says.
 * @param {string} text @param {number} game its number in the settings @param {number[]} active who is there
 * @param {boolean} isShared whether all tables have the same deals
 * @returns {NewRound}
 */
export function roundIn(text, game, active, isShared) {
  const lines = text.split("\n").map((line) => line.split(/[\s,]+/).filter(Boolean)).filter(({ length }) => length > 0);
  const strange = lines.flat().find((one) => !/^[1-9]\d*$/.test(one));
  if (strange !== undefined) throw new Error(t("tournaments.no_number", { strange }));
  const tables = lines.map((seats, at) => ({ game, group: isShared ? 0 : at, seats: seats.map((one) => Number(one) - 1) }));
  const seated = new Set(tables.flatMap(({ seats }) => seats));
  return { tables, byes: active.filter((one) => !seated.has(one)) };
}

/** @param {number[]} order @param {number} seats of a table @returns {string} tables of those who follow each other */
export function linesOf(order, seats) {
  const whole = Math.floor(order.length / seats);
  return Array.from({ length: whole }, (_, at) => 
    order.slice(at * seats, (at + 1) * seats).map((one) => one + 1).join(" ")).join("\n");
}

/**
 * The first tie-break in which an entrant differs from one with as many points.
 * @param {StandingRow} row @param {StandingRow[]} rows @returns {[string, number] | null} null: nothing told them apart
 */
export function decidingTieBreak({ entrant, points, tie_breaks }, rows) {
  const level = rows.filter((one) => one.entrant !== entrant && one.points === points);
  for (const [name, value] of Object.entries(tie_breaks)) {
    if (value !== null && level.some((one) => one.tie_breaks[name] !== value)) return [name, value];
  }
  return null;
}
