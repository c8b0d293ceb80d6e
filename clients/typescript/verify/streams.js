/** The other logs, of disputes and of tournaments: what of their form shows without their rules. */
import { COMMANDS } from "./actions.js";
import { at, require } from "./bytes.js";
import { EVENTS } from "./fields.js";
import { checkFields, int, list, marked, maybe, record, text } from "./kinds.js";
/** @import { Fields } from "./kinds.js" */
/** @import { Event, Log } from "./log.js" */

const TABLE = { seats: 100 }; // of the table that a dispute is about, which is not known here

const OUTCOME = { outcome: maybe(record({ places: list(int), scores: list(int), why: text })) };

/**
 * The form of an event and of the command that it begins: its fields, what is sealed of it.
 * @param {Event} event @param {"dispute" | "tournament"} stream
 */
function checkForm({ n, type, cause, data, seals, parts }, stream) {
  const fields = /** @type {Fields} */ (EVENTS[type]);
  checkFields(data, fields, TABLE, `event ${n}`);
  if (typeof cause === "object") {
    const isKnown = Object.keys(cause.action).join() === "type"
      && COMMANDS[stream]?.some((name) => cause.action.type === `${stream}.${name}`);
    require(isKnown, `event ${n} asks for what is not known`);
  }
  const secret = Object.entries(fields).filter(([, field]) => marked(field).audience !== null);
  const isRight = Object.keys(seals).join() === (secret.length > 0 ? "table" : "");
  require(isRight, `event ${n} is sealed to somebody else, or not at all`);
  const kinds = Object.fromEntries(secret.map(([name, field]) => [name, marked(field).kind]));
  if (parts.table !== undefined) checkFields(parts.table, kinds, TABLE, `the sealed part of event ${n}`);
}

/** @param {Event} event */
export function requireOpen({ n, seals, parts }) {
  require(Object.keys(seals).every((audience) => audience in parts), `a part of event ${n} is withheld`, { n });
}

/** @param {Log} log of disputes, or of a tournament */
export function checkOtherStream({ header: { format, table }, events, end }) {
  if (format === "fairdeal/disputes/1") checkDisputes(table, events, end);
  else checkTournamentLog(table, events, end);
}

/**
 * A log of disputes: nothing is sealed, every event is a command of its own, and there is no end.
 * @param {string} stream @param {Event[]} events @param {Log["end"]} end
 */
function checkDisputes(stream, events, end) {
  require(stream.startsWith("d") && end.complete === false, "it is of no disputes, or complete");
  for (const event of events) {
    const { n, type, by, cause, data } = event;
    at(n, () => {
      const isOne = type.startsWith("dispute.") && type in EVENTS && by.startsWith("player:");
      require(isOne, `event ${n} is none of disputes`);
      const isCommand = Object.keys(cause).join() === "action,last,seat" && cause.seat === null && cause.last === n;
      require(isCommand, `event ${n} is no command of its own`);
      checkForm(event, "dispute");
      if (type === "dispute.ruled.v1") checkFields({ outcome: data.outcome }, OUTCOME, TABLE, `event ${n}`);
      const isIts = data.table === `t${stream.slice(1)}` && data.dispute.startsWith(`${stream}.`);
      require(isIts, `event ${n} is about another table`);
    });
  }
}

/**
 * The log of a tournament: whole commands, and all is open when it is closed and its deal groups have ended. Its rules are not
 * known here.
 * @param {string} stream @param {Event[]} events @param {Log["end"]} end
 */
function checkTournamentLog(stream, events, end) {
  require(/^c[0-9a-f]{18}$/.test(stream), "it is of no tournament");
  /** @type {Set<string>} */
  const running = new Set();
  /** @type {Event | undefined} */
  let begin;
  let isClosed = false;
  for (const event of events) {
    const { n, type, data } = event;
    begin = at(n, () => commandOf(event, begin));
    at(n, () => checkForm(event, "tournament"));
    if (type === "tournament.round_planned.v1") data.tables.forEach((/** @type {any} */ { group }) => running.add(group));
    if (type === "tournament.table_replayed.v1") running.add(data.group);
    if (type === "tournament.group_ended.v1") running.delete(data.group);
    isClosed ||= type === "tournament.closed.v1";
  }
  const isWhole = begin?.cause.last === events.length && end.complete === isClosed;
  require(isWhole, "the last command or line is wrong about the end");
  if (isClosed && running.size === 0) events.forEach(requireOpen);
}

/** @param {Event} event @param {Event} [begin] of the command before @returns {Event} the one that begins its command */
function commandOf(event, begin) {
  const { n, type, at: time, by, cause } = event;
  const isOne = type.startsWith("tournament.") && type in EVENTS;
  require(isOne, `event ${n} is none of a tournament`);
  require(/^(player:.*|server|clock)$/.test(by), `event ${n} is by nobody who asks a tournament`);
  if (begin !== undefined && n <= begin.cause.last) {
    const isIts = cause === begin.n && time === begin.at && by === begin.by;
    require(isIts, `event ${n} is of another command`);
    return begin;
  }
  const isCommand = Object.keys(cause).join() === "action,last,seat" && cause.seat === null &&
    Number.isSafeInteger(cause.last) && cause.last >= n;
  require(isCommand, `event ${n} begins no command`);
  const isIts = (cause.action.type === "tournament.open") === (n === 1);
  require(isIts, `event ${n} asks for something else`);
  return event;
}
