/**
 * Streams of the API, for the client library and the web client. They go over fetch, since EventSource can send no token. One
 * that breaks is resumed behind its last message, and where the server has no room for one, waiting reads tell the same.
 */
import { pause, retryAfter, sleep } from "./pauses.js";

const NO_ROOM = ["http/no_slot", "http/too_many"]; // refusals of a stream where a read is answered
const BEGINS = 10_000; // milliseconds in which a stream begins; the server says something at once
const SILENCE = 45_000; // milliseconds without a byte; the server sends a sign of life every 15 seconds
const READS = 600_000; // milliseconds for which reads are asked for, where no stream came through

/** @typedef {{type: string, id: string, data: any}} Message */

/**
 * @typedef {object} Reads what is asked for where no stream can be had
 * @property {(last: string) => string} path behind the message of this id; "" for none yet
 * @property {(said: any) => {messages: Message[], last: string}} told what an answer says, and how to go on behind it
 * @property {number} every milliseconds to wait behind an answer that did not wait itself
 */

/**
 * @typedef {object} Source how a stream is asked for
 * @property {(headers: Record<string, string>, signal: AbortSignal) => Promise<Response>} ask
 * @property {(path: string) => Promise<Response>} read asks for a waiting read
 * @property {(problem: any) => Error} refusal the error for an answer that will not change
 * @property {Reads} reads
 * @property {AbortSignal} signal ends it
 * @property {string} [last] id of the last message that is known
 * @property {(milliseconds: number, signal: AbortSignal) => Promise<void>} [rest]
 * @property {(isOpen: boolean) => void} [opened] is told whether messages can come now
 * @property {(error: unknown) => void} [broken] is told why a stream broke
 * @property {boolean} [isStreamed] false: only waiting reads are asked for
 * @property {{drop?: () => void}} [line] gets what drops a connection that seems dead; a new one follows at once
 */

/** Takes the text of a stream piece by piece. */
export class Reader {
  constructor() {
    this.rest = "";
    /** @type {number | null} milliseconds to wait before coming back, as the server wants it */
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
 * @param {Source} source
 * @returns {AsyncGenerator<Message, void, void>} throws what `refusal` returns where the server refuses it for good
 */
export async function* follow(source) {
  const { signal, refusal, rest = sleep, opened = () => {}, broken = () => {}, line = {} } = source;
  let { last = "" } = source, readsUntil = source.isStreamed === false ? Infinity : 0;
  for (let tries = 0; !signal.aborted; tries++) {
    let wait = pause(tries), isRead = Date.now() < readsUntil, isBegun = false;
    /** @type {Error | null} */
    let refused = null;
    const own = new Connection(signal);
    line.drop = () => own.drop();
    try {
      const answer = isRead ? null : await own.within(source.ask(headersBehind(last), own.signal), BEGINS);
      if (answer?.ok && answer.body !== null) {
        const reader = new Reader();
        for await (const message of own.messages(answer.body, reader)) {
          if (signal.aborted) return;
          if (!isBegun) opened(isBegun = true);
          tries = -1;
          last = message.id || last;
          yield message;
        }
        wait = reader.retry ?? pause(0);
      } else if (answer?.status === 404 && last !== "") {
        last = ""; // the server's data was put back to an older copy: begin anew
      } else if (answer !== null && (answer.status === 429 || answer.status >= 500)) {
        wait = Math.max(wait, retryAfter(answer) ?? 0);
        isRead = NO_ROOM.includes((await answer.json().catch(() => ({}))).code);
      } else if (answer !== null) {
        refused = refusal(await answer.json());
      }
      if (isRead) {
        const found = await readOnce(source, last);
        refused = found.refused;
        for (const message of found.messages) if (!signal.aborted) yield message;
        [last, tries, wait] = [found.last, -1, found.wait];
      }
    } catch (error) {
      if (own.isDropped && !isBegun) readsUntil = Date.now() + READS; // something on the way holds streams back
      if (own.isDropped) wait = 0;
      if (!signal.aborted) broken(error);
    } finally {
      own.end();
      opened(false);
    }
    if (refused !== null) throw refused;
    await rest(wait, signal);
  }
}

/** @param {string} last @returns {Record<string, string>} */
const headersBehind = (last) => ({ ...(last === "" ? {} : { "Last-Event-ID": last }), Accept: "text/event-stream" });

/** One connection of a stream: it is dropped when nothing comes for too long, whatever has become of the request. */
class Connection {
  /** @param {AbortSignal} signal ends it */
  constructor(signal) {
    this.outer = signal;
    this.controller = new AbortController();
    this.signal = this.controller.signal;
    this.isDropped = false;
    this.stop = () => this.controller.abort();
    signal.addEventListener("abort", this.stop);
  }

  drop() {
    this.isDropped = true;
    this.stop();
  }

  end() {
    this.outer.removeEventListener("abort", this.stop);
    this.stop();
  }

  /** @template T @param {Promise<T>} answer @param {number} milliseconds in which it must come @returns {Promise<T>} */
  within(answer, milliseconds) {
    return new Promise((resolve, reject) => {
      const end = () => reject(new Error("The stream was dropped")), timer = setTimeout(() => this.drop(), milliseconds);
      this.signal.addEventListener("abort", end, { once: true });
      if (this.signal.aborted) end();
      answer.then(resolve, reject).finally(() => {
        clearTimeout(timer);
        this.signal.removeEventListener("abort", end);
      });
    });
  }

  /** @param {ReadableStream<Uint8Array>} body @param {Reader} reader */
  async *messages(body, reader) {
    const chunks = body.getReader(), decoder = new TextDecoder();
    try {
      for (let wait = BEGINS; ; wait = SILENCE) {
        const { done, value } = await this.within(chunks.read(), wait);
        if (done) return;
        yield* reader.take(decoder.decode(value, { stream: true }));
      }
    } finally {
      chunks.cancel().catch(() => {});
    }
  }
}

/**
 * @param {Source} source @param {string} last
 * @returns {Promise<{messages: Message[], last: string, wait: number, refused: Error | null}>}
 */
async function readOnce({ read, reads, refusal }, last) {
  const answer = await read(reads.path(last));
  const said = await answer.json().catch(() => null);
  if (answer.ok) return { ...reads.told(said), wait: retryAfter(answer) ?? reads.every, refused: null };
  const nothing = { messages: [], last, wait: Math.max(pause(1), retryAfter(answer) ?? 0) };
  return { ...nothing, refused: answer.status === 429 || answer.status >= 500 ? null : refusal(said) };
}
