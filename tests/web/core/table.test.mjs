import assert from "node:assert/strict";
import { test } from "node:test";

import { actionLike, closedNow, countOf, isWithin, namedCards, offersFor } from "../../../service/web/core/offers.js";
import { angleOf, around, joined, LiveTable, sidesOf } from "../../../service/web/core/table.js";
import { given, json, lost, streaming } from "./given.mjs";

const line = (n) => ({ n, type: "boon.passed.v1", text: `line ${n}`, template: "", params: {} });
const view = (n, more = {}) => ({
  table: "t1", n, phase: "playing", seat: 0, simultaneous: false, story: [line(n)], choices: null, seats: [], ...more,
});
const choices = {
  actions: [
    { type: "play", cards: ["8-2"], declared: null }, { type: "play", cards: ["10-1", "10-3"], declared: null },
    { type: "play", cards: ["10-1", "2-1"], declared: null }, { type: "pass" },
  ],
  texts: [
    { text: "Play [8](card:8-2)", group: "cards" }, { text: "Play [10](card:10-1) and [10](card:10-3)", group: "sets" },
    { text: "Play [10](card:10-1) and [Two](card:2-1)", group: "sets" }, { text: "Pass", group: "pass" },
  ],
  picks: [{
    text: "Play a set", group: "sets", example: { type: "play", cards: ["10-1", "10-3"], declared: null }, example_text: "",
    field: "cards", cards: ["8-2", "10-1", "10-3", "2-1"], least: 2, most: 3, must: "one rank", bounds: {},
  }],
};
const states = (chosen) => offersFor(choices, chosen).map(({ text, state }) => [text.slice(0, 6), state]);

test("with no card tapped there is what needs none, and every pick", () => {
  assert.deepEqual(states([]), [["Pass", "ready"], ["Play a", "short"]]);
});

test("tapped cards leave what goes on from them, and a pick that they fill is asked of the server", () => {
  assert.deepEqual(states(["10-1"]), [["Play [", "ready"], ["Play [", "ready"], ["Play a", "short"]]);
  assert.deepEqual(states(["2-1", "10-1"]), [["Play [", "ready"], ["Play a", "ask"]]);
  assert.deepEqual(states(["8-2", "10-1", "10-3", "2-1"]), [["Play a", "over"]]);
  assert.deepEqual(offersFor(choices, ["8-2", "2-1"])[0].action, { type: "play", cards: ["8-2", "2-1"], declared: null });
});

test("what a list and a pick both offer is offered once", () => {
  assert.deepEqual(states(["10-1", "10-3"]), [["Play [", "ready"]]);
});

test("a pick of any cards is ready without asking", () => {
  const free = { ...choices, picks: [{ ...choices.picks[0], must: null }] };
  assert.equal(offersFor(free, ["8-2", "2-1"])[0].state, "ready");
  assert.equal(countOf(free.picks[0], 1), "1 of 2 to 3 cards chosen");
});

test("two cards that are alike are two", () => {
  assert.ok(isWithin(["a", "a"], ["a", "b", "a"]));
  assert.ok(!isWithin(["a", "a"], ["a", "b"]));
});

test("of a card that no choice names the server is asked by an action like the others", () => {
  assert.ok(!namedCards(choices).has("K-1"));
  assert.deepEqual(actionLike(choices, "K-1"), { type: "play", cards: ["K-1"], declared: null });
  assert.deepEqual(actionLike({ ...choices, actions: [{ type: "play", card: "a" }] }, "b"), { type: "play", card: "b" });
  assert.equal(actionLike({ actions: [{ type: "pass" }], texts: [], picks: [] }, "b"), null);
});

function table(...answers) {
  const world = given(answers);
  const live = new LiveTable(world.api, world.memory, "t1");
  return { ...world, live };
}

/** Return a table whose story from before is known. */
function known(...answers) {
  const made = table(...answers);
  made.live.adopt(view(4));
  return made;
}

test("the table is as the newest view tells, in whatever order views come", () => {
  const { live } = table(lost);
  for (const n of [4, 6, 5]) live.adopt(view(n, { story: [line(n - 1), line(n)] }));
  assert.equal(live.state.value.view.n, 6);
  assert.deepEqual(live.state.value.story.map(({ n }) => n), [3, 4, 5, 6]);
});

test("what a spectator sees does not take the place of what a seat sees", () => {
  const { live } = table(lost);
  live.adopt(view(4, { choices }));
  live.adopt(view(4, { seat: null }));
  assert.equal(live.state.value.view.choices, choices);
});

