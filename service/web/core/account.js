/** Who plays here, and what this browser has seen the server sign. */
import { found } from "../../../clients/typescript/verify/bytes.js";
import { keysOf, succeeding } from "../../../clients/typescript/verify/keys.js";
import { checkConsistency, isPublishedLoss, readCheckpoint } from "../../../clients/typescript/verify/tree.js";
import { Lost, Refused } from "./api.js";
import { deviceName } from "./devices.js";
import { Signal } from "./state.js";
import { dayText } from "./texts.js";
import { t } from "./words.js";
/** @import { Key } from "../../../clients/typescript/verify/keys.js" */
/** @import { Api } from "./api.js" */
/** @import { Memory } from "./state.js" */

const NAME = "account";
export const LANGUAGE = "language"; // stays when somebody signs out

/** @typedef {{player: string, name: string, role: string, token: string}} Known */

/** @param {Known | null} known @returns {boolean} whether they look at what is hidden, and rule disputes */
export const mayAudit = (known) => known?.role === "auditor" || known?.role === "admin";

/**
 * Who plays here. The token lies in the origin's own storage; no other origin reads that, and this one runs no text as a script
 * (docs/explanation/web-client.md). The recovery code is shown and never kept.
 */
export class Account {
  /** @param {Api} api @param {Memory} memory */
  constructor(api, memory) {
    this.api = api;
    this.memory = memory;
    /** @type {Signal<Known | null>} who is signed in */
    this.known = new Signal(/** @type {Known | null} */ (null));
    this.adopt(memory.read(NAME));
  }

  /** @param {Known | null} known */
  adopt(known) {
    this.api.token = known?.token ?? null;
    this.known.set(known);
  }

  /** @param {Known | null} known */
  keep(known) {
    if (known === null) this.memory.clear(TRUST, LANGUAGE); // commands of this account, and what it was told, go with it
    else this.memory.keep(NAME, known);
    this.adopt(known);
  }

  /** @param {string} name may be empty: then one is made @returns {Promise<string>} the recovery code */
  async register(name) {
    const body = name.trim() === "" ? {} : { name: name.trim() };
    const { recovery_code, ...known } = await this.api.sendOnce("POST", "/players", body);
    this.keep(known);
    return recovery_code;
  }

  /** @param {string} code @returns {Promise<string>} the next recovery code */
  async recover(code) {
    const { recovery_code, ...known } = await this.api.sendOnce("POST", "/recovery", { code: code.trim() });
    this.keep(known);
    await this.api.read("/players/me"); // the first use of the new token ends the old ones
    return recovery_code;
  }

  /** @returns {Promise<string>} another recovery code; the one before ends */
  async renewCode() {
    return (await this.api.sendOnce("POST", "/players/me/recovery-code", {})).recovery_code;
  }

  /** @param {string} token of an account, made on another device */
  async enter(token) {
    const { player, name, role } = await this.api.sendOnce("GET", "/players/me", undefined, { Authorization: `Bearer ${token}` });
    this.keep({ player, name, role, token });
  }

  /** @param {string} code that another device shows, where the account is open */
  async signIn(code) {
    const device = deviceName(navigator.userAgent);
    const known = await this.api.sendOnce("POST", "/sign-in", { code: code.trim(), device });
    if (this.known.value !== null) this.keep(null); // what was kept for the account before goes with it
    this.keep(known);
  }

  /** End all tokens but this one. */
  async endOthers() {
    await this.api.sendOnce("DELETE", "/players/me/tokens");
  }

  /** @param {string} name */
  async rename(name) {
    const { known } = this;
    const told = await this.api.sendOnce("PUT", "/players/me/name", { name: name.trim() });
    if (known.value !== null) this.keep({ ...known.value, name: told.name });
  }

  /** Erase the account for ever. */
  async erase() {
    await this.api.sendOnce("DELETE", "/players/me");
    this.keep(null);
  }

  /** Learn which role and name the account has now. */
  async refresh() {
    const { name, role } = await this.api.read("/players/me");
    const known = this.known.value;
    if (known !== null && (known.name !== name || known.role !== role)) this.keep({ ...known, name, role });
  }

  /** Forget the account here; it stays, and its recovery code opens it again. */
  signOut() {
    this.keep(null);
  }

