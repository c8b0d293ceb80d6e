/** A share of one's own: promised once, kept, and found again by who promised it. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { drawnFor, Memory, pageStore, promiseAnywhere, promiseFor, settlePromise } from "../../../service/web/core/state.js";
import { commitmentOf } from "../../../clients/typescript/verify/bytes.js";

const view = (entropy) => ({ table: "t1", seat: 1, seats: [{ entropy: "none" }, { entropy }] });

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

test("what is promised before the table is known is kept for it alone, also by the page that hears of it later", () => {
  const store = pageStore();
  const [promise, other] = [promiseAnywhere(new Memory(store), "ada"), promiseAnywhere(new Memory(store), "ada")];
  assert.notEqual(promise, other);
  const memory = new Memory(store), drawn = drawnFor(memory, promise);
  const found = { ...view("promised"), seats: [{ entropy: "promised", commitment: other }, { entropy: "promised", commitment: promise }] };
  for (const elsewhere of [{ ...found, seat: null }, view("none")]) settlePromise(memory, elsewhere);
  assert.equal(drawnFor(memory, "t1"), null);
  settlePromise(memory, found);
  assert.equal(drawnFor(memory, "t1"), drawn);
  assert.equal(commitmentOf("ada", drawn), promise);
  assert.equal(drawnFor(memory, promise), null);
  assert.notEqual(drawnFor(memory, other), null);
});
