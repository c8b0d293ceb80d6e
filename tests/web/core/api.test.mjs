import assert from "node:assert/strict";
import { test } from "node:test";

import { Lost, Refused } from "../../../service/web/core/api.js";
import { given, json, lost } from "./given.mjs";

const refusal = (code, status) => ({ type: `urn:fairdeal:${code}`, title: "No", status, code, detail: "That can't be" });

test("a command whose answer is lost is sent again with the same key and body until one comes", async () => {
  const { api, asked } = given([lost, lost, () => json({}, 503, { "Retry-After": "1" }), () => json({ view: 1 })]);
  assert.deepEqual(await api.send("POST", "/tables/t1/actions", { type: "pass" }, { "If-Match": '"7.0.0"' }), { view: 1 });
  assert.equal(asked.length, 4);
  assert.equal(new Set(asked.map(({ headers }) => headers["Idempotency-Key"])).size, 1);
  assert.match(asked[0].headers["Idempotency-Key"], /^[0-9a-f]{32}$/);
  for (const { path, body, headers } of asked) {
    assert.deepEqual([path, body, headers["If-Match"]], ["/v1/tables/t1/actions", '{"type":"pass"}', '"7.0.0"']);
  }
});

test("two commands have two keys", async () => {
  const { api, asked } = given([() => json({})]);
  await api.send("POST", "/quick", { game: "boon" });
  await api.send("POST", "/quick", { game: "boon" });
  assert.notEqual(asked[0].headers["Idempotency-Key"], asked[1].headers["Idempotency-Key"]);
});

test("a command is kept before it is sent, and forgotten when it is answered or refused", async () => {
  for (const answer of [() => json({}), () => json(refusal("boon/not_your_turn", 409), 409)]) {
    let kept;
    const { api, memory } = given([() => { kept = memory.names("pending.").length; return answer(); }]);
    await api.send("POST", "/tables/t1/actions", { type: "pass" }).catch(() => {});
    assert.equal(kept, 1);
    assert.deepEqual(memory.names("pending."), []);
  }
});

test("a command that was not answered when the page ended is sent once more behind a reload, with its key", async () => {
  const before = given([() => new Promise(() => {})]);
  void before.api.send("POST", "/tables/t1/actions", { type: "pass" }, { "If-Match": '"7.0.0"' });
  const { api, memory, asked } = given([() => json({ view: 1 })], before.store);
  await api.resume();
  assert.equal(asked.length, 1);
  assert.deepEqual(asked[0].headers["Idempotency-Key"], before.asked[0].headers["Idempotency-Key"]);
  assert.deepEqual([asked[0].body, asked[0].headers["If-Match"]], ['{"type":"pass"}', '"7.0.0"']);
  assert.deepEqual(memory.names("pending."), []);
});

test("a command that has grown old is given up: what was meant may not be meant any more", async () => {
  const before = given([() => new Promise(() => {})]);
  void before.api.send("POST", "/tables/t1/actions", { type: "pass" });
  const later = given([() => json({})], before.store);
  later.world.time += 3_600_000;
  await later.api.resume();
  assert.deepEqual([later.asked, later.memory.names("")], [[], []]);
  await assert.rejects(given([lost]).api.send("POST", "/quick", {}), Lost);
});

test("a refusal says what, why and by which rule", async () => {
  const { api } = given([() => json({ ...refusal("boon/must_follow", 409), rule: "5" }, 409)]);
  await assert.rejects(api.send("POST", "/tables/t1/actions", {}), (error) =>
    error instanceof Refused && error.problem.rule === "5" && error.message === "That can't be");
});

test("an answer that is no JSON is refused too, and shown by its status", async () => {
  const { api } = given([() => new Response("<h1>Bad gateway</h1>", { status: 502 })]);
  await assert.rejects(api.sendOnce("POST", "/players", {}), /502/);
});

test("what takes no key is sent once, and its loss is told", async () => {
  const { api, asked } = given([lost]);
  await assert.rejects(api.sendOnce("POST", "/players", {}), Lost);
  assert.equal(asked.length, 1);
  assert.equal(asked[0].headers["Idempotency-Key"], undefined);
  assert.equal(api.isReached.value, false);
});

test("a read is tried again while the server is away, and its way back is told", async () => {
  const { api, rests } = given([lost, () => json({}, 503, { "Retry-After": "2" }), () => json({ games: [] })]);
  const seen = [];
  api.isReached.listen((is) => seen.push(is));
  assert.deepEqual(await api.read("/games"), { games: [] });
  assert.deepEqual(seen, [false, true]);
  assert.equal(rests[1], 2000);
});

test("the token and the join code of a table go in headers, never in a path", async () => {
  const { api, asked } = given([() => json({})]);
  api.token = "secret";
  api.joinCode = (table) => (table === "t1" ? "abcd-efgh" : null);
  await api.read("/tables/t1/view");
  await api.read("/tables/t2/view");
  assert.deepEqual(asked.map(({ headers }) => [headers.Authorization, headers["Join-Code"]]),
    [["Bearer secret", "abcd-efgh"], ["Bearer secret", undefined]]);
  assert.ok(asked.every(({ path, credentials }) => !/secret|abcd/.test(path) && credentials === "omit"));
});

test("it is known how far the server's clock is ahead", async () => {
  const { api, world } = given([() => json({}, 200, { "Server-Time": String(world.time + 5000) })]);
  await api.read("/games");
  assert.equal(api.ahead.value, 5000);
});
