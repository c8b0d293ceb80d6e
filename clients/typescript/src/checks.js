/**
 * Checks as play goes on (docs/reference/): keys and tree that go on from what was pinned, receipts, the chain of events, seals,
 * one's own actions and entropy; and at the end the whole log, with every deal.
 */
import { bytes, canonical, commitmentOf, decoded, found, hex, require, sha256 } from "../verify/bytes.js";
import { checkClosing, checkSettled, isShown, seenAfter, Unchecked } from "../verify/closings.js";
import { isSignedReceipt, keysOf, succeeding } from "../verify/keys.js";
import { FREED, SAT } from "../verify/seats.js";
import { checkConsistency, isPublishedLoss, readCheckpoint } from "../verify/tree.js";
import { judge } from "../verify/verdict.js";
import { sleep } from "../streams/pauses.js";
import { ApiError, Lie } from "./errors.js";
/** @import { Action, Receipt, Verdict, View } from "../types.js" */
/** @import { LogEvent, Read, Seen } from "../verify/closings.js" */
/** @import { Key } from "../verify/keys.js" */
/** @import { Client } from "./client.js" */
/** @import { Table } from "./table.js" */

const CALLED = "table.start_called.v1", SETTLED = "table.entropy_closed.v1";
const GIVEN_UP = [FREED, "table.handed_to_bot.v1"], TAKEN = [SAT, "table.taken_back.v1"];
const PAGE = 500; // events
const [TRIES, SOON] = [20, 1000]; // a table that has just ended is in the signed tree within seconds
const SLICE = 10; // milliseconds of work in one go

export { commitmentOf };

/** @returns {string} 16 random bytes in hex: a share in the deals of one table */
export const drawnEntropy = () => hex(crypto.getRandomValues(new Uint8Array(16)));

/**
 * Call what finds a log bad a lie of the server's.
 * @template T @param {() => T} check @param {() => unknown} evidence @returns {T}
 */
function held(check, evidence) {
  try {
    return check();
  } catch (error) {
    if (error instanceof Unchecked || error instanceof Lie) throw error;
    throw new Lie(found(error).message, evidence());
  }
}

/** What a server has signed, pinned when it was first seen. */
export class Trust {
  /** @param {Client} client */
  constructor(client) {
    this.client = client;
    this.name = `fairdeal-client.${client.url}.`;
    /** @type {Key[]} */
    this.keys = [];
  }

  /** @param {Client} client @returns {Promise<Trust>} */
  static async of(client) {
    const trust = new Trust(client);
    await trust.look();
    return trust;
  }

  /** @param {string} name @returns {any} what is kept under it; null: nothing */
  read(name) {
    return JSON.parse(this.client.store.getItem(this.name + name) ?? "null");
  }

  /** @param {string} name @param {unknown} value */
  keep(name, value) {
    this.client.store.setItem(this.name + name, JSON.stringify(value));
  }

  /** See whether keys and tree go on from those that were pinned. */
  async look() {
    const told = await this.client.get("/v1/keys"), pinned = this.read("keys");
    this.keys = held(() => {
      const shown = keysOf(told), keys = pinned === null ? shown : succeeding(keysOf(pinned), shown);
      const isKnown = keys.some((key) => key.public === shown[0]?.public);
      require(isKnown, "the server signs with a key that does not follow from the old one");
      return keys;
    }, () => ({ told, pinned }));
    this.keep("keys", { keys: this.keys });
    const note = this.read("checkpoint"), old = note === null ? null : held(() => readCheckpoint(note, this.keys), () => note);
    const answer = await this.client.get("/v1/tree/consistency", { query: { from: old?.size ?? 0 } }).catch((error) => {
      throw error.code === "proof/no_such_size" ? new Lie("the server's history has shrunk", { note }) : error;
    });
    held(() => {
      const newest = readCheckpoint(answer.checkpoint, this.keys);
      if (old !== null && !isPublishedLoss(old, newest, this.keys)) checkConsistency(note, answer, this.keys);
    }, () => ({ answer, note }));
    this.keep("checkpoint", answer.checkpoint);
  }
}

/**
 * @typedef {object} Kept of a table, for as long as it may be needed as evidence
 * @property {string | null} entropy of one's own @property {string | null} bound the closing under which alone it is revealed
 * @property {Seen | null} seen the seats as they were shown before the call @property {Receipt[]} receipts
 */

