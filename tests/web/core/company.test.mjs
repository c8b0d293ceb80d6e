import assert from "node:assert/strict";
import { test } from "node:test";

import { Company, firstAwaited, othersAt } from "../../../service/web/core/company.js";
import { given, json, lost, streaming } from "./given.mjs";

const seat = (one, player, more = {}) => ({ seat: one, player, bot: player === null ? "regular" : null, ...more });
const view = (more = {}) => ({
  seat: 0, phase: "playing", seats: [seat(0, "p0"), seat(1, "p1"), seat(2, null)], to_act: [1], deadlines: [null, 5000, null],
  claims: [null, null, null], on_time_out: "fallback", ...more,
});
const row = (player, presence) => ({ player, presence });
const told = (...players) => `event: presence\nid: 1\ndata: ${JSON.stringify({ players, now: 1 })}\n\n`;

/** Return somebody's company, with what was said of it. */
function company(players, ...answers) {
  const { api, asked } = given(answers), said = [];
  const made = new Company(api, players, (player, isAway) => said.push([player, isAway]));
  return { made, asked, said };
}

test("whom to look for are the others who hold seats, for who holds one, and until the end", () => {
  assert.equal(othersAt(view()), "p1");
  assert.equal(othersAt(view({ phase: "open", seats: [seat(0, "p0"), seat(1, "p9"), seat(2, "p2")] })), "p2,p9");
  assert.equal(othersAt(view({ seats: [seat(0, "p0"), seat(1, null)] })), "", "bots are always there");
  assert.equal(othersAt(view({ seat: null })), "");
  assert.equal(othersAt(view({ phase: "closed" })), "");
});

test("who sits with bots alone asks for nothing", async () => {
  const { made, asked } = company("", lost);
  await made.start();
  assert.deepEqual(asked, []);
});

test("away is who was there, shows it, and has gone; who hides or was never there is not", async () => {
  const { made, asked, said } = company("p1,p2", () => streaming(told(row("p1", "online"), row("p2", "unknown")),
    told(row("p1", "offline"))), () => json({ status: 401 }, 401));
  await made.start();
  assert.equal(asked[0].path, "/v1/presence?players=p1,p2");
  assert.equal(asked[0].headers.Accept, "text/event-stream");
  assert.deepEqual([...made.away.value.keys()], ["p1"]);
  assert.deepEqual(said, [["p1", true]]);
});

test("what was so before is no news, nor is it a return that somebody has been away for long, or hides", () => {
  const { made, said } = company("p1,p2", lost);
  made.hear([row("p1", "offline"), row("p2", "offline")]);
  assert.deepEqual([[...made.away.value.keys()], said], [["p1", "p2"], []]);
  made.hear([row("p1", "unknown")]);
  made.hear([row("p2", "online")]);
  assert.deepEqual([[...made.away.value.keys()], said], [[], [["p2", false]]]);
});

test("where the server has no room for a stream, reads tell the same", async () => {
  const { made } = company("p1", () => json({ code: "http/no_slot", status: 503 }, 503),
    () => json({ players: [row("p1", "offline")] }), () => json({ status: 401 }, 401));
  await made.start();
  assert.deepEqual([...made.away.value.keys()], ["p1"]);
});

test("who has stopped hears no more", async () => {
  const { made, asked } = company("p1", (request) => new Promise((_, refuse) => {
    request.signal.addEventListener("abort", () => refuse(new Error("aborted")));
  }));
  const following = made.start();
  made.stop();
  await following;
  assert.equal(asked.length, 1);
});

test("what follows when the time of another is up is what the table's policy says", () => {
  const after = (more) => firstAwaited(view(more))?.then;
  const chance = [seat(0, "p0"), seat(1, "p1", { last_chance: true }), seat(2, null)];
  const three = [seat(0, "p0"), seat(1, "p1"), seat(2, "p2")];
  assert.equal(after({}), "the default move is played");
  assert.equal(after({ seats: chance }), "a bot takes the seat");
  assert.equal(after({ on_time_out: "bot" }), "a bot takes the seat");
  assert.equal(after({ on_time_out: "forfeit" }), "the seat is forfeited and the table ends");
  assert.equal(after({ on_time_out: "forfeit", seats: three }), "the seat is forfeited and a bot plays on");
});

test("without a clock it is a claim, and not for who is away", () => {
  const open = { deadlines: [null, null, null], claims: [null, 7000, null] };
  const found = firstAwaited(view(open));
  assert.deepEqual(found, { seat: 1, until: 7000, isClaim: true, then: "you may let a bot play on" });
  const two = { seats: [seat(0, "p0"), seat(1, "p1")], deadlines: [null, null], claims: [null, 7000] };
  assert.equal(firstAwaited(view(two))?.then, "you may claim the win");
  assert.equal(firstAwaited(view({ ...open, seats: [seat(0, null, { away: "p0" }), seat(1, "p1"), seat(2, null)] })), null);
  assert.equal(firstAwaited(view({ ...open, seat: null })), null);
});

test("of several the one whose time is up first counts; oneself and bots never do", () => {
  const three = [seat(0, "p0"), seat(1, "p1"), seat(2, "p2"), seat(3, null)];
  const shown = view({ seats: three, to_act: [0, 1, 2, 3], deadlines: [1, 5000, 4000, 2] });
  assert.deepEqual(firstAwaited(shown), { seat: 2, until: 4000, isClaim: false, then: "the default move is played" });
  assert.equal(firstAwaited(view({ to_act: [2], deadlines: [null, null, 9] })), null);
});

test("since when somebody is away is known only of who was seen to go", () => {
  const { made } = company("p1,p2", lost);
  made.hear([row("p1", "offline"), row("p2", "online")]);
  made.hear([row("p2", "offline")]);
  assert.deepEqual([...made.away.value], [["p1", 0], ["p2", made.api.now() - 20_000]]);
  made.hear([row("p2", "offline")]);
  made.hear([row("p1", "online"), row("p2", "online")]);
  assert.equal(made.away.value.size, 0);
});
