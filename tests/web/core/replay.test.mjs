import assert from "node:assert/strict";
import { test } from "node:test";

import { handAt, hashOf, LogMoments, Moments, placeIn, tookText } from "../../../service/web/core/replay.js";
import { given, json, lost } from "./given.mjs";

test("a link names a moment, and with whose eyes it is seen", () => {
  assert.deepEqual(placeIn("#n=57&as=2"), { n: 57, eyes: 2 });
  for (const eyes of [0, 3, "all", null]) assert.deepEqual(placeIn(hashOf({ n: 4, eyes })), { n: 4, eyes });
  assert.deepEqual(placeIn(""), { n: null, eyes: undefined });
  assert.deepEqual(placeIn("#n=-1&as=<b>"), { n: null, eyes: null });
});

test("an event lies in the hand that was dealt last", () => {
  const hands = [{ hand: 1, first: 8 }, { hand: 2, first: 40 }];
  assert.deepEqual([1, 7, 8, 39, 40, 99].map((n) => handAt(hands, n)), [0, 0, 1, 1, 2, 2]);
});

test("how long it took is told as people would", () => {
  assert.deepEqual([0, 900, 3210, 600_000].map(tookText), ["at once", "after 900 ms", "after 3.2 s", "after 10 minutes"]);
});

test("a moment is asked for once for each pair of eyes, and one that was refused again", async () => {
  const refused = () => json({ code: "table/not_opened", status: 409, detail: "No" }, 409);
  const { api, asked } = given([refused, () => json({ at: 5 })]);
  const moments = new Moments(api, "t1");
  await assert.rejects(moments.at(5, 1));
  await moments.at(5, 1);
  await moments.at(5, 1);
  await moments.at(5, null);
  assert.equal((await moments.seenBy(5, "all", 2)).length, 3);
  assert.deepEqual(asked.map(({ path }) => path.slice("/v1/tables/t1/replay?".length)),
    ["at=5&seat=1", "at=5&seat=1", "at=5", "at=5&seat=0"]);
});

test("a page of a log file is asked for once, and again while the server has no room or is out of reach", async () => {
  const moment = { at: 43, command: { first: 41 } };
  const { api, asked } = given([lost, () => json({}, 503, { "Retry-After": "1" }), () => json({ moments: [moment] })]);
  const file = new Blob(["{}"]);
  const moments = new LogMoments(api, file);
  for (const n of [41, 43]) assert.deepEqual(await moments.seenBy(n, 1), [moment]);
  assert.deepEqual(await moments.seenBy(44, 1), []);
  assert.deepEqual(asked.map(({ method, path, body }) => [method, path, body]),
    Array(3).fill(["POST", "/v1/replays?at=41&limit=40&seat=1", file]));
});
