/** The analysis of a seat at a finished table: asked for until all is judged, and what is worth looking at. */
/** @import { Analysis, JudgedDecision, View } from "../types" */
/** @import { Api } from "./api.js" */

const PAUSE = 2000; // milliseconds before the server is asked again

/**
 * Have a seat analysed, and tell of it as it comes.
 * @param {Api} api @param {string} table @param {number} seat
 * @param {(found: Analysis) => void} tell @param {AbortSignal} signal ends the waiting
 */
export async function followAnalysis(api, table, seat, tell, signal) {
  const path = `/tables/${table}/analysis`;
  /** @type {Analysis} */
  let found = await api.sendOnce("POST", path, { seat });
  tell(found);
  while (!found.complete) {
    await api.rest(PAUSE, signal);
    if (signal.aborted) return;
    found = await api.read(`${path}?seat=${seat}`, { signal });
    tell(found);
  }
}

/**
 * @param {View} view of a table that is open @param {number | "all" | null} eyes through which it is seen
 * @returns {number | null} the seat that a player of the table may have analysed: the one looked at, else their own
 */
export const analysedSeat = ({ seat }, eyes) => (seat !== null && typeof eyes === "number" ? eyes : seat);

/** @param {JudgedDecision[]} decisions @param {number} first @param {number} last @returns {JudgedDecision | undefined} */
export const decisionAt = (decisions, first, last) => decisions.find(({ n }) => first <= n && n <= last);

/** @param {JudgedDecision} decision @returns {boolean} */
const isMistake = ({ grade }) => grade !== "good";

/**
 * @param {JudgedDecision[]} decisions in the order of play @param {number} n
 * @returns {{back: number | undefined, on: number | undefined}} the events of the mistakes before and after one
 */
export function mistakesAround(decisions, n) {
  const mistakes = decisions.filter(isMistake).map((one) => one.n);
  return { back: mistakes.findLast((one) => one < n), on: mistakes.find((one) => one > n) };
}

/** @param {JudgedDecision[]} decisions @param {JudgedDecision["grade"]} wanted @returns {number} */
export const countOf = (decisions, wanted) => decisions.filter(({ grade }) => grade === wanted).length;
