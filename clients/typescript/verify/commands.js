/** The commands of a table: which events are of one, who asked for it, and what of that anybody sees. */
import { Attendance, isPlayer as holdsAsPlayer } from "./attendance.js";
import { canonical, require } from "./bytes.js";
import { FREED, SAT } from "./seats.js";
/** @import { Event } from "./log.js" */

const CAUSES = ["action,last,seat", "action,bot,last,seat", "action,last,seat,signed", "action,bot,last,seat,signed"];
/** @type {Record<string, string[]>} with which event a command of the table begins */
const BEGINS = {
  "table.open": ["opened"], "table.sit": ["seat_taken"], "table.leave": ["seat_left", "handed_to_bot"],
  "table.return": ["taken_back"], "table.start": ["start_called"], "table.reveal": ["entropy_revealed"],
  "table.close_entropy": ["entropy_closed"], "table.beacon": ["beacon_came"], "table.time_out": ["timed_out"],
  "table.claim": ["seat_claimed"],
  "table.adjourn": ["adjourn_agreed"], "table.invite": ["invited"], "table.abort": ["invitation_ended", "closed", "finished"],
  "table.close": ["invitation_ended", "closed"], "table.expire": ["invitation_ended", "closed"],
  "table.end_invitation": ["invitation_ended"], "table.rule": ["ruled"], "table.release": ["closed"],
};
/** @type {Record<string, string>} why a table has ended that was closed by such a command, and by no other */
const WHY = {
  "table.close": "withdrawn", "table.expire": "expired", "table.abort": "beacon_failed", "table.adjourn": "adjourned",
};
const LOST = "closing_lost"; // why, where an abort shows a receipt
const RULED = "abort_ruled"; // why, where an auditor gave the abort a reason
const OPERATOR = "closed_by_operator";
const WHYS = [...Object.values(WHY), LOST, RULED, OPERATOR];
const DIGEST = /^[0-9a-f]{64}$/;
const OF_ABSENCE = ["table.time_out", "table.claim"];
const CLOSING = ["table.close", "table.expire", "table.abort"];
const OF_CLOCK = ["table.beacon", "table.time_out", "table.expire", "table.close_entropy"];

/** @param {any} value @returns {string} it, cards of an action in one order: players name them in any */
const inOrder = (value) => (Array.isArray(value) ? value.map(canonical).sort().join() : canonical(value));

/** @param {string} name @param {any} asked @param {any} told @returns {boolean} whether an event says what was asked for */
const isAsAsked = (name, asked, told) => name === "excuses" && Array.isArray(asked) && Array.isArray(told)
  ? isAmong(asked, told) // those that an action does not name are named by the rules
  : inOrder(asked) === inOrder(told);

/** @param {any[]} some @param {any[]} all @returns {boolean} */
function isAmong(some, all) {
  const left = all.map(canonical);
  return some.map(canonical).every((one) => left.includes(one) && left.splice(left.indexOf(one), 1));
}

/** Who holds which seat, and what each may ask for. */
export class Commands {
  /** @param {Event} opened @param {boolean} isOurs whether the game keeps to what all of ours do */
  constructor({ data }, isOurs) {
    this.isOurs = isOurs;
    this.opened = data;
    this.isPlanned = data.tournament !== undefined;
    this.opener = this.isPlanned ? `tournament:${data.tournament.id}` : `player:${data.opener}`;
    /** @type {(string | null)[]} how the log names who holds each seat */
    this.holders = Array.from({ length: data.seats }, () => null);
    /** @type {(string | null)[]} and who held it at the call for the start */
    this.former = [];
    /** @type {Event | undefined} the one with which the newest command began */
    this.begin = undefined;
    this.attendance = new Attendance(data);
    /** @type {any} what the end of a tournament's table says of deserters */
    this.deserters = null;
    this.phase = "open"; // called, playing, finished, closed
    this.until = 0; // when an open table expires
  }

  /** @param {Event} event */
  follow(event) {
    if (typeof event.cause === "object") this.ask(event);
    else this.goOn(event);
    const [stream, word] = event.type.split(".");
    if (stream === "table") this.note(`${word}`, event);
    else require(this.phase === "playing", `event ${event.n} is of play, and nobody plays`);
  }

  /** @param {number} last number of the log's last event */
  finish(last) {
    require(this.begin?.cause.last === last, "the last command is not whole", { n: last });
  }

  /** @param {Event} event within a command */
  goOn({ n, at: time, by, cause }) {
    const { begin } = this;
    require(begin !== undefined && n <= begin.cause.last, `event ${n} must begin a command`);
    const isIts = cause === begin.n && time === begin.at && by === begin.by;
    require(isIts, `event ${n} is of another command than the one before it`, { right: begin.n, found: cause });
  }

