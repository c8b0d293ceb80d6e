/** Hints: where there are any, and how long one waits for a bot that thinks. */
/** @import { Hint, View } from "../types" */
/** @import { Api } from "./api.js" */

const PAUSE = 1000; // milliseconds before the server is asked again
const TRIES = 20;

/** @param {View} view @returns {boolean} whether the server gives hints here: one plays alone against bots, for nothing */
export function givesHints({ seat, seats, rated, tournament, choices, phase }) {
  const isAlone = seats.every((one) => one.seat === seat || (one.bot !== null && one.away === null));
  return seat !== null && choices !== null && phase === "playing" && isAlone && !rated && tournament === null;
}

/**
 * Ask for a hint until it is there.
 * @param {Api} api @param {string} table @param {AbortSignal} signal ends the waiting
 * @returns {Promise<Hint | null>} null: none came
 */
export async function askForHint(api, table, signal) {
  for (let tries = 0; tries < TRIES && !signal.aborted; tries++) {
    /** @type {Hint | {n: number}} */
    const answer = await api.read(`/tables/${table}/hint`, { signal });
    if ("action" in answer) return answer;
    await api.rest(PAUSE, signal);
  }
  return null;
}
