/**
 * The service worker: shows notices of the server, and keeps the page's own files for when there is no network. It answers
 * nothing that the API says, so no table is ever stale. The server fills in the version and the files of the page.
 */
/** @type {any} */
const own = self;
const VERSION = "{version}", FILES = "{files}".split(" "), ICON = "{icon}";
const SHELL = `shell-${VERSION}`, WORDS = "notices", PAGE = "/", WORDS_PATH = "/notices/words";
const OWN_FILES = `/web/${VERSION}/`; // each stays as it is under its path
const OTHERS = /^\/(?:v1|docs|web|healthz|metrics|\.well-known)\b/; // what is no page of the client

/** @typedef {{kind?: string, table?: string | null, tournament?: string | null}} Notice docs/how-to/receive-webhooks.md */

/** @type {Record<string, string>} what notices say until the page has told it in the language of who reads them */
const ENGLISH = {
  your_turn: "It is your turn", table_started: "Your table begins",
  invitation: "You are invited to a table", tournament_round: "News of your tournament",
  ruling: "A dispute of yours was ruled", test: "Notices work", other: "There is news for you", body: "Tap to open it",
};

own.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(keepShell().then(() => own.skipWaiting())); // a new version takes over at once
});

own.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil(forgetOthers().then(() => own.clients.claim()));
});

async function keepShell() {
  const cache = await caches.open(SHELL);
  await cache.addAll([PAGE, ...FILES].map((path) => new Request(path, { headers: { Accept: "*/*;q=0.5,text/html" } })));
}

async function forgetOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== SHELL && name !== WORDS).map((name) => caches.delete(name)));
}

own.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event, { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== own.location.origin) return;
  if (request.mode === "navigate" && !OTHERS.test(pathname)) event.respondWith(pageFor(request));
  else if (pathname.startsWith(OWN_FILES)) event.respondWith(fileFor(request));
});

/** @param {Request} request @returns {Promise<Response>} the newest page; without a network the one that was kept */
async function pageFor(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(PAGE, { cacheName: SHELL, ignoreVary: true });
    if (kept === undefined) throw error;
    return kept;
  }
}

/** @param {Request} request of a file of this version @returns {Promise<Response>} it, kept for the next time */
async function fileFor(request) {
  const cache = await caches.open(SHELL), kept = await cache.match(request, { ignoreVary: true });
  if (kept !== undefined) return kept;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

own.addEventListener("push", (/** @type {any} */ event) => {
  event.waitUntil(show(noticeIn(event.data)));
});

/** @param {any} data of a message @returns {Notice} what it says; browsers demand that something is shown, whatever it is */
function noticeIn(data) {
  try {
    return data?.json() ?? {};
  } catch {
    return {};
  }
}

/** @param {Notice} notice where somebody looks at that page already, it makes no sound and goes at once */
async function show({ kind = "other", table = null, tournament = null }) {
  const path = table !== null ? `/tables/${table}` : tournament !== null ? `/tournaments/${tournament}` : PAGE;
  const words = await wordsOf(), isSeen = await isLookedAt(path);
  await own.registration.showNotification(words[kind] ?? words.other, {
    body: words.body, tag: path, renotify: kind === "your_turn" && !isSeen, silent: isSeen, icon: ICON, badge: ICON,
    data: { path },
  });
  if (isSeen) await close(path);
}

/** @param {string} path @returns {Promise<boolean>} */
async function isLookedAt(path) {
  /** @type {any[]} */
  const windows = await own.clients.matchAll({ type: "window" });
  return windows.some(({ url, visibilityState }) => visibilityState === "visible" && new URL(url).pathname === path);
}

/** End the notices that lead to a page. @param {string} path */
async function close(path) {
  for (const one of await own.registration.getNotifications({ tag: path })) one.close();
}

own.addEventListener("message", (/** @type {any} */ event) => {
  if (typeof event.data?.seen === "string") event.waitUntil(close(event.data.seen)); // the page shows what they tell
});

/** @returns {Promise<Record<string, string>>} */
async function wordsOf() {
  const told = await caches.match(WORDS_PATH, { cacheName: WORDS }).catch(() => undefined);
  return { ...ENGLISH, ...(await told?.json().catch(() => ({}))) };
}

own.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.path ?? PAGE));
});

/** Show a page: where it is open already, else in a window that is, else in a new one. @param {string} path */
async function open(path) {
  /** @type {any[]} */
  const windows = await own.clients.matchAll({ type: "window" });
  const there = windows.find(({ url }) => new URL(url).pathname === path) ?? windows[0];
  if (there === undefined) return own.clients.openWindow(path);
  there.postMessage({ go: path });
  return there.focus();
}
