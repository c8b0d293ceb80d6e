import assert from "node:assert/strict";
import { test } from "node:test";

import { isRatedFor, isTieBroken, margin, outcomeOf, ratingChange, readRatingChange, winnersOf } from "../../../service/web/core/result.js";
import { given, json } from "./given.mjs";

const outcome = (places, scores) => ({ places, scores, why: "target_reached", text: "", deserters: [] });

test("winners are all in the first place, and a corrected outcome counts in place of the first one", () => {
  assert.deepEqual(winnersOf(outcome([2, 1, 1], [3, 9, 9])), [1, 2]);
  assert.deepEqual(winnersOf(outcome([], [])), []);
  const view = { outcome: outcome([1, 2], [5, 4]), corrected: outcome([2, 1], [3, 4]) };
  assert.equal(outcomeOf(view), view.corrected);
  assert.equal(outcomeOf({ ...view, corrected: null }), view.outcome);
});

test("the margin is that of the winner over the best behind, whether many or few points win", () => {
  assert.deepEqual(margin(outcome([3, 1, 2], [1, 9, 7])), [9, 7]);
  assert.deepEqual(margin(outcome([1, 3, 2], [2, 9, 4])), [2, 4]);
  assert.equal(margin(outcome([1, 1], [4, 4])), null);
  assert.equal(margin(outcome([1, 2], [4, 4])), null, "something else has decided");
  assert.equal(margin(outcome([], [])), null);
});

test("where equal scores have different places, a rule for ties has decided", () => {
  assert.equal(isTieBroken(outcome([1, 3, 2], [4, 2, 2])), true);
  assert.equal(isTieBroken(outcome([1, 2, 2], [4, 2, 2])), false);
  assert.equal(isTieBroken({ ...outcome([1, 2], [0, 0]), deserters: [{ seat: 1, how: "forfeited", acted: true }] }), false);
});

test("a table counts for one's rating if it is rated and at least two people held seats", () => {
  const seat = (at, player, away = null) => ({ seat: at, player, away });
  const view = { rated: true, seats: [seat(0, "p0"), seat(1, "p1"), seat(2, null)], outcome: outcome([1, 2, 3], [2, 1, 0]), corrected: null };
  assert.equal(isRatedFor(view), true);
  assert.equal(isRatedFor({ ...view, rated: false }), false);
  const alone = [seat(0, "p0"), seat(1, null), seat(2, null)];
  assert.equal(isRatedFor({ ...view, seats: alone }), false);
  assert.equal(isRatedFor({ ...view, seats: [seat(0, "p0"), seat(1, null, "p1"), seat(2, null)] }), true, "a bot plays on");
  const deserters = [{ seat: 1, how: "forfeited", acted: true }];
  assert.equal(isRatedFor({ ...view, seats: alone, outcome: { ...view.outcome, deserters } }), true);
});

const row = (table, ended_at, rating) => ({ table, ended_at, result: rating === null ? null : { rating } });

test("the rating before a table is that after the rated one that ended last before it", () => {
  const tables = [row("d", 40, 9), row("c", 30, 7.5), row("b", 20, null), row("a", 10, 6)];
  assert.deepEqual(ratingChange(tables, "c"), { after: 7.5, before: 6 });
  assert.deepEqual(ratingChange(tables, "a"), { after: 6, before: null });
  assert.equal(ratingChange(tables, "b"), null);
  assert.equal(ratingChange(tables, "x"), null);
});

test("the rating is asked for until it is known, and given up after a while", async () => {
  const told = (rating) => () => json({ tables: [row("t", 5, rating)], cursor: null });
  const soon = given([told(null), told(null), told(3)]);
  const view = { game: "boon", table: "t" };
  assert.deepEqual(await readRatingChange(soon.api, view, new AbortController().signal), { after: 3, before: null });
  assert.equal(soon.asked.length, 3);
  const never = given([told(null)]);
  assert.equal(await readRatingChange(never.api, view, new AbortController().signal), null);
});
