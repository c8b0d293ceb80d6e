/** What is gone through again: a table, a log file, and the moments that a dispute speaks of. */
import { isText, numberText, t } from "./words.js";
/** @import { Dispute, DisputeRow, Evidence, Hand, LogReplay, Moment } from "../types" */
/** @import { Api } from "./api.js" */

/** @typedef {number | "all" | null} Eyes a seat; everybody's at once; null: who only watches */
/** @typedef {{n: number, eyes: Eyes}} Place */

/** @param {string} hash of an address @returns {{n: number | null, eyes: Eyes | undefined}} the moment that it names */
export function placeIn(hash) {
  const named = new URLSearchParams(hash.replace(/^#/, ""));
  const n = Number(named.get("n") ?? NaN), as = named.get("as");
  const eyes = as === null ? undefined : as === "all" ? as : /^\d{1,2}$/.test(as) ? Number(as) : null;
  return { n: Number.isSafeInteger(n) && n > 0 ? n : null, eyes };
}

/** @param {Place} place @returns {string} what names it in an address */
export const hashOf = ({ n, eyes }) => `#n=${n}&as=${eyes ?? "nobody"}`;

/** @param {Hand[]} hands @param {number} n @returns {number} the number of the hand in which an event lies; 0: before all */
export const handAt = (hands, n) => hands.findLast(({ first }) => first <= n)?.hand ?? 0;

/** @param {number} milliseconds @returns {string} seconds */
const tenths = (milliseconds) => numberText(milliseconds / 1000, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** @param {number} took milliseconds @returns {string} */
export function tookText(took) {
  if (took === 0) return t("replay.at_once");
  return took < 120_000 ? t("replay.after_seconds", { seconds: tenths(took) })
    : t("replay.after_minutes", { minutes: Math.round(took / 60_000) });
}

/**
 * @typedef {object} Told where moments come from
 * @property {(n: number, eyes: Eyes, seats: number) => Promise<Moment[]>} seenBy for everybody's eyes, what who only watches
 * saw comes first
 */

/** A table gone through again, command by command, with the eyes of whoever may be asked for. @implements {Told} */
export class Moments {
  /** @param {Api} api @param {string} table */
  constructor(api, table) {
    this.api = api;
    this.table = table;
    /** @type {Map<string, Promise<Moment>>} */
    this.known = new Map();
  }

  /**
   * Return the view behind the command that holds an event; while the table runs only with one's own eyes.
   * @param {number} n @param {number | null} seat @returns {Promise<Moment>}
   */
  at(n, seat) {
    const path = `/tables/${this.table}/replay?at=${n}&seat=${seat ?? "nobody"}`;
    const held = this.known.get(path);
    if (held !== undefined) return held;
    const asked = this.api.read(path);
    this.known.set(path, asked);
    asked.catch(() => this.known.delete(path));
    return asked;
  }

  /**
   * Return the moment for each pair of eyes.
   * @param {number} n @param {Eyes} eyes @param {number} seats @returns {Promise<Moment[]>}
   */
  seenBy(n, eyes, seats) {
    if (eyes !== "all") return Promise.all([this.at(n, eyes)]);
    return Promise.all([null, ...Array(seats).keys()].map((seat) => this.at(n, seat)));
  }
}

const SPAN = 40; // events of a page

/** The moments of a log file, told page by page by a server that keeps nothing of it. @implements {Told} */
export class LogMoments {
  /** @param {Api} api @param {Blob} file */
  constructor(api, file) {
    this.api = api;
    this.file = file;
    /** @type {Map<string, Promise<LogReplay>>} */
    this.pages = new Map();
  }

  /** @param {number} n @param {Eyes} eyes @returns {Promise<LogReplay>} the page on which an event stands */
  page(n, eyes) {
    const first = n - ((n - 1) % SPAN), seat = eyes === null ? "" : `&seat=${eyes}`;
    const path = `/replays?at=${first}&limit=${SPAN}${seat}`;
    const held = this.pages.get(path);
    if (held !== undefined) return held;
    const asked = this.api.read(path, { file: this.file });
    this.pages.set(path, asked);
    asked.catch(() => this.pages.delete(path));
    return asked;
  }

  /** @param {number} n @param {Eyes} eyes @returns {Promise<Moment[]>} the moment for each pair of eyes */
  async seenBy(n, eyes) {
    const { moments } = await this.page(n, eyes);
    return moments.filter(({ at, command }) => command.first <= n && n <= at);
  }
}

const PACKED = [0x28, 0xb5, 0x2f, 0xfd]; // how a file begins that zstandard has compressed
export const MOST = 32 << 20; // bytes of a file that is read here

/**
 * @typedef {object} Row an event
 * @property {number} n @property {string} type @property {string} by @property {number} at
 * @property {string[]} sealed for whom its parts are @property {string[]} open of them, those that are in the file
 * @property {unknown} data what everybody may know @property {Record<string, any>} parts what is open of the rest
 */
/**
 * @typedef {object} LogText
 * @property {string} table @property {string} game "" for no log of a table
 * @property {Row[]} rows @property {boolean} isComplete whether its last line says that it has ended
 * @property {number[]} unread lines that are none of a log
 */

/** @param {Uint8Array} bytes @returns {boolean} */
export const isPacked = (bytes) => PACKED.every((byte, at) => bytes[at] === byte);

/** @param {string} text @returns {any} an object, or null */
function parsed(text) {
  try {
    const value = JSON.parse(text);
    return typeof value === "object" && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

/** @param {any} line @returns {Row | null} */
function rowOf(line) {
  const told = typeof line?.e === "string" ? parsed(line.e) : null;
  if (told === null || !Number.isSafeInteger(told.n)) return null;
  const parts = (typeof line.p === "string" ? parsed(line.p) : null) ?? {};
  return {
    n: told.n, type: `${told.type}`, by: `${told.by}`, at: Number(told.at), data: told.data,
    sealed: Object.keys(told.seals ?? {}), open: Object.keys(parts),
    parts: Object.fromEntries(Object.entries(parts).map(([key, part]) => [key, part?.data])),
  };
}

/**
 * A log file as it was dropped into the page: its lines, as far as they can be read. Whether they hold says the verifier.
 * @param {string} text @returns {LogText | null} null: this is no log file at all
 */
export function readLogText(text) {
  const lines = text.split("\n").filter((line) => line !== "");
  const header = parsed(lines[0] ?? "");
  if (header === null || typeof header.format !== "string" || !header.format.startsWith("fairdeal/")) return null;
  /** @type {LogText} */
  const log = { table: `${header.table}`, game: `${header.game ?? ""}`, rows: [], isComplete: false, unread: [] };
  for (const [at, line] of lines.entries()) {
    if (at === 0) continue;
    const told = parsed(line), row = rowOf(told);
    if (row !== null) log.rows.push(row);
    else if (typeof told?.signature === "string") log.isComplete = told.complete === true;
    else log.unread.push(at + 1);
  }
  return log;
}

/** @param {number} n @returns {string} how a complaint about a moment begins */
export const complaintAt = (n) => t("disputes.at_event", { n });

/** @typedef {{words: string, n?: number}} Piece of a text; `n`: the event that it names */

/** @param {string} text @returns {Piece[]} */
export function piecesOf(text) {
  return text.split(/(\b(?:event|ereignis) \d{1,6}\b)/i).filter((words) => words !== "").map((words) => {
    const named = /^(?:event|ereignis) (\d{1,6})$/i.exec(words); // as somebody wrote it, in whichever language
    return named === null ? { words } : { words, n: Number(named[1]) };
  });
}

export const REMEDIES = ["none", "points_adjusted", "hand_voided", "table_voided"];

/** @param {string} remedy @returns {string} what follows from a ruling */
export const remedyText = (remedy) => (isText(`disputes.remedy_${remedy}`) ? t(`disputes.remedy_${remedy}`) : remedy);

/** @param {DisputeRow | Dispute} row @returns {string} what became of it */
export function standing(row) {
  if (row.status !== "ruled") return t(`disputes.status_${row.status}`);
  const { verdict, remedy } = "ruling" in row ? { ...row.ruling } : row;
  return t(verdict === "dismissed" ? "disputes.is_dismissed" : "disputes.is_upheld", { follows: remedyText(`${remedy}`) });
}

/** @param {number | null} milliseconds @returns {string} */
export const seconds = (milliseconds) => (milliseconds === null ? "–" : `${tenths(milliseconds)} s`);

/** @typedef {{key: string, times: number, by: string, what: string, seat: number | null, at: number, n: number}} Looks */

/**
 * @param {Dispute["looks"]} looks
 * @returns {Looks[]} those that are alike in one row, with the newest of them; the newest row last
 */
export function gathered(looks) {
  /** @type {Map<string, Looks>} */
  const rows = new Map();
  for (const { by, what, seat, at, n } of looks) {
    const key = `${by} ${what} ${seat}`, held = rows.get(key);
    rows.delete(key);
    rows.set(key, { key, by, what, seat, at, n: Math.max(n, held?.n ?? 0), times: (held?.times ?? 0) + 1 });
  }
  return [...rows.values()];
}

/** @param {{what: string, seat: number | null}} look @returns {string} */
export const lookText = ({ what, seat }) =>
  (["evidence", "log"].includes(what) ? t(`disputes.seen_${what}`) : t("disputes.view_of_seat", { seat: (seat ?? 0) + 1 }));

/**
 * @param {string[]} written by seat, as they stand in the form @param {string} remedy
 * @returns {number[]} what the ruling takes
 */
export const pointsOf = (written, remedy) =>
  remedy === "points_adjusted" ? written.map((one) => (one.trim() === "" ? 0 : Number(one))) : [];

/** @param {Evidence["knowledge"]} knowledge @returns {{n: number, audience: string, opened: number | null}[]} */
export const partsIn = (knowledge) =>
  knowledge.flatMap(({ n, parts }) => parts.map(({ audience, opened }) => ({ n, audience, opened })));
