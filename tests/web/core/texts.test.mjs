import assert from "node:assert/strict";
import { test } from "node:test";

import { lobbyAfter } from "../../../service/web/core/news.js";
import { invitation, joinCodeIn, routeOf } from "../../../service/web/core/route.js";
import { fieldOf, optionsOf } from "../../../service/web/core/settings.js";
import {
  about, bytesText, cardsIn, clockText, fixed, hostText, kindsOf, leftUntil, lengthText, lineOf, opponentsOf, partsOf, plain,
  playersText, ratingsOver, shortly, signed, summary, ticksOf,
} from "../../../service/web/core/texts.js";
import { speak } from "../../../service/web/core/words.js";

test("marked cards and seats are told from the words around them", () => {
  const text = "[Seat 1](seat:1) plays [Gold 7](card:gold-7) and [10](card:10-3).";
  assert.deepEqual(partsOf(text), [
    { words: "Seat 1", seat: 1 }, { words: " plays " }, { words: "Gold 7", card: "gold-7" }, { words: " and " },
    { words: "10", card: "10-3" }, { words: "." },
  ]);
  assert.deepEqual(cardsIn(text), ["gold-7", "10-3"]);
  assert.equal(plain(text, (seat) => `<b>${seat}</b>`), "<b>1</b> plays Gold 7 and 10.");
  assert.deepEqual(partsOf("[x](javascript:1) [y]"), [{ words: "[x](javascript:1) [y]" }]);
});

test("a path names a page, and the join code stands in the fragment alone", () => {
  assert.deepEqual(routeOf("/"), { page: "lobby", which: "" });
  assert.deepEqual(routeOf("/tables/t0d1f"), { page: "table", which: "t0d1f" });
  assert.deepEqual(routeOf("/open/goblin_market"), { page: "open", which: "goblin_market" });
  assert.deepEqual(routeOf("/tables/../x"), { page: "nothing", which: "" });
  const link = new URL(invitation("https://play.example", "t1", "abcd-efgh"));
  assert.deepEqual([link.pathname, link.search, joinCodeIn(link.hash)], ["/tables/t1", "", "abcd-efgh"]);
  assert.equal(joinCodeIn(""), null);
  assert.equal(invitation("https://play.example", "t1", null), "https://play.example/tables/t1");
});

test("the time that is left is told in minutes and seconds, never below none", () => {
  assert.deepEqual([0, 900, 61_000, 3_725_000].map((left) => leftUntil(5000 + left, 5000)), ["0:00", "0:01", "1:01", "1:02:05"]);
  assert.equal(leftUntil(1, 5000), "0:00");
  assert.equal(clockText(null), "no clock");
  assert.equal(clockText({ turn: 60, bank: 90 }), "1 minute a turn, 90 seconds more in all");
});

const game = (seats, best, minutes, difficulty) => ({ seats, about: { best, minutes, difficulty, turn_seconds: 20, length: null } });
const measured = [{ seats: 3, least: 25, most: 100 }, { seats: 4, least: 40, most: 75 }, { seats: 5, least: 270, most: 540 }];

test("a host reads for how many a game is, how long it lasts and how hard it is", () => {
  const one = game({ least: 3, most: 5 }, [4, 5], measured, "medium");
  assert.equal(playersText(one), "3 to 5 players, best with 4 or 5");
  assert.equal(lengthText(one.about, [4]), "40 to 75 minutes with 4 at 20 seconds a turn");
  assert.equal(lengthText(one.about, [5]), "4½ to 9 hours with 5 at 20 seconds a turn");
  assert.equal(lengthText(one.about), "½ to 9 hours at 20 seconds a turn");
  assert.equal(lengthText(one.about, [3, 4]), "25 to 100 minutes with 3 or 4 at 20 seconds a turn");
  assert.equal(lengthText(one.about, [6]), null);
  assert.equal(lengthText(game({}, [], [{ seats: 6, least: 15, most: 15 }], null).about), "15 minutes at 20 seconds a turn");
  assert.equal(
    hostText(one, [3]),
    "3 to 5 players, best with 4 or 5; 25 to 100 minutes with 3 at 20 seconds a turn; takes a table to learn",
  );
  assert.equal(hostText(game({ least: 2, most: 2 }, [], [], null), []), "2 players");
});

const option = (name, usual, schema) => fieldOf({ name, meaning: `N1: ${name}`, default: usual, schema }, "some_game");

test("a form follows from the schemas of options, and only what differs is sent", () => {
  const fields = [
    option("max_rounds", 500, { type: "integer", minimum: 1, maximum: 1000 }),
    option("first_dealer", null, { type: ["integer", "null"], minimum: 0 }),
    option("blind", "aside", { type: "string", enum: ["aside", "last_trick"] }),
    option("excuse", false, { type: "boolean" }),
    option("payout", [2, 1, 1, 2], { type: "array", items: { type: "integer" } }),
  ];
  assert.deepEqual(fields.map(({ kind }) => kind), ["number", "number", "choice", "check", "list"]);
  assert.deepEqual([fields[0].least, fields[0].most, fields[0].label, fields[1].mayBeEmpty], [1, 1000, "Max rounds", true]);
  assert.deepEqual(optionsOf(fields, {}), {});
  assert.deepEqual(optionsOf(fields, { max_rounds: "500", first_dealer: "", excuse: "false", payout: "2 1 1 2" }), {});
  assert.deepEqual(
    optionsOf(fields, { max_rounds: "2", first_dealer: "0", blind: "last_trick", excuse: "true", payout: "3, 2 1 0" }),
    { max_rounds: 2, first_dealer: 0, blind: "last_trick", excuse: true, payout: [3, 2, 1, 0] },
  );
});