/** What one is told of a table, held to all that was told before. */
export class TableCheck {
  /** @param {Table} table @param {Trust} trust @param {string | null} player null: a spectator @param {string} [entropy] */
  constructor(table, trust, player, entropy) {
    this.table = table;
    this.client = table.client;
    this.trust = trust;
    this.player = player;
    /** @type {Kept} */
    this.kept = trust.read(table.id) ?? { entropy: entropy ?? null, bound: null, seen: null, receipts: [] };
    /** @type {LogEvent[]} as they were told, each following from those before it */
    this.events = [];
    this.head = sha256("fairdeal/log/1", table.id);
    /** @type {number | null} one's own seat behind these events */
    this.seat = null;
    /** @type {Action[]} that were sent and stand in no event yet */
    this.actions = [];
    /** @type {number | null} up to which event others may have acted for this account, before all this began */
    this.since = null;
    /** @type {number[]} events by which this account did what was not sent from here */
    this.foreign = [];
    /** @type {Promise<unknown>} */
    this.turn = Promise.resolve();
    /** @type {Promise<void> | null} */
    this.revealing = null;
    this.isSettled = false;
    /** @type {string[]} */
    this.unchecked = [];
  }

  /** @returns {string} the promise of what was drawn for this table */
  promise() {
    const { kept } = this;
    if (kept.entropy === null || kept.bound !== null) Object.assign(kept, { entropy: drawnEntropy(), bound: null });
    this.save();
    return commitmentOf(/** @type {string} */ (this.player), /** @type {string} */ (kept.entropy));
  }

  save() {
    this.trust.keep(this.table.id, this.kept);
  }

  /** @param {Action} action that is sent now @returns {() => void} what forgets it, since it was refused */
  sent(action) {
    this.actions.push(action);
    return () => {
      this.actions = this.actions.filter((one) => one !== action);
    };
  }

  /** @param {() => Promise<void>} work is done when all before it is @returns {Promise<void>} */
  inTurn(work) {
    const done = this.turn.then(work);
    this.turn = done.catch(() => {});
    return done;
  }

  /** @param {{receipt?: Receipt, sitting?: Receipt, view?: View}} told */
  async see({ receipt, sitting, view }) {
    this.since ??= sitting?.n ?? receipt?.n ?? view?.n ?? null;
    for (const one of [sitting, receipt]) if (one !== undefined) await this.keepReceipt(one);
    if (view !== undefined) {
      await this.reach(view.n);
      this.hold(view.n, view.head, "view");
      await this.act(view);
    }
  }

  /** @param {Receipt} receipt that is kept before anything else is done */
  async keepReceipt(receipt) {
    const { receipts } = this.kept;
    const isKept = receipts.some(({ n, head, at }) => n === receipt.n && head === receipt.head && at === receipt.at);
    if (!isKept) receipts.push(receipt);
    this.save();
    const signed = () => this.trust.keys.some((key) => isSignedReceipt(receipt, key));
    if (!signed()) await this.trust.look(); // the server may have a new key
    held(() => {
      require(signed(), `the receipt of event ${receipt.n} is not signed with a key of this server`);
      require(receipt.table === this.table.id, `the receipt of event ${receipt.n} is of another table`);
    }, () => receipt);
    if (this.events.length >= receipt.n || !this.table.isStreaming) {
      await this.reach(receipt.n);
      this.holdReceipt(receipt);
    }
  }

  /** @param {Receipt} receipt of an event that is there */
  holdReceipt({ n, head, at }) {
    this.hold(n, head, "receipt");
    held(() => require(this.events[n - 1]?.at === at, `the receipt of event ${n} has another time`), () => this.evidence());
  }

  /** @param {number} n @param {string} head @param {string} what it is told with */
  hold(n, head, what) {
    const fits = () => require(this.events[n - 1]?.head === head, `the ${what} of event ${n} does not fit the log`);
    held(fits, () => ({ ...this.evidence(), n, head }));
  }

  /** @param {LogEvent} event of a stream */
  async hear(event) {
    await this.inTurn(async () => {
      if (event.n === this.events.length + 1) this.follow(event);
    });
    if (event.n <= this.events.length) this.hold(event.n, event.head, "stream");
  }

