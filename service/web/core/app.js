/** What all pages share. */
import { Account, LANGUAGE, Trust } from "./account.js";
import { Api } from "./api.js";
import { BOT_PACE } from "./beginning.js";
import { isSignInCode } from "./devices.js";
import { Happened } from "./happened.js";
import { NEWS, newsRead, Summoning } from "./news.js";
import { Reveals } from "./reveals.js";
import { Router } from "./route.js";
import { browserStore, Memory, promiseAnywhere, promiseFor, Receipts, settlePromise, Signal } from "./state.js";
import { follow } from "./stream.js";
import { Tabs } from "./tabs.js";
import { language, languageOf, speak, t } from "./words.js";
/** @import { WithBots } from "./beginning.js" */
/** @import { Language } from "./words.js" */
/** @import { AccountMessage, Game, GameDetails, Receipt, View } from "../types" */

const loadNotices = () => import("./notices.js");
const INVITED = ["invited", "rematch", "invitation_ended"]; // messages of the account's stream

const OF_PROGRAM = "fdp_"; // begins an access token for a program, which may do too little for this page
const TOKEN = /^[\w-]{43}$/; // 256 bits; a recovery code is shorter

/** The parts of the page that all others share. */
export class App {
  constructor() {
    this.memory = new Memory(browserStore());
    this.api = new Api(this.memory);
    this.api.joinCode = (table) => this.joinCode(table);
    this.trust = new Trust(this.api, this.memory);
    this.receipts = new Receipts(this.memory);
    this.reveals = new Reveals(this);
    this.api.done = (answer) => this.take(answer);
    this.account = new Account(this.api, this.memory);
    this.router = new Router(window);
    this.tabs = new Tabs(this.api, this.memory);
    this.summoning = new Summoning(this.api, this.reveals, (text) => this.say(text));
    this.happened = new Happened(this.api, this.memory);
    /** How often something was heard of invitations. */
    this.invited = new Signal(0);
    /** The recovery code that was just made, until it is written down; "" for none. */
    this.code = new Signal("");
    /** Why this browser was signed out, until somebody has signed in; "" where that was one's own wish. */
    this.ended = new Signal("");
    this.isOutdated = new Signal(false); // whether another version of the page has taken over
    /** What screen readers are told. */
    this.said = new Signal("");
    /** @type {Map<string, Promise<any>>} */
    this.texts = new Map();
    /** @type {AbortController | null} */
    this.news = null;
  }

  /** Begin: take over what was left from before, and follow what is new. */
  start() {
    this.router.listen();
    this.account.listen();
    this.account.known.listen(() => this.followNews());
    this.account.known.listen((known) => known !== null && this.ended.set(""));
    this.followNews();
    void this.api.resume();
    const follow = () => void loadNotices().then(({ followWorker }) => followWorker(this)).catch(console.error);
    if (document.readyState === "complete") follow();
    else addEventListener("load", follow, { once: true }); // nobody waits for it
  }

  /** Speak the language that was chosen here, or the browser's. @returns {Promise<void>} when its texts are there */
  speak() {
    language.listen(() => this.texts.clear()); // what the server said in another language
    return speak(languageOf([this.memory.read(LANGUAGE), ...navigator.languages].filter(Boolean)))
      .catch(console.error); // English came with the page
  }

  /** @param {Language} wanted */
  async chooseLanguage(wanted) {
    this.memory.keep(LANGUAGE, wanted);
    await speak(wanted);
    this.followNews();
  }

  /** Keep what proves something. @param {{receipt?: Receipt, sitting?: Receipt, view?: View} | null} answer to a command */
  take(answer) {
    if (answer?.receipt === undefined) return;
    for (const receipt of [answer.sitting, answer.receipt]) if (receipt !== undefined) this.receipts.keep(receipt);
    if (answer.view !== undefined) {
      settlePromise(this.memory, answer.view);
      this.reveals.see(answer.view);
    }
    void this.trust.lookNowAndThen();
  }

  /** Follow what is new at all tables of the account that is signed in. */
  followNews() {
    this.news?.abort();
    const news = (this.news = new AbortController());
    this.tabs.start(news.signal);
    const signal = this.account.known.value === null ? null : news.signal;
    this.summoning.start(signal);
    this.happened.start(signal);
    if (this.account.known.value === null) return;
    follow(this.api, NEWS, ({ data }) => this.hear(data), news.signal, newsRead)
      .catch((error) => this.refuseAccount(error));
  }

  /** @param {any} error with which the account's own news are refused */
  refuseAccount({ problem }) {
    if (problem?.status !== 401 && problem?.code !== "player/blocked") return;
    this.account.signOut();
    this.ended.set(problem.status === 401 ? t("page.signed_out") : problem.detail);
  }

  /** @param {AccountMessage} message what is new at one of the tables */
  hear(message) {
    this.tabs.hear(message);
    this.summoning.hear(message);
    this.happened.hear(message);
    if (message.type === "start_called") void this.reveals.reveal(message.table);
    if (message.type === "entropy_withheld" && message.table !== this.tabs.shown) this.reveals.warn(message.table);
    if (INVITED.includes(message.type)) this.invited.set(this.invited.value + 1);
  }

