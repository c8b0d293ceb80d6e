/** A log file: the form of its lines and of the whole, the chain of its events, the seals of what is open, its last line. */
import { at, bytes, canonical, hex, parsed, require, sha256 } from "./bytes.js";
import { checkOtherStream, requireOpen } from "./streams.js";

const ID = /^[A-Za-z0-9_-]{1,64}$/;
const DIGEST = /^[0-9a-f]{64}$/;
const BY = /^((player|tournament):[A-Za-z0-9_-]{1,64}|seat:[0-9]{1,2}|clock|server)$/;

/**
 * @typedef {object} Event
 * @property {number} n @property {number} at @property {string} type @property {string} by
 * @property {any} cause @property {any} data @property {Record<string, string>} seals
 * @property {Record<string, any>} parts what is open, by whom it is for
 * @property {Uint8Array} head of the chain up to here
 */
/** @typedef {{format: string, table: string, game?: string, rules?: number}} Header */
/**
 * @typedef {object} End
 * @property {string} table @property {number} n @property {string} head @property {number} at @property {boolean} complete
 * @property {string} key @property {string} signature
 */
/** @typedef {Omit<End, "complete"> & {durability: string}} Receipt */
/** @typedef {{header: Header, events: Event[], end: End}} Log */

/** @type {Record<string, string>} what stands in the first line */
const FIELDS = {
  "fairdeal/log/1": "format,game,rules,table", "fairdeal/disputes/1": "format,table", "fairdeal/tournament/1": "format,table",
};
/** @param {Header} header @returns {boolean} */
export const isOfTable = ({ format }) => format === "fairdeal/log/1";
/** @param {Header} header @returns {boolean} */
export const isOfTournament = ({ format }) => format === "fairdeal/tournament/1";

/**
 * A log file: the form of its lines, the chain of its events, the seals of what is open, its last line.
 * @param {string} text @returns {Generator<number, Log>} the log; on the way, which part of it has been read
 */
export function* readLog(text) {
  require(text.endsWith("\n"), "the file is cut short");
  const lines = text.slice(0, -1).split("\n");
  require(lines.length >= 3, "the file is cut short");
  const header = readHeader(/** @type {string} */ (lines[0]));
  /** @type {Event[]} */
  const events = [];
  let head = sha256("fairdeal/log/1", header.table);
  for (const line of lines.slice(1, -1)) {
    const event = at(events.length + 1, () => readEvent(line, events.length + 1, head, events.at(-1)));
    head = event.head;
    events.push(event);
    yield events.length / lines.length / 2; // the other half is what the events tell
  }
  const last = /** @type {Event} */ (events.at(-1)).at;
  const log = { header, events, end: readEnd(/** @type {string} */ (lines.at(-1)), header, events.length, head, last) };
  if (isOfTable(header)) checkTableForm(log);
  else checkOtherStream(log);
  return log;
}

/** @param {string} line @returns {Header} */
function readHeader(line) {
  const header = parsed(line, "the header");
  require(Object.hasOwn(FIELDS, header.format), "the header names another format");
  require(Object.keys(header).join() === FIELDS[header.format], "the header has other fields");
  require(typeof header.table === "string" && ID.test(header.table), "the header names no table");
  return header;
}

/**
 * @param {string} line @param {Header} header @param {number} n @param {Uint8Array} head @param {number} time of the last event
 * @returns {End}
 */
function readEnd(line, { table }, n, head, time) {
  const end = parsed(line, "the last line");
  require(Object.keys(end).join() === "at,complete,head,key,n,signature,table", "the last line has other fields");
  const [right, found] = [{ n, head: hex(head) }, { n: end.n, head: end.head }];
  require(end.head === right.head && end.n === n, "the last line names other events", { right, found });
  require(end.table === table, "the last line is of another table", { right: table, found: end.table });
  require(Number.isSafeInteger(end.at) && end.at >= time, "the last line is older than the last event", { found: end.at });
  return end;
}

/** @param {unknown} value */
const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

/** @param {string} line @param {number} n @param {Uint8Array} head @param {Event} [before] @returns {Event} */
function readEvent(line, n, head, before) {
  const row = parsed(line, `line of event ${n}`);
  require(Object.keys(row).join() === "e,h,p", `event ${n} has other fields`);
  const event = parsed(row.e, `event ${n}`);
  require(event.n === n, `event ${n} is missing`, { right: n, found: event.n });
  require(Object.keys(event).join() === "at,by,cause,data,n,seals,type", `event ${n} has other fields`);
  const { by, type, at: time, data, seals } = event;
  require(typeof by === "string" && BY.test(by), `event ${n} is by nobody`);
  require(typeof type === "string" && Number.isSafeInteger(time), `event ${n} has no type, or no time`);
  require([data, seals].every(isObject), `data or seals of event ${n} are of another kind`);
  event.head = sha256(head, row.e);
  const right = hex(event.head);
  require(right === row.h, `the head after event ${n} does not follow`, { right, found: row.h });
  const isSealed = Object.values(seals).every((seal) => typeof seal === "string" && DIGEST.test(seal));
  require(isSealed, `a seal of event ${n} is no hash`);
  require(!before || event.at >= before.at, `event ${n} is earlier than the one before it`);
  event.parts = row.p === null ? {} : readParts(row.p, event);
  return event;
}

