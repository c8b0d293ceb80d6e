/** Streams of the API, as pages follow them: those of the client library, and what the page knows by them of the server. */
import { follow as messagesOf } from "../../../clients/typescript/streams/stream.js";
import { Lost, Refused } from "./api.js";
import { Signal } from "./state.js";
/** @import { Message, Reads } from "../../../clients/typescript/streams/stream.js" */
/** @import { Api } from "./api.js" */

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
  const messages = messagesOf({
    ask: (headers, own) => api.once("GET", path, undefined, headers, own),
    read: (where) => api.once("GET", where, undefined, {}, signal),
    refusal: (problem) => new Refused(problem),
    rest: (milliseconds) => api.rest(milliseconds, signal),
    opened: (is) => isOpen.set(is),
    broken: (error) => {
      if (!(error instanceof Lost)) api.isReached.set(false);
    },
    reads,
    signal,
  });
  for await (const message of messages) {
    if (typeof message.data?.now === "number") api.hear(message.data.now);
    try {
      tell(message);
    } catch (error) { // one message that a page cannot take must not end its stream
      console.error(error);
    }
  }
}
