/** A server without a network: what is asked is noted, answers are as a test gives them. */
import { Client } from "../../../clients/typescript/index.js";

export const json = (body, status = 200, headers = {}) =>
  new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json", ...headers } });
export const problem = (status, code, more = {}, headers = {}) => json({ status, code, title: "No", detail: "That can't be", ...more }, status, headers);
export const lost = () => { throw new TypeError("no network"); };

/** Return a client whose answers are given one by one; the last one is given for ever. */
export function given(answers, options = {}) {
  const asked = [];
  const fetch = async (url, { method, headers, body, signal }) => {
    asked.push({ method, path: url.replace("http://there", ""), headers, body });
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    return answer({ url, method, headers, body, signal });
  };
  return { asked, client: new Client("http://there/", { fetch, ...options }) };
}

/** Return the answer of a stream that says these texts, one chunk each, and ends; or stays open. */
export function streaming(texts, { isOpen = false } = {}) {
  const encoder = new TextEncoder();
  const body = new ReadableStream({
    start(controller) {
      for (const text of texts) controller.enqueue(encoder.encode(text));
      if (!isOpen) controller.close();
    },
  });
  return new Response(body, { headers: { "Content-Type": "text/event-stream" } });
}

export const message = (id, data, type = "view") => `event: ${type}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
export const view = (n, more = {}) => ({ n, phase: "playing", outcome: null, choices: null, notes: [], seat: 0, ...more });
