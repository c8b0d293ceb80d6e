import assert from "node:assert/strict";
import { test } from "node:test";

import { analysedSeat, countOf, decisionAt, followAnalysis, mistakesAround } from "../../../service/web/core/analysis.js";
import { given, json } from "./given.mjs";

const decisions = [["good", 4], ["mistake", 7], ["good", 9], ["blunder", 12]].map(([grade, n]) => ({ grade, n }));

test("an analysis is told as it comes, until all is judged", async () => {
  const begun = { complete: false, total: null, decisions: [] }, whole = { complete: true, total: 1, decisions: [decisions[0]] };
  const { api, asked, rests } = given([() => json(begun, 202), () => json(begun, 202), () => json(whole)]);
  const told = [];
  await followAnalysis(api, "t1", 2, (found) => told.push(found), new AbortController().signal);
  assert.deepEqual(told, [begun, begun, whole]);
  assert.deepEqual(asked.map(({ method }) => method), ["POST", "GET", "GET"]);
  assert.equal(asked[2].path, "/v1/tables/t1/analysis?seat=2");
  assert.equal(rests.length, 2);
});

test("the mistakes before and after a moment are found, and how many there are of a kind", () => {
  assert.deepEqual(mistakesAround(decisions, 7), { back: undefined, on: 12 });
  assert.deepEqual(mistakesAround(decisions, 9), { back: 7, on: 12 });
  assert.equal(countOf(decisions, "good"), 2);
  assert.equal(decisionAt(decisions, 6, 8)?.n, 7);
  assert.equal(decisionAt(decisions, 5, 6), undefined);
});

test("players of the table may have any seat analysed that they look at, others none", () => {
  assert.equal(analysedSeat({ seat: 1 }, "all"), 1);
  assert.equal(analysedSeat({ seat: 1 }, 0), 0);
  assert.equal(analysedSeat({ seat: null }, 0), null);
});
