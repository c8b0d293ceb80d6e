/** The tables at which one has a part, kept up to date by streams. */
import { Signal } from "./state.js";
import { t } from "./words.js";
/** @import { AccountMessage, ListedTable, View } from "../types" */
/** @import { Api } from "./api.js" */
/** @import { Memory } from "./state.js" */

const UNREAD = "unread", SHORTLY = 400, OFTEN = 15_000; // milliseconds
/** Messages that say no more than that nothing is to be done here. */
const QUIET = ["turns", "missed", "invitation_ended"];
/** Messages after which a table is left or over. */
const OVER = ["ended", "adjourned"];

/** @typedef {{seat: number, deadline: number | null}} Turn */
/**
 * @typedef {object} Tab
 * @property {string} table
 * @property {string} game
 * @property {"open" | "playing" | "over"} phase
 * @property {number | null} seat one's own
 * @property {(string | null)[]} names by seat; null: nobody is there yet
 * @property {Turn[] | null} turns null: not told
 */

/** @param {ListedTable} row @returns {Tab} */
export function tabOf({ table, game, phase, seat, seats, turns }) {
  return {
    table, game, seat, phase: phase === "open" || phase === "playing" ? phase : "over",
    names: seats.map(({ name, bot, seat: number }) => name ?? (bot ? t("common.bot", { number: number + 1 }) : null)),
    turns: turns?.map(({ seat: acting, deadline }) => ({ seat: acting, deadline })) ?? null,
  };
}

/** @param {View} view @returns {Tab} */
function tabOfView({ table, game, phase, seat, seats, to_act, deadlines }) {
  return {
    table, game, seat, phase: phase === "open" || phase === "playing" ? phase : "over",
    names: seats.map(({ name, bot, seat: number }) => name ?? (bot ? t("common.bot", { number: number + 1 }) : null)),
    turns: to_act.map((acting) => ({ seat: acting, deadline: deadlines[acting] ?? null })),
  };
}

/** @param {Tab} tab @returns {Turn | undefined} one's own turn there */
export const ownTurn = ({ seat, turns }) => turns?.find((turn) => turn.seat === seat);

/** @param {Tab} tab @returns {string} what is going on there, in a few words */
export function standingOf(tab) {
  if (tab.phase === "over") return t("page.tab_over");
  if (tab.phase === "open") {
    const free = tab.names.filter((name) => name === null).length;
    return free > 0 ? t("page.tab_free", { free }) : t("page.tab_may_begin");
  }
  if (ownTurn(tab) !== undefined) return t("page.tab_your_turn");
  const names = (tab.turns ?? []).map(({ seat }) => tab.names[seat] ?? t("common.seat", { number: seat + 1 }));
  if (names.length === 1) return t("page.tab_turn", { name: names[0] });
  return names.length > 1 ? t("page.tab_turns", { count: names.length }) : t("page.tab_playing");
}

/** @param {Tab[]} tabs @param {AccountMessage} message @returns {Tab[]} the tabs as they are behind it */
export function tabsAfter(tabs, message) {
  if (message.type === "turns") {
    const mine = new Map(message.turns.map(({ table, deadline }) => [table, deadline]));
    return tabs.map((tab) => withTurn(tab, mine.has(tab.table) ? mine.get(tab.table) ?? null : undefined));
  }
  if (!("table" in message)) return tabs;
  return tabs.map((tab) => {
    if (tab.table !== message.table) return tab;
    if (message.type === "your_turn") return withTurn({ ...tab, phase: "playing", seat: message.seat }, message.deadline);
    if (OVER.includes(message.type)) return { ...tab, phase: "over", turns: [] };
    return message.type === "taken_over" ? withTurn(tab, undefined) : tab;
  });
}

/** @param {Tab} tab @param {number | null | undefined} deadline undefined: it is not one's own turn @returns {Tab} */
function withTurn(tab, deadline) {
  const others = (tab.turns ?? []).filter(({ seat }) => seat !== tab.seat);
  if (tab.seat === null || deadline === undefined) return tab.turns === null ? tab : { ...tab, turns: others };
  return { ...tab, turns: [...others, { seat: tab.seat, deadline }] };
}

