/** What the page holds and what this browser keeps: values that tell when they change, storage, shares of one's own, receipts. */
import { commitmentOf } from "../../../clients/typescript/verify/bytes.js";
/** @import { Receipt, View } from "../types" */

/** A value that tells when it changes. @template T */
export class Signal {
  /** @param {T} value */
  constructor(value) {
    this.value = value;
    /** @type {Set<(value: T) => void>} */
    this.listeners = new Set();
  }

  /** @param {T} value */
  set(value) {
    if (Object.is(value, this.value)) return;
    this.value = value;
    for (const listener of [...this.listeners]) listener(value);
  }

  /** @param {(value: T) => void} listener @returns {() => void} what ends it */
  listen(listener) {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }
}

const PREFIX = "fairdeal.";

/** @typedef {Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">} Store */

/** @returns {Store} a store that ends with the page */
export function pageStore() {
  const held = new Map();
  return {
    getItem: (name) => held.get(name) ?? null,
    setItem: (name, value) => void held.set(name, value),
    removeItem: (name) => void held.delete(name),
    key: (at) => [...held.keys()][at] ?? null,
    get length() { return held.size; },
  };
}

/** @returns {Store} the browser's, if it lets us */
export function browserStore() {
  try {
    localStorage.setItem(`${PREFIX}try`, "1");
    localStorage.removeItem(`${PREFIX}try`);
    return localStorage;
  } catch {
    return pageStore();
  }
}

/** What this browser keeps: JSON in the origin's own storage, or until the page ends where that is refused. */
export class Memory {
  /** @param {Store} store */
  constructor(store) {
    this.store = store;
  }

  /** @param {string} name @returns {any} what was kept, or null */
  read(name) {
    const text = this.store.getItem(PREFIX + name);
    try {
      return text === null ? null : JSON.parse(text);
    } catch {
      return null;
    }
  }

  /** @param {string} name @param {unknown} value null forgets it */
  keep(name, value) {
    if (value === null) this.store.removeItem(PREFIX + name);
    else this.store.setItem(PREFIX + name, JSON.stringify(value));
  }

  /** @param {string} begin @returns {string[]} the names that begin so */
  names(begin) {
    const all = Array.from({ length: this.store.length }, (_, at) => this.store.key(at) ?? "");
    return all.filter((name) => name.startsWith(PREFIX + begin)).map((name) => name.slice(PREFIX.length));
  }

  /** Forget all. @param {string[]} but what begins so is kept */
  clear(...but) {
    for (const name of this.names("")) if (!but.some((begin) => name.startsWith(begin))) this.keep(name, null);
  }
}

/**
 * Chance from the browser; `randomUUID` is missing on plain http, this is not.
 * @param {number} bytes @returns {string} random bytes in hex
 */
export function randomHex(bytes) {
  const drawn = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(drawn, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const ENTROPY = "entropy.", BOUND = "bound.", BYTES = 16;

/** @param {Memory} memory @param {string} table @returns {string | null} what was drawn for a table */
export const drawnFor = (memory, table) => memory.read(ENTROPY + table);

/**
 * A share of one's own in a deal (docs/explanation/fairness.md): drawn here, promised by a commitment with the seat, revealed
 * after the call for the start. It is kept before it is promised, and afterwards too, since the log can be checked for it.
 * @param {Memory} memory @param {string} player who promises @param {string} table
 * @returns {string} the promise of what is drawn for a table, or was before and is not revealed yet
 */
export function promiseFor(memory, player, table) {
  const known = drawnFor(memory, table), isFresh = known !== null && closingOf(memory, known) === null;
  const drawn = isFresh ? known : randomHex(BYTES);
  memory.keep(ENTROPY + table, drawn);
  return commitmentOf(player, drawn);
}

/**
 * A share of one's own for a table that the server has yet to find: it is kept under its promise until that is known.
 * @param {Memory} memory @param {string} player who promises @returns {string} the promise
 */
export function promiseAnywhere(memory, player) {
  const drawn = randomHex(BYTES), promise = commitmentOf(player, drawn);
  memory.keep(ENTROPY + promise, drawn);
  return promise;
}

/** Keep what was promised at a table that was found as that table's. @param {Memory} memory @param {View} view of it */
export function settlePromise(memory, { table, seat, seats }) {
  const promise = seat === null ? null : seats[seat]?.commitment ?? null;
  const drawn = promise === null ? null : drawnFor(memory, promise);
  if (drawn === null) return;
  memory.keep(ENTROPY + table, drawn);
  memory.keep(ENTROPY + promise, null);
}

/** @param {Memory} memory @param {string} drawn @returns {string | null} the head of the call under which alone it is revealed */
export const closingOf = (memory, drawn) => memory.read(BOUND + drawn);

/**
 * Bind what was drawn to a call for the start (its head) before it is revealed, so that it never is under another one.
 * @param {Memory} memory @param {string} drawn @param {string} head @returns {boolean} whether it is bound to this one
 */
export function bindTo(memory, drawn, head) {
  if (closingOf(memory, drawn) === null) memory.keep(BOUND + drawn, head);
  return closingOf(memory, drawn) === head;
}

const RECEIPT = "receipt.";
const MOST_TABLES = 40;
const [FIRST, LAST] = [30, 170]; // of a table: the first bind what was fixed before play, the last all that was played

/**
 * The server's receipts, kept as one plays: each is its signature over a table's log so far, and finds it out if that is ever
 * told otherwise.
 */
export class Receipts {
  /** @param {Memory} memory */
  constructor(memory) {
    this.memory = memory;
    /** Tells when something was kept or forgotten. */
    this.kept = new Signal(0);
  }

  /** @param {Receipt} receipt */
  keep(receipt) {
    const known = this.of(receipt.table);
    if (known.some(({ n, head, at }) => n === receipt.n && head === receipt.head && at === receipt.at)) return;
    const all = [...known, receipt].sort((one, other) => one.n - other.n);
    this.write(receipt.table, all.length > FIRST + LAST ? [...all.slice(0, FIRST), ...all.slice(-LAST)] : all);
    this.kept.set(this.kept.value + 1);
  }

  /** @param {string} table @param {Receipt[]} all */
  write(table, all) {
    const others = this.tables().filter((one) => one !== table);
    for (const one of others.slice(MOST_TABLES - 1)) this.forget(one);
    for (const oldest of [...others.slice(0, MOST_TABLES - 1).reverse(), null]) {
      try {
        return this.memory.keep(RECEIPT + table, all);
      } catch (error) {
        if (oldest === null) return undefined; // there is no room at all: it is not what play may fail for
        this.forget(oldest);
      }
    }
    return undefined;
  }

  /** @param {string} table @returns {Receipt[]} */
  of(table) {
    return this.memory.read(RECEIPT + table) ?? [];
  }

  /** @returns {string[]} the tables of which there are some, that of the newest first */
  tables() {
    /** @param {string} table */
    const newest = (table) => this.of(table).at(-1)?.at ?? 0;
    const all = this.memory.names(RECEIPT).map((name) => ({ table: name.slice(RECEIPT.length), at: 0 }));
    for (const one of all) one.at = newest(one.table);
    return all.sort((one, other) => other.at - one.at).map(({ table }) => table);
  }

  /** @param {string} table */
  forget(table) {
    this.memory.keep(RECEIPT + table, null);
    this.kept.set(this.kept.value + 1);
  }
}
