/**
 * A stream of the API over fetch, since EventSource can send no token. One that breaks is taken up behind its last message.
 */
import { Lost, Refused } from "./api.js";
import { pause, retryAfter } from "./waiting.js";
/** @import { Api } from "./api.js" */

/** @typedef {{type: string, id: string, data: any}} Message */

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
 * @returns {Promise<void>} Refused where the server will not have it
 */
export async function follow(api, path, tell, signal) {
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
