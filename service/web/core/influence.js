/** Who could have chosen a deal, in words for people, as games/table/influence.py tells it in seats. */
import { listText, t } from "./words.js";
/** @import { Fairness } from "../types" */
/** @import { Told } from "./reveals.js" */

const DRAND = "quicknet"; // a beacon run by many who trust each other little

/** @param {number[]} seats @returns {string[]} marks of them, for which the page puts their names */
const marks = (seats) => seats.map((seat) => `[${t("common.seat", { number: seat + 1 })}](seat:${seat})`);

/**
 * @param {Pick<Fairness, "seats" | "withheld" | "beacon">} told
 * @param {boolean} isOfEntrants whether the shares of a tournament's entrants are in the deal
 * @param {boolean} isDealt whether any cards were dealt; without, the table is over
 * @returns {string} with seats marked
 */
export function couldChoose({ seats, withheld, beacon }, isOfEntrants, isDealt) {
  if (!isDealt) return t("deals.chosen_before");
  if (beacon !== null) {
    return t("deals.chosen_beacon", { is: beacon === DRAND ? "drand" : "other", beacon });
  }
  if (isOfEntrants) return t("deals.chosen_entrants");
  if (seats.length === 0) return t("deals.chosen_alone");
  const names = listText([t("deals.the_server"), ...marks(seats)]);
  const deals = 2 ** withheld.length;
  return t("deals.chosen_together", { names, withheld: withheld.length, deals, withholders: listText(marks(withheld)) });
}

/** @param {Fairness["aborted"]} aborted @returns {string} how many tables were aborted before play, by seat too; empty: none */
export function abortedSoFar({ server, players }) {
  if (server === 0) return "";
  const named = players.flatMap((count, seat) =>
    (count ? [t("deals.aborted_with", { count, name: marks([seat]).join("") })] : []));
  return t("deals.aborted", { list: [t("deals.aborted_here", { tables: server }), ...named].join(", ") });
}

/** @param {Told | null} told @param {boolean} hasRound of a beacon @returns {string} what is said of a share that was left out */
export function leftOut(told, hasRound) {
  return [
    told?.kind === "rejected" ? t("deals.left_answer", { why: told.why }) : "",
    told?.kind === "sent" ? t("deals.left_confirmed") : "",
    hasRound ? "" : t("deals.left_choice"),
    t("deals.left_advice"),
  ].filter((one) => one !== "").join(" ");
}
