/** What checking a deal has proven and what not, in plain lines. */
import { idOf } from "../../../clients/typescript/verify/keys.js";
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
const EXCUSED = "A server whose store lost what it had signed publishes that, and tables are played on from what is left; so " +
  "does one that wants to be rid of what it signed. No log can tell these apart: look how long the loss is, ask the operator, " +
  "and keep your receipts.";

/** @param {number} count @param {string} one @param {string} [many] @returns {string} */
const some = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;
/** @param {number} time @returns {string} */
const when = (time) => new Date(time).toLocaleString();

/**
 * A verdict in plain lines: what was proven, what was not, and at a bad log what is wrong where.
 * @param {Checked} checked @param {Own} own @returns {Told}
 */
export function toldOf(checked, own) {
  const { verdict } = checked;
  const command = commandOf(checked);
  if (verdict.verdict === "bad") {
    const [title, left, places] = ["This log is not good", hintsAt(checked), verdict.faults.map(placesOf)];
    return { isGood: false, title, proven: [], left, places, command };
  }
  if (verdict.verdict === "excused") {
    const title = "The server signed two stories, and has published a loss";
    const [proven, places] = [provenBy(checked, verdict, own), verdict.excused.map(placesOf)];
    return { isGood: false, title, proven, left: [EXCUSED], places, command };
  }
  const isWhole = verdict.log.end.complete;
  const title = isWhole ? "All that this page can check is good" : "Good so far; it was not over when this log was written";
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
    ["What is wrong", why],
    ["Where", n === undefined ? undefined : `event ${n}`],
    ["What would be right", right],
    ["What stands there", found],
  ];
  return all.flatMap(([what, value]) => (value === undefined ? [] : [[what, shown(value)]]));
}

/** @param {Checked} checked @returns {string[]} what it may be, and what to do */
function hintsAt({ verdict, keys }) {
  const { faults } = /** @type {Wrong} */ (verdict);
  const isForeign = keys !== null && faults.some(({ why }) => why.startsWith("the last line is not signed"));
  return [
    ...(isForeign ? ["If it is the log of another server, check it there, or with that server's keys: this browser knows the " +
      "keys of this one alone."] : []),
    "A log is bad as a whole: nothing in it is proven from where it is wrong. Keep it, and your receipts: together they may " +
      "prove to others who changed it.",
  ];
}

/** @param {Checked} checked @param {Good} good @param {Own} own @returns {string[]} */
function provenBy(checked, good, own) {
  const { log: { events }, opened, unopened, seeds, signed } = good;
  const seals = unopened === 0 ? "All" : "So far open:";
  return [
    `Nothing was changed, left out, put in or moved: the chain of ${some(events.length, "event")} holds.`,
    ...(opened === 0 ? [] : [`${seals} ${some(opened, "sealed part")} are what had been sealed when each was dealt or done.`]),
    ...dealBy(good, own),
    ...(seeds === 0 ? [] : [`${some(seeds, "move")} of bots had the seeds that follow from that secret.`]),
    ...(signed === 0 ? [] : [`${some(signed, "action")} of players signed with keys of their own.`]),
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
  const secret = sealed.includes("secret") ? "the secrets of the hands that are open"
    : "the secret that was sealed in event 1, before anybody sat down";
  const isKept = own.entropy !== null && own.entropy === mine;
  const whose = mine === "" ? "" : isKept ? ", among it the one that this browser drew for you" : ", yours among it";
  return [
    `${some(shuffles, "shuffle")} made again: all cards follow from ${secret}.`,
    ...(brought === 0 ? [] : [`Entropy of ${some(brought, "player")} went into every shuffle as it was promised${whose}.`]),
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
  const since = new Date(keys.since).toLocaleDateString();
  const day = keys.keys.find((key) => idOf(key) === end.key);
  return [`The server signed it, with its key ${end.key}${day === undefined ? "" : `, known to this browser since ${since}`}.`];
}

/** @param {Good} good @returns {string[]} what receipts bind */
function receiptsBy({ log: { events }, held }) {
  if (held.length === 0) return [];
  const reveal = events.find(({ type }) => type === "table.entropy_revealed.v1");
  const fixed = (reveal ?? events.find(({ type }) => type === "table.started.v1"))?.n ?? Infinity;
  const isFixed = held.some((n) => n < fixed) ? " The first is from before play: the secret was fixed by then." : "";
  const last = Math.max(...held);
  const all = last === events.length ? "the whole of it" : `all up to event ${last}`;
  const agree = held.length === 1 ? "agrees" : "agree";
  return [`${some(held.length, "receipt")} that this browser kept in play ${agree}: ${all} is what it was then.${isFixed}`];
}

/** @param {Good} good @returns {string[]} */
function treeBy({ log: { events }, covered, size, time }) {
  if (covered === 0 || size === undefined) return [];
  const what = covered === events.length ? "The table, to its end," : `The table, up to event ${covered},`;
  const tree = `the signed checkpoint of ${some(size, "leaf", "leaves")}, ${when(time ?? 0)}`;
  return [`${what} stands in the one tree of all tables: ${tree}.`];
}

/** @param {Checked} checked @param {Good} good @param {Own} own @returns {string[]} */
function leftBy(checked, good, own) {
  const { keys, noProof } = checked;
  const { log, covered, held, unseen } = good;
  const isOfBeacon = log.events[0]?.data.beacon !== undefined;
  const plain = own.isPlain ? ", over plain http, where others could change it too" : "";
  return [
    "Whether each action was right by the rules of the game, and so the result: fairdeal verify judges them all again.",
    ...(keys === null ? ["Who wrote it: this browser has never seen the server's keys."] : []),
    ...(keys !== null && !keys.isShown ? ["That the keys are those of today: the server does not answer."] : []),
    ...sealedIn(good),
    ...(unseen === 0 ? [] : [`The signatures of ${some(unseen, "action")} of players, which are not open.`]),
    ...(covered > 0 ? [] : [`That the table stands in the one tree of all tables${noProof === null ? "" : `: ${noProof}`}.`]),
    ...(held.length > 0 ? [] : ["That it was told so in play: this browser has kept no receipts of it."]),
    ...chanceOf(good),
    ...(isOfBeacon ? ["That the beacon's chain has signed its round: fairdeal verify checks it."] : []),
    `That this page is honest: it comes from the server that it checks${plain}.`,
    "That nobody was shown cards: no log can prove that.",
  ];
}

/** @param {Good} good @returns {string[]} */
function sealedIn({ log, knowsDeal, sealed, blind, unopened }) {
  if (!knowsDeal) return [`The shuffles: this page does not know how ${log.header.game} tells of its deals.`];
  const from = blind === undefined ? "" : ` from event ${blind} on`;
  return [
    ...(sealed.includes("deal") ? [`The shuffles${from}, which are not open: the cards may be any.`] : []),
    ...(sealed.includes("secret") ? ["That the secrets of the hands follow from the table's: that is opened at its end."] : []),
    ...(unopened > 0 ? [`${some(unopened, "sealed part")} that ${unopened === 1 ? "is" : "are"} not open.`] : []),
  ];
}

/** @param {Good} good @returns {string[]} who alone chose the deal */
function chanceOf({ log: { events }, shuffles, entropies }) {
  const isShared = entropies.some((entropy) => entropy !== "") || events[0]?.data.beacon !== undefined;
  return shuffles === 0 || isShared ? [] : ["That the server drew its secret by chance: nobody brought entropy."];
}
