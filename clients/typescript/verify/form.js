/** The form of the events of a table: their fields, and to whom what is sealed. What follows from them is not asked here. */
import { ACTIONS, CARDS, OPTIONS } from "./actions.js";
import { at, canonical, require } from "./bytes.js";
import { EVENTS } from "./fields.js";
import { checkFields, int, marked, maybe, object, optional, record, text, word } from "./kinds.js";
/** @import { Fields, Kind, Table } from "./kinds.js" */
/** @import { Event, Log } from "./log.js" */

const DIGEST = /^[0-9a-f]{64}$/;
const SIGNED = { after: int, signature: text };
/** @type {Record<string, Kind>} what a private part may hold besides fields of its event */
const EXTRAS = {
  action: object, bot: object, signed: record(SIGNED), hand_secret: (value) => typeof value === "string" && DIGEST.test(value),
};
const LONGEST = 30 * 86_400; // seconds
/** @param {number} least @param {number} most @returns {Kind} */
const from = (least, most) => (value, table) => int(value, table) && value >= least && value <= most;
const id = (/** @type {unknown} */ value) => typeof value === "string" && /^[A-Za-z0-9_-]{1,64}$/.test(value);
const CLOCK = { bank: from(0, LONGEST), turn: from(1, LONGEST), first_turn: optional(from(1, LONGEST)) };
const LONGEST_LAG = 10_000; // milliseconds
/** @type {Fields} what the first event says besides of its own fields (rule T1) */
const SETTINGS = {
  on_time_out: word("fallback", "bot", "forfeit"), reveal: word("table", "hand", "auditors"), group: id,
  spectator_delay: from(0, 1000), expires_after: from(1, LONGEST), clock: maybe(record(CLOCK)),
};
const CARRIED = { data: object, head: text, n: int, players: (/** @type {any} */ value) => Array.isArray(value), table: text };

/** @param {string} name of an action or a command @param {string} game @returns {Fields | undefined} none: it is not known */
const actionFields = (name, game) => {
  const group = name.startsWith("table.") ? "table" : game;
  const known = Object.hasOwn(ACTIONS, group) ? /** @type {Record<string, Fields>} */ (ACTIONS[group]) : {};
  return Object.hasOwn(known, name) ? known[name] : undefined;
};

/** Events of one table. Of a game that is not ours the fields are not known, and not asked for. */
export class Form {
  /** @param {Log} log @param {(type: string) => boolean} isShuffle whether a shuffle makes an event of this kind */
  constructor({ header: { game = "" }, events }, isShuffle) {
    const { data: opened } = /** @type {Event} */ (events[0]);
    const { seats, carried, options } = opened;
    this.isOurs = Object.hasOwn(OPTIONS, game);
    /** @type {Table} */
    this.table = { seats, cards: this.isOurs ? CARDS[game] : undefined };
    this.game = game;
    this.isShuffle = isShuffle;
    at(1, () => {
      const settings = Object.fromEntries(Object.keys(SETTINGS).map((name) => [name, opened[name]]));
      checkFields(settings, SETTINGS, this.table, "the opening");
      const { clock, lag } = opened;
      require(clock?.first_turn === undefined || clock.first_turn > clock.turn, "the first turn is no longer than the others");
      require(lag === undefined || (clock !== null && from(1, LONGEST_LAG)(lag, this.table)), "the lag is out of bounds");
      require(id(`${opened.opener}`.replace(/^tournament:/, "")), "the opener is nobody");
      if (carried !== null) checkFields(carried, CARRIED, this.table, "what was carried over");
      if (this.isOurs) checkFields(options, /** @type {Fields} */ (OPTIONS[game]), this.table, "the options");
    });
  }

  /** @param {Event} event */
  follow(event) {
    const { n, type, data, cause } = event;
    const isOfTable = type.startsWith("table.");
    require(isOfTable || type.startsWith(`${this.game}.`), `event ${n} is of another game`);
    if (typeof cause === "object") this.checkAction(event);
    if (!this.isOurs && !isOfTable) return;
    require(Object.hasOwn(EVENTS, type), `${type} of event ${n} is not known`);
    const fields = /** @type {Fields} */ (EVENTS[type]);
    checkFields(data, fields, this.table, `event ${n}`);
    this.checkParts(event, this.partsOf(event, fields));
  }

  /** @param {Event} event that begins a command */
  checkAction({ n, cause: { action, seat, signed } }) {
    require(object(action, this.table) && text(action.type, this.table), `the action of event ${n} has another form`);
    const { type, ...rest } = action;
    require((seat === null) === type.startsWith("table."), `event ${n} asks for ${type}, and should not`);
    if (!this.isOurs && seat !== null) return;
    const fields = actionFields(type, this.game);
    require(fields !== undefined, `the action ${type} of event ${n} is not known`);
    checkFields(rest, fields, this.table, `the action of event ${n}`);
    const isHidden = Object.values(fields).some((field) => marked(field).audience !== null);
    const fits = signed === undefined || (isHidden ? signed === true : object(signed, this.table));
    require(fits, `what is signed in event ${n} stands in another place`);
  }

  /** @param {Event} event @param {Fields} fields @returns {Map<string, Record<string, Kind>>} what it seals, by audience */
  partsOf({ type, data, cause }, fields) {
    /** @type {Map<string, Record<string, Kind>>} */
    const parts = new Map();
    const put = (/** @type {string} */ audience, /** @type {string} */ name, /** @type {Kind} */ kind) =>
      parts.set(audience, { ...parts.get(audience), [name]: kind });
    for (const [name, field] of Object.entries(fields)) {
      const { kind, audience } = marked(field);
      if (audience === "each_seat") {
        for (let one = 0; one < this.table.seats; one++) put(`${one}`, name, (value, table) => kind([value], table));
      } else if (Array.isArray(audience)) {
        put([...new Set(audience.map((word) => data[word]))].sort((a, b) => a - b).join("+"), name, kind);
      } else if (audience !== null) {
        put(audience, name, kind);
      }
    }
    if (this.isShuffle(type)) put("hand", "hand_secret", /** @type {Kind} */ (EXTRAS.hand_secret));
    if (typeof cause !== "object" || cause.seat === null) return parts;
    if (cause.bot === true) put("hand", "bot", /** @type {Kind} */ (EXTRAS.bot));
    const secret = Object.entries(actionFields(cause.action.type, this.game) ?? {}).filter(([, field]) => marked(field).audience);
    if (secret.length > 0) {
      put(`${cause.seat}`, "action", record(Object.fromEntries(secret.map(([name, field]) => [name, marked(field).kind]))));
      if ("signed" in cause) put(`${cause.seat}`, "signed", /** @type {Kind} */ (EXTRAS.signed));
    }
    return parts;
  }

  /** @param {Event} event @param {Map<string, Record<string, Kind>>} right */
  checkParts({ n, seals, parts }, right) {
    const [sealed, wanted] = [Object.keys(seals).sort(), [...right.keys()].sort()];
    const isRight = canonical(sealed) === canonical(wanted);
    require(isRight, `event ${n} is sealed to others than those who may know it`, { right: wanted, found: sealed });
    for (const [audience, part] of Object.entries(parts)) {
      checkFields(part, /** @type {Fields} */ (right.get(audience)), this.table, `part ${audience} of event ${n}`);
    }
  }
}
