/** What a browser checks before it reveals its share in a deal, under which call it does, and what it says if that went wrong. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { Trust } from "../../../service/web/core/account.js";
import { Reveals } from "../../../service/web/core/reveals.js";
import { bindTo, closingOf, drawnFor, Memory, pageStore, promiseFor, Receipts } from "../../../service/web/core/state.js";
import { canonical, commitmentOf, hex, sha256 } from "../../../clients/typescript/verify/bytes.js";
import { given, json, lost } from "./given.mjs";
import { keysOf, signer } from "./signing.mjs";

const T = "t1", ADA = "ada", BEA = "bea", SERVER = signer(1), OTHER = signer(2), GENESIS = 1_000;
const [THEIRS, SWAPPED] = ["b".repeat(64), "c".repeat(64)];

/** Return the log of these events, each as [type, data, by], with its heads. */
function logOf(rows, id = T) {
  let head = sha256("fairdeal/log/1", id);
  return rows.map(([type, data, by = "player:x"], place) => {
    const open = { n: place + 1, at: 1_000_000 + place, type, by, cause: 1, data, seals: {} };
    head = sha256(head, canonical(open));
    return { ...open, parts: {}, head: hex(head) };
  });
}

const receiptOf = ({ n, head, at }, by = SERVER, id = T) => {
  const row = { table: id, n, head, at, durability: "always" };
  return { ...row, key: by.id, signature: by.over(["fairdeal/receipt/1", ...Object.values(row)]) };
};

const opened = ["table.opened.v1", { seats: 2, beacon: { chain: "test", genesis: GENESIS, period: 3 } }];
const took = (seat, player, commitment) => ["table.seat_taken.v1", { seat, player, commitment, bot: null }];
const left = (seat) => ["table.seat_left.v1", { seat }];
const called = ["table.start_called.v1", { seat: 1 }];
const ended = (round) => ["table.entropy_closed.v1", { entropies: ["", ""], withheld: [], ...(round && { round }) }];

/** Return what the seats look like behind a log, to whom sits at seat 0. */
function viewOf(log, more = {}) {
  const seats = [0, 1].map((seat) => ({ seat, player: null, commitment: null, entropy: "none" }));
  for (const { type, data } of log) {
    const { seat, player = null, commitment = null } = data;
    const isHolder = type === "table.seat_taken.v1" || type === "table.seat_left.v1";
    if (isHolder) seats[seat] = { seat, player, commitment, entropy: commitment ? "promised" : "none" };
  }
  const call = log.find(({ type }) => type === called[0]), { n, head } = log.at(-1);
  const closing = call ? { n: call.n, head: call.head } : null;
  return { table: T, phase: "open", seat: 0, n, head, seats, closing, reveal_until: closing && 5, beacon: null, ...more };
}

/** Return a browser in which Ada sat down at a table, and what answers it from now on. */
function sat({ store = pageStore(), receipt = true, seen = true } = {}) {
  const server = { rows: [], keys: keysOf(SERVER), settled: null, by: SERVER, accepts: () => json({ view: {} }), asked: [] };
  const answer = (path, { method, body }) => {
    server.asked.push([method, path, body]);
    const log = logOf(server.rows), of = (type) => log.find((event) => event.type === type);
    if (path.endsWith("/keys")) return json(server.keys);
    if (path.includes("/events")) return json({ events: server.events ?? log, n: log.length, next: null });
    if (path.endsWith("/closing")) {
      const [call, end] = [of(called[0]), of(ended()[0])];
      return json({ closing: server.closing ?? (call ? receiptOf(call, server.by) : null), settled: end ? receiptOf(end, server.by) : null });
    }
    return server.accepts();
  };
  const { api, memory, world } = given([lost], store);
  api.fetch = async (path, request) => answer(path, request);
  const receipts = new Receipts(memory);
  const app = { api, memory, receipts, player: ADA, trust: new Trust(api, memory) };
  const reveals = new Reveals(app, (_, work) => work());
  const own = promiseFor(memory, ADA, T);
  server.rows = [opened, took(1, BEA, THEIRS), took(0, ADA, own)];
  const log = logOf(server.rows);
  if (receipt) receipts.keep(receiptOf(log.at(-1)));
  if (seen) reveals.see(viewOf(log));
  const sent = () => server.asked.filter(([method]) => method === "POST");
  return { server, reveals, memory, receipts, world, own, sent, drawn: drawnFor(memory, T) };
}

