/**
 * Play a table with checks, end in the middle, and come back as another process would: `node comes_back.mjs URL TOKEN kept`, or `lost`
 * where all that was kept is lost. Prints how many receipts there were before, and the verdict.
 */
import { Client } from "../../../clients/typescript/index.js";

const [url, token, way] = process.argv.slice(2);
const MOVES = 3;

function store(held = new Map()) {
  return {
    held, getItem: (name) => held.get(name) ?? null, setItem: (name, value) => void held.set(name, value),
    removeItem: (name) => void held.delete(name),
  };
}

const own = store(), stop = new AbortController();
let moves = 0;
const bot = {
  choose: ({ choices }) => {
    if (++moves > MOVES) stop.abort();
    return choices.actions[0] ?? choices.picks[0].example;
  },
};
const before = new Client(url, { token, verify: true, store: own });
const { table } = await before.play(bot, { game: "boosh", seats: 2, options: { max_hands: 3 } }, { signal: stop.signal });
const receipts = table.check.kept.receipts.length;

const kept = way === "kept" ? store(new Map(own.held)) : store();
const after = new Client(url, { token, verify: true, store: kept });
const { table: again } = await after.play({ choose: ({ choices }) => choices.actions[0] ?? choices.picks[0].example }, { table: table.id });
console.log(JSON.stringify([receipts, again.verdict]));
process.exit(0);
