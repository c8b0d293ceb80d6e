/** The beacon of a table (rule T21): its chain, when a round is due, and what a round brings. */
import { bytes, canonical, eightBytes, hex, require, sha256 } from "./bytes.js";
/** @import { Event } from "./log.js" */

/** @typedef {{chain: string, hash: string, public_key: string, genesis: number, period: number}} Chain */
/** @typedef {(message: Uint8Array, signature: string, key: string) => boolean} Bls whether a chain has signed; not all have it */

/** drand's quicknet, as it is published: no other chain may have its name. */
const QUICKNET = {
  chain: "quicknet", hash: "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971",
  public_key: "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921" +
    "cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a",
  genesis: 1_692_803_367, period: 3,
};
/** @param {Chain} chain @param {number} round @returns {number} when it is due */
export const dueAt = ({ genesis, period }, round) => 1000 * (genesis + (round - 1) * period);

/** @param {Chain} chain @param {number} time @returns {number} the first round that is due then or later */
export const firstDue = ({ genesis, period }, time) => Math.max(1, Math.ceil((time - 1000 * genesis) / (1000 * period)) + 1);

/** What a round brings, once it is there. */
export class Beacon {
  /** @param {Chain | undefined} chain none: nobody waits for one @param {Bls | null} bls */
  constructor(chain, bls) {
    this.chain = chain;
    this.bls = bls;
    /** @type {string[]} what it brings into every shuffle: one, or none */
    this.randomness = [];
    if (chain !== undefined) checkChain(chain);
  }

  /** @param {Event} event @param {number | undefined} awaited the round that was fixed */
  come({ at, data: { round, signature, randomness } }, awaited) {
    const { chain } = this;
    require(chain !== undefined && awaited !== undefined && this.randomness.length === 0, "no beacon is awaited");
    require(round === awaited && at >= dueAt(chain, round), `round ${round} is another one, or not due yet`);
    const given = bytes(signature, "the beacon's signature");
    const right = hex(sha256(given));
    const isIts = given.length === 48 && right === randomness;
    require(isIts, "the randomness is not that of the signature", { right, found: randomness });
    const isSigned = this.bls === null || this.bls(sha256(eightBytes(BigInt(round))), signature, chain.public_key);
    require(isSigned, `round ${round} is not signed by the chain`);
    this.randomness = [randomness];
  }
}

const CHAIN = /^[0-9a-z._-]{1,64}$/;

/** @param {Chain} chain */
function checkChain(chain) {
  const isWhole = Object.keys(chain).join() === "chain,genesis,hash,period,public_key";
  require(isWhole, "the beacon has other fields", { n: 1 });
  const isNamed = typeof chain.chain === "string" && CHAIN.test(chain.chain);
  require(isNamed, "the beacon has an odd name", { n: 1 });
  const isSized = bytes(chain.hash, "a hash").length === 32 && bytes(chain.public_key, "a key").length === 96;
  require(isSized, "the beacon has an odd key", { n: 1 });
  const isTimed = Number.isSafeInteger(chain.genesis) && chain.genesis >= 0 && chain.genesis < 2 ** 40 &&
    Number.isSafeInteger(chain.period) && chain.period > 0 && chain.period <= 86_400;
  require(isTimed, "the beacon has odd times", { n: 1 });
  const isItself = chain.chain !== QUICKNET.chain || canonical(chain) === canonical(QUICKNET);
  require(isItself, "quicknet is another chain", { n: 1 });
}
