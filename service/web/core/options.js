/** Forms of a game's options, from the JSON Schema of each: how one is asked for, and what was typed. */
/** @import { OptionForm } from "../types" */

/**
 * @typedef {object} Field
 * @property {string} name
 * @property {string} label
 * @property {string} meaning
 * @property {"check" | "choice" | "number" | "list" | "text"} kind
 * @property {boolean} mayBeEmpty null is a value
 * @property {string[]} choices
 * @property {number | undefined} least
 * @property {number | undefined} most
 * @property {string} shown the default, as it stands in the form
 */

/** @param {OptionForm} option @returns {Field} */
export function fieldOf({ name, meaning, default: usual, schema }) {
  const types = [schema.type ?? []].flat();
  const choices = /** @type {unknown[] | undefined} */ (schema.enum)?.filter((one) => one !== null).map(String) ?? [];
  const kind = choices.length > 0 ? "choice" : types.includes("boolean") ? "check" : types.includes("array") ? "list"
    : types.includes("integer") ? "number" : "text";
  const words = name.replaceAll("_", " ");
  return {
    name, meaning, kind, choices, label: (words[0] ?? "").toUpperCase() + words.slice(1),
    mayBeEmpty: types.includes("null"), shown: shownAs(usual),
    least: /** @type {number | undefined} */ (schema.minimum), most: /** @type {number | undefined} */ (schema.maximum),
  };
}

/** @param {unknown} value @returns {string} */
export function shownAs(value) {
  if (value === null || value === undefined) return "";
  return Array.isArray(value) ? value.join(" ") : String(value);
}

/** @param {Field} field @param {string} typed @returns {unknown} the value that was meant */
export function valueOf({ kind, mayBeEmpty }, typed) {
  if (typed.trim() === "" && mayBeEmpty) return null;
  if (kind === "check") return typed === "true";
  if (kind === "list") return typed.split(/[\s,]+/).filter(Boolean).map(Number);
  return kind === "number" || (kind === "choice" && /^-?\d+$/.test(typed)) ? Number(typed) : typed;
}

/**
 * Return the options that differ from the usual ones: only these are sent.
 * @param {Field[]} fields @param {Record<string, string>} typed @returns {Record<string, unknown>}
 */
export function optionsOf(fields, typed) {
  const changed = fields.filter(({ name, shown }) => typed[name] !== undefined && typed[name] !== shown);
  return Object.fromEntries(changed.map((field) => [field.name, valueOf(field, typed[field.name] ?? "")]));
}
