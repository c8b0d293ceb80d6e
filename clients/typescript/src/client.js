/** An account at a server: requests with keys, retries and fresh tokens. */
import { pause, sleep } from "../streams/pauses.js";
import { follow } from "../streams/stream.js";
import { apiError, ApiError, NoAnswer, NotSignedIn } from "./errors.js";
import { play } from "./bots.js";
import { renewedTokens, revokeToken } from "./oauth.js";
import { Table } from "./table.js";
/**
 * @import {
 *   AccountMessage, Bot, Caller, ClientOptions, NewQuickSeat, NewTable, PlaySettings, Registered, Store, Tokens, View,
 * } from "../types.js"
 */
/** @import { Trust } from "./checks.js" */
/** @import { Reads, Source } from "../streams/stream.js" */

const BUSY = [429, 502, 503, 504];
const LATE = 15_000; // milliseconds without an answer, besides those that the server was asked to wait
const KEYED = /^\/v1\/(tables|quick|disputes|tournaments)\b(?!.*\/(actions\/check|analysis|phrases)$)/; // a test holds it
const HARMLESS = /^\/v1\/(verifications|replays|tables\/[^/]+\/(actions\/check|analysis))$/; // these change nothing
const NEWS = "/v1/players/me/events";

/** @type {Reads} the account's messages by waiting reads */
const NEWS_READ = {
  path: (last) => (last === "" ? NEWS : `${NEWS}?after=${last}&wait=25`),
  told: ({ messages, last }) => ({
    messages: messages.map((/** @type {any} */ { id, data }) => ({ type: data.type, id: `${id}`, data })), last: `${last}`,
  }),
  every: 0,
};

/**
 * @typedef {object} More what a request is sent with
 * @property {Record<string, unknown>} [path] @property {Record<string, unknown>} [query] @property {unknown} [body]
 * @property {Record<string, string>} [headers] @property {AbortSignal} [signal]
 * @property {boolean} [isRaw] whether its bytes are wanted as they come
 */
/**
 * @typedef {object} Ready a request as it is sent
 * @property {string} method @property {string} url @property {Record<string, string>} headers
 * @property {string | Uint8Array | undefined} body @property {AbortSignal | undefined} signal
 * @property {number} wait milliseconds that the server may take on purpose
 */
/** @typedef {{status: number, headers: Headers, content: Uint8Array}} Reply */

/** @returns {Store} one that ends with the process */
function memoryStore() {
  /** @type {Map<string, string>} */
  const held = new Map();
  return {
    getItem: (name) => held.get(name) ?? null,
    setItem: (name, value) => void held.set(name, value),
    removeItem: (name) => void held.delete(name),
  };
}

/** An account at a server, or nobody's eyes where it has no token. */
export class Client {
  /** @param {string} url of the server, without `/v1` @param {ClientOptions} [options] */
  constructor(url, { token = null, tokens = null, keepTokens = () => {}, ...options } = {}) {
    this.url = url.replace(/\/+$/, "");
    this.token = token;
    /** @type {Tokens | null} */
    this.tokens = tokens;
    this.keepTokens = keepTokens;
    this.patience = options.patience ?? 60_000;
    this.verify = options.verify ?? false;
    this.isStreamed = options.streams ?? true;
    this.store = options.store ?? memoryStore();
    /** @type {typeof fetch} */
    this.fetch = options.fetch ?? ((...request) => fetch(...request));
    /** @type {string | null} id of the account, once known */
    this.player = null;
    /** @type {Promise<void> | null} */
    this.renewing = null;
    /** @type {Promise<Trust> | null} */
    this.trusting = null;
    /** @type {Caller<"get">} */
    this.get = (path, ...[more]) => this.send("GET", path, /** @type {More} */ (more ?? {}));
    /** @type {Caller<"post">} */
    this.post = (path, ...[more]) => this.send("POST", path, /** @type {More} */ (more ?? {}));
    /** @type {Caller<"put">} */
    this.put = (path, ...[more]) => this.send("PUT", path, /** @type {More} */ (more ?? {}));
    /** @type {Caller<"patch">} */
    this.patch = (path, ...[more]) => this.send("PATCH", path, /** @type {More} */ (more ?? {}));
    /** @type {Caller<"delete">} */
    this.delete = (path, ...[more]) => this.send("DELETE", path, /** @type {More} */ (more ?? {}));
  }

  /**
   * Make an account, and act for it from now on. Keep `token` and `recovery_code` of the answer.
   * @param {string} [name] without one the server makes one @returns {Promise<Registered>}
   */
  async register(name) {
    await this.trust(); // keys are pinned before anything else
    const made = await this.post("/v1/players", { body: name === undefined ? {} : { name } });
    this.token = made.token;
    this.player = made.player;
    return made;
  }

