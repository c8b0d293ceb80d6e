/**
 * The start of a table (rules T4, T5, T9b, T21): the call, which closes the commitments; the entropies that are revealed behind
 * it; their closing, which fixes the round of a beacon; and play, or that it was given up.
 */
import { Beacon, dueAt, firstDue } from "./beacon.js";
import { canonical, commitmentOf, hex, require } from "./bytes.js";
/** @import { Bls } from "./beacon.js" */
/** @import { Event } from "./log.js" */

const CALLED = "table.start_called.v1", REVEALED = "table.entropy_revealed.v1", SETTLED = "table.entropy_closed.v1";
const CAME = "table.beacon_came.v1", BEGUN = "table.started.v1";
const REVEAL_TIME = 10_000; // milliseconds from the call
const AHEAD = 6_000; // milliseconds from the closing of the entropies to the round, at least
const PATIENCE = 600_000; // milliseconds from a round to the end of a table for which it has not come
const PEOPLE = 2; // players at the call, without whom no round is awaited
const ENTROPY = /^[0-9a-f]{32}$/;

/** What of a table's deal its players and the beacon bring. */
export class Start {
  /** @param {Event} first @param {Bls | null} bls */
  constructor({ data: opened }, bls) {
    this.opened = opened;
    this.beacon = new Beacon(opened.beacon, bls);
    /** @type {(string | null)[]} the player in each seat */
    this.players = Array.from({ length: opened.seats }, () => null);
    /** @type {(string | null)[]} what each seat has promised: the commitment to an entropy */
    this.promised = Array.from({ length: opened.seats }, () => null);
    /** @type {Event | undefined} */
    this.closing = undefined;
    /** Players who held a seat at the call. */
    this.people = 0;
    /** @type {Map<number, string>} */
    this.revealed = new Map();
    /** @type {Set<number>} seats whose players left, and had revealed nothing */
    this.given = new Set();
    /** @type {Event | undefined} */
    this.settled = undefined;
    /** @type {string | null | undefined} the event that comes next in this command; null: none does; undefined: any may */
    this.next = undefined;
    this.isBegun = false;
  }

  /** @returns {string[]} the entropies that go into every shuffle */
  get entropies() {
    return this.settled?.data.entropies ?? [];
  }

  /** @returns {string[]} */
  get randomness() {
    return this.beacon.randomness;
  }

  /** @returns {number[]} seats whose entropy may be revealed */
  get awaited() {
    return this.settled === undefined ? this.silent.filter((seat) => !this.given.has(seat)) : [];
  }

  /** @returns {number[]} seats whose entropy was promised, and not revealed */
  get silent() {
    return this.promised.flatMap((promise, seat) => (promise === null || this.revealed.has(seat) ? [] : [seat]));
  }

  /** @param {Event} event */
  follow(event) {
    const { n, type, cause } = event;
    const isWithin = typeof cause === "number";
    const fits = this.next === undefined || (this.next === null ? !isWithin : isWithin && type === this.next);
    require(fits, `event ${n} is not what follows in the start of a table`, { right: this.next, found: type });
    if (this.isBegun) return;
    this.next = this.isCalled ? null : undefined;
    this.note(event);
  }

  finish() {
    require(typeof this.next !== "string", "the start of the table is not whole", { right: this.next });
  }

  get isCalled() {
    return this.closing !== undefined || this.settled !== undefined;
  }

  /** @param {Event} event before play */
  note(event) {
    const { type, data: { seat, player, commitment } } = event;
    if (type === "table.seat_taken.v1") [this.players[seat], this.promised[seat]] = [player, commitment];
    else if (type === "table.seat_left.v1") [this.players[seat], this.promised[seat]] = [null, null];
    else if (type === CALLED) this.call(event);
    else if (type === REVEALED) this.reveal(event);
    else if (type === "table.handed_to_bot.v1") this.leave(event);
    else if (type === SETTLED) this.settle(event);
    else if (type === CAME) this.come(event);
    else if (type === BEGUN) [this.isBegun, this.next] = [true, undefined];
    else if (["table.closed.v1", "table.finished.v1"].includes(type)) this.abort(event);
  }

