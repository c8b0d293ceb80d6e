/** The events of a table, one after the other: seats and their signatures, invitations, the pace, the deal. */
import { Deal } from "./deal.js";
import { Invitations, Pace, Signatures } from "./seats.js";
/** @import { Bls } from "./beacon.js" */
/** @import { Event, Log } from "./log.js" */
/** @import { Shuffles } from "./shuffle.js" */
/** @import { Dealt } from "./verdict.js" */

export class Followed {
  /** @param {Log} log @param {Shuffles} kinds @param {Bls | null} bls */
  constructor(log, kinds, bls) {
    this.log = log;
    this.kinds = kinds;
    this.bls = bls;
    /** Whether it is known how the events of the game tell of a deal. */
    this.knowsDeal = Object.keys(kinds).some((type) => type.startsWith(`${log.header.game}.`));
    /** @type {{deal: Deal, signatures: Signatures, others: (Invitations | Pace)[]} | null} what the first event begins */
    this.begun = null;
  }

  /** @param {Event} event @returns {true} */
  follow(event) {
    const isFirst = this.begun === null;
    const { deal, signatures, others } = (this.begun ??= this.begin(event));
    signatures.follow(event);
    if (!isFirst) for (const one of others) one.follow(event);
    deal.follow(event);
    return true;
  }

  /** @param {Event} first */
  begin(first) {
    const isDeal = (/** @type {string} */ type) => Object.hasOwn(this.kinds, type) && this.kinds[type]?.what === "deal";
    const deal = new Deal(first, this.kinds, this.bls);
    deal.isBlind ||= !this.knowsDeal;
    return { deal, signatures: new Signatures(this.log, isDeal), others: [new Invitations(first), new Pace(first)] };
  }

  /** @returns {Dealt} */
  get dealt() {
    const { shuffles = 0, seeds = 0, sealed = [], unopened: blind, entropies = [] } = this.begun?.deal ?? {};
    const { signed = 0, unseen = 0 } = this.begun?.signatures ?? {};
    return { knowsDeal: this.knowsDeal, shuffles, seeds, sealed, blind, entropies, signed, unseen };
  }
}
