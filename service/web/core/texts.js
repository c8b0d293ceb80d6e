/** Texts and figures for people: marks in a text, times, what a player's list of tables tells, how the server fares. */
import { language, listText, numberText, t } from "./words.js";
/** @import { Game, ListedTable, ServerStatus } from "../types" */

const MARK = /\[([^\][]+)\]\((card|seat):([A-Za-z0-9-]+)\)/g;

/** @typedef {{words: string, card?: string, seat?: number}} Part */

/**
 * Texts for people, in which cards and seats are marked: `[words](card:ID)`, `[words](seat:NUMBER)`.
 * @param {string} text @returns {Part[]} its words and what is marked, in order
 */
export function partsOf(text) {
  /** @type {Part[]} */
  const parts = [];
  let end = 0;
  for (const mark of text.matchAll(MARK)) {
    const [whole, words = "", kind, id = ""] = mark;
    if (mark.index > end) parts.push({ words: text.slice(end, mark.index) });
    parts.push(kind === "card" ? { words, card: id } : { words, seat: Number(id) });
    end = mark.index + whole.length;
  }
  if (end < text.length) parts.push({ words: text.slice(end) });
  return parts;
}

/** @param {string} text @param {(seat: number) => string} [nameOf] @returns {string} it in plain words */
export const plain = (text, nameOf) =>
  partsOf(text).map(({ words, seat }) => (seat === undefined || !nameOf ? words : nameOf(seat))).join("");

/** @param {string} text @returns {string[]} the ids of its cards, one for each mark */
export const cardsIn = (text) => partsOf(text).flatMap(({ card }) => (card === undefined ? [] : [card]));

/** @type {[number, string][]} */
const UNITS = [[86_400, "days"], [3600, "hours"], [60, "minutes"], [1, "seconds"]];

