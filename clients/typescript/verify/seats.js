/** Who acts for a seat: signatures of players with keys of their own, invitations, and the pace of bots. */
import { at, hex, holds, require } from "./bytes.js";
/** @import { Event, Log } from "./log.js" */

/** The event behind which a seat is free again. */
export const FREED = "table.seat_left.v1";
export const SAT = "table.seat_taken.v1";
const GIVEN_UP = [FREED, "table.handed_to_bot.v1"];
const TAKEN = [SAT, "table.taken_back.v1"];
/** Events behind which another bot, or none, may play for a seat. */
export const BOT_MAY_CHANGE = [...TAKEN, ...GIVEN_UP];

const CALLED = "table.start_called.v1", REVEALED = "table.entropy_revealed.v1";
const MOST_BEHIND = 2000; // events that a signature may be older than its command

/** Signatures at seats with keys: of taking the seat, of the call, of reveals, of every action; each once, and no other. */
export class Signatures {
  /** @param {Log} log @param {(type: string) => boolean} isDeal whether a shuffle of this kind deals a hand */
  constructor(log, isDeal) {
    this.log = log;
    this.isDeal = isDeal;
    /** @type {Map<number, string | undefined>} the key of each seat */
    this.keys = new Map();
    /** @type {Map<number, number>} behind which event a signature of each seat must be */
    this.acted = new Map(Array.from({ length: log.events[0]?.data.seats }, (_, seat) => [seat, 1]));
    this.dealt = 0;
    this.called = 0;
    this.signed = 0;
    this.unseen = 0;
  }

  /** @param {Event} event the next one */
  follow(event) {
    const { data, cause, type } = event;
    if (typeof cause === "object") this.checkCommand(event, cause.seat ?? data.seat);
    if (TAKEN.includes(type)) this.keys.set(data.seat, data.key);
    if (this.counts(event)) this.acted.set(data.seat, cause.last ?? this.log.events[cause - 1]?.cause.last);
    if (GIVEN_UP.includes(type)) this.keys.delete(data.seat);
    if (this.isDeal(type)) this.dealt = event.n;
    if (type === CALLED) this.called = event.n;
  }

  /** @param {Event} event @returns {boolean} whether signatures from before it count no more */
  counts({ type, data }) {
    return TAKEN.includes(type) || type === REVEALED || (type === CALLED && data.seat !== null) ||
      (type === "table.timed_out.v1" && data.policy === "fallback") ||
      (type === "table.handed_to_bot.v1" && this.keys.get(data.seat) === undefined);
  }

  /** @param {Event} event that begins a command @param {number} seat */
  checkCommand(event, seat) {
    const { n, cause, data, by, type, seals, parts } = event;
    const isAction = cause.seat !== null;
    const isUnseen = cause.signed === true && cause.seat in seals && !(cause.seat in parts);
    if (isUnseen) {
      this.unseen += 1;
    } else {
      const isBound = isAction || type === CALLED || type === REVEALED;
      const key = TAKEN.includes(type) ? data.key : isBound ? this.keys.get(seat) : undefined;
      const since = isAction ? this.dealt : type === REVEALED ? this.called : 0;
      const least = Math.max(this.acted.get(seat) ?? 0, n - 1 - MOST_BEHIND, since);
      const isSigned = at(n, () => this.isSigned(event, seat, key, least));
      this.signed += Number(isSigned && isAction); // what else is signed is no action
    }
    if (isAction && by.startsWith("player:")) this.acted.set(cause.seat, cause.last);
  }

  /**
   * @param {Event} event @param {number} seat @param {string | undefined} key @param {number} least
   * @returns {boolean} whether it is signed, as it must be where there is a key
   */
  isSigned({ n, cause, parts }, seat, key, least) {
    const what = `the command of event ${n}`;
    require((key !== undefined) === ("signed" in cause), `${what} is signed and should not be, or the other way round`);
    if (key === undefined) return false;
    const own = parts[seat] ?? {};
    const given = cause.signed === true ? own.signed : cause.signed;
    require(Object.keys(given).join() === "after,signature", `the signature of ${what} has other fields`);
    const { after, signature } = given;
    const action = cause.signed === true ? { ...cause.action, ...own.action } : cause.action;
    require(after >= least && after < n, `the signature of ${what} is not of its moment`, { found: after });
    const head = hex(/** @type {Event} */ (this.log.events[after - 1]).head);
    const message = ["fairdeal/action/1", this.log.header.table, seat, after, head, action];
    const isGenuine = holds(key, message, signature);
    require(isGenuine, `${what} is not signed with the key of its seat, or for another story`);
    return true;
  }
}

