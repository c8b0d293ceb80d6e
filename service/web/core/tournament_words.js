/** A tournament in words: what its settings and its standing mean. */
import { shownAs } from "./settings.js";
import { clockText, many, span, spoken } from "./texts.js";
/** @import { Entrant, Game, OptionForm, TournamentFacts, TournamentSettings } from "../types" */

/** @type {Record<string, string>} */
export const PHASES = { registration: "entry", called: "starts now", running: "in play", closed: "over" };
/** @type {Record<string, string>} */
export const FORMATS = {
  round_robin: "round robin", swiss: "Swiss", knockout: "knockout", ladder: "ladder", own: "own pairings",
};
/** @type {Record<string, string>} */
const COUNTED = {
  points: "A seat gets its score less the mean of its table.",
  places: "A seat gets the number of seats that were placed behind it.",
  duplicate: "A seat gets its score less the mean of all who had the same cards.",
};
/** @type {Record<string, string>} */
const NORMALISED = {
  none: "", places: " Each table counts from 0 to 1: the share of the others that were beaten.",
  z: " Each table counts in standard deviations of its game in this tournament.",
};
/** @type {Record<string, string>} */
const UNPLAYED = { none: "nothing", mean: "what the mean seat of the round does", most: "the most that a seat can" };
/** @type {Record<string, string>} */
const ENDED = {
  played: "It was played to its end.", abandoned: "A director has ended it early.", too_few: "Too few were there.",
};
/** @type {Record<string, string>} */
const KINDS = { player: "players", bot: "bots", program: "programs", team: "teams" };

/** @param {string} name @param {Game[]} games @returns {string} what a game is called */
export const titleOf = (name, games) => games.find(({ game }) => game === name)?.title ?? name;

/** @param {TournamentFacts} facts @returns {string} where it stands, in a line */
export function standing({ phase, paused, round, rounds, why }) {
  if (phase === "closed") return ENDED[why ?? ""] ?? spoken(why ?? "over");
  if (paused) return "Paused: no round is planned until a director goes on.";
  if (phase === "registration") return "One may enter.";
  if (phase === "called") return "The start was called for; promised entropies are awaited.";
  return round === null ? `Between rounds: ${many(rounds, "round")} played.` : `Round ${round + 1} is being played.`;
}

/** @param {TournamentSettings} settings @returns {string} who meets whom */
export function formatText({ format, schedule }) {
  const { kind, rounds, cycles, advancing, third_place, seconds } = format;
  /** @type {Record<string, string>} */
  const texts = {
    round_robin: `Everybody meets everybody${cycles > 1 ? `, ${cycles} times` : ""}`,
    swiss: `Whoever has won as much meets, ${many(rounds ?? 0, "round")}`,
    knockout: `Of each table ${advancing === 1 ? "one goes on" : `${advancing} go on`}`
      + (third_place ? "; who missed the final plays for the places behind it" : ""),
    ladder: `Whoever is free plays, for ${span(seconds ?? 0)}`,
    own: "A director says who meets whom",
  };
  const apart = schedule.round_seconds ? `; rounds begin at least ${span(schedule.round_seconds)} apart` : "";
  return `${texts[kind] ?? kind}${rounds !== null && kind !== "swiss" ? `, at most ${many(rounds, "round")}` : ""}${apart}.`;
}

/** @param {TournamentSettings} settings @returns {string} what a table counts */
export function countsText({ scoring }) {
  const ties = scoring.tie_breaks.map(spoken).join(", ");
  return `${COUNTED[scoring.kind]}${NORMALISED[scoring.normalise]} A bye brings ${UNPLAYED[scoring.bye]}, a void table
    ${UNPLAYED[scoring.void]}. Ranked by the ${scoring.rank_by === "sum" ? "sum" : "mean of a table"}${
    ties === "" ? "" : `; ties are broken by ${ties}`}.`.replace(/\s+/g, " ");
}

/** @param {TournamentSettings} settings @returns {string} who may enter, and when */
export function entryText({ entrants: { kinds, least, most, register, late, check_in }, schedule }) {
  const who = kinds.map((kind) => KINDS[kind] ?? kind).join(", ");
  return [
    `${who[0]?.toUpperCase()}${who.slice(1)}; ${least} to ${most} entrants`,
    register ? "players enter themselves" : "directors enter them", late ? "also when rounds are played" : "",
    check_in ? "who has not checked in by the start is late" : "",
    schedule.starts_at === null ? "the start is when a director calls"
      : `the start is called for at ${new Date(schedule.starts_at).toLocaleString()}`,
  ].filter(Boolean).join("; ") + ".";
}

/** @param {TournamentSettings} settings @returns {string} whose deals are alike, and when they open */
export function dealsText({ format: { duplicate, rotate }, reveal, beacon }) {
  const shared = duplicate ? "All tables of a round have the same deals" : "Each table has deals of its own";
  const turns = rotate ? "; a pairing is played in all turns of the seats" : "";
  const known = beacon === null ? "" : " A public beacon has a part in them where two players or more take part, so nobody knows"
    + " them when a round is planned.";
  return `${shared}${turns}. Cards open when the last table with the same deals has ended${
    reveal === "hand" ? ", hand by hand" : ""}.${known}`;
}

/**
 * @param {TournamentSettings["games"][number]} game @param {OptionForm[]} usual its options
 * @returns {string} how a game is played here: of its options those that are not the usual ones
 */
export function gameText({ seats, clock, options, on_time_out }, usual) {
  const known = new Map(usual.map(({ name, default: value }) => [name, shownAs(value)]));
  const told = Object.entries(options ?? {}).filter(([name, value]) => known.get(name) !== shownAs(value))
    .map(([name, value]) => `${spoken(name)}: ${spoken(shownAs(value) || "none")}`);
  const lateness = { fallback: "a plain action is taken", bot: "a bot plays on", forfeit: "the seat is lost" }[on_time_out];
  return [`${seats} seats`, clockText(clock), ...(clock === null ? [] : [`when time is up ${lateness}`]), ...told].join("; ");
}

/** @param {Entrant} entrant @returns {string} what to call it */
export function calledBy({ number, name, members }) {
  return name ?? (members.map(({ name: own, level }) => own ?? (level === null ? "erased" : `${level} bot`)).join(", ")
    || `Entrant ${number}`);
}
