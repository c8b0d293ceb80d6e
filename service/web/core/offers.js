/**
 * What may be done at a table with the cards that are tapped. No rules are known here: what may be sent comes from `choices`,
 * and of a pick whose cards must be more than so many, the server says whether it would do.
 */
import { cardsIn } from "./texts.js";
import { t } from "./words.js";
/** @import { Action, Choices, GameDetails, Pick } from "../types" */

/**
 * @typedef {object} Offer
 * @property {Action} action
 * @property {string} text marked
 * @property {string} group
 * @property {"ready" | "ask" | "short" | "over"} state may be sent; ask the server first; cards are missing; too many
 * @property {Pick | null} pick null: an action that is listed
 */

/** @param {string[]} some @param {string[]} all @returns {boolean} whether all of some are among them, as often */
export function isWithin(some, all) {
  const left = [...all];
  return some.every((one) => {
    const at = left.indexOf(one);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

/** @param {Choices} choices @returns {Set<string>} the cards that some choice names */
export function namedCards({ texts, picks }) {
  return new Set([...texts.flatMap(({ text }) => cardsIn(text)), ...picks.flatMap(({ cards }) => cards)]);
}

/**
 * Return what may be done with exactly the cards that are chosen, or goes on from them; with none chosen, what needs no cards
 * and every pick.
 * @param {Choices} choices @param {string[]} chosen @returns {Offer[]}
 */
export function offersFor({ actions, texts, picks }, chosen) {
  /** @type {Offer[]} */
  const listed = actions.map((action, at) => ({
    action, text: texts[at]?.text ?? action.type, group: texts[at]?.group ?? "calls", state: "ready", pick: null,
  }));
  const fitting = listed.filter(({ text }) => {
    const named = cardsIn(text);
    return chosen.length === 0 ? named.length === 0 : isWithin(chosen, named);
  });
  const exact = fitting.filter(({ text }) => cardsIn(text).length === chosen.length);
  const known = new Set(exact.map(({ action }) => JSON.stringify(action)));
  const picked = picks.filter(({ cards }) => isWithin(chosen, cards)).map((pick) => offerOf(pick, chosen));
  return [...fitting, ...picked.filter(({ action }) => !known.has(JSON.stringify(action)))];
}

/** @param {Pick} pick @param {string[]} chosen @returns {Offer} */
function offerOf(pick, chosen) {
  const { text, group, field, example, least, most, must } = pick;
  const count = chosen.length;
  const state = count < least ? "short" : count > most ? "over" : must === null ? "ready" : "ask";
  return { action: { ...example, [field]: [...chosen] }, text, group, state, pick };
}

/** @param {Pick} pick @param {number} chosen @returns {string} how many cards it takes, and how many are chosen */
export function countOf({ least, most }, chosen) {
  return t("table.cards_chosen", { chosen, least, most, is: least === most ? "exactly" : "range" });
}

/**
 * Return the action that is like one of the choices but with another card, to ask the server why it may not be.
 * @param {Choices} choices @param {string} card @returns {Action | null}
 */
export function actionLike({ actions, picks }, card) {
  for (const action of actions) {
    for (const [field, value] of Object.entries(action)) {
      if (field === "card") return { ...action, [field]: card };
      if (field === "cards" && Array.isArray(value)) return { ...action, [field]: [card] };
    }
  }
  const pick = picks[0];
  return pick === undefined ? null : { ...pick.example, [pick.field]: [card] };
}

/**
 * Return what can be said in this game in a word, but not now: the actions that take nothing but their name.
 * @param {GameDetails["actions"]} forms @param {Choices | null} choices @returns {Action[]}
 */
export function closedNow(forms, choices) {
  const possible = [...(choices?.actions ?? []), ...(choices?.picks ?? []).map(({ example }) => example)];
  const open = new Set(possible.map(({ type }) => type));
  return forms.flatMap((form) => {
    const { properties, required } = /** @type {{properties: {type: {const: string}}, required: string[]}} */ (form);
    const type = properties.type.const;
    return required.length === 1 && !open.has(type) ? [{ type }] : [];
  });
}
