// The server's keys: when each counts, which follow from those that were kept, what they sign.

import { bytes, canonical, holds, require, sha256 } from "./bytes.mjs";

const LATE = 60_000; // milliseconds by which processes and clocks may differ

// A key in hex counts always; /v1/keys tells of each when it was the one that signs.
export const always = (hex) => ({ public: hex, from: 0, until: null, signature: null, loss: null });
export const idOf = (key) => sha256(bytes(key.public, "the key")).toString("hex").slice(0, 16);
export const endedBefore = ({ until }, at) => until !== null && at > until + LATE;
const isValid = (key, at) => at >= key.from - LATE && !endedBefore(key, at);

export function keysOf({ keys }) {
  return keys.map(({ public: hex, from, until, signature, loss = null }) => {
    require(Number.isSafeInteger(from) && (until === null || Number.isSafeInteger(until)), "a key has odd times");
    return { public: hex, from, until, signature, loss };
  });
}

const rowOf = (before, { public: hex, from, loss }) => loss === null
  ? ["fairdeal/key-change/1", before.public, hex, from]
  : ["fairdeal/loss/1", before.public, hex, from, loss.after, loss.size, loss.root, loss.kept];
const isSuccessor = (before, after) => after.signature !== null && holds(before.public, rowOf(before, after), after.signature);

// Whether the server has published that it may have lost what it signed at a time.
const isExcused = (keys, at) => keys.some(({ loss, from }) => loss && at >= loss.after - LATE && at <= from + LATE);

// Those that were kept, and those shown (newest first) that follow from them, one after the other.
export function succeeding(kept, shown) {
  const found = new Map([...kept].reverse().map((key) => [key.public, key]));
  const oldest = [...shown].reverse();
  oldest.slice(1).forEach((after, at) => {
    const known = found.get(oldest[at].public);
    if (!known || found.has(after.public) || !isSuccessor(oldest[at], after)) return;
    if (known.until !== null && known.until !== after.from) return; // it has another successor
    found.set(known.public, { ...known, until: after.from });
    found.set(after.public, after);
  });
  return [...found.values()].reverse();
}

// The leaf of the newest change: its number, and the head of all changes.
export function changes(shown) {
  const oldest = [...shown].reverse();
  let head = sha256("fairdeal/log/1", "keys");
  oldest.slice(1).forEach((key, at) => {
    head = sha256(head, canonical([...rowOf(oldest[at], key), key.signature]));
  });
  return { n: oldest.length, head: head.toString("hex") };
}

export function checkEnd({ table, n, head, at, complete, key, signature }, keys) {
  const message = ["fairdeal/log-end/1", table, n, head, at, complete];
  const signers = keys.filter((one) => idOf(one) === key && holds(one.public, message, signature));
  require(signers.length > 0, "the last line is not signed with the key");
  require(signers.some((one) => isValid(one, at)), "the last line is of a time when its key did not sign");
}

// Receipts of this log: genuine, and of the same story.
export function checkReceipt({ table, n, head, at, durability, key, signature }, log, keys) {
  const message = ["fairdeal/receipt/1", table, n, head, at, durability];
  const signers = keys.filter((one) => idOf(one) === key && holds(one.public, message, signature));
  require(signers.length > 0, `the receipt of event ${n} is not signed with the key`);
  require(!signers.every((one) => endedBefore(one, at)), `the key of the receipt of event ${n} was destroyed`);
  require(table === log.header.table, "a receipt is of another table");
  const event = log.events[n - 1];
  if (event === undefined) {
    require(isExcused(keys, at) || (!log.end.complete && at > log.end.at), `a receipt shows that there was an event ${n}`);
    return 0;
  }
  const fits = event.head.toString("hex") === head && event.at === at;
  if (!fits && isExcused(keys, at)) return 0;
  require(fits, `the receipt of event ${n} is of another story`);
  return 1;
}

// One receipt, a list of them, or answers that hold some.
export function receiptsIn(data) {
  if (Array.isArray(data)) return data.flatMap(receiptsIn);
  if (data.receipt !== undefined) return [data.receipt];
  return data.receipts === undefined ? [data] : receiptsIn(data.receipts);
}
