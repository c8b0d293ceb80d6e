/**
 * One's share in a deal, from the call for the start on (docs/reference/log-format.md): this browser checks the log up to the
 * call, and only then reveals its own under it, and never under another call.
 */
import { commitmentOf, found, require } from "../../../clients/typescript/verify/bytes.js";
import {
  checkClosing, checkCupClosing, checkSettled, seenAfter, Unchecked,
} from "../../../clients/typescript/verify/closings.js";
import { Lost, Refused } from "./api.js";
import { bindTo, closingOf, drawnFor, Signal } from "./state.js";
import { t } from "./words.js";
/** @import { Read } from "../../../clients/typescript/verify/closings.js" */
/** @import { LogEvent, Receipt, StartReceipts, View } from "../types" */
/** @import { Trust } from "./account.js" */
/** @import { Api } from "./api.js" */
/** @import { Memory, Receipts } from "./state.js" */

const CALLED = "table.start_called.v1", CLOSED = "table.entropy_closed.v1", CUP_CALLED = "tournament.called.v1";
const SEEN = "seen.", TOLD = "start.", SETTLED = "settled.", WITHHELD = "withheld";
const OTHER = "table/other_closing";
const PAGE = 500, MOST = 20_000; // events
const TRIES = 20, SOON = 1000, SHORTLY = 50; // milliseconds

/**
 * `sent`: it was revealed; `refused`: the server told two stories before; `unchecked`: there was nothing to check that with;
 * `rejected`: it was sent in vain; `late`: the round may have been known; `lied`: there were two stories after the reveal.
 * @typedef {"sent" | "refused" | "unchecked" | "rejected" | "late" | "lied"} Kind
 */
/** @typedef {{kind: Kind, why: string, evidence: unknown}} Told what became of one's share; `why` is for people */

/** @type {(name: string, work: () => Promise<void>) => Promise<void>} one tab after the other, where the browser can do that */
const oneByOne = async (name, work) => {
  const locks = globalThis.navigator?.locks; // plain http has none
  await (locks === undefined ? work() : locks.request(name, work));
};

/** @param {string} id of a table or a tournament @returns {boolean} whether of the latter */
const isCup = (id) => id.startsWith("c");

/** @param {string} id of a table or a tournament @returns {string} where it is */
const placeOf = (id) => (isCup(id) ? `/tournaments/${id}` : `/tables/${id}`);

/** What this browser has revealed, and why not. */
export class Reveals {
  /**
   * @param {{api: Api, memory: Memory, trust: Trust, receipts: Receipts, player: string}} app
   * @param {typeof oneByOne} [alone] another one in tests
   */
  constructor(app, alone = oneByOne) {
    this.app = app;
    this.alone = alone;
    /** Tells when there is more to tell. */
    this.changed = new Signal(0);
    /** @type {Signal<string[]>} tables at which one's share was withheld, until one looks at them */
    this.withheld = new Signal(app.memory.read(WITHHELD) ?? []);
    /** @type {Set<string>} what is being done, by table */
    this.running = new Set();
  }

  /** @param {string} table @returns {Told | null} */
  toldOf(table) {
    return this.app.memory.read(TOLD + table);
  }

  /** @param {string} table @param {Kind} kind @param {string} why @param {unknown} [evidence] */
  tell(table, kind, why, evidence = null) {
    for (const kept of [evidence, null]) if (this.keep(TOLD + table, { kind, why, evidence: kept })) break;
    this.changed.set(this.changed.value + 1);
  }

  /** @param {string} name @param {unknown} value @returns {boolean} whether there is room for it */
  keep(name, value) {
    try {
      this.app.memory.keep(name, value);
      return true;
    } catch {
      return false;
    }
  }

  /** Note what is shown, and do what it asks for. @param {View} view of the stream, or of an answer */
  see(view) {
    const { table, seat, seats, closing, reveal_until: until, beacon } = view;
    if (seat === null) return;
    const known = this.app.memory.read(SEEN + table), seen = seenAfter(known, view);
    if (seen !== known) this.keep(SEEN + table, seen);
    if (closing === null) return;
    if ((this.boundAt(table) ?? closing.head) !== closing.head) {
      this.tell(table, "lied", t("deals.other_call_shown"), { closing });
    } else if (until !== null && seats[seat]?.entropy === "promised") void this.reveal(table);
    if (beacon !== null && beacon.round !== null && !beacon.there) void this.settle(table);
  }

  /** @param {string} table @returns {string | null} the head of the call under which this browser has revealed there */
  boundAt(table) {
    const drawn = drawnFor(this.app.memory, table);
    return drawn === null ? null : closingOf(this.app.memory, drawn);
  }

  /** Say on all pages that one's share is not in the deal of a table. @param {string} table */
  warn(table) {
    this.remember([...this.withheld.value.filter((one) => one !== table), table]);
  }

  /** @param {string} table that is looked at, and tells it itself */
  arrive(table) {
    if (this.withheld.value.includes(table)) this.remember(this.withheld.value.filter((one) => one !== table));
  }

  /** @param {string[]} tables */
  remember(tables) {
    this.keep(WITHHELD, tables.length > 0 ? tables : null);
    this.withheld.set(tables);
  }

