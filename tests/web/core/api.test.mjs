import assert from "node:assert/strict";
import { test } from "node:test";

import { Api, Lost, Refused } from "../../../service/web/core/api.js";
import { listRead, lobbyAfter, newsRead } from "../../../service/web/core/news.js";
import { Memory, pageStore } from "../../../service/web/core/state.js";
import { follow } from "../../../service/web/core/stream.js";
import { pause } from "../../../clients/typescript/streams/pauses.js";
import { Reader } from "../../../clients/typescript/streams/stream.js";
import { decoded } from "../../../clients/typescript/verify/bytes.js";
import { given, json, lost, streaming } from "./given.mjs";

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

test("a command that a proxy answers in place of the server is sent again, and the page says that the server is away", async () => {
  const byProxy = (status) => () => new Response("<h1>Bad gateway</h1>", { status, headers: { "Content-Type": "text/html" } });
  const { api, asked, rests } = given([byProxy(502), byProxy(504), () => json({ view: 1 })]);
  const reached = [];
  api.isReached.listen((isReached) => void reached.push(isReached));
  assert.deepEqual(await api.send("POST", "/tables/t1/actions", { type: "pass" }), { view: 1 });
  assert.equal(new Set(asked.map(({ headers }) => headers["Idempotency-Key"])).size, 1);
  assert.deepEqual([asked.length, rests.length, reached], [3, 2, [false, true]]);
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
  const { api } = given([() => new Response("<h1>Bad gateway</h1>", { status: 500 })]);
  await assert.rejects(api.sendOnce("POST", "/players", {}), /500/);
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

test("a log is read again where its answer is lost or breaks off, and a refusal is final", async () => {
  const broken = () => new Response(new ReadableStream({ start: (body) => body.error(new TypeError("network error")) }));
  const { api, rests } = given([lost, () => json({}, 503, { "Retry-After": "2" }), broken, () => new Response("a line\n")]);
  assert.equal(await api.text("/tables/t1/log"), "a line\n");
  assert.equal(rests.length, 3);
  await assert.rejects(given([broken]).api.text("/tables/t1/log"), Lost);
  const refused = given([() => json(refusal("table/not_found", 404), 404)]);
  await assert.rejects(refused.api.text("/tables/t1/log"), Refused);
  assert.equal(refused.asked.length, 1);
});

test("a log is read byte by byte as it stands: a mark before it stays, and what is no text is refused", async () => {
  const marked = given([() => new Response(new Uint8Array([0xef, 0xbb, 0xbf, 0x7b]))]);
  assert.equal(await marked.api.text("/tables/t1/log"), "\ufeff{");
  const undecodable = given([() => new Response(new Uint8Array([0x7b, 0xff]))]);
  await assert.rejects(undecodable.api.text("/tables/t1/log"), /no text in UTF-8/);
  assert.throws(() => decoded(new Uint8Array([0xed, 0xa0, 0x80])), /no text in UTF-8/);
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

test("a stream tells the server's time with a deadline, so a clock that was set anew is found", async () => {
  const sent = [4000, 3000, -60_000], stop = new AbortController(), ahead = [];
  const { api, world } = given([
    () => streaming(...sent.map((late, at) => message(at + 1, { deadline: world.time + 9000, now: world.time + late }))),
  ]);
  api.ahead.set(3500);
  await follow(api, "/tables/t1/events", () => {
    if (ahead.push(api.ahead.value) === sent.length) stop.abort();
  }, stop.signal, VIEWS);
  assert.deepEqual(ahead, [4000, 4000, -60_000]); // what comes late by a second changes nothing
});

const message = (id, data, type = "view") => `event: ${type}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`;

const VIEWS = {
  path: (last) => `/tables/t1/view?after=${last}&wait=25`,
  told: (view) => ({ messages: [{ type: "view", id: `${view.n}`, data: view.n }], last: `${view.n}` }),
  every: 40,
};
const full = (code, status) => () => json({ code, status, detail: "" }, status, { "Retry-After": "2" });

test("messages come out whole however the text is cut, and signs of life are none", () => {
  const text = `: hello\n\n${message(1, { n: 1 })}:\n\n${message(2, { n: "a\nb" }, "event")}retry: 500\n: bye\n\n`;
  for (const size of [1, 2, 7, text.length]) {
    const reader = new Reader(), found = [];
    for (let at = 0; at < text.length; at += size) found.push(...reader.take(text.slice(at, at + size)));
    assert.deepEqual(found, [{ type: "view", id: "1", data: { n: 1 } }, { type: "event", id: "2", data: { n: "a\nb" } }]);
    assert.equal(reader.retry, 500);
  }
});

test("a stream that breaks is taken up behind its last message, with the token", async () => {
  const stop = new AbortController(), told = [];
  const { api, asked } = given([
    () => streaming(message(3, "three"), message(4, "four")), lost, () => streaming(message(5, "five")),
  ]);
  api.token = "secret";
  await follow(api, "/tables/t1/events", ({ data }) => {
    told.push(data);
    if (data === "five") stop.abort();
  }, stop.signal);
  assert.deepEqual(told, ["three", "four", "five"]);
  assert.deepEqual(asked.map(({ headers }) => headers["Last-Event-ID"]), [undefined, "4", "4"]);
  assert.ok(asked.every(({ headers }) => headers.Authorization === "Bearer secret" && headers.Accept === "text/event-stream"));
});

test("it comes back as late as the server asks, and later each time that it fails", async () => {
  const stop = new AbortController();
  const { api, rests } = given([
    () => streaming("retry: 700\n: the server stops\n\n"), () => json({}, 503, { "Retry-After": "9" }), lost,
    () => streaming(message(1, "there")),
  ]);
  await follow(api, "/tables", () => stop.abort(), stop.signal, VIEWS);
  assert.deepEqual(rests.slice(0, 2), [700, 9000]);
  assert.ok(pause(0, 0) < pause(3, 0) && pause(3, 1) <= pause(20, 1) && pause(20, 1) === 15_000);
});

test("a stream that does not know the last message begins anew", async () => {
  const stop = new AbortController();
  const { api, asked } = given([
    () => streaming(message(9, "nine")), () => json({ code: "table/no_such_event", detail: "" }, 404),
    () => streaming(message(1, "one")),
  ]);
  await follow(api, "/tables/t1/events", ({ data }) => data === "one" && stop.abort(), stop.signal, VIEWS);
  assert.deepEqual(asked.map(({ headers }) => headers["Last-Event-ID"]), [undefined, "9", undefined]);
});

test("a stream that is refused says why and is not asked for again", async () => {
  const { api, asked } = given([() => json({ code: "table/unknown", status: 404, detail: "There is no such table" }, 404)]);
  await assert.rejects(follow(api, "/tables/t1/events", () => {}, new AbortController().signal, VIEWS), Refused);
  assert.equal(asked.length, 1);
});

test("a stream that is stopped is not asked for again", async () => {
  const stop = new AbortController();
  const { api, asked } = given([() => { stop.abort(); return lost(); }]);
  await follow(api, "/tables/t1/events", () => {}, stop.signal, VIEWS);
  assert.equal(asked.length, 1);
  assert.equal(api.isReached.value, true, "to leave a page is no loss");
});

test("where there is no room for a stream, reads that wait tell the same, until there is", async () => {
  const stop = new AbortController(), told = [];
  const { api, asked, rests } = given([
    () => streaming(message(3, 3)), full("http/no_slot", 503), () => json({ n: 4 }), full("http/too_many", 429),
    () => json({ n: 5 }, 200, { "Retry-After": "2" }), full("http/no_slot", 503), full("http/no_slot", 503),
    () => streaming(message(6, 6)),
  ]);
  await follow(api, "/tables/t1/events", ({ data }) => {
    told.push(data);
    if (data === 6) stop.abort();
  }, stop.signal, VIEWS);
  assert.deepEqual(told, [3, 4, 5, 6]);
  assert.deepEqual(asked.map(({ path, headers }) => path.replace("/v1/tables/t1/", "") + (headers["Last-Event-ID"] ?? "")), [
    "events", "events3", "view?after=3&wait=25", "events4", "view?after=4&wait=25", "events5", "view?after=5&wait=25", "events5",
  ]);
  assert.deepEqual(rests.slice(1, 4), [40, 2000, 2000], "as long as the server says, and not at all where it has waited");
});

test("a read that is refused in the place of a stream says why", async () => {
  const { api } = given([full("http/no_slot", 503), () => json({ code: "table/left", status: 403, detail: "You left" }, 403)]);
  await assert.rejects(follow(api, "/tables/t1/events", () => {}, new AbortController().signal, VIEWS), /You left/);
});

test("the news of an account and the lobby are read where they cannot be streamed", () => {
  assert.deepEqual([newsRead.path(""), newsRead.path("7")], ["/players/me/events", "/players/me/events?after=7&wait=25"]);
  const news = newsRead.told({ messages: [{ id: 8, data: { type: "your_turn", table: "t1" } }], last: 8 });
  assert.deepEqual(news, { messages: [{ type: "your_turn", id: "8", data: { type: "your_turn", table: "t1" } }], last: "8" });
  const { messages } = listRead("/tables").told({ tables: [{ table: "t1" }], cursor: null });
  assert.deepEqual(messages.reduce((rows, { data }) => lobbyAfter(rows, data), []), [{ table: "t1" }]);
});

test("as soon as the network is back, what waits is tried again", async () => {
  const rest = (_, signal) => new Promise((end) => signal.addEventListener("abort", end));
  const api = new Api(new Memory(pageStore()), { fetch: lost, rest });
  api.isOnline.set(false);
  const waiting = api.rest(60_000);
  api.isOnline.set(true);
  await waiting;
});
