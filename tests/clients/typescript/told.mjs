/**
 * Play a short table of Boon with checks, all by reads: `node told.mjs URL`. What is printed is what the client finds.
 */
import { Client } from "../../../clients/typescript/index.js";

const withoutStreams = async (address, request) => new Headers(request.headers).get("Accept") === "text/event-stream"
  ? Response.json({ code: "http/no_slot" }, { status: 503 })
  : fetch(address, request);

const bot = { choose: ({ choices }) => choices.actions[0] ?? choices.picks[0].example };
const client = new Client(process.argv[2], { verify: true, patience: 3000, fetch: withoutStreams });
try {
  await client.register();
  const { table } = await client.play(bot, { game: "boon", seats: 3, options: { max_rounds: 1 } });
  console.log(table.verdict.verdict);
} catch (error) {
  console.log(`${error.name}: ${error.message}`);
}
