// The tree of heads: its checkpoints, which are signed notes, cosigned by witnesses, and its proofs.

import { bytes, canonical, isOver, require, sha256 } from "./bytes.mjs";
import { endedBefore } from "./keys.mjs";

const DASH = "\u2014 ";
const [ED25519, COSIGNATURE] = [1, 4]; // kinds of signatures: of a note, and of a witness
const DAY = 86_400_000;
const half = Math.trunc;
const node = (left, right) => sha256("\x01", left, right);
const isPowerOfTwo = (size) => Number.isInteger(Math.log2(size));

function unpacked(text) {
  require(/^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text), `${text} is no base64`);
  return Buffer.from(text, "base64");
}

// Signed notes (c2sp.org/signed-note)

const keyId = (name, kind, raw) => sha256(`${name}\n`, Buffer.from([kind]), raw).subarray(0, 4);

function readNote(note) {
  require(typeof note === "string", "a checkpoint is a text");
  const end = note.lastIndexOf("\n\n");
  // eslint-disable-next-line no-control-regex
  require(end > 0 && note.endsWith("\n") && !/[\x00-\x09\x0b-\x1f]/.test(note), "a checkpoint is a signed note");
  const lines = note.slice(end + 2, -1).split("\n");
  require(lines.length <= 100, "a note has a hundred signatures at most");
  return { text: note.slice(0, end + 1), signatures: lines.map(readSignature) };
}

function readSignature(line) {
  const [, name, rest] = /^\u2014 ([^+\s]+) (\S+)$/u.exec(line) ?? [];
  require(name !== undefined && line.startsWith(DASH), `${line} is no signature of a note`);
  const raw = unpacked(rest);
  require(raw.length > 4, `${line} is no signature of a note`);
  return { name, id: raw.subarray(0, 4), value: raw.subarray(4) };
}

function by(note, name, kind, raw) {
  const id = keyId(name, kind, raw);
  return note.signatures.filter((one) => one.name === name && one.id.equals(id));
}

// A checkpoint (c2sp.org/tlog-checkpoint) that one of the server's keys has signed.
export function readCheckpoint(text, keys) {
  const note = readNote(text);
  const [origin, size, root, at, rest, ...more] = note.text.split("\n");
  const sound = origin !== "" && /^(0|[1-9][0-9]{0,18})$/.test(size) && /^at (0|[1-9][0-9]{0,15})$/.test(at);
  require(sound && rest === "" && more.length === 0, "the checkpoint has other lines");
  const found = { note, origin, size: Number(size), root: unpacked(root), at: Number(at.slice(3)) };
  require(Number.isSafeInteger(found.size) && found.root.length === 32, "the checkpoint is of no tree");
  const signers = keys.filter((key) => isSignedBy(found, key));
  require(signers.length > 0, `the checkpoint of ${size} leaves is not signed with the key`);
  require(!signers.every((key) => endedBefore(key, found.at)), "the key of the checkpoint was destroyed");
  return { ...found, root: found.root.toString("hex") };
}

function isSignedBy({ note, origin }, key) {
  const own = by(note, origin, ED25519, bytes(key.public, "the key"));
  return own.length > 0 && own.every((one) => isOver(key.public, Buffer.from(note.text), one.value));
}

// Witnesses (c2sp.org/tlog-cosignature)