/** Call for the start, and let the browser hear of it. */
async function call({ server, reveals }) {
  server.rows = [...server.rows, called];
  await reveals.reveal(T);
}

test("after a call that goes on from one's sitting down the share is revealed, under that call and with it kept before", async () => {
  const one = sat();
  let bound;
  one.server.accepts = () => {
    bound = closingOf(one.memory, one.drawn);
    return json({ view: {} });
  };
  await call(one);
  const { head, n } = logOf(one.server.rows).at(-1);
  assert.deepEqual(one.sent().map(([, path, body]) => [path, JSON.parse(body)]),
    [[`/v1/tables/${T}/reveal`, { entropy: one.drawn, closing: head }]]);
  assert.equal(bound, head, "it was noted before it was sent");
  assert.deepEqual(one.reveals.toldOf(T), { kind: "sent", why: "", evidence: null });
  assert(one.receipts.of(T).some((receipt) => receipt.n === n && receipt.head === head));
  await one.reveals.reveal(T);
  assert.equal(one.sent().length, 1);
});

test("a view that waits for one's share leads there, and one that does not, does not", async () => {
  for (const [more, count] of [[{}, 1], [{ seat: null }, 0], [{ seat: 1 }, 1], [{ reveal_until: null }, 0]]) {
    const one = sat();
    one.server.rows.push(called);
    one.reveals.see(viewOf(logOf(one.server.rows), more));
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
    assert.equal(one.sent().length, count, JSON.stringify(more));
  }
});

test("who took the last seat has seen nobody wait: the receipt of the sitting down and the call after it do", async () => {
  const one = sat({ seen: false });
  await call(one);
  assert.equal(one.sent().length, 1);
});

test("others may come and go before the call, as the log tells", async () => {
  const one = sat();
  one.server.rows.push(left(1), took(1, "cy", SWAPPED));
  await call(one);
  assert.equal(one.sent().length, 1);
});

for (const [what, lie, why] of [
  ["whose commitment was swapped", ({ rows }) => rows.splice(1, 1, took(1, BEA, SWAPPED)), /receipt of event 3, which this device has kept/],
  ["in which another sat before", ({ rows }) => rows.splice(1, 0, took(1, "cy", SWAPPED), left(1)), /receipt of event 3/],
  ["in which one's own was swapped since", ({ rows }) => rows.push(left(0), took(0, ADA, SWAPPED)), /otherwise what you have promised/],
  ["in which one has left", ({ rows }) => rows.push(left(0)), /otherwise what you have promised/],
  ["that is not signed", (server) => Object.assign(server, { by: OTHER }), /call for the start is not signed with a key/],
  ["whose receipt is of another", (server) => Object.assign(server, { closing: receiptOf({ n: 4, head: THEIRS, at: 1_000_003 }) }),
    /receipt of the call for the start is of another event than its log tells/],
  ["whose heads do not follow", (server) => Object.assign(server, { events: logOf([...server.rows, called]).map((event) =>
    (event.n === 2 ? { ...event, data: { ...event.data, commitment: SWAPPED } } : event)) }), /event 2 does not follow/],
]) {
  test(`under a call ${what} nothing is revealed, and what proves it is kept`, async () => {
    const one = sat();
    lie(one.server);
    await call(one);
    assert.deepEqual(one.sent(), []);
    const { kind, why: told, evidence } = one.reveals.toldOf(T);
    assert.equal(kind, "refused");
    assert.match(told, why);
    assert.equal(evidence.kept.length, 1);
    assert(evidence.events.length > 3 && evidence.receipt.signature !== undefined);
    assert(!JSON.stringify(evidence).includes(one.drawn), "it can be shown to others");
    await new Reveals(one.reveals.app, (_, work) => work()).reveal(T);
    assert.deepEqual(one.sent(), [], "a reload makes it no better");
  });
}

