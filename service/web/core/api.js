/** What is asked of the API, request by request. */
import { pause, retryAfter, sleep } from "../../../clients/typescript/streams/pauses.js";
import { decoded } from "../../../clients/typescript/verify/bytes.js";
import { randomHex, Signal } from "./state.js";
import { language, t } from "./words.js";
/** @import { Problem } from "../types" */
/** @import { Memory } from "./state.js" */

const PENDING = "pending.";
const STALE = 600_000; // milliseconds after which a command that nobody heard of is not tried again
const READS = 4; // tries of a read before it is given up
const BY_PROXIES = [502, 504]; // answers of a proxy that does not reach the server
const LATE = 5000; // milliseconds that a message of a stream may take at most

/** An answer that refuses; `problem.detail` is for people. */
export class Refused extends Error {
  /** @param {Problem} problem */
  constructor(problem) {
    super(problem.detail);
    this.problem = problem;
  }
}

/** No answer came. */
export class Lost extends Error {}

/**
 * @typedef {object} Command what is sent until it is answered
 * @property {string} key
 * @property {string} method
 * @property {string} path
 * @property {unknown} body
 * @property {Record<string, string>} headers
 * @property {number} at when it was asked for
 */

/**
 * Requests to the API. What changes something at a table is kept with its key before it is sent, and sent until an answer comes,
 * after a reload too: so it is done once, whatever gets lost.
 */
export class Api {
  /**
   * @param {Memory} memory
   * @param {{fetch?: typeof fetch, rest?: typeof sleep, now?: () => number}} [world] other ones in tests
   */
  constructor(memory, { fetch: ask = (...request) => fetch(...request), rest = sleep, now = Date.now } = {}) {
    this.memory = memory;
    this.fetch = ask;
    /** @type {typeof sleep} wait, but no longer than until the network is back */
    this.rest = (milliseconds, signal) => this.restOnline(rest, milliseconds, signal);
    this.now = now;
    /** Whether the last request was answered. */
    this.isReached = new Signal(true);
    /** Whether this device has a network, as far as it knows. */
    this.isOnline = new Signal(true);
    /** By how many milliseconds the server's clock is ahead of ours. */
    this.ahead = new Signal(0);
    /** @type {string | null} */
    this.token = null;
    /** @type {(answer: any) => void} what is told of each command that was carried out */
    this.done = () => {};
    /** @type {(table: string) => string | null} what opens a private table */
    this.joinCode = () => null;
  }

  /** @param {typeof sleep} rest @param {number} milliseconds @param {AbortSignal} [signal] ends it early */
  async restOnline(rest, milliseconds, signal) {
    const waking = new AbortController(), end = () => waking.abort();
    const unlisten = this.isOnline.listen((isOnline) => isOnline && end());
    signal?.addEventListener("abort", end);
    if (signal?.aborted) end();
    await rest(milliseconds, waking.signal);
    unlisten();
    signal?.removeEventListener("abort", end);
  }

  /**
   * @param {string} path @param {{headers?: Record<string, string>, signal?: AbortSignal, file?: Blob}} [more] `file`: what is
   * asked about, which the server keeps nothing of
   * @returns {Promise<any>} the answer's JSON
   */
  read(path, more = {}) {
    return this.readAs(told, path, more);
  }

  /** @param {string} path @returns {Promise<string>} the answer's text, which is no JSON */
  text(path) {
    return this.readAs((answer) => (answer.ok ? wholeText(answer) : told(answer)), path);
  }

  /**
   * Ask again while the server is away; a text that broke off halfway counts as no answer.
   * @template T @param {(answer: Response) => Promise<T>} body what is read of the answer
   * @param {string} path @param {{headers?: Record<string, string>, signal?: AbortSignal, file?: Blob}} [more]
   * @returns {Promise<T>}
   */
  async readAs(body, path, more = {}) {
    const method = more.file === undefined ? "GET" : "POST";
    for (let tries = 0; ; tries++) {
      try {
        const answer = await this.once(method, path, more.file, more.headers, more.signal);
        const wait = answer.status === 503 ? retryAfter(answer) : null;
        if (wait === null || tries >= READS) return await body(answer);
        await this.rest(wait, more.signal);
      } catch (error) {
        if (error instanceof Refused || more.signal?.aborted || tries >= READS) throw error;
        await this.rest(pause(tries), more.signal);
      }
      if (more.signal?.aborted) throw new Lost(t("page.not_wanted"));
    }
  }

  /**
   * Send a request once: one that takes no key, since its answer is shown once, or that does nothing.
   * @param {string} method @param {string} path @param {unknown} [body] @param {Record<string, string>} [headers]
   * @returns {Promise<any>}
   */
  async sendOnce(method, path, body, headers) {
    return told(await this.once(method, path, body, headers));
  }

