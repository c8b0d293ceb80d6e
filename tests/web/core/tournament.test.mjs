import assert from "node:assert/strict";
import { test } from "node:test";

import { Summoning, summonsAfter, summonsIn } from "../../../service/web/core/news.js";
import {
  cellsOf, cellText, decidingTieBreak, halfOf, isApart, linesOf, LiveTournament, partsOf, roundIn,
} from "../../../service/web/core/tournament.js";
import { promiseFor } from "../../../service/web/core/state.js";
import { given, json, streaming } from "./given.mjs";

const facts = (n, more = {}) => ({ id: "c1", n, phase: "running", you: null, ...more });
const told = (n, more) => `event: tournament\nid: ${n}\ndata: ${JSON.stringify(facts(n, more))}\n\n`;
const event = (n, type) => `event: event\nid: ${n}\ndata: ${JSON.stringify({ n, type: `tournament.${type}.v1` })}\n\n`;
const since = (live) => Object.values(live.state.value.since);

/** Return a tournament that is followed until its stream's texts have been told. */
async function followed(answers, until, token = null) {
  const world = given(answers);
  world.api.token = token;
  const live = new LiveTournament(world.api, "c1");
  const seen = [];
  await new Promise((resolve) => {
    live.state.listen((state) => {
      seen.push(state);
      if (until(state)) resolve(live.stop());
    });
    void live.start();
  });
  return { ...world, live, seen };
}

test("an event makes stale what it changes, and one that nobody knows makes all stale", () => {
  assert.deepEqual(partsOf("tournament.paused.v1"), []);
  assert.deepEqual(partsOf("tournament.checked_in.v1"), ["entrants"]);
  assert.deepEqual(partsOf("tournament.result_taken.v2"), ["tables"]);
  assert.deepEqual(partsOf("tournament.group_ended.v1"), ["entrants", "tables", "results"]);
  assert.deepEqual(partsOf("something.else"), ["entrants", "tables", "results"]);
});

test("a tournament is as its stream tells, and only what has changed is new", async () => {
  const texts = [told(4), event(5, "paused"), event(6, "tables_opened"), told(6), event(7, "withdrawn"), told(7)];
  const { live, asked } = await followed([() => streaming(...texts)], ({ facts }) => facts?.n === 7);
  assert.deepEqual(live.state.value.since, { entrants: 7, tables: 6, results: 7 });
  assert.equal(asked.length, 1, "who is nobody asks for no part of their own");
});

test("who is signed in asks once a change for their own part, which the stream does not have", async () => {
  const you = { entrant: 3, director: false, may: ["withdraw"], table: null };
  const answers = [() => streaming(told(4)), () => json(facts(4, { you })), () => streaming(told(4), event(5, "paused"), told(5)),
    () => json(facts(5, { you: { ...you, table: "t9" } }))];
  const { seen, asked } = await followed(answers, ({ facts }) => facts?.you?.table === "t9", "secret");
  assert.deepEqual(asked.map(({ path }) => path.replace("/v1", "")),
    ["/tournaments/c1/events", "/tournaments/c1", "/tournaments/c1/events", "/tournaments/c1"]);
  assert.ok(seen.slice(1).every((state) => state.facts.you !== null), "what is known of oneself stays until the next is there");
});

test("an answer may come before the stream tells the same, or behind something newer", () => {
  const live = new LiveTournament(given([() => json({})]).api, "c1");
  live.isAnew = false;
  live.adopt(facts(8));
  live.hear("event", { n: 7, type: "tournament.called.v1" });
  live.hear("event", { n: 8, type: "tournament.entrant_registered.v1" });
  live.hear("tournament", facts(8, { phase: "called" }));
  assert.deepEqual([live.state.value.facts.phase, ...since(live)], ["called", 8, 0, 8]);
  live.hear("event", { n: 9, type: "tournament.round_planned.v1" });
  live.adopt(facts(7));
  assert.deepEqual([live.state.value.facts.n, ...since(live)], [8, 9, 9, 9]);
});

test("where the server has no room for a stream, reads that wait tell the same", async () => {
  const full = () => json({ status: 503, code: "http/no_slot", detail: "full" }, 503);
  const page = { events: [{ n: 5, type: "tournament.paused.v1" }, { n: 6, type: "tournament.tables_opened.v1" }], n: 6, next: null };
  const answers = [full, () => json(facts(4)), full, () => json(page), () => json(facts(6))];
  const { live, asked } = await followed(answers, ({ facts }) => facts?.n === 6);
  assert.deepEqual(since(live), [4, 6, 4]);
  assert.equal(asked[3].path, "/v1/tournaments/c1/events?after=4&wait=25");
});

test("a tournament that is not there says so", async () => {
  const gone = { status: 404, code: "tournament/unknown", detail: "There is no such tournament" };
  const { live } = await followed([() => json(gone, 404)], ({ problem }) => problem !== null);
  assert.equal(live.state.value.problem.detail, gone.detail);
});

const news = (what, more = {}) => ({ type: "tournament", tournament: "c1", what, table: null, until: null, ...more });

