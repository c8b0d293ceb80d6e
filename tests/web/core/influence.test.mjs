/** Who could have chosen a deal, and what a share that was left out means, as a page says it. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { abortedSoFar, couldChoose, leftOut } from "../../../service/web/core/influence.js";
import { plain } from "../../../service/web/core/texts.js";

const NAMES = ["Ada", "Bea", "Cy", "Di"];
const said = (more, isOfEntrants = false, isDealt = true) =>
  plain(couldChoose({ seats: [], withheld: [], beacon: null, ...more }, isOfEntrants, isDealt), (seat) => NAMES[seat]);

for (const [told, text, isOfEntrants] of [
  [{}, "the server alone"],
  [{ withheld: [0] }, "the server alone"],
  [{ seats: [0] }, "the server and Ada together"],
  [{ seats: [0, 2, 3] }, "the server, Ada, Cy and Di together"],
  [{ seats: [0], withheld: [1] }, "the server and Ada together; and the server alone among 2 deals, if it dropped what Bea revealed"],
  [{ seats: [0, 1], withheld: [2, 3] },
    "the server, Ada and Bea together; and the server alone among 4 deals, if it dropped what Cy and Di revealed"],
  [{}, "the server and all entrants who revealed their share, together", true],
  [{ seats: [0], withheld: [1], beacon: "quicknet" }, "nobody, unless drand and the server collude"],
  [{ beacon: "test" }, "nobody, unless whoever runs the beacon test and the server collude", true],
]) {
  test(`it is told by names: ${text}`, () => assert.equal(said(told, isOfEntrants), text));
}

test("of a table that ended before play it is told that there is no deal", () => {
  for (const isOfEntrants of [true, false]) {
    assert.equal(said({ withheld: [1] }, isOfEntrants, false), "nobody, since the table ended before any cards were dealt");
  }
});

for (const [told, text] of [
  [{ server: 0, players: [0, 0] }, ""],
  [{ server: 1, players: [0, null] }, "Aborted before play so far: 1 table of this server"],
  [{ server: 3, players: [2, null, 0, 1] }, "Aborted before play so far: 3 tables of this server, 2 with Ada, 1 with Di"],
]) {
  test(`aborted tables are counted: ${text}`, () => assert.equal(plain(abortedSoFar(told), (seat) => NAMES[seat]), text));
}

test("a share that was left out leaves a choice between two deals only where no round of a beacon was fixed", () => {
  const choice = /it could choose that way between two deals/;
  for (const told of [null, { kind: "sent", why: "" }, { kind: "rejected", why: "too late" }]) {
    assert.match(leftOut(told, false), choice);
    assert.doesNotMatch(leftOut(told, true), choice);
    assert.match(leftOut(told, true), /Keep your receipts/);
  }
  assert.match(leftOut({ kind: "sent", why: "" }, true), /^It had even confirmed/);
  assert.match(leftOut({ kind: "rejected", why: "too late" }, true), /^It answered: too late\. Keep/);
});
