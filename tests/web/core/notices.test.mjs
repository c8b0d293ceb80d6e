import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import vm from "node:vm";

import { Notices } from "../../../service/web/core/notices.js";
import { given, json, lost } from "./given.mjs";

const KEY = "AQID"; // bytes 1, 2, 3

/** A browser's own: what it holds, and what was kept for the worker. */
function around({ answer = "granted", held = null, ...more } = {}) {
  const own = { held, words: null, ended: 0 };
  const subscription = (key, endpoint) => ({
    endpoint, options: { applicationServerKey: key },
    toJSON: () => ({ endpoint, keys: { p256dh: "p", auth: "a" } }),
    unsubscribe: async () => { own.held = null; own.ended += 1; },
  });
  const pushManager = {
    getSubscription: async () => own.held,
    subscribe: async () => (own.held ??= subscription(Uint8Array.from([1, 2, 3]).buffer, "https://push.example/1")),
  };
  const registration = { pushManager };
  const Notification = { permission: "default", requestPermission: async () => (Notification.permission = answer) };
  const caches = { open: async () => ({ put: async (_, kept) => { own.words = await kept.json(); } }) };
  const serviceWorker = { ready: Promise.resolve(registration), getRegistration: async () => registration };
  return { own, subscription, isSecureContext: true, navigator: { serviceWorker }, Notification, PushManager: {}, caches, ...more };
}

const answers = [() => json({ subscriptions: [], public_key: KEY }), () => json({ id: "s1" }, 201)];

test("notices are begun with the person, the push service and the server, and ended with all", async () => {
  const here = around(), { api, memory, asked } = given([...answers, () => new Response(null, { status: 204 })]);
  const notices = new Notices(api, memory, here);
  assert.equal(notices.state.value, "off");
  await notices.begin();
  assert.equal(notices.state.value, "on");
  assert.ok(JSON.parse(asked[1].body).kinds.includes("your_turn"));
  assert.equal(here.own.words.your_turn, "It is your turn");
  assert.equal(new Notices(api, memory, here).state.value, "on");
  await notices.end();
  assert.deepEqual([notices.state.value, here.own.held, asked.at(-1).method], ["off", null, "DELETE"]);
  assert.equal(asked.at(-1).path, "/v1/push-subscriptions/s1");
});

test("what the browser can't do, or was refused, is told and nobody is asked", async () => {
  const { api, memory, asked } = given([lost]);
  const state = (more) => new Notices(api, memory, around(more)).state.value;
  assert.equal(state({ isSecureContext: false }), "insecure");
  assert.equal(state({ PushManager: undefined }), "missing");
  assert.equal(state({ Notification: { permission: "denied" } }), "denied");
  const refused = new Notices(api, memory, around({ answer: "denied" }));
  await refused.begin();
  assert.deepEqual([refused.state.value, asked.length], ["denied", 0]);
});

test("a subscription with another key of the server, or another than was told, is made anew", async () => {
  const here = around();
  here.own.held = here.subscription(Uint8Array.from([9]).buffer, "https://push.example/old");
  const { api, memory, asked } = given([...answers, ...answers]);
  const notices = new Notices(api, memory, here);
  await notices.begin();
  assert.equal(here.own.ended, 1);
  const sent = asked.length;
  await notices.renew();
  assert.equal(asked.length, sent, "it is the one that the server knows");
  here.own.held = null;
  await notices.renew();
  assert.equal(asked.length, sent + 2);
});

