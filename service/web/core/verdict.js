/** What checking a deal has proven and what not, in plain lines. */
import { idOf } from "../../../clients/typescript/verify/keys.js";
import { dayText, momentText } from "./texts.js";
import { t } from "./words.js";
/** @import { Event } from "../../../clients/typescript/verify/log.js" */
/** @import { Fault, Good, Wrong } from "../../../clients/typescript/verify/verdict.js" */
/** @import { Checked } from "./check.js" */

/** @typedef {{player: string | null, entropy: string | null, isPlain: boolean}} Own who looks; `isPlain`: over plain http */
/**
 * @typedef {object} Told a verdict in words
 * @property {boolean} isGood @property {string} title @property {string[]} proven @property {string[]} left what is not proven
 * @property {[string, string][][]} places of each fault, or of what is excused, what stands where
 * @property {string} command what judges the rules
 */

const MOST = 500; // characters of a value that is shown

/** @type {[string, RegExp][]} what a reason of the verifier is about; the first that fits */
const REASONS = [
  ["tree", /leaf|tree|checkpoint/],
  ["receipt", /receipt/],
  ["beacon", /beacon|randomness|quicknet|\bround\b/],
  ["key", /\bkeys?\b|loss|sign/],
  ["secret", /shuffle|secret|seed|entrop|commitment|deals?\b/],
  ["seal", /seal|salt|\bpart\b/],
  ["chain", /cut short|missing|not follow|last line|head|earlier/],
];

/** @param {string} why a reason of the verifier @returns {string} what it is about, in the reader's language */
export const reasonText = (why) => t("verdict.reason", { about: REASONS.find(([, form]) => form.test(why))?.[0] ?? "event" });

/**
 * A verdict in plain lines: what was proven, what was not, and at a bad log what is wrong where.
 * @param {Checked} checked @param {Own} own @returns {Told}
 */
export function toldOf(checked, own) {
  const { verdict } = checked;
  const command = commandOf(checked);
  if (verdict.verdict === "bad") {
    const [title, left, places] = [t("verdict.bad"), hintsAt(checked), verdict.faults.map(placesOf)];
    return { isGood: false, title, proven: [], left, places, command };
  }
  if (verdict.verdict === "excused") {
    const title = t("verdict.excused");
    const [proven, places] = [provenBy(checked, verdict, own), verdict.excused.map(placesOf)];
    return { isGood: false, title, proven, left: [t("verdict.excuse")], places, command };
  }
  const isWhole = verdict.log.end.complete;
  const title = t(isWhole ? "verdict.good" : "verdict.good_so_far");
  const [proven, left] = [provenBy(checked, verdict, own), leftBy(checked, verdict, own)];
  return { isGood: true, title, proven, left, places: [], command };
}

/** @param {Checked} checked @returns {string} */
function commandOf({ table, keys, receipts, proof }) {
  const more = [
    ...(keys === null ? [] : ["--key keys.json"]),
    ...(receipts.length === 0 ? [] : [`--receipt ${table}-receipts.json`]),
    ...(proof === null ? [] : [`--proof ${table}-proof.json`]),
  ];
  return ["fairdeal verify", `${table || "log"}.jsonl`, ...more].join(" ");
}

/** @param {unknown} value @returns {string} */
function shown(value) {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > MOST ? `${text.slice(0, MOST)} …` : text;
}

/** @param {Fault} fault @returns {[string, string][]} */
function placesOf({ why, n, right, found }) {
  /** @type {[string, unknown][]} */
  const all = [
    [t("verdict.wrong"), reasonText(why)],
    [t("verdict.exactly"), why],
    [t("verdict.where"), n === undefined ? undefined : t("verdict.event", { n })],
    [t("verdict.right"), right],
    [t("verdict.found"), found],
  ];
  return all.flatMap(([what, value]) => (value === undefined ? [] : [[what, shown(value)]]));
}

/** @param {Checked} checked @returns {string[]} what it may be, and what to do */
function hintsAt({ verdict, keys }) {
  const { faults } = /** @type {Wrong} */ (verdict);
  const isForeign = keys !== null && faults.some(({ why }) => why.startsWith("the last line is not signed"));
  return [
    ...(isForeign ? [t("verdict.foreign")] : []),
    t("verdict.bad_means"),
  ];
}

/** @param {Checked} checked @param {Good} good @param {Own} own @returns {string[]} */
function provenBy(checked, good, own) {
  const { log: { events }, opened, unopened, seeds, signed } = good;
  return [
    t("verdict.chain", { events: events.length }),
    ...(opened === 0 ? [] : [t("verdict.seals", { opened, is: unopened === 0 ? "all" : "some" })]),
    ...dealBy(good, own),
    ...(seeds === 0 ? [] : [t("verdict.seeds", { seeds })]),
    ...(signed === 0 ? [] : [t("verdict.signed_actions", { signed })]),
    ...signatureBy(checked, good),
    ...receiptsBy(good),
    ...treeBy(good),
  ];
}

