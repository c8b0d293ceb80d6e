import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import { isText, language, languageOf, listText, needWords, numberText, parsed, rich, speak, t } from "../../../service/web/core/words.js";

afterEach(() => speak("en"));

test("a text is found by its name, with its values in it", () => {
  assert.equal(t("account.new"), "New here?");
  assert.equal(t("account.erase_mismatch", { name: "{Ann}" }), "To be sure, write your name as it stands above: {Ann}");
  assert.deepEqual([isText("account.new"), isText("account.newer"), t("account.newer")], [true, false, "account.newer"]);
});

test("another language brings its texts, its plurals, its numbers and its lists", async () => {
  await needWords("programs");
  const told = () => [t("account.new"), t("programs.life", { days: 1 }), t("programs.life", { days: 1234 }),
    numberText(0.5), listText(["a", "b", "c"]), listText(["2", "3"], "disjunction")];
  assert.deepEqual(told(), ["New here?", "1 day", "1,234 days", "0.5", "a, b and c", "2 or 3"]);
  await speak("de");
  assert.equal(language.value, "de");
  assert.deepEqual(told(), ["Neu hier?", "1 Tag", "1.234 Tagen", "0,5", "a, b und c", "2 oder 3"]);
});

test("a text may hold elements: values, and what a tag draws", () => {
  const name = { element: "bdi" };
  assert.deepEqual(rich("account.erase_mismatch", { name }).at(-1), name);
});

test("a message is read as ICU MessageFormat has it", () => {
  assert.deepEqual(parsed("it's '{a}' ''"), ["it's {a} '"]);
  assert.deepEqual(parsed("<b>{n, number, percent}</b>"), [
    { kind: "tag", name: "b", branches: { inside: [{ kind: "number", name: "n", style: "percent" }] } }]);
  const wrong = ["{", "}", "{a", "{a,}", "{a, date}", "{a, plural, one {1}}", "<b>", "<b>a</i>", "</b>", "{a, select, b}"];
  for (const text of wrong) assert.throws(() => parsed(text), SyntaxError, text);
});

test("of the languages that are wished for, the first that the page has is taken", () => {
  assert.equal(languageOf(["fr-CH", "de-AT", "en"]), "de");
  assert.equal(languageOf(["toString", "fr"]), "en");
});