  /** @param {View} view the newest of the table that is looked at */
  see(view) {
    this.tabs.see(view);
    this.reveals.see(view);
    if (this.memory.read("notices") !== null) void loadNotices().then(({ closeNotices }) => closeNotices(view));
  }

  /** @param {string} name */
  async register(name) {
    this.code.set(await this.account.register(name));
  }

  /** @param {string} text a recovery code, a code that another device shows, or a token */
  async open(text) {
    if (text.trim().startsWith(OF_PROGRAM)) {
      throw new Error(t("account.is_program_token"));
    }
    if (TOKEN.test(text.trim())) await this.account.enter(text.trim());
    else if (isSignInCode(text)) await this.account.signIn(text);
    else this.code.set(await this.account.recover(text));
  }

  /** Make another recovery code. */
  async renewCode() {
    this.code.set(await this.account.renewCode());
  }

  /** Leave the account on this browser. */
  signOut() {
    const kept = this.memory.read("notices"), headers = { Authorization: `Bearer ${this.api.token}` };
    this.code.set("");
    this.account.signOut();
    if (kept !== null) void this.api.sendOnce("DELETE", `/push-subscriptions/${kept.id}`, undefined, headers).catch(() => {});
  }

  /** @returns {Promise<string>} who one is: a guest, unless one is signed in */
  async requireAccount() {
    if (this.account.known.value === null) await this.register("");
    return this.player;
  }

  /** @returns {string} the id of who is signed in */
  get player() {
    return this.account.known.value?.player ?? "";
  }

  /** @param {string} game @param {string} atMost how many percent of their tables the others may have deserted; "": any */
  async quickSeat(game, atMost) {
    const commitment = promiseAnywhere(this.memory, await this.requireAccount());
    const wanted = { game, commitment, ...(atMost === "" ? {} : { at_most: Number(atMost) }) };
    const { view } = await this.api.send("POST", "/quick", wanted);
    this.memory.keep(`quick.${view.table}`, true);
    this.router.go(`/tables/${view.table}`);
  }

  /** @param {string} table @returns {boolean} whether one has a quick seat there: most such tables begin by themselves */
  isQuickSeat(table) {
    return this.memory.read(`quick.${table}`) === true;
  }

  /**
   * @param {Record<string, unknown>} asked @param {boolean} withChance whether to bring a share of one's own to the deal
   * @returns {Promise<string>} the id of the table, where one sits then
   */
  async openAndSit(asked, withChance) {
    await this.requireAccount();
    const { view, join_code } = await this.api.send("POST", "/tables", asked);
    this.keepJoinCode(view.table, join_code);
    await this.api.send("POST", `/tables/${view.table}/seats`, this.seatOf(view.table, withChance));
    return view.table;
  }

  /** @param {string} table @param {boolean} withChance @returns {{commitment?: string}} what sitting down there is asked with */
  seatOf(table, withChance) {
    return withChance ? { commitment: promiseFor(this.memory, this.player, table) } : {};
  }

  /** @param {Record<string, unknown>} asked @param {boolean} withChance */
  async openTable(asked, withChance) {
    this.router.go(`/tables/${await this.openAndSit(asked, withChance)}`);
  }

  /** Play at once, with bots in all other seats. @param {string} game @param {WithBots} chosen */
  async playWithBots(game, { isQuick, bots, level }) {
    const options = isQuick ? (await this.game(game)).brief : {};
    const asked = { game, seats: bots + 1, options, clock: null, pace: BOT_PACE, rated: false }; // nobody else waits
    const table = await this.openAndSit(asked, true);
    for (let seat = 1; seat <= bots; seat++) await this.api.send("POST", `/tables/${table}/seats`, { bot: level });
    await this.api.send("POST", `/tables/${table}/start`, {}); // the answer leads to the reveal
    this.router.go(`/tables/${table}`);
  }

  /** @param {string} table @param {string | null} code what opens it, of a private one */
  keepJoinCode(table, code) {
    if (code === null) return;
    this.memory.keep(`join.${table}`, code);
  }

  /** @param {string} table @returns {string | null} */
  joinCode(table) {
    return this.memory.read(`join.${table}`);
  }

  /** @returns {Promise<Game[]>} */
  games() {
    return this.once("/games").then(({ games }) => games);
  }

  /** @param {string} name @returns {Promise<GameDetails>} */
  game(name) {
    return this.once(`/games/${name}`);
  }

  /** @param {string} path of what stays the same @returns {Promise<any>} it, asked for once */
  once(path) {
    const held = this.texts.get(path);
    if (held !== undefined) return held;
    const asked = this.api.read(path);
    this.texts.set(path, asked);
    asked.catch(() => this.texts.delete(path));
    return asked;
  }

  /** @param {string} text for who cannot see the page */
  say(text) {
    this.said.set(text);
  }
}
