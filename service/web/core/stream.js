/**
 * Streams of the API. They go over fetch, since EventSource can send no token; one that breaks is taken up behind its last
 * message, and where the server has no room for one, reads that wait tell the same.
 */
import { Lost, pause, Refused, retryAfter } from "./api.js";
import { Signal } from "./state.js";
/** @import { Api } from "./api.js" */

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
 * @param {Signal<boolean>} [isOpen] is kept at whether messages can come now
 * @returns {Promise<void>} Refused where the server will not have it
 */
export async function follow(api, path, tell, signal, reads, isOpen = new Signal(false)) {
  let last = "";
  for (let tries = 0; !signal.aborted; tries++) {
    let wait = pause(tries);
    try {
      /** @type {Record<string, string>} */
      const headers = last === "" ? {} : { "Last-Event-ID": last };
      const answer = await api.once("GET", path, undefined, { ...headers, Accept: "text/event-stream" }, signal);
      if (answer.ok && answer.body !== null) {
        const reader = new Reader();
        isOpen.set(true);
        for await (const message of messages(answer.body, reader)) {
          if (signal.aborted) return;
          tries = -1;
          last = message.id || last;
          if (typeof message.data?.now === "number") api.hear(message.data.now);
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
    } finally {
      isOpen.set(false);
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
