/** The keys of the server, and what it signs with them: the ends of logs, and receipts. */
import { bytes, canonical, hex, holds, require, sha256 } from "./bytes.js";
/** @import { Log, Receipt } from "./log.js" */

const LATE = 60_000; // milliseconds by which processes and clocks may differ

/** @typedef {{after: number, size: number, root: string | null, kept: number}} Loss */
/** @typedef {{public: string, from: number, until: number | null, signature: string | null, loss: Loss | null}} Key */

/** @param {string} public_ @returns {Key} one that counts always; /v1/keys tells of each when it was the one that signs */
export const always = (public_) => ({ public: public_, from: 0, until: null, signature: null, loss: null });
/** @param {Key} key @returns {string} */
export const idOf = (key) => hex(sha256(bytes(key.public, "the key"))).slice(0, 16);
/** @param {Key} key @param {number} at @returns {boolean} */
export const endedBefore = ({ until }, at) => until !== null && at > until + LATE;
/** @param {Key} key @param {number} at @returns {boolean} */
const isValid = (key, at) => at >= key.from - LATE && !endedBefore(key, at);

/**
 * @param {{keys: any[]}} told as /v1/keys answers
 * @returns {Key[]} each of them follows from the one below it. Nobody signs `until`: it must be the `from` of the next key
 */
export function keysOf({ keys }) {
  const read = keys.map(({ public: public_, from, until, signature, loss = null }) => {
    require(Number.isSafeInteger(from) && (until === null || Number.isSafeInteger(until)), "a key has odd times");
    return { public: public_, from, until, signature, loss };
  });
  for (const [before, after] of changesIn(read)) {
    require(isSuccessor(before, after), `key ${idOf(after)} is not signed by the key before it, ${idOf(before)}`);
    const ends = before.until === null ? "has no end" : `ends at ${before.until}`;
    require(before.until === after.from, `key ${idOf(before)} ${ends}; the next key began at ${after.from}`);
  }
  return read;
}

/** @param {Key} before @param {Key} after @returns {unknown[]} */
const rowOf = (before, { public: public_, from, loss }) => loss === null
  ? ["fairdeal/key-change/1", before.public, public_, from]
  : ["fairdeal/loss/1", before.public, public_, from, loss.after, loss.size, loss.root, loss.kept];
/** @param {Key} before @param {Key} after @returns {boolean} */
const isSuccessor = (before, after) => after.signature !== null && holds(before.public, rowOf(before, after), after.signature);

/** @param {Key[]} keys @param {number} at @returns {boolean} whether it is published that what was signed then may be lost */
const isExcused = (keys, at) => keys.some(({ loss, from }) => loss && at >= loss.after - LATE && at <= from + LATE);

/** @param {Key[]} shown the newest first @returns {[Key, Key][]} each with the one that came behind it */
function changesIn(shown) {
  const oldest = [...shown].reverse();
  return oldest.slice(1).map((after, place) => [/** @type {Key} */ (oldest[place]), after]);
}

/** @param {Key[]} kept @param {Key[]} shown @returns {Key[]} those that were kept, and those shown that follow from them */
export function succeeding(kept, shown) {
  const known = new Map([...kept].reverse().map((key) => [key.public, key]));
  for (const [before, after] of changesIn(shown)) {
    const one = known.get(before.public);
    if (!one || known.has(after.public) || !isSuccessor(before, after)) continue;
    if (one.until !== null && one.until !== after.from) continue; // it has another successor
    known.set(one.public, { ...one, until: after.from });
    known.set(after.public, after);
  }
  return [...known.values()].reverse();
}

/** @param {Key[]} shown @returns {{n: number, head: string}} the newest change's leaf: its number, the head of all changes */
export function changes(shown) {
  let head = sha256("fairdeal/log/1", "keys");
  for (const [before, after] of changesIn(shown)) {
    head = sha256(head, canonical([...rowOf(before, after), after.signature]));
  }
  return { n: shown.length, head: hex(head) };
}

/** @param {Key[]} keys @param {string} id @param {unknown[]} message @param {string} signature @returns {Key[]} who signed it */
const signersOf = (keys, id, message, signature) =>
  keys.filter((one) => idOf(one) === id && holds(one.public, message, signature));

/** @param {Log["end"]} end @param {Key[]} keys */
export function checkEnd({ table, n, head, at, complete, key, signature }, keys) {
  const signers = signersOf(keys, key, ["fairdeal/log-end/1", table, n, head, at, complete], signature);
  const where = { right: keys.map(idOf), found: key };
  require(signers.length > 0, "the last line is not signed with the key", where);
  require(signers.some((one) => isValid(one, at)), "the last line is of a time when its key did not sign", where);
}

/** @param {Receipt} receipt @param {Log} log @param {Key[]} keys @returns {number} 1: genuine, and of this story; 0: lost */
export function checkReceipt({ table, n, head, at, durability, key, signature }, log, keys) {
  const signers = signersOf(keys, key, ["fairdeal/receipt/1", table, n, head, at, durability], signature);
  require(signers.length > 0, `the receipt of event ${n} is not signed with the key`, { n });
  require(!signers.every((one) => endedBefore(one, at)), `the key of the receipt of event ${n} was destroyed`, { n });
  require(table === log.header.table, "a receipt is of another table");
  const event = log.events[n - 1];
  if (event === undefined) {
    const isExplained = isExcused(keys, at) || (!log.end.complete && at > log.end.at);
    require(isExplained, `a receipt shows that there was an event ${n}`, { n, right: head });
    return 0;
  }
  const told = { head: hex(event.head), at: event.at };
  const fits = told.head === head && told.at === at;
  if (!fits && isExcused(keys, at)) return 0;
  require(fits, `the receipt of event ${n} is of another story`, { n, right: { head, at }, found: told });
  return 1;
}

/** @param {any} data one receipt, a list of them, or answers that hold some @returns {Receipt[]} */
export function receiptsIn(data) {
  if (Array.isArray(data)) return data.flatMap(receiptsIn);
  if (data.receipt !== undefined) return [data.receipt];
  return data.receipts === undefined ? [data] : receiptsIn(data.receipts);
}
