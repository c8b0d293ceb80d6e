import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { isPacked, LogMoments, readLogText } from "../../../service/web/core/replay.js";
import { given, json } from "./given.mjs";

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
