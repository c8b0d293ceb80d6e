/**
 * Play a table, each time the first of the choices: `node plays.mjs URL TOKEN GAME OPTIONS`, the options of a client as JSON; with
 * `isQuick` the server chooses the table. Prints the table, the numbers of the receipts of what was played, and the verdict.
 */
import { Client, Table } from "../../../clients/typescript/index.js";

const [url, token, game, options] = process.argv.slice(2);
const { isQuick = false, ...own } = JSON.parse(options);
const client = new Client(url, { token, patience: 240_000, ...own });
const { act } = Table.prototype, played = [];
Table.prototype.act = async function (action) {
  const answer = await act.call(this, action);
  played.push(answer.receipt.n);
  return answer;
};
const bot = { choose: ({ choices }) => choices.actions[0] ?? choices.picks[0].example };

/** Take a seat at some table, and give the others to bots: the last one begins it. */
async function quickly() {
  const table = await client.quickTable({ game, seats: 2, options: brief });
  await table.addBot();
  return table.id;
}

const { brief } = await client.get("/v1/games/{game}", { path: { game } });
const settings = isQuick ? { table: await quickly() } : { game, options: brief };
const { table } = await client.play(bot, settings);
console.log(JSON.stringify({ table: table.id, played, verdict: table.verdict }));
process.exit(0);
