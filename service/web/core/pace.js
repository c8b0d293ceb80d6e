/**
 * What is shown of a table, at a pace that people can follow. A view may be several deeds ahead of the one before it: the last
 * card of a trick and who won it come together. The page shows them one after the other. Hand and choices never wait for that.
 */
import { Signal } from "./state.js";
/** @import { Board, Round, StoryLine, View } from "../types" */

/** @typedef {"slow" | "normal" | "fast" | "off"} Pace */
/**
 * @typedef {object} Step something that is shown for a while
 * @property {View} view
 * @property {"deed" | "finished" | "said" | "taken"} kind a deed; a round with its winner; an event in words; the cards of a
 * finished round go to who won it
 * @property {StoryLine | null} line what is said
 */

/** @type {Record<Pace, number>} times as long */
export const PACES = { slow: 1.6, normal: 1, fast: 0.6, off: 0 };
const LASTS = { deed: 500, finished: 1000, said: 1200, taken: 400 }; // milliseconds at the normal pace
const WORD = 250; // milliseconds of a deed without a card: a raise or a pass
const HELD = 800; // that a finished round is shown at least
const MOST = 8000, MOST_ON_CLOCK = 2000; // milliseconds that the page may be behind; while the viewer's own clock runs

/** @param {Round | null} one @param {Round | null} other @returns {boolean} whether the one is the other so far */
const begins = (one, other) => one !== null && other !== null && one.name === other.name && one.deeds.length <= other.deeds.length
  && JSON.stringify(other.deeds.slice(0, one.deeds.length)) === JSON.stringify(one.deeds);

/** @param {Round | null} one @param {Round | null} other @returns {boolean} */
const isSame = (one, other) => one?.deeds.length === other?.deeds.length && (one === other || begins(one, other));

/** @param {View} view @returns {Board} */
const boardOf = (view) => /** @type {Board} */ (view.board);

/**
 * What lies on the table with nothing played to it yet: the finished round, until something is.
 * @param {Pick<Board, "current" | "previous">} board @returns {Round | null}
 */
export const lyingRound = ({ current, previous }) => (current === null || current.deeds.length === 0 ? previous : null);

/**
 * Return a view in which a round has come so far. What a choice may be about is always as it is now.
 * @param {View} base @param {View} newest @param {Round | null} current @param {Round | null} previous @returns {View}
 */
function viewWith(base, newest, current, previous) {
  const open = newest.choices === null ? boardOf(base).open : boardOf(newest).open;
  return { ...base, to_act: newest.to_act, deadlines: newest.deadlines, board: { ...boardOf(base), open, current, previous } };
}

/** @param {Round} round @param {number} deeds @returns {Round} the round when so many had been done */
const until = (round, deeds) => ({ ...round, deeds: round.deeds.slice(0, deeds), winner: null });

/**
 * Return what is shown between two views, the second itself last.
 * @param {View} shown @param {View} next @param {ReadonlySet<string>} said types of events that are said
 * @returns {Step[]}
 */
export function stepsBetween(shown, next, said) {
  const was = boardOf(shown), is = boardOf(next);
  const lay = lyingRound(was), lines = next.story.filter(({ n, type }) => n > shown.n && said.has(type));
  /** @type {Step[]} */
  const steps = [];
  /** @param {Step["kind"]} kind @param {View} view @param {StoryLine | null} [line] */
  const show = (kind, view, line = null) => void steps.push({ kind, view, line });
  const leads = is.current !== null && is.current.deeds.length > 0;
  const ended = is.previous !== null && !isSame(was.previous, is.previous) ? is.previous : null;
  if (lay !== null && (ended !== null || leads) && !(ended === null && !isSame(lay, is.previous))) {
    show("taken", viewWith(shown, next, null, lay));
  }
  if (ended !== null) {
    const seen = begins(was.current, ended) ? was.current?.deeds.length ?? 0 : 0;
    for (let deeds = seen + 1; deeds < ended.deeds.length; deeds += 1) {
      show("deed", viewWith(shown, next, until(ended, deeds), was.previous));
    }
    show("finished", viewWith(shown, next, null, ended));
  }
  const before = steps.at(-1)?.view ?? shown;
  for (const line of lines) show("said", before, line);
  if (ended !== null && leads) show("taken", viewWith(shown, next, null, ended));
  const known = ended === null && begins(was.current, is.current) ? was.current?.deeds.length ?? 0 : 0;
  for (let deeds = known + 1; deeds < (is.current?.deeds.length ?? 0); deeds += 1) {
    show("deed", viewWith(next, next, until(/** @type {Round} */ (is.current), deeds), is.previous));
  }
  return [...steps, { kind: "deed", view: next, line: null }];
}

