import assert from "node:assert/strict";
import { test } from "node:test";

import { botsChosen, fillingTable, keepBots, lengthWithBots } from "../../../service/web/core/beginning.js";
import { Memory, pageStore } from "../../../service/web/core/state.js";

const game = { game: "boon", seats: { least: 3, most: 5 }, ladder: [{ bot: "novice" }, { bot: "mixed50" }, { bot: "regular" }] };

test("the usual game with bots is a full one against as few as can be, and another choice is kept for each game", () => {
  const memory = new Memory(pageStore());
  assert.deepEqual(botsChosen(memory, game), { isQuick: false, bots: 2, level: "regular" });
  keepBots(memory, "boon", { isQuick: true, bots: 4, level: "novice" });
  assert.deepEqual(botsChosen(memory, game), { isQuick: true, bots: 4, level: "novice" });
  assert.deepEqual(botsChosen(memory, { ...game, game: "bum" }), { isQuick: false, bots: 2, level: "regular" });
});

test("what was kept and is no longer possible is the usual again", () => {
  const memory = new Memory(pageStore());
  keepBots(memory, "boon", { isQuick: true, bots: 9, level: "gone" });
  assert.deepEqual(botsChosen(memory, game), { isQuick: true, bots: 2, level: "regular" });
});

test("a game with bots takes one's own share of its turns, and half a second for each of the bots'", () => {
  const about = {
    turn_seconds: 20, minutes: [{ seats: 3, least: 60, most: 120 }, { seats: 4, least: 600, most: 900 }],
    brief_minutes: [{ seats: 3, least: 5, most: 5 }],
  };
  assert.equal(lengthWithBots(about, { isQuick: false, bots: 2 }), "20 to 40 minutes");
  assert.equal(lengthWithBots(about, { isQuick: false, bots: 3 }), "2½ to 4 hours");
  assert.equal(lengthWithBots(about, { isQuick: true, bots: 2 }), "2 minutes");
  assert.equal(lengthWithBots(about, { isQuick: true, bots: 3 }), "");
});

test("a quick seat leads to the table of its clock that lacks fewest players", () => {
  const row = (table, more) => ({ table, game: "boon", phase: "open", free: 2, clock: { turn: 60, bank: 120 }, ...more });
  const tables = [
    row("a"), row("b", { free: 1 }), row("c", { free: 0 }), row("d", { game: "bum", free: 1 }), row("e", { clock: null, free: 1 }),
    row("f", { phase: "playing", free: 1 }),
  ];
  assert.equal(fillingTable(tables, "boon").table, "b");
  assert.equal(fillingTable([], "boon"), null);
});
