/**
 * Chance of one's own for a deal (docs/fairness.md): drawn here, promised by its hash with the seat, shown when play begins. It
 * is kept before it is promised, and afterwards too, since the log can be checked for it.
 */
import { hex, sha256 } from "../verify/bytes.js";
import { randomHex } from "./random.js";
/** @import { Memory } from "./memory.js" */
/** @import { View } from "../types" */

const NAME = "entropy.", BYTES = 16;

/** @param {Memory} memory @param {string} table @returns {string | null} what was drawn for a table */
export const drawnFor = (memory, table) => memory.read(NAME + table);

/** @param {Memory} memory @param {string} table @returns {string} the promise of what is drawn for a table, or was before */
export function promiseFor(memory, table) {
  const drawn = drawnFor(memory, table) ?? randomHex(BYTES);
  memory.keep(NAME + table, drawn);
  return hex(sha256(drawn));
}

/** @param {Memory} memory @param {View} view @returns {{entropy?: string}} what goes with one's call for the start */
export function revealFor(memory, { table, seat, seats }) {
  const drawn = drawnFor(memory, table);
  return drawn !== null && seat !== null && seats[seat]?.entropy === "promised" ? { entropy: drawn } : {};
}

/** @param {View} view @returns {boolean} whether nobody can promise anything here any more */
export const isClosed = ({ seats, beacon, reveal_until }) =>
  seats.some(({ entropy }) => entropy === "revealed") || (beacon !== null && reveal_until !== null);