test("who comes late, or looks away, is told what has happened, and no line stands twice or out of order", async () => {
  const { live, asked } = table(() => json(view(9, { story: [7, 8, 9].map(line) })), () => json(view(15, { story: [13, 14, 15].map(line) })));
  live.hear(view(9));
  await soon();
  live.adopt(view(12)); // an answer, which tells of its own command alone
  live.hear(view(12, { story: [10, 11, 12].map(line) })); // the stream's view, which tells all
  assert.deepEqual(live.state.value.story.map(({ n }) => n), [7, 8, 9, 10, 11, 12]);
  live.isAnew = true; // as when a hidden page is looked at again
  live.hear(view(15));
  await soon();
  assert.deepEqual(live.state.value.story.map(({ n }) => n), [7, 8, 9, 10, 11, 12, 13, 14, 15]);
  assert.deepEqual(asked.map(({ path }) => path), ["/v1/tables/t1/view?after=0", "/v1/tables/t1/view?after=12"]);
  assert.deepEqual(joined([line(1)], [line(1), line(2)]).map(({ n }) => n), [1, 2]);
});

test("an action counts only for what is shown, but for those that all take at the same time", async () => {
  const { live, asked } = known(() => json({ receipt: {}, view: view(5) }));
  await live.act({ type: "pass" });
  live.adopt(view(6, { simultaneous: true }));
  await live.act({ type: "pass" });
  assert.deepEqual(asked.map(({ headers }) => headers["If-Match"]), ['"4.0.0"', undefined]);
});

test("while an action is on its way no other is sent, and a refusal is shown until something happens", async () => {
  let answer;
  const { live, asked } = known(() => new Promise((resolve) => { answer = resolve; }));
  const first = live.act({ type: "pass" });
  await live.act({ type: "pass" });
  assert.ok(live.state.value.isSending);
  answer(json({ code: "boon/not_your_turn", status: 409, detail: "It is the turn of seat 1" }, 409));
  await first;
  assert.deepEqual([asked.length, live.state.value.isSending], [1, false]);
  assert.equal(live.state.value.problem.detail, "It is the turn of seat 1");
  live.adopt(view(5));
  assert.equal(live.state.value.problem, null);
});

test("a table is followed until it closes", async () => {
  const told = (one) => `event: view\nid: ${one.n}\ndata: ${JSON.stringify(one)}\n\n`;
  const { live, asked } = known(() => streaming(told(view(4))), () => streaming(told(view(5, { phase: "closed" }))));
  await live.start();
  assert.equal(asked.length, 2);
  assert.equal(live.state.value.view.phase, "closed");
});

/** Return a table whose stream has told a view and stays open; `send` says more on it. */
async function followed(...answers) {
  const told = (one) => new TextEncoder().encode(`event: view\nid: ${one.n}\ndata: ${JSON.stringify(one)}\n\n`);
  let stream;
  const open = () => new Response(new ReadableStream({ start: (controller) => { stream = controller; } }));
  const made = table(open, ...answers);
  made.live.adopt(view(4));
  void made.live.start();
  await soon();
  const send = (one) => stream.enqueue(told(one));
  send(view(4));
  await soon();
  return { ...made, send, lose: () => stream.error(new TypeError("no network")) };
}
const soon = () => new Promise((resolve) => setTimeout(resolve, 0));
const accepted = (n) => () => json({ receipt: { n } });
const preferences = (asked) => asked.filter(({ method }) => method !== "GET").map(({ headers }) => headers.Prefer);

test("where a stream is open the answer is the receipt alone, and the stream shows what follows", async () => {
  const { live, asked, send, api } = await followed(accepted(6));
  let isWaiting = true;
  api.rest = (_, signal) => new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
  const acting = live.act({ type: "pass" }).then(() => { isWaiting = false; });
  for (const n of [4, 5]) { // the second is of somebody else's command before
    await soon();
    assert.deepEqual([live.state.value.view.n, live.state.value.isSending, isWaiting], [n, true, true]);
    send(view(n + 1));
  }
  await acting;
  assert.deepEqual([live.state.value.view.n, live.state.value.isSending], [6, false]);
  assert.deepEqual(preferences(asked), ["return=minimal"]);
  assert.equal(asked.length, 2, "no view is asked for");
  live.stop();
});

test("what the stream shows before the answer comes is not waited for", async () => {
  const { live, send, api } = await followed(async () => {
    send(view(5));
    await soon();
    return accepted(5)();
  });
  api.rest = async (_, signal) => assert.ok(signal.aborted);
  await live.act({ type: "pass" });
  assert.deepEqual([live.state.value.view.n, live.state.value.isSending], [5, false]);
  live.stop();
});

