/**
 * One table as this browser sees it, what may be done there, and who sits where when it is drawn. No rules are known here:
 * what may be sent comes from `choices`, and of a pick whose cards must be more than so many, the server says whether it would
 * do.
 */
import { follow, Lost, Refused } from "./api.js";
import { Signal } from "./state.js";
import { cardsIn } from "./texts.js";
/** @import { Action, CheckedAction, Choices, GameDetails, Pick, Problem, Seat, StoryLine, View } from "../types" */
/** @import { Api } from "./api.js" */
/** @import { Memory } from "./state.js" */

const REMEMBERED = 300, RECALLED = 150; // lines of the story; events that are asked for when one comes

/**
 * @typedef {object} TableState
 * @property {View | null} view
 * @property {StoryLine[]} story
 * @property {boolean} isSending a command waits for its answer
 * @property {Problem | null} problem the last refusal
 */

/** @param {StoryLine[]} known @param {StoryLine[]} told @returns {StoryLine[]} both, each event once, in order */
export function joined(known, told) {
  const events = new Set(known.map(({ n }) => n));
  const all = [...known, ...told.filter(({ n }) => !events.has(n))];
  return all.sort((one, other) => one.n - other.n).slice(-REMEMBERED);
}

/**
 * One table as this browser sees it: the newest view that the stream or an answer told, the story so far, and which command is
 * under way. Nothing is guessed before the server says it.
 */
export class LiveTable {
  /** @param {Api} api @param {Memory} memory @param {string} id */
  constructor(api, memory, id) {
    this.api = api;
    this.memory = memory;
    this.id = id;
    this.path = `/tables/${id}`;
    /** @type {Signal<TableState>} */
    this.state = new Signal(/** @type {TableState} */ ({ view: null, story: [], isSending: false, problem: null }));
    /** @type {AbortController | null} */
    this.following = null;
    this.isAnew = true; // the next view of the stream does not tell what came before it
  }

  /** Follow the stream, until told to stop or the table has closed. */
  async start() {
    if (this.following !== null) return;
    const following = (this.following = new AbortController());
    this.isAnew = true;
    try {
      await follow(this.api, `${this.path}/events`, ({ type, data }) => {
        if (type === "view") this.hear(data);
      }, following.signal, {
        path: (last) => `${this.path}/view${last === "" ? "" : `?after=${last}&wait=25`}`,
        told: (view) => ({ messages: [{ type: "view", id: `${view.n}`, data: view }], last: `${view.n}` }),
        every: 0,
      });
    } catch (error) {
      this.refuse(error);
    }
  }

  /** Stop following. */
  stop() {
    this.following?.abort();
    this.following = null;
  }

  /** Follow as whoever one is at the table now. */
  restart() {
    if (this.following === null) return;
    this.stop();
    void this.start();
  }

  /** @param {Partial<TableState>} change */
  change(change) {
    this.state.set({ ...this.state.value, ...change });
  }

  /** @param {View} view of the stream; of one that was begun anew, the first */
  hear(view) {
    const known = this.state.value.view?.n ?? Math.max(0, view.n - RECALLED);
    const isAnew = this.isAnew && view.n > known;
    this.isAnew = false;
    this.adopt(view);
    if (isAnew) void this.recall(known);
  }

  /** @param {View} view of the stream, or of an answer, which may come before or behind it */
  adopt(view) {
    const { view: held, story } = this.state.value;
    const isOlder = held !== null && (view.n < held.n || (view.n === held.n && view.seat === null && held.seat !== null));
    if (isOlder) return;
    this.change({ view, story: joined(story, view.story), problem: null });
    if (view.phase === "closed") this.stop();
  }

  /** Ask for what happened while nobody looked. @param {number} after the newest event that is known */
  async recall(after) {
    /** @type {View | null} */
    const view = await this.api.read(`${this.path}/view?after=${after}`).catch(() => null);
    if (view !== null) this.change({ story: joined(view.story, this.state.value.story) });
  }

  /**
   * Send a command for this table; what it leads to is in the state.
   * @param {string} method @param {string} path below the table's @param {unknown} body @param {boolean} [onlyNow]
   * whether it counts only if nothing has happened since what is shown
   */
  async command(method, path, body, onlyNow = false) {
    const { view } = this.state.value;
    if (this.state.value.isSending) return;
    this.change({ isSending: true, problem: null });
    /** @type {Record<string, string>} */
    const headers = onlyNow && view !== null ? { "If-Match": `"${view.n}.${view.seat ?? "s"}.0"` } : {};
    try {
      const answer = await this.api.send(method, this.path + path, body, headers);
      if (answer?.view) this.adopt(answer.view);
      if (view !== null && answer?.view?.seat !== view.seat) this.restart(); // the stream tells what a seat may know
    } catch (error) {
      this.refuse(error);
    }
    this.change({ isSending: false });
  }

  /** @param {Action} action */
  act(action) {
    return this.command("POST", "/actions", action, !this.state.value.view?.simultaneous);
  }

  /** @param {Action} action @returns {Promise<CheckedAction | null>} whether it would be accepted; null: not known now */
  async check(action) {
    try {
      return await this.api.sendOnce("POST", `${this.path}/actions/check`, action);
    } catch (error) {
      if (error instanceof Refused && error.problem.status === 422) {
        return { legal: false, text: null, n: this.state.value.view?.n ?? 0, refusal: error.problem };
      }
      return null;
    }
  }

  /** Say why a card can't be chosen now. @param {string} card */
  async explain(card) {
    const { view } = this.state.value;
    const action = view?.choices ? actionLike(view.choices, card) : null;
    if (action !== null) await this.tellWhyNot(action);
  }

  /** Say why something can't be done now. @param {Action} action */
  async tellWhyNot(action) {
    const checked = await this.check(action);
    if (checked?.refusal) this.change({ problem: checked.refusal });
  }

  /** @param {unknown} error show it, unless it is only that no answer came */
  refuse(error) {
    if (error instanceof Refused) this.change({ problem: error.problem });
    else if (!(error instanceof Lost)) throw error;
  }
}

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
  const wanted = least === most ? `${least}` : `${least} to ${most}`;
  return `${chosen} of ${wanted} ${most === 1 ? "card" : "cards"} chosen`;
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

/** @typedef {{left: Seat[], top: Seat[], right: Seat[], own: Seat[]}} Sides */

/** @param {{seats: Seat[], seat: number | null}} view @returns {Seat[]} clockwise, the viewer's own last */
export function around({ seats, seat }) {
  const first = seat === null ? 0 : seat + 1;
  return [...seats.slice(first), ...seats.slice(0, first)];
}

/** @param {{seats: Seat[], seat: number | null}} view @returns {Sides} the sides of the table, each clockwise */
export function sidesOf(view) {
  const all = around(view);
  const own = view.seat === null ? [] : all.splice(-1);
  const beside = all.length === 2 ? 1 : Math.floor(all.length / 3);
  return {
    own, left: all.slice(0, beside), top: all.slice(beside, all.length - beside), right: all.slice(all.length - beside),
  };
}

/**
 * @param {{seats: Seat[], seat: number | null}} view @param {number} seat
 * @returns {number} degrees, clockwise from the right, at which a seat sits; the viewer at 90, which is left free for who watches
 */
export function angleOf(view, seat) {
  const places = view.seats.length + (view.seat === null ? 1 : 0);
  const step = around(view).findIndex((one) => one.seat === seat) + 1;
  return Math.round(90 + (360 * step) / places) % 360;
}
