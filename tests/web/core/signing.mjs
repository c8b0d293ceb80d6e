/** A server that signs: keys, checkpoints of a tree, receipts. */
import { createHash, createPrivateKey, createPublicKey, sign } from "node:crypto";
import { canonical } from "../../../clients/typescript/verify/bytes.js";

const PKCS8 = Buffer.from("302e020100300506032b657004220420", "hex");
const digest = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash("sha256")).digest();
const node = (left, right) => digest("\x01", left, right);

/** Return the key that is made from a number, and what it signs. */
export function signer(number) {
  const key = createPrivateKey({ key: Buffer.concat([PKCS8, Buffer.alloc(32, number)]), format: "der", type: "pkcs8" });
  const raw = createPublicKey(key).export({ format: "der", type: "spki" }).subarray(-32);
  const signed = (message) => sign(null, Buffer.from(message), key);
  return { public: raw.toString("hex"), raw, id: digest(raw).toString("hex").slice(0, 16), signed,
    over: (value) => signed(canonical(value)).toString("hex") };
}

/** Return what /v1/keys answers: of keys, the oldest first, each of which signs for the next one, and perhaps for a loss. */
export function keysOf(...signers) {
  const rows = signers.map((one, at) => {
    const { [at - 1]: before, [at + 1]: after } = signers;
    const change = one.loss ? ["fairdeal/loss/1", before.public, one.public, at, one.loss.after, one.loss.size,
      one.loss.root, one.loss.kept] : ["fairdeal/key-change/1", before?.public, one.public, at];
    return { key: one.id, algorithm: "Ed25519", public: one.public, from: at, until: after ? at + 1 : null,
      signature: before ? before.over(change) : null, ...(one.loss ? { loss: one.loss } : {}) };
  });
  return { keys: rows.reverse() };
}

/** Return the root of some leaves, whose hashes are those of their texts. */
export function rootOf(leaves) {
  if (leaves.length === 1) return digest("\x00", leaves[0]);
  const first = 2 ** Math.floor(Math.log2(leaves.length - 1));
  return node(rootOf(leaves.slice(0, first)), rootOf(leaves.slice(first)));
}

/** Return the path that proves that some leaves begin with the first of them (RFC 9162, 2.1.4.1). */
export function consistency(old, leaves, isWhole = true) {
  if (old === leaves.length) return isWhole ? [] : [rootOf(leaves)];
  const first = 2 ** Math.floor(Math.log2(leaves.length - 1));
  if (old <= first) return [...consistency(old, leaves.slice(0, first), isWhole), rootOf(leaves.slice(first))];
  return [...consistency(old - first, leaves.slice(first), false), rootOf(leaves.slice(0, first))];
}

/** Return the note in which a key signs for some leaves. */
export function checkpoint(own, leaves, at = 1, origin = `fairdeal/${own.id}`) {
  const text = `${origin}\n${leaves.length}\n${rootOf(leaves).toString("base64")}\nat ${at}\n`;
  const id = digest(`${origin}\n`, Buffer.of(1), own.raw).subarray(0, 4);
  return `${text}\n\u2014 ${origin} ${Buffer.concat([id, own.signed(text)]).toString("base64")}\n`;
}

/** Return what /v1/tree/consistency answers. */
export function grown(own, old, leaves, at = 2) {
  const path = old === 0 ? [] : consistency(old, leaves).map((hash) => hash.toString("hex"));
  return { from: old, to: leaves.length, path, checkpoint: checkpoint(own, leaves, at) };
}
