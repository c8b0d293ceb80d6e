/** The keys of the server, and what it signs with them: the ends of logs, and receipts. */
import { Bad, bytes, canonical, Excused, hex, holds, require, sha256 } from "./bytes.js";
/** @import { Event, Log, Receipt } from "./log.js" */

const LATE = 60_000; // milliseconds by which processes and clocks may differ

/** @typedef {{after: number, size: number, root: string | null, kept: number}} Loss */
/** @typedef {{public: string, from: number, until: number | null, signature: string | null, loss: Loss | null}} Key */

/** @param {string} public_ @returns {Key} one that counts always; /v1/keys tells of each when it was the one that signs */
export const always = (public_) => ({ public: public_, from: 0, until: null, signature: null, loss: null });
/** @param {Key} key @returns {string} */
export const idOf = (key) => hex(sha256(bytes(key.public, "the key"))).slice(0, 16);
/** @param {Key} key @param {number} at @returns {boolean} */
export const endedBefore = ({ until }, at) => until !== null && at > until + LATE;
/** @param {Receipt} receipt @param {Key} one @returns {boolean} whether it is signed with this key, while that counted */
export const isSignedReceipt = ({ table, n, head, at, durability, key, signature }, one) => idOf(one) === key
  && !endedBefore(one, at) && holds(one.public, ["fairdeal/receipt/1", table, n, head, at, durability], signature);
/** @param {Key} key @param {number} at @returns {boolean} */
const isValid = (key, at) => at >= key.from - LATE && !endedBefore(key, at);

/**
 * @param {{keys: any[]}} told as /v1/keys answers
 * @returns {Key[]} each of them follows from the one below it. Nobody signs `until`: it must be the `from` of the next key
 */
export function keysOf({ keys }) {
  const read = keys.map(({ public: public_, from, until, signature, loss = null }) => {
    require(Number.isSafeInteger(from) && (until === null || Number.isSafeInteger(until)), "a key has odd times");
    requireSoundLoss(loss, from);
    return { public: public_, from, until, signature, loss };
  });
  for (const [before, after] of changesIn(read)) {
    require(isSuccessor(before, after), `key ${idOf(after)} is not signed by the key before it, ${idOf(before)}`);
    const ends = before.until === null ? "has no end" : `ends at ${before.until}`;
    require(before.until === after.from, `key ${idOf(before)} ${ends}; the next key began at ${after.from}`);
  }
  return read;
}

/** @param {any} loss @param {number} from when its key began; none of what is left can be lost, nor of the future */
function requireSoundLoss(loss, from) {
  if (loss === null) return;
  const { after, size, root, kept } = loss;
  const isWhole = [after, size, kept].every((count) => Number.isSafeInteger(count) && count >= 0);
  const isRoot = size === 0 ? root === null : typeof root === "string" && /^[0-9a-f]{64}$/.test(root);
  require(isWhole && isRoot && kept <= size, "a published loss is malformed");
  require(after > 0 || kept === 0, "a published loss is malformed: it would be of any time, though leaves are left");
  require(after <= from, "a published loss is malformed: it would be from after its key began");
}

/** @param {Key} before @param {Key} after @returns {unknown[]} */
const rowOf = (before, { public: public_, from, loss }) => loss === null
  ? ["fairdeal/key-change/1", before.public, public_, from]
  : ["fairdeal/loss/1", before.public, public_, from, loss.after, loss.size, loss.root, loss.kept];
/** @param {Key} before @param {Key} after @returns {boolean} */
const isSuccessor = (before, after) => after.signature !== null && holds(before.public, rowOf(before, after), after.signature);

/** @param {Key[]} keys @param {number} at @returns {string | null} what is published of a loss of what was signed then */
function excuseFor(keys, at) {
  const key = keys.find(({ loss, from }) => loss !== null && at >= loss.after - LATE && at <= from + LATE);
  if (!key?.loss) return null;
  const { after, size, kept } = key.loss;
  const length = after === 0 ? "all that it had ever signed,"
    : `all that it signed in ${spanOf(key.from - after)}, from ${after}`;
  const leaves = kept === size ? "no leaf of its signed tree is missing, as after a crash while tables ran"
    : `${size - kept} of ${size} leaves of its signed tree are gone`;
  return `the server has published that it may have lost ${length} to ${key.from}; ${leaves}`;
}

