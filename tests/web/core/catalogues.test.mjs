import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import { pageNames } from "../../../service/web/core/route.js";
import { needWords, parsed, rich, speak } from "../../../service/web/core/words.js";
import { argumentsOf, catalogues, wanted, WORDS } from "../messages.mjs";

const PLURALS = { plural: "cardinal", selectordinal: "ordinal" };
const english = Object.entries(catalogues.en);

test("every language has every text, in the same order and by the name of its area", () => {
  for (const [language, areas] of Object.entries(catalogues)) {
    assert.deepEqual(Object.keys(areas), english.map(([area]) => area), language);
    for (const [area, texts] of english) {
      assert.deepEqual(Object.keys(areas[area]).sort(), Object.keys(texts).sort(), `${language}/${area}`);
      for (const name of Object.keys(texts)) assert.ok(name.startsWith(`${area}.`), name);
      for (const [name, text] of Object.entries(areas[area])) assert.notEqual(text.trim(), "", `${language}: ${name}`);
    }
  }
});

test("every page has a title in every language", () => {
  for (const [language, { page }] of Object.entries(catalogues)) {
    assert.deepEqual(pageNames().filter((name) => page[`page.title_${name}`] === undefined), [], language);
  }
});

test("a text wants the same of its page in every language", () => {
  for (const [area, texts] of english) for (const [name, text] of Object.entries(texts)) {
    for (const areas of Object.values(catalogues)) assert.deepEqual(wanted(areas[area][name]), wanted(text), name);
  }
});

test("a plural has the branches that its language needs, and no others", () => {
  for (const [language, areas] of Object.entries(catalogues)) for (const texts of Object.values(areas)) {
    for (const [name, text] of Object.entries(texts)) {
      for (const { kind, branches } of argumentsOf(parsed(text))) {
        if (PLURALS[kind] === undefined) continue;
        const forms = new Intl.PluralRules(language, { type: PLURALS[kind] }).resolvedOptions().pluralCategories;
        const told = Object.keys(branches).filter((branch) => !branch.startsWith("="));
        assert.deepEqual(told.sort(), [...forms].sort(), `${language}: ${name}`);
      }
    }
  }
});

test("a select has the same branches in every language", () => {
  const branchesOf = (text) => argumentsOf(parsed(text)).filter(({ kind }) => kind === "select")
    .map(({ name, branches }) => `${name}: ${Object.keys(branches).sort()}`);
  for (const [area, texts] of english) for (const [name, text] of Object.entries(texts)) {
    const known = [...new Set(branchesOf(text))].sort();
    for (const areas of Object.values(catalogues)) assert.deepEqual([...new Set(branchesOf(areas[area][name]))].sort(), known, name);
  }
});

test("between its first and its last line a catalogue is JSON, a message a line", async () => {
  for (const [language, areas] of Object.entries(catalogues)) for (const [area, texts] of Object.entries(areas)) {
    const lines = (await readFile(new URL(`${language}/${area}.js`, WORDS), "utf8")).trimEnd().split("\n");
    assert.match(lines.slice(0, 2).join("\n"), /^\/\*\* .* \*\/\nexport default \{(?:\};)?$/, area);
    const body = lines.slice(2, -1).map((line) => line.replace(/,$/, ""));
    assert.deepEqual(JSON.parse(`{${body.join(",")}}`), texts, `${language}/${area}`);
    assert.equal(body.length, Object.keys(texts).length, `${language}/${area}: a name stands twice, or a line holds no message`);
  }
});

const reference = await import("intl-messageformat").then(({ IntlMessageFormat }) => IntlMessageFormat, () => null);

/** Values with which each branch of a message is said at least once. */
function casesOf(text) {
  const named = argumentsOf(parsed(text)), numbers = [0, 1, 2, 5, 1234.5, 365];
  const branches = Math.max(1, ...named.map(({ kind, branches }) => (kind === "select" ? Object.keys(branches).length : 1)));
  return numbers.flatMap((number) => Array.from({ length: branches }, (_, at) => Object.fromEntries(named.map(({ kind, name, branches }) =>
    [name, kind === "tag" ? (inside) => `[${inside.join("")}]` : kind === "select" ? Object.keys(branches)[at] ?? "none"
      : kind === "argument" ? `{${name}}` : number]))));
}

test("every message reads as the reference implementation reads it", { skip: reference === null && "npm ci --prefix tests/web" }, async () => {
  for (const [area] of english) await needWords(area);
  for (const [language, areas] of Object.entries(catalogues)) {
    await speak(language);
    const all = Object.values(areas).flatMap((texts) => Object.entries(texts));
    for (const [name, text] of all) for (const values of casesOf(text)) {
      assert.equal(rich(name, values).join(""), [new reference(text, language).format(values)].flat().join(""), name);
    }
  }
});
