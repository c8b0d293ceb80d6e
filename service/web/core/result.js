/** The result of a table for who looks at it: who won, by what, and what it changed in one's rating. */
/** @import { ListedTable, View } from "../types" */
/** @import { Api } from "./api.js" */

const NEWEST = 50; // of one's ended tables of the game, among which the rated one before is sought
const TRIES = [500, 1000, 2000, 4000, 8000, 16_000]; // milliseconds: ratings follow the log a moment later

/** @typedef {NonNullable<View["outcome"]>} Outcome */
/** @typedef {{after: number, before: number | null}} RatingChange `before`: null at the first rated table of a game */

/** @param {View} view @returns {Outcome | null} how it ended, as it counts now */
export const outcomeOf = (view) => view.corrected ?? view.outcome;

/** @param {Outcome} outcome @returns {number[]} the seats in the first place; none where nothing was played */
export const winnersOf = ({ places }) => places.flatMap((place, seat) => (place === 1 ? [seat] : []));

/**
 * Return the winner's score and that of the best seat behind, where they tell them apart.
 * @param {Outcome} outcome @returns {[number, number] | null}
 */
export function margin({ places, scores }) {
  const first = scores[places.indexOf(1)], second = Math.min(...places.filter((place) => place > 1));
  const next = scores[places.indexOf(second)];
  return first === undefined || next === undefined || first === next ? null : [first, next];
}

/**
 * Say whether something else than the scores has decided between some seats.
 * @param {Outcome} outcome @returns {boolean}
 */
export const isTieBroken = ({ places, scores, deserters }) => deserters.length === 0
  && places.some((place, seat) => places.some((other, at) => other !== place && scores[at] === scores[seat]));

/**
 * Say whether a table counts for the rating of who looks at it: it is rated, and at least two people held seats.
 * @param {View} view of a seat, of a table with a result
 */
export function isRatedFor(view) {
  const deserted = (outcomeOf(view)?.deserters ?? []).map(({ seat }) => seat);
  const people = view.seats.filter(({ seat, player, away }) => (player ?? away) !== null || deserted.includes(seat));
  return view.rated && people.length > 1;
}

/**
 * Return what a table made of a rating.
 * @param {ListedTable[]} tables one's ended tables of a game @param {string} table @returns {RatingChange | null} null: not known
 */
export function ratingChange(tables, table) {
  const own = tables.find((one) => one.table === table), after = own?.result?.rating ?? null;
  if (own === undefined || after === null) return null;
  /** @param {ListedTable} one */
  const end = ({ ended_at: at }) => at ?? 0;
  const earlier = tables.filter((one) => (one.result?.rating ?? null) !== null && end(one) < end(own));
  const last = earlier.sort((one, other) => end(other) - end(one))[0];
  return { after, before: last?.result?.rating ?? null };
}

/**
 * Ask what a table made of one's rating until that is known, or for half a minute.
 * @param {Api} api @param {View} view @param {AbortSignal} signal @returns {Promise<RatingChange | null>} null: not known yet
 */
export async function readRatingChange(api, { game, table }, signal) {
  for (const wait of TRIES) {
    const { tables } = await api.read(`/players/me/tables?state=ended&game=${game}&limit=${NEWEST}`, { signal });
    const change = ratingChange(tables, table);
    if (change !== null) return change;
    await api.rest(wait, signal);
    if (signal.aborted) break;
  }
  return null;
}