/** @param {string} text @param {Event} event @returns {Record<string, any>} */
function readParts(text, { n, seals }) {
  const parts = parsed(text, `parts of event ${n}`);
  return Object.fromEntries(Object.entries(parts).map(([audience, part]) => {
    require(Object.keys(part).join() === "data,salt", `part ${audience} of event ${n} has other fields`);
    const salt = bytes(part.salt, "a salt");
    require(salt.length === 32, `the salt of part ${audience} of event ${n} has not 32 bytes`);
    const found = hex(sha256(salt, canonical(part.data)));
    const what = `part ${audience} of event ${n} does not fit its seal`;
    require(seals[audience] === found, what, { right: seals[audience], found });
    return [audience, part.data];
  }));
}

const MOST_SEATS = 100; // as events name them

/** @param {Log} log of a table */
function checkTableForm({ header, events, end }) {
  const [first] = /** @type {[Event]} */ (events);
  const { game, rules, seats } = first.data;
  require(Number.isSafeInteger(seats) && seats > 0 && seats <= MOST_SEATS, `there are no tables of ${seats} seats`, { n: 1 });
  require(game === header.game && rules === header.rules, "the header names another game", { n: 1 });
  const isClosed = events.at(-1)?.type === "table.closed.v1";
  require(end.complete === isClosed, "the last line is wrong about the end");
  const close = events.findIndex((event) => event.type === "table.closed.v1");
  require(close === (isClosed ? events.length - 1 : -1), "something happened after the end", { n: close + 2 });
  checkTournament(header.table, events);
  if (isClosed && first.data.reveal !== "auditors") events.forEach(requireOpen);
}

/**
 * A table of a tournament (rule T26): opened by it, with everybody seated, and released by it behind the end of play.
 * @param {string} id @param {Event[]} events
 */
function checkTournament(id, events) {
  const [{ by: opener, data }] = /** @type {[Event]} */ (events);
  const { tournament: one, seated, group, beacon, private: hidden } = data;
  require((one === undefined) === (seated === undefined), "only a tournament says who sits at its table");
  if (one === undefined) {
    const isAlone = !events.some(({ type }) => type === "table.finished.v1") && !opener.startsWith("tournament:");
    require(isAlone, "the table is of no tournament, and waits for others");
    return;
  }
  require(Object.keys(one).join() === "entropy,id,index,round", "the tournament's words have other fields");
  const isIts = opener === `tournament:${one.id}` && group.startsWith(`${one.id}-`) && !hidden;
  require(isIts, "another opened it than its tournament");
  require(id === `t${hex(sha256(`${one.id}/${one.index}`)).slice(0, 18)}`, "the table's id does not follow");
  require(one.entropy === "" || bytes(one.entropy, "an entropy").length === 32, "the entropy is no hash");
  require((beacon === undefined) === (one.round === null), "a beacon has a round, and a round a beacon");
  checkSeated(events);
  checkRelease(events);
}

/** @param {Event[]} events @param {string} word @returns {number[]} */
const places = (events, word) => events.flatMap(({ type }, place) => (type === `table.${word}.v1` ? [place] : []));

/** That all seats are taken with the opening, by whom it names. @param {Event[]} events */
function checkSeated(events) {
  const { cause: { last }, data: { seated, seats } } = /** @type {Event} */ (events[0]);
  const isWhole = places(events, "seat_taken").join() === Array.from({ length: seats }, (_, seat) => seat + 1).join();
  require(isWhole, "not all seats are taken with the opening, or one is taken later");
  seated.forEach((/** @type {any} */ { player, bot, key }, /** @type {number} */ seat) => {
    const event = events[seat + 1];
    const right = { bot, commitment: null, player, seat, ...(key === undefined ? {} : { key }) };
    const isRight = canonical(event?.data) === canonical(right) && (player === null) !== (bot === null);
    require(isRight, `seat ${seat} is taken by another`, { n: seat + 2, right, found: event?.data });
  });
  const next = events[seats + 1];
  const isNext = next !== undefined && next.n <= last && next.type === "table.entropy_closed.v1";
  require(isNext, "the entropies are not closed with the opening", { n: seats + 2 });
}

/** That play ends once, and the tournament closes the table as it had ended. @param {Event[]} events */
function checkRelease(events) {
  const [[finished, ...again], [closed]] = [places(events, "finished"), places(events, "closed")];
  const isBehind = finished === undefined ? closed === undefined
    : (closed ?? finished + 1) === finished + 1 && events.length <= finished + 2;
  require(again.length === 0 && isBehind, "play ends once, and behind it the table closes");
  if (closed === undefined || finished === undefined) return;
  const { by, cause, data } = /** @type {Event} */ (events[closed]);
  const isReleased = by === events[0]?.by && cause.action?.type === "table.release";
  require(isReleased, "another closed it than its tournament", { n: closed + 1 });
  const right = events[finished]?.data;
  require(canonical(data) === canonical(right), "it closed otherwise than it had ended", { n: closed + 1, right, found: data });
}
