/** A log file as it was dropped into the page: its lines, as far as they can be read. Whether they hold says the verifier. */

const PACKED = [0x28, 0xb5, 0x2f, 0xfd]; // how a file begins that zstandard has compressed
export const MOST = 32 << 20; // bytes of a file that is read here

/**
 * @typedef {object} Row an event
 * @property {number} n @property {string} type @property {string} by @property {number} at
 * @property {string[]} sealed for whom its parts are @property {string[]} open of them, those that are in the file
 * @property {unknown} data what everybody may know @property {Record<string, any>} parts what is open of the rest
 */
/**
 * @typedef {object} LogText
 * @property {string} table @property {string} game "" for no log of a table
 * @property {Row[]} rows @property {boolean} isComplete whether its last line says that it has ended
 * @property {number[]} unread lines that are none of a log
 */

/** @param {Uint8Array} bytes @returns {boolean} */
export const isPacked = (bytes) => PACKED.every((byte, at) => bytes[at] === byte);

/** @param {string} text @returns {any} an object, or null */
function parsed(text) {
  try {
    const value = JSON.parse(text);
    return typeof value === "object" && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

/** @param {any} line @returns {Row | null} */
function rowOf(line) {
  const told = typeof line?.e === "string" ? parsed(line.e) : null;
  if (told === null || !Number.isSafeInteger(told.n)) return null;
  const parts = (typeof line.p === "string" ? parsed(line.p) : null) ?? {};
  return {
    n: told.n, type: `${told.type}`, by: `${told.by}`, at: Number(told.at), data: told.data,
    sealed: Object.keys(told.seals ?? {}), open: Object.keys(parts),
    parts: Object.fromEntries(Object.entries(parts).map(([key, part]) => [key, part?.data])),
  };
}

/** @param {string} text @returns {LogText | null} null: this is no log file at all */
export function readLogText(text) {
  const lines = text.split("\n").filter((line) => line !== "");
  const header = parsed(lines[0] ?? "");
  if (header === null || typeof header.format !== "string" || !header.format.startsWith("fairdeal/")) return null;
  /** @type {LogText} */
  const log = { table: `${header.table}`, game: `${header.game ?? ""}`, rows: [], isComplete: false, unread: [] };
  for (const [at, line] of lines.entries()) {
    if (at === 0) continue;
    const told = parsed(line), row = rowOf(told);
    if (row !== null) log.rows.push(row);
    else if (typeof told?.signature === "string") log.isComplete = told.complete === true;
    else log.unread.push(at + 1);
  }
  return log;
}
