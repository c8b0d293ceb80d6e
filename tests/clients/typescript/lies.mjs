/**
 * Play with checks at a server that lies: `node lies.mjs URL KIND`. What it claims otherwise is changed on its way; the first line
 * that is printed is what the client finds.
 */
import { Client } from "../../../clients/typescript/index.js";

const [url, kind] = process.argv.slice(2);
const other = (hex) => hex.replace(/^./, (digit) => (digit === "0" ? "1" : "0"));
const events = (change) => (path, said) => {
  if (path.endsWith("/events")) for (const event of said.events ?? []) change(event);
};
const later = (place, change) => {
  let times = 0;
  return (path, said) => {
    if (path === place && ++times > 1) change(said);
  };
};
/** @type {Record<string, (path: string, said: any) => void>} what is changed of each answer */
const LIES = {
  none: () => {},
  "a receipt is not signed": (_, said) => { if (said.receipt) said.receipt.signature = other(said.receipt.signature); },
  "a receipt is of another head": (_, said) => { if (said.receipt) said.receipt.head = other(said.receipt.head); },
  "an event is other": events((event) => { if (event.n === 3) event.at += 1; }),
  "an event is left out": (path, said) => { if (path.endsWith("/events")) said.events = said.events.filter(({ n }) => n !== 3); },
  "a part is other": events((event) => { for (const part of Object.values(event.parts)) part.salt = other(part.salt); }),
  "a part is withheld": events((event) => { event.parts = {}; }),
  "a view is of another head": (path, said) => { if (path.endsWith("/view") && said.n > 3) said.head = other(said.head); },
  "another commitment is closed": events((event) => { if (event.data.commitment) event.data.commitment = other(event.data.commitment); }),
  "the closing is not signed": (path, said) => { if (path.endsWith("/closing") && said.closing) said.closing.signature = other(said.closing.signature); },
  "another key signs": later("/v1/keys", (said) => { said.keys[0].public = other(said.keys[0].public); }),
  "another tree is signed": later("/v1/tree/consistency", (said) => { said.path = said.path.map(other); }),
  "the log is other": (path, said) => { if (path.endsWith("/log")) said.text = said.text.replace(/\\"at\\":\d/, '\\"at\\":2'); },
};

const fetchOther = async (address, request) => {
  const answer = await fetch(address, request), { pathname: path } = new URL(address), type = answer.headers.get("Content-Type") ?? "";
  if (type.startsWith("text/event-stream")) return Response.json({ code: "http/no_slot" }, { status: 503 }); // so all comes by reads
  if (!answer.ok) return answer;
  const { headers } = answer;
  if (path.endsWith("/log")) {
    const said = { text: await answer.text() };
    LIES[kind](path, said);
    return new Response(said.text, { headers });
  }
  if (!type.includes("json")) return answer;
  const said = await answer.json();
  LIES[kind](path, said);
  return new Response(JSON.stringify(said), { status: answer.status, headers: { "Content-Type": type } });
};

const bot = { choose: ({ choices }) => choices.actions[0] ?? choices.picks[0].example };
const client = new Client(url, { verify: true, fetch: fetchOther });
try {
  await client.register();
  const { table } = await client.play(bot, { game: "boosh", options: { max_hands: 1 } });
  console.log(`${table.verdict.verdict}, own entropy: ${table.verdict.ownEntropy}`);
} catch (error) {
  console.log(`${error.name}: ${error.message}`);
  console.log(Object.keys(error.evidence ?? {}).join(" "));
}
