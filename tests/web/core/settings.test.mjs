import assert from "node:assert/strict";
import { test } from "node:test";

import {
  draftOf, fieldOf, localTime, meant, optionsOf, pathText, sectionsOf, settingsOf, usualGame,
} from "../../../service/web/core/settings.js";
import { calledBy, countsText, entryText, formatText, gameText, standing } from "../../../service/web/core/tournament_words.js";
import { needWords } from "../../../service/web/core/words.js";

const schemas = {
  NewTournament: { properties: {
    name: { type: "string" }, directors: { type: "array", items: { type: "string" }, default: [] },
    games: { type: "array" }, format: { $ref: "#/components/schemas/Format" }, schedule: { $ref: "#/components/schemas/Schedule" },
    scoring: { $ref: "#/components/schemas/Scoring" },
    reveal: { type: "string", enum: ["table", "hand"], default: "table" }, beacon: { type: ["string", "null"] },
    spectator_delay: { type: "integer", default: 0 },
  } },
  Format: { description: "Who meets whom.", required: ["kind"], properties: {
    kind: { type: "string", enum: ["round_robin", "swiss"] },
    rounds: { type: ["integer", "null"], default: null, description: "How many; null where `kind` says it." },
    unknown: { type: ["integer", "null"], default: null, description: "How much; null where `kind` says it." },
    duplicate: { type: ["boolean", "null"], default: null }, rotate: { type: "boolean", default: false },
  } },
  Schedule: { description: "When.", properties: { starts_at: { type: ["integer", "null"], default: null } } },
  Scoring: { description: "What counts.", properties: {
    tie_breaks: { type: "array", items: { type: "string", enum: ["wins", "points", "places"] }, default: ["wins", "points"] } } },
};
const details = {
  seats: { least: 2, most: 4 }, options: [{ name: "max_hands", meaning: "", default: 500, schema: { type: "integer" } }],
};
await Promise.all(["new_tournament", "options", "terms"].map(needWords));
const sections = sectionsOf(schemas);
const setting = (path) => sections.flatMap(({ settings }) => settings).find((one) => one.path === path);

test("the form follows from the schemas, and is told as people read it", () => {
  assert.deepEqual(sections.map(({ name }) => name), ["format", "schedule", "scoring", "general"]);
  assert.deepEqual(["format.kind", "format.rounds", "format.duplicate", "format.rotate", "schedule.starts_at", "scoring.tie_breaks",
    "directors", "beacon"].map((path) => setting(path).kind), ["choice", "number", "whether", "check", "time", "words", "words", "text"]);
  assert.deepEqual([setting("format.kind").isRequired, setting("format.rounds").isRequired], [true, false]);
  assert.equal(setting("format.rounds").label, "Rounds");
  assert.equal(setting("format.unknown").meaning, "How much; empty where kind says it.");
  assert.deepEqual(setting("scoring.tie_breaks").choices, ["wins", "points", "places"]);
});

test("a word that stands for several options is chosen from a list, and sent alone", () => {
  const deck = { name: "deck", meaning: "", default: "basic", schema: { type: "string", enum: ["basic", "extended"] } };
  const pawns = { name: "pawns", meaning: "", default: false, schema: { type: "boolean" } };
  const fields = [deck, pawns].map((one) => fieldOf(one, "boojum"));
  assert.deepEqual([fields[0].kind, fields[0].choices], ["choice", ["basic", "extended"]]);
  assert.deepEqual(fields[0].choices.map(fields[0].choiceText), ["none", "Excuse, Pawns and Courts"]);
  assert.deepEqual([fields[0].label, fieldOf(deck, "high_card").label], ["Extra cards", "Deck"]);
  assert.deepEqual(optionsOf(fields, { deck: "extended", pawns: "false" }), { deck: "extended" });
});

test("what is typed means what the API takes", () => {
  assert.deepEqual(["", "true", "false"].map((typed) => meant(setting("format.duplicate"), typed)), [null, true, false]);
  assert.deepEqual(meant(setting("scoring.tie_breaks"), "places wins"), ["places", "wins"]);
  assert.deepEqual(meant(setting("directors"), ""), []);
  assert.deepEqual([meant(setting("format.rounds"), "7"), meant(setting("format.rounds"), "")], [7, null]);
  assert.equal(meant(setting("schedule.starts_at"), localTime(1_800_000_000_000)), 1_800_000_000_000);
  assert.equal(meant(setting("schedule.starts_at"), ""), null);
});

test("only what is not usual is sent, and options that differ", () => {
  const game = usualGame("boosh", details);
  const draft = { name: "Cup", games: [{ ...game, typed: { max_hands: "2" } }, { ...game, turn: "" }], typed: {
    "format.kind": "swiss", "format.rounds": "3", "format.duplicate": "", "scoring.tie_breaks": "wins points", "directors": "p1 p2" } };
  assert.deepEqual(settingsOf(draft, sections, () => details), {
    name: "Cup", directors: ["p1", "p2"], format: { kind: "swiss", rounds: 3 },
    games: [
      { game: "boosh", seats: 2, on_time_out: "fallback", clock: { turn: 60, bank: 120 }, options: { max_hands: 2 } },
      { game: "boosh", seats: 2, on_time_out: "fallback", clock: null },
    ],
  });
});

