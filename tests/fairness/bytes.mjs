// What everything else stands on: hashes, canonical JSON, Ed25519.

import { createHash, createHmac, createPublicKey, verify as isSigned } from "node:crypto";

const HEX = /^([0-9a-f]{2})*$/;
const SPKI = Buffer.from("302a300506032b6570032100", "hex"); // an Ed25519 key as DER

export class Bad extends Error {}

export function require(holds, why) {
  if (!holds) throw new Bad(why);
}

export const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash("sha256")).digest();
export const hmac = (key, message) => createHmac("sha256", key).update(message).digest();

// Canonical JSON (RFC 8785): keys are ASCII, numbers are integers.
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value !== null && typeof value === "object") {
    const keys = Object.keys(value).sort();
    return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(",")}}`;
  }
  require(typeof value !== "number" || Number.isSafeInteger(value), `${value} is no integer`);
  return JSON.stringify(value);
}

export function parsed(text, what) {
  let value;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Bad(`${what} is no JSON: ${error.message}`);
  }
  require(value !== null && typeof value === "object" && !Array.isArray(value), `${what} is no object`);
  require(canonical(value) === text, `${what} is not in canonical form`);
  return value;
}

export function bytes(hex, what) {
  require(typeof hex === "string" && HEX.test(hex), `${what} is no hex`);
  return Buffer.from(hex, "hex");
}

export function holds(public_, message, signature) {
  return isOver(public_, Buffer.from(canonical(message)), bytes(signature, "a signature"));
}

export function isOver(public_, message, signature) {
  const raw = bytes(public_, "a key");
  require(raw.length === 32, "a key has 32 bytes");
  const object = createPublicKey({ key: Buffer.concat([SPKI, raw]), format: "der", type: "spki" });
  return isSigned(null, message, object, signature);
}
