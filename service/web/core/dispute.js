/** What is said of a dispute: words for what the API names, and the moments that a complaint speaks of. */
/** @import { Dispute, DisputeRow, Evidence } from "../types" */

/** @param {number} n @returns {string} how a complaint about a moment begins */
export const complaintAt = (n) => `Event ${n}: `;

/** @typedef {{words: string, n?: number}} Piece of a text; `n`: the event that it names */

/** @param {string} text @returns {Piece[]} */
export function piecesOf(text) {
  return text.split(/(\bevent \d{1,6}\b)/i).filter((words) => words !== "").map((words) => {
    const named = /^event (\d{1,6})$/i.exec(words);
    return named === null ? { words } : { words, n: Number(named[1]) };
  });
}

/** @type {[string, string][]} */
export const REMEDIES = [
  ["none", "nothing follows"], ["points_adjusted", "points are added or taken"], ["hand_voided", "the hand is void"],
  ["table_voided", "the table is void"],
];

/** @param {DisputeRow | Dispute} row @returns {string} what became of it */
export function standing(row) {
  if (row.status !== "ruled") return row.status;
  const { verdict, remedy } = "ruling" in row ? { ...row.ruling } : row;
  const follows = REMEDIES.find(([one]) => one === remedy)?.[1] ?? `${remedy}`;
  return verdict === "dismissed" ? "dismissed" : `${verdict}: ${follows}`;
}

/** @param {number | null} milliseconds @returns {string} */
export const seconds = (milliseconds) => (milliseconds === null ? "–" : `${(milliseconds / 1000).toFixed(1)} s`);

/** @typedef {{key: string, times: number, by: string, what: string, seat: number | null, at: number, n: number}} Looks */

/**
 * @param {Dispute["looks"]} looks
 * @returns {Looks[]} those that are alike in one row, with the newest of them; the newest row last
 */
export function gathered(looks) {
  /** @type {Map<string, Looks>} */
  const rows = new Map();
  for (const { by, what, seat, at, n } of looks) {
    const key = `${by} ${what} ${seat}`, held = rows.get(key);
    rows.delete(key);
    rows.set(key, { key, by, what, seat, at, n: Math.max(n, held?.n ?? 0), times: (held?.times ?? 0) + 1 });
  }
  return [...rows.values()];
}

/** @param {{what: string, seat: number | null}} look @returns {string} */
export const lookText = ({ what, seat }) =>
  ({ evidence: "the evidence", log: "the whole log" }[what] ?? `what seat ${seat} saw`);

/**
 * @param {string[]} written by seat, as they stand in the form @param {string} remedy
 * @returns {number[]} what the ruling takes
 */
export const pointsOf = (written, remedy) =>
  remedy === "points_adjusted" ? written.map((one) => (one.trim() === "" ? 0 : Number(one))) : [];

/** @param {Evidence["knowledge"]} knowledge @returns {{n: number, audience: string, opened: number | null}[]} */
export const partsIn = (knowledge) =>
  knowledge.flatMap(({ n, parts }) => parts.map(({ audience, opened }) => ({ n, audience, opened })));
