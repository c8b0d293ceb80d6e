/** A table gone through again, command by command, with the eyes of whoever may be asked for. */
/** @import { Api } from "./api.js" */
/** @import { Hand, LogReplay, Moment } from "../types" */

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

/** @param {number} took milliseconds @returns {string} */
export function tookText(took) {
  if (took < 1000) return took === 0 ? "at once" : `after ${took} ms`;
  if (took < 120_000) return `after ${(took / 1000).toFixed(1)} s`;
  return `after ${Math.round(took / 60_000)} minutes`;
}

/**
 * @typedef {object} Told where moments come from
 * @property {(n: number, eyes: Eyes, seats: number) => Promise<Moment[]>} seenBy for everybody's eyes, what who only watches
 * saw comes first
 */

/** @implements {Told} */
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
    const path = `/tables/${this.table}/replay?at=${n}${seat === null ? "" : `&seat=${seat}`}`;
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
    const asked = this.api.sendOnce("POST", path, this.file);
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
