import assert from "node:assert/strict";
import { test } from "node:test";

import {
  complaintAt, gathered, lookText, partsIn, piecesOf, pointsOf, seconds, standing,
} from "../../../service/web/core/replay.js";

test("a complaint names the moments that it speaks of, and nothing else becomes a link", () => {
  assert.deepEqual(piecesOf(complaintAt(57) + "as at event 3, eventually 4 <a href=x>event</a>"), [
    { words: "Event 57", n: 57 }, { words: ": as at " }, { words: "event 3", n: 3 },
    { words: ", eventually 4 <a href=x>event</a>" },
  ]);
  assert.deepEqual(piecesOf("event 1234567890"), [{ words: "event 1234567890" }]);
  assert.deepEqual(piecesOf(""), []);
});

test("what became of a dispute is said in words, of a row and of the whole", () => {
  assert.equal(standing({ status: "open", verdict: null, remedy: null }), "open");
  assert.equal(standing({ status: "ruled", verdict: "dismissed", remedy: "none" }), "dismissed");
  assert.equal(standing({ status: "ruled", ruling: { verdict: "upheld", remedy: "hand_voided" } }), "upheld: the hand is void");
  assert.equal(standing({ status: "ruled", verdict: "upheld", remedy: "of_tomorrow" }), "upheld: of_tomorrow");
});

test("looks that are alike stand in one row, the newest last", () => {
  const look = (by, what, seat, at, n) => ({ by, what, seat, at, n });
  const rows = gathered([look("a", "replay", 1, 10, 9), look("b", "evidence", null, 11, 9), look("a", "replay", 1, 12, 4)]);
  assert.deepEqual(rows.map(({ by, times, at, n }) => [by, times, at, n]), [["b", 1, 11, 9], ["a", 2, 12, 9]]);
  assert.deepEqual(rows.map(lookText), ["the evidence", "what seat 1 saw"]);
  assert.equal(lookText({ what: "log", seat: null }), "the whole log");
});

test("points are numbers by seat, and none where another thing follows", () => {
  assert.deepEqual(pointsOf(["2", "-2", " "], "points_adjusted"), [2, -2, 0]);
  assert.deepEqual(pointsOf(["2", "-2", ""], "hand_voided"), []);
});

test("times and parts of the evidence are told one by one", () => {
  assert.deepEqual([0, 1234, null].map(seconds), ["0.0 s", "1.2 s", "–"]);
  const knowledge = [{ n: 8, parts: [{ audience: "0", seats: [0], opened: 51 }, { audience: "hand", seats: [], opened: null }] },
    { n: 9, parts: [] }];
  assert.deepEqual(partsIn(knowledge), [{ n: 8, audience: "0", opened: 51 }, { n: 8, audience: "hand", opened: null }]);
});
