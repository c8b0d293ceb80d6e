#!/usr/bin/env node
// Plays a table of Boon against two bots and believes nothing: WebCrypto, no packages, no rules of the game.
//
//   node examples/checked.mjs [URL]
//
// Live: the chain of events, the seals of one's cards, each receipt with its signature, and before one's entropy is
// revealed all that it answers. At the end: that the deal follows from what was sealed before and from one's own
// entropy, and that the table stands in the signed tree. That each action was right the server's verifier says: ask
// another one, too. What proves anything is kept in a folder, `checked-TABLE`. It ends at the first lie.
// docs/reference/ has the bytes. Node 20 or newer.
import { randomBytes, randomUUID } from "node:crypto";
import { mkdirSync, renameSync, writeFileSync } from "node:fs";

const [SEAT, url] = [0, (process.argv[2] ?? "http://127.0.0.1:8000") + "/v1"];
const suit = (name, first, last) => Array.from({ length: last - first + 1 }, (_, at) => `${name}-${first + at}`);
const DECK = [...suit("blue", 1, 6), ...suit("green", 2, 6), ...suit("red", 2, 6), ...suit("gold", 1, 14)];

const entropy = randomBytes(16).toString("hex");
const kept = { entropy, closing: null, keys: [], checkpoints: [], receipts: [] };
const [events, heads, login] = [[], [], {}];
let [table, folder] = ["", "."];

/** Stop at a lie. */
function check(holds, lie) {
  if (holds) return;
  console.error(`LIE: ${lie}. What proves it is in ${folder}`);
  process.exit(1);
}

const unhex = (text) => Buffer.from(text, "hex");
const hex = (data) => data.toString("hex");
const joined = (parts) => Buffer.concat(parts.map((one) => Buffer.from(one)));
const json = async (...request) => JSON.parse(await ask(...request));
const sha256 = async (...parts) => Buffer.from(await crypto.subtle.digest("SHA-256", joined(parts)));

async function hmac(key, message) {
  const object = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return Buffer.from(await crypto.subtle.sign("HMAC", object, Buffer.from(message)));
}

/** Say whether a message is signed with one of the keys that I got before anything else. */
async function isSigned(message, signature) {
  const verified = kept.keys.map(async (key) => {
    const object = await crypto.subtle.importKey("raw", unhex(key.public), "Ed25519", false, ["verify"]);
    return crypto.subtle.verify("Ed25519", object, signature, Buffer.from(message));
  });
  return (await Promise.all(verified)).includes(true);
}

/** The one form of a JSON value that is hashed: RFC 8785, for integers and ASCII keys. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  return `{${Object.keys(value).sort().map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(",")}}`;
}

/** Send a request, again while the server is busy; return the text of the answer. */
async function ask(method, path, body, type = "application/json") {
  const headers = { "Content-Type": type, "Idempotency-Key": randomUUID(), ...login };
  const init = { method, headers, body: typeof body === "object" ? JSON.stringify(body) : body };
  for (;;) {
    const answer = await fetch(url + path, init);
    if (answer.ok) return answer.text();
    if (!answer.headers.has("Retry-After")) throw new Error(await answer.text());
    await new Promise((resolve) => setTimeout(resolve, 1000 * Number(answer.headers.get("Retry-After"))));
  }
}

/** Keep what may prove a lie. */
function keep(what, value) {
  kept[what].push(value);
  write();
}

/** Write down what is kept; the file is there whole, or as it was before. */
function write() {
  writeFileSync(`${folder}/new`, JSON.stringify(kept, null, 1));
  renameSync(`${folder}/new`, `${folder}/kept.json`);
}

/** Send a command; check its receipt; return the view. */
async function command(path, body) {
  const { receipt, view } = await json("POST", `/tables/${table}${path}`, body);
  await checkReceipt(receipt);
  await follow(view.n, view.head, "view");
  return view;
}

/** Keep a receipt, and hold it to the server's keys and to the chain; return its number. */
async function checkReceipt(receipt) {
  keep("receipts", receipt);
  const { n, head, at, durability, signature } = receipt;
  const told = canonical(["fairdeal/receipt/1", table, n, head, at, durability]);
  check(await isSigned(told, unhex(signature)), `the receipt of event ${n} is not signed for this table`);
  await follow(n, head, "receipt");
  check(at === events[n - 1].at, `the receipt of event ${n} has another time`);
  return n;
}

/** Wait until something has happened; return the view then. */
async function news({ n }) {
  const view = await json("GET", `/tables/${table}/view?after=${n}&wait=9`);
  await follow(view.n, view.head, "view");
  return view;
}

