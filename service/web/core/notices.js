/**
 * Notices of this browser: Web Push through the service worker, which also keeps files (docs/how-to/push-to-phones.md).
 * Loaded when the page is there.
 */
import { Refused } from "./api.js";
import { Signal } from "./state.js";
import { language, needWords, t } from "./words.js";
/** @import { App } from "./app.js" */
/** @import { Api } from "./api.js" */
/** @import { Memory } from "./state.js" */
/** @import { View } from "../types" */

const WORKER = "/sw.js", KEPT = "notices", PATH = "/push-subscriptions";
const KINDS = ["your_turn", "table_started", "invitation", "tournament_round", "ruling"];
const WORDS = "notices", WORDS_PATH = "/notices/words"; // where the worker looks for what notices say
const SAID = [...KINDS, "test", "other", "body"];

/** @typedef {"off" | "on" | "insecure" | "missing" | "denied"} NoticeState `missing`: the browser knows no notices */
/** @typedef {Pick<Window, "isSecureContext"> & {navigator: Navigator, [name: string]: any}} Surroundings a window, or a test's */

/** The path of the worker as the page's policy of trusted types takes it: the one URL that a script may come from. */
const workerPath = () => {
  /** @type {any} */
  const factory = /** @type {any} */ (globalThis).trustedTypes;
  if (factory === undefined) return WORKER;
  const policy = factory.createPolicy("fairdeal-sw", {
    createScriptURL: (/** @type {string} */ url) => {
      if (url !== WORKER) throw new TypeError("Only the service worker is loaded in this way");
      return url;
    },
  });
  return policy.createScriptURL(WORKER);
};

/**
 * Let the service worker keep the files of the page and show notices; open pages where a notice leads.
 * @param {{go: (path: string) => void, outdated: () => void}} page `outdated`: another version has taken over
 */
async function registerWorker({ go, outdated }) {
  const { serviceWorker } = navigator;
  if (serviceWorker === undefined) return;
  const isFirst = serviceWorker.controller === null;
  serviceWorker.addEventListener("message", ({ data }) => typeof data?.go === "string" && go(data.go));
  serviceWorker.addEventListener("controllerchange", () => isFirst || outdated());
  const registration = await serviceWorker.register(workerPath(), { updateViaCache: "none" });
  document.addEventListener("visibilitychange", () => document.hidden || void registration.update().catch(() => {}));
}

/** Let the service worker keep the page's files, and go on with the notices that this browser shows. @param {App} app */
export async function followWorker(app) {
  app.account.known.listen((known) => known === null && void endHere().catch(console.error));
  await registerWorker({ go: (path) => app.router.go(path), outdated: () => app.isOutdated.set(true) });
  await new Notices(app.api, app.memory).renew();
}

/** Whether this browser is told of one's turns, and what begins and ends that. */
export class Notices {
  /** @param {Api} api @param {Memory} memory @param {Surroundings} [around] */
  constructor(api, memory, around = window) {
    this.api = api;
    this.memory = memory;
    this.around = around;
    this.state = new Signal(this.now());
  }

  /** @returns {NoticeState} */
  now() {
    const { isSecureContext, navigator, Notification, PushManager } = this.around;
    if (!isSecureContext) return "insecure";
    if (navigator.serviceWorker === undefined || Notification === undefined || PushManager === undefined) return "missing";
    if (Notification.permission === "denied") return "denied";
    return this.memory.read(KEPT) === null || Notification.permission !== "granted" ? "off" : "on";
  }

  /** Ask the person, then the browser's push service, then the server. */
  async begin() {
    const { Notification } = this.around;
    if (await Notification.requestPermission() !== "granted") return this.state.set(this.now());
    await this.subscribe();
    this.state.set(this.now());
  }

  /** Subscribe; a subscription made with another key of the server is worth nothing. */
  async subscribe() {
    const { serviceWorker } = this.around.navigator;
    const { public_key: key } = await this.api.read(PATH), registration = await serviceWorker.ready;
    const held = await registration.pushManager.getSubscription();
    if (held !== null && !isOfKey(held, key)) await held.unsubscribe();
    const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    const { id } = await this.api.sendOnce("POST", PATH, { ...subscription.toJSON(), kinds: KINDS });
    this.memory.keep(KEPT, { id, endpoint: subscription.endpoint });
    await this.tellWords();
  }

  /** Subscribe again where the browser has another subscription by now, or none. */
  async renew() {
    const kept = this.memory.read(KEPT);
    if (kept === null || this.now() !== "on") return;
    const registration = await this.around.navigator.serviceWorker.ready;
    const held = await registration.pushManager.getSubscription();
    if (held?.endpoint === kept.endpoint) await this.tellWords();
    else await this.subscribe();
  }

  /** Be told no more. */
  async end() {
    const kept = this.memory.read(KEPT);
    this.memory.keep(KEPT, null);
    await Promise.all([endHere(this.around), kept === null ? null : this.endAtServer(kept.id)]);
    this.state.set(this.now());
  }

  /** @param {string} id of a subscription; where it has ended already, that is as well */
  async endAtServer(id) {
    await this.api.sendOnce("DELETE", `${PATH}/${id}`).catch((error) => {
      if (!(error instanceof Refused)) throw error;
    });
  }

  /** Leave what notices say, in the language of the page, where the worker finds it. */
  async tellWords() {
    const { caches } = this.around;
    await needWords("notices");
    const words = Object.fromEntries(SAID.map((kind) => [kind, t(`notices.${kind}`)]));
    const cache = await caches.open(WORDS);
    await cache.put(WORDS_PATH, new Response(JSON.stringify({ ...words, language: language.value })));
  }
}

let looked = ""; // the table that was looked at last, and whether it was one's turn there

/** End the notices of a table that is looked at, whenever one's turn there begins or ends. @param {View} view the newest */
export function closeNotices({ table, seat, to_act }) {
  const seen = `/tables/${table}`, now = `${seen} ${seat !== null && to_act.includes(seat)}`;
  if (now === looked) return;
  looked = now;
  navigator.serviceWorker?.controller?.postMessage({ seen });
}

/** End the subscription in the browser, so that its address leads nowhere. @param {Surroundings} [around] */
async function endHere(around = window) {
  const registration = await around.navigator.serviceWorker?.getRegistration("/");
  const subscription = await registration?.pushManager?.getSubscription();
  await subscription?.unsubscribe();
}

/** @param {PushSubscription} subscription @param {string} key of the server, as base64url @returns {boolean} */
function isOfKey({ options }, key) {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "") === key;
}
