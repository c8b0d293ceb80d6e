/** The tabs of one's tables: from the list, put right by the account's stream, with marks that outlive a reload. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { Memory } from "../../../service/web/core/state.js";
import { ownTurn, standingOf, tabOf, Tabs, tabsAfter } from "../../../service/web/core/tabs.js";
import { given, json } from "./given.mjs";

const row = (table, more = {}) => ({
  table, game: "boon", phase: "playing", seat: 0, turns: [{ seat: 1, n: 3, deadline: 5000 }],
  seats: [{ seat: 0, name: "Ada", bot: null }, { seat: 1, name: null, bot: "regular" }, { seat: 2, name: "Cy", bot: null }], ...more,
});
const message = (table, type = "your_turn") => ({ table, game: "boon", n: 9, type, seat: 0, deadline: 7000 });
/** The tabs of somebody who is told these lists, one after the other, of tables in play. */
function tabsOf(...lists) {
  const world = given([async () => json({ tables: [] })]);
  let at = 0;
  world.api.fetch = async (path) => json({ tables: path.includes("playing") ? lists[Math.min(at++, lists.length - 1)] : [] });
  const tabs = new Tabs(world.api, world.memory), end = new AbortController();
  tabs.start(end.signal);
  return { tabs, end: () => end.abort(), ...world };
}

test("a tab says whose turn it is, how many are awaited before play, and that it is over", () => {
  assert.equal(standingOf(tabOf(row("a"))), "Bot 2’s turn");
  assert.equal(standingOf(tabOf(row("a", { turns: [{ seat: 0 }, { seat: 1 }] }))), "your turn");
  assert.equal(standingOf(tabOf(row("a", { turns: [{ seat: 1 }, { seat: 2 }] }))), "2 think");
  assert.equal(standingOf(tabOf(row("a", { turns: null }))), "in play");
  assert.equal(standingOf(tabOf(row("a", { phase: "finished" }))), "over");
  const waiting = row("a", { phase: "open", turns: [] });
  assert.equal(standingOf(tabOf(waiting)), "may begin");
  waiting.seats[2] = { seat: 2, name: null, bot: null };
  assert.equal(standingOf(tabOf(waiting)), "1 free");
});

test("one's own turns come and go with the account's stream, and nobody else's are lost by it", () => {
  let tabs = [tabOf(row("a")), tabOf(row("b"))];
  tabs = tabsAfter(tabs, { type: "turns", turns: [message("a")] });
  assert.deepEqual(tabs.map((tab) => ownTurn(tab)?.deadline), [7000, undefined]);
  assert.equal(tabs[1].turns.length, 1);
  tabs = tabsAfter(tabsAfter(tabs, message("b")), message("b"));
  assert.deepEqual(tabs.map(standingOf), ["your turn", "your turn"]);
  tabs = tabsAfter(tabsAfter(tabs, message("a", "taken_over")), message("b", "ended"));
  assert.deepEqual(tabs.map(standingOf), ["Bot 2’s turn", "over"]);
  assert.deepEqual(tabsAfter(tabs, message("b", "something_new")), tabs);
});

test("what is new elsewhere is marked until it is looked at, beyond a reload, and what is over goes then", async () => {
  const { tabs, memory, end } = tabsOf([row("a"), row("b")], [row("a")]);
  tabs.look("a");
  await tabs.read();
  tabs.hear(message("a"));
  tabs.hear(message("b", "ended"));
  tabs.hear({ type: "missed" });
  assert.deepEqual(tabs.unread.value, ["b"], "the table that is open is no news");
  assert.deepEqual(new Memory(memory.store).read("unread"), ["b"]);
  await tabs.read();
  assert.deepEqual(tabs.list.value.map(({ table, phase }) => [table, phase]), [["a", "playing"], ["b", "over"]]);
  tabs.look("b");
  assert.deepEqual([tabs.unread.value, memory.read("unread")], [[], null]);
  tabs.look("");
  assert.deepEqual(tabs.list.value.map(({ table }) => table), ["a"]);
  end();
});

test("the table that is open says more than the list, which is a moment behind", async () => {
  const { tabs, end } = tabsOf([row("a")]);
  tabs.look("a");
  const view = { ...row("a"), to_act: [0], deadlines: [8000, null, null] };
  tabs.see(view);
  await tabs.read();
  assert.equal(ownTurn(tabs.list.value[0])?.deadline, 8000);
  tabs.see({ ...view, table: "watched", seat: null });
  assert.equal(tabs.list.value.length, 1, "who only watches has no part");
  end();
});

test("a list that comes after one has signed out is no longer wanted", async () => {
  const { tabs, end } = tabsOf([row("a")]);
  const read = tabs.read();
  end();
  await read;
  assert.deepEqual(tabs.list.value, []);
});