  /** Take over what another tab of this browser has done. */
  listen() {
    addEventListener("storage", ({ key }) => {
      if (key === null || key.endsWith(`.${NAME}`)) this.adopt(this.memory.read(NAME));
    });
  }
}

/** Outlives signing out: it is about the server, not about who plays. */
const TRUST = "trust.";
const [KEYS, CHECKPOINT, ALARM] = [`${TRUST}keys`, `${TRUST}checkpoint`, `${TRUST}alarm`];
const OFTEN = 600_000; // milliseconds between two looks that nobody asked for

/** @typedef {{why: string, at: number, evidence: unknown}} Alarm what does not go on from what was pinned */
/** @typedef {{keys: Key[], since: number, isShown: boolean}} Keys that count; `isShown`: the server was asked just now */

/**
 * What this browser has seen the server sign: its keys and its newest checkpoint, pinned when they are first seen. What is shown
 * later must go on from them; if it does not, that stays on the page until somebody says otherwise.
 */
export class Trust {
  /** @param {Api} api @param {Memory} memory */
  constructor(api, memory) {
    this.api = api;
    this.memory = memory;
    /** @type {Signal<Alarm | null>} */
    this.alarm = new Signal(/** @type {Alarm | null} */ (memory.read(ALARM)));
    this.looked = -Infinity;
  }

  /** Look whether the server goes on from what it has shown, unless that was done a moment ago. */
  async lookNowAndThen() {
    if (this.api.now() - this.looked < OFTEN) return;
    await this.look();
  }

  /** @returns {Promise<Keys | null>} the keys that count; null: none was ever seen */
  async look() {
    this.looked = this.api.now();
    const keys = await this.readKeys();
    if (keys?.isShown) await this.readTree(keys.keys);
    return keys;
  }

  /** @returns {Promise<Keys | null>} */
  async readKeys() {
    const told = await this.api.sendOnce("GET", "/keys").catch(() => null);
    const pinned = this.memory.read(KEYS);
    if (told === null) return pinned && { keys: keysOf(pinned), since: pinned.at, isShown: false };
    let shown;
    try {
      shown = keysOf(told);
    } catch (error) {
      this.raise(t("page.alarm_keys", { why: found(error).message }), { pinned, told });
      return pinned && { keys: keysOf(pinned), since: pinned.at, isShown: false };
    }
    const at = pinned?.at ?? this.api.now();
    const keys = pinned === null ? shown : succeeding(keysOf(pinned), shown);
    const isNewest = keys.some((key) => key.public === shown[0]?.public);
    if (!isNewest) {
      this.raise(t("page.alarm_other_key", { day: dayText(at) }), { pinned, told });
    } else {
      this.memory.keep(KEYS, { keys, at });
    }
    return { keys, since: at, isShown: true };
  }

  /** @param {Key[]} keys */
  async readTree(keys) {
    const pinned = this.memory.read(CHECKPOINT);
    let answer;
    try {
      const old = pinned === null ? null : readCheckpoint(pinned, keys);
      answer = await this.api.sendOnce("GET", `/tree/consistency?from=${old?.size ?? 0}`);
      const newest = readCheckpoint(answer.checkpoint, keys);
      if (old !== null && !isPublishedLoss(old, newest, keys)) checkConsistency(pinned, answer, keys);
      this.memory.keep(CHECKPOINT, answer.checkpoint);
    } catch (error) {
      if (error instanceof Lost) return; // another time
      if (!(error instanceof Refused)) {
        this.raise(t("page.alarm_history", { why: found(error).message }), { pinned, answer });
      } else if (error.problem.code === "proof/no_such_size") {
        this.raise(t("page.alarm_shrunk"), { pinned });
      }
    }
  }

  /** @param {string} why @param {unknown} evidence */
  raise(why, evidence) {
    if (this.alarm.value !== null) return; // the first one tells most
    const alarm = { why, at: this.api.now(), evidence };
    this.memory.keep(ALARM, alarm);
    this.alarm.set(alarm);
  }

  /** Take the server as it is now for another one, and begin anew. */
  async accept() {
    for (const name of [KEYS, CHECKPOINT, ALARM]) this.memory.keep(name, null);
    this.alarm.set(null);
    await this.look();
  }
}
