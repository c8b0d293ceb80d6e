import assert from "node:assert/strict";
import { test } from "node:test";

import { troubleText } from "../../../service/web/core/troubles.js";
import { needWords, speak } from "../../../service/web/core/words.js";

test("a trouble of the server is said in the language of the page, with the page's names", async () => {
  await needWords("status");
  const sentence = "1 tables are overdue (bot), one of them by 50 s";
  assert.equal(troubleText(sentence), "1 table is late, one of them by 50 s: bots’ moves");
  await speak("de");
  assert.equal(troubleText(sentence), "1 Tisch ist zu spät dran, einer davon um 50 s: Züge von Bots");
  await speak("en");
});

test("a trouble of a newer server is said as the server says it", () => {
  assert.equal(troubleText("the moon is full"), "the moon is full");
});
