/** Checkpoints of the tree of heads, which the server signs and witnesses cosign, and what is proven by it (RFC 9162). */
import { bytes, canonical, encoded, hex, isOver, joined, require, sha256 } from "./bytes.js";
import { endedBefore, idOf } from "./keys.js";
/** @import { Key } from "./keys.js" */

const DASH = "\u2014 ";
const [ED25519, COSIGNATURE] = [1, 4]; // kinds of signatures: of a note, and of a witness
const BASE64 = /^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const CONTROL = /[\x00-\x09\x0b-\x1f]/;

/** @typedef {{name: string, id: Uint8Array, value: Uint8Array}} NoteSignature */
/** @typedef {{text: string, signatures: NoteSignature[]}} Note */
/** @typedef {{note: Note, origin: string, size: number, root: string, at: number}} Checkpoint */
/** @typedef {{name: string, public: string}} Witness */

/** @param {string} text @returns {Uint8Array} */
function unpacked(text) {
  require(BASE64.test(text), `${text} is no base64`);
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

/** @param {string} name @param {number} kind @param {Uint8Array} raw @returns {string} */
const keyId = (name, kind, raw) => hex(sha256(`${name}\n`, Uint8Array.of(kind), raw).subarray(0, 4));

/** @param {string} note @returns {Note} */
function readNote(note) {
  require(typeof note === "string", "a checkpoint is a text");
  const end = note.lastIndexOf("\n\n");
  require(end > 0 && note.endsWith("\n") && !CONTROL.test(note), "a checkpoint is a signed note");
  const lines = note.slice(end + 2, -1).split("\n");
  require(lines.length <= 100, "a note has a hundred signatures at most");
  return { text: note.slice(0, end + 1), signatures: lines.map(readSignature) };
}

/** @param {string} line @returns {NoteSignature} */
function readSignature(line) {
  const [, name, rest] = /^\u2014 ([^+\s]+) (\S+)$/u.exec(line) ?? [];
  require(name !== undefined && rest !== undefined && line.startsWith(DASH), `${line} is no signature of a note`);
  const raw = unpacked(rest);
  require(raw.length > 4, `${line} is no signature of a note`);
  return { name, id: raw.subarray(0, 4), value: raw.subarray(4) };
}

/** @param {Note} note @param {string} name @param {number} kind @param {Uint8Array} raw @returns {NoteSignature[]} */
function by(note, name, kind, raw) {
  const id = keyId(name, kind, raw);
  return note.signatures.filter((one) => one.name === name && hex(one.id) === id);
}

/**
 * Checkpoints of the tree of heads: signed notes (c2sp.org/signed-note, tlog-checkpoint), cosigned by witnesses.
 * @param {string} text @param {Key[]} keys @returns {Checkpoint} it, if one of the keys has signed it
 */
export function readCheckpoint(text, keys) {
  const note = readNote(text);
  const [origin = "", size = "", root = "", at = "", rest, ...more] = note.text.split("\n");
  const sound = origin !== "" && /^(0|[1-9][0-9]{0,18})$/.test(size) && /^at (0|[1-9][0-9]{0,15})$/.test(at);
  require(sound && rest === "" && more.length === 0, "the checkpoint has other lines");
  const raw = unpacked(root);
  const told = { note, origin, size: Number(size), root: hex(raw), at: Number(at.slice(3)) };
  require(Number.isSafeInteger(told.size) && raw.length === 32, "the checkpoint is of no tree");
  const signers = keys.filter((key) => isSignedBy(note, origin, key));
  require(signers.length > 0, `the checkpoint of ${size} leaves is not signed with the key`);
  require(!signers.every((key) => endedBefore(key, told.at)), "the key of the checkpoint was destroyed");
  return told;
}

/** @param {Note} note @param {string} origin @param {Key} key @returns {boolean} */
function isSignedBy(note, origin, key) {
  const own = by(note, origin, ED25519, bytes(key.public, "the key"));
  return own.length > 0 && own.every((one) => isOver(key.public, encoded(note.text), one.value));
}

/** @param {string} text the line that a witness publishes (c2sp.org/tlog-cosignature) @returns {Witness} */
export function witnessOf(text) {
  const [, name, id, packed] = /^([^+\s]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/.exec(text.trim()) ?? [];
  require(name !== undefined && packed !== undefined, `${text} is no key of a witness`);
  const raw = unpacked(packed);
  require(raw.length === 33 && raw[0] === COSIGNATURE, `${text} is no key of a witness`);
  require(keyId(name, COSIGNATURE, raw.subarray(1)) === id, `the digits of ${text} are others`);
  return { name, public: hex(raw.subarray(1)) };
}

/** @param {Note} note @param {Witness} witness @returns {number | undefined} the second at which it cosigned */
function cosignedAt(note, witness) {
  for (const { value } of by(note, witness.name, COSIGNATURE, bytes(witness.public, "a key"))) {
    if (value.length !== 72) continue;
    const time = BigInt(`0x${hex(value.subarray(0, 8))}`);
    const message = joined(`cosignature/v1\ntime ${time}\n`, note.text);
    if (isOver(witness.public, message, value.subarray(8))) return Number(time);
  }
  return undefined;
}

/**
 * @param {Checkpoint} checkpoint @param {Witness[]} witnesses @param {number} [quorum] how many are demanded
 * @returns {number[]} when they cosigned it
 */
function checkWitnesses({ note }, witnesses, quorum = witnesses.length) {
  const times = new Map(witnesses.map((one) => [one.public, cosignedAt(note, one)]));
  const cosigned = [...times.values()].flatMap((at) => (at === undefined ? [] : [at])).sort((one, other) => one - other);
  require(cosigned.length >= quorum, `${cosigned.length} of the ${quorum} witnesses demanded have cosigned`);
  return cosigned;
}

/** @typedef {{kind: string, stream: string, n: number, head: string, at: number, end: number | null}} Leaf */
/** @typedef {{leaf: Leaf, index: number, path: string[], checkpoint: string}} Proof */
/** @typedef {{from: number, to: number, path: string[], checkpoint: string}} Consistency */

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

/**
 * Whether the server has published that it lost what it signed for, and its tree began anew under the name of the next key.
 * @param {{origin: string, size: number}} old @param {{origin: string}} newer @param {Key[]} keys
 */
export function isPublishedLoss(old, newer, keys) {
  if (old.origin === newer.origin) return false;
  return keys.some((key) => key.loss !== null && newer.origin === `fairdeal/${idOf(key)}` && old.size <= key.loss.size);
}