/** @param {number} milliseconds @returns {string} its two largest units */
function spanOf(milliseconds) {
  if (milliseconds < 60_000) return `${Math.trunc(milliseconds / 100) / 10} seconds`;
  let left = Math.trunc(milliseconds / 1000);
  const parts = [];
  /** @type {[number, string][]} */
  const units = [[86_400, "day"], [3600, "hour"], [60, "minute"], [1, "second"]];
  for (const [size, word] of units) {
    const count = Math.trunc(left / size);
    left %= size;
    if (count > 0) parts.push(`${count} ${word}${count === 1 ? "" : "s"}`);
  }
  return parts.slice(0, 2).join(" ");
}

/**
 * @param {Key[]} keys @param {number} at when the one of two things was signed that contradict each other
 * @param {string} why @param {import("./bytes.js").Where} where @returns {Bad} what it is: excused by a published loss, or a lie
 */
export function contradiction(keys, at, why, where) {
  const excuse = excuseFor(keys, at);
  return excuse === null ? new Bad(why, where) : new Excused(`${why}; ${excuse}`, where);
}

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

/** @param {Receipt} receipt @param {Log} log @param {Key[]} keys @returns {boolean} whether it is of this log; else newer */
export function checkReceipt({ table, n, head, at, durability, key, signature }, log, keys) {
  const signers = signersOf(keys, key, ["fairdeal/receipt/1", table, n, head, at, durability], signature);
  require(signers.length > 0, `the receipt of event ${n} is not signed with the key`, { n });
  require(!signers.every((one) => endedBefore(one, at)), `the key of the receipt of event ${n} was destroyed`, { n });
  require(table === log.header.table, "a receipt is of another table");
  const event = log.events[n - 1];
  if (event === undefined) {
    if (!log.end.complete && at > log.end.at) return false;
    throw contradiction(keys, at, `a receipt shows that there was an event ${n}`, { n: log.events.length + 1, right: head });
  }
  const told = { head: hex(event.head), at: event.at };
  if (told.head === head && told.at === at) return true;
  throw contradiction(keys, at, `the receipt of event ${n} is of another story`, { n, right: { head, at }, found: told });
}

const RECEIPT = "at,durability,head,key,n,signature,table";

/**
 * That a table was aborted for a receipt that its log contradicts (rule T9b), and not for none.
 * @param {Event} event the end of the table @param {Log} log @param {Key[]} keys
 */
export function checkLost({ n, data: { receipt } }, log, keys) {
  require(Object.keys(receipt).join() === RECEIPT, `the receipt in event ${n} has other fields`);
  const { table, n: own, head, at, durability, key, signature } = receipt;
  const isText = [head, durability, key, signature].every((one) => typeof one === "string");
  const isIts = isText && [own, at].every(Number.isSafeInteger) && table === log.header.table;
  require(isIts, `the receipt in event ${n} is of another table, or none`);
  const event = own < n ? log.events[own - 1] : undefined;
  const isLost = event === undefined || hex(event.head) !== head;
  require(isLost, `the receipt in event ${n} is of this log: nothing was lost`);
  const message = ["fairdeal/receipt/1", table, own, head, at, durability];
  const isKnown = keys.some((one) => idOf(one) === key);
  const isForged = isKnown && signersOf(keys, key, message, signature).length === 0;
  require(!isForged, `the receipt in event ${n} is not signed with its key`);
}

/** @param {any} data one receipt, a list of them, or answers that hold some @returns {Receipt[]} */
export function receiptsIn(data) {
  if (Array.isArray(data)) return data.flatMap(receiptsIn);
  if (data.receipt !== undefined) return [data.receipt];
  return data.receipts === undefined ? [data] : receiptsIn(data.receipts);
}