  /** @param {Event} event that begins a command */
  ask(event) {
    const { n, by, cause, data } = event;
    require(this.begin === undefined || this.begin.cause.last === n - 1, `event ${n} begins a command within another`);
    this.begin = event;
    require(cause !== null && CAUSES.includes(Object.keys(cause).join()), `the cause of event ${n} has other fields`);
    const { action, last, seat } = cause;
    require(Number.isSafeInteger(last) && last >= n, `the last event of the command of event ${n} is none`, { found: last });
    require((action.type === "table.open") === (n === 1), "a log begins with the opening of its table, once");
    const isSame = (seat !== null && !this.isOurs) || Object.keys(action).every((name) =>
      name === "type" || !Object.hasOwn(data, name) || isAsAsked(name, action[name], data[name]));
    require(isSame, `event ${n} is another than was asked for`, { right: action, found: data });
    this.attendance.begin(event, this.holders);
    if (seat === null) this.askTable(event);
    else this.act(event);
    require(!("bot" in cause) || (cause.bot === true && by === `seat:${seat}`), `event ${n} is of no bot, and says so`);
  }

  /** @param {Event} event that begins an action of the game */
  act({ n, by, cause: { seat, signed }, data }) {
    require(this.phase === "playing", `event ${n} is an action outside of play`);
    const right = this.holders[seat];
    const isHolder = right !== undefined && right === by;
    require(isHolder, `event ${n} is by somebody who does not hold seat ${seat}`, { right, found: by });
    const isItsSeat = data.seat === seat || !this.isOurs;
    require(isItsSeat, `event ${n} is of another seat than its action`, { right: seat, found: data.seat });
    require(signed === undefined || by.startsWith("player:"), `event ${n} is signed by nobody`);
  }

  /** @param {Event} event that begins a command of the table */
  askTable(event) {
    const { n, type, by, cause: { action } } = event;
    const begins = BEGINS[action.type] ?? [];
    require(begins.some((word) => type === `table.${word}.v1`), `event ${n} is another than ${action.type} makes`);
    require(this.mayAsk(event), `event ${n} is asked for by somebody who may not`, { found: by });
  }

  /** @param {Event} event @returns {boolean} */
  mayAsk({ by, cause: { action }, data }) {
    const { holders } = this;
    const isOpener = by === this.opener, isPlayer = by.startsWith("player:"), holds = isPlayer && holders.includes(by);
    const isHolder = isPlayer && by === holders[data.seat];
    if (OF_CLOCK.includes(action.type)) return by === "clock";
    switch (action.type) {
      case "table.sit": return data.player === null ? isOpener || holds : by === `player:${data.player}`;
      case "table.leave": return isHolder || (isOpener && this.phase === "open" && holders[data.seat] === `seat:${data.seat}`);
      case "table.return": return by === `player:${data.player}`;
      case "table.start": return data.seat === null ? isOpener && !holds : isHolder;
      case "table.reveal": case "table.adjourn": return isHolder;
      case "table.claim": return isPlayer && by === holders[data.claimed_by];
      case "table.abort": return action.reason === undefined ? by === "clock" || action.receipt !== undefined
        : this.mayRule(by) || (by === "server" && action.operator === true);
      case "table.rule": return this.mayRule(by);
      case "table.end_invitation": return true; // Invitations knows
      default: return isOpener; // opens, invites, withdraws, releases
    }
  }

  /** @param {string} by @returns {boolean} whether it is a player who holds no seat here, and held none at the call */
  mayRule(by) {
    return by.startsWith("player:") && !this.holders.includes(by) && !this.former.includes(by);
  }

