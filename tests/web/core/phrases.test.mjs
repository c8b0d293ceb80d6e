import assert from "node:assert/strict";
import { test } from "node:test";

import { mayTalk, Talk } from "../../../service/web/core/phrases.js";
import { given, json, lost } from "./given.mjs";

const said = (id, player = "p1", phrase = "hello") => ({ id, seat: 1, player, phrase, at: id });

/** Return the talk at a table, with what was told of it; nothing of it goes away by itself. */
function talk(...answers) {
  const { api, memory, asked } = given(answers.length > 0 ? answers : [lost]), told = [];
  api.rest = () => new Promise(() => {});
  return { made: new Talk(api, memory, "t1", (one) => told.push(one.id)), api, memory, asked, told };
}

test("each phrase is heard once, the newest four are seen, and a muted player is not heard, at no table", () => {
  const { made, api, memory, told } = talk();
  for (const id of [1, 2, 2, 3, 4, 5]) made.hear(said(id));
  assert.deepEqual([made.heard.value.map(({ id }) => id), told], [[2, 3, 4, 5], [1, 2, 3, 4, 5]]);
  made.hear(said(6, "p2"));
  made.mute("p1", true);
  made.hear(said(7));
  assert.deepEqual([made.heard.value.map(({ id }) => id), told.at(-1)], [[6], 6]);
  const other = new Talk(api, memory, "t2", () => {});
  other.hear(said(1));
  assert.deepEqual(other.heard.value, []);
  other.mute("p1", false);
  other.hear(said(8));
  assert.deepEqual(other.heard.value.map(({ id }) => id), [8]);
});

test("a phrase is seen for a moment", async () => {
  const { api, memory } = given([lost]);
  const made = new Talk(api, memory, "t1", () => {});
  made.hear(said(1));
  assert.equal(made.heard.value.length, 1);
  await api.rest(1);
  await api.rest(1);
  assert.deepEqual(made.heard.value, []);
});

test("what one says is sent once, without a key, and seen", async () => {
  const { made, asked } = talk(() => json(said(9, "p0", "good_game")));
  await made.say("good_game");
  assert.deepEqual([asked[0].method, asked[0].path, asked[0].body], ["POST", "/v1/tables/t1/phrases", '{"phrase":"good_game"}']);
  assert.equal(asked[0].headers["Idempotency-Key"], undefined);
  assert.deepEqual(made.heard.value.map(({ phrase }) => phrase), ["good_game"]);
});

test("after the end reads wait for what is said, behind what was heard", async () => {
  const { made, asked, told } = talk(() => json({ phrases: [said(4)], last: 4 }), () => json({ phrases: [said(6)], last: 6 }),
    () => json({ code: "table/not_seated", detail: "No", status: 403 }, 403));
  await made.linger(new AbortController().signal);
  assert.deepEqual(asked.map(({ path }) => path.split("?")[1]), ["after=0&wait=25", "after=4&wait=25", "after=6&wait=25"]);
  assert.deepEqual(told, [4, 6]);
});

test("who plays with other people may talk; who watches, or plays with bots alone, may not", () => {
  const seats = [{ seat: 0, player: "p0" }, { seat: 1, player: "p1" }, { seat: 2, player: null }];
  assert.equal(mayTalk({ seat: 0, seats, phase: "playing" }), true);
  assert.equal(mayTalk({ seat: null, seats, phase: "playing" }), false);
  assert.equal(mayTalk({ seat: 0, seats: [seats[0], seats[2]], phase: "playing" }), false);
});
