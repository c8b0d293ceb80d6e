/** Requests to the API and its streams: what is lost is asked again, and nothing is played twice. */
import { server } from "./config.js";
import { accessToken, SignedOut } from "./oauth.js";

const PENDING = "pending";

/** The server refuses; the message is for people. */
export class Refused extends Error {
  constructor({ status, code, detail }) {
    super(detail);
    Object.assign(this, { status, code });
  }
}

const rest = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const pause = (tries) => Math.min(15_000, 500 * 2 ** tries) * (0.5 + Math.random() / 2);

/** Ask once; with a token that the server does not take any more, once again with a fresh one. */
async function once(path, request) {
  let token = await accessToken();
  for (let isFresh = false; ; isFresh = true) {
    const answer = await fetch(`${server}/v1${path}`, { ...request, headers: { ...request.headers, Authorization: `Bearer ${token}` } });
    if (answer.status !== 401 || isFresh) return answer;
    token = await accessToken(token);
  }
}

/** Ask until an answer comes. Returns its JSON. */
export async function ask(method, path, body, headers = {}) {
  const request = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  if (body) request.headers = { ...headers, "Content-Type": "application/json" };
  for (let tries = 0; ; tries++) {
    try {
      const answer = await once(path, request);
      if (answer.status !== 429 && answer.status !== 503) {
        const told = await answer.json();
        if (answer.ok) return told;
        throw answer.status === 401 ? new SignedOut(told.detail) : new Refused(told);
      }
      await rest(1000 * Number(answer.headers.get("Retry-After") ?? 1));
    } catch (error) {
      if (error instanceof SignedOut || error instanceof Refused) throw error;
      await rest(pause(tries)); // no answer came
    }
  }
}

/** Change something at a table, once, even if this page ends before the answer comes. */
export async function command(method, path, body) {
  const made = { method, path, body, key: crypto.randomUUID() };
  localStorage.setItem(PENDING, JSON.stringify(made));
  return carryOut(made);
}

async function carryOut({ method, path, body, key }) {
  try {
    return await ask(method, path, body, { "Idempotency-Key": key });
  } finally {
    localStorage.removeItem(PENDING);
  }
}

/** Send again what was not answered when the page ended. */
export async function resume() {
  const left = localStorage.getItem(PENDING);
  if (left !== null) await carryOut(JSON.parse(left)).catch((error) => { if (error instanceof SignedOut) throw error; });
}

/** Yield the messages of a table's stream; a stream that is lost goes on behind its last message. */
export async function* messages(table, signal) {
  let last = "";
  for (let tries = 0; !signal.aborted; tries++) {
    try {
      const headers = { Accept: "text/event-stream", ...(last && { "Last-Event-ID": last }) };
      const answer = await once(`/tables/${table}/events`, { headers, signal });
      if (answer.status === 401) throw new SignedOut((await answer.json()).detail);
      if (!answer.ok && answer.status !== 429 && answer.status !== 503) throw new Refused(await answer.json());
      if (answer.ok) {
        const chunks = answer.body.pipeThrough(new TextDecoderStream()).getReader();
        for (let text = "", part = await chunks.read(); !part.done; part = await chunks.read()) {
          const whole = (text + part.value).split("\n\n");
          text = whole.pop();
          for (const message of whole) {
            const found = message.match(/^event: (.*)\nid: (.*)\ndata: (.*)$/);
            if (found === null) continue; // a sign of life
            [tries, last] = [0, found[2]];
            yield { type: found[1], data: JSON.parse(found[3]) };
          }
        }
      }
    } catch (error) {
      if (error instanceof SignedOut || error instanceof Refused || signal.aborted) throw error;
    }
    await rest(pause(tries));
  }
}