test("settings that were told or pasted stand in the form as they are sent again", () => {
  const settings = {
    name: "Cup", games: [{
      game: "boosh", seats: 3, other_seats: [2, 4], clock: null, on_time_out: "bot", options: { max_hands: 4 }, rules: 1 }],
    format: { kind: "round_robin", rounds: null, duplicate: false, rotate: true }, schedule: { starts_at: 1_800_000_000_000 },
    scoring: { tie_breaks: ["points"] }, reveal: "hand", beacon: { chain: "one" }, spectator_delay: 0,
  };
  const sent = settingsOf(draftOf(settings, sections), sections, () => details);
  assert.deepEqual(sent, {
    name: "Cup", games: [{ game: "boosh", seats: 3, other_seats: [2, 4], on_time_out: "bot", clock: null, options: { max_hands: 4 } }],
    format: { kind: "round_robin", duplicate: false, rotate: true }, schedule: { starts_at: 1_800_000_000_000 },
    scoring: { tie_breaks: ["points"] }, reveal: "hand",
  });
  assert.deepEqual(draftOf({}, sections), { name: "", games: [], typed: {} });
});

test("the word none opens a tournament without a beacon, an empty field with the usual one", () => {
  assert.match(setting("beacon").meaning, /Left empty: the server’s own; none: no beacon\.$/);
  const beaconOf = (/** @type {Record<string, string>} */ typed) =>
    settingsOf({ name: "Cup", games: [], typed: { "format.kind": "swiss", ...typed } }, sections, () => details).beacon;
  assert.deepEqual([{}, { beacon: "" }, { beacon: "none" }, { beacon: "quicknet" }].map(beaconOf), [undefined, undefined, null, "quicknet"]);
  for (const beacon of [null, "quicknet"]) {
    assert.equal(beaconOf(draftOf({ beacon }, sections).typed), beacon, "as it was sent, or pasted");
  }
});

test("a mistake is found by its path", () => {
  assert.equal(pathText("games.0.options.max_hands"), "Game 1, options, max hands");
  assert.equal(pathText("scoring.tie_breaks"), "Tie-breaks");
});

const settings = {
  games: [], format: { kind: "swiss", rounds: 5, cycles: 1, advancing: 1, third_place: false, seconds: null },
  scoring: { kind: "places", normalise: "none", bye: "mean", void: "none", rank_by: "sum", tie_breaks: ["head_to_head"] },
  schedule: { starts_at: null, round_seconds: 3600 },
  entrants: { kinds: ["player", "bot"], least: 4, most: 8, register: true, late: false, check_in: true },
};

test("settings are told in words", () => {
  assert.equal(formatText(settings), "Entrants with equal results meet, 5 rounds. Rounds begin at least 1 hour apart.");
  const knockout = { ...settings.format, kind: "knockout", rounds: null, advancing: 2, third_place: true };
  assert.match(formatText({ ...settings, format: knockout }), /^The best 2 of each table advance; those who missed the final/);
  assert.match(countsText(settings), /^A seat gets one point for each .* A bye brings what the mean seat .* a void table nothing\. .*head to head\.$/);
  assert.match(entryText(settings), /^Open to players or bots, 4 to 8 entrants\. Players enter themselves\. Entrants who have not checked in/);
  const game = { game: "boosh", seats: 2, clock: { turn: 60 }, options: { max_hands: 2, woof: false }, on_time_out: "bot" };
  const usual = [{ name: "max_hands", default: 500 }, { name: "woof", default: false }];
  assert.equal(gameText(game, usual), "2 seats; 1 minute a turn; when time is up a bot plays on; Most hands: 2");
});

test("where a tournament stands is told in a line", () => {
  const facts = { phase: "running", paused: false, round: 1, rounds: 2, why: null };
  assert.equal(standing(facts), "Round 2 is being played.");
  assert.equal(standing({ ...facts, round: null }), "Between rounds: 2 rounds played.");
  assert.match(standing({ ...facts, paused: true }), /^Paused/);
  assert.match(standing({ ...facts, round: null, next_round_at: 1_798_761_600_000 }), /^The next round begins on .*202/);
  assert.equal(standing({ ...facts, phase: "closed", why: "abandoned" }), "A director ended it early.");
});

test("an entrant is called by its name, else by who plays for it", () => {
  const one = { number: 4, name: null, members: [{ name: "Ada", level: null }, { name: null, level: "expert" }, { name: null, level: null }] };
  assert.equal(calledBy(one), "Ada, expert bot, erased");
  assert.equal(calledBy({ ...one, name: "Team" }), "Team");
});