test("a receipt of one's sitting down counts for nothing if another has signed it, or with a key that had ended", async () => {
  const one = sat({ receipt: false });
  one.receipts.keep(receiptOf(logOf(one.server.rows).at(-1), OTHER));
  await call(one);
  assert.match(one.reveals.toldOf(T).why, /receipt of your sitting down is not signed/);
  const ended = sat();
  ended.server.keys = keysOf(SERVER, OTHER); // the first ended in 1970
  await call(ended);
  assert.match(ended.reveals.toldOf(T).why, /is not signed with a key of this server that this device trusts/);
  assert.deepEqual([...one.sent(), ...ended.sent()], []);
});

test("what the page was shown since one sat down binds too, without a receipt of it", async () => {
  for (const shown of [[left(1), took(1, "cy", SWAPPED)], [["table.invited.v1", { invited: [] }]]]) {
    const one = sat(), { rows } = one.server;
    one.reveals.see(viewOf(logOf([...rows, ...shown])));
    await call(one);
    assert.deepEqual(one.sent(), []);
    assert.match(one.reveals.toldOf(T).why, /not the one that was shown here/);
  }
  const one = sat(), view = viewOf(logOf([...one.server.rows, left(1), took(1, "cy", SWAPPED)]));
  one.server.rows.push(left(1), took(1, "cy", SWAPPED));
  view.seats[1].commitment = THEIRS;
  one.reveals.see(view);
  await call(one);
  assert.match(one.reveals.toldOf(T).why, /otherwise who held seat 1 at event 5, or what they had promised/);
});

test("without a receipt of one's sitting down, and without what was seen, nothing is revealed, and nobody is blamed", async () => {
  for (const missing of [{ receipt: false }, { seen: false }]) {
    const one = sat(missing);
    one.server.rows.push(["table.invited.v1", { invited: [] }]);
    await call(one);
    assert.deepEqual(one.sent(), []);
    const { kind, why } = one.reveals.toldOf(T);
    assert.equal(kind, "unchecked");
    assert.match(why, /no receipt of your sitting down/);
  }
  const before = sat({ receipt: false });
  before.receipts.keep(receiptOf(logOf(before.server.rows)[0]));
  await call(before);
  assert.equal(before.reveals.toldOf(T).kind, "unchecked", "a receipt from before it says nothing of it");
  const behind = sat({ receipt: false });
  behind.receipts.keep(receiptOf(logOf([...behind.server.rows, called]).at(-1)));
  await call(behind);
  assert.equal(behind.reveals.toldOf(T).kind, "unchecked", "nor does that of the call, which the caller has");
  const elsewhere = sat();
  elsewhere.memory.keep(`entropy.${T}`, null);
  await call(elsewhere);
  assert.equal(elsewhere.reveals.toldOf(T), null, "it was promised in another browser");
});

test("a value goes out under one call alone, after a reload and in another tab too", async () => {
  const store = pageStore(), one = sat({ store });
  await call(one);
  const [[, , body]] = one.sent(), kept = one.server.rows;
  one.server.rows = [...kept.slice(0, 3), ["table.invited.v1", { invited: [] }], called];
  const again = new Reveals({ ...one.reveals.app, memory: new Memory(store) }, (_, work) => work());
  await again.reveal(T);
  one.memory.keep(`start.${T}`, null); // as if it had been forgotten that all is said
  await again.reveal(T);
  assert.deepEqual(one.sent().map(([, , sent]) => sent), [body]);
  assert.equal(again.toldOf(T).kind, "refused");
  one.memory.keep(`start.${T}`, null);
  one.memory.keep(`receipt.${T}`, [receiptOf(logOf(one.server.rows)[2])]);
  await again.reveal(T);
  assert.match(again.toldOf(T).why, /another call for the start, under which you have revealed/);
  assert.equal(one.sent().length, 1);
  again.see(viewOf(logOf(one.server.rows)));
  assert.equal(again.toldOf(T).kind, "lied");
});

