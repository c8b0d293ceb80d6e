/** Proofs of the tree of heads (RFC 9162): that a leaf is in it, and that a tree begins with an older one. */
import { bytes, canonical, encoded, hex, require, sha256 } from "./bytes.js";
import { checkWitnesses, readCheckpoint } from "./notes.js";
/** @import { Key } from "./keys.js" */
/** @import { Log } from "./log.js" */
/** @import { Witness } from "./notes.js" */

/** @typedef {{kind: string, stream: string, n: number, head: string, at: number, end: number | null}} Leaf */
/** @typedef {{leaf: Leaf, index: number, path: string[], checkpoint: string}} Proof */
/** @typedef {{from: number, to: number, path: string[], checkpoint: string}} Consistency */

const DAY = 86_400_000;
const half = Math.trunc;
/** @param {Uint8Array} left @param {Uint8Array} right @returns {Uint8Array} */
const node = (left, right) => sha256("\x01", left, right);
/** @param {number} size @returns {boolean} */
const isPowerOfTwo = (size) => Number.isInteger(Math.log2(size));

/**
 * Both verifications in one: from the nodes on the way, the hash of the tree up to `index` (without what stands to the right
 * of it) and of the whole tree.
 * @param {number} index @param {number} size @param {Uint8Array} start @param {Uint8Array[]} path
 */
function climb(index, size, start, path) {
  let [at, last, before, after] = [index, size - 1, start, start];
  for (const hash of path) {
    require(last > 0, "the path is too long");
    if (at % 2 === 1 || at === last) {
      [before, after] = [node(hash, before), node(hash, after)];
      while (at !== 0 && at % 2 === 0) [at, last] = [half(at / 2), half(last / 2)];
    } else {
      after = node(after, hash);
    }
    [at, last] = [half(at / 2), half(last / 2)];
  }
  require(last === 0, "the path is too short");
  return { before: hex(before), after: hex(after) };
}

/**
 * That a leaf is in the tree of a checkpoint.
 * @param {Proof} proof @param {{keys: Key[], witnesses?: Witness[], quorum?: number | undefined}} trust
 */
export function checkIncluded({ leaf, index, path, checkpoint: note }, { keys, witnesses = [], quorum }) {
  const checkpoint = readCheckpoint(note, keys);
  const { kind, stream, n, head, at, end } = leaf;
  require(Number.isSafeInteger(index) && index >= 0 && index < checkpoint.size, "there is no such leaf");
  const start = sha256("\x00", encoded(canonical(["fairdeal/leaf/1", kind, stream, n, head, at, end])));
  const { after } = climb(index, checkpoint.size, start, path.map((hash) => bytes(hash, "a node")));
  require(after === checkpoint.root, "the path does not lead to the root", { right: checkpoint.root, found: after });
  require(at <= checkpoint.at, "the leaf is newer than the checkpoint");
  return { checkpoint, cosigned: checkWitnesses(checkpoint, witnesses, quorum) };
}

/**
 * That the log tells the story of the leaf.
 * @param {Log} log @param {Leaf} leaf @returns {number} up to which event it covers the log
 */
export function checkTold(log, { kind, stream, n, head, at, end }) {
  require(stream === hex(sha256(log.header.table)), "the leaf is of another table");
  if (n > log.events.length && !log.end.complete) return 0; // the log is older
  const event = log.events[n - 1];
  const told = event && hex(event.head);
  require(event !== undefined && told === head, "the leaf has another head than the log", { n, right: head, found: told });
  require((kind === "closed") === (event.type === "table.closed.v1"), "the leaf is of another kind than the event", { n });
  const [isRuling, isOfDisputes] = [event.type === "dispute.ruled.v1", log.header.game === undefined];
  require(isRuling === isOfDisputes && isOfDisputes === (kind === "ruled"), "the leaf is of another kind than the log", { n });
  require(event.at <= at, "the leaf is older than its event", { n });
  require(kind !== "called" || event.data.round !== undefined, "the leaf is of a call that fixes no round", { n });
  const isAnnounced = ["opened", "called", "running"].includes(kind);
  if (isAnnounced) require(Number(end) - at === term(log.events[0]?.data), "the leaf names another latest end", { n });
  return n;
}

/** @param {{clock: {turn: number, bank: number} | null, seats: number}} opened @returns {number} how long it may take */
const term = ({ clock, seats }) =>
  clock === null ? 30 * DAY : Math.min(30 * DAY, DAY + 1000 * (1000 * clock.turn + seats * clock.bank));

/** That a tree begins with that of an older checkpoint. @param {string} note @param {Consistency} answer @param {Key[]} keys */
export function checkConsistency(note, { from, to, path, checkpoint }, keys) {
  const [old, newer] = [readCheckpoint(note, keys), readCheckpoint(checkpoint, keys)];
  require(old.origin === newer.origin, "two trees are signed: a fork");
  require(from === old.size && to === newer.size && from <= to, "the proof is of other sizes");
  require(from === to || old.at <= newer.at + 60_000, "the tree has shrunk");
  if (from === to || from === 0) {
    require(path.length === 0 && (from !== to || old.root === newer.root), "two roots of one size are signed: a fork");
    return;
  }
  const nodes = path.map((hash) => bytes(hash, "a node"));
  if (isPowerOfTwo(from)) nodes.unshift(bytes(old.root, "the root"));
  const [first, ...rest] = nodes;
  require(first !== undefined, "the path is too short");
  let [at, last] = [from - 1, to - 1];
  while (at % 2 === 1) [at, last] = [half(at / 2), half(last / 2)];
  const { before, after } = climb(at, last + 1, first, rest);
  require(before === old.root, "the path does not lead to the old root", { right: old.root, found: before });
  require(after === newer.root, "the path does not lead to the new root", { right: newer.root, found: after });
}