/** @param {Good} good @param {Own} own @returns {string[]} */
function dealBy({ log, shuffles, sealed, entropies }, own) {
  if (shuffles === 0) return [];
  const seat = seatOf(log.events, own.player);
  const mine = seat === null ? "" : entropies[seat] ?? "";
  const brought = entropies.filter((entropy) => entropy !== "").length;
  const isKept = own.entropy !== null && own.entropy === mine;
  const whose = mine === "" ? "others" : isKept ? "kept" : "yours";
  return [
    t("verdict.shuffles", { shuffles, secret: sealed.includes("secret") ? "hands" : "table" }),
    ...(brought === 0 ? [] : [t("verdict.entropy", { brought, whose })]),
  ];
}

/** @param {Event[]} events @param {string | null} player @returns {number | null} the seat that they had */
function seatOf(events, player) {
  if (player === null) return null;
  return events.findLast(({ type, data }) => type === "table.seat_taken.v1" && data.player === player)?.data.seat ?? null;
}

/** @param {Checked} checked @param {Good} good @returns {string[]} */
function signatureBy({ keys }, { log: { end } }) {
  if (keys === null) return [];
  const day = keys.keys.find((key) => idOf(key) === end.key);
  return [t("verdict.signed", { key: end.key, is: day === undefined ? "new" : "known", since: dayText(keys.since) })];
}

/** @param {Good} good @returns {string[]} what receipts bind */
function receiptsBy({ log: { events }, held }) {
  if (held.length === 0) return [];
  const reveal = events.find(({ type }) => type === "table.entropy_revealed.v1");
  const fixed = (reveal ?? events.find(({ type }) => type === "table.started.v1"))?.n ?? Infinity;
  const last = Math.max(...held), isEarly = held.some((n) => n < fixed);
  const [all, early] = [last === events.length ? "whole" : "part", isEarly ? "early" : "late"];
  return [t("verdict.receipts", { receipts: held.length, last, all, fixed: early })];
}

/** @param {Good} good @returns {string[]} */
function treeBy({ log: { events }, covered, size, time }) {
  if (covered === 0 || size === undefined) return [];
  const what = covered === events.length ? "whole" : "part";
  return [t("verdict.tree", { what, covered, leaves: size, when: momentText(time ?? 0) })];
}

/** @param {Checked} checked @param {Good} good @param {Own} own @returns {string[]} */
function leftBy(checked, good, own) {
  const { keys, noProof } = checked;
  const { log, covered, held, unseen } = good;
  const isOfBeacon = log.events[0]?.data.beacon !== undefined;
  return [
    t("verdict.left_rules"),
    ...(keys === null ? [t("verdict.left_author")] : []),
    ...(keys !== null && !keys.isShown ? [t("verdict.left_keys")] : []),
    ...sealedIn(good),
    ...(unseen === 0 ? [] : [t("verdict.left_signatures", { unseen })]),
    ...(covered > 0 ? [] : [t("verdict.left_tree", { is: noProof === null ? "silent" : "told", why: noProof ?? "" })]),
    ...(held.length > 0 ? [] : [t("verdict.left_receipts")]),
    ...chanceOf(good),
    ...(isOfBeacon ? [t("verdict.left_beacon")] : []),
    t("verdict.left_page", { is: own.isPlain ? "plain" : "safe" }),
    t("verdict.left_cards"),
  ];
}

/** @param {Good} good @returns {string[]} */
function sealedIn({ log, knowsDeal, sealed, blind, unopened }) {
  if (!knowsDeal) return [t("verdict.left_game", { game: log.header.game })];
  const shuffles = { is: blind === undefined ? "all" : "from", begin: blind ?? 0 };
  return [
    ...(sealed.includes("deal") ? [t("verdict.left_shuffles", shuffles)] : []),
    ...(sealed.includes("secret") ? [t("verdict.left_secrets")] : []),
    ...(unopened > 0 ? [t("verdict.left_sealed", { unopened })] : []),
  ];
}

/** @param {Good} good @returns {string[]} who alone chose the deal */
function chanceOf({ log: { events }, shuffles, entropies }) {
  const isShared = entropies.some((entropy) => entropy !== "") || events[0]?.data.beacon !== undefined;
  return shuffles === 0 || isShared ? [] : [t("verdict.left_chance")];
}
