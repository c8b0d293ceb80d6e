/**
 * Who plays here. The token lies in the origin's own storage (docs/web.md says why); no other origin reads that, and this
 * one runs no text as a script. The recovery code is shown and never kept.
 */
import { Signal } from "./signal.js";
import { TRUST } from "./trust.js";
/** @import { Api } from "./api.js" */
/** @import { Memory } from "./memory.js" */

const NAME = "account";

/** @typedef {{player: string, name: string, role: string, token: string}} Known */

/** @param {Known | null} known @returns {boolean} whether they look at what is hidden, and rule disputes */
export const mayAudit = (known) => known?.role === "auditor" || known?.role === "admin";

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
    if (known === null) this.memory.clear(TRUST); // commands of this account, and what it was told, go with it
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

  /** @returns {Promise<string>} a token of this account for another device; those that there are stay */
  async tokenForAnother() {
    return (await this.api.sendOnce("POST", "/players/me/tokens", { revoke: "none" })).token;
  }

  /** @returns {Promise<number | null>} how many tokens the account has; null where the server keeps no limits */
  async countTokens() {
    const { limits } = await this.api.read("/players/me/limits");
    return limits.find((/** @type {any} */ { limit }) => limit === "tokens")?.used ?? null;
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