  /** Read the events up to one. @param {number} n */
  reach(n) {
    return this.inTurn(async () => {
      while (this.events.length < n) {
        const asked = { query: { after: this.events.length, limit: PAGE }, headers: this.table.headers };
        const page = await this.client.send("GET", `${this.table.path}/events`, asked);
        held(() => require(page.events.length > 0, `event ${this.events.length + 1} is kept back`), () => this.evidence());
        for (const event of page.events) this.follow(event);
      }
    });
  }

  /** @param {LogEvent} event the next one */
  follow(event) {
    held(() => this.checkEvent(event), () => ({ ...this.evidence(), event }));
    this.events.push(event);
    for (const receipt of this.kept.receipts) if (receipt.n === event.n) this.holdReceipt(receipt);
  }

  /** @param {any} event */
  checkEvent({ parts, head, ...open }) {
    const { n, type, data, cause, seals } = open, next = sha256(this.head, canonical(open));
    require(n === this.events.length + 1, `event ${this.events.length + 1} is missing`);
    require(head === hex(next), `the head after event ${n} does not follow`);
    this.head = next;
    if (TAKEN.includes(type) && data.player === this.player && this.player !== null) this.seat = data.seat;
    const own = Object.keys(seals).filter((audience) => this.seat !== null && audience.split("+").includes(`${this.seat}`));
    require(own.every((audience) => audience in parts), `a part of event ${n} is withheld`);
    for (const [audience, part] of Object.entries(parts)) {
      const seal = sha256(bytes(part.salt, "a salt"), canonical(part.data));
      require(seals[audience] === hex(seal), `part ${audience} of event ${n} does not fit its seal`);
    }
    const isOwn = cause !== null && typeof cause === "object" && this.seat !== null && cause.seat === this.seat;
    if (isOwn) this.noteOwn(n, cause.action);
    if (GIVEN_UP.includes(type) && data.seat === this.seat) this.seat = null;
  }

  /** @param {number} n @param {Record<string, unknown>} shown what one has done by this event, without its secrets */
  noteOwn(n, shown) {
    const place = this.actions.findIndex((/** @type {any} */ one) =>
      Object.entries(shown).every(([name, value]) => canonical(one[name] ?? null) === canonical(value)));
    if (place >= 0) this.actions.splice(0, place + 1);
    else if (this.since !== null && n > this.since) this.foreign.push(n);
  }

  /** Do what a view asks for. @param {View} view */
  async act(view) {
    const { seat, seats, closing, reveal_until: until } = view;
    const seen = seenAfter(this.kept.seen, view), isPromised = seat !== null && seats[seat]?.entropy === "promised";
    if (seen !== this.kept.seen) {
      this.kept.seen = seen;
      this.save();
    }
    const { bound } = this.kept;
    if (closing !== null && bound !== null) {
      const isSame = () => require(bound === closing.head, "it shows another call for the start than that of your reveal");
      held(isSame, () => ({ ...this.evidence(), closing }));
    } else if (closing !== null && until !== null && isPromised && this.kept.entropy !== null) {
      this.revealing ??= this.reveal(closing.n).finally(() => {
        this.revealing = null;
      });
      await this.revealing;
    }
    if (!this.isSettled && this.events.some(({ type }) => type === SETTLED)) await this.settle();
  }

