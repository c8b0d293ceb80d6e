import assert from "node:assert/strict";
import test from "node:test";
import { Memory, pageStore, Receipts } from "../../../service/web/core/state.js";
import { Trust } from "../../../service/web/core/account.js";
import { given, json, lost } from "./given.mjs";
import { grown, keysOf, signer } from "./signing.mjs";

const [one, two, other] = [signer(1), signer(2), signer(3)];
const LEAVES = ["a", "b", "c", "d", "e", "f", "g"];

/** Look as often as there are answers: of the keys and, where these are told, of the tree. */
async function looked(answers) {
  const { api, memory, asked, world } = given(answers.flat().map((answer) => (typeof answer === "function" ? answer : () => json(answer))));
  const trust = new Trust(api, memory);
  const found = [];
  for (let look = 0; look < answers.length; look++) {
    found.push(await trust.look());
    world.time += 1_000_000;
  }
  return { trust, memory, asked, found, why: trust.alarm.value?.why };
}

test("what is shown first is pinned, and what goes on from it is good", async () => {
  const { why, asked, found } = await looked([
    [keysOf(one), grown(one, 0, LEAVES.slice(0, 3))],
    [keysOf(one), grown(one, 3, LEAVES.slice(0, 4))],
    [keysOf(one, two), grown(one, 4, LEAVES)],
    [lost],
  ]);
  assert.equal(why, undefined);
  assert.deepEqual(asked.map(({ path }) => path.split("/").at(-1)),
    ["keys", "consistency?from=0", "keys", "consistency?from=3", "keys", "consistency?from=4", "keys"]);
  assert.deepEqual(found.map((keys) => keys.keys.length), [1, 1, 2, 2]);
  assert.deepEqual(found.map(({ isShown }) => isShown), [true, true, true, false]);
  assert.equal(found[3].since, found[0].since);
});

test("a key that the one before did not sign for is shown loudly, and counts for nothing", async () => {
  const { why, trust, found, memory } = await looked([
    [keysOf(one), grown(one, 0, LEAVES)], [keysOf(other), grown(other, 7, LEAVES)],
  ]);
  assert.match(why, /another key/);
  assert.deepEqual(found[1].keys.map((key) => key.public), [one.public]);
  assert.equal(new Trust(trust.api, memory).alarm.value.why, why, "it stays after a reload");
});

test("keys whose times nobody signed are shown loudly, and count for nothing", async () => {
  const shown = keysOf(one, two);
  const endless = { keys: [shown.keys[0], { ...shown.keys[1], until: null }] };
  const { why, found, memory } = await looked([[keysOf(one), grown(one, 0, LEAVES)], [endless]]);
  assert.match(why, /do not follow from each other: key \w+ has no end; the next key began at 1/);
  assert.deepEqual(found[1].keys.map((key) => key.public), [one.public]);
  assert.equal(memory.read("trust.keys").keys.length, 1);
});

for (const [what, answer, told] of [
  ["another tree of one size", () => json(grown(one, 3, ["a", "b", "x"])), /a fork/],
  ["a tree that does not begin so", () => json(grown(one, 3, ["a", "b", "x", "d", "e"])), /path does not lead/],
  ["a proof that is none", () => json({ ...grown(one, 3, LEAVES), path: [] }), /path is too short/],
  ["an answer that is none", () => json({ checkpoint: 5 }), /another history/],
  ["a tree that has shrunk", () => json({ code: "proof/no_such_size", status: 404, detail: "" }, 404), /shrunk/],
]) {
  test(`${what} is shown loudly, with what proves it`, async () => {
    const { why, trust } = await looked([[keysOf(one), grown(one, 0, LEAVES.slice(0, 3))], [keysOf(one), answer]]);
    assert.match(why, told);
    assert.match(JSON.stringify(trust.alarm.value.evidence), /fairdeal\/\w{16}\\n3/);
  });
}

for (const [size, why] of [[7, undefined], [5, /trees are signed: a fork/]]) {
  test(`of a loss that the server has published, ${size} of 7 leaves, ${why ? "only that much" : "all"} is excused`, async () => {
    const heir = { ...two, loss: { after: 0, size, root: null, kept: 3 } };
    const found = await looked([
      [keysOf(one), grown(one, 0, LEAVES)], [keysOf(one, heir), { ...grown(two, 0, LEAVES.slice(0, 3)), from: 7 }],
    ]);
    if (why) assert.match(found.why, why);
    else assert.equal(found.why, undefined);
  });
}

test("a server that is another one on purpose is taken as it is", async () => {
  const { trust } = await looked([[keysOf(one), grown(one, 0, LEAVES)], [keysOf(other), grown(other, 7, LEAVES)]]);
  trust.api.fetch = async (path) => json(path.endsWith("keys") ? keysOf(other) : grown(other, 0, LEAVES));
  await trust.accept();
  assert.equal(trust.alarm.value, null);
  assert.deepEqual((await trust.look()).keys.map((key) => key.public), [other.public]);
});

const receipt = (n, table = "t1", at = n) => ({ table, n, head: `${n}`, at, durability: "always", key: "k", signature: "s" });

test("receipts are kept once each, in order; of many the first and the last", () => {
  const receipts = new Receipts(new Memory(pageStore()));
  for (const n of [5, 3, 3, 4]) receipts.keep(receipt(n));
  assert.deepEqual(receipts.of("t1").map(({ n }) => n), [3, 4, 5]);
  for (let n = 6; n < 500; n++) receipts.keep(receipt(n));
  const kept = receipts.of("t1").map(({ n }) => n);
  assert.deepEqual([kept.length, kept[0], kept.at(-1)], [200, 3, 499]);
});

test("the tables of which nothing was heard for longest give way, and so where there is no room", () => {
  const store = pageStore();
  const receipts = new Receipts(new Memory(store));
  for (let table = 0; table < 45; table++) receipts.keep(receipt(1, `t${table}`, table));
  assert.deepEqual([receipts.tables().length, receipts.tables()[0], receipts.tables().at(-1)], [40, "t44", "t5"]);
  const { setItem } = store;
  store.setItem = (name, value) => {
    if (store.length > 38) throw new Error("QuotaExceededError");
    setItem(name, value);
  };
  receipts.keep(receipt(1, "t99", 99));
  assert.deepEqual([receipts.tables()[0], receipts.tables().at(-1)], ["t99", "t7"]);
  store.setItem = () => { throw new Error("QuotaExceededError"); };
  receipts.keep(receipt(1, "t100", 100));
  assert.deepEqual(receipts.tables(), [], "play goes on all the same");
});

test("signing out forgets receipts, and not what the server was seen to sign", async () => {
  const { memory } = await looked([[keysOf(one), grown(one, 0, LEAVES)]]);
  new Receipts(memory).keep(receipt(1));
  memory.clear("trust.");
  assert.deepEqual(memory.names("").sort(), ["trust.checkpoint", "trust.keys"]);
});
