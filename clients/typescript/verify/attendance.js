/** Who decides for each seat: what time-outs cost, what is forfeited or claimed, who has deserted (T8, T8a, T8b). */
/** @import { Event } from "./log.js" */

/** @typedef {{own: number, byBot: number, missed: number, inARow: number}} Count of the decisions for a seat */
/** @typedef {(string | null)[]} Holders how the log names who holds each seat */

const MOST_IN_A_ROW = 2, MOST_IN_ALL = 5; // time-outs, with which a bot takes the seat
const PART = 4; // who leaves more than one decision in so many to others has deserted
const FOR_TWO = 2; // seats, of which one that is claimed is forfeited

/** @param {string | null | undefined} holder @returns {boolean} */
export const isPlayer = (holder) => holder?.startsWith("player:") ?? false;

/** What has been decided for the seats, up to the command before the newest. */
export class Attendance {
  /** @param {any} opened the data of the first event */
  constructor(opened) {
    this.opened = opened;
    /** @type {Count[]} by seat */
    this.counts = Array.from({ length: opened.seats }, () => ({ own: 0, byBot: 0, missed: 0, inARow: 0 }));
    /** @type {Set<number>} */
    this.forfeited = new Set();
    /** @type {{seat: number, how: "own" | "byBot" | "missed"} | undefined} what the newest command decides */
    this.pending = undefined;
    /** @type {number | undefined} the seat that the newest command hands to a bot */
    this.handed = undefined;
    this.ends = false; // the newest command ends the table by a forfeit
  }

  /** @param {Event} event with which a command begins @param {Holders} holders */
  begin({ cause: { seat } }, holders) {
    if (this.pending !== undefined) this.count(this.pending);
    [this.handed, this.ends] = [undefined, false];
    this.pending = seat === null ? undefined : { seat, how: isPlayer(holders[seat]) ? "own" : "byBot" };
  }

  /** @param {{seat: number, how: "own" | "byBot" | "missed"}} decided */
  count({ seat, how }) {
    const own = this.counts[seat];
    if (own === undefined) return;
    own[how] += 1;
    if (how === "own") own.inARow = 0;
    if (how === "missed") own.inARow += 1;
  }

  /** @param {number} seat @param {Holders} holders @returns {string} what follows when the time of the seat is up */
  policy(seat, holders) {
    const { on_time_out: policy } = this.opened, { missed, inARow } = this.counts[seat] ?? { missed: 0, inARow: 0 };
    if (!isPlayer(holders[seat])) return policy === "bot" ? policy : "fallback";
    const isTooLate = inARow + 1 >= MOST_IN_A_ROW || missed + 1 >= MOST_IN_ALL;
    return policy === "fallback" && isTooLate ? "bot" : policy;
  }

  /** @param {number} seat whose time is up @param {Holders} holders */
  timeOut(seat, holders) {
    const policy = this.policy(seat, holders);
    if (isPlayer(holders[seat])) this.pending = { seat, how: "missed" };
    if (policy === "forfeit") this.forfeit(seat, holders);
    else if (policy === "bot") this.handed = seat;
  }

  /** @param {number} seat that is claimed @param {Holders} holders */
  claim(seat, holders) {
    if (this.opened.seats === FOR_TWO) this.forfeit(seat, holders);
    else this.handed = seat;
  }

  /** @param {number} seat @param {Holders} holders */
  forfeit(seat, holders) {
    this.forfeited.add(seat);
    this.ends = holders.filter((holder, other) => other !== seat && isPlayer(holder)).length < 2;
    this.handed = this.ends ? undefined : seat;
  }

  /**
   * @param {Holders} holders @param {Holders} former who held the seats at the call for the start
   * @returns {object[] | null} what the end of the table says of those who have deserted; null: nobody has
   */
  deserters(holders, former) {
    const found = former.flatMap((player, seat) => {
      const how = this.wayOf(seat, holders);
      return isPlayer(player) && how !== undefined ? [{ seat, how, acted: (this.counts[seat]?.own ?? 0) > 0 }] : [];
    });
    return found.length > 0 ? found : null;
  }

  /** @param {number} seat @param {Holders} holders @returns {string | undefined} how its player has deserted */
  wayOf(seat, holders) {
    const { own, byBot, missed } = this.counts[seat] ?? { own: 0, byBot: 0, missed: 0 };
    if (this.forfeited.has(seat)) return "forfeited";
    if (!isPlayer(holders[seat])) return "away";
    return PART * (byBot + missed) > own + byBot + missed ? "mostly_away" : undefined;
  }

  /** @param {number[]} places @returns {boolean} whether those who have forfeited share the last place, behind all others */
  areBehind(places) {
    const rest = places.filter((_, seat) => !this.forfeited.has(seat));
    return this.forfeited.size === 0 || places.every((place, seat) => place ===
      (this.forfeited.has(seat) ? rest.length + 1 : 1 + rest.filter((other) => other < place).length));
  }
}