  /** @returns {Promise<string>} the id of the account */
  async ownId() {
    this.player ??= (await this.get("/v1/players/me")).player;
    return this.player;
  }

  /** @param {string} id @param {string} [joinCode] opens a private table @returns {Promise<Table>} */
  table(id, joinCode) {
    return Table.of(this, id, joinCode);
  }

  /** @param {NewTable} settings @returns {Promise<Table>} a new table at which nobody sits yet */
  async openTable(settings) {
    await this.trust();
    const answer = await this.post("/v1/tables", { body: settings });
    const table = await Table.of(this, answer.view.table, /** @type {any} */ (answer).join_code ?? undefined);
    await table.check?.see(answer);
    return table;
  }

  /** @param {NewQuickSeat} wish @returns {Promise<Table>} one at which the server has given a seat */
  async quickTable(wish) {
    await this.trust();
    const { entropy, commitment } = this.verify ? await this.drawn() : { entropy: undefined, commitment: undefined };
    const answer = await this.post("/v1/quick", { body: { ...wish, ...(commitment === undefined ? {} : { commitment }) } });
    const table = await Table.of(this, answer.view.table, undefined, entropy);
    await table.check?.see(answer);
    return table;
  }

  /**
   * Play a table to its end. @param {Bot} bot @param {PlaySettings} settings @param {{signal?: AbortSignal}} [more]
   * @returns {Promise<{table: Table, view: View}>} the last view; with `verify`, `table.verdict` is there
   */
  play(bot, settings, more = {}) {
    return play(this, bot, settings, more);
  }

  /**
   * Hear what is new at all tables and tournaments of the account. @param {{signal?: AbortSignal, last?: string}} [more] `last`:
   * id of the last message that is known @returns {AsyncGenerator<AccountMessage & {id: string}, void, void>}
   */
  async *news({ signal = new AbortController().signal, last = "" } = {}) {
    for await (const { id, data } of this.follow(NEWS, NEWS_READ, { signal, last })) yield { ...data, id };
  }

  /**
   * Follow a stream of the API. @param {string} path @param {Reads} reads what is asked where there is no stream
   * @param {Pick<Source, "signal" | "last" | "opened" | "line"> & {headers?: Record<string, string>}} more
   */
  follow(path, reads, { headers = {}, ...more }) {
    return follow({
      ask: (asked, signal) => this.opened("GET", path, { ...headers, ...asked }, signal),
      read: (where) => this.opened("GET", where, headers, more.signal),
      refusal: (problem) => apiError(problem?.status ?? 0, problem),
      isStreamed: this.isStreamed,
      reads,
      ...more,
    });
  }

  /** @returns {Promise<Trust | null>} what the checks are held to; null: nothing is checked */
  async trust() {
    if (!this.verify) return null;
    this.trusting ??= import("./checks.js").then(({ Trust }) => Trust.of(this));
    return this.trusting;
  }

  /** @returns {Promise<{entropy: string, commitment: string}>} a share in a deal, and what is promised of it */
  async drawn() {
    const { drawnEntropy, commitmentOf } = await import("./checks.js"), entropy = drawnEntropy();
    return { entropy, commitment: commitmentOf(await this.ownId(), entropy) };
  }

  /** End the grant of this client: none of its tokens is good for anything from then on. */
  async revoke() {
    if (this.tokens !== null) await revokeToken(this, this.tokens);
    this.tokens = null;
  }

  /**
   * Send a request until an answer comes, with one key.
   * @param {string} method @param {string} path as openapi.yaml names it @param {More} more @returns {Promise<any>}
   */
  async send(method, path, more) {
    const isKeyed = method !== "GET" && KEYED.test(path), isRepeatable = isKeyed || method !== "POST" || HARMLESS.test(path);
    const key = isKeyed ? { "Idempotency-Key": randomKey() } : {};
    const body = more.body ?? (method === "POST" && isKeyed ? {} : undefined);
    const request = { ...more, body, headers: { ...key, ...more.headers } };
    return this.patiently(() => this.ready(method, path, request), isRepeatable, more.isRaw ? contentOnly : contentOf);
  }

