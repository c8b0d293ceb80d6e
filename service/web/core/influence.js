/** Who could have chosen a deal, in words for people, as games/table/influence.py tells it in seats. */
import { many } from "./texts.js";
/** @import { Fairness } from "../types" */
/** @import { Told } from "./reveals.js" */

const DRAND = "quicknet"; // a beacon run by many who trust each other little

/** @param {string[]} names @returns {string} */
function listed(names) {
  const last = names.at(-1) ?? "", others = names.slice(0, -1).join(", ");
  return others === "" ? last : `${others} and ${last}`;
}

/** @param {number[]} seats @returns {string[]} marks of them, for which the page puts their names */
const marks = (seats) => seats.map((seat) => `[seat ${seat}](seat:${seat})`);

/**
 * @param {Pick<Fairness, "seats" | "withheld" | "beacon">} told
 * @param {boolean} isOfEntrants whether the shares of a tournament's entrants are in the deal
 * @param {boolean} isDealt whether any cards were dealt; without, the table is over
 * @returns {string} with seats marked
 */
export function couldChoose({ seats, withheld, beacon }, isOfEntrants, isDealt) {
  if (!isDealt) return "nobody, since the table ended before any cards were dealt";
  if (beacon !== null) {
    return `nobody, unless ${beacon === DRAND ? "drand" : `whoever runs the beacon ${beacon}`} and the server collude`;
  }
  if (isOfEntrants) return "the server and all entrants who revealed their share together";
  if (seats.length === 0) return "the server alone";
  const together = `${listed(["the server", ...marks(seats)])} together`;
  if (withheld.length === 0) return together;
  const deals = 2 ** withheld.length;
  return `${together}; and the server alone among ${deals} deals, if it dropped what ${listed(marks(withheld))} revealed`;
}

/** @param {Fairness["aborted"]} aborted @returns {string} how many tables were aborted before play, by seat too; empty: none */
export function abortedSoFar({ server, players }) {
  if (server === 0) return "";
  const named = players.flatMap((count, seat) => (count ? [`${count} with ${marks([seat]).join("")}`] : []));
  return `Aborted before play so far: ${[`${many(server, "table")} of this server`, ...named].join(", ")}`;
}

/** @param {Told | null} told @param {boolean} hasRound of a beacon @returns {string} what is said of a share that was left out */
export function leftOut(told, hasRound) {
  return [
    told?.kind === "rejected" ? `It answered: ${told.why}.` : "",
    told?.kind === "sent" ? "It had even confirmed that it has your share." : "",
    hasRound ? "" : "Unless you left before, or your connection was slow, it could choose that way between two deals.",
    "Keep your receipts, and tell the others who play here.",
  ].filter((one) => one !== "").join(" ");
}
