/**
 * What must hold of a table's log before a share in its deal is revealed (docs/reference/log-format.md): it goes on from what
 * this device was shown and has receipts of, up to the call for the start, which closed the commitments.
 */
import { canonical, hex, require, sha256 } from "./bytes.js";
import { isSignedReceipt } from "./keys.js";
/** @import { Key } from "./keys.js" */
/** @import { Receipt } from "./log.js" */

const TAKEN = "table.seat_taken.v1", LEFT = "table.seat_left.v1";

/** What this device cannot check, without anybody having lied. */
export class Unchecked extends Error {}

/** @typedef {{n: number, at: number, by: string, type: string, data: any, head: string, parts: any}} LogEvent as it is told */
/**
 * @typedef {object} View what counts of one
 * @property {number} n @property {string} head @property {number | null} seat @property {Holder[]} seats
 * @property {string} phase @property {{n: number, head: string} | null} closing
 */
/** @typedef {{player: string | null, commitment: string | null}} Holder of a seat, and what they have promised */
/** @typedef {{n: number, head: string, seats: Holder[]}} Seen what a view showed while one sat and waited for the start */

/** @type {Holder} */
const NOBODY = { player: null, commitment: null };

/** @param {Seen | null} known @param {View} view @returns {Seen | null} what was seen last, before the call */
export function seenAfter(known, { n, head, seat, seats, phase, closing }) {
  if (phase !== "open" || seat === null || closing !== null || (known !== null && known.n >= n)) return known;
  return { n, head, seats: seats.map(({ player, commitment }) => ({ player, commitment })) };
}

/** @param {string} table @param {LogEvent[]} events from the first on @returns {LogEvent[]} the same, if the heads follow */
function chained(table, events) {
  let head = sha256("fairdeal/log/1", table);
  events.forEach(({ parts, head: told, ...open }, place) => {
    head = sha256(head, canonical(open));
    require(open.n === place + 1 && told === hex(head), `event ${place + 1} does not follow from those before it`);
  });
  return events;
}

/** @param {string} text of a log @param {LogEvent[]} events that were shown @returns {boolean} whether it begins with them */
export function isShown(text, events) {
  const rows = text.trimEnd().split("\n").slice(1, -1);
  return rows.length >= events.length && events.every(({ parts, head, ...open }, place) =>
    (rows[place] ?? "").startsWith(`{"e":${JSON.stringify(canonical(open))},`));
}

/** @param {LogEvent[]} log @returns {(Holder & {n: number})[]} who held the seats behind it, since which event */
function seatsAfter(log) {
  /** @type {(Holder & {n: number})[]} */
  const seats = [];
  for (const { n, type, data } of log) {
    if (type === TAKEN) seats[data.seat] = { n, player: data.player, commitment: data.commitment };
    if (type === LEFT) seats[data.seat] = { n, ...NOBODY };
  }
  return seats;
}

/** @param {LogEvent[]} log @param {Seen} seen that the log must tell of the same seats */
function requireSeen(log, { n, head, seats }) {
  const then = log.slice(0, n), told = seatsAfter(then);
  require(then.at(-1)?.head === head, `the log up to event ${n} is not the one that was shown here`);
  seats.forEach(({ player, commitment }, seat) => {
    const one = told[seat] ?? NOBODY;
    const isSame = one.player === player && one.commitment === commitment;
    require(isSame, `the log tells otherwise who held seat ${seat} at event ${n}, or what they had promised`);
  });
}

/** @param {Receipt} receipt @param {Key[]} keys @param {string} what it is */
function requireSigned(receipt, keys, what) {
  const isSigned = keys.some((one) => isSignedReceipt(receipt, one));
  require(isSigned, `the receipt of ${what} is not signed with a key of this server that this device trusts`);
}