/** @param {number} deadline @param {number} now by the server's clock @returns {string} minutes and seconds that are left */
export function leftUntil(deadline, now) {
  const seconds = Math.max(0, Math.ceil((deadline - now) / 1000));
  const parts = seconds >= 3600 ? [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
    : [Math.floor(seconds / 60), seconds % 60];
  return parts.map((part, at) => (at === 0 ? `${part}` : `${part}`.padStart(2, "0"))).join(":");
}

/** @param {{turn: number, bank?: number, first_turn?: number} | null} clock @returns {string} */
export function clockText(clock) {
  if (clock === null) return t("common.no_clock");
  const { turn, bank = 0, first_turn: first = 0 } = clock;
  const has = `${first > turn ? "first" : ""}${bank > 0 ? "bank" : ""}`;
  return t("common.clock", { has, turn: span(turn), first: span(first), bank: span(bank) });
}

/** @param {number} seconds @returns {string} */
export function span(seconds) {
  const [size, unit] = UNITS.find(([size]) => seconds % size === 0) ?? [1, "seconds"];
  return t(`common.unit_${unit}`, { count: seconds / size });
}

/** @param {number} at @returns {string} the day, as the language of the page writes it */
export const dayText = (at) => new Date(at).toLocaleDateString(language.value, { dateStyle: "medium" });

/** @param {number} at @returns {string} the same with the time */
export const momentText = (at) => new Date(at).toLocaleString(language.value, { dateStyle: "medium", timeStyle: "short" });

/** @param {number} milliseconds @returns {string} about how long, in the greatest unit of which there are two */
export function about(milliseconds) {
  const seconds = milliseconds / 1000;
  const [size, unit] = UNITS.find(([size]) => seconds >= 2 * size) ?? [1, "seconds"];
  return t(`common.unit_${unit}`, { count: Math.round(seconds / size) });
}

/** @param {number} count @param {string} word */
export const many = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

const LONG = 180; // minutes, from which on hours are told

/** @param {Game} game @returns {string} for how many it is, and for how many best */
export function playersText({ seats, about: { best } }) {
  const best_with = listText(best.map((one) => numberText(one)), "disjunction");
  return t("common.players", { ...seats, is: seats.least === seats.most ? "exactly" : "range", best: best.length, best_with });
}

/**
 * @param {Game["about"]} about @param {number[]} [seats] of these numbers alone; none: of all that are known
 * @returns {string | null} how long a table lasts; null: nobody knows
 */
export function lengthText({ minutes, turn_seconds: turn }, seats = []) {
  const rows = minutes.filter((row) => seats.length === 0 || seats.includes(row.seats));
  if (rows.length === 0) return null;
  const least = Math.min(...rows.map((row) => row.least)), most = Math.max(...rows.map((row) => row.most));
  const those = listText(rows.map((row) => numberText(row.seats)), "disjunction");
  const slowest = t("common.unit_seconds", { count: turn });
  const time = minutesText(least, most);
  return t("common.length", { time, seats: seats.length === 0 ? "all" : "some", those, turn: slowest });
}

/** @param {number} least @param {number} most @returns {string} how long something lasts, by its least and most minutes */
export function minutesText(least, most) {
  if (least === most) return about(most * 60_000);
  return most < LONG ? t("common.minutes_range", { least, most })
    : t("common.hours_range", { least: hours(least), most: hours(most) });
}

/** @param {number} minutes @returns {string} hours and halves of them, one half at least */
function hours(minutes) {
  const halves = Math.max(1, Math.round(minutes / 30));
  return `${Math.floor(halves / 2) || ""}${halves % 2 ? "½" : ""}`;
}

/**
 * What a host wants to know before opening a table, in a line.
 * @param {Game} game @param {number[]} seats of which the length is told; none: of all
 */
export function hostText(game, seats) {
  const { difficulty } = game.about;
  const hard = difficulty === null ? null : t(`common.difficulty_${difficulty}`);
  return [playersText(game), lengthText(game.about, seats), hard].filter((text) => text !== null).join("; ");
}

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

const SIZES = ["B", "kB", "MB", "GB", "TB"];

/** @param {number} bytes @returns {string} */
export function bytesText(bytes) {
  const power = bytes < 1024 ? 0 : Math.min(SIZES.length - 1, Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 1024 ** power;
  const digits = value >= 100 || power === 0 ? 0 : 1;
  const style = { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false };
  return `${numberText(value, style)} ${SIZES[power]}`;
}

/** @param {ServerStatus} found */
export const summary = ({ processes }) => ({
  waiting: processes.reduce((sum, { gauges }) => sum + (gauges.fairdeal_waiting ?? 0), 0),
});

/** @typedef {{kind: string, version: string, places: string[], since: number}} Kind processes of one kind and version */

/** @param {ServerStatus} found @returns {Kind[]} */
export function kindsOf({ processes }) {
  /** @type {Map<string, Kind>} */
  const found = new Map();
  for (const { kind, version, host, pid, started } of processes) {
    const known = found.get(`${kind} ${version}`) ?? { kind, version, places: [], since: started };
    known.places.push(`${host}:${pid}`);
    known.since = Math.min(known.since, started);
    found.set(`${kind} ${version}`, known);
  }
  return [...found.values()];
}

/** @param {string} word of the API @returns {string} */
export const spoken = (word) => word.replaceAll("_", " ");

/** @param {number | null | undefined} value @param {number} [digits] @returns {string} no more digits than it needs */
export const shortly = (value, digits = 2) =>
  (value == null ? "" : withMinus(numberText(Number(value.toFixed(digits)) + 0, { maximumFractionDigits: digits })));

/** @param {number} value @param {number} [digits] @returns {string} */
export const fixed = (value, digits = 2) =>
  withMinus(numberText(value, { minimumFractionDigits: digits, maximumFractionDigits: digits }));

/** @param {number} value @param {number} [digits] @returns {string} with its sign */
export const signed = (value, digits = 2) => `${value > 0 ? "+" : ""}${fixed(value, digits)}`;

/** @param {string} number @returns {string} with the sign that is as wide as a plus */
const withMinus = (number) => number.replace("-", "−");
