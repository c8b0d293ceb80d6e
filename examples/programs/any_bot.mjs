// A bot of every game as a program in Node: it takes one of the choices at random (docs/reference/bot-protocol.md).
//
// fairdeal arena --game boosh --bots program:examples/programs/any_bot.mjs,novice,novice

import { createInterface } from "node:readline";

const say = (answer) => process.stdout.write(JSON.stringify(answer) + "\n");

/** Random numbers that follow from a seed (mulberry32), so that a table can be played again. */
function generator(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), seed | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

let random;

/** Any action, or any cards that a pick allows; where cards must be more than many, its example. */
function choose({ actions, picks }) {
  const at = Math.floor(random() * (actions.length + picks.length));
  if (at < actions.length) return actions[at];
  const pick = picks[at - actions.length];
  if (pick.must !== null) return pick.example;
  const cards = pick.cards.map((card) => [random(), card]).sort((one, two) => one[0] - two[0]);
  const count = pick.least + Math.floor(random() * (pick.most - pick.least + 1));
  return { ...pick.example, [pick.field]: cards.slice(0, count).map(([, card]) => card) };
}

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.type === "table") {
    random = generator(message.seed);
    say({ n: 0, protocol: 1 });
  } else if (message.type === "move") {
    say({ n: message.n, action: choose(message.choices) });
  } else if (message.type === "fallback") {
    console.error(`move ${message.of}: ${message.why}`);
  }
}
