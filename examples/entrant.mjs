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
let token = "";

const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Send a request until an answer comes; the same key every time, so that nothing is done twice. */
async function ask(method, path, body) {
  const headers = { "Content-Type": "application/json", "Idempotency-Key": randomUUID() };
  if (token) headers.Authorization = `Bearer ${token}`;
  for (let attempt = 0; ; attempt++) {
    try {
      const answer = await fetch(url + path, { method, headers, body: JSON.stringify(body) });
      if (answer.status !== 429 && answer.status !== 503) {
        return { status: answer.status, json: await answer.json() };
      }
      await sleep(1000 * Number(answer.headers.get("Retry-After")));
    } catch (error) {
      if (attempt > 8) throw error;
      await sleep(100 * 2 ** attempt);
    }
  }
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

/** The one form of a JSON value that is hashed (RFC 8785, for integers and ASCII keys). */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical)}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  return `{${Object.keys(value).sort().map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`)}}`;
}

/** The head after the call, if the log up to it is the one of my receipt, with the promise that I made. */
async function checkedClosing(tournament, closing) {
  let head = createHash("sha256").update(`fairdeal/log/1${tournament}`).digest();
  const promised = [];
  for (let n = 0; n < closing.n; ) {
    const { events } = await done("GET", `/tournaments/${tournament}/events?after=${n}`);
    for (const { head: _, parts: __, ...event } of events.slice(0, closing.n - n)) {
      head = createHash("sha256").update(head).update(canonical(event)).digest();
      n = event.n;
      if (event.by === `player:${account.player}`) promised.push(event.data.commitment);
      if (n === receipt.n && head.toString("hex") !== receipt.head) throw new Error("LIE: another log");
    }
  }
  if (head.toString("hex") !== closing.head) throw new Error("LIE: another closing");
  if (`${promised}` !== commitment) throw new Error("LIE: another promise");
  return closing.head;
}

/** What to do: any one of the choices. Change this line, and you play. */
function chosen({ actions, picks }) {
  const offered = [...actions, ...picks.map((pick) => pick.example)];
  return offered[Math.floor(Math.random() * offered.length)];
}

/** Play a table to its end. */
async function play(table) {
  let view = await done("GET", `/tables/${table}/view`);
  while (view.phase !== "finished" && view.phase !== "closed") {
    if (view.choices !== null) {
      const { status, json } = await ask("POST", `/tables/${table}/actions`, chosen(view.choices));
      if (status >= 400 && status !== 409) throw new Error(`${json.code}: ${json.detail}`); // 409: an old view
      view = status === 409 ? await done("GET", `/tables/${table}/view`) : json.view;
    } else {
      view = await done("GET", `/tables/${table}/view?after=${view.n}&wait=25`);
    }
  }
  console.log(`Played table ${table}`);
}

const account = await done("POST", "/players", { name });
token = account.token;
let { last } = await done("GET", "/players/me/events");
const tournament = process.argv[3] ?? (await open());
const mine = JSON.stringify(["fairdeal/entropy/1", account.player, entropy]);
const commitment = createHash("sha256").update(mine).digest("hex");
const { receipt } = await done("POST", `/tournaments/${tournament}/entrants`, { kind: "player", commitment });
console.log(`${name} has entered ${tournament}`);
const played = new Set();
for (;;) {
  const { you, phase, closing, secret, places } = await done("GET", `/tournaments/${tournament}`);
  if (you.may.includes("reveal")) {
    const checked = await checkedClosing(tournament, closing);
    await ask("POST", `/tournaments/${tournament}/reveal`, { entropy, closing: checked });
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