/** @typedef {{seat: number, until: number}} Reserved */
/** @type {Record<string, (event: Event, player: string, opener: string, until: number) => boolean>} */
const ENDS = {
  accepted: ({ by }, player) => by === player,
  declined: ({ by }, player) => by === player,
  withdrawn: ({ by }, _, opener) => by === opener,
  expired: ({ by, at: time }, player, opener, until) => by === "clock" && time >= until,
  closed: () => true, // with the table, by whoever closes it
};

/** Invitations (rule T22): a reserved seat is taken by its player alone; each ends once, by who may end it, in its time. */
export class Invitations {
  /** @param {Event} opened */
  constructor(opened) {
    this.opener = opened.data.opener;
    /** @type {Map<string, Reserved>} */
    this.open = new Map();
    this.reserve(opened);
  }

  /** @param {Event} event that invites */
  reserve({ n, at: time, data }) {
    for (const { seat, player, expires_after: after } of data.invited ?? []) {
      const clash = [...this.open].some(([one, kept]) => one === player || kept.seat === seat);
      const isFree = !clash && player !== this.opener;
      require(isFree, `event ${n} reserves a seat twice, two for a player, or one for the opener`);
      this.open.set(player, { seat, until: time + 1000 * after });
    }
  }

  /** @param {Event} event */
  follow(event) {
    const { n, type, by, data } = event;
    if (type === "table.invited.v1") {
      require(by === `player:${this.opener}`, `event ${n} invites, and not by the opener`);
      this.reserve(event);
    } else if (type === SAT) {
      const [kept] = [...this.open].filter(([, { seat }]) => seat === data.seat);
      require(!kept || kept[0] === data.player, `event ${n} gives away a seat that is reserved`);
    } else if (type === "table.invitation_ended.v1") {
      this.end(event);
    } else if (type === CALLED || type === "table.closed.v1") {
      require(this.open.size === 0, `at event ${n} an invitation is still open`);
    }
  }

  /** @param {Event} event that ends an invitation */
  end(event) {
    const { n, data: { player, seat, how } } = event;
    const kept = this.open.get(player);
    require(kept !== undefined && kept.seat === seat, `event ${n} ends an invitation that is not open`);
    const may = Object.hasOwn(ENDS, how) && ENDS[how]?.(event, `player:${player}`, `player:${this.opener}`, kept.until);
    require(may, `event ${n} ends an invitation by somebody who may not, or before its time`);
    this.open.delete(player);
  }
}

/** The pace of bots (rule T24). With a clock half of the turn bounds it, and when a turn begins the rules of the game say. */
export class Pace {
  /** @param {Event} opened */
  constructor(opened) {
    const { clock, pace, rated } = opened.data;
    require(pace === undefined || (Number.isSafeInteger(pace) && pace >= 1 && pace <= 60_000), "the pace is none", { n: 1 });
    require(rated === undefined || rated === false, "event 1 says more than that the table is not rated", { n: 1 });
    this.least = clock === null ? pace ?? 0 : 0;
    this.players = new Set();
    this.before = opened;
  }

  /** @param {Event} event */
  follow(event) {
    const { n, at: time, by, cause, data, type } = event;
    const isOfBot = by.startsWith("seat:") && typeof cause === "object";
    const keeps = !isOfBot || this.players.size === 0 || time >= this.before.at + this.least;
    require(keeps, `the bot of event ${n} does not keep the pace`);
    if (TAKEN.includes(type) && data.player) this.players.add(data.seat);
    else if (BOT_MAY_CHANGE.includes(type)) this.players.delete(data.seat);
    this.before = event;
  }
}
