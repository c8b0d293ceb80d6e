import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { Check, headOf, inSlices } from "../../../service/web/core/check.js";
import { Receipts } from "../../../service/web/core/state.js";
import { Trust } from "../../../service/web/core/account.js";
import { toldOf } from "../../../service/web/core/verdict.js";
import { needWords } from "../../../service/web/core/words.js";
import { always } from "../../../clients/typescript/verify/keys.js";
import { atOnce, judge } from "../../../clients/typescript/verify/verdict.js";
import { given, json, lost } from "./given.mjs";
import { signer } from "./signing.mjs";

await needWords("verdict");

const golden = (name) => readFileSync(new URL(`../../events/record/golden/${name}.jsonl`, import.meta.url), "utf8");
const BOON = golden("boon-1");
const LINES = BOON.trimEnd().split("\n");
const { key: ID } = JSON.parse(LINES.at(-1));
const PUBLIC = "03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8"; // docs/reference/proofs.md
const KEYS = { keys: [always(PUBLIC)], since: 0, isShown: true };
const NOBODY = { player: null, entropy: null, isPlain: false };

const checked = (text, more = {}) => ({ text, table: "t-boon", keys: KEYS, receipts: [], proof: null, noProof: "none",
  verdict: atOnce(judge(text, { keys: KEYS.keys, ...more })), ...more });
/** Return the log with an event's row changed. */
const edited = (n, change) => LINES.map((line, at) => (at === n ? change(line) : line)).join("\n") + "\n";

test("a good log is told as good, with each thing that was proven, and what was not", () => {
  const { isGood, proven, left, command } = toldOf(checked(BOON), NOBODY);
  assert.equal(isGood, true);
  const [chain, seals, deal, entropy, ...rest] = proven;
  assert.match(chain, /103 events/);
  assert.match(seals, /^All \d+ sealed parts/);
  assert.match(deal, /^3 shuffles/);
  assert.match(entropy, /^The shares of 2 players/);
  assert.match(rest.at(-1), new RegExp(`key ${ID}`));
  assert.match(left[0], /rules/);
  for (const what of ["one tree", "no receipts", "page is honest"]) assert(left.some((line) => line.includes(what)), what);
  assert.equal(command, "fairdeal verify t-boon.jsonl --key keys.json");
});

test("one's own entropy is told, and plain http", () => {
  const log = checked(BOON).verdict.log;
  const { player } = log.events.find(({ type }) => type === "table.seat_taken.v1").data;
  const [own] = log.events.find(({ type }) => type === "table.entropy_closed.v1").data.entropies;
  const lines = (entropy) => toldOf(checked(BOON), { player, entropy, isPlain: true });
  assert(lines(own).proven.some((line) => line.includes("that this browser drew for you")));
  assert(lines("00").proven.some((line) => line.includes("yours among them")));
  assert(lines(own).left.some((line) => line.includes("plain http")));
});