/** Go on with the chain to an event; hold what was said of it to the head that is found. */
async function follow(upto, claimed, what) {
  while (events.length < upto) {
    const page = await json("GET", `/tables/${table}/events?after=${events.length}`);
    check(page.events.length > 0, `event ${upto} is kept from me`);
    for (const { parts, head, ...event } of page.events) {
      const n = events.push(event);
      heads.push(await sha256(heads[n - 1], canonical(event)));
      check(event.n === n, `event ${n} is missing`);
      check(head === hex(heads[n]), `the head after event ${n} does not follow`);
      await checkSeals(event, parts, Object.keys(event.seals).filter((one) => one.split("+").includes(String(SEAT))));
    }
  }
  check(claimed === hex(heads[upto]), `the ${what} of event ${upto} does not fit the log`);
}

/** Hold what is open to its seals; all that is for these audiences must be. */
async function checkSeals({ n, seals }, parts, audiences) {
  check(audiences.every((audience) => audience in parts), `a part of event ${n} is withheld`);
  for (const [audience, { salt, data }] of Object.entries(parts)) {
    const seal = await sha256(unhex(salt), canonical(data));
    check(seals[audience] === hex(seal), `part ${audience} of event ${n} is not what was sealed`);
  }
}

/**
 * Reveal my entropy behind a closing: only if all that I saw stands there, and under no other.
 *
 * `promised`: the commitments by seat, as I was shown them while I waited.
 */
async function reveal({ closing: { n, head } }, promised) {
  check([null, head].includes(kept.closing), "my entropy is wanted under a second closing");
  await follow(n, head, "closing");
  check(events[n - 1].type === "table.start_called.v1", `event ${n} is no call for the start`);
  const taken = [null, null, null]; // those who left before the call took their commitments along
  for (const { type, data } of events.slice(0, n))
    if (["table.seat_taken.v1", "table.seat_left.v1"].includes(type)) taken[data.seat] = data.commitment ?? null;
  check(canonical(taken) === canonical(promised), "other commitments were closed");
  const receipt = (await json("GET", `/tables/${table}/closing`)).closing;
  check(receipt !== null && (await checkReceipt(receipt)) === n, "I get no receipt of the closing");
  kept.closing = head;
  write(); // before anybody knows my entropy
  return command("/reveal", { entropy, closing: head });
}

/** Hold what the deal follows from to my reveal; keep its receipt from before the beacon. */
async function checkSettled({ beacon }) {
  const { n, data } = events.find((event) => event.type === "table.entropy_closed.v1");
  check(!data.withheld.includes(SEAT), "my reveal was dropped, as if withheld");
  check(data.entropies[SEAT] === entropy, "another entropy than mine was taken");
  const receipt = (await json("GET", `/tables/${table}/closing`)).settled;
  check(receipt !== null && (await checkReceipt(receipt)) === n, "I get no receipt of what was settled");
  check(!beacon?.round || Date.now() < beacon.due_at, "it was settled with the beacon known");
}

/** Shuffle every hand again, from the secret that was sealed before I sat down. */
async function checkDeal(log) {
  const rows = log.trimEnd().split("\n").slice(1, -1).map((line) => JSON.parse(line));
  check(canonical(rows.map((row) => row.e)) === canonical(events.map(canonical)), "the log is not what I was shown");
  const opened = rows.map((row) => JSON.parse(row.p ?? "{}"));
  for (const event of events) await checkSeals(event, opened[event.n - 1], Object.keys(event.seals));
  const { entropies } = events.find((event) => event.type === "table.entropy_closed.v1").data;
  const beacon = events.filter((event) => event.type === "table.beacon_came.v1").map(({ data }) => data.randomness);
  for (const { n, data: { hand, dealer } } of events.filter((event) => event.type === "boon.hand_dealt.v1")) {
    const handSecret = await hmac(unhex(opened[0].table.data.secret), canonical(["hand", hand]));
    const name = [events[0].data.group, hand, "deal", 1, entropies, ...beacon];
    const order = await shuffled(DECK, await hmac(handSecret, canonical(name)));
    const dealt = [0, 1, 2].map((seat) => order.slice(0, 27).filter((_, at) => (dealer + 1 + at) % 3 === seat).sort());
    const held = [0, 1, 2].map((seat) => [...opened[n - 1][seat].data.hands].sort());
    const same = canonical([held, opened[n - 1].hand.data.boon]) === canonical([dealt, order.slice(27)]);
    check(same, `the cards of hand ${hand} are not what the secret deals`);
  }
}

