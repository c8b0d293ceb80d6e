/** What has happened elsewhere and is told on every page until it was seen: rulings, offers to play again or to adjourn. */
import { Signal } from "./state.js";
/** @import { AccountMessage } from "../types" */
/** @import { Api } from "./api.js" */
/** @import { Memory } from "./state.js" */

/** @typedef {{dispute: string, verdict: string}} Ruling */
/** @typedef {{table: string, by: string}} RematchOffer */
/** @typedef {{table: string, game: string, by: number}} AdjournOffer `by`: the seat of who asks */

/** Messages after which nobody's agreement to adjourn a table is awaited. */
const ADJOURNED = ["adjourned", "ended"];
const RULINGS = "rulings", AWAITED = "disputes"; // in the browser's memory, of who is signed in

/** What one has not seen yet. */
export class Happened {
  /** @param {Api} api @param {Memory} memory */
  constructor(api, memory) {
    this.api = api;
    this.memory = memory;
    this.rulings = new Signal(/** @type {Ruling[]} */ ([]));
    this.offers = new Signal(/** @type {RematchOffer[]} */ ([]));
    this.adjourns = new Signal(/** @type {AdjournOffer[]} */ ([]));
  }

  /** Take up what was not seen, and ask what became of own disputes. @param {AbortSignal | null} signal null: nobody is there */
  start(signal) {
    this.offers.set([]);
    this.adjourns.set([]);
    this.rulings.set(signal === null ? [] : this.memory.read(RULINGS) ?? []);
    if (signal !== null) void this.ask(signal);
  }

  /** @param {AbortSignal} signal */
  async ask(signal) {
    for (const id of this.awaited) {
      const { status, ruling } = await this.api.read(`/disputes/${id}`, { signal }).catch(() => ({ status: "open" }));
      if (signal.aborted) return;
      if (status === "ruled") this.note({ dispute: id, verdict: ruling.verdict });
      if (status !== "open") this.forget(id);
    }
  }

  /** @returns {string[]} disputes of this browser's own whose ruling is awaited */
  get awaited() {
    return this.memory.read(AWAITED) ?? [];
  }

  /** @param {string} dispute that was opened here */
  await(dispute) {
    this.memory.keep(AWAITED, [...this.awaited, dispute]);
  }

  /** @param {string} dispute that is over */
  forget(dispute) {
    if (this.awaited.includes(dispute)) this.memory.keep(AWAITED, this.awaited.filter((one) => one !== dispute));
  }

  /** @param {Ruling} ruling that is to be seen */
  note(ruling) {
    this.keep([...this.rulings.value.filter(({ dispute }) => dispute !== ruling.dispute), ruling]);
  }

  /** @param {Ruling[]} rulings */
  keep(rulings) {
    this.memory.keep(RULINGS, rulings.length > 0 ? rulings : null);
    this.rulings.set(rulings);
  }

  /** @param {AccountMessage} message */
  hear(message) {
    const { value: offers } = this.offers;
    if (message.type === "dispute_ruled") {
      this.note({ dispute: message.dispute, verdict: message.verdict });
      this.forget(message.dispute);
    } else if (message.type === "rematch") {
      this.offers.set([...offers.filter(({ table }) => table !== message.table), { table: message.table, by: message.by }]);
    } else if (message.type === "adjourn_asked") {
      const { table, game, by } = message;
      this.adjourns.set([...this.adjourns.value.filter((one) => one.table !== table), { table, game, by }]);
    } else if (["invitation_ended", "started", "ended"].includes(message.type) && "table" in message) {
      this.offers.set(offers.filter(({ table }) => table !== message.table));
    }
    if (ADJOURNED.includes(message.type) && "table" in message) this.dropAdjourn(message.table);
  }

  /** @param {string | null} table whose offer to adjourn is over, or was seen */
  dropAdjourn(table) {
    const { value } = this.adjourns;
    if (value.some((one) => one.table === table)) this.adjourns.set(value.filter((one) => one.table !== table));
  }

  /** @param {string} shown the dispute or table that somebody has come to, or wants to hear of no more */
  arrive(shown) {
    if (this.rulings.value.some(({ dispute }) => dispute === shown)) {
      this.keep(this.rulings.value.filter(({ dispute }) => dispute !== shown));
    }
    if (this.offers.value.some(({ table }) => table === shown)) {
      this.offers.set(this.offers.value.filter(({ table }) => table !== shown));
    }
    this.dropAdjourn(shown);
  }
}