/** The service worker, in a world whose network and caches a test gives. */
async function worker({ network, kept = {} }) {
  const text = await readFile(new URL("../../../service/web/sw.js", import.meta.url), "utf8");
  const filled = text.replace("{version}", "v2").replace("{files}", "/web/v2/main.js").replace("{icon}", "/icon.png");
  const heard = {}, gone = [], shown = [], put = [], windows = [], opened = [];
  const cache = {
    addAll: async (all) => put.push(...all.map(({ url }) => url)), match: async ({ url }) => kept[url], put: async ({ url }) => put.push(url),
  };
  const own = {
    location: { origin: "https://fairdeal.example" }, addEventListener: (name, then) => { heard[name] = then; },
    skipWaiting: async () => {}, registration: {
      showNotification: async (title, more) => shown.push({ title, ...more }),
      getNotifications: async ({ tag }) => shown.filter((one) => one.tag === tag).map((one) => ({ close: () => { one.isClosed = true; } })),
    },
    clients: { claim: async () => {}, matchAll: async () => windows, openWindow: async (path) => opened.push(path) },
  };
  const caches = {
    open: async () => cache, keys: async () => ["shell-v1", "shell-v2", "notices"], delete: async (name) => gone.push(name),
    match: async (path) => kept[path],
  };
  class Request { constructor(url) { this.url = url; } }
  vm.runInNewContext(filled, { self: own, caches, fetch: network, URL, Request, JSON, Promise });
  const tell = async (name, event) => {
    let answer;
    heard[name]({ ...event, waitUntil: (work) => { answer = work; }, respondWith: (told) => { answer = told; } });
    return answer;
  };
  const ask = (path, mode = "cors", method = "GET") =>
    tell("fetch", { request: { url: `https://fairdeal.example${path}`, mode, method } });
  return { tell, ask, gone, shown, put, windows, opened };
}

test("the worker keeps the page and its files, and forgets those of other versions", async () => {
  const one = await worker({ network: lost });
  await one.tell("install", {});
  assert.deepEqual(one.put, ["/", "/web/v2/main.js"]);
  await one.tell("activate", {});
  assert.deepEqual(one.gone, ["shell-v1"]);
});

test("the worker leaves the API alone, and answers with the kept page only without a network", async () => {
  const kept = { "/": "kept page", "https://fairdeal.example/web/v2/main.js": "kept file" };
  const off = await worker({ network: async () => { throw new TypeError("no network"); }, kept });
  for (const path of ["/v1/games", "/v1/tables/t0/view", "/web/v1/main.js", "/sw.js"]) assert.equal(await off.ask(path), undefined, path);
  assert.equal(await off.ask("/docs/api/", "navigate"), undefined);
  assert.equal(await off.ask("/tables/t0", "navigate", "POST"), undefined);
  assert.equal(await off.ask("/tables/t0", "navigate"), "kept page");
  assert.equal(await off.ask("/web/v2/main.js"), "kept file");
  const on = await worker({ network: async () => "newest", kept });
  assert.equal(await on.ask("/tables/t0", "navigate"), "newest");
});

test("each message shows a notice that leads where it happened, whatever it says", async () => {
  const one = await worker({ network: lost }), push = (json) => one.tell("push", { data: { json } });
  await push(() => ({ kind: "your_turn", table: "t0", tournament: null }));
  await push(() => ({ kind: "tournament_round", table: null, tournament: "c0" }));
  await push(() => ({ kind: "of_the_future", table: null, tournament: null }));
  await push(() => { throw new SyntaxError("no JSON"); });
  assert.deepEqual(one.shown.map(({ title, data, tag }) => [title, data.path, tag === data.path]), [
    ["It is your turn", "/tables/t0", true], ["News of your tournament", "/tournaments/c0", true],
    ["There is news for you", "/", true], ["There is news for you", "/", true],
  ]);
});

test("a notice is silent and goes where its page is looked at, and goes when the page shows what it tells", async () => {
  const one = await worker({ network: lost }), push = (table) => one.tell("push", { data: { json: () => ({ kind: "your_turn", table }) } });
  one.windows.push({ url: "https://fairdeal.example/tables/t0", visibilityState: "visible" });
  await push("t0");
  await push("t1");
  one.windows[0].visibilityState = "hidden";
  await push("t0");
  assert.deepEqual(one.shown.map(({ silent, isClosed }) => [silent, isClosed === true]), [[true, true], [false, false], [false, false]]);
  await one.tell("message", { data: { seen: "/tables/t1" } });
  assert.equal(one.shown[1].isClosed, true);
});

test("a click on a notice shows its table in a window that is open, else in a new one", async () => {
  const one = await worker({ network: lost }), told = [];
  const click = () => one.tell("notificationclick", { notification: { close() {}, data: { path: "/tables/t0" } } });
  await click();
  assert.deepEqual(one.opened, ["/tables/t0"]);
  const open = (path) => ({ url: `https://fairdeal.example${path}`, postMessage: (data) => told.push([path, data.go]), focus() {} });
  one.windows.push(open("/"));
  await click();
  one.windows.push(open("/tables/t0"));
  await click();
  assert.deepEqual(told, [["/", "/tables/t0"], ["/tables/t0", "/tables/t0"]]);
});