/** @param {Step} step @returns {boolean} whether somebody has done something without a card, such as a raise or a pass */
function isInWords({ kind, view }) {
  const last = view.board?.current?.deeds.at(-1);
  return kind === "deed" && last !== undefined && last.cards.length === 0;
}

/** Shows views of a table one after the other, with what happened between them. */
export class Paced {
  /**
   * @param {View} view that is shown first @param {(then: () => void, after: number) => any} later calls back after so many
   * milliseconds from when what is shown now is drawn @param {(call: any) => void} forget a call that is not wanted any more
   */
  constructor(view, later, forget) {
    this.later = later;
    this.forget = forget;
    /** @type {Signal<Step>} */
    this.shown = new Signal(/** @type {Step} */ ({ kind: "deed", view, line: null }));
    /** @type {Step[]} */
    this.coming = [];
    this.newest = view;
    /** @type {any} */
    this.timer = 0;
    this.pace = 1; // times as long as usual; 0: all at once
    this.share = 1; // of the usual time
    this.held = HELD;
    /** @type {ReadonlySet<string>} */
    this.said = new Set();
  }

  /** @param {View} view that has come; what is shown already is never shown again */
  add(view) {
    const { newest, coming } = this, isOther = view.seat !== newest.seat || view.board === null || newest.board === null;
    this.newest = view;
    if (this.pace === 0 || isOther) return this.skip();
    if (view.n <= newest.n) {
      const again = /** @type {Step} */ ({ kind: "deed", view, line: null });
      return coming.length === 0 ? this.shown.set(again) : void coming.splice(-1, 1, again);
    }
    this.coming.push(...stepsBetween(newest, view, this.said));
    this.hurry();
    if (this.timer === 0) this.go();
  }

  /** Show what is newest. */
  skip() {
    this.forget(this.timer);
    this.timer = 0;
    this.coming = [];
    this.shown.set({ kind: "deed", view: this.newest, line: null });
  }

  /** Show the next step, and those behind it in their time. */
  go() {
    const step = this.coming.shift();
    this.timer = 0;
    if (step === undefined) return;
    this.shown.set(step);
    this.timer = this.later(() => this.go(), this.lasting(step));
  }

  /** Find out how long each step is shown, so that the page does not fall too far behind. */
  hurry() {
    const { seat, to_act, deadlines } = this.newest;
    const isOnClock = seat !== null && to_act.includes(seat) && (deadlines[seat] ?? null) !== null;
    const still = this.timer === 0 ? 0 : this.lasting(this.shown.value);
    const most = (isOnClock ? MOST_ON_CLOCK : MOST) - still, ahead = this.coming.slice(0, -1);
    const rounds = ahead.filter(({ kind }) => kind === "finished").length;
    const all = ahead.reduce((sum, step) => sum + this.usual(step), 0);
    this.held = Math.min(HELD, most / rounds);
    const fixed = rounds * this.held;
    this.share = all <= most ? 1 : (most - fixed) / (all - fixed);
  }

  /** @param {Step} step @returns {number} milliseconds that it is shown */
  lasting(step) {
    const { held, share } = this, usual = this.usual(step);
    return step.kind === "finished" ? held + share * (usual - held) : share * usual;
  }

  /** @param {Step} step @returns {number} milliseconds that it is shown where nothing is behind it */
  usual(step) {
    if (step.kind === "finished") return Math.max(HELD, this.pace * LASTS.finished);
    return this.pace * (isInWords(step) ? WORD : LASTS[step.kind]);
  }
}
