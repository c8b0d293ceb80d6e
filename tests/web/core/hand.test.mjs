import assert from "node:assert/strict";
import { test } from "node:test";

import {
  forcedAction, hasPass, meantBy, passOf, playedBy, roundOf, shownOrder, Thinking, withMoved,
} from "../../../service/web/core/hand.js";

const face = (id, suit, rank, order) => [id, { id, name: id, rank, suits: [suit], label: id, points: null, order, svg: "" }];
const faces = new Map([
  face("blue-2", "blue", "2", 0), face("blue-9", "blue", "9", 1), face("red-2", "red", "2", 2), face("red-5", "red", "5", 3),
  face("red-9", "red", "9", 4),
]);
const kept = (sorting, table = "", cards = []) => ({ sorting, table, cards });

test("a hand lies as the server lists it, by suit, or by rank", () => {
  const cards = ["red-9", "blue-9", "red-2", "blue-2"];
  const shown = (sorting) => shownOrder(cards, faces, kept(sorting), "t1").map((place) => cards[place]);
  assert.deepEqual(shown("dealt"), cards);
  assert.deepEqual(shown("suit"), ["blue-2", "blue-9", "red-2", "red-9"]);
  assert.deepEqual(shown("rank"), ["blue-2", "red-2", "blue-9", "red-9"]);
});

test("cards stay as they were put, and what is new lies behind them; two may be alike", () => {
  const put = kept("own", "t1", ["red-9", "blue-2", "red-9"]);
  const cards = ["blue-2", "red-5", "red-9", "red-9"];
  assert.deepEqual(shownOrder(cards, faces, put, "t1"), [2, 0, 3, 1]);
  assert.deepEqual(shownOrder(cards.slice(0, 2), faces, put, "t1"), [0, 1]);
  assert.deepEqual(shownOrder(cards, faces, put, "t2"), [0, 1, 2, 3], "of another table");
  assert.deepEqual(shownOrder(["red-9", null], faces, kept("suit"), "t1"), [0, 1], "not all of them are known");
});

test("a card that is moved takes the place of another one", () => {
  assert.deepEqual(withMoved(["a", "b", "c", "d"], 0, 2), ["b", "c", "a", "d"]);
  assert.deepEqual(withMoved(["a", "b", "c", "d"], 3, 0), ["d", "a", "b", "c"]);
  assert.deepEqual(withMoved(["a"], 4, 0), ["a"]);
});

test("a letter means the next name with a word that begins so", () => {
  const names = ["Blue 2", "Blue 12", "Red 2", "Ace of Suns"];
  assert.equal(meantBy(names, 0, "r"), 2);
  assert.equal(meantBy(names, 0, "2"), 2);
  assert.equal(meantBy(names, 2, "2"), 0);
  assert.equal(meantBy(names, 0, "12"), 1);
  assert.equal(meantBy(names, 1, "12"), 1, "a second letter may still mean the same");
  assert.equal(meantBy(names, 0, "s"), 3);
  assert.equal(meantBy(names, 0, "x"), -1);
});

const play = (card) => ({ type: "play", card });
const listed = (...actions) => ({
  actions, picks: [],
  texts: actions.map(({ type, card, cards = [card] }) => ({
    text: type === "pass" ? "Pass" : `Play ${cards.map((one) => `[${one}](card:${one})`).join(" ")}`, group: type,
  })),
});

test("a tap plays a card only if that is all that can be done with it", () => {
  const choices = listed(play("a"), play("b"), { type: "play", cards: ["b", "c"] }, { type: "pass" });
  assert.deepEqual(playedBy(choices, ["a"])?.action, play("a"));
  assert.equal(playedBy(choices, ["b"]), null, "it may be the first of two");
  assert.deepEqual(playedBy(choices, ["b", "c"])?.action, { type: "play", cards: ["b", "c"] });
  assert.equal(playedBy(choices, ["d"]), null);
});

test("a move is forced if it is the only one, and a pass is one that is offered", () => {
  assert.deepEqual(forcedAction(listed(play("a"))), play("a"));
  assert.equal(forcedAction(listed(play("a"), { type: "pass" })), null);
  assert.equal(forcedAction({ ...listed(play("a")), picks: [{}] }), null);
  assert.equal(forcedAction(null), null);
  assert.deepEqual(passOf(listed(play("a"), { type: "pass" })), { type: "pass" });
  assert.equal(passOf(listed(play("a"))), null);
  const form = (type, ...required) => ({ properties: { type: { const: type } }, required: ["type", ...required] });
  assert.ok(hasPass([form("bid", "coins"), form("pass")]));
  assert.ok(!hasPass([form("pass", "cards")]));
});

test("one passes beforehand for the auction or trick that has begun, and for no other", () => {
  const deed = { seat: 1, text: "leads", cards: ["a"] };
  const round = (name, ...deeds) => roundOf({ current: { name, deeds, kind: "trick", winner: null } });
  assert.equal(roundOf({ current: null }), "");
  assert.equal(round("Trick 1"), "");
  assert.equal(round("Trick 1", deed), round("Trick 1", deed, { ...deed, seat: 2 }));
  assert.notEqual(round("Trick 1", deed), round("Trick 1", { ...deed, seat: 2 }));
  assert.notEqual(round("Trick 1", deed), round("Trick 2", deed));
});

test("what plays by itself takes as long as what was chosen, and no more than a part of the clock", () => {
  const thinking = new Thinking();
  assert.deepEqual([0, 0.4, 0.99].map((luck) => thinking.delay(luck)), [1800, 2600, 3400]);
  for (const time of [10, 2000, 60_000]) thinking.note(time);
  assert.deepEqual([0, 0.4, 0.99].map((luck) => thinking.delay(luck)), [900, 2000, 6000]);
  assert.equal(thinking.delay(0.4, 4000), 1000);
});