/** @param {LogEvent | undefined} event @param {Receipt} receipt @param {string} table @returns {boolean} */
const isOf = (event, receipt, table) =>
  receipt.table === table && event?.n === receipt.n && event.head === receipt.head && event.at === receipt.at;

/** @param {LogEvent[]} log @param {Receipt[]} kept that the log must go on from */
function requireKept(log, kept) {
  for (const receipt of kept) {
    const isOther = receipt.n <= log.length && log[receipt.n - 1]?.head !== receipt.head;
    require(!isOther, `the receipt of event ${receipt.n}, which this device has kept, is of another log`);
  }
}

/**
 * @typedef {object} Read what was read of a table @property {string} table
 * @property {Receipt[]} kept what this device has kept of it @property {Key[]} keys that are trusted
 * @property {LogEvent[]} events from the first to the one in question @property {Receipt} receipt that of this one
 */
/**
 * @param {Read} read @param {string} what the last event is, for which the receipt is
 * @returns {LogEvent[]} the log, if it goes on from what was kept of it, and the receipt is signed and of its last event
 */
function checkedLog({ table, kept, keys, events, receipt }, what) {
  const log = chained(table, events);
  require(isOf(log.at(-1), receipt, table), `the receipt of ${what} is of another event than its log tells`);
  requireSigned(receipt, keys, what);
  requireKept(log, kept);
  return log;
}

/** @typedef {Read & {player: string, commitment: string, seen: Seen | null}} Story with one's own commitment, up to the call */

/** @param {Story} story @returns {Receipt} the call under which one may reveal, if all fits */
export function checkClosing({ player, commitment, seen, ...read }) {
  const { kept, keys, receipt } = read, log = checkedLog(read, "the call for the start");
  if (seen !== null) requireSeen(log, seen);
  const own = seatsAfter(log).filter((one) => one?.player === player);
  require(own.length === 1 && own[0]?.commitment === commitment, "it tells otherwise what you have promised with your seat");
  const since = own[0].n, sitting = kept.find(({ n }) => n >= since && n < receipt.n);
  const wasShown = seen !== null && seen.n >= since; // or nothing could be: the call came with one's sitting down
  if (sitting === undefined || !(wasShown || receipt.n === sitting.n + 1)) {
    throw new Unchecked("this device has kept no receipt of your sitting down, so it cannot check who sits here");
  }
  requireSigned(sitting, keys, "your sitting down");
  return receipt;
}

/**
 * The same of a tournament, where one promises with one's entry or at check-in.
 * @param {Read & {player: string, commitment: string, isOurs: boolean}} story `isOurs`: this device has promised it
 * @returns {Receipt} the call under which one may reveal, if all fits
 */
export function checkCupClosing({ player, commitment, isOurs, ...read }) {
  const { kept, keys, receipt } = read, log = checkedLog(read, "the call for the start");
  const promised = log.filter(({ by, data }) => by === `player:${player}` && (data.commitment ?? null) !== null);
  require(promised.length === 1 && promised[0]?.data.commitment === commitment, "it tells otherwise what you have promised");
  if (!isOurs) return receipt;
  const since = promised[0].n, entered = kept.find(({ n }) => n >= since && n < receipt.n);
  if (entered === undefined) {
    throw new Unchecked("this device has kept no receipt of your promise, so it cannot check who takes part");
  }
  requireSigned(entered, keys, "your promise");
  return receipt;
}

/**
 * @param {Read & {bound: string | null}} story up to the end of the reveals; `bound`: the call under which one has revealed
 * @returns {number} when the round of the beacon is due, in milliseconds
 */
export function checkSettled({ bound, ...read }) {
  const log = checkedLog(read, "the end of the reveals"), end = log.at(-1), { beacon } = log[0]?.data ?? {};
  require(bound === null || log.some(({ head }) => head === bound), "you have revealed under another call for the start");
  const { round } = end?.data ?? {};
  return round === undefined ? Infinity : 1000 * (beacon.genesis + (round - 1) * beacon.period);
}
