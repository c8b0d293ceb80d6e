/** Forms of a game's options and of a tournament's settings, from the JSON Schema of each. */
import { spoken } from "./texts.js";
import { isText, t } from "./words.js";
/** @import { GameDetails, OptionForm, TournamentSettings } from "../types" */

/**
 * @typedef {object} Field
 * @property {string} name
 * @property {string} label
 * @property {string} meaning
 * @property {"check" | "choice" | "number" | "list" | "text"} kind
 * @property {boolean} mayBeEmpty null is a value
 * @property {string[]} choices
 * @property {(choice: string) => string} choiceText what one of them is called
 * @property {number | undefined} least
 * @property {number | undefined} most
 * @property {string} shown the default, as it stands in the form
 */

/** @param {string} game @param {string} name of an option @returns {string} what people call it */
const optionLabel = (game, name) => (isText(`options.${game}_${name}`) ? t(`options.${game}_${name}`) : spoken(name));

/** @param {string} word a value of an option @returns {string} what people call it */
const optionWord = (word) => (isText(`options.word_${word}`) ? t(`options.word_${word}`) : spoken(word));

/**
 * @param {string} game @param {string} name of an option @param {unknown} value
 * @returns {string} how it is played, such as "Decktets: 3"
 */
export function optionText(game, name, value) {
  const word = shownAs(value);
  return t("options.is", { name: optionLabel(game, name), value: word === "" ? t("options.nothing") : optionWord(word) });
}