  /**
   * Carry out a command once, however often it must be sent.
   * @param {string} method @param {string} path @param {unknown} body @param {Record<string, string>} [headers]
   * @returns {Promise<any>}
   */
  async send(method, path, body = {}, headers = {}) {
    const command = { key: randomHex(16), method, path, body, headers, at: this.now() };
    this.memory.keep(PENDING + command.key, command);
    return this.deliver(command);
  }

  /**
   * @param {Command} command @returns {Promise<any>}
   */
  async deliver({ key, method, path, body, headers, at }) {
    for (let tries = 0; ; tries++) {
      if (this.memory.read(PENDING + key) === null) throw new Lost(t("page.given_up"));
      let wait = pause(tries);
      try {
        const answer = await this.once(method, path, body, { ...headers, "Idempotency-Key": key });
        const asked = answer.status === 503 || answer.status === 429 ? retryAfter(answer) : null;
        if (asked === null || (answer.status === 429 && asked > 10_000)) {
          this.memory.keep(PENDING + key, null);
          const said = await told(answer);
          this.done(said);
          return said;
        }
        wait = asked;
      } catch (error) {
        if (error instanceof Refused) throw error;
      }
      await this.rest(wait);
      if (this.now() - at > STALE) this.memory.keep(PENDING + key, null);
    }
  }

  /** Send again what was not answered when the page ended. @returns {Promise<unknown>} when all is answered */
  async resume() {
    /** @type {Command[]} */
    const waiting = this.memory.names(PENDING).map((name) => this.memory.read(name)).filter(Boolean);
    for (const { key, at } of waiting) if (this.now() - at > STALE) this.memory.keep(PENDING + key, null);
    return Promise.allSettled(waiting.sort((one, other) => one.at - other.at).map((command) => this.deliver(command)));
  }

  /**
   * @param {string} method @param {string} path @param {unknown} [body] a Blob is a file, all else becomes JSON
   * @param {Record<string, string>} [headers] @param {AbortSignal} [signal] @returns {Promise<Response>}
   */
  async once(method, path, body, headers = {}, signal) {
    /** @type {RequestInit} */
    const request = { method, headers: { ...this.headers(path), ...headers }, credentials: "omit" };
    if (signal !== undefined) request.signal = signal;
    if (body !== undefined) {
      const isFile = body instanceof Blob;
      request.headers = { ...request.headers, "Content-Type": isFile ? "application/octet-stream" : "application/json" };
      request.body = isFile ? body : JSON.stringify(body);
    }
    const sent = this.now();
    let answer;
    try {
      answer = await this.fetch("/v1" + path, request);
    } catch {
      if (!signal?.aborted) this.isReached.set(false);
      throw new Lost(t("page.no_answer"));
    }
    if (BY_PROXIES.includes(answer.status) && !isOurs(answer)) {
      this.isReached.set(false);
      throw new Lost(t("page.no_answer"));
    }
    this.isReached.set(true);
    const clock = answer.headers.get("Server-Time");
    if (clock !== null) this.ahead.set(Math.round(Number(clock) - (sent + this.now()) / 2));
    return answer;
  }

  /**
   * Take in what time it was on the server when it sent a message of a stream, which may be on its way for some time: so the
   * server's clock is at least that far ahead of ours, and not much more unless ours was set anew.
   * @param {number} time
   */
  hear(time) {
    const least = time - this.now();
    if (this.ahead.value < least || this.ahead.value > least + LATE) this.ahead.set(least);
  }

  /** @param {string} path @returns {Record<string, string>} who asks, in which language, and what opens the table */
  headers(path) {
    const code = this.joinCode(path.match(/^\/tables\/(\w+)/)?.[1] ?? "");
    return {
      "Accept-Language": language.value,
      ...(this.token === null ? {} : { Authorization: `Bearer ${this.token}` }),
      ...(code === null ? {} : { "Join-Code": code }),
    };
  }
}

/** @param {Response} answer of an error @returns {boolean} whether the server gave it, and not a proxy before it */
const isOurs = (answer) => answer.headers.get("Content-Type")?.startsWith("application/problem+json") ?? false;

/** @param {Response} answer @returns {Promise<any>} */
async function told(answer) {
  if (answer.status === 204) return null;
  const said = await answer.json().catch(() => null);
  if (answer.ok && said !== null) return said;
  const { status } = answer;
  throw new Refused(said ?? { type: "", title: "", status, code: "", detail: t("page.answered", { status }) });
}

/** @param {Response} answer @returns {Promise<string>} */
const wholeText = (answer) => answer.arrayBuffer().catch(() => {
  throw new Lost(t("page.half_answer"));
}).then(decoded); // not the answer's own text, which hides what is none
