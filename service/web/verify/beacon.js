/** The round of a beacon (rule T21): that it is the one that was fixed, and that its chain has signed it. */
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
const AHEAD = 90_000; // milliseconds from the first call to the round, at least

/** @param {Chain} chain @param {number} round @returns {number} when it is due */
export const dueAt = ({ genesis, period }, round) => 1000 * (genesis + (round - 1) * period);

/** What is known of a table's round. */
export class Beacon {
  /** @param {any} opened `data` of event 1 @param {Bls | null} bls */
  constructor({ beacon, tournament }, bls) {
    /** @type {Chain | undefined} */
    this.chain = beacon;
    this.tournament = tournament;
    this.bls = bls;
    this.isCalled = false;
    /** @type {number | null} */
    this.round = null;
    /** @type {string[]} what it brings into every shuffle: one, or none */
    this.randomness = [];
    if (this.chain !== undefined) checkChain(this.chain);
  }

  /** The first call fixes the round, and no other one. @param {Event} event */
  call({ n, at, data: { round } }) {
    const isFirst = !this.isCalled;
    this.isCalled = true;
    const isFixed = round !== undefined;
    const fits = isFixed === (isFirst && this.chain !== undefined);
    require(fits, `event ${n} fixes a round and should not, or the other way round`);
    if (!isFixed || this.chain === undefined) return;
    if (this.tournament) {
      const right = this.tournament.round;
      require(round === right, `round ${round} is not the one of the tournament`, { right, found: round });
    } else {
      const soon = at + AHEAD;
      require(Number.isSafeInteger(round) && round > 0, `round ${round} is none`);
      const isNext = dueAt(this.chain, round) >= soon && (round === 1 || dueAt(this.chain, round - 1) < soon);
      require(isNext, `round ${round} is not the first after 90 seconds`);
    }
    this.round = round;
  }

  /** @param {Event} event @param {boolean} isStarted */
  come({ at, data: { round, signature, randomness } }, isStarted) {
    const { chain } = this;
    require(chain !== undefined && this.randomness.length === 0 && !isStarted, "a beacon comes once, before the start");
    require(round === this.round && at >= dueAt(chain, round), `round ${round} is another one, or not due yet`);
    const given = bytes(signature, "the beacon's signature");
    const right = hex(sha256(given));
    const isIts = given.length === 48 && right === randomness;
    require(isIts, "the randomness is not that of the signature", { right, found: randomness });
    const isSigned = this.bls === null || this.bls(sha256(eightBytes(BigInt(round))), signature, chain.public_key);
    require(isSigned, `round ${round} is not signed by the chain`);
    this.randomness = [randomness];
  }
}

/** @param {Chain} chain */
function checkChain(chain) {
  const isWhole = Object.keys(chain).join() === "chain,genesis,hash,period,public_key";
  require(isWhole, "the beacon has other fields", { n: 1 });
  const isSized = bytes(chain.hash, "a hash").length === 32 && bytes(chain.public_key, "a key").length === 96;
  require(isSized, "the beacon has an odd key", { n: 1 });
  const isTimed = Number.isSafeInteger(chain.genesis) && chain.genesis >= 0 && chain.period > 0;
  require(isTimed, "the beacon has odd times", { n: 1 });
  const isItself = chain.chain !== QUICKNET.chain || canonical(chain) === canonical(QUICKNET);
  require(isItself, "quicknet is another chain", { n: 1 });
}
