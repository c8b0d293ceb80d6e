/**
 * The server's receipts, kept as one plays: each is its signature over a table's log so far, and finds it out if that is ever
 * told otherwise.
 */
import { Signal } from "./signal.js";
/** @import { Memory } from "./memory.js" */
/** @import { Receipt } from "../types" */

const NAME = "receipt.";
const MOST_TABLES = 40;
const [FIRST, LAST] = [30, 170]; // of a table: the first bind what was fixed before play, the last all that was played

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
        return this.memory.keep(NAME + table, all);
      } catch (error) {
        if (oldest === null) return undefined; // there is no room at all: it is not what play may fail for
        this.forget(oldest);
      }
    }
    return undefined;
  }

  /** @param {string} table @returns {Receipt[]} */
  of(table) {
    return this.memory.read(NAME + table) ?? [];
  }

  /** @returns {string[]} the tables of which there are some, that of the newest first */
  tables() {
    /** @param {string} table */
    const newest = (table) => this.of(table).at(-1)?.at ?? 0;
    const all = this.memory.names(NAME).map((name) => ({ table: name.slice(NAME.length), at: 0 }));
    for (const one of all) one.at = newest(one.table);
    return all.sort((one, other) => other.at - one.at).map(({ table }) => table);
  }

  /** @param {string} table */
  forget(table) {
    this.memory.keep(NAME + table, null);
    this.kept.set(this.kept.value + 1);
  }
}
