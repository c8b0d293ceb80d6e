/** Leaves of the tree of heads: of which events they are, and that a log tells the story of one. */
import { hex, require, sha256 } from "./bytes.js";
import { contradiction } from "./keys.js";
/** @import { Key } from "./keys.js" */
/** @import { Event, Log } from "./log.js" */
/** @import { Leaf, Proof } from "./tree.js" */

/** By type of event, the kind of leaf that its head becomes. */
const KINDS = new Map([
  ["table.opened.v1", "opened"], ["table.start_called.v1", "called"], ["table.entropy_closed.v1", "settled"],
  ["table.closed.v1", "closed"], ["dispute.ruled.v1", "ruled"],
  ["tournament.called.v1", "tournament_called"], ["tournament.started.v1", "tournament_settled"],
  ["tournament.round_planned.v1", "tournament_settled"], ["tournament.table_replayed.v1", "tournament_settled"],
]);
/** By type of event, the field with the round of a beacon, without which it is no leaf. */
const ROUNDS = new Map([
  ["table.entropy_closed.v1", "round"], ["tournament.round_planned.v1", "beacon"], ["tournament.table_replayed.v1", "beacon"],
]);
const DAY = 86_400_000;

/**
 * That a published loss is not of a time from which the tree has kept a leaf.
 * @param {Proof} proof of a leaf that is in the tree @param {Key[]} keys
 * @returns {number} up to which event of its stream no published loss took any: a store that has the leaf has what it is of
 */
export function checkKept({ leaf, index }, keys) {
  const losses = keys.flatMap(({ loss }) => (loss === null ? [] : [loss]));
  if (losses.length === 0 || index >= Math.min(...losses.map(({ kept }) => kept))) return 0;
  const early = losses.find(({ after }) => after < leaf.at);
  const why = `a published loss is of what was signed after ${early?.after}, and leaf ${index}, of ${leaf.at}, is kept`;
  require(early === undefined, why);
  return leaf.kind === "closed" ? Infinity : leaf.n;
}

/**
 * That the log tells the story of the leaf.
 * @param {Log} log @param {Leaf} leaf @param {Key[]} keys by which a leaf may be excused: none where it is kept
 * @returns {number} up to which event it covers the log
 */
export function checkTold(log, { kind, stream, n, head, at, end }, keys) {
  require(stream === hex(sha256(log.header.table)), "the leaf is of another table");
  if (n > log.events.length && !log.end.complete) return 0; // the log is older
  const event = log.events[n - 1];
  const told = event && hex(event.head);
  if (event === undefined || told !== head) {
    throw contradiction(keys, at, "the leaf has another head than the log", { n, right: head, found: told });
  }
  const makes = leafKind(event);
  const isRunning = kind === "running" && log.header.game !== undefined && makes !== "closed";
  const made = makes === undefined ? "no leaf" : `a leaf of the kind ${makes}`;
  require(kind === makes || isRunning, `the tree names this a leaf of the kind ${kind}; event ${n} makes ${made}`, { n });
  require(event.at <= at, "the leaf is older than its event", { n });
  const isAnnounced = ["opened", "called", "settled", "running"].includes(kind);
  if (isAnnounced) require(Number(end) - at === term(log.events[0]?.data), "the leaf names another latest end", { n });
  return n;
}

/** @param {{clock: {turn: number, bank: number} | null, seats: number}} opened @returns {number} how long it may take */
const term = ({ clock, seats }) =>
  clock === null ? 30 * DAY : Math.min(30 * DAY, DAY + 1000 * (1000 * clock.turn + seats * clock.bank));

/** @param {Event} event @returns {string | undefined} the kind of leaf that its head becomes */
function leafKind({ type, data }) {
  const round = ROUNDS.get(type);
  return round !== undefined && (data[round] ?? null) === null ? undefined : KINDS.get(type);
}
