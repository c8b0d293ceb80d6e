/** Who sits where: clockwise round the table, the viewer below. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { angleOf, around, sidesOf } from "../../../service/web/core/table.js";

/** @param {number} count @param {number | null} seat */
const table = (count, seat) => ({ seats: Array.from({ length: count }, (_, one) => ({ seat: one })), seat });
const numbers = (seats) => seats.map(({ seat }) => seat);

test("the next clockwise comes first, the viewer last", () => {
  assert.deepEqual(numbers(around(table(4, 1))), [2, 3, 0, 1]);
  assert.deepEqual(numbers(around(table(3, null))), [0, 1, 2]);
});

test("two sit face to face, three with one on each side, and nobody is lost whatever the number", () => {
  assert.deepEqual(numbers(sidesOf(table(2, 0)).top), [1]);
  const { left, top, right, own } = sidesOf(table(3, 0));
  assert.deepEqual([left, top, right, own].map(numbers), [[1], [], [2], [0]]);
  for (let count = 2; count <= 12; count++) {
    for (const seat of [null, 0, count - 1]) {
      const sides = sidesOf(table(count, seat));
      const all = [...sides.left, ...sides.top, ...sides.right, ...sides.own];
      assert.deepEqual(numbers(all), numbers(around(table(count, seat))), `${count} seats, seen by ${seat}`);
      assert.equal(sides.left.length, sides.right.length);
      assert.equal(sides.own.length, seat === null ? 0 : 1);
    }
  }
});

test("a card lies towards who played it: the viewer's below, the next to the left, nobody's place twice", () => {
  assert.equal(angleOf(table(4, 2), 2), 90);
  assert.equal(angleOf(table(4, 2), 3), 180);
  assert.equal(angleOf(table(4, 2), 0), 270);
  assert.equal(angleOf(table(4, 2), 1), 0);
  const watched = [0, 1, 2, 3].map((seat) => angleOf(table(4, null), seat));
  assert.equal(new Set([90, ...watched]).size, 5, "below is nobody where one only watches");
});
