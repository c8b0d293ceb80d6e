/** A log file: the form of its lines, the chain of its events, the seals of what is open, its last line. */
import { at, bytes, canonical, hex, parsed, require, sha256 } from "./bytes.js";
import { checkOtherStream, checkTableForm } from "./forms.js";

const ID = /^[A-Za-z0-9_-]{1,64}$/;
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

/** @param {string} text @returns {Generator<number, Log>} the log; on the way, which part of it has been read */
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
  const log = { header, events, end: readEnd(/** @type {string} */ (lines.at(-1)), header, events.length, head) };
  if (isOfTable(header)) checkTableForm(log);
  else checkOtherStream(log);
  return log;
}

/** @param {string} line @returns {Header} */
function readHeader(line) {
  const header = parsed(line, "the header");
  require(Object.hasOwn(FIELDS, header.format), "the header names another format");
  require(Object.keys(header).join() === FIELDS[header.format], "the header has other fields");
  require(ID.test(header.table), "the header names no table");
  return header;
}

/** @param {string} line @param {Header} header @param {number} n @param {Uint8Array} head @returns {End} */
function readEnd(line, { table }, n, head) {
  const end = parsed(line, "the last line");
  const [right, found] = [{ n, head: hex(head) }, { n: end.n, head: end.head }];
  require(end.head === right.head && end.n === n, "the last line speaks of other events", { right, found });
  require(end.table === table, "the last line is of another table", { right: table, found: end.table });
  return end;
}

/** @param {string} line @param {number} n @param {Uint8Array} head @param {Event} [before] @returns {Event} */
function readEvent(line, n, head, before) {
  const row = parsed(line, `line of event ${n}`);
  require(Object.keys(row).join() === "e,h,p", `event ${n} has other fields`);
  const event = parsed(row.e, `event ${n}`);
  require(event.n === n, `event ${n} is missing`, { right: n, found: event.n });
  require(Object.keys(event).join() === "at,by,cause,data,n,seals,type", `event ${n} has other fields`);
  require(BY.test(event.by), `event ${n} is by nobody`);
  event.head = sha256(head, row.e);
  const right = hex(event.head);
  require(right === row.h, `the head after event ${n} does not follow`, { right, found: row.h });
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
