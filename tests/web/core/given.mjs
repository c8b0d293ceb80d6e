/** A world without a network: what is asked is noted, answers are as a test gives them, nobody waits. */
import { Api } from "../../../service/web/core/api.js";
import { Memory, pageStore } from "../../../service/web/core/state.js";

export const json = (body, status = 200, headers = {}) => new Response(JSON.stringify(body), { status, headers });
export const lost = () => { throw new TypeError("no network"); };

/** Return an API whose answers are given one by one; the last one is given for ever. */
export function given(answers, store = pageStore()) {
  const asked = [], rests = [];
  const world = {
    time: 1_000_000,
    fetch: async (path, request) => {
      asked.push({ path, ...request });
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      return answer(request);
    },
    rest: async (milliseconds) => {
      rests.push(milliseconds);
      world.time += milliseconds;
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
  const memory = new Memory(store);
  const api = new Api(memory, { fetch: world.fetch, rest: world.rest, now: () => world.time });
  return { api, memory, store, asked, rests, world };
}

/** Return the answer of a stream that says these texts, one chunk each, and ends. */
export function streaming(...texts) {
  const encoder = new TextEncoder();
  const body = new ReadableStream({
    start(controller) {
      for (const text of texts) controller.enqueue(encoder.encode(text));
      controller.close();
    },
  });
  return new Response(body, { headers: { "Content-Type": "text/event-stream" } });
}
