#!/usr/bin/env node
// An entrant of a tournament, on the client library: it enters, promises and reveals entropy, plays wherever it is
// seated, and says how it ended.
//
//   node examples/entrant.mjs [URL] [TOURNAMENT]
//
// Without a tournament it enters the newest that one may enter, and waits for one. Node 20 or newer.
import { randomBytes } from "node:crypto";

import { Client } from "../clients/typescript/index.js";
import { commitmentOf } from "../clients/typescript/verify/bytes.js";
import { checkCupClosing } from "../clients/typescript/verify/closings.js";
import { keysOf } from "../clients/typescript/verify/keys.js";

const [url = "http://127.0.0.1:8000", wanted] = process.argv.slice(2);
const name = `Node ${randomBytes(4).toString("hex")}`, entropy = randomBytes(16).toString("hex"); // has a part in every deal
const CUP = "/v1/tournaments/{tournament_id}", NEWS = "/v1/players/me/events";

class MyBot {
  /** Any one of the actions that are offered: change this, and you play. */
  choose({ choices: { actions, picks } }) {
    const offered = [...actions, ...picks.map((pick) => pick.example)];
    return offered[Math.floor(Math.random() * offered.length)];
  }
}

/** The newest tournament that lets one enter, whenever there is one. */
async function open() {
  for (;;) {
    for (const { id } of (await client.get("/v1/tournaments", { query: { phase: "registration" } })).tournaments) {
      if ((await client.get(CUP, { path: { tournament_id: id } })).you.may.includes("register")) return id;
    }
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

let bound = null; // the call under which the entropy is revealed, and no other

/** The head after the call, if the server has signed it, and the log up to it has my receipt and the promise I made. */
async function checked() {
  const { closing } = await client.get(`${CUP}/closing`, { path }), events = [];
  while (events.length < closing.n) {
    events.push(...(await client.get(`${CUP}/events`, { path, query: { after: events.length } })).events);
  }
  const read = { table: path.tournament_id, kept: [receipt], keys, events: events.slice(0, closing.n), receipt: closing };
  checkCupClosing({ ...read, player, commitment, isOurs: true });
  if ((bound ??= closing.head) !== closing.head) throw new Error("LIE: this is another call than that of my reveal");
  return bound;
}

const client = new Client(url), keys = keysOf(await client.get("/v1/keys"));
const { player } = await client.register(name), commitment = commitmentOf(player, entropy);
let { last } = await client.get(NEWS);
const path = { tournament_id: wanted ?? (await open()) };
const { receipt } = await client.post(`${CUP}/entrants`, { path, body: { kind: "player", commitment } });
console.log(`${name} has entered ${path.tournament_id}`);
const played = new Set();
for (;;) {
  const { you, phase, secret, places } = await client.get(CUP, { path });
  if (you.may.includes("reveal")) {
    await client.post(`${CUP}/reveal`, { path, body: { entropy, closing: await checked() } });
  } else if (you.table !== null && !played.has(you.table)) {
    played.add(you.table);
    await client.play(new MyBot(), { table: you.table });
    console.log(`Played table ${you.table}`);
  } else if (phase === "closed" && secret !== null) {
    console.log(`${name} is placed ${places[you.entrant]} of ${places.length}`);
    break;
  } else { // wait for news: all that happens to this account comes on one stream
    ({ last } = await client.get(NEWS, { query: { after: last, wait: played.size ? 2 : 25 } }));
  }
}