  /** @param {string} word @param {Event} event of the table */
  note(word, event) {
    const { n, type, at: time, data } = event;
    const { holders, opened, isPlanned } = this;
    const holder = holders[data.seat];
    const require_ = (/** @type {boolean} */ holds) => require(holds, `event ${n}, ${type}, cannot happen here`, { found: data });
    const isOpen = this.phase === "open", isCalled = this.phase === "called", isPlaying = this.phase === "playing";
    if (type === SAT) {
      const name = data.player === null ? `seat:${data.seat}` : `player:${data.player}`;
      require_(isOpen && holder === null && !holders.includes(name) && (data.player === null) !== (data.bot === null));
      require_(data.player !== null || (data.commitment === null && data.key === undefined));
      holders[data.seat] = name;
      this.wait(time);
    } else if (type === FREED) {
      require_(isOpen && holder !== null && !isPlanned);
      holders[data.seat] = null;
    } else if (word === "start_called" || (word === "entropy_closed" && isPlanned)) {
      require_(isOpen && !holders.includes(null) && (word === "start_called") === !isPlanned);
      [this.phase, this.former] = ["called", [...holders]];
    } else if (["entropy_revealed", "entropy_closed", "beacon_came"].includes(word)) {
      require_(isCalled); // Start knows
    } else if (word === "started") {
      require_(isCalled);
      this.phase = "playing";
    } else if (word === "handed_to_bot") {
      const isAway = OF_ABSENCE.includes(this.begin?.cause.action.type);
      require_(isPlaying || (isCalled && !isAway && !isPlanned));
      require_((isAway ? this.attendance.handed === data.seat : holdsAsPlayer(holder)) && data.bot === "regular");
      holders[data.seat] = `seat:${data.seat}`;
    } else if (word === "taken_back") {
      require_((isCalled || isPlaying) && holder === `seat:${data.seat}` && this.former[data.seat] === `player:${data.player}`);
      require_(!this.attendance.forfeited.has(data.seat));
      holders[data.seat] = `player:${data.player}`;
    } else if (word === "timed_out") {
      require_(isPlaying && opened.clock !== null && data.deadline + (opened.lag ?? 0) <= Number(this.begin?.at));
      require_(holder !== undefined && data.policy === this.attendance.policy(data.seat, holders));
      this.attendance.timeOut(data.seat, holders);
      require_(data.policy === "fallback" || event.cause.last === n + 1);
    } else if (word === "seat_claimed") {
      require_(isPlaying && opened.clock === null && holdsAsPlayer(holder) && data.seat !== data.claimed_by);
      this.attendance.claim(data.seat, holders);
      require_(event.cause.last === n + 1);
    } else if (word === "finished" || word === "closed") {
      require_([0, opened.seats].includes(data.places.length) && data.scores.length === data.places.length);
      require_(this.mayEnd(word, event));
      this.requireDeserters(event);
      this.phase = word;
    } else if (word === "adjourn_agreed" || word === "ruled") {
      require_(isPlaying);
    } else if (word === "invitation_ended") {
      require_(isOpen && (data.how === "closed") === CLOSING.includes(this.begin?.cause.action.type));
    } else if (word !== "opened") {
      require_(isOpen); // invited
    } else {
      this.wait(time);
    }
  }

  /** @param {Event} event the end, which names those who have deserted, and places last who has forfeited */
  requireDeserters({ n, type, data: { deserters: found = null, places } }) {
    const isRelease = this.begin?.cause.action.type === "table.release";
    const own = places.length > 0 ? this.attendance.deserters(this.holders, this.former) : null;
    const right = isRelease ? this.deserters : own;
    require(canonical(found) === canonical(right), `event ${n} does not name those who have deserted`, { right, found });
    require(places.length === 0 || this.attendance.areBehind(places), `who has forfeited is not last at event ${n}`);
    if (type === "table.finished.v1") this.deserters = found;
  }

  /** @param {number} time of the opening, or of the newest seating: from then on an open table waits */
  wait(time) {
    this.until = time + 1000 * this.opened.expires_after;
  }

  /** @param {string} word @param {Event} event the end @returns {boolean} whether its command may end the table so, now */
  mayEnd(word, { at: time, data: { why, places, receipt } }) {
    const { type, receipt: shown, reason, operator } = this.begin?.cause.action ?? {};
    const isRuled = type === "table.abort" && reason !== undefined;
    const ruled = operator ? OPERATOR : RULED, isSound = shown === undefined && operator !== false && DIGEST.test(reason);
    if (isRuled ? !isSound : operator !== undefined) return false;
    const own = isRuled ? ruled : shown !== undefined ? LOST : Object.hasOwn(WHY, type) ? WHY[type] : undefined;
    if (canonical(receipt ?? null) !== canonical(shown ?? null)) return false;
    if (type === "table.release") return this.phase === "finished";
    if (own === undefined) {
      const isForfeit = (why === "forfeit") === this.attendance.ends;
      return this.phase === "playing" && isForfeit && !(this.isOurs && WHYS.includes(why));
    }
    const isDue = type !== "table.expire" || time >= this.until;
    return this.isIn(type, own) && why === own && places.length === 0 && isDue && (word === "finished") === this.isPlanned;
  }

  /** @param {string} type @param {string} why @returns {boolean} whether the table is in a phase that such a command ends */
  isIn(type, why) {
    if (why === OPERATOR) return !this.isPlanned && this.phase !== "closed";
    if (why === LOST) return !this.isPlanned && ["open", "called"].includes(this.phase);
    return this.phase === (type === "table.abort" ? "called" : type === "table.adjourn" ? "playing" : "open");
  }
}