  /** Reveal one's entropy under a call that follows from all that was seen. @param {number} n of the call */
  async reveal(n) {
    const { player, kept: { entropy, receipts, seen } } = this, { closing: receipt } = await this.starts();
    if (receipt === null || entropy === null || player === null) return;
    await this.reach(n);
    const read = this.readUpTo(n, receipt), commitment = commitmentOf(player, entropy);
    try {
      held(() => {
        require(read.events.at(-1)?.type === CALLED, `event ${n} is no call for the start`);
        checkClosing({ ...read, player, commitment, seen });
      }, () => ({ ...this.evidence(), receipt }));
    } catch (error) {
      if (!(error instanceof Unchecked)) throw error;
      this.unchecked.push(`entropy was not revealed: ${error.message}`);
      this.kept.entropy = null;
      return;
    }
    this.kept.bound = receipt.head; // before anybody knows it; never is it revealed under another one
    await this.keepReceipt(receipt);
    try {
      await this.table.command("POST", "/reveal", { entropy, closing: receipt.head });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === "table/other_closing") {
        throw new Lie("it asks to reveal under another call than it has signed", this.evidence());
      }
      this.unchecked.push(`entropy was not revealed: ${error.advice}`);
      this.kept.entropy = null;
    }
  }

  /** @param {number} n @param {Receipt} receipt of that event @returns {Read} what was read of the table up to there */
  readUpTo(n, receipt) {
    const { table: { id: table }, kept: { receipts: kept }, trust: { keys } } = this;
    return { table, kept, keys, events: this.events.slice(0, n), receipt };
  }

  /** @returns {Promise<{closing: Receipt | null, settled: Receipt | null}>} */
  starts() {
    return this.client.send("GET", `${this.table.path}/closing`, { headers: this.table.headers });
  }

  /** Hold what the deal follows from to one's own reveal, and keep its receipt from before the beacon. */
  async settle() {
    this.isSettled = true;
    const event = this.events.find(({ type }) => type === SETTLED), { entropy, bound } = this.kept;
    if (event === undefined || bound === null || this.seat === null || entropy === null) return;
    held(() => {
      require(!event.data.withheld.includes(this.seat), "your reveal was dropped, as if withheld");
      require(event.data.entropies.includes(entropy), "another entropy than yours was taken");
    }, () => this.evidence());
    const { settled } = await this.starts(), now = Date.now();
    if (settled === null) return void this.unchecked.push("the server gave no receipt of the end of the reveals");
    await this.keepReceipt(settled);
    const story = { ...this.readUpTo(event.n, settled), bound };
    if (now >= held(() => checkSettled(story), () => this.evidence())) {
      this.unchecked.push("the round of the beacon was due before the receipt of the end of the reveals came");
    }
  }

  /** @returns {Promise<Verdict>} of the whole log of a table that is closed */
  async finish() {
    const headers = { ...this.table.headers, Accept: "*/*" };
    const file = await this.client.send("GET", `${this.table.path}/log`, { headers, isRaw: true });
    const proof = await this.proof(), { receipts, entropy, bound } = this.kept;
    await this.trust.look(); // behind the proof: the tree that has the table goes on from the one that is known
    const { keys } = this.trust, text = held(() => decoded(file), () => this.evidence());
    held(() => require(isShown(text, this.events), "the log is not what was shown as play went on"), () => this.evidence());
    const told = await inSlices(judge(text, { keys, receipts, ...(proof === null ? {} : { proof }) }));
    const evidence = () => ({ ...this.evidence(), log: text, told });
    if (told.verdict === "bad") throw new Lie(told.faults[0].why, evidence());
    const ownEntropy = bound !== null && entropy !== null && told.entropies.includes(entropy);
    const isDealt = this.events.some(({ type }) => type === SETTLED);
    const isRight = bound === null || entropy === null || ownEntropy || !isDealt;
    held(() => require(isRight, "your entropy is not in the deals"), evidence);
    const { verdict, shuffles, size: treeSize = null, held: { length: receiptCount } } = told;
    const unknown = told.knowsDeal ? [] : ["the shuffles: it is not known how this game tells of a deal"];
    const isLost = bound === null && this.events.some(({ data }) => data.player === this.player && data.commitment);
    const untold = [...(proof === null ? ["the signed tree"] : []), ...(isLost ? ["your entropy"] : [])];
    const unchecked = [...this.unchecked, ...unknown, ...told.sealed, ...untold, "the rules"];
    return { verdict, shuffles, receipts: receiptCount, ownEntropy, treeSize, foreign: this.foreign, unchecked };
  }

  /** @returns {Promise<any>} that the table stands in the signed tree; null: there is none */
  async proof() {
    for (let tries = 1; ; tries++) {
      try {
        return await this.client.send("GET", `${this.table.path}/proof`, { headers: this.table.headers });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error.code !== "proof/not_yet" || tries >= TRIES) return null;
      }
      await sleep(SOON);
    }
  }

  /** @returns {Record<string, unknown>} what may prove a lie: keep it */
  evidence() {
    return { table: this.table.id, events: this.events, kept: this.kept, keys: this.trust.keys };
  }
}

/** @template T @param {Generator<unknown, T>} steps @returns {Promise<T>} what they come to, without holding up all else */
async function inSlices(steps) {
  for (let until = Date.now() + SLICE; ; ) {
    const step = steps.next();
    if (step.done) return step.value;
    if (Date.now() < until) continue;
    await sleep(0);
    until = Date.now() + SLICE;
  }
}
