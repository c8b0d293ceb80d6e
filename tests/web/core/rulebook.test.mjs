import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import { anchorOf, pathOfRules, routeOf } from "../../../service/web/core/route.js";
import { partsByRule, rulebookOf } from "../../../service/web/core/rulebook.js";

const TEXT = `# Whist

A game.

## Rules

1. **Deal.** All cards.
2. Play.
    1. A step of it.

    > **W2** Yes, in a box.
    >
    > **W3** No. **W5** is none.

Between them.

3. The end.

> **W4** So.

**W6** is no ruling.

## Rulings

| id | ruling |
|---|---|
| **W1** | Yes (rule 2) |

## Worked examples

1. One.

## Actions

For programs.
`;

test("a rulebook has chapters, and those that players do not need are told apart", () => {
  const { title, chapters } = rulebookOf(TEXT);
  assert.equal(title, "Whist");
  assert.deepEqual(chapters.map((one) => [one.title, one.isForPrograms]), [
    ["", false], ["Rules", false], ["Rulings", false], ["Worked examples", false], ["Actions", true],
  ]);
});

test("each rule and ruling is an anchor, though not the steps within one nor examples", () => {
  assert.deepEqual([...rulebookOf(TEXT).anchors], ["1", "2", "W2", "W3", "3", "W4", "W1"]);
  assert.equal(anchorOf("W1"), "rule-W1");
  assert.equal(pathOfRules("whist", "3"), "/rules/whist#rule-3");
  assert.deepEqual(routeOf("/rules/whist"), { page: "rules", which: "whist" });
});

test("the names of rules in a text are found where there are such rules", () => {
  const named = (text) => partsByRule(text, new Set(["5", "6", "10", "B4"])).filter(({ rule }) => rule).map(({ rule }) => rule);
  assert.deepEqual(named("by rules 5 and 6; Rule 10, B4, B5, rule 7, 5 cards"), ["5", "6", "10", "B4"]);
  const text = "rule 5 (B4).";
  assert.equal(partsByRule(text, new Set(["5", "B4"])).map(({ words }) => words).join(""), text);
});

for (const game of ["boojum", "boon", "boosh", "bum", "goblin_market"]) {
  test(`the rules that ${game} refuses by have anchors`, async () => {
    const folder = new URL(`../../../games/${game}/`, import.meta.url);
    const { anchors } = rulebookOf(await readFile(new URL("RULES.md", folder), "utf8"));
    const refusals = await readFile(new URL("refusals.py", folder), "utf8");
    const rules = [...refusals.matchAll(/"((?:[A-Z])?\d+[a-z]?)"/g)].map(([, rule]) => rule);
    assert.ok(rules.length > 5);
    assert.deepEqual(rules.filter((rule) => !anchors.has(rule) && !rule.startsWith("T")), []);
  });
}