/** Cards in the order that a key gives them. */
async function shuffled(cards, key) {
  let [order, block, counter] = [[...cards].sort(), null, 0];
  for (let places = order.length; places > 1; places--) {
    let word = 2 ** 32;
    while (word >= 2 ** 32 - (2 ** 32 % places)) {
      if (counter % 8 === 0) block = await hmac(key, unhex((counter / 8).toString(16).padStart(16, "0")));
      word = block.readUInt32BE(4 * (counter++ % 8));
    }
    [order[places - 1], order[word % places]] = [order[word % places], order[places - 1]];
  }
  return order;
}

/** The root above a node: RFC 9162, 2.1.3.2. */
async function climbed(node, at, last, path) {
  for (const beside of path) {
    const left = at % 2 === 1 || at === last;
    node = left ? await sha256("\x01", beside, node) : await sha256("\x01", node, beside);
    while (left && at !== 0 && at % 2 === 0) [at, last] = [at >> 1, last >> 1];
    [at, last] = [at >> 1, last >> 1];
  }
  return last === 0 ? hex(node) : null;
}

/** Find the end of the table in the one tree; say which leaf it is. */
async function checkHistory({ leaf, index, path, checkpoint }) {
  keep("checkpoints", checkpoint);
  const [text, signatures] = checkpoint.split(/(?<=\n)\n/); // c2sp.org/tlog-checkpoint
  const [origin, size, root] = text.split("\n");
  const own = signatures.split("\n").find((line) => line.startsWith(`\u2014 ${origin} `))?.split(" ")[2] ?? "";
  const signed = await isSigned(text, Buffer.from(own, "base64").subarray(4)); // behind the key's id
  check(signed, `the checkpoint of ${size} leaves is not signed`);
  const end = ["closed", hex(await sha256(table)), events.length, hex(heads.at(-1))];
  check(canonical([leaf.kind, leaf.stream, leaf.n, leaf.head]) === canonical(end), "the tree holds another end");
  const start = await sha256("\0", canonical(["fairdeal/leaf/1", ...end, leaf.at, leaf.end]));
  const found = await climbed(start, index, size - 1, path.map(unhex));
  check(found === Buffer.from(root, "base64").toString("hex"), "the proof does not lead to the signed root");
  console.log(`HISTORY good: the table's end is leaf ${index} of ${size} in the signed tree`);
}

kept.keys = (await json("GET", "/keys")).keys; // those of today, for ever
kept.checkpoints.push(await ask("GET", "/tree/checkpoint"));
const { player, token } = await json("POST", "/players", { name: `Node ${randomUUID().slice(0, 8)}` });
login.Authorization = `Bearer ${token}`;
const options = (await json("GET", "/games/boon")).brief;
const opened = await json("POST", "/tables", { game: "boon", seats: 3, options });
table = opened.view.table;
folder = `checked-${table}`;
mkdirSync(folder);
heads.push(await sha256("fairdeal/log/1", table));
await checkReceipt(opened.receipt);
const commitment = hex(await sha256(canonical(["fairdeal/entropy/1", player, entropy]))); // nobody else can use it
let view = await command("/seats", { seat: SEAT, commitment });
for (const seat of [1, 2]) view = await command("/seats", { seat, bot: "regular" });
const promised = view.seats.map((seat) => seat.commitment);
check(canonical(promised) === canonical([commitment, null, null]), "the seats show other commitments than were sent");
view = await command("/start", {});
while (events.every((event) => event.type !== "table.entropy_closed.v1"))
  view = view.seats[SEAT].entropy === "promised" ? await reveal(view, promised) : await news(view);
await checkSettled(view);
while (view.phase !== "closed") {
  const { actions, picks } = view.choices ?? { actions: [], picks: [] };
  const [action] = [...actions, ...picks.map((pick) => pick.example)]; // the first of what I may do
  view = action ? await command("/actions", action) : await news(view);
}
const log = await ask("GET", `/tables/${table}/log`);
writeFileSync(`${folder}/log.jsonl`, log);
await checkDeal(log);
console.log("DEAL    good: all cards follow from the secret sealed before I sat down and from my entropy");
await checkHistory(await json("GET", `/tables/${table}/proof`));
const { verdict, why } = await json("POST", "/verifications", log, "application/jsonl");
check(verdict === "good", `the log is bad: ${why}`);
console.log(`RESULT  good: places ${view.outcome.places}, says the server's verifier: ask another one too`);
