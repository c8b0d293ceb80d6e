/**
 * The deal of a table: its secret, the entropies, the round of a beacon (rule T21), every shuffle once more, the seeds of
 * bots.
 */
import { bytes, canonical, commitmentOf, eightBytes, hex, hmac, require, sha256 } from "./bytes.js";
import { BOT_MAY_CHANGE, FREED, SAT } from "./seats.js";
import { shuffled } from "./shuffle.js";
/** @import { Event } from "./log.js" */
/** @import { Shuffle, Shuffles } from "./shuffle.js" */

/**
 * What the events say up to some point. Without the table's secret, hands count by secrets of their own where the table opens
 * one after the other; where what a shuffle needs is not open, nothing of the deal is checked from there on.
 */
export class Deal {
  /** @param {Event} first @param {Shuffles} shuffles how the events of its game tell of them @param {Bls | null} bls */
  constructor({ data: opened, parts: { table } }, shuffles, bls) {
    this.opened = opened;
    this.kinds = shuffles;
    this.secret = table === undefined ? null : bytes(table.secret, "the table's secret");
    this.beacon = new Beacon(opened, bls);
    const opensHands = opened.reveal === "hand" && opened.tournament === undefined;
    this.isBlind = this.secret === null && !opensHands;
    this.hidesSecret = this.secret === null && opensHands;
    this.isStarted = false;
    /** @type {(string | null)[]} what each seat has promised: the commitment to an entropy */
    this.promised = [];
    /** @type {string[]} the player who has promised it */
    this.committers = [];
    /** @type {Map<number, string>} */
    this.revealed = new Map();
    /** @type {string[]} those that go into every shuffle */
    this.entropies = [];
    this.hand = 0;
    /** @type {Map<number, string>} of each hand, once known */
    this.secrets = new Map();
    /** @type {Map<string, number>} how many shuffles of a hand had a word */
    this.named = new Map();
    /** @type {Map<number, string | null>} */
    this.bots = new Map();
    /** @type {Map<number, number>} actions of each seat in this hand */
    this.moves = new Map();
    /** @type {number | undefined} */
    this.unopened = undefined;
    this.shuffles = 0;
    this.seeds = 0;
  }

  /** @returns {string[]} what could not be checked */
  get sealed() {
    return [...(this.isBlind ? ["deal"] : []), ...(this.hidesSecret ? ["secret"] : [])];
  }

  /** @param {Event} event */
  follow(event) {
    this.note(event);
    const kind = Object.hasOwn(this.kinds, event.type) ? this.kinds[event.type] : undefined;
    const given = event.parts.hand?.hand_secret;
    const isShuffle = kind !== undefined;
    require(isShuffle || given === undefined, `event ${event.n} is made by no shuffle, and claims so`);
    require(!isShuffle || "hand" in event.seals, `event ${event.n} is made by a shuffle, and hides nothing`);
    this.isBlind ||= isShuffle && event.parts.hand === undefined;
    if (this.isBlind) {
      this.unopened ??= event.n;
      return;
    }
    this.checkSeed(event);
    if (isShuffle) this.dealAgain(kind, event, given);
  }

  /** @param {Event} event what it says of seats, bots, entropies */
  note(event) {
    const { type, cause, data: { seat, bot, commitment, player } } = event;
    if (BOT_MAY_CHANGE.includes(type)) this.bots.set(seat, bot);
    if (typeof cause === "object" && cause.seat !== null) this.moves.set(cause.seat, (this.moves.get(cause.seat) ?? 0) + 1);
    if (type === "table.readied.v1") this.ready(event);
    if (type === "table.beacon_came.v1") this.beacon.come(event, this.isStarted);
    const mayPromise = this.revealed.size === 0 && this.beacon.round === null;
    if ([SAT, ...FREED].includes(type) && mayPromise) [this.promised[seat], this.committers[seat]] = [commitment ?? null, player];
    if (type === "table.started.v1") this.start(event);
  }

  /** @param {Event} event a call for the start */
  ready(event) {
    const { seat, entropy } = event.data;
    if (entropy !== null) {
      const [right, found] = [this.promised[seat], commitmentOf(/** @type {string} */ (this.committers[seat]), entropy)];
      require(found === right, `seat ${seat} had promised another entropy`, { right, found });
      this.revealed.set(seat, entropy);
    }
    this.beacon.call(event);
  }

  /** @param {Event} event */
  start({ data: { entropies, withheld } }) {
    const { tournament, seats, beacon } = this.opened;
    const all = Array.from({ length: seats }, (_, seat) => seat);
    const silent = all.filter((seat) => this.promised[seat] && !this.revealed.has(seat));
    const isSilent = canonical(silent) === canonical(withheld);
    require(isSilent, "other seats have withheld their entropy", { right: silent, found: withheld });
    const right = tournament ? [tournament.entropy] : all.map((seat) => this.revealed.get(seat) ?? "");
    const what = "the entropies are not those that were revealed, or that the tournament brought";
    require(canonical(entropies) === canonical(right), what, { right, found: entropies });
    this.entropies = entropies;
    this.isStarted = true;
    const isThere = this.beacon.randomness.length === 1;
    require((beacon !== undefined) === isThere, "the beacon is missing, or was not asked for");
  }

  /** @param {Shuffle} kind @param {Event} event @param {string} given the secret of its hand */
  dealAgain({ hand: handOf, what, cards, check }, event, given) {
    const hand = handOf(this, event);
    const right = this.secret === null ? this.secrets.get(hand) ?? given : hex(hmac(this.secret, canonical(["hand", hand])));
    require(right === given, `the hand secret of event ${event.n} does not follow`, { right, found: given });
    this.secrets.set(hand, given);
    const word = `${hand} ${what}`;
    const i = (this.named.get(word) ?? 0) + 1;
    this.named.set(word, i);
    const name = canonical([this.opened.group, hand, what, i, this.entropies, ...this.beacon.randomness]);
    check(shuffled(cards(this, event), hmac(bytes(given, "a secret"), name)), event, this);
    this.shuffles += 1;
    if (what !== "deal") return;
    this.hand = hand;
    this.moves.clear();
  }

  /** What a bot draws follows from the secret of the hand (rule T20). @param {Event} event */
  checkSeed({ n, cause, parts }) {
    const bot = parts.hand?.bot;
    if (bot === undefined) return;
    const moves = Number(this.moves.get(cause.seat)) - 1;
    const { opened: { group }, hand, entropies, beacon: { randomness } } = this;
    const name = canonical([group, hand, this.bots.get(cause.seat), cause.seat, moves, entropies, ...randomness]);
    const block = hmac(bytes(/** @type {string} */ (this.secrets.get(hand)), "a secret"), name);
    const right = parseInt(hex(block.subarray(0, 6)), 16);
    require(bot.seed === right, `the seed of the bot in event ${n} does not follow`, { right, found: bot.seed });
    this.seeds += 1;
  }
}

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
class Beacon {
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