/** @param {OptionForm} option @param {string} game which has it @returns {Field} */
export function fieldOf({ name, meaning, default: usual, schema }, game) {
  const types = [schema.type ?? []].flat();
  const choices = /** @type {unknown[] | undefined} */ (schema.enum)?.filter((one) => one !== null).map(String) ?? [];
  const kind = choices.length > 0 ? "choice" : types.includes("boolean") ? "check" : types.includes("array") ? "list"
    : types.includes("integer") ? "number" : "text";
  const label = optionLabel(game, name);
  const isSaid = (/** @type {string} */ part) => choices.some((word) => part.startsWith(`${word}:`)); // by the choice itself
  const hint = meaning.split("; ").filter((part) => !isSaid(part)).join("; ").replace("null:", t("options.empty"));
  return {
    name, meaning: hint, kind, choices, choiceText: optionWord, label: (label[0] ?? "").toUpperCase() + label.slice(1),
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

/** @typedef {Field["kind"] | "words" | "time" | "whether"} Kind */
/** @typedef {Omit<Field, "kind"> & {kind: Kind, path: string, isRequired: boolean}} Setting */
/** @typedef {{name: string, title: string, meaning: string, settings: Setting[]}} Section */
/** @typedef {Record<string, string>} Typed */
/**
 * @typedef {{game: string, seats: string, otherSeats?: string, turn: string, bank: string, onTimeOut: string, typed: Typed}
 * } PlayedGame
 */
/** @typedef {{name: string, games: PlayedGame[], typed: Record<string, string>}} Draft */

const TIMES = ["starts_at"]; // settings that are a moment
const EMPTY = "empty:"; // in place of null, in sentences of the API
const NO_BEACON = "none"; // an empty field is the usual beacon
const GENERAL = ["directors", "reveal", "beacon", "spectator_delay"];

/**
 * @param {string} path @param {any} schema @param {boolean} isRequired @returns {Setting} in words of ours, where we have some
 */
function settingOf(path, schema, isRequired) {
  const own = path.replaceAll(".", "_"), name = path.split(".").at(-1) ?? path;
  const types = [schema.type ?? []].flat();
  const items = schema.items?.enum;
  const field = fieldOf({ name, meaning: plain(schema.description ?? ""), default: schema.default ?? null, schema }, "");
  const kind = TIMES.includes(name) ? "time" : types.includes("array") ? schema.items?.type === "integer" ? "list" : "words"
    : field.kind === "check" && field.mayBeEmpty ? "whether" : field.kind;
  const isKnown = isText(`new_tournament.label_${own}`);
  const hint = isText(`new_tournament.hint_${own}`) ? t(`new_tournament.hint_${own}`, { none: NO_BEACON }) : "";
  return {
    ...field, kind, path, isRequired, choices: items ?? field.choices, choiceText: (choice) => choiceText(own, choice),
    label: isKnown ? t(`new_tournament.label_${own}`) : field.label, meaning: isKnown ? hint : field.meaning,
  };
}

const TERMS = new Map([["scoring_tie_breaks", "tie"], ["entrants_kinds", "kinds"]]); // settings whose words all pages know

/** @param {string} setting @param {string} choice a word of the API @returns {string} what people call it */
function choiceText(setting, choice) {
  const kind = TERMS.get(setting);
  if (kind !== undefined && isText(`terms.${kind}_${choice}`)) return t(`terms.${kind}_${choice}`);
  return isText(`new_tournament.choice_${setting}_${choice}`) ? t(`new_tournament.choice_${setting}_${choice}`) : spoken(choice);
}

/** @param {string} meaning as the API says it @returns {string} as who fills in a form reads it */
const plain = (meaning) => meaning.replaceAll("`", "").replace(/\bnull:/, EMPTY).replace(/\bnull\b/, "empty");

/** @param {any} schemas of openapi.yaml @returns {Section[]} all settings but those of games */
export function sectionsOf(schemas) {
  const { properties } = schemas.NewTournament;
  const named = Object.entries(properties).filter(([, schema]) => /** @type {any} */ (schema).$ref !== undefined);
  const sections = named.map(([name, link]) => {
    const { properties: own, description, required = [] } = schemas[/** @type {any} */ (link).$ref.split("/").at(-1)];
    const settings = Object.entries(own).map(([key, schema]) => settingOf(`${name}.${key}`, schema, required.includes(key)));
    if (!isText(`new_tournament.section_${name}`)) return { name, title: spoken(name), meaning: description, settings };
    return { name, title: t(`new_tournament.section_${name}`), meaning: t(`new_tournament.about_${name}`), settings };
  });
  const general = GENERAL.map((key) => settingOf(key, properties[key], false));
  return [...sections, { name: "general", title: t("new_tournament.section_general"), meaning: "", settings: general }];
}

/** @param {Setting} setting @param {string} typed @returns {unknown} */
export function meant(setting, typed) {
  if (setting.kind === "words") return typed.split(/[\s,]+/).filter(Boolean);
  if (setting.path === "beacon" && typed.trim() === NO_BEACON) return null;
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
function gameOf({ game, seats, otherSeats = "", turn, bank, onTimeOut, typed }, details) {
  const others = otherSeats.split(/[\s,]+/).filter(Boolean).map(Number);
  const options = optionsOf((details?.options ?? []).map((one) => fieldOf(one, game)), typed);
  return {
    game, seats: Number(seats), on_time_out: onTimeOut,
    clock: turn === "" ? null : { turn: Number(turn), bank: Number(bank || 0) },
    ...(others.length > 0 ? { other_seats: others } : {}),
    ...(Object.keys(options).length > 0 ? { options } : {}),
  };
}

/** @param {unknown} value as it is sent, or told: a chain's facts @returns {Typed} */
function beaconDraft(value) {
  if (value === null) return { beacon: NO_BEACON };
  return typeof value === "string" ? { beacon: value } : {};
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
    if (value === undefined) continue;
    if (path === "beacon") Object.assign(typed, beaconDraft(value));
    else typed[path] = kind === "time" && value !== null ? localTime(value) : shownAs(value);
  }
  const games = (settings.games ?? []).map(({ game, seats, other_seats, clock, on_time_out, options }) => ({
    game, seats: `${seats}`, otherSeats: (other_seats ?? []).join(" "),
    turn: clock == null ? "" : `${clock.turn}`, bank: clock == null ? "" : `${clock.bank ?? 0}`,
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
export function pathText(path) {
  const parts = path.split(/[./]/), own = parts.join("_");
  if (isText(`new_tournament.label_${own}`)) return t(`new_tournament.label_${own}`);
  const numbered = parts.map((part) => (/^\d+$/.test(part) ? `${Number(part) + 1}` : spoken(part)));
  const [first, number, ...rest] = numbered;
  return (first === "games" && number ? [t("new_tournament.game_number", { number }), ...rest] : numbered).join(", ");
}