test("a stream that is lost or says nothing behind an action leaves nobody behind: the view is read", async () => {
  for (const isLost of [true, false]) {
    const { live, asked, lose, api } = await followed(accepted(6), () => json(view(6, { story: [5, 6].map(line) })));
    api.rest = (_, signal) => {
      if (!isLost) return Promise.resolve(); // the time is up
      lose();
      return new Promise((resolve) => signal.addEventListener("abort", resolve));
    };
    await live.act({ type: "pass" });
    assert.deepEqual([live.state.value.view.n, live.state.value.isSending], [6, false]);
    assert.deepEqual(live.state.value.story.map(({ n }) => n), [4, 5, 6]);
    assert.ok(asked.some(({ path }) => path === "/v1/tables/t1/view?after=4"));
    live.stop();
  }
});

test("without a stream, and with a command that may change one's seat, the answer is the whole view", async () => {
  const { live, asked } = known(() => json({ receipt: { n: 5 }, view: view(5) }));
  await live.act({ type: "pass" });
  assert.equal(live.state.value.view.n, 5);
  const other = await followed(() => json({ receipt: { n: 5 }, view: view(5, { seat: null }) }), () => streaming());
  await other.live.command("DELETE", "/seats/0", undefined);
  assert.equal(other.live.state.value.view.seat, null);
  assert.deepEqual([...preferences(asked), ...preferences(other.asked)], [undefined, undefined]);
  other.live.stop();
});

test("what a game lets one say in a word, but not now, can be asked about; what takes cards or amounts is not among it", () => {
  const form = (type, ...more) => ({ properties: { type: { const: type } }, required: ["type", ...more] });
  const forms = [form("pass"), form("call"), form("play", "card"), form("bury", "cards"), form("fold")];
  const open = { actions: [{ type: "pass" }], texts: [], picks: [{ example: { type: "fold" } }] };
  assert.deepEqual(closedNow(forms, open), [{ type: "call" }]);
  assert.deepEqual(closedNow(forms, null), [{ type: "pass" }, { type: "call" }, { type: "fold" }], "when it is not one's turn");
});

test("why something is not possible is what the server says, and nothing is done", async () => {
  const problem = { status: 422, detail: "Only after your own discard", code: "boosh/wrong_moment", type: "", title: "", rule: "3" };
  const { api, memory, asked } = given([async () => json({ legal: false, text: null, n: 3, refusal: problem })]);
  const live = new LiveTable(api, memory, "t1");
  await live.tellWhyNot({ type: "call_boosh" });
  assert.equal(live.state.value.problem.detail, problem.detail);
  assert.deepEqual(asked.map(({ path, method }) => [method, path]), [["POST", "/v1/tables/t1/actions/check"]]);
});

/** @param {number} count @param {number | null} seat */
const seated = (count, seat) => ({ seats: Array.from({ length: count }, (_, one) => ({ seat: one })), seat });
const numbers = (seats) => seats.map(({ seat }) => seat);

test("the next clockwise comes first, the viewer last", () => {
  assert.deepEqual(numbers(around(seated(4, 1))), [2, 3, 0, 1]);
  assert.deepEqual(numbers(around(seated(3, null))), [0, 1, 2]);
});

test("two sit face to face, three with one on each side, and nobody is lost whatever the number", () => {
  assert.deepEqual(numbers(sidesOf(seated(2, 0)).top), [1]);
  const { left, top, right, own } = sidesOf(seated(3, 0));
  assert.deepEqual([left, top, right, own].map(numbers), [[1], [], [2], [0]]);
  for (let count = 2; count <= 12; count++) {
    for (const seat of [null, 0, count - 1]) {
      const sides = sidesOf(seated(count, seat));
      const all = [...sides.left, ...sides.top, ...sides.right, ...sides.own];
      assert.deepEqual(numbers(all), numbers(around(seated(count, seat))), `${count} seats, seen by ${seat}`);
      assert.equal(sides.left.length, sides.right.length);
      assert.equal(sides.own.length, seat === null ? 0 : 1);
    }
  }
});

test("a card lies towards who played it: the viewer's below, the next to the left, nobody's place twice", () => {
  assert.equal(angleOf(seated(4, 2), 2), 90);
  assert.equal(angleOf(seated(4, 2), 3), 180);
  assert.equal(angleOf(seated(4, 2), 0), 270);
  assert.equal(angleOf(seated(4, 2), 1), 0);
  const watched = [0, 1, 2, 3].map((seat) => angleOf(seated(4, null), seat));
  assert.equal(new Set([90, ...watched]).size, 5, "below is nobody where one only watches");
});
