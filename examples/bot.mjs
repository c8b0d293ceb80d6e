#!/usr/bin/env node
// A player in Node, on the client library: it sits down, follows the table's stream, and acts in its turn.
//
//   node examples/bot.mjs [URL] [TABLE]
//
// Without a table it opens one of Boosh and plays against a bot. Node 20 or newer.
import { randomBytes } from "node:crypto";

import { Client } from "../clients/typescript/index.js";

const [url = "http://127.0.0.1:8000", wanted] = process.argv.slice(2);
const name = `Node ${randomBytes(4).toString("hex")}`;

class MyBot {
  /** Any one of the actions that are offered: change this, and you play. */
  choose({ choices, notes }) {
    for (const note of notes) console.log(note);
    const offered = [...choices.actions, ...choices.picks.map((pick) => pick.example)];
    return offered[Math.floor(Math.random() * offered.length)];
  }
}

const client = new Client(url);
await client.register(name);
const table = await (wanted === undefined
  ? client.openTable({ game: "boosh", seats: 2, options: { max_hands: 2 } })
  : client.table(wanted));
await table.sit();
if (wanted === undefined) {
  await table.addBot("regular");
  await table.start();
}
console.log(`${name} sits at table ${table.id}`);
const { view: { outcome } } = await client.play(new MyBot(), { table: table.id });
console.log(`places ${outcome.places}, scores ${outcome.scores}`);
