/** Chance of one's own: promised once, shown by who promised it, and kept. */
import assert from "node:assert/strict";
import { test } from "node:test";

import {
  drawnFor, isClosed, Memory, pageStore, promiseAnywhere, promiseFor, revealFor, settlePromise,
} from "../../../service/web/core/state.js";
import { commitmentOf } from "../../../service/web/verify/bytes.js";

const view = (entropy, more = {}) => ({
  table: "t1", seat: 1, seats: [{ entropy: "none" }, { entropy }], beacon: null, reveal_until: null, ...more,
});

test("what is promised binds a player to what is shown, drawn once for a table and never the same for two", () => {
  const memory = new Memory(pageStore());
  const promised = promiseFor(memory, "ada", "t1");
  const drawn = drawnFor(memory, "t1");
  assert.match(drawn, /^[0-9a-f]{32}$/);
  assert.equal(promised, commitmentOf("ada", drawn));
  assert.equal(promiseFor(memory, "ada", "t1"), promised, "a second try of sitting down promises the same");
  assert.notEqual(promiseFor(memory, "ada", "t2"), promised);
  assert.notEqual(promiseFor(memory, "bob", "t1"), promised, "another account on this browser has a promise of its own");
});

test("only what was promised with one's seat is shown at the start, and only while it is awaited", () => {
  const memory = new Memory(pageStore());
  assert.deepEqual(revealFor(memory, view("promised")), {}, "promised from another browser");
  promiseFor(memory, "ada", "t1");
  assert.deepEqual(revealFor(memory, view("promised")), { entropy: drawnFor(memory, "t1") });
  for (const other of [view("revealed"), view("none"), view("promised", { seat: null }), view("promised", { seat: 0 })]) {
    assert.deepEqual(revealFor(memory, other), {});
  }
});

test("what is promised before the table is known is shown there alone, also by the page that hears of it later", () => {
  const store = pageStore();
  const [promise, other] = [promiseAnywhere(new Memory(store), "ada"), promiseAnywhere(new Memory(store), "ada")];
  assert.notEqual(promise, other);
  const memory = new Memory(store), drawn = drawnFor(memory, promise);
  const found = { ...view("promised"), seats: [{ entropy: "promised", commitment: other }, { entropy: "promised", commitment: promise }] };
  for (const elsewhere of [{ ...found, seat: null }, view("none")]) settlePromise(memory, elsewhere);
  assert.deepEqual(revealFor(memory, found), {});
  settlePromise(memory, found);
  assert.deepEqual(revealFor(memory, found), { entropy: drawn });
  assert.equal(commitmentOf("ada", drawn), promise);
  assert.equal(drawnFor(memory, promise), null);
  assert.notEqual(drawnFor(memory, other), null);
});

test("nothing can be promised any more behind the first that was shown, and while a beacon is awaited", () => {
  assert.equal(isClosed(view("promised", { reveal_until: 5 })), false);
  assert.equal(isClosed(view("revealed")), true);
  assert.equal(isClosed(view("promised", { reveal_until: 5, beacon: { chain: "quicknet" } })), true);
});