test("two tabs that are shown two calls reveal under one of them", async () => {
  const one = sat(), { head } = logOf([...one.server.rows, called]).at(-1);
  const rest = one.reveals.app.api.rest;
  one.reveals.app.api.rest = async (milliseconds) => {
    one.memory.keep(`bound.${one.drawn}`, THEIRS); // the other tab was faster, as it turns out
    await rest(milliseconds);
  };
  await call(one);
  assert.deepEqual(one.sent(), []);
  assert.match(one.reveals.toldOf(T).why, /another call for the start/);
  assert.equal(bindTo(one.memory, one.drawn, head), false);
});

test("what was revealed is promised nowhere again", () => {
  const memory = new Memory(pageStore()), first = promiseFor(memory, ADA, T), drawn = drawnFor(memory, T);
  assert.equal(promiseFor(memory, ADA, T), first);
  assert.equal(bindTo(memory, drawn, THEIRS), true);
  assert.notEqual(promiseFor(memory, ADA, T), first);
  assert.equal(closingOf(memory, drawn), THEIRS);
});

test("a reveal that the server will not have is told with its reason, one under another call as a lie", async () => {
  for (const [code, kind, why] of [["table/too_late", "rejected", /is over/], ["table/other_closing", "refused", /asks to reveal under another call/]]) {
    const one = sat();
    one.server.accepts = () => json({ code, detail: "The time to reveal is over", status: 409 }, 409);
    await call(one);
    assert.equal(one.reveals.toldOf(T).kind, kind);
    assert.match(one.reveals.toldOf(T).why, why);
    assert.notEqual(one.reveals.boundAt(T), null);
  }
});

test("what cannot be asked is tried again with the next view", async () => {
  const one = sat(), { fetch } = one.reveals.app.api;
  one.reveals.app.api.fetch = lost;
  await call(one);
  assert.equal(one.reveals.toldOf(T), null);
  one.reveals.app.api.fetch = fetch;
  await one.reveals.reveal(T);
  assert.equal(one.reveals.toldOf(T).kind, "sent");
});

test("the receipt of the end of the reveals is kept if it comes before the round of the beacon, by one's own clock", async () => {
  const round = 5, due = 1000 * (GENESIS + 4 * 3);
  for (const [now, kinds, count] of [[due - 1, "sent", 3], [due, "late", 2]]) {
    const one = sat();
    await call(one);
    one.server.rows.push(ended(round));
    one.world.time = now;
    one.receipts.keep(receiptOf(logOf(one.server.rows).at(-1))); // as one's own reveal is answered, if it is the last
    await one.reveals.settle(T);
    assert.equal(one.reveals.toldOf(T).kind, kinds);
    assert.equal(one.receipts.of(T).length, count);
    one.world.time = due + 1;
    await one.reveals.settle(T);
    assert.equal(one.reveals.toldOf(T).kind, kinds, "it is asked for once");
  }
  for (const [forget, why] of [[false, /which this device has kept, is of another log/], [true, /revealed under another call/]]) {
    const forked = sat();
    await call(forked);
    if (forget) forked.receipts.forget(T);
    forked.server.rows.splice(3, 1, ["table.invited.v1", { invited: [] }], called, ended(round));
    await forked.reveals.settle(T);
    assert.equal(forked.reveals.toldOf(T).kind, "lied");
    assert.match(forked.reveals.toldOf(T).why, why);
  }
  const unsigned = sat();
  await call(unsigned);
  unsigned.server.rows.push(ended(round));
  unsigned.server.by = OTHER;
  await unsigned.reveals.settle(T);
  assert.match(unsigned.reveals.toldOf(T).why, /end of the reveals is not signed/);
  const alone = sat();
  await call(alone);
  alone.server.rows.push(ended());
  await alone.reveals.settle(T);
  assert.equal(alone.reveals.toldOf(T).kind, "sent", "no round is awaited");
});

