/** What a player's list of tables tells: ratings over time, and against whom. */
/** @import { ListedTable } from "../types" */

const LEAST = 0.1; // of a scale: what is less is no change to be seen

/** @typedef {{at: number, value: number}} Point */
/**
 * @typedef {object} Opponent
 * @property {string} player
 * @property {string | null} name
 * @property {number} played tables together
 * @property {number} won of them, by whose list it is
 * @property {number} place the mean one of the same
 */

/** @param {ListedTable[]} tables of one game @returns {Point[]} the ratings after them, as time went on */
export function ratingsOver(tables) {
  const rated = tables.flatMap(({ ended_at: at, result }) => {
    const value = result?.rating ?? null;
    return at === null || value === null ? [] : [{ at, value }];
  });
  return rated.sort((one, other) => one.at - other.at);
}

/** @param {ListedTable[]} tables @param {string} player whose list it is @returns {Opponent[]} those met most often first */
export function opponentsOf(tables, player) {
  /** @type {Map<string, {name: string | null, places: number[]}>} */
  const met = new Map();
  for (const { seats, result } of tables) {
    if (result === null) continue;
    for (const { player: other, name } of seats) {
      if (other === null || other === player) continue;
      const known = met.get(other) ?? { name, places: [] };
      known.places.push(result.place);
      met.set(other, known);
    }
  }
  const rows = [...met].map(([other, { name, places }]) => ({
    player: other, name, played: places.length, won: places.filter((place) => place === 1).length,
    place: places.reduce((sum, place) => sum + place, 0) / places.length,
  }));
  return rows.sort((one, other) => other.played - one.played || one.place - other.place);
}

/** @param {number} least @param {number} most @returns {number[]} round numbers over that span, four steps or so */
export function ticksOf(least, most) {
  const span = Math.max(most - least, LEAST);
  const power = 10 ** Math.floor(Math.log10(span / 4));
  const step = power * ([1, 2, 5, 10].find((one) => span / (one * power) <= 5) ?? 10);
  const first = Math.floor(least / step);
  const count = Math.max(1, Math.ceil(most / step - first - 1e-9));
  return Array.from({ length: count + 1 }, (_, at) => Number(((first + at) * step).toFixed(6)));
}

/**
 * Where the points of a line lie in a box; each table as far from the next, since tables come in bursts.
 * @param {Point[]} points @param {number} width @param {number} height
 */
export function lineOf(points, width, height) {
  const values = points.map(({ value }) => value);
  const ticks = ticksOf(Math.min(...values), Math.max(...values));
  const low = ticks[0] ?? 0, high = ticks.at(-1) ?? 1;
  /** @param {number} value */
  const y = (value) => Math.round((height * (high - value) / (high - low)) * 100) / 100;
  const step = points.length > 1 ? width / (points.length - 1) : 0;
  const places = points.map(({ value }, at) => ({ x: Math.round(at * step * 100) / 100, y: y(value) }));
  return { places, ticks: ticks.map((value) => ({ value, y: y(value) })) };
}
