/**
 * What is asked of the API: requests and streams. Streams go over fetch, since EventSource can send no token; one that breaks
 * is taken up behind its last message, and where the server has no room for one, reads that wait tell the same.
 */
import { randomHex, randomShare, Signal } from "./state.js";
/** @import { Problem } from "../types" */
/** @import { Memory } from "./state.js" */

const PENDING = "pending.";
const STALE = 600_000; // milliseconds after which a command that nobody heard of is not tried again
const READS = 4; // tries of a read before it is given up

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
    this.rest = rest;
    this.now = now;
    /** Whether the last request was answered. */
    this.isReached = new Signal(true);
    /** By how many milliseconds the server's clock is ahead of ours. */
    this.ahead = new Signal(0);
    /** @type {string | null} */
    this.token = null;
    /** @type {(answer: any) => void} what is told of each command that was carried out */
    this.done = () => {};
    /** @type {(table: string) => string | null} what opens a private table */
    this.joinCode = () => null;
  }

  /**
   * @param {string} path @param {{headers?: Record<string, string>, signal?: AbortSignal, file?: Blob}} [more] `file`: what is
   * asked about, which the server keeps nothing of
   * @returns {Promise<any>} the answer's JSON
   */
  async read(path, more = {}) {
    const method = more.file === undefined ? "GET" : "POST";
    for (let tries = 0; ; tries++) {
      try {
        const answer = await this.once(method, path, more.file, more.headers, more.signal);
        const wait = answer.status === 503 ? retryAfter(answer) : null;
        if (wait === null || tries >= READS) return await told(answer);
        await this.rest(wait, more.signal);
      } catch (error) {
        if (error instanceof Refused || more.signal?.aborted || tries >= READS) throw error;
        await this.rest(pause(tries), more.signal);
      }
      if (more.signal?.aborted) throw new Lost("It is not wanted any more");
    }
  }

  /** @param {string} path @returns {Promise<string>} the answer's text, which is no JSON */
  async text(path) {
    const answer = await this.once("GET", path);
    return answer.ok ? answer.text() : told(answer);
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
      if (this.memory.read(PENDING + key) === null) throw new Lost("It was given up");
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
      throw new Lost("The server does not answer");
    }
    this.isReached.set(true);
    const clock = answer.headers.get("Server-Time");
    if (clock !== null) this.ahead.set(Math.round(Number(clock) - (sent + this.now()) / 2));
    return answer;
  }

  /** @param {string} path @returns {Record<string, string>} who asks, and what opens the table */
  headers(path) {
    const code = this.joinCode(path.match(/^\/tables\/(\w+)/)?.[1] ?? "");
    return {
      ...(this.token === null ? {} : { Authorization: `Bearer ${this.token}` }),
      ...(code === null ? {} : { "Join-Code": code }),
    };
  }
}

/** @param {Response} answer @returns {Promise<any>} */
async function told(answer) {
  if (answer.status === 204) return null;
  const said = await answer.json().catch(() => null);
  if (answer.ok && said !== null) return said;
  const { status } = answer;
  throw new Refused(said ?? { type: "", title: "", status, code: "", detail: `The server answered ${status}` });
}

const NO_ROOM = ["http/no_slot", "http/too_many"]; // refusals of a stream where a read is answered

/** @typedef {{type: string, id: string, data: any}} Message */

/**
 * @typedef {object} Reads what is asked for where no stream can be had
 * @property {(last: string) => string} path behind the message of this id; "" for none yet
 * @property {(said: any) => {messages: Message[], last: string}} told what an answer says, and how to go on behind it
 * @property {number} every milliseconds to wait behind an answer that did not wait itself
 */

/** What is left of a stream's text behind its last whole message, and the messages before. */
export class Reader {
  constructor() {
    this.rest = "";
    /** @type {number | null} milliseconds, as the server wants it */
    this.retry = null;
  }

  /** @param {string} text @returns {Message[]} what has become whole with it */
  take(text) {
    const blocks = (this.rest + text).split("\n\n");
    this.rest = blocks.pop() ?? "";
    return blocks.flatMap((block) => this.message(block));
  }

