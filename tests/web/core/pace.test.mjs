import assert from "node:assert/strict";
import { test } from "node:test";

import { lyingRound, Paced, stepsBetween } from "../../../service/web/core/pace.js";

const deed = (seat) => ({ seat, action: "play", cards: [`c${seat}`], text: "plays" });
const trick = (name, seats, winner = null) => ({ kind: "trick", name, deeds: seats.map(deed), winner });
const view = (n, current, previous, more = {}) => ({
  n, seat: 0, to_act: [], deadlines: [null, null, null], choices: null, story: [], board: { open: [], current, previous }, ...more,
});
const line = (n, type) => ({ n, type, text: `line ${n}`, template: "", params: {} });
const NOTHING = new Set();

/** What a person sees at each step: how a trick stands there, or what is said. */
const seen = (steps) => steps.map(({ kind, line, view: { board } }) => {
  if (kind === "said") return line.text;
  const lies = lyingRound(board), round = lies ?? board.current;
  return `${kind === "deed" ? "" : `${kind} `}${round?.name} ${round?.deeds.map(({ seat }) => seat).join("")}`;
});

test("the last card of a trick is shown before the next lead", () => {
  const shown = view(5, trick("T1", [0, 1]), null);
  const next = view(9, trick("T2", [2]), trick("T1", [0, 1, 2], 2));
  assert.deepEqual(seen(stepsBetween(shown, next, NOTHING)), ["finished T1 012", "taken T1 012", "T2 2"]);
});

test("a finished trick lies there until the next lead, and then goes to who won it", () => {
  const lies = view(7, trick("T2", []), trick("T1", [0, 1, 2], 2));
  assert.deepEqual(seen(stepsBetween(view(5, trick("T1", [0, 1]), null), lies, NOTHING)), ["finished T1 012", "T1 012"]);
  const led = view(8, trick("T2", [2]), trick("T1", [0, 1, 2], 2));
  assert.deepEqual(seen(stepsBetween(lies, led, NOTHING)), ["taken T1 012", "T2 2"]);
});

test("cards that came in one view are shown one after the other", () => {
  const shown = view(5, trick("T1", [0]), null), next = view(8, trick("T1", [0, 1, 2]), null);
  assert.deepEqual(seen(stepsBetween(shown, next, NOTHING)), ["T1 01", "T1 012"]);
});

test("of a trick that nobody has seen all is shown, and of the next one too", () => {
  const shown = view(5, null, null), next = view(12, trick("T2", [2, 0]), trick("T1", [0, 1, 2], 2));
  const steps = ["T1 0", "T1 01", "finished T1 012", "taken T1 012", "T2 2", "T2 20"];
  assert.deepEqual(seen(stepsBetween(shown, next, NOTHING)), steps);
});

test("what a game says aloud is said behind the finished trick; what is known is not said again", () => {
  const shown = view(5, trick("T1", [0, 1]), null);
  const story = [line(5, "counted"), line(7, "counted"), line(8, "dealt")];
  const next = view(9, null, trick("T1", [0, 1, 2], 2), { story });
  assert.deepEqual(seen(stepsBetween(shown, next, new Set(["counted"]))), ["finished T1 012", "line 7", "T1 012"]);
});

test("what can be chosen lies there at once", () => {
  const shown = view(5, trick("T1", [0, 1]), null);
  const next = view(9, null, trick("T1", [0, 1, 2], 2), { choices: {} });
  next.board.open = ["for sale"];
  assert.ok(stepsBetween(shown, next, NOTHING).every((step) => step.view.board.open[0] === "for sale"));
});

/** Return a table that is shown at a pace, and the milliseconds that each step was shown. */
function paced(first, pace = 1) {
  const waits = [], calls = [];
  const one = new Paced(first, (then, after) => (waits.push(after), calls.push(then)), () => calls.splice(0));
  one.pace = pace;
  const run = () => {
    while (calls.length > 0) calls.shift()();
  };
  return { one, waits, run };
}

test("the page is on its own clock never more than two seconds behind, and a trick stays for 0.8", () => {
  const { one, waits, run } = paced(view(1, null, null));
  const clock = { to_act: [0], deadlines: [99, null, null] };
  one.add(view(9, trick("T2", [2, 1, 0]), trick("T1", [0, 1, 2, 3, 4, 5], 2), clock));
  run();
  const behind = waits.slice(0, -1).reduce((sum, one) => sum + one, 0); // the newest view is shown for its time, too
  assert.ok(Math.abs(behind - 2000) < 1, `${waits}`);
  assert.ok(waits.some((one) => one >= 800), `${waits}`);
  assert.equal(one.shown.value.view, one.newest);
});

test("a pace of nothing, and a tap, show the newest at once", () => {
  const { one } = paced(view(1, null, null), 0);
  one.add(view(9, trick("T2", [2]), trick("T1", [0, 1, 2], 2)));
  assert.equal(one.shown.value.view.n, 9);
  const slow = paced(view(1, null, null));
  slow.one.add(view(9, trick("T2", [2]), trick("T1", [0, 1, 2], 2)));
  assert.notEqual(slow.one.shown.value.view, slow.one.newest);
  slow.one.skip();
  assert.equal(slow.one.shown.value.view, slow.one.newest);
  slow.run();
  assert.equal(slow.one.shown.value.view, slow.one.newest);
});

test("a deed is seen for its time though the next one comes at once, and a view that comes twice changes nothing", () => {
  const { one, waits, run } = paced(view(1, trick("T1", [0]), null));
  const second = view(2, trick("T1", [0, 1]), null), third = view(3, trick("T1", [0, 1, 2]), null);
  for (const each of [second, { ...second }, third]) one.add(each);
  assert.equal(one.shown.value.view.n, 2);
  assert.equal(waits[0], 500);
  run();
  assert.equal(one.shown.value.view, third);
});

test("who takes another seat sees that at once", () => {
  const { one } = paced(view(1, trick("T1", [0]), null));
  one.add(view(2, trick("T1", [0, 1]), null, { seat: 1 }));
  assert.equal(one.shown.value.view.seat, 1);
});

test("raises and passes, which have no card, are shown for half the time of a card", () => {
  const bids = (count) => ({ ...trick("Auction 1", []), deeds: Array.from({ length: count }, (_, seat) => ({ ...deed(seat), cards: [] })) });
  const { one, waits, run } = paced(view(1, bids(1), null));
  one.add(view(3, bids(3), null));
  run();
  assert.deepEqual(waits, [250, 250]);
});
