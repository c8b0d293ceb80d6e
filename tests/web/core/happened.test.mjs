import assert from "node:assert/strict";
import { test } from "node:test";

import { Happened } from "../../../service/web/core/happened.js";
import { given, json, lost } from "./given.mjs";

const ruled = (dispute, verdict = "upheld") => ({ type: "dispute_ruled", dispute, table: "t1", verdict, remedy: "none", n: 3 });
const offered = (table) => ({ type: "rematch", table, by: "p2", rematch_of: "t1", seat: 0, until: 9, n: 1, game: "boon" });
const live = () => new AbortController().signal;

test("a ruling is told until somebody has come to its dispute, after a reload too", async () => {
  const { api, memory } = given([lost]);
  const made = new Happened(api, memory);
  made.hear(ruled("d1"));
  made.hear(ruled("d2", "dismissed"));
  const next = new Happened(api, memory);
  next.start(live());
  assert.deepEqual(next.rulings.value, [{ dispute: "d1", verdict: "upheld" }, { dispute: "d2", verdict: "dismissed" }]);
  next.arrive("d1");
  assert.deepEqual(next.rulings.value, [{ dispute: "d2", verdict: "dismissed" }]);
});

test("what became of an own dispute while no page was open is asked for", async () => {
  const { api, memory, asked } = given([() => json({ status: "ruled", ruling: { verdict: "upheld" } }),
    () => json({ status: "withdrawn", ruling: null }), () => json({ status: "open", ruling: null })]);
  const made = new Happened(api, memory);
  for (const id of ["d1", "d2", "d3"]) made.await(id);
  await made.ask(live());
  assert.deepEqual(asked.map(({ path }) => path), ["/v1/disputes/d1", "/v1/disputes/d2", "/v1/disputes/d3"]);
  assert.deepEqual(made.rulings.value, [{ dispute: "d1", verdict: "upheld" }]);
  assert.deepEqual(made.awaited, ["d3"]);
});

test("an offer to play again is told until it is over, or somebody has gone there", () => {
  const { api, memory } = given([lost]);
  const made = new Happened(api, memory);
  for (const table of ["t2", "t2", "t3", "t4"]) made.hear(offered(table));
  assert.deepEqual(made.offers.value.map(({ table }) => table), ["t2", "t3", "t4"]);
  made.arrive("t2");
  made.hear({ type: "invitation_ended", table: "t3" });
  assert.deepEqual(made.offers.value, [{ table: "t4", by: "p2" }]);
});

test("an offer to adjourn is told until the table is over, or somebody has gone there", () => {
  const { api, memory } = given([lost]);
  const made = new Happened(api, memory);
  for (const table of ["t2", "t2", "t3", "t4"]) made.hear({ type: "adjourn_asked", table, game: "boon", n: 9, seat: 0, by: 1 });
  assert.deepEqual(made.adjourns.value.map(({ table }) => table), ["t2", "t3", "t4"]);
  made.arrive("t2");
  made.hear({ type: "adjourned", table: "t3", game: "boon", n: 10, seat: 0 });
  assert.deepEqual(made.adjourns.value, [{ table: "t4", game: "boon", by: 1 }]);
});

test("who signs out is told nothing more", () => {
  const { api, memory } = given([lost]);
  const made = new Happened(api, memory);
  made.hear(ruled("d1"));
  made.start(null);
  assert.deepEqual(made.rulings.value, []);
});
