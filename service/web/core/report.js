/** The server's own report on a table's log, and receipts held to it, in the reader's language: its sentences are English. */
import { reasonText } from "./verdict.js";
import { t } from "./words.js";
/** @import { Evidence } from "../types" */

/** @typedef {NonNullable<Evidence["report"]>} Report */

const EXCUSED = ["excused", "newer"]; // verdicts on receipts that are no fault, besides `genuine`

/** @param {Report} report @returns {string[]} each thing that does not hold, and where */
export const faultLines = ({ faults, excused }) =>
  [...faults, ...excused].map(({ event, why }) => t("verdict.report_fault", {
    is: event === 0 ? "none" : "one", n: event, reason: reasonText(why) }));

/** @param {Report} report of a log without faults @returns {string[]} what it proves */
export function provenLines({ events, complete, signature, entropy, not_checked, beacon }) {
  const isChecked = (/** @type {string} */ what) => !not_checked.some((one) => one.what === what);
  const revealed = entropy.filter((one) => one === "revealed").length;
  return [
    t("verdict.chain", { events }),
    ...(isChecked("actions") ? [t("verdict.report_rules")] : []),
    ...(isChecked("deal") && entropy.length > 0 ? [t("verdict.report_deal", { revealed })] : []),
    ...(beacon === "credited" ? [t("verdict.report_beacon")] : []),
    ...(signature === "good" ? [t("verdict.report_signed", { is: complete ? "whole" : "part" })] : []),
  ];
}

/** @param {Report} report of a log without faults @returns {string[]} what it does not prove */
export function unprovenLines({ entropy, not_checked, beacon }) {
  const isAlone = entropy.length > 0 && beacon !== "credited" && !entropy.includes("revealed");
  return [
    ...not_checked.map(({ what, since }) => t("verdict.report_unchecked", {
      what, is: since === null ? "all" : "from", since: since ?? 0 })),
    ...(isAlone ? [t("verdict.left_chance")] : []),
    t("verdict.left_cards"),
  ];
}

/** @param {Evidence["receipts"][number]} judged @returns {string} what became of a receipt */
export function receiptText({ receipt, verdict, why }) {
  const is = verdict === "genuine" || EXCUSED.includes(verdict) ? verdict : "wrong";
  return t("verdict.report_receipt", { n: receipt.n, is, reason: is === "wrong" ? reasonText(why) : "" });
}
