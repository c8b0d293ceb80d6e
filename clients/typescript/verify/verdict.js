/**
 * The verdict over one log: chain, seals, signatures, shuffles, seeds, receipts, the tree of heads and its witnesses, as
 * docs/reference/ alone says. It knows all of the bytes and none of the rules: whether an action was allowed says `fairdeal
 * verify`.
 */
import { dueAt } from "./beacon.js";
import { at, Excused, found } from "./bytes.js";
import { Commands } from "./commands.js";
import { Deal } from "./deal.js";
import { Form } from "./form.js";
import boojum from "./games/boojum.js";
import boon from "./games/boon.js";
import boosh from "./games/boosh.js";
import bum from "./games/bum.js";
import goblinMarket from "./games/goblin_market.js";
import { checkEnd, checkLost, checkReceipt } from "./keys.js";
import { checkKept, checkTold } from "./leaves.js";
import { isOfTable, isOfTournament, readLog } from "./log.js";
import { Invitations, Pace, Signatures } from "./seats.js";
import { shufflesOf } from "./shuffle.js";
import { TournamentStart } from "./tournament.js";
import { checkIncluded } from "./tree.js";
/** @import { Bls } from "./beacon.js" */
/** @import { Key } from "./keys.js" */
/** @import { Event, Log, Receipt } from "./log.js" */
/** @import { Shuffles } from "./shuffle.js" */
/** @import { Proof, Witness } from "./tree.js" */

const HALF = 0.5; // of the work is done when the log is read

/**
 * @typedef {object} Trust what a log is held to
 * @property {Key[] | undefined} [keys] none: nobody knows who wrote the log
 * @property {Receipt[]} [receipts] @property {Proof | undefined} [proof]
 * @property {Witness[]} [witnesses] @property {number | undefined} [quorum]
 * @property {Bls | null} [bls] what checks the signature of a beacon
 * @property {Shuffles} [shuffles] of games that are not ours
 */
/**
 * @typedef {object} Good what was found
 * @property {"good" | "excused"} verdict `excused`: the server signed what contradicts it, and has published that it may be lost
 * @property {Log} log @property {Fault[]} excused what contradicts it
 * @property {boolean} knowsDeal whether it is known how the events of the game tell of a deal
 * @property {number} shuffles dealt again @property {number} seeds of bots @property {number} opened parts that fit their seals
 * @property {number} unopened parts that are not open @property {string[]} sealed what of the deal could not be checked
 * @property {number | undefined} blind from which event on
 * @property {string[]} entropies that went into the shuffles @property {number[]} held the events of receipts that agree
 * @property {number} signed actions @property {number} unseen actions whose signature is not open
 * @property {number} covered up to which event the tree covers it @property {number | undefined} size leaves of that tree
 * @property {number | undefined} time of its checkpoint
 * @property {number[]} cosigned when witnesses did @property {boolean} credited whether all else was settled before the beacon
 */
/** @typedef {{why: string, n: number | undefined, right: unknown, found: unknown}} Fault `n`: the event */
/** @typedef {{verdict: "bad", faults: [Fault, ...Fault[]]}} Wrong the first fault that each check found */

/**
 * @param {string} text the log file @param {Trust} trust
 * @returns {Generator<number, Good | Wrong>} on the way, which part of it is done
 */
export function* judge(text, trust) {
  /** @type {Log} */
  let log;
  try {
    log = yield* readLog(text);
  } catch (error) {
    return { verdict: "bad", faults: [faultOf(error)] };
  }
  return yield* judged(log, trust);
}

/** @param {unknown} error @returns {Fault} */
function faultOf(error) {
  const { message, where: { n, right, found: stands } } = found(error);
  return { why: message, n, right, found: stands };
}

