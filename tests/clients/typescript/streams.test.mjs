import assert from "node:assert/strict";
import { test } from "node:test";

import { NotAllowed } from "../../../clients/typescript/index.js";
import { given, json, lost, message, problem, streaming, view } from "./given.mjs";

const shown = async (table, more) => {
  const found = [];
  for await (const one of table.views(more)) found.push(one.n);
  return found;
};

test("a stream that breaks is resumed behind its last message, and each view is told once", async () => {
  const { client, asked } = given([
    () => streaming([message(3, view(3)), message(4, { n: 4 }, "event"), message(4, view(4))]), lost,
    () => streaming([message(4, view(4)), message(5, view(5)), message(6, view(6, { phase: "closed" }))]),
  ], { token: "fdp_1" });
  assert.deepEqual(await shown(await client.table("t1", "abcd")), [3, 4, 5, 6]);
  assert.deepEqual(asked.map(({ headers }) => headers["Last-Event-ID"]), [undefined, "4", "4"]);
  for (const { path, headers } of asked) {
    assert.deepEqual([path, headers.Accept], ["/v1/tables/t1/events", "text/event-stream"]);
    assert.deepEqual([headers.Authorization, headers["Join-Code"]], ["Bearer fdp_1", "abcd"]);
  }
});

test("where there is no room for a stream, waiting reads tell the same", async () => {
  const full = () => problem(503, "http/no_slot", {}, { "Retry-After": "0" });
  const { client, asked } = given([full, () => json(view(3)), full, () => json(view(7, { phase: "closed" }))]);
  assert.deepEqual(await shown(await client.table("t1")), [3, 7]);
  assert.deepEqual(asked.map(({ path }) => path.replace("/v1/tables/t1/", "")), ["events", "view", "events", "view?after=3&wait=25"]);
});

test("a stream that is refused says why", async () => {
  const { client } = given([() => problem(403, "table/left")]);
  await assert.rejects(shown(await client.table("t1")), NotAllowed);
});

test("commands ask for the receipt alone while a stream shows the rest", async () => {
  const { client, asked } = given([({ method }) => method === "POST"
    ? json({ receipt: { n: 4, table: "t1" } })
    : streaming([message(3, view(3)), message(4, view(4))], { isOpen: true })]);
  const table = await client.table("t1");
  await table.act({ type: "pass" });
  for await (const { n } of table.views()) {
    if (n === 4) break;
    await table.act({ type: "pass" });
  }
  await table.act({ type: "pass" });
  const sent = asked.filter(({ method }) => method === "POST").map(({ headers }) => headers.Prefer);
  assert.deepEqual(sent, [undefined, "return=minimal", undefined]);
});

test("a stream that does not show what was done is dropped for a new one", { timeout: 30_000 }, async () => {
  let streams = 0;
  const { client } = given([({ method }) => {
    if (method === "POST") return json({ receipt: { n: 4, table: "t1" } });
    streams += 1; // the first one is dead behind its first message
    return streams === 1 ? streaming([message(3, view(3))], { isOpen: true }) : streaming([message(4, view(4, { phase: "closed" }))]);
  }]);
  const table = await client.table("t1"), found = [];
  for await (const { n } of table.views()) {
    found.push(n);
    if (n === 3) await table.act({ type: "pass" });
  }
  assert.deepEqual([found, streams], [[3, 4], 2]);
});

test("a stream is left when its reader leaves, and ended by a signal", { timeout: 30_000 }, async () => {
  let signals = [];
  const { client } = given([({ signal }) => {
    signals.push(signal);
    return streaming([message(3, view(3))], { isOpen: true });
  }]);
  const table = await client.table("t1"), stop = new AbortController();
  for await (const _ of table.views()) break;
  for await (const _ of table.views({ signal: stop.signal })) stop.abort();
  assert.deepEqual(signals.map(({ aborted }) => aborted), [true, true]);
});

test("the account's messages come with their ids", async () => {
  const { client, asked } = given([() => streaming([message(8, { type: "your_turn", table: "t1" }, "your_turn")], { isOpen: true })]);
  for await (const told of client.news({ last: "7" })) {
    assert.deepEqual(told, { type: "your_turn", table: "t1", id: "8" });
    break;
  }
  assert.deepEqual([asked[0].path, asked[0].headers["Last-Event-ID"]], ["/v1/players/me/events", "7"]);
});

test("a bot is asked when it may act, goes on where others were faster, and hears of its own mistakes", async () => {
  const choices = { actions: [{ type: "pass" }], picks: [] }, answers = [problem(409, "boon/already_passed"), null];
  const world = (newest) => ({ method, url }) => {
    if (method === "POST") return answers.length > 1 ? answers.shift() : json({ receipt: { n: 6, table: "t1" } });
    if (url.endsWith("/view")) return json(view(newest, { choices }));
    return streaming([message(3, view(3, { choices })), message(5, view(5, { choices })), message(7, view(7, { outcome: {} }))], { isOpen: true });
  };
  const seen = [];
  const bot = { choose: ({ n }) => (seen.push(n), { type: "pass" }) };
  const { client } = given([world(5)]);
  const { view: last } = await client.play(bot, { table: "t1" });
  assert.deepEqual([seen, last.n], [[3, 5], 7]);
  answers.unshift(problem(409, "boon/must_follow"));
  await assert.rejects(given([world(3)]).client.play(bot, { table: "t1" }), /must_follow/);
});
