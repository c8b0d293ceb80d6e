#!/usr/bin/env node
// An entrant of a tournament, over HTTP and without packages: it enters, promises and reveals entropy,
// plays wherever it is seated, and says how it ended.
//
//   node examples/entrant.mjs [URL] [TOURNAMENT]
//
// Without a tournament it enters the newest that one may enter, and waits for one. Node 18 or newer.

import { createHash, randomBytes, randomUUID } from "node:crypto";

const url = (process.argv[2] ?? "http://127.0.0.1:8000") + "/v1";
const name = `Node ${randomUUID().slice(0, 8)}`;
const entropy = randomBytes(16).toString("hex"); // has a part in every deal of the tournament
let token = "", bound = null; // `bound`: the call under which the entropy is revealed, and no other

const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Send a request until an answer comes; the same key every time, so that nothing is done twice. */
async function ask(method, path, body, key = randomUUID(), tries = 9) {
  const headers = { "Content-Type": "application/json", "Idempotency-Key": key };
  if (token) headers.Authorization = `Bearer ${token}`;
  const sent = fetch(url + path, { method, headers, body: JSON.stringify(body) });
  const answer = await sent.catch((error) => (tries > 0 ? null : Promise.reject(error)));
  if (![429, 503, undefined].includes(answer?.status)) return { status: answer.status, json: await answer.json() };
  await sleep(answer === null ? 25_600 / 2 ** tries : 1000 * Number(answer.headers.get("Retry-After")));
  return ask(method, path, body, key, answer === null ? tries - 1 : tries);
}

async function done(method, path, body) {
  const { status, json } = await ask(method, path, body);
  if (status >= 400) throw new Error(`${json.code}: ${json.detail}`);
  return json;
}

/** The newest tournament that lets one enter, whenever there is one. */
async function open() {
  for (;;) {
    for (const { id } of (await done("GET", "/tournaments?phase=registration")).tournaments) {
      if ((await done("GET", `/tournaments/${id}`)).you.may.includes("register")) return id;
    }
    await sleep(1000);
  }
}

const sha256 = (...parts) => parts.reduce((sum, part) => sum.update(part), createHash("sha256")).digest();
const hex = (bytes) => bytes.toString("hex");
const sorted = (_, one) => (one?.constructor === Object ? Object.fromEntries(Object.entries(one).sort()) : one);

/** The head after the call, if the log up to it is that of my receipt and has the promise I made. */
async function checked(closing) {
  let head = sha256("fairdeal/log/1", tournament);
  const seen = [];
  for (let n = 0; n < closing.n; ) {
    const { events } = await done("GET", `/tournaments/${tournament}/events?after=${n}`);
    for (const { head: _, parts: __, ...event } of events) {
      if ((n = event.n) > closing.n) break;
      head = sha256(head, JSON.stringify(event, sorted));
      if (event.data.commitment === commitment) seen.push(event.by, n, hex(head));
    }
  }
  const told = [`player:${account.player}`, receipt.n, receipt.head, closing.head];
  if (`${told}` === `${[...seen, hex(head)]}` && (bound ??= closing.head) === closing.head) return bound;
  throw new Error(`LIE: the log has ${seen}, ${hex(head)}; the server told ${told}`);
}

/** What to do: any one of the choices. Change this line, and you play. */
const chosen = ({ actions, picks }) => anyOf([...actions, ...picks.map((pick) => pick.example)]);
const anyOf = (offered) => offered[Math.floor(Math.random() * offered.length)];

/** Play a table to its end. */
async function play(table) {
  let view = await done("GET", `/tables/${table}/view`);
  while (view.phase !== "finished" && view.phase !== "closed") {
    const { status, json } = view.choices === null
      ? await ask("GET", `/tables/${table}/view?after=${view.n}&wait=25`)
      : await ask("POST", `/tables/${table}/actions`, chosen(view.choices));
    if (status >= 400 && status !== 409) throw new Error(`${json.code}: ${json.detail}`); // 409: an old view
    view = status === 409 ? await done("GET", `/tables/${table}/view`) : (json.view ?? json);
  }
  console.log(`Played table ${table}`);
}

const account = await done("POST", "/players", { name });
token = account.token;
let { last } = await done("GET", "/players/me/events");
const tournament = process.argv[3] ?? (await open());
const commitment = hex(sha256(JSON.stringify(["fairdeal/entropy/1", account.player, entropy])));
const { receipt } = await done("POST", `/tournaments/${tournament}/entrants`, { kind: "player", commitment });
console.log(`${name} has entered ${tournament}`);
const played = new Set();
for (;;) {
  const { you, phase, closing, secret, places } = await done("GET", `/tournaments/${tournament}`);
  if (you.may.includes("reveal")) {
    await ask("POST", `/tournaments/${tournament}/reveal`, { entropy, closing: await checked(closing) });
  } else if (you.table !== null && !played.has(you.table)) {
    played.add(you.table);
    await play(you.table);
  } else if (phase === "closed" && secret !== null) {
    console.log(`${name} is placed ${places[you.entrant]} of ${places.length}`);
    break;
  } else { // wait for news: all that happens to this account comes on one stream
    ({ last } = await done("GET", `/players/me/events?after=${last}&wait=${played.size ? 2 : 25}`));
  }
}
