/** A guided hand: what was recorded of it, and how far somebody has come with it. No rules are known here. */
import { Signal } from "./state.js";
/** @import { Action, CheckedAction, GameDetails, StoryLine, View } from "../types" */
/** @import { Memory } from "./state.js" */

/** @typedef {{act?: Action, also?: Action[], set: Record<string, any>}} RecordedStep */
/** @typedef {{first: View, steps: RecordedStep[], de: Record<string, string>}} Recorded as `lessons/<game>.json` has it */
/**
 * @typedef {object} Scene a moment of the hand
 * @property {View} view as the person sees it
 * @property {Action[]} right what the person does then, and what would be as good; none: others are to act, or it is forced
 * @property {number} choice the number of the person's next choice, from 1
 */
/**
 * @typedef {object} LessonState
 * @property {number} at the scene that is shown
 * @property {"asking" | "wrong" | "right"} answer how the choice before was answered
 * @property {boolean} isSending never: as a table's state has it
 * @property {null} problem as a table's state has it
 */

/** @param {any} value @param {string[]} path @param {any} put @returns {any} the same value with another one at a path */
function withSet(value, path, put) {
  const [key, ...rest] = path;
  if (key === undefined) return put;
  const copy = Array.isArray(value) ? [...value] : { ...value };
  copy[key] = withSet(copy[key], rest, put);
  return copy;
}

const FOR_PROGRAMS = new Set(["play", "type", "action"]); // what a view holds that is no text, though it may read like one

/** @param {any} value @param {Record<string, string>} words @returns {any} the same value with its texts in other words */
function inWords(value, words) {
  if (typeof value === "string") return words[value] ?? value;
  if (Array.isArray(value)) return value.map((one) => inWords(one, words));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, FOR_PROGRAMS.has(key) ? one : inWords(one, words)]));
}

/** @param {Recorded} recorded @param {string} [language] @returns {Scene[]} */
export function scenesOf({ first, steps, de }, language = "en") {
  const words = language === "de" ? de : {};
  let view = inWords(first, words), choice = 1;
  /** @type {Scene[]} */
  const scenes = [];
  for (const { act, also = [], set } of steps) {
    scenes.push({ view, right: act === undefined ? [] : [act, ...also], choice });
    if (act !== undefined) choice += 1;
    for (const [path, put] of Object.entries(set)) {
      const keys = path.split("/");
      view = withSet(view, keys, keys.some((key) => FOR_PROGRAMS.has(key)) ? put : inWords(put, words));
    }
  }
  return [...scenes, { view, right: [], choice }];
}

/** @param {GameDetails} details @returns {(card: unknown) => string} what a card is to people, whatever copy of it it is */
function nameIn({ cards }) {
  const names = new Map(cards.map(({ id, name }) => [id, name]));
  return (card) => names.get(`${card}`) ?? `${card}`;
}

/**
 * @param {Action} one @param {Action} other @param {(card: unknown) => string} nameOf
 * @returns {boolean} whether two actions are the same to people: cards in any order, and equal ones for each other
 */
export function isAlike(one, other, nameOf) {
  /** @param {unknown} value */
  const form = (value) => (Array.isArray(value) ? value.map(nameOf).sort() : typeof value === "string" ? nameOf(value) : value);
  /** @param {Action} action */
  const told = (action) => JSON.stringify(Object.entries(action).filter(([, value]) => value !== null)
    .map(([field, value]) => [field, form(value)]).sort());
  return told(one) === told(other);
}

const KEPT = "learn.";

/**
 * Goes through the scenes as somebody makes the choices that were made. It answers as a table does that is played live, so that
 * it is drawn by the same parts.
 */
export class Lesson {
  /** @param {Memory} memory @param {Scene[]} scenes @param {GameDetails} details */
  constructor(memory, scenes, details) {
    this.memory = memory;
    this.scenes = scenes;
    this.game = details.game;
    this.nameOf = nameIn(details);
    const kept = memory.read(KEPT + this.game);
    const at = Number.isInteger(kept) && scenes[kept] !== undefined ? kept : 0;
    /** @type {Signal<LessonState>} */
    this.state = new Signal(/** @type {LessonState} */ ({ at, answer: "asking", isSending: false, problem: null }));
  }

  /** @returns {Scene} */
  get scene() {
    return /** @type {Scene} */ (this.scenes[this.state.value.at]);
  }

  /** @returns {number} how many choices there are in all */
  get choices() {
    return this.scenes.filter(({ right }) => right.length > 0).length;
  }

  /** @returns {boolean} whether the person has a choice now */
  get isAsking() {
    return this.scene.right.length > 0;
  }

  /** @returns {boolean} */
  get isOver() {
    return this.state.value.at === this.scenes.length - 1;
  }

  /** @returns {StoryLine[]} what has happened so far */
  get story() {
    return this.scenes.slice(0, this.state.value.at + 1).flatMap(({ view }) => view.story);
  }

  /** @param {Partial<LessonState>} changed */
  change(changed) {
    this.state.set({ ...this.state.value, ...changed });
  }

  /** Go on by one scene; where the person has come to is kept. */
  step() {
    const at = Math.min(this.state.value.at + 1, this.scenes.length - 1);
    this.memory.keep(KEPT + this.game, at);
    this.change({ at });
  }

  /** Begin again. */
  restart() {
    this.memory.keep(KEPT + this.game, null);
    this.change({ at: 0, answer: "asking" });
  }

  /** Do what was done. */
  async show() {
    this.change({ answer: "right" }); // until the next choice it is said why
    this.step();
  }

  /** @param {Action} action that the person has chosen */
  async act(action) {
    if (this.scene.right.some((right) => isAlike(action, right, this.nameOf))) return this.show();
    this.change({ answer: "wrong" });
  }

  /** @returns {Promise<CheckedAction | null>} any may be tried: whether it is the right one is told then */
  async check() {
    return /** @type {CheckedAction} */ ({ legal: true, text: null, n: this.scene.view.n, refusal: null });
  }

  /** A card that no choice names was tapped. */
  async explain() {
    this.change({ answer: "wrong" });
  }

  /** Something was tapped that can't be done now. */
  async tellWhyNot() {
    this.change({ answer: "wrong" });
  }
}
