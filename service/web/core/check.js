/** Check a deal in this browser. */
import { Refused } from "./api.js";
import { Signal } from "./state.js";
import { needWords, t } from "./words.js";
/** @import { Receipt } from "../types" */
/** @import { Shuffles } from "../../../clients/typescript/verify/shuffle.js" */
/** @import { Proof } from "../../../clients/typescript/verify/tree.js" */
/** @import { Good, Wrong } from "../../../clients/typescript/verify/verdict.js" */
/** @import { Keys, Trust } from "./account.js" */
/** @import { Api } from "./api.js" */
/** @import { Receipts } from "./state.js" */

const [TRIES, SOON] = [8, 1000]; // a table that has just ended is in the signed tree within seconds

/**
 * @typedef {object} Checked what was checked with what
 * @property {Good | Wrong} verdict @property {string} text the log @property {string} table
 * @property {Keys | null} keys @property {Receipt[]} receipts
 * @property {Proof | null} proof @property {string | null} noProof why there is none
 */
/** @typedef {{share: number | null, checked: Checked | null, problem: string}} CheckState `share`: how much is done */

/** What no page waits for before a deal is checked. */
const verifier = () => import("../../../clients/typescript/verify/verdict.js").catch(() => {
  throw new Error(t("deals.no_verifier"));
});

/** Load what checks a deal, so that a check needs no server later; a check itself says if that failed. */
export const prepareCheck = () => {
  verifier().catch(() => {});
  needWords("verdict").catch(() => {});
};

/** Check a deal in this browser: from the server's own log of a table, or a file; with what this browser has kept. */
export class Check {
  /**
   * @param {{api: Api, trust: Trust, receipts: Receipts}} app @param {(game: string) => Promise<Shuffles>} dealsOf how the
   * events of a game from outside tell of a deal
   */
  constructor({ api, trust, receipts }, dealsOf) {
    prepareCheck();
    this.dealsOf = dealsOf;
    this.api = api;
    this.trust = trust;
    this.receipts = receipts;
    /** @type {Signal<CheckState>} */
    this.state = new Signal(/** @type {CheckState} */ ({ share: null, checked: null, problem: "" }));
  }

  /** @param {string} table whose log the server gives */
  async ofTable(table) {
    await this.run(() => this.api.text(`/tables/${table}/log`));
  }

  /** @param {() => Promise<string>} read what gives the log */
  async run(read) {
    this.state.set({ share: 0, checked: null, problem: "" });
    try {
      const checked = await this.checked(await read());
      this.state.set({ share: null, checked, problem: "" });
    } catch (error) {
      this.state.set({ share: null, checked: null, problem: /** @type {Error} */ (error).message });
    }
  }

  /** @param {string} text @returns {Promise<Checked>} */
  async checked(text) {
    const keys = await this.trust.look();
    const { table, game } = headOf(text);
    const receipts = keys === null ? [] : this.receipts.of(table);
    const isAsked = keys?.isShown ?? false;
    const { proof, noProof } = isAsked ? await this.proofOf(table) : { proof: null, noProof: t("deals.server_silent") };
    const about = { keys: keys?.keys, receipts, proof: proof ?? undefined, shuffles: await this.dealsOf(game) };
    const [{ judge }] = await Promise.all([verifier(), needWords("verdict")]);
    const verdict = await inSlices(judge(text, about), (share) => this.state.set({ share, checked: null, problem: "" }));
    return { verdict, text, table, keys, receipts, proof, noProof };
  }

  /** @param {string} table @returns {Promise<{proof: Proof | null, noProof: string | null}>} */
  async proofOf(table) {
    if (!table.startsWith("t")) return { proof: null, noProof: t("deals.no_table_log") };
    for (let tries = 1; ; tries++) {
      try {
        return { proof: await this.api.sendOnce("GET", `/tables/${table}/proof`), noProof: null };
      } catch (error) {
        const isSoon = error instanceof Refused && error.problem.code === "proof/not_yet" && tries < TRIES;
        if (!isSoon) return { proof: null, noProof: /** @type {Error} */ (error).message };
      }
      await this.api.rest(SOON);
    }
  }
}

/** @param {string} text a log @returns {{table: string, game: string}} what its first line names; "" where it does not */
export function headOf(text) {
  /** @param {unknown} name */
  const named = (name) => (typeof name === "string" && /^[\w-]{1,64}$/.test(name) ? name : "");
  try {
    const { table, game } = JSON.parse(text.slice(0, text.indexOf("\n")));
    return { table: named(table), game: named(game) };
  } catch {
    return { table: "", game: "" };
  }
}

const SLICE = 10; // milliseconds

/** @returns {Promise<void>} when the browser has done what waited; timers of hidden pages wait for a second */
const nextTurn = () => new Promise((resolve) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    resolve();
  };
  port2.postMessage(null);
});

/**
 * Long work in short slices, so that the page answers meanwhile. Not in a Worker: those would need a policy of trusted types.
 * @template T @param {Generator<number, T>} steps @param {(share: number) => void} tell which part is done
 * @param {{now?: () => number, rest?: () => Promise<void>}} [world] another one in tests
 * @returns {Promise<T>} what the steps come to
 */
export async function inSlices(steps, tell, { now = () => performance.now(), rest = nextTurn } = {}) {
  for (;;) {
    const until = now() + SLICE;
    let step = steps.next();
    while (!step.done && now() < until) step = steps.next();
    if (step.done) return step.value;
    tell(step.value);
    await rest();
  }
}