test("that one's share was withheld is said on all pages until one looks at the table, after a reload too", () => {
  const { reveals } = sat();
  for (const table of ["t1", "t2", "t1"]) reveals.warn(table);
  reveals.arrive("t3");
  assert.deepEqual(new Reveals(reveals.app).withheld.value, ["t2", "t1"]);
  reveals.arrive("t1");
  reveals.arrive("t2");
  assert.deepEqual(new Reveals(reveals.app).withheld.value, []);
});

const CUP = "c1", cupCalled = ["tournament.called.v1", { until: 90 }];
const enters = (player, commitment) => ["tournament.entrant_registered.v1", { entrant: 0, commitment }, `player:${player}`];

/** Return a browser in which Ada has entered a tournament with a promise, and what answers it from now on. */
function entered({ receipt = true, signedBy = SERVER } = {}) {
  const one = sat(), own = promiseFor(one.memory, ADA, CUP);
  const cupLog = () => logOf(one.server.rows, CUP), last = (by) => receiptOf(cupLog().at(-1), by, CUP);
  one.reveals.app.api.fetch = async (path, { method, body }) => {
    one.server.asked.push([method, path, body]);
    if (path.endsWith("/keys")) return json(one.server.keys);
    if (path.includes("/events")) return json({ events: cupLog(), n: 9, next: null });
    return path.endsWith("/closing") ? json({ closing: last(), settled: null }) : json({ tournament: {} });
  };
  one.server.rows = [["tournament.opened.v1", {}], enters(BEA, THEIRS), enters(ADA, own)];
  if (receipt) one.receipts.keep(last(signedBy));
  return { ...one, own, cupLog, drawn: drawnFor(one.memory, CUP) };
}

test("in a tournament one reveals under the call that goes on from one's promise", async () => {
  const one = entered();
  one.server.rows.push(enters("cy", SWAPPED), cupCalled);
  await one.reveals.reveal(CUP);
  const { head } = one.cupLog().at(-1);
  assert.deepEqual(one.sent().map(([, path, body]) => [path, JSON.parse(body)]),
    [[`/v1/tournaments/${CUP}/reveal`, { entropy: one.drawn, closing: head }]]);
  assert.deepEqual([closingOf(one.memory, one.drawn), one.reveals.toldOf(CUP).kind], [head, "sent"]);
});

for (const [what, options, lie, kind, why] of [
  ["another's promise was swapped", {}, (rows) => rows.splice(1, 1, enters(BEA, SWAPPED)), "refused", /receipt of event 3/],
  ["one's own was swapped", { receipt: false }, (rows) => rows.splice(2, 1, enters(ADA, SWAPPED)), "refused", /you have promised/],
  ["one's own stands twice", {}, (rows) => rows.push(enters(ADA, SWAPPED)), "refused", /you have promised/],
  ["another has signed the receipt of one's own", { signedBy: OTHER }, () => {}, "refused", /receipt of your promise is not signed/],
  ["no receipt was kept", { receipt: false }, () => {}, "unchecked", /no receipt of your promise/],
]) {
  test(`in a tournament nothing is revealed where ${what}`, async () => {
    const one = entered(options);
    lie(one.server.rows);
    one.server.rows.push(cupCalled);
    await one.reveals.reveal(CUP);
    assert.deepEqual(one.sent(), []);
    const told = one.reveals.toldOf(CUP);
    assert.equal(told.kind, kind);
    assert.match(told.why, why);
  });
}

test("a share that was promised in another browser can be typed, and is checked all the same", async () => {
  const one = entered({ receipt: false }), typed = "ab".repeat(16);
  one.server.rows.splice(2, 1, enters(ADA, commitmentOf(ADA, typed)));
  one.server.rows.push(cupCalled);
  await one.reveals.reveal(CUP, "cd".repeat(16));
  assert.deepEqual([one.sent(), one.reveals.toldOf(CUP).kind], [[], "refused"]);
  await one.reveals.reveal(CUP, typed);
  assert.equal(JSON.parse(one.sent()[0][2]).entropy, typed);
});
