/**
 * One's own hand as its player keeps it: in which order it lies, which card a typed letter means, what plays by itself.
 * No rules are known here: what may be played is what `choices` lists.
 */
import { offersFor } from "./offers.js";
/** @import { Action, Board, CardFace, Choices, GameDetails } from "../types" */
/** @import { Offer } from "./offers.js" */

/** @typedef {"dealt" | "suit" | "rank" | "own"} Sorting as the server lists them; by suit; by rank; as they were put */
/**
 * @typedef {object} Arrangement how a player keeps the hands of a game
 * @property {Sorting} sorting
 * @property {string} table of which `cards` are
 * @property {string[]} cards in the order in which they were put
 */

/** @type {Sorting[]} */
export const SORTINGS = ["dealt", "suit", "rank", "own"];

/** @param {Iterable<CardFace>} faces @returns {Map<string | null, number>} how high each rank stands, in its suits */
function heightOfRanks(faces) {
  /** @type {Map<string, CardFace[]>} */
  const suits = new Map();
  for (const face of faces) suits.set(face.suits.join(), [...suits.get(face.suits.join()) ?? [], face]);
  /** @type {Map<string | null, number>} */
  const heights = new Map();
  for (const suit of suits.values()) {
    suit.sort((one, other) => one.order - other.order).forEach(({ rank }, at) => {
      heights.set(rank, Math.max(at, heights.get(rank) ?? 0));
    });
  }
  return heights;
}

/**
 * Return the places of a hand's cards in the order in which they are shown.
 * @param {(string | null)[]} cards @param {ReadonlyMap<string, CardFace>} faces @param {Arrangement} arrangement
 * @param {string} table @returns {number[]}
 */
export function shownOrder(cards, faces, { sorting, table: of, cards: put }, table) {
  const places = cards.map((_, place) => place);
  if (sorting === "dealt" || cards.includes(null)) return places;
  const face = (/** @type {number} */ place) => faces.get(cards[place] ?? "");
  const order = (/** @type {number} */ place) => face(place)?.order ?? 0;
  if (sorting === "own") {
    if (of !== table) return places;
    const left = put.map((card) => /** @type {string | null} */ (card));
    const rank = new Map(places.map((place) => {
      const at = left.indexOf(cards[place] ?? "");
      if (at >= 0) left[at] = null; // two cards may be alike
      return [place, at < 0 ? put.length + place : at];
    }));
    return places.sort((one, other) => (rank.get(one) ?? 0) - (rank.get(other) ?? 0));
  }
  const heights = heightOfRanks(faces.values());
  const height = (/** @type {number} */ place) => heights.get(face(place)?.rank ?? null) ?? 0;
  const suit = (/** @type {number} */ place) => face(place)?.suits.join() ?? "";
  if (sorting === "rank") return places.sort((one, other) => height(one) - height(other) || order(one) - order(other));
  const first = new Map(); // a suit stands where its lowest card does
  for (const place of places) first.set(suit(place), Math.min(order(place), first.get(suit(place)) ?? Infinity));
  return places.sort((one, other) => first.get(suit(one)) - first.get(suit(other)) || order(one) - order(other));
}

/** @template T @param {T[]} all @param {number} from @param {number} to @returns {T[]} with one of them moved */
export function withMoved(all, from, to) {
  const others = all.toSpliced(from, 1), moved = all[from];
  return moved === undefined ? all : others.toSpliced(to, 0, moved);
}

/**
 * Return which of several names is meant by what was typed: the next behind the one that is reached in which a word begins so.
 * @param {string[]} names @param {number} reached @param {string} typed @returns {number} -1: none
 */
export function meantBy(names, reached, typed) {
  /** @param {string} name */
  const begins = (name) => name.toLowerCase().split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(typed));
  const stays = typed.length > 1 ? 0 : 1; // a second letter may still mean the same
  const order = names.map((_, step) => (reached + stays + step) % names.length);
  return order.find((at) => begins(names[at] ?? "")) ?? -1;
}

/**
 * Return what a tap on a card plays, where that is without doubt: it is the one thing that may be done with it.
 * @param {Choices} choices @param {string[]} cards @returns {Offer | null}
 */
export function playedBy(choices, cards) {
  const offers = offersFor(choices, cards), [only] = offers;
  return offers.length === 1 && only?.state === "ready" && only.pick === null ? only : null;
}

/** @param {Choices | null} choices @returns {Action | null} the one action that is left */
export const forcedAction = (choices) =>
  choices?.actions.length === 1 && choices.picks.length === 0 ? choices.actions[0] ?? null : null;

/** The action by which one stays out of an auction or a trick, in every game that has one. */
export const PASS = "pass";

/** @param {Choices | null} choices @returns {Action | null} to pass, if that may be done */
export const passOf = (choices) => choices?.actions.find(({ type }) => type === PASS) ?? null;

/** @param {GameDetails["actions"]} forms @returns {boolean} whether one passes in this game, and says nothing else with it */
export const hasPass = (forms) => forms.some((form) => {
  const { properties, required } = /** @type {{properties: {type: {const: string}}, required: string[]}} */ (form);
  return properties.type.const === PASS && required.length === 1;
});

/**
 * Return the name of the auction or trick that is going on, for which one may pass beforehand.
 * @param {Board} board @returns {string} "": none is
 */
export function roundOf({ current }) {
  const first = current?.deeds[0];
  return current === null || first === undefined ? "" : JSON.stringify([current.name, first]);
}

const USUAL = [1800, 2600, 3400], SHORTEST = 900, LONGEST = 6000, REMEMBERED = 8; // milliseconds
const SHARE = 4; // of the time that is left, one part in so many is waited at most

/**
 * How long somebody takes for what they choose: what plays by itself takes as long, or its speed would tell of the hand.
 */
export class Thinking {
  constructor() {
    /** @type {number[]} milliseconds that the newest chosen actions took */
    this.taken = [];
  }

  /** @param {number} time milliseconds from the turn's beginning to an action that was chosen */
  note(time) {
    this.taken = [...this.taken, time].slice(-REMEMBERED);
  }

  /**
   * Return how many milliseconds to wait.
   * @param {number} luck from 0 to below 1 @param {number} [left] milliseconds on the clock
   */
  delay(luck, left = Infinity) {
    const known = this.taken.length < USUAL.length ? [...USUAL, ...this.taken] : this.taken;
    const drawn = known[Math.floor(luck * known.length)] ?? SHORTEST;
    return Math.min(Math.max(SHORTEST, Math.min(LONGEST, drawn)), left / SHARE);
  }
}
