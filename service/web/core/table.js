/** One table as this browser sees it, and who sits where when it is drawn. */
import { Lost, Refused } from "./api.js";
import { actionLike } from "./offers.js";
import { Signal } from "./state.js";
import { follow } from "./stream.js";
/** @import { Action, CheckedAction, Problem, Seat, SpokenPhrase, StoryLine, View } from "../types" */
/** @import { Api } from "./api.js" */
/** @import { Memory } from "./state.js" */

const REMEMBERED = 300, RECALLED = 150; // lines of the story; events that are asked for when one comes
const STREAM_LATE = 1500; // milliseconds after which an open stream that is silent is taken for lost

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
    /** What another player said last. */
    this.phrase = new Signal(/** @type {SpokenPhrase | null} */ (null));
    /** @type {AbortController | null} */
    this.following = null;
    this.isStreaming = new Signal(false); // of the stream that was begun last
    this.isAnew = true; // the next view of the stream does not tell what came before it
  }

  /** Follow the stream, until told to stop or the table has closed. */
  async start() {
    if (this.following !== null) return;
    const following = (this.following = new AbortController());
    this.isStreaming = new Signal(false);
    this.isAnew = true;
    try {
      await follow(this.api, `${this.path}/events`, ({ type, data }) => {
        if (type === "view") this.hear(data);
        else if (type === "phrase") this.phrase.set(data);
      }, following.signal, {
        path: (last) => `${this.path}/view${last === "" ? "" : `?after=${last}&wait=25`}`,
        told: (view) => ({ messages: [{ type: "view", id: `${view.n}`, data: view }], last: `${view.n}` }),
        every: 0,
      }, this.isStreaming);
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
   * Send a command for this table; what it leads to is in the state. Where a stream shows that, the answer is the receipt alone,
   * unless the command may change who one is at the table: then that stream is not the right one any more.
   * @param {string} method @param {string} path below the table's @param {unknown} body @param {boolean} [onlyNow]
   * whether it counts only if nothing has happened since what is shown
   */
  async command(method, path, body, onlyNow = false) {
    const { view } = this.state.value;
    if (this.state.value.isSending) return;
    this.change({ isSending: true, problem: null });
    const isShown = this.isStreaming.value && !path.startsWith("/seats");
    const headers = {
      ...(onlyNow && view !== null ? { "If-Match": `"${view.n}.${view.seat ?? "s"}.0"` } : {}),
      ...(isShown ? { Prefer: "return=minimal" } : {}),
    };
    try {
      const answer = await this.api.send(method, this.path + path, body, headers);
      if (answer?.view) this.adopt(answer.view);
      if (isShown && answer?.receipt && !answer.view) await this.reach(answer.receipt.n);
      else if (view !== null && answer?.view?.seat !== view.seat) this.restart(); // the stream tells what a seat may know
    } catch (error) {
      this.refuse(error);
    }
    this.change({ isSending: false });
  }

  /** Wait until the stream shows an event, or read the view where it is lost. @param {number} n of the event */
  async reach(n) {
    const { state, isStreaming } = this, waiting = new AbortController(), known = state.value.view?.n ?? 0;
    const isThere = () => (state.value.view?.n ?? 0) >= n;
    const look = () => {
      if (isThere() || !isStreaming.value) waiting.abort();
    };
    const ends = [state.listen(look), isStreaming.listen(look)];
    look();
    await this.api.rest(STREAM_LATE, waiting.signal);
    for (const end of ends) end();
    if (!isThere()) this.adopt(await this.api.read(`${this.path}/view?after=${known}`));
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