test("a tournament calls for what was promised, then to each table, until that is over", () => {
  let wanted = summonsAfter([], news("registered"));
  assert.deepEqual(wanted, []);
  wanted = summonsAfter(wanted, news("called", { until: 90 }));
  assert.deepEqual(wanted, [{ tournament: "c1", table: null, until: 90 }]);
  wanted = summonsAfter(wanted, news("started"));
  assert.deepEqual(wanted, []);
  wanted = summonsAfter(wanted, news("table", { table: "t1" }));
  wanted = summonsAfter(wanted, news("table", { table: "t2", tournament: "c2" }));
  wanted = summonsAfter(wanted, { type: "ended", table: "t1" });
  assert.deepEqual(wanted, [{ tournament: "c2", table: "t2", until: null }]);
  assert.deepEqual(summonsAfter(wanted, news("closed", { tournament: "c2" })), []);
  assert.deepEqual(summonsAfter(wanted, { type: "turns", turns: [] }), wanted);
});

test("what a tournament wants is also known from how it stands", () => {
  const you = { entrant: 0, director: false, may: [], table: null };
  assert.deepEqual(summonsIn([], facts(3, { you })), []);
  assert.deepEqual(summonsIn([], facts(3, { until: 90, you: { ...you, may: ["reveal"] } })), [{ tournament: "c1", table: null, until: 90 }]);
  const twice = summonsIn(summonsIn([], facts(3, { you: { ...you, table: "t1" } })), facts(4, { you: { ...you, table: "t2" } }));
  assert.deepEqual(twice, [{ tournament: "c1", table: "t2", until: null }]);
});

test("what was promised here is revealed once, whether the news or the tournament itself calls for it", async () => {
  const you = { entrant: 0, director: false, may: ["reveal"], table: null };
  const { api, memory, asked } = given([
    () => json({ tournaments: [{ id: "c1", phase: "called" }, { id: "c2", phase: "closed" }], cursor: null }),
    () => json(facts(3, { until: 90, you }))]);
  const revealed = [];
  const reveals = {
    toldOf: () => (revealed.length === 0 ? null : { kind: "sent" }), reveal: async (id, typed) => revealed.push([id, typed]),
  };
  const said = [], summoning = new Summoning(api, reveals, (text) => said.push(text));
  promiseFor(memory, "ada", "c1");
  await summoning.ask(new AbortController().signal);
  summoning.hear(news("called", { until: 90 }));
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(asked.map(({ path }) => path.replace("/v1/tournaments", "")), ["?player=me&limit=20", "/c1"]);
  assert.deepEqual(revealed, [["c1", undefined], ["c1", undefined]]);
  assert.deepEqual([said.length, summoning.wanted.value.filter(({ until }) => until === null)], [1, []]);
});

test("a pair of the cross-table is told from both sides", () => {
  const difference = { value: 2, low: -1, high: 5, groups: 1 };
  const together = { low: -0.5, high: 8 };
  const cells = cellsOf([{ entrants: [1, 3], difference, together, tables: 2, more: 0 }]);
  assert.deepEqual(cells.get("3 1").difference, { value: -2, low: -5, high: 1, groups: 1 });
  assert.deepEqual([halfOf(difference), halfOf({ ...difference, low: null }), cells.get("1 1")], [3, null, undefined]);
  assert.deepEqual(cells.get("3 1").together, { low: -8, high: 0.5 });
  const apart = { ...cells.get("3 1"), together: { low: -8, high: -0.5 } };
  assert.deepEqual([isApart(cells.get("1 3")), isApart(apart)], [false, true]);
  assert.equal(cellText(cells.get("1 3")), "1 deal in common, 2 tables together; clearly different");
  assert.match(cellText({ ...cells.get("1 3"), more: 1 }), /1 more deal would/);
  assert.match(cellText({ ...cells.get("1 3"), more: null }), /nobody can say/);
});

test("own pairings are lines of numbers, and who stands in none has a bye", () => {
  const shared = roundIn("1 2\n\n 4,3 \n", 1, [0, 1, 2, 3, 4], true);
  assert.deepEqual(shared, { tables: [{ game: 1, group: 0, seats: [0, 1] }, { game: 1, group: 0, seats: [3, 2] }], byes: [4] });
  assert.deepEqual(roundIn("1 2\n3 4", 0, [0, 1, 2, 3], false).tables.map(({ group }) => group), [0, 1]);
  assert.throws(() => roundIn("1 0", 0, [0], true), /“0” is not the number/);
  assert.equal(linesOf([4, 2, 0, 1, 3], 2), "5 3\n1 2");
});

test("the tie-break that told an entrant apart is named, and none that all have alike", () => {
  const row = (entrant, points, opponents, wins) => ({ entrant, points, tie_breaks: { head_to_head: null, opponents, wins } });
  const rows = [row(0, 3, 0, 2), row(1, 3, 0, 1), row(2, 1, 0, 0), row(3, 1, 0, 0), row(4, 0, 5, 0)];
  const found = rows.map((one) => decidingTieBreak(one, rows));
  assert.deepEqual(found, [["wins", 2], ["wins", 1], null, null, null]);
});
