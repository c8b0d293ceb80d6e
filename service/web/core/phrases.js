/** A word at the table: what the others say, for a moment, and whom one does not want to hear. */
import { Signal } from "./state.js";
/** @import { SpokenPhrase, View } from "../types" */
/** @import { Api } from "./api.js" */
/** @import { Memory } from "./state.js" */

/** What may be said, as the API has it. */
export const PHRASES = [
  "hello", "good_luck", "well_played", "thanks", "good_game", "again", "one_moment", "back", "phone", "sorry", "no_problem",
  "have_to_go",
];
const SHOWN = 12_000; // milliseconds for which a phrase is seen
const MOST = 4; // phrases that are seen at once
const AFTERWARDS = 300_000; // milliseconds after the end in which somebody may speak
const WAIT = 25; // seconds of a read that waits
const MUTED = "muted"; // in the browser's memory

/** The phrases of one table, as this browser hears them. */
export class Talk {
  /** @param {Api} api @param {Memory} memory @param {string} table @param {(said: SpokenPhrase) => void} tell */
  constructor(api, memory, table, tell) {
    this.api = api;
    this.memory = memory;
    this.path = `/tables/${table}/phrases`;
    this.tell = tell;
    /** What is seen now, the newest last. */
    this.heard = new Signal(/** @type {SpokenPhrase[]} */ ([]));
    /** The players whom one does not hear in this browser. */
    this.muted = new Signal(/** @type {string[]} */ (memory.read(MUTED) ?? []));
    this.last = 0;
  }

  /** @param {SpokenPhrase} said */
  hear(said) {
    if (said.id <= this.last) return;
    this.last = said.id;
    if (this.muted.value.includes(said.player)) return;
    this.show(said);
    this.tell(said);
  }

  /** @param {SpokenPhrase} said for a moment */
  show(said) {
    this.heard.set([...this.heard.value, said].slice(-MOST));
    void this.api.rest(SHOWN).then(() => this.heard.set(this.heard.value.filter((one) => one !== said)));
  }

  /** @param {string} phrase */
  async say(phrase) {
    this.show(await this.api.sendOnce("POST", this.path, { phrase }));
  }

  /** @param {string} player @param {boolean} isMuted */
  mute(player, isMuted) {
    const others = this.muted.value.filter((one) => one !== player);
    this.muted.set(isMuted ? [...others, player] : others);
    this.memory.keep(MUTED, this.muted.value);
    if (isMuted) this.heard.set(this.heard.value.filter((one) => one.player !== player));
  }

  /** Hear what is said after the end, when the table has no stream any more. @param {AbortSignal} signal ends it */
  async linger(signal) {
    const end = this.api.now() + AFTERWARDS;
    while (!signal.aborted && this.api.now() < end) {
      const page = await this.api.read(`${this.path}?after=${this.last}&wait=${WAIT}`, { signal }).catch(() => null);
      if (page === null) return;
      if (!signal.aborted) for (const said of page.phrases) this.hear(said);
    }
  }
}

/** @param {View} view @returns {boolean} whether one plays there, or has played, with somebody who may listen */
export const mayTalk = ({ seat: own, seats, phase }) =>
  own !== null && phase !== "finished" && seats.some(({ seat, player }) => player !== null && seat !== own);