  /**
   * Reveal one's share in a deal for whose start somebody has called.
   * @param {string} id of a table or a tournament @param {string} [typed] promised in another browser, for a tournament
   */
  reveal(id, typed) {
    return this.once(`reveal.${id}`, async () => {
      const { memory, player } = this.app, kept = drawnFor(memory, id), drawn = typed ?? kept;
      if (drawn === null || (typed === undefined && this.toldOf(id) !== null)) return; // promised elsewhere, or all is said
      const read = await this.read(id, isCup(id) ? CUP_CALLED : CALLED);
      if (read === null) return;
      const own = { player, commitment: commitmentOf(player, drawn), seen: memory.read(SEEN + id), isOurs: drawn === kept };
      const story = { ...read, ...own };
      try {
        await this.send(drawn, isCup(id) ? checkCupClosing(story) : checkClosing(story), story);
      } catch (error) {
        if (error instanceof Unchecked) this.tell(id, "unchecked", error.message);
        else this.tell(id, "refused", found(error).message, story);
      }
    });
  }

  /** @param {string} drawn @param {Receipt} closing under which alone it is revealed @param {Read} story */
  async send(drawn, closing, { table }) {
    const { api, memory, receipts } = this.app;
    for (const pause of [0, SHORTLY]) { // in which other tabs may have noted another one
      if (pause > 0) await api.rest(pause);
      require(isBound(memory, drawn, closing.head), t("deals.other_call_before"));
    }
    receipts.keep(closing);
    try {
      const { view } = await api.send("POST", `${placeOf(table)}/reveal`, { entropy: drawn, closing: closing.head });
      this.tell(table, "sent", "");
      if (view?.beacon) void this.settle(table); // from whatever page
    } catch (error) {
      const { code = "", detail } = error instanceof Refused ? error.problem : { detail: t("deals.no_answer") };
      require(code !== OTHER, t("deals.other_call_signed"));
      this.tell(table, "rejected", detail);
    }
  }

  /** Get the receipt of the end of the reveals before the round of the beacon is there. @param {string} table */
  async settle(table) {
    const { api, memory } = this.app;
    if (memory.read(SETTLED + table) !== null) return;
    await this.once(`settle.${table}`, async () => {
      for (let tries = 0; tries < TRIES && memory.read(SETTLED + table) === null; tries++) {
        const read = await this.read(table, CLOSED);
        if (read !== null) return this.keepSettled(read, api.now());
        await api.rest(SOON);
      }
    });
  }

  /** @param {Read} read @param {number} now when it had come, by the clock of this device */
  keepSettled({ table, receipt: settled, ...read }, now) {
    const { receipts } = this.app, story = { ...read, table, receipt: settled, bound: this.boundAt(table) };
    this.keep(SETTLED + table, settled.n);
    try {
      if (now < checkSettled(story)) return receipts.keep(settled);
      receipts.write(table, read.kept.filter(({ n }) => n < settled.n)); // what came later proves nothing of the beacon
      const why = t("deals.receipt_late");
      this.tell(table, "late", why);
    } catch (error) {
      this.tell(table, "lied", found(error).message, story);
    }
    return undefined;
  }

  /** @param {string} what @param {() => Promise<void>} work is done once at a time; what got no answer may be tried again */
  async once(what, work) {
    if (this.running.has(what)) return;
    this.running.add(what);
    try {
      await this.alone(`fairdeal.${what}`, work);
    } finally {
      this.running.delete(what);
    }
  }

  /** @param {string} table @param {string} last type of the last event @returns {Promise<Read | null>} null: not there yet */
  async read(table, last) {
    const { api, receipts, trust } = this.app;
    try {
      const [keys, events] = await Promise.all([trust.readKeys(), this.log(table, last)]);
      if (keys === null || events.length === 0) return null;
      /** @type {StartReceipts} */
      const { closing, settled } = await api.read(`${placeOf(table)}/closing`);
      const receipt = last === CLOSED ? settled : closing;
      return receipt && { table, kept: receipts.of(table), keys: keys.keys, events, receipt };
    } catch (error) {
      if (error instanceof Lost || error instanceof Refused) return null; // its page says so; another view leads here again
      throw error;
    }
  }

  /** @param {string} table @param {string} last type of the last event that is wanted @returns {Promise<LogEvent[]>} or none */
  async log(table, last) {
    /** @type {LogEvent[]} */
    const events = [];
    for (let next = 0; events.length < MOST;) {
      const page = await this.app.api.read(`${placeOf(table)}/events?after=${next}&limit=${PAGE}`);
      events.push(...page.events);
      const place = events.findIndex(({ type }) => type === last);
      if (place >= 0) return events.slice(0, place + 1);
      if (page.next === null || page.events.length === 0) break;
      next = page.next;
    }
    return [];
  }
}

/** @param {Memory} memory @param {string} drawn @param {string} head @returns {boolean} whether it may be revealed there */
function isBound(memory, drawn, head) {
  try {
    return bindTo(memory, drawn, head);
  } catch {
    throw new Unchecked(t("deals.no_room"));
  }
}