  /** @param {string} block @returns {Message[]} none for a sign of life */
  message(block) {
    /** @type {Record<string, string>} */
    const fields = {};
    for (const line of block.split("\n")) {
      const [, name, value] = line.match(/^(\w+): ?(.*)$/) ?? [];
      if (name !== undefined && value !== undefined) fields[name] = value;
    }
    if (fields.retry !== undefined) this.retry = Number(fields.retry);
    if (fields.data === undefined) return [];
    return [{ type: fields.event ?? "message", id: fields.id ?? "", data: JSON.parse(fields.data) }];
  }
}

/**
 * Follow a stream until it is stopped or refused.
 * @param {Api} api @param {string} path
 * @param {(message: Message) => void} tell
 * @param {AbortSignal} signal stops it
 * @param {Reads} reads
 * @returns {Promise<void>} Refused where the server will not have it
 */
export async function follow(api, path, tell, signal, reads) {
  let last = "";
  for (let tries = 0; !signal.aborted; tries++) {
    let wait = pause(tries);
    try {
      /** @type {Record<string, string>} */
      const headers = last === "" ? {} : { "Last-Event-ID": last };
      const answer = await api.once("GET", path, undefined, { ...headers, Accept: "text/event-stream" }, signal);
      if (answer.ok && answer.body !== null) {
        const reader = new Reader();
        for await (const message of messages(answer.body, reader)) {
          if (signal.aborted) return;
          tries = -1;
          last = message.id || last;
          tell(message);
        }
        wait = reader.retry ?? pause(0);
      } else if (answer.status === 404 && last !== "") {
        last = ""; // the server's data was put back to an older copy: begin anew
      } else if (answer.status === 429 || answer.status >= 500) {
        wait = Math.max(wait, retryAfter(answer) ?? 0);
        const { code } = await answer.json().catch(() => ({ code: "" }));
        if (NO_ROOM.includes(code)) {
          const read = await readOnce(api, last, reads, signal);
          for (const message of read.messages) if (!signal.aborted) tell(message);
          [last, tries, wait] = [read.last, -1, read.wait];
        }
      } else {
        throw new Refused(await answer.json());
      }
    } catch (error) {
      if (error instanceof Refused) throw error;
      if (!(error instanceof Lost) && !signal.aborted) api.isReached.set(false);
    }
    await api.rest(wait, signal);
  }
}

/** @param {Api} api @param {string} last @param {Reads} reads @param {AbortSignal} signal */
async function readOnce(api, last, reads, signal) {
  const answer = await api.once("GET", reads.path(last), undefined, {}, signal);
  const said = await answer.json().catch(() => null);
  if (answer.ok) return { ...reads.told(said), wait: retryAfter(answer) ?? reads.every };
  if (answer.status === 429 || answer.status >= 500) {
    return { messages: [], last, wait: Math.max(pause(1), retryAfter(answer) ?? 0) };
  }
  throw new Refused(said);
}

/** @param {ReadableStream<Uint8Array>} body @param {Reader} reader */
async function* messages(body, reader) {
  const chunks = body.getReader(), decoder = new TextDecoder();
  try {
    for (;;) {
      const { done, value } = await chunks.read();
      if (done) return;
      yield* reader.take(decoder.decode(value, { stream: true }));
    }
  } finally {
    chunks.cancel().catch(() => {});
  }
}

const FIRST = 500, MOST = 15_000; // milliseconds

/**
 * Twice as long each time, and a part of it by chance, so that pages that lost a server together do not come back together.
 * @param {number} tries that failed so far @param {number} share from 0 to 1
 */
export const pause = (tries, share = randomShare()) => Math.min(MOST, FIRST * 2 ** tries) * (0.5 + share / 2);

/** @param {Response} answer @returns {number | null} milliseconds that it asks to wait */
function retryAfter(answer) {
  const seconds = answer.headers.get("Retry-After");
  return seconds === null ? null : 1000 * Number(seconds);
}

/**
 * @param {number} milliseconds @param {AbortSignal} [signal] ends it early
 * @returns {Promise<void>}
 */
function sleep(milliseconds, signal) {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener("abort", end);
    if (signal?.aborted) end();
  });
}
