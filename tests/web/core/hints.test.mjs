import assert from "node:assert/strict";
import { test } from "node:test";

import { askForHint, givesHints } from "../../../service/web/core/hints.js";
import { given, json } from "./given.mjs";

const bot = (seat) => ({ seat, bot: "regular", player: null, away: null });
const alone = {
  seat: 0, seats: [{ seat: 0, bot: null, player: "p0", away: null }, bot(1), bot(2)], rated: false, tournament: null,
  choices: { actions: [] }, phase: "playing",
};

test("there are hints at one's turn, where one plays alone against bots and nothing counts", () => {
  assert.equal(givesHints(alone), true);
  for (const change of [{ rated: true }, { tournament: {} }, { choices: null }, { seat: null }, { phase: "finished" }]) {
    assert.equal(givesHints({ ...alone, ...change }), false);
  }
  const other = { seat: 1, bot: null, player: "p1", away: null };
  assert.equal(givesHints({ ...alone, seats: [alone.seats[0], other, bot(2)] }), false);
  assert.equal(givesHints({ ...alone, seats: [alone.seats[0], { ...bot(1), away: "p1" }, bot(2)] }), false);
});

test("a hint is asked for until it is there, or nobody waits any more", async () => {
  const hint = { n: 9, action: { type: "pass" }, text: "Pass", why: [], deals: 0, others: [] };
  const { api, asked } = given([() => json({ n: 9 }, 202), () => json({ n: 9 }, 202), () => json(hint)]);
  assert.deepEqual(await askForHint(api, "t1", new AbortController().signal), hint);
  assert.deepEqual(asked.map(({ path }) => path), Array(3).fill("/v1/tables/t1/hint"));
  assert.equal(await askForHint(api, "t1", AbortSignal.abort()), null);
});
