import assert from "node:assert/strict";
import { test } from "node:test";

import { Refused } from "../../../service/web/core/api.js";
import { follow, Reader } from "../../../service/web/core/stream.js";
import { pause } from "../../../service/web/core/waiting.js";
import { given, json, lost, streaming } from "./given.mjs";

const message = (id, data, type = "view") => `event: ${type}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`;

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
  await follow(api, "/tables", () => stop.abort(), stop.signal);
  assert.deepEqual(rests.slice(0, 2), [700, 9000]);
  assert.ok(pause(0, 0) < pause(3, 0) && pause(3, 1) <= pause(20, 1) && pause(20, 1) === 15_000);
});

test("a stream that does not know the last message begins anew", async () => {
  const stop = new AbortController();
  const { api, asked } = given([
    () => streaming(message(9, "nine")), () => json({ code: "table/no_such_event", detail: "" }, 404),
    () => streaming(message(1, "one")),
  ]);
  await follow(api, "/tables/t1/events", ({ data }) => data === "one" && stop.abort(), stop.signal);
  assert.deepEqual(asked.map(({ headers }) => headers["Last-Event-ID"]), [undefined, "9", undefined]);
});

test("a stream that is refused says why and is not asked for again", async () => {
  const { api, asked } = given([() => json({ code: "table/unknown", status: 404, detail: "There is no such table" }, 404)]);
  await assert.rejects(follow(api, "/tables/t1/events", () => {}, new AbortController().signal), Refused);
  assert.equal(asked.length, 1);
});

test("a stream that is stopped is not asked for again", async () => {
  const stop = new AbortController();
  const { api, asked } = given([() => { stop.abort(); return lost(); }]);
  await follow(api, "/tables/t1/events", () => {}, stop.signal);
  assert.equal(asked.length, 1);
  assert.equal(api.isReached.value, true, "to leave a page is no loss");
});
