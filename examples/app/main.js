/**
 * An app of somebody else's making, on an origin of its own: it signs a player in at a fairdeal server, shows the tables,
 * and plays by push. Serve this folder from anywhere; `config.js` says where to play.
 */
import { ask, command, messages, Refused, resume } from "./api.js";
import { isSignedIn, signIn, SignedOut, signOut, takeAnswer } from "./oauth.js";
import { drawTable, el } from "./table.js";

const GAME = "boon";
const page = document.getElementById("page"), who = document.getElementById("who"), said = document.getElementById("said");
let shown = new AbortController(); // ends what the page shows

const say = (text) => said.replaceChildren(text);
const button = (label, onclick) => el("button", { onclick }, label);

/** Do something; what is refused is said, and whoever was signed out is asked to sign in again. */
async function attempt(work) {
  try {
    await work();
  } catch (error) {
    if (error instanceof SignedOut) return offerSignIn("This app may not play for you any more. Sign in again to go on.");
    if (error instanceof Refused) return say(error.message);
    if (error.name !== "AbortError") throw error;
  }
}

function offerSignIn(why = "") {
  shown.abort();
  say(why);
  who.replaceChildren();
  page.replaceChildren(
    el("p", {}, "Play Boon with your account. The next page asks you what this app may do."),
    button("Sign in with fairdeal", () => signIn("read play")));
}

async function showTables() {
  const [{ tables: own }, { tables: open }] = await Promise.all([
    ask("GET", "/players/me/tables?state=playing"), ask("GET", `/tables?game=${GAME}&phase=open`),
  ]);
  const called = ({ table, seats }) => `Table ${table} of ${seats.map(({ name }) => name).filter(Boolean).join(", ") || "nobody yet"}`;
  const link = (one) => el("li", {}, el("a", { href: `#${one.table}` }, called(one)));
  const free = ({ table, ...one }) => el("li", {}, called({ table, ...one }), " ", button("Sit here", () => attempt(async () => {
    await command("POST", `/tables/${table}/seats`, {});
    location.hash = table;
  })));
  page.replaceChildren(
    el("h2", {}, "My tables"), own.length ? el("ul", {}, ...own.map(link)) : "None",
    el("h2", {}, "Open tables"), open.length ? el("ul", {}, ...open.map(free)) : "None",
    el("p", {}, button("Any table of Boon", () => attempt(async () => {
      const { view } = await command("POST", "/quick", { game: GAME });
      location.hash = view.table;
    }))));
}

async function showTable(table) {
  shown.abort();
  const { signal } = (shown = new AbortController());
  const { cards } = await ask("GET", `/games/${GAME}`);
  const names = new Map(cards.map(({ id, name }) => [id, name]));
  const act = (action) => attempt(async () => {
    say("");
    for (const one of document.querySelectorAll("#choices button")) one.disabled = true;
    await command("POST", `/tables/${table}/actions`, action);
  });
  for await (const { type, data } of messages(table, signal)) {
    if (type !== "view" || signal.aborted) continue;
    const mayBegin = data.phase === "open" && data.seat !== null && data.seats.every(({ name, bot }) => name || bot);
    page.replaceChildren(el("p", {}, el("a", { href: "#" }, "All tables")), drawTable(data, names, act),
      ...(mayBegin ? [button("Begin", () => attempt(() => command("POST", `/tables/${table}/start`, {})))] : []));
  }
}

function show() {
  shown.abort();
  const table = location.hash.slice(1);
  return attempt(() => (table === "" ? showTables() : showTable(table)));
}

async function start() {
  say(await takeAnswer());
  if (!isSignedIn()) return offerSignIn(said.textContent);
  const { name } = await ask("GET", "/players/me");
  who.replaceChildren(name, " ", button("Sign out", () => signOut().then(() => offerSignIn())));
  await resume();
  addEventListener("hashchange", () => void show());
  await show();
}

void attempt(start);