for (const [what, text, n, why, plainly] of [
  ["an event", edited(22, (line) => line.replace("player:", "player:x")), 22, /head after event 22 does not follow/, /was changed/],
  ["a seal", edited(13, (line) => line.replace(/("seals\\?":\{\\?"\S+?":\\?")../, "$1zz")), 13, /head after event 13/, /was changed/],
  ["what was sealed", edited(13, (line) => line.replace("gold-14", "gold-13")), 13, /does not fit its seal|canonical/, /had been sealed|not in order/],
  ["a head", edited(7, (line) => line.replace(/"h":"./, '"h":"x')), 7, /head after event 7/, /was changed/],
  ["the order", [...LINES.slice(0, 9), LINES[10], LINES[9], ...LINES.slice(11), ""].join("\n"), 9, /event 9 is missing/, /piece of it is missing/],
  ["the end", [...LINES.slice(0, -2), LINES.at(-1), ""].join("\n"), undefined, /names other events/, /was changed/],
  ["the last line", BOON.replace(/("signature":").(.*)\n$/s, "$10$2\n"), undefined, /not signed with the key/, /signature or a key/],
  ["all of it", "nothing at all", undefined, /cut short/, /piece of it is missing/],
]) {
  test(`a log of which ${what} was changed is bad, and it is told where`, () => {
    const one = checked(text);
    assert.equal(one.verdict.faults[0].n, n);
    const { isGood, proven, places } = toldOf(one, NOBODY);
    assert.deepEqual([isGood, proven], [false, []]);
    const told = Object.fromEntries(places[0]);
    assert.match(told["In the verifier’s words"], why);
    assert.match(told["What is wrong"], plainly);
    if (n !== undefined) assert.equal(told.Where, `event ${n}`);
  });
}

test("what a published loss excuses is not told as good, and what contradicts the log is named", () => {
  const one = checked(BOON);
  const excused = [{ why: "the receipt of event 5 is of another story; a loss", n: 5, right: undefined, found: undefined }];
  const { isGood, title, places, left, proven } = toldOf({ ...one, verdict: { ...one.verdict, verdict: "excused", excused } }, NOBODY);
  assert.deepEqual([isGood, proven.length > 0], [false, true]);
  assert.match(title, /two stories/);
  const told = Object.fromEntries(places[0]);
  assert.match(told["What is wrong"], /^A receipt contradicts this log/);
  assert.deepEqual([told["In the verifier’s words"], told.Where], [excused[0].why, "event 5"]);
  assert.match(left[0], /how long the loss is/);
});

test("a bad place is told with what would be right", () => {
  const right = JSON.parse(LINES[7]).h;
  const told = Object.fromEntries(toldOf(checked(edited(7, (line) => line.replace(right, "0".repeat(64)))), NOBODY).places[0]);
  assert.deepEqual([told["What would be right"], told["What stands there"]], [right, "0".repeat(64)]);
});

test("any value in any place ends with a verdict", () => {
  for (const value of [null, 5, -1, "", "x", [], {}, [[]], { "": {} }, 1e300, true]) {
    for (const field of ["at", "by", "cause", "data", "n", "seals", "type"]) {
      for (const n of [1, 3, 13, 103]) {
        const text = edited(n, (line) => {
          const row = JSON.parse(line);
          const event = JSON.parse(row.e);
          event[field] = JSON.stringify(event[field]) === JSON.stringify(value) ? "other" : value;
          return JSON.stringify({ ...row, e: JSON.stringify(event) });
        });
        assert.equal(checked(text).verdict.verdict, "bad", `${field} of ${n}: ${JSON.stringify(value)}`);
      }
    }
  }
});

const own = signer(9);
const heads = LINES.slice(1, -1).map((line) => JSON.parse(line).h);
function receipt(n, head = heads[n - 1], by = own) {
  const at = JSON.parse(JSON.parse(LINES[n]).e).at;
  const row = ["fairdeal/receipt/1", "t-boon", n, head, at, "always"];
  return { table: "t-boon", n, head, at, durability: "always", key: by.id, signature: by.over(row) };
}
const both = { keys: [always(PUBLIC), always(own.public)] };

test("receipts that agree bind what they bind, and one that does not makes the log bad", () => {
  const lines = (...receipts) => toldOf({ ...checked(BOON, { ...both, receipts }), keys: KEYS }, NOBODY);
  assert(lines(receipt(50)).proven.some((line) => line.includes("agrees: all up to event 50")));
  assert(lines(receipt(2), receipt(103)).proven.some((line) => line.includes("the whole log") && line.includes("fixed by then")));
  assert.match(lines(receipt(2), receipt(103)).command, /--receipt t-boon-receipts.json/);
  const contradicted = lines(receipt(50, heads[48]));
  assert.equal(contradicted.isGood, false);
  assert.match(contradicted.places[0][1][1], /receipt of event 50 is of another story/);
  assert.match(lines(receipt(50, heads[49], signer(8))).places[0][1][1], /not signed with the key/);
});

/** Return an app without a network but for these answers. */
function appWith(answers) {
  const { api, memory, asked } = given(answers);
  return { app: { api, trust: new Trust(api, memory), receipts: new Receipts(memory) }, asked };
}
const SHOWN = { keys: [{ ...always(PUBLIC), key: ID }] };

test("offline, a file is held to the keys that were pinned before, and what is missing is told", async () => {
  const { app } = appWith([() => json(SHOWN), lost]);
  await app.trust.look();
  const check = new Check(app, async () => ({}));
  await check.run(async () => BOON);
  const one = check.state.value.checked;
  assert.equal(one.verdict.verdict, "good");
  const { left } = toldOf(one, NOBODY);
  assert(left.some((line) => line.includes("keys are those of today")));
  assert(left.some((line) => line.includes("one tree of all tables: the server does not answer")));
});

test("without any key the log is good but nobody knows who wrote it", async () => {
  const { app } = appWith([lost]);
  const check = new Check(app, async () => ({}));
  await check.run(async () => BOON);
  const { isGood, left, proven } = toldOf(check.state.value.checked, NOBODY);
  assert(isGood && left.some((line) => line.startsWith("Who wrote it")) && !proven.some((line) => line.includes("signed it")));
});

test("a log that cannot be had is told, and can be asked for again", async () => {
  const { app } = appWith([() => json({ detail: "There is no such table", status: 404, code: "table/unknown" }, 404)]);
  const check = new Check(app, async () => ({}));
  await check.ofTable("t1");
  assert.deepEqual(check.state.value, { share: null, checked: null, problem: "There is no such table" });
});

test("a long check is done in slices, between which the page has its turn", async () => {
  let [time, rests] = [0, 0];
  const shares = [];
  function* steps() {
    for (let step = 0; step < 100; step++) {
      time += 1;
      yield step / 100;
    }
    return "done";
  }
  const world = { now: () => time, rest: async () => void rests++ };
  assert.equal(await inSlices(steps(), (share) => shares.push(share), world), "done");
  assert.equal(rests, shares.length);
  assert(rests >= 9);
  assert.deepEqual(shares, [...shares].sort((one, other) => one - other));
});

test("table and game of a log are read from its first line, whatever that holds", () => {
  assert.deepEqual(headOf('{"game":"boon","table":"t1"}\nx'), { table: "t1", game: "boon" });
  const none = { table: "", game: "" };
  for (const text of ["", "{}\n", '{"table":"../x","game":"../y"}\n', '{"table":5}\n', "null\n"]) {
    assert.deepEqual(headOf(text), none, text);
  }
});
