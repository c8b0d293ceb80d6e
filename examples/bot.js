#!/usr/bin/env node
// A player that needs no packages: it sits down, listens to the table's stream, and acts in its turn.
//
//   node examples/bot.js [URL] [TABLE]
//
// Without a table it opens one of Boosh and plays against a bot. Node 18 or newer.

const { randomUUID } = require("node:crypto");

const url = (process.argv[2] ?? "http://127.0.0.1:8000") + "/v1";
const name = `Node ${randomUUID().slice(0, 8)}`;
let token = "";

/** Send a request until an answer comes; the same key every time, so that nothing plays twice. */
async function ask(method, path, body) {
  const headers = { "Content-Type": "application/json", "Idempotency-Key": randomUUID() };
  headers.Prefer = "return=minimal"; // the stream shows what follows
  if (token) headers.Authorization = `Bearer ${token}`;
  for (let attempt = 0; ; attempt++) {
    try {
      const answer = await fetch(url + path, { method, headers, body: JSON.stringify(body) });
      if (answer.status === 429 || answer.status === 503) {
        await sleep(1000 * Number(answer.headers.get("Retry-After")));
        continue;
      }
      return { status: answer.status, json: await answer.json() };
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

function sleep(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Yield the messages of a table's stream; a stream that is lost is taken up behind its last id. */
async function* messages(table) {
  let last;
  for (;;) {
    const headers = { Accept: "text/event-stream", Authorization: `Bearer ${token}` };
    if (last !== undefined) headers["Last-Event-ID"] = last;
    try {
      const answer = await fetch(`${url}/tables/${table}/events`, { headers });
      if (!answer.ok) throw new Error(`the stream was refused: ${answer.status}`);
      let text = "";
      for await (const chunk of answer.body.pipeThrough(new TextDecoderStream())) {
        text += chunk;
        const whole = text.split("\n\n");
        text = whole.pop();
        for (const message of whole.filter((one) => !one.startsWith(":"))) {
          const [, type, id, data] = message.match(/^event: (.*)\nid: (.*)\ndata: (.*)$/);
          last = id;
          yield { type, data: JSON.parse(data) };
        }
      }
    } catch (error) {
      console.error(String(error));
    }
    await sleep(1000);
  }
}

/** Any one of the actions that are offered. */
function chosen(choices) {
  const offered = [...choices.actions, ...choices.picks.map((pick) => pick.example)];
  return offered[Math.floor(Math.random() * offered.length)];
}

async function main() {
  token = (await done("POST", "/players", { name })).token;
  let table = process.argv[3];
  if (table === undefined) {
    const body = { game: "boosh", seats: 2, options: { max_hands: 2 } };
    table = (await done("POST", "/tables", body)).view.table;
    await done("POST", `/tables/${table}/seats`, {});
    await done("POST", `/tables/${table}/seats`, { bot: "regular" });
    await done("POST", `/tables/${table}/start`, {});
  } else {
    await done("POST", `/tables/${table}/seats`, {});
  }
  console.log(`${name} sits at table ${table}`);

  for await (const { type, data } of messages(table)) {
    if (type !== "view") continue;
    for (const note of data.notes) console.log(note);
    if (data.outcome !== null) {
      console.log(`places ${data.outcome.places}, scores ${data.outcome.scores}`);
      process.exit(0);
    }
    if (data.choices === null) continue;
    const { status, json } = await ask("POST", `/tables/${table}/actions`, chosen(data.choices));
    if (status !== 200 && status !== 409) throw new Error(`${json.code}: ${json.detail}`); // 409: an old view
  }
}

main().catch((error) => {
  console.error(String(error));
  process.exit(1);
});