/** @template T @param {Generator<unknown, T>} steps @returns {T} what they come to, in one go */
export function atOnce(steps) {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** @param {Log} log @param {Trust} trust @returns {Generator<number, Good | Wrong>} */
function* judged(log, { keys, receipts = [], proof, witnesses = [], quorum, bls = null, shuffles = {} }) {
  /** @type {Fault[]} */
  const faults = [];
  /** @type {Fault[]} */
  let excused = [];
  /** @template T @param {() => T} check @returns {T | undefined} */
  const noted = (check) => {
    try {
      return check();
    } catch (error) {
      (error instanceof Excused ? excused : faults).push(faultOf(error));
      return undefined;
    }
  };
  noted(() => keys && checkEnd(log.end, keys));
  yield HALF;
  const held = [];
  for (const receipt of receipts) {
    if (noted(() => checkReceipt(receipt, log, keys ?? []))) held.push(receipt.n);
    yield HALF;
  }
  const included = noted(() => proof && checkIncluded(proof, { keys: keys ?? [], witnesses, quorum }));
  yield HALF;
  const kept = included && proof ? noted(() => checkKept(proof, keys ?? [])) ?? Infinity : 0;
  const isKept = ({ n = 0 }) => n <= kept;
  faults.push(...excused.filter(isKept));
  excused = excused.filter((one) => !isKept(one));
  const covered = noted(() => proof && checkTold(log, proof.leaf, included && kept === 0 ? keys ?? [] : [])) ?? 0;
  const table = isOfTable(log.header) ? yield* tableOf(log, { ...GAMES, ...shuffles }, { bls, keys }, noted) : NOTHING;
  if (isOfTournament(log.header)) checkStart(log, noted);
  const [first, ...more] = faults;
  if (first !== undefined) return { verdict: "bad", faults: [first, ...more] };
  const { cosigned = [], checkpoint } = included ?? {};
  const tree = { covered, cosigned, size: checkpoint?.size, time: checkpoint?.at };
  const credited = isOfTable(log.header) && isCredited(log.events, proof, cosigned, quorum);
  const verdict = excused.length === 0 ? "good" : "excused";
  return { verdict, excused, log, held, ...partsOf(log.events), ...tree, ...table, credited };
}

/** @param {Log} log of a tournament @param {(check: () => boolean) => boolean | undefined} noted */
function checkStart(log, noted) {
  const start = new TournamentStart();
  log.events.every((event) => noted(() => at(event.n, () => start.follow(event))));
}

/** What is found of a log that deals nothing. */
const NOTHING = { knowsDeal: true, shuffles: 0, seeds: 0, sealed: [], blind: undefined, entropies: [], signed: 0, unseen: 0 };

/** @param {Event[]} events */
function partsOf(events) {
  const opened = events.reduce((sum, { parts }) => sum + Object.keys(parts).length, 0);
  const all = events.reduce((sum, { seals }) => sum + Object.keys(seals).length, 0);
  return { opened, unopened: all - opened };
}

/** @typedef {Pick<Good, keyof typeof NOTHING>} Dealt what is found of a deal */
/** @typedef {{bls: Bls | null, keys?: Key[] | undefined}} Held what else the events of a table are held to */

/**
 * @param {Log} log @param {Shuffles} kinds @param {Held} held @param {(check: () => boolean) => boolean | undefined} noted
 * @returns {Generator<number, Dealt>} where it is bad, up to there
 */
function* tableOf(log, kinds, held, noted) {
  const table = new Followed(log, kinds, held);
  for (const event of log.events) {
    if (!noted(() => at(event.n, () => table.follow(event)))) return table.dealt;
    yield HALF + (1 - HALF) * (event.n / log.events.length);
  }
  noted(() => table.finish());
  return table.dealt;
}

/**
 * Whether as many witnesses as demanded have cosigned the closing of the entropies before the round was due.
 * @param {Event[]} events @param {Proof | undefined} proof @param {number[]} cosigned @param {number} [quorum]
 */
function isCredited(events, proof, cosigned, quorum = cosigned.length) {
  const settled = events.find(({ type, data }) => type === "table.entropy_closed.v1" && data.round !== undefined);
  const when = cosigned[Math.max(1, quorum) - 1];
  if (proof === undefined || settled === undefined || when === undefined) return false;
  return proof.leaf.n >= settled.n && 1000 * when < dueAt(events[0]?.data.beacon, settled.data.round);
}

/**
 * @typedef {object} Begun what the first event begins
 * @property {Form} form @property {Commands} commands @property {Deal} deal @property {Signatures} signatures
 * @property {(Invitations | Pace)[]} others
 */

/** The events of a table, one after the other: their form, commands, signatures, invitations, the pace, the deal. */
class Followed {
  /** @param {Log} log @param {Shuffles} kinds @param {Held} held */
  constructor(log, kinds, { bls, keys = [] }) {
    this.log = log;
    this.kinds = kinds;
    this.bls = bls;
    this.keys = keys;
    /** Whether it is known how the events of the game tell of a deal. */
    this.knowsDeal = Object.keys(kinds).some((type) => type.startsWith(`${log.header.game}.`));
    /** @type {Begun | null} */
    this.begun = null;
  }

  /** @param {Event} event @returns {true} */
  follow(event) {
    const isFirst = this.begun === null;
    const { form, commands, deal, signatures, others } = (this.begun ??= this.begin(event));
    form.follow(event);
    commands.follow(event);
    signatures.follow(event);
    if (!isFirst) for (const one of others) one.follow(event);
    deal.follow(event);
    if (event.type === "table.closed.v1" && event.data.receipt !== undefined) checkLost(event, this.log, this.keys);
    return true;
  }

  /** @returns {true} */
  finish() {
    this.begun?.commands.finish(this.log.events.length);
    this.begun?.deal.finish();
    return true;
  }

  /** @param {Event} first @returns {Begun} */
  begin(first) {
    const form = new Form(this.log, (type) => Object.hasOwn(this.kinds, type));
    form.follow(first); // before anything is read of it
    const isDeal = (/** @type {string} */ type) => Object.hasOwn(this.kinds, type) && this.kinds[type]?.what === "deal";
    const deal = new Deal(first, this.kinds, this.bls);
    deal.isBlind ||= !this.knowsDeal;
    const signatures = new Signatures(this.log, isDeal), others = [new Invitations(first), new Pace(first)];
    return { form, commands: new Commands(first, form.isOurs), deal, signatures, others };
  }

  /** @returns {Dealt} */
  get dealt() {
    const { shuffles = 0, seeds = 0, sealed = [], unopened: blind, entropies = [] } = this.begun?.deal ?? {};
    const { signed = 0, unseen = 0 } = this.begun?.signatures ?? {};
    return { knowsDeal: this.knowsDeal, shuffles, seeds, sealed, blind, entropies, signed, unseen };
  }
}

/** Our games: how the events of each tell of a deal. A game without a file here is dealt again by `fairdeal verify` alone. */
const GAMES = shufflesOf([boojum, boon, boosh, bum, goblinMarket]);
