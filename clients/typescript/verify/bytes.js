/**
 * What all of the verifier stands on: hashes, canonical JSON, Ed25519. It runs in browsers and in Node, over plain http
 * too, where browsers have no WebCrypto; and one log has thousands of small hashes, each of which WebCrypto answers some
 * time later.
 */
import { hashes, Point } from "../noble/ed25519.js";
import { hmac as keyedHash } from "../noble/hmac.js";
import { sha256 as digest, sha512 } from "../noble/sha2.js";

hashes.sha512 = sha512; // the curve's package brings none

const LONE = /\p{Surrogate}/u; // halves of a character: UTF-8 has no form for them
const ASCII = /^[\x00-\x7f]*$/;
const HEX = /^([0-9a-f]{2})*$/;
const DIGITS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));
const encoder = new TextEncoder();
const ORDER = Point.CURVE().n;

/** @typedef {{n?: number, right?: unknown, found?: unknown}} Where the event, what would be right, what stands there instead */

/** What makes a log bad. */
export class Bad extends Error {
  /** @param {string} why @param {Where} [where] */
  constructor(why, where = {}) {
    super(why);
    this.where = where;
  }
}

/** What contradicts a log, and is excused by a loss that the server has published. */
export class Excused extends Bad {}

/** @param {unknown} holds @param {string} why it is bad if that does not hold @param {Where} [where] @returns {asserts holds} */
export function require(holds, why, where) {
  if (!holds) throw new Bad(why, where);
}

/**
 * @template T @param {number} n @param {() => T} check
 * @returns {T} what a check of an event returns; what it finds is said to be found there. A file may hold anything, so what is
 * missing where all honest logs have it is found too.
 */
export function at(n, check) {
  try {
    return check();
  } catch (error) {
    throw found(error, n);
  }
}

/** @param {unknown} error @param {number} [n] the event at which it was found @returns {Bad} it, if it is in the log */
export function found(error, n) {
  const isOfLog = error instanceof Bad || error instanceof TypeError || error instanceof RangeError;
  if (!isOfLog) throw error;
  const bad = error instanceof Bad ? error : new Bad(`it is not of the form that logs have: ${error.message}`);
  if (n !== undefined) bad.where = { n, ...bad.where };
  return bad;
}

/** @param {string | Uint8Array} part @returns {Uint8Array} */
export const encoded = (part) => (typeof part === "string" ? encoder.encode(part) : part);

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }); // a mark before the first line belongs to it

/** @param {Uint8Array | ArrayBuffer} data @returns {string} the text of a file, byte by byte as it stands there */
export function decoded(data) {
  try {
    return decoder.decode(data);
  } catch {
    throw new Bad("the file holds bytes that are no text in UTF-8");
  }
}

/** @param {...(string | Uint8Array)} parts @returns {Uint8Array} */
export function joined(...parts) {
  const all = parts.map(encoded);
  const whole = new Uint8Array(all.reduce((length, one) => length + one.length, 0));
  let place = 0;
  for (const one of all) {
    whole.set(one, place);
    place += one.length;
  }
  return whole;
}

/** @param {...(string | Uint8Array)} parts @returns {Uint8Array} */
export const sha256 = (...parts) => digest(joined(...parts));
/** @param {Uint8Array} key @param {string | Uint8Array} message @returns {Uint8Array} */
export const hmac = (key, message) => keyedHash(digest, key, encoded(message));
/** @param {Uint8Array} data @returns {string} */
export const hex = (data) => {
  let text = "";
  for (const byte of data) text += DIGITS[byte];
  return text;
};

/** @param {bigint} number @returns {Uint8Array} it as 8 bytes, the highest first */
export function eightBytes(number) {
  const whole = new Uint8Array(8);
  new DataView(whole.buffer).setBigUint64(0, number);
  return whole;
}

/** @param {string} text @param {string} what @returns {Uint8Array} */
export function bytes(text, what) {
  require(typeof text === "string" && HEX.test(text), `${what} is no hex`);
  const data = new Uint8Array(text.length / 2);
  for (let place = 0; place < data.length; place++) data[place] = parseInt(text.slice(2 * place, 2 * place + 2), 16);
  return data;
}

/** @param {any} value @returns {string} its one form (RFC 8785): keys are ASCII, numbers are integers */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value !== null && typeof value === "object") {
    const keys = Object.keys(value).sort();
    return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(",")}}`;
  }
  require(typeof value !== "number" || Number.isSafeInteger(value), `${value} is no integer`);
  return JSON.stringify(value);
}

/** @param {string} player @param {string} entropy @returns {string} the player's commitment to it, which nobody else's is */
export const commitmentOf = (player, entropy) => hex(sha256(canonical(["fairdeal/entropy/1", player, entropy])));

/** @param {any} value in which all names must be ASCII, and all texts Unicode */
function checkTexts(value) {
  require(typeof value !== "string" || !LONE.test(value), "a text is no Unicode");
  if (value === null || typeof value !== "object") return;
  for (const [key, inner] of Object.entries(value)) {
    require(ASCII.test(key), "a name has other than plain letters");
    checkTexts(inner);
  }
}

/** @param {string} text @param {string} what @returns {any} the object that it is in canonical form */
export function parsed(text, what) {
  let value;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Bad(`${what} is no JSON: ${/** @type {Error} */ (error).message}`);
  }
  require(value !== null && typeof value === "object" && !Array.isArray(value), `${what} is no object`);
  require(canonical(value) === text, `${what} is not in canonical form`);
  if (!ASCII.test(text) || text.includes("\\ud")) checkTexts(value); // few logs have such texts, and it takes a while
  return value;
}

/** @param {string} key @param {unknown} message @param {string} signature @returns {boolean} */
export const holds = (key, message, signature) => isOver(key, encoded(canonical(message)), bytes(signature, "a signature"));

/** @param {Uint8Array} data @returns {bigint} it as a number, the lowest byte first */
const number = (data) => BigInt(`0x${hex(Uint8Array.from(data).reverse())}`);

/**
 * Whether a key has signed a message, by the one variant of Ed25519 of docs/reference/proofs.md: canonical forms, no points of
 * small order, and the equation without cofactor, which is why the package's own `verify` will not do.
 * @param {string} public_ @param {Uint8Array} message @param {Uint8Array} signature @returns {boolean}
 */
export function isOver(public_, message, signature) {
  const raw = bytes(public_, "a key");
  require(raw.length === 32, "a key has 32 bytes");
  if (signature.length !== 64) return false;
  const [r, s] = [signature.subarray(0, 32), number(signature.subarray(32))];
  const owner = pointOf(raw);
  if (s >= ORDER || owner === null || owner.isSmallOrder()) return false;
  const challenge = number(sha512(joined(r, raw, message))) % ORDER;
  const sum = Point.BASE.multiply(s, false).subtract(owner.multiply(challenge, false));
  return !sum.isSmallOrder() && hex(sum.toBytes()) === hex(r);
}

/** @param {Uint8Array} raw @returns {Point | null} null: no point has this form */
function pointOf(raw) {
  try {
    return Point.fromBytes(raw);
  } catch {
    return null;
  }
}
