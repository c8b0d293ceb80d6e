import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import {
  complaintAt, gathered, handAt, hashOf, isPacked, LogMoments, lookText, Moments, partsIn, piecesOf, placeIn, pointsOf,
  readLogText, seconds, standing, tookText,
} from "../../../service/web/core/replay.js";
import { decoded } from "../../../clients/typescript/verify/bytes.js";
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
  assert.deepEqual([0, 900, 3210, 600_000].map(tookText), ["at once", "after 0.9 s", "after 3.2 s", "after 10 minutes"]);
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
    ["at=5&seat=1", "at=5&seat=1", "at=5&seat=nobody", "at=5&seat=0"]);
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

const text = readFileSync(new URL("../../events/record/golden/boon-1.jsonl", import.meta.url), "utf8");
const lines = text.trimEnd().split("\n");

test("a log file is read event by event, with what is sealed and what is open", () => {
  const log = readLogText(text);
  assert.deepEqual([log.table, log.game, log.isComplete, log.unread], ["t-boon", "boon", true, []]);
  assert.deepEqual(log.rows.map(({ n }) => n), lines.slice(1, -1).map((_, at) => at + 1));
  assert.equal(log.rows[0].type, "table.opened.v1");
  assert.deepEqual(log.rows[0].sealed, ["table"]);
  assert.deepEqual(log.rows[0].open, ["table"]);
  assert.match(log.rows[0].parts.table.secret, /^[0-9a-f]{64}$/);
});

test("what was left out is sealed, and what is no line of a log is named and does no harm", () => {
  const first = JSON.stringify({ ...JSON.parse(lines[1]), p: null });
  const odd = ["{", "[]", "null", '{"e":"{}"}', '{"e":5}', '{"e":"{\\"n\\":1}","p":"7"}'];
  const log = readLogText([lines[0], first, ...odd, ...lines.slice(2, 5)].join("\r\n"));
  assert.deepEqual([log.rows[0].sealed, log.rows[0].open], [["table"], []]);
  assert.deepEqual(log.unread, [3, 4, 5, 6, 7]);
  assert.deepEqual(log.rows.map(({ n }) => n), [1, 1, 2, 3, 4]);
  assert.equal(log.isComplete, false);
});

test("bytes that are no text in UTF-8 are refused, not hidden, and a mark before the first line stays", () => {
  const bytes = new TextEncoder().encode(text), damaged = bytes.map((byte, at) => (at === 20 ? 0xff : byte));
  assert.throws(() => decoded(damaged), /bytes that are no text in UTF-8/);
  assert.equal(decoded(new Uint8Array([0xef, 0xbb, 0xbf, ...bytes])), `\ufeff${text}`);
  assert.equal(decoded(bytes), text);
});

test("what is no log, or is compressed, is told apart", () => {
  for (const other of ["", "A letter", "{}", "[]", '{"format":5}', '{"format":"else/1"}']) assert.equal(readLogText(other), null);
  assert.equal(isPacked(new Uint8Array([0x28, 0xb5, 0x2f, 0xfd, 9])), true);
  assert.equal(isPacked(new TextEncoder().encode(text)), false);
});

test("moments of a file are asked for in pages, once for each pair of eyes, and again after a refusal", async () => {
  const moment = (first, at, seat) => ({ at, seat, command: { first } });
  const page = { moments: [moment(41, 44, null), moment(41, 44, 0), moment(45, 45, null), moment(45, 45, 0)] };
  const refused = () => json({ code: "http/no_verifier", status: 503, detail: "No" }, 503);
  const { api, asked } = given([refused, () => json(page)]);
  const file = new Blob([text]);
  const moments = new LogMoments(api, file);
  await assert.rejects(moments.seenBy(42, "all"));
  assert.deepEqual((await moments.seenBy(43, "all")).map(({ at, seat }) => [at, seat]), [[44, null], [44, 0]]);
  assert.deepEqual((await moments.seenBy(45, "all")).map(({ at }) => at), [45, 45]);
  await moments.seenBy(80, null);
  await moments.seenBy(81, 2);
  const paths = asked.map(({ path }) => path.slice("/v1/replays?".length));
  assert.deepEqual(paths, ["at=41&limit=40&seat=all", "at=41&limit=40&seat=all", "at=41&limit=40", "at=81&limit=40&seat=2"]);
  assert.equal(asked[1].body, file);
  assert.equal(asked[1].headers["Content-Type"], "application/octet-stream");
});

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
  assert.deepEqual(rows.map(lookText), ["the evidence", "what seat 2 saw"]);
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