/**
 * The tables at which one has a part, as tabs: from the list that the server keeps, put right by the account's stream and by
 * what the table that is open tells. What is new at the others is marked until they are looked at.
 */
export class Tabs {
  /** @param {Api} api @param {Memory} memory */
  constructor(api, memory) {
    this.api = api;
    this.memory = memory;
    /** @type {Signal<Tab[]>} */
    this.list = new Signal(/** @type {Tab[]} */ ([]));
    /** @type {Signal<string[]>} tables with something new, kept beyond a reload */
    this.unread = new Signal(/** @type {string[]} */ (memory.read(UNREAD) ?? []));
    this.shown = ""; // the table that is looked at
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.soon = undefined;
    /** @type {AbortSignal | undefined} */
    this.until = undefined;
  }

  /** Begin anew for whoever is signed in. @param {AbortSignal} until */
  start(until) {
    this.until = until;
    this.list.set([]);
    this.mark(this.memory.read(UNREAD) ?? []);
    const often = setInterval(() => this.isWorthARead() && void this.read(), OFTEN);
    until.addEventListener("abort", () => {
      clearInterval(often);
      clearTimeout(this.soon);
      this.soon = undefined;
    });
  }

  /** The stream tells one's own turns; whose else it is says the list alone. @returns {boolean} */
  isWorthARead() {
    const isSeen = typeof document === "undefined" || !document.hidden;
    return isSeen && this.list.value.some((tab) => tab.phase !== "over" && tab.table !== this.shown);
  }

  /** Ask for the list. */
  async read() {
    const until = this.until;
    const asked = ["playing", "open"].map((state) => this.api.read(`/players/me/tables?state=${state}&limit=50`));
    const pages = await Promise.all(asked).catch(() => null); // the stream goes on, and another message leads here again
    if (pages === null || until?.aborted) return;
    const held = new Map(this.list.value.map((tab) => [tab.table, tab]));
    const found = pages.flatMap(({ tables }) => tables.map(tabOf)).map((tab) =>
      (tab.table === this.shown ? held.get(tab.table) ?? tab : tab));
    const ended = this.list.value.filter(({ table, phase }) =>
      phase === "over" && this.unread.value.includes(table) && !found.some((tab) => tab.table === table));
    this.list.set([...found, ...ended]);
    this.mark(this.unread.value.filter((table) => this.list.value.some((tab) => tab.table === table)));
  }

  /** @param {AccountMessage} message */
  hear(message) {
    this.list.set(tabsAfter(this.list.value, message));
    const table = "table" in message ? message.table : null;
    if (table !== null && table === this.shown) return; // the table itself tells more
    if (table !== null && !QUIET.includes(message.type)) this.mark([...new Set([...this.unread.value, table])]);
    this.soon ??= setTimeout(() => {
      this.soon = undefined;
      void this.read();
    }, SHORTLY);
  }

  /** @param {string} table that is looked at from now on; "" for none */
  look(table) {
    this.shown = table;
    this.mark(this.unread.value.filter((one) => one !== table));
    const kept = [table, ...this.unread.value];
    this.list.set(this.list.value.filter((tab) => tab.phase !== "over" || kept.includes(tab.table)));
  }

  /** @param {View} view the newest of the table that is looked at */
  see(view) {
    const tab = tabOfView(view);
    const isOurs = this.list.value.some(({ table }) => table === tab.table);
    if (isOurs) this.list.set(this.list.value.map((one) => (one.table === tab.table ? tab : one)));
    else if (tab.seat !== null && tab.phase !== "over") this.list.set([...this.list.value, tab]);
  }

  /** @param {string[]} unread */
  mark(unread) {
    if (unread.length === this.unread.value.length && unread.every((one) => this.unread.value.includes(one))) return;
    this.memory.keep(UNREAD, unread.length > 0 ? unread : null);
    this.unread.set(unread);
  }
}
