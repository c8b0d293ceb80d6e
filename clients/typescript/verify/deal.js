/** The deal of a table: its secret, every shuffle once more, the seeds of bots. */
import { bytes, canonical, hex, hmac, require } from "./bytes.js";
import { BOT_MAY_CHANGE } from "./seats.js";
import { shuffled } from "./shuffle.js";
import { Start } from "./start.js";
/** @import { Bls } from "./beacon.js" */
/** @import { Event } from "./log.js" */
/** @import { Shuffle, Shuffles } from "./shuffle.js" */

/**
 * What the events say up to some point. Without the table's secret, hands count by secrets of their own where the table opens
 * one after the other; where what a shuffle needs is not open, nothing of the deal is checked from there on.
 */
export class Deal {
  /** @param {Event} first @param {Shuffles} shuffles how the events of its game tell of them @param {Bls | null} bls */
  constructor(first, shuffles, bls) {
    const { data: opened, parts: { table } } = first;
    this.opened = opened;
    this.kinds = shuffles;
    this.secret = table === undefined ? null : bytes(table.secret, "the table's secret");
    this.start = new Start(first, bls);
    const opensHands = opened.reveal === "hand" && opened.tournament === undefined;
    this.isBlind = this.secret === null && !opensHands;
    this.hidesSecret = this.secret === null && opensHands;
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

  /** @returns {string[]} the entropies that go into every shuffle */
  get entropies() {
    return this.start.entropies;
  }

  /** @param {Event} event what it says of bots and moves */
  note(event) {
    const { type, cause, data: { seat, bot } } = event;
    if (BOT_MAY_CHANGE.includes(type)) this.bots.set(seat, bot);
    if (typeof cause === "object" && cause.seat !== null) this.moves.set(cause.seat, (this.moves.get(cause.seat) ?? 0) + 1);
    this.start.follow(event);
  }

  finish() {
    this.start.finish();
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
    const name = canonical([this.opened.group, hand, what, i, this.entropies, ...this.start.randomness]);
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
    const { opened: { group }, hand, start: { entropies, randomness } } = this;
    const name = canonical([group, hand, this.bots.get(cause.seat), cause.seat, moves, entropies, ...randomness]);
    const block = hmac(bytes(/** @type {string} */ (this.secrets.get(hand)), "a secret"), name);
    const right = parseInt(hex(block.subarray(0, 6)), 16);
    require(bot.seed === right, `the seed of the bot in event ${n} does not follow`, { right, found: bot.seed });
    this.seeds += 1;
  }
}
