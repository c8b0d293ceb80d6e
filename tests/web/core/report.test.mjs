import assert from "node:assert/strict";
import { test } from "node:test";

import { faultLines, provenLines, receiptText, unprovenLines } from "../../../service/web/core/report.js";
import { needWords, speak } from "../../../service/web/core/words.js";

await needWords("verdict");

/** @type {any} */
const GOOD = { verdict: "good", events: 40, complete: true, signature: "good", faults: [], excused: [],
  entropy: ["revealed", "none"], beacon: null, not_checked: [], proven: ["an English sentence"], not_proven: [] };

test("a good report is said in the reader's language, with none of the server's English sentences", async (context) => {
  context.after(() => speak("en"));
  assert.equal(provenLines(GOOD)[2], "All shuffles follow from the sealed secret and the share of 1 player.");
  assert.equal(unprovenLines(GOOD).length, 1);
  await speak("de");
  assert.equal(provenLines(GOOD)[2], "Alle Mischungen folgen aus dem versiegelten Geheimnis und dem Anteil von 1 Spieler.");
  assert(!provenLines(GOOD).includes("an English sentence"));
});

test("what was not checked is not said to be proven", () => {
  const sealed = { ...GOOD, signature: "not checked", entropy: ["none"],
    not_checked: ["deal", "actions"].map((what) => ({ what, since: 12, why: "sealed" })) };
  assert.equal(provenLines(sealed).length, 1);
  assert.deepEqual(unprovenLines(sealed).slice(0, 2),
    ["The shuffles, from event 12 on.", "Whether the rules allow the actions, from event 12 on."]);
});

test("a fault is named with its event, and a receipt with what became of it", () => {
  const faults = [{ kind: "wrong_opening", event: 7, why: "a part does not fit its seal" },
    { kind: "unsigned", event: 0, why: "no sign" }];
  assert.deepEqual(faultLines({ ...GOOD, faults }),
    ["Event 7: What was opened is not what had been sealed.", "A signature or a key is wrong."]);
  const judged = /** @type {any} */ ({ receipt: { n: 3 }, verdict: "genuine", why: "signed by the server" });
  assert.equal(receiptText(judged), "The receipt of event 3: genuine; the log is what it was then");
  assert.match(receiptText({ ...judged, verdict: "forged_receipt", why: "the receipt is not signed" }), /A receipt contradicts/);
});
