/** A table: its commands, and what it shows. */
import { InvalidRequest, Lie, Refused, StaleView } from "./errors.js";
/** @import { Action, NewSeat, Receipt, Verdict, View } from "../types.js" */
/** @import { TableCheck } from "./checks.js" */
/** @import { Client, More } from "./client.js" */

const SHORTLY = 3000; // milliseconds in which a stream shows what a receipt is of

/** @typedef {{receipt: Receipt, sitting?: Receipt, view?: View}} Accepted the view is left out while a stream shows it */

/** A table, as the account of a client sees it. */
export class Table {
  /** @param {Client} client @param {string} id @param {string} [joinCode] opens a private table */
  constructor(client, id, joinCode) {
    this.client = client;
    this.id = id;
    this.path = `/v1/tables/${id}`;
    this.joinCode = joinCode ?? null;
    /** @type {TableCheck | null} what checks all that is told; null without `verify` */
    this.check = null;
    /** @type {Verdict | null} what the checks have found, once the table is closed */
    this.verdict = null;
    this.isStreaming = false;
    this.shown = 0; // number of the newest event that a view has shown
    this.acted = 0; // that of one's own newest command
    /** @type {{drop?: () => void}} */
    this.line = {};
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** @param {Client} client @param {string} id @param {string} [joinCode] @param {string} [entropy] that was promised already */
  static async of(client, id, joinCode, entropy) {
    const table = new Table(client, id, joinCode), trust = await client.trust();
    if (trust === null) return table;
    const { TableCheck } = await import("./checks.js"), isSomebody = client.token !== null || client.tokens !== null;
    table.check = new TableCheck(table, trust, isSomebody ? await client.ownId() : null, entropy);
    return table;
  }

  /** @returns {Record<string, string>} */
  get headers() {
    return this.joinCode === null ? {} : { "Join-Code": this.joinCode };
  }

  /** @returns {Promise<View>} what this account may know now, and what it may do */
  async view() {
    const view = await this.client.send("GET", `${this.path}/view`, { headers: this.headers });
    await this.check?.see({ view });
    return view;
  }

  /**
   * Take a seat; with `verify`, promise entropy for the deals.
   * @param {Partial<NewSeat>} [wish] such as `{ seat: 2 }` @returns {Promise<Accepted>}
   */
  async sit(wish = {}) {
    const own = this.check === null ? {} : { commitment: this.check.promise() };
    return this.command("POST", "/seats", { ...own, ...wish });
  }

  /**
   * Give a free seat to a bot.
   * @param {"novice" | "regular" | "expert"} [level] @param {number} [seat] @returns {Promise<Accepted>}
   */
  addBot(level = "regular", seat) {
    return this.command("POST", "/seats", { bot: level, ...(seat === undefined ? {} : { seat }) });
  }

  /** @param {number} seat that this account gives up @returns {Promise<Accepted>} */
  leave(seat) {
    return this.command("DELETE", `/seats/${seat}`);
  }

  /** Call for the start. @returns {Promise<Accepted>} */
  start() {
    return this.command("POST", "/start", {});
  }

  /** @param {Action} action @returns {Promise<Accepted>} Refused where the rules do not allow it */
  async act(action) {
    const forget = this.check?.sent(action);
    try {
      return await this.command("POST", "/actions", action);
    } catch (error) {
      if ([InvalidRequest, Refused, StaleView].some((kind) => error instanceof kind)) forget?.(); // else it may be done
      throw error;
    }
  }

  /**
   * Carry out a command once, however often it must be sent.
   * @param {string} method @param {string} path below the table's @param {unknown} [body] @returns {Promise<Accepted>}
   */
  async command(method, path, body) {
    /** @type {Record<string, string>} */
    const brief = this.isStreaming ? { Prefer: "return=minimal" } : {};
    const answer = await this.client.send(method, this.path + path, { body, headers: { ...this.headers, ...brief } });
    const { check } = this;
    if (check !== null && !answer.receipt) throw new Lie("the server gives no receipt of what it has accepted", check.evidence());
    this.acted = Math.max(this.acted, answer.receipt.n);
    if (answer.view === undefined) this.expect(answer.receipt.n);
    await this.check?.see(answer);
    return answer;
  }

  /** Take a stream for dead that does not show an event shortly. @param {number} n */
  expect(n) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (this.shown < n) this.line.drop?.();
    }, SHORTLY);
  }

  /**
   * Follow the table until it is closed: the view now, and each newer one. @param {{signal?: AbortSignal}} [more] ends it early
   * @returns {AsyncGenerator<View, void, void>}
   */
  async *views({ signal } = {}) {
    const own = new AbortController(), stop = () => own.abort();
    signal?.addEventListener("abort", stop);
    if (signal?.aborted) stop();
    try {
      for await (const { type, data } of this.messages(own.signal)) {
        if (type === "event") await this.check?.hear(data);
        if (type !== "view" || data.n === this.shown) continue;
        await this.check?.see({ view: data });
        this.shown = data.n;
        if (data.phase === "closed") this.verdict = (await this.check?.finish()) ?? null;
        yield data;
        if (data.phase === "closed") return;
      }
    } finally {
      signal?.removeEventListener("abort", stop);
      stop();
      clearTimeout(this.timer);
    }
  }

  /** @param {AbortSignal} signal ends it */
  messages(signal) {
    this.shown = 0;
    return this.client.follow(`${this.path}/events`, {
      path: (last) => `${this.path}/view${last === "" ? "" : `?after=${last}&wait=25`}`,
      told: (view) => ({ messages: [{ type: "view", id: `${view.n}`, data: view }], last: `${view.n}` }),
      every: 0,
    }, {
      signal, headers: this.headers, line: this.line, opened: (is) => {
        this.isStreaming = is;
      },
    });
  }
}
