/** Forms of a game's options and of a tournament's settings, from the JSON Schema of each; and both in words. */
import { clockText, many, span } from "./texts.js";
/** @import { Entrant, Game, GameDetails, OptionForm, TournamentFacts, TournamentSettings } from "../types" */

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
function valueOf({ kind, mayBeEmpty }, typed) {
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

/** @param {number | null | undefined} value @param {number} [digits] @returns {string} no more digits than it needs */
export const shortly = (value, digits = 2) => (value == null ? "" : withMinus(String(Number(value.toFixed(digits)) + 0)));

/** @param {number} value @param {number} [digits] @returns {string} */
export const fixed = (value, digits = 2) => withMinus(value.toFixed(digits));

/** @param {number} value @returns {string} with its sign */
export const signed = (value) => `${value > 0 ? "+" : ""}${fixed(value)}`;

/** @param {string} number @returns {string} with the sign that is as wide as a plus */
const withMinus = (number) => number.replace("-", "−");

/** @param {string} word of the API @returns {string} */
export const spoken = (word) => word.replaceAll("_", " ");

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
  const known = beacon === null ? "" : " A public beacon has a part in them, so nobody knows them when a round is planned.";
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
  const lateness = { fallback: "a plain action is taken", bot: "a bot plays on", forfeit: "the table ends" }[on_time_out];
  return [`${seats} seats`, clockText(clock), ...(clock === null ? [] : [`when time is up ${lateness}`]), ...told].join("; ");
}

/** @param {Entrant} entrant @returns {string} what to call it */
export function calledBy({ number, name, members }) {
  return name ?? (members.map(({ name: own, level }) => own ?? (level === null ? "erased" : `${level} bot`)).join(", ")
    || `Entrant ${number}`);
}

/** @typedef {Field["kind"] | "words" | "time" | "whether"} Kind */
/** @typedef {Omit<Field, "kind"> & {kind: Kind, path: string, isRequired: boolean}} Setting */
/** @typedef {{name: string, title: string, meaning: string, settings: Setting[]}} Section */
/** @typedef {Record<string, string>} Typed */
/** @typedef {{game: string, seats: string, turn: string, bank: string, onTimeOut: string, typed: Typed}} PlayedGame */
/** @typedef {{name: string, games: PlayedGame[], typed: Record<string, string>}} Draft */

const TIMES = ["starts_at"]; // settings that are a moment
const GENERAL = ["directors", "reveal", "beacon", "spectator_delay"];

/**
 * @param {string} path @param {any} schema @param {boolean} isRequired @returns {Setting}
 */
function settingOf(path, schema, isRequired) {
  const name = path.split(".").at(-1) ?? path;
  const types = [schema.type ?? []].flat();
  const items = schema.items?.enum;
  const field = fieldOf({ name, meaning: plain(schema.description ?? ""), default: schema.default ?? null, schema });
  const kind = TIMES.includes(name) ? "time" : types.includes("array") ? "words"
    : field.kind === "check" && field.mayBeEmpty ? "whether" : field.kind;
  return { ...field, kind, path, isRequired, choices: items ?? field.choices };
}

/** @param {string} meaning as the API says it @returns {string} as who fills in a form reads it */
const plain = (meaning) => meaning.replaceAll("`", "").replace(/\bnull:/, "left empty:").replace(/\bnull\b/, "empty");

/** @param {any} schemas of openapi.yaml @returns {Section[]} all settings but those of games */
export function sectionsOf(schemas) {
  const { properties } = schemas.NewTournament;
  const named = Object.entries(properties).filter(([, schema]) => /** @type {any} */ (schema).$ref !== undefined);
  const sections = named.map(([name, link]) => {
    const { properties: own, description, required = [] } = schemas[/** @type {any} */ (link).$ref.split("/").at(-1)];
    const settings = Object.entries(own).map(([key, schema]) => settingOf(`${name}.${key}`, schema, required.includes(key)));
    return { name, title: `${name[0]?.toUpperCase()}${name.slice(1)}`, meaning: description, settings };
  });
  const general = GENERAL.map((key) => settingOf(key, properties[key], false));
  return [...sections, { name: "general", title: "Other", meaning: "", settings: general }];
}

/** @param {Setting} setting @param {string} typed @returns {unknown} */
export function meant(setting, typed) {
  if (setting.kind === "words") return typed.split(/[\s,]+/).filter(Boolean);
  if (setting.kind === "time") return typed === "" ? null : new Date(typed).getTime();
  return valueOf({ ...setting, kind: setting.kind === "whether" ? "check" : setting.kind }, typed);
}

/** @param {string} game @param {GameDetails} details @returns {PlayedGame} as it is usual */
export const usualGame = (game, details) => (
  { game, seats: `${details.seats.least}`, turn: "60", bank: "120", onTimeOut: "fallback", typed: {} });

/**
 * @param {Draft} draft @param {Section[]} sections @param {(game: string) => GameDetails | undefined} detailsOf
 * @returns {Record<string, any>} what is sent: only what differs from what is usual
 */
export function settingsOf({ name, games, typed }, sections, detailsOf) {
  /** @type {Record<string, any>} */
  const sent = { name, games: games.map((one) => gameOf(one, detailsOf(one.game))) };
  for (const setting of sections.flatMap(({ settings }) => settings)) {
    const text = typed[setting.path];
    if (!setting.isRequired && (text === undefined || text === setting.shown)) continue;
    const [section, key] = setting.path.includes(".") ? setting.path.split(".") : [null, setting.path];
    const place = section == null ? sent : (sent[section] ??= {});
    place[/** @type {string} */ (key)] = meant(setting, text ?? setting.shown);
  }
  return sent;
}

/** @param {PlayedGame} one @param {GameDetails | undefined} details */
function gameOf({ game, seats, turn, bank, onTimeOut, typed }, details) {
  const options = optionsOf((details?.options ?? []).map(fieldOf), typed);
  return {
    game, seats: Number(seats), on_time_out: onTimeOut,
    clock: turn === "" ? null : { turn: Number(turn), bank: Number(bank || 0) },
    ...(Object.keys(options).length > 0 ? { options } : {}),
  };
}

/**
 * @param {Partial<TournamentSettings> & {name?: string}} settings as they are sent or told @param {Section[]} sections
 * @returns {Draft} the form that stands for them
 */
export function draftOf(settings, sections) {
  /** @type {Record<string, string>} */
  const typed = {};
  for (const { path, kind } of sections.flatMap((section) => section.settings)) {
    const value = path.split(".").reduce((part, key) => part?.[key], /** @type {any} */ (settings));
    if (value === undefined || (path === "beacon" && typeof value !== "string")) continue;
    typed[path] = kind === "time" && value !== null ? localTime(value) : shownAs(value);
  }
  const games = (settings.games ?? []).map(({ game, seats, clock, on_time_out, options }) => ({
    game, seats: `${seats}`, turn: clock == null ? "" : `${clock.turn}`, bank: clock == null ? "" : `${clock.bank ?? 0}`,
    onTimeOut: on_time_out ?? "fallback",
    typed: Object.fromEntries(Object.entries(options ?? {}).map(([name, value]) => [name, shownAs(value)])),
  }));
  return { name: settings.name ?? "", games, typed };
}

/** @param {number} time in milliseconds @returns {string} as a field for a date and a time has it, by this clock */
export function localTime(time) {
  const at = new Date(time);
  return new Date(time - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** @param {string} path of a mistake @returns {string} in words: numbers count from 1 */
export const pathText = (path) =>
  path.split(/[./]/).map((part) => (/^\d+$/.test(part) ? `${Number(part) + 1}` : spoken(part))).join(", ");
