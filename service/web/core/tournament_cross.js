/** The cross-table as its rows: by how much each is ahead of each, whichever way round the API tells the pair. */
import { many } from "./clock.js";
/** @import { CrossTable, Estimate } from "../types" */

/** @typedef {{difference: Estimate, tables: number, more: number | null}} Cell */

/** @param {Estimate} difference @returns {Estimate} it as the other sees it */
const turned = ({ value, low, high, groups }) => (
  { value: 0 - value, low: high === null ? null : 0 - high, high: low === null ? null : 0 - low, groups });

/** @param {CrossTable["cells"]} cells @returns {Map<string, Cell>} by two numbers, both ways round */
export function cellsOf(cells) {
  const found = new Map();
  for (const { entrants: [one, other], difference, ...more } of cells) {
    found.set(`${one} ${other}`, { difference, ...more });
    found.set(`${other} ${one}`, { difference: turned(difference), ...more });
  }
  return found;
}

/** @param {Estimate} difference @returns {number | null} half its interval */
export const halfOf = ({ low, high }) => (low === null || high === null ? null : (high - low) / 2);

/** @param {Cell} cell @returns {string} what it says, in words */
export function cellText({ difference: { groups }, tables, more }) {
  const seen = `${many(groups, "deal")} in common, ${many(tables, "table")} together; `;
  if (more === 0) return `${seen}told apart`;
  if (more === null) return `${seen}it can't be said how many deals would tell them apart`;
  return `${seen}${many(more, "more deal")} would tell them apart`;
}