export function witnessOf(text) {
  const [, name, id, packed] = /^([^+\s]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/.exec(text.trim()) ?? [];
  require(name !== undefined, `${text} is no key of a witness`);
  const raw = unpacked(packed);
  require(raw.length === 33 && raw[0] === COSIGNATURE, `${text} is no key of a witness`);
  require(keyId(name, COSIGNATURE, raw.subarray(1)).toString("hex") === id, `the digits of ${text} are others`);
  return { name, public: raw.subarray(1).toString("hex") };
}

// The second at which a witness cosigned; undefined if it did not.
function cosignedAt({ note }, witness) {
  for (const { value } of by(note, witness.name, COSIGNATURE, bytes(witness.public, "a key"))) {
    const at = value.length === 72 ? value.readBigUInt64BE(0) : undefined;
    const message = Buffer.from(`cosignature/v1\ntime ${at}\n${note.text}`);
    if (at !== undefined && isOver(witness.public, message, value.subarray(8))) return Number(at);
  }
  return undefined;
}

export function checkWitnesses(checkpoint, witnesses, quorum = witnesses.length) {
  const times = new Map(witnesses.map((one) => [one.public, cosignedAt(checkpoint, one)]));
  const cosigned = [...times.values()].filter((at) => at !== undefined).sort((one, other) => one - other);
  require(cosigned.length >= quorum, `${cosigned.length} of the ${quorum} witnesses demanded have cosigned`);
  return cosigned;
}

// Proofs (RFC 9162)

// Both verifications in one: from the nodes on the way, the hash of the tree up to `index`
// (without what stands to the right of it) and of the whole tree.
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
  return { before, after };
}

// That a leaf is in the tree of a checkpoint; who has cosigned this, and when.
export function checkIncluded({ leaf, index, path, checkpoint: note }, { keys, witnesses, quorum }) {
  const checkpoint = readCheckpoint(note, keys);
  const { kind, stream, n, head, at, end } = leaf;
  require(Number.isSafeInteger(index) && index >= 0 && index < checkpoint.size, "there is no such leaf");
  const start = sha256("\x00", canonical(["fairdeal/leaf/1", kind, stream, n, head, at, end]));
  const { after } = climb(index, checkpoint.size, start, path.map((hash) => bytes(hash, "a node")));
  require(after.toString("hex") === checkpoint.root, "the path does not lead to the root");
  require(at <= checkpoint.at, "the leaf is newer than the checkpoint");
  return checkWitnesses(checkpoint, witnesses, quorum);
}

// That the log tells the story of the leaf.
export function checkTold(log, { kind, stream, n, head, at, end }) {
  require(stream === sha256(log.header.table).toString("hex"), "the leaf is of another table");
  if (n > log.events.length && !log.end.complete) return; // the log is older
  const event = log.events[n - 1];
  require(event !== undefined && event.head.toString("hex") === head, "the leaf has another head than the log");
  require((kind === "closed") === (event.type === "table.closed.v1"), "the leaf is of another kind than the event");
  const [isRuling, isOfDisputes] = [event.type === "dispute.ruled.v1", log.header.game === undefined];
  require(isRuling === isOfDisputes && isOfDisputes === (kind === "ruled"), "the leaf is of another kind than the log");
  require(event.at <= at, "the leaf is older than its event");
  require(kind !== "called" || event.data.round !== undefined, "the leaf is of a call that fixes no round");
  const isAnnounced = ["opened", "called", "running"].includes(kind);
  if (isAnnounced) require(end - at === term(log.events[0].data), "the leaf names another latest end");
}

const term = ({ clock, seats }) => clock === null ? 30 * DAY : Math.min(30 * DAY, DAY + 1000 * (1000 * clock.turn + seats * clock.bank));

export function checkConsistency(note, { from, to, path, checkpoint }, keys) {
  const [old, new_] = [readCheckpoint(note, keys), readCheckpoint(checkpoint, keys)];
  require(old.origin === new_.origin, "two trees are signed: a fork");
  require(from === old.size && to === new_.size && from <= to, "the proof is of other sizes");
  require(from === to || old.at <= new_.at + 60_000, "the tree has shrunk");
  if (from === to || from === 0) {
    require(path.length === 0 && (from !== to || old.root === new_.root), "two roots of one size are signed: a fork");
    return;
  }
  const nodes = path.map((hash) => bytes(hash, "a node"));
  if (isPowerOfTwo(from)) nodes.unshift(bytes(old.root, "the root"));
  require(nodes.length > 0, "the path is too short");
  let [at, last] = [from - 1, to - 1];
  while (at % 2 === 1) [at, last] = [half(at / 2), half(last / 2)];
  const { before, after } = climb(at, last + 1, nodes[0], nodes.slice(1));
  require(before.toString("hex") === old.root, "the path does not lead to the old root");
  require(after.toString("hex") === new_.root, "the path does not lead to the new root");
}
