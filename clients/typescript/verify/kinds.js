/** What may stand in a field of an event: the words in which fields.js and actions.js say it. */
import { require } from "./bytes.js";

/** @typedef {{seats: number, cards?: Set<string> | undefined}} Table what a kind may depend on; no cards: any are right */
/** @typedef {(value: any, table: Table) => boolean} Kind whether a value is one */
/** @typedef {"hand" | "table" | "each_seat" | "own" | string[]} Audience of a sealed field: words, or fields that hold seats */
/** @typedef {{kind: Kind, audience: Audience | null, isOptional: boolean}} Marked a field that is sealed, or may be left out */
/** @typedef {Record<string, Kind | Marked>} Fields */

/** @type {Kind} */
export const int = (value) => Number.isSafeInteger(value);
/** @type {Kind} */
export const text = (value) => typeof value === "string";
/** @type {Kind} */
export const flag = (value) => typeof value === "boolean";
/** @type {Kind} */
export const object = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
/** @type {Kind} */
export const seat = (value, { seats }) => int(value, { seats }) && value >= 0 && value < seats;
/** @type {Kind} */
export const card = (value, { cards }) => typeof value === "string" && (cards?.has(value) ?? true);

/** @param {Kind} kind @returns {Kind} */
export const maybe = (kind) => (value, table) => value === null || kind(value, table);
/** @param {Kind} kind @returns {Kind} */
export const list = (kind) => (value, table) => Array.isArray(value) && value.every((one) => kind(one, table));
/** @param {...Kind} kinds @returns {Kind} */
export const row = (...kinds) => (value, table) =>
  Array.isArray(value) && value.length === kinds.length && kinds.every((kind, place) => kind(value[place], table));
/** @param {...(string | number)} words @returns {Kind} */
export const word = (...words) => (value) => words.includes(value);
/** @param {Fields} fields @returns {Kind} */
export const record = (fields) => (value, table) => object(value, table) && oddIn(value, fields, table) === undefined;

/** @param {Kind} kind @returns {Marked} */
export const optional = (kind) => ({ kind, audience: null, isOptional: true });
/** @param {Audience | null} audience @param {Kind} kind @returns {Marked} */
export const sealed = (audience, kind) => ({ kind, audience, isOptional: false });

/** @param {Kind | Marked} field @returns {Marked} */
export const marked = (field) => (typeof field === "function" ? sealed(null, field) : field);

/**
 * @param {Record<string, any>} data @param {Fields} fields of which those that are not sealed must be there @param {Table} table
 * @returns {string | undefined} the first field that is missing, of another kind, or not one of them
 */
function oddIn(data, fields, table) {
  for (const [name, field] of Object.entries(fields)) {
    const { kind, audience, isOptional } = marked(field);
    if (audience === null && (Object.hasOwn(data, name) ? !kind(data[name], table) : !isOptional)) return name;
  }
  return Object.keys(data).find((name) => !Object.hasOwn(fields, name) || marked(
    /** @type {Kind | Marked} */ (fields[name])).audience !== null);
}

/** @param {any} data @param {Fields} fields @param {Table} table @param {string} what */
export function checkFields(data, fields, table, what) {
  require(object(data, table), `${what} is no object`);
  const odd = oddIn(data, fields, table);
  require(odd === undefined, `${odd} of ${what} is missing, is not known, or of another kind`, { found: data[odd ?? ""] });
}
