import assert from "node:assert/strict";
import { test } from "node:test";

import { cardsIn, clockText, leftUntil, partsOf, plain } from "../../../service/web/core/texts.js";
import { lobbyAfter } from "../../../service/web/core/tabs.js";
import { fieldOf, optionsOf } from "../../../service/web/core/settings.js";
import { invitation, joinCodeIn, routeOf } from "../../../service/web/core/app.js";

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

const option = (name, usual, schema) => fieldOf({ name, meaning: `N1: ${name}`, default: usual, schema });

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