  /** @param {Event} event the closing of the commitments */
  call(event) {
    this.closing = event;
    this.people = this.players.filter((player) => player !== null).length;
    this.next = this.awaited.length === 0 ? SETTLED : null;
  }

  /** @param {Event} event */
  reveal({ n, at, cause, data: { seat, entropy } }) {
    const { closing } = this;
    require(closing !== undefined && this.awaited.includes(seat), `the entropy of seat ${seat} is not awaited at event ${n}`);
    const right = hex(closing.head), found = cause.action?.closing;
    require(found === right, `seat ${seat} revealed under another closing`, { right, found });
    require(at < closing.at + REVEAL_TIME, `seat ${seat} revealed when the time was over`);
    const [promised, made] = [this.promised[seat], commitmentOf(/** @type {string} */ (this.players[seat]), entropy)];
    const isPromised = ENTROPY.test(entropy) && made === promised;
    require(isPromised, `seat ${seat} had promised another entropy`, { right: promised, found: made });
    this.revealed.set(seat, entropy);
    this.next = this.awaited.length === 0 ? SETTLED : null;
  }

  /** @param {Event} event of a player who leaves between the call and play */
  leave({ data: { seat } }) {
    if (!this.awaited.includes(seat)) return;
    this.given.add(seat);
    this.next = this.awaited.length === 0 ? SETTLED : null;
  }

  /** @param {Event} event the closing of the entropies */
  settle(event) {
    const { at, cause, data: { entropies, withheld, round } } = event;
    const { tournament, seats } = this.opened;
    require(this.settled === undefined, "the entropies are closed twice");
    const isOver = this.closing !== undefined && this.awaited.length > 0 && at >= this.closing.at + REVEAL_TIME;
    const isDue = tournament !== undefined || typeof cause === "number" || isOver; // within a command it is what comes next
    const isCalled = (this.closing === undefined) === (tournament !== undefined);
    require(isDue && isCalled, "the entropies are closed too early, or too late");
    const silent = this.silent;
    const isSilent = canonical(silent) === canonical(withheld);
    require(isSilent, "other seats have withheld their entropy", { right: silent, found: withheld });
    const all = Array.from({ length: seats }, (_, seat) => this.revealed.get(seat) ?? "");
    const right = tournament === undefined ? all : [tournament.entropy];
    const what = "the entropies are not those that were revealed, or brought by a tournament";
    require(canonical(entropies) === canonical(right), what, { right, found: entropies });
    const due = this.roundAt(at);
    require(round === due, `round ${round} is not the one that is to be awaited`, { right: due, found: round });
    this.settled = event;
    this.next = round === undefined ? BEGUN : null;
  }

  /** @param {number} time @returns {number | undefined} the round that is fixed then */
  roundAt(time) {
    const { tournament, beacon } = this.opened;
    if (tournament !== undefined) return tournament.round ?? undefined;
    return beacon === undefined || this.people < PEOPLE ? undefined : firstDue(beacon, time + AHEAD);
  }

  /** @param {Event} event */
  come(event) {
    this.beacon.come(event, this.settled?.data.round);
    this.next = BEGUN;
  }

  /** @param {Event} event that ends a table before play; behind the call only as rule T9b says: Commands knows who may */
  abort({ n, at, data: { why } }) {
    const round = this.settled?.data.round;
    const isAwaited = round !== undefined && this.randomness.length === 0;
    const due = isAwaited ? dueAt(this.opened.beacon, round) : undefined;
    const hasFailed = due !== undefined && why === "beacon_failed" && at >= due + PATIENCE;
    const isRuled = why === "abort_ruled" && (due === undefined || at < due); // later the deal may be known
    const mayEnd = !this.isCalled || ["closing_lost", "closed_by_operator"].includes(why) || isRuled || hasFailed;
    require(mayEnd, `event ${n} closes a table whose start was called for, and no beacon has failed`, { found: why });
    [this.isBegun, this.next] = [true, undefined]; // tables of tournaments are released later
  }
}