test("the lobby is what its stream has told", () => {
  const row = (table, n = 1) => ({ table, n });
  let rows = lobbyAfter([row("old")], { type: "tables", tables: [row("a"), row("b")] });
  rows = lobbyAfter(rows, { type: "added", table: row("c") });
  rows = lobbyAfter(rows, { type: "changed", table: row("a", 2) });
  rows = lobbyAfter(rows, { type: "removed", table: "b" });
  assert.deepEqual(rows, [row("c"), row("a", 2)]);
});

const seat = (player, name = player) => ({ player, name });
const table = (ended_at, place, rating, ...others) => ({
  ended_at, result: place === null ? null : { place, rating }, seats: [seat("me"), ...others],
});

test("ratings are told in the order of time, and tables that count for none are left out", () => {
  const tables = [table(30, 1, 7.5), table(20, 2, null), table(10, 1, 3), table(null, null, null), table(40, null, null)];
  assert.deepEqual(ratingsOver(tables), [{ at: 10, value: 3 }, { at: 30, value: 7.5 }]);
  assert.deepEqual(ratingsOver([]), []);
});

test("opponents are those of tables with a result, bots and oneself are none", () => {
  const bot = { player: null, name: null }, erased = seat("p3", null);
  const tables = [
    table(3, 1, 1, seat("p1", "Ada"), bot), table(2, 3, 1, seat("p1", "Ada"), seat("p2", "Bob")),
    table(1, 1, 1, erased), table(1, null, null, seat("p2", "Bob")),
  ];
  assert.deepEqual(opponentsOf(tables, "me"), [
    { player: "p1", name: "Ada", played: 2, won: 1, place: 2 }, { player: "p3", name: null, played: 1, won: 1, place: 1 },
    { player: "p2", name: "Bob", played: 1, won: 0, place: 3 },
  ]);
});

test("a scale has round numbers around all values, whatever they are", () => {
  assert.deepEqual(ticksOf(0, 10), [0, 2, 4, 6, 8, 10]);
  assert.deepEqual(ticksOf(-1.2, 3.9), [-2, 0, 2, 4]);
  let seed = 15;
  const chance = () => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31;
  for (let tries = 0; tries < 500; tries++) {
    const low = chance() * 80 - 40, high = low + chance() ** 3 * 60;
    const ticks = ticksOf(low, high);
    assert.ok(ticks[0] <= low && ticks.at(-1) >= high - 1e-6, `${low} ${high}: ${ticks}`);
    assert.ok(ticks.length >= 2 && ticks.length <= 8, `${low} ${high}: ${ticks}`);
  }
});

test("a line stays in its box, from its left to its right, higher where the value is", () => {
  const { places, ticks } = lineOf([{ at: 1, value: 2 }, { at: 2, value: 9 }, { at: 9, value: 4 }], 300, 100);
  assert.deepEqual(places.map(({ x }) => x), [0, 150, 300]);
  assert.ok(places[1].y < places[2].y && places[2].y < places[0].y);
  assert.ok([...places, ...ticks].every(({ y }) => y >= 0 && y <= 100));
  const { places: flat } = lineOf([{ at: 1, value: 5 }, { at: 2, value: 5 }], 300, 100);
  assert.ok(flat.every(({ y }) => Number.isFinite(y)));
});

test("a size has the decimal mark of the language", async (context) => {
  context.after(() => speak("en"));
  await speak("de");
  assert.equal(bytesText(12.34 * 2 ** 20), "12,3 MB");
});

test("spans, sizes and processes are told in few words", () => {
  assert.deepEqual([900, 5_000, 150_000, 8_000_000, 400_000_000].map(about), ["1 second", "5 seconds", "3 minutes", "2 hours", "5 days"]);
  assert.deepEqual([0, 1023, 1024, 12.34 * 2 ** 20, 480 * 2 ** 30].map(bytesText), ["0 B", "1023 B", "1.0 kB", "12.3 MB", "480 GB"]);
  const one = { kind: "api", version: "1", host: "a", gauges: { fairdeal_waiting: 2 } };
  const processes = [{ ...one, pid: 1, started: 9 }, { ...one, pid: 2, started: 5 }, { ...one, kind: "worker", pid: 3, started: 7, gauges: {} }];
  assert.deepEqual(kindsOf({ processes }), [
    { kind: "api", version: "1", places: ["a:1", "a:2"], since: 5 }, { kind: "worker", version: "1", places: ["a:3"], since: 7 },
  ]);
  assert.equal(summary({ processes }).waiting, 4);
});

test("numbers have no more digits than they need, and signs of one width", () => {
  assert.deepEqual([shortly(2.5), shortly(-1 / 3), shortly(null), shortly(3)], ["2.5", "−0.33", "", "3"]);
  assert.deepEqual([signed(1), signed(-1), signed(0), fixed(-2, 1)], ["+1.00", "−1.00", "0.00", "−2.0"]);
});