  /** @param {string} method @param {string} path @param {More} more @returns {Ready} a request with the token of now */
  ready(method, path, { path: names = {}, query = {}, body, headers = {}, signal }) {
    const place = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(names[name])));
    const asked = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
    const search = new URLSearchParams(asked.map(([name, value]) => [name, String(value)])).toString();
    const isFile = typeof body === "string" || body instanceof Uint8Array;
    const kind = body === undefined ? {} : { "Content-Type": isFile ? "application/octet-stream" : "application/json" };
    return {
      method, signal, url: this.url + place + (search === "" ? "" : `?${search}`), wait: 1000 * Number(query.wait ?? 0),
      headers: { Accept: "application/json, */*;q=0.5", ...kind, ...this.authorization(), ...headers },
      body: isFile || body === undefined ? body : JSON.stringify(body),
    };
  }

  /** @returns {Record<string, string>} */
  authorization() {
    const token = this.tokens?.accessToken ?? this.token;
    return token === null ? {} : { Authorization: `Bearer ${token}` };
  }

  /**
   * Repeat a request until an answer comes that waiting would not change. One that is not repeatable is sent again only where
   * the server says that it has done nothing.
   * @template T @param {() => Ready} request @param {boolean} isRepeatable @param {(reply: Reply) => T} read
   * @returns {Promise<T>} what is read of a good answer
   */
  async patiently(request, isRepeatable, read) {
    const end = Date.now() + this.patience;
    for (let tries = 0, isRenewed = false; ; tries++) {
      const ready = request();
      let wait = pause(tries), again = isRepeatable, failure;
      try {
        const reply = await this.exchange(ready);
        if (reply.status < 400) return read(reply);
        failure = problemOf(reply);
        if (failure instanceof NotSignedIn && this.tokens !== null && !isRenewed) {
          isRenewed = true;
          await this.renew(ready.headers.Authorization);
          continue;
        }
        again = BUSY.includes(reply.status) && (isRepeatable || isUndone(failure));
        wait = failure.retryAfter ?? wait;
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error;
        failure = error;
      }
      if (!again || Date.now() + wait > end || ready.signal?.aborted) throw failure;
      await sleep(wait, ready.signal);
    }
  }

  /** @param {Ready} ready @returns {Promise<Reply>} NoAnswer where there is none, or only a part of one */
  async exchange({ method, url, headers, body, wait, signal }) {
    const own = new AbortController(), stop = () => own.abort();
    const timer = setTimeout(stop, LATE + wait);
    signal?.addEventListener("abort", stop);
    if (signal?.aborted) stop();
    try {
      const sent = /** @type {BodyInit | null} */ (body ?? null);
      const answer = await this.fetch(url, { method, headers, body: sent, credentials: "omit", signal: own.signal });
      return { status: answer.status, headers: answer.headers, content: new Uint8Array(await answer.arrayBuffer()) };
    } catch (error) {
      throw new NoAnswer("The server does not answer", { cause: error });
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", stop);
    }
  }

  /** @param {string} method @param {string} path @param {Record<string, string>} headers @param {AbortSignal} signal */
  async opened(method, path, headers, signal) {
    const ask = () => {
      const own = this.authorization(), all = { ...own, ...headers };
      return { own, answer: this.fetch(this.url + path, { method, headers: all, credentials: "omit", signal }) };
    };
    const first = ask(), answer = await first.answer;
    if (answer.status !== 401 || this.tokens === null) return answer;
    await this.renew(first.own.Authorization);
    return ask().answer;
  }

  /** Exchange the refresh token, unless that was done since. @param {string | undefined} used the header that was refused */
  async renew(used) {
    if (this.tokens === null || used !== this.authorization().Authorization) return;
    this.renewing ??= renewedTokens(this, this.tokens).then(async (tokens) => {
      await this.keepTokens(tokens); // before they are used: the first use ends the old ones
      this.tokens = tokens;
    }).finally(() => {
      this.renewing = null;
    });
    await this.renewing;
  }
}

/** @returns {string} a word that nobody else thinks of */
function randomKey() {
  const drawn = crypto.getRandomValues(new Uint8Array(16)); // `randomUUID` is missing on plain http
  return Array.from(drawn, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {ApiError} failure @returns {boolean} whether a busy server promises that it has done nothing */
const isUndone = ({ status, code }) =>
  (status === 429 || status === 503) && !code.startsWith("http/5") && code !== "service/unknown";

/** @param {Reply} reply @returns {ApiError} */
function problemOf(reply) {
  let said = null;
  try {
    said = JSON.parse(new TextDecoder().decode(reply.content));
  } catch {
    // something else than fairdeal has answered
  }
  const wait = reply.headers.get("Retry-After");
  const problem = said !== null && typeof said === "object" ? said : null;
  return apiError(reply.status, problem, wait === null ? null : 1000 * Number(wait));
}

/** @param {Reply} reply @returns {Uint8Array} */
const contentOnly = ({ content }) => content;

/** @param {Reply} reply @returns {any} JSON as a value, texts as strings, all else as bytes; null where there is nothing */
function contentOf({ headers, content }) {
  const kind = headers.get("Content-Type") ?? "";
  if (content.length === 0) return null;
  if (!/^text\/|json|xml|yaml/.test(kind)) return content;
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(content);
  if (!/json(;|$)/.test(kind) || /jsonl|ndjson/.test(kind)) return text;
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new NoAnswer("The answer did not come whole", { cause: error });
  }
}
