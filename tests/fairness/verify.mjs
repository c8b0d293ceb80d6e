// A second verifier, written from docs/fairness.md alone: chain, seals, signature, shuffles.
// It does not know the rules of the games, so it judges no actions; how their events tell of a deal
// is said by a file for each of them (tests/games/<game>/deals.mjs).
//
//   node verify.mjs [--deals GAME.mjs]... [--key HEX] FILE...
//   node verify.mjs [--deals GAME.mjs]... --key HEX --proof PROOF.json FILE
//   node verify.mjs --key HEX --checkpoints OLD.note ANSWER.json
//   node verify.mjs --vectors VECTORS.json
//
// Prints one JSON object a file; exits 1 if any of them is bad.

import { createHash, createHmac, createPublicKey, verify as isSigned } from "node:crypto";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const HEX = /^([0-9a-f]{2})*$/;
const WORD = 2 ** 32;
const SPKI = Buffer.from("302a300506032b6570032100", "hex"); // an Ed25519 key as DER

class Bad extends Error {}

function require(holds, why) {
  if (!holds) throw new Bad(why);
}

const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash("sha256")).digest();
const hmac = (key, message) => createHmac("sha256", key).update(message).digest();

// Canonical JSON (RFC 8785): keys are ASCII, numbers are integers.
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value !== null && typeof value === "object") {
    const keys = Object.keys(value).sort();
    return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(",")}}`;
  }
  require(typeof value !== "number" || Number.isSafeInteger(value), `${value} is no integer`);
  return JSON.stringify(value);
}

function parsed(text, what) {
  let value;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Bad(`${what} is no JSON: ${error.message}`);
  }
  require(value !== null && typeof value === "object" && !Array.isArray(value), `${what} is no object`);
  require(canonical(value) === text, `${what} is not in canonical form`);
  return value;
}

function bytes(hex, what) {
  require(typeof hex === "string" && HEX.test(hex), `${what} is no hex`);
  return Buffer.from(hex, "hex");
}

// Chain and seals

function readLog(text) {
  require(text.endsWith("\n"), "the file is cut short");
  const lines = text.slice(0, -1).split("\n");
  require(lines.length >= 3, "the file is cut short");
  const header = parsed(lines[0], "the header");
  require(header.format === "fairdeal/log/1", "the header names another format");
  require(Object.keys(header).length === 4, "the header has other fields");
  const events = [];
  let head = sha256("fairdeal/log/1", header.table);
  for (const line of lines.slice(1, -1)) {
    const event = readEvent(line, events.length + 1, head, events.at(-1));
    head = event.head;
    events.push(event);
  }
  const end = parsed(lines.at(-1), "the last line");
  require(end.head === head.toString("hex") && end.n === events.length, "the last line speaks of other events");
  require(end.table === header.table, "the last line is of another table");
  const { game, rules } = events[0].data;
  require(game === header.game && rules === header.rules, "the header names another game");
  const closed = events.at(-1).type === "table.closed.v1";
  require(end.complete === closed, "the last line is wrong about the end");
  require(events.findIndex((event) => event.type === "table.closed.v1") === (closed ? events.length - 1 : -1),
    "something happened after the end");
  return { header, events, end };
}

function readEvent(line, n, head, before) {
  const row = parsed(line, `line of event ${n}`);
  require(Object.keys(row).join() === "e,h,p", `event ${n} has other fields`);
  const event = parsed(row.e, `event ${n}`);
  require(event.n === n, `event ${n} is missing`);
  require(Object.keys(event).join() === "at,by,cause,data,n,seals,type", `event ${n} has other fields`);
  event.head = sha256(head, row.e);
  require(event.head.toString("hex") === row.h, `the head after event ${n} does not follow`);
  require(!before || event.at >= before.at, `event ${n} is earlier than the one before it`);
  event.parts = row.p === null ? {} : readParts(row.p, event);
  return event;
}

function readParts(text, event) {
  const parts = parsed(text, `parts of event ${event.n}`);
  const data = {};
  for (const [audience, part] of Object.entries(parts)) {
    require(Object.keys(part).join() === "data,salt", `part ${audience} of event ${event.n} has other fields`);
    require(bytes(part.salt, "a salt").length === 32, `the salt of part ${audience} of event ${event.n} has not 32 bytes`);
    const seal = sha256(bytes(part.salt, "a salt"), canonical(part.data)).toString("hex");
    require(event.seals[audience] === seal, `part ${audience} of event ${event.n} does not fit its seal`);
    data[audience] = part.data;
  }
  return data;
}

function checkSignature({ table, n, head, at, complete, key, signature }, public_) {
  const message = ["fairdeal/log-end/1", table, n, head, at, complete];
  require(isBy(public_, key, message, signature), "the last line is not signed with the key");
}

function isBy(public_, id, message, signature) {
  const known = id === sha256(bytes(public_, "the key")).toString("hex").slice(0, 16);
  return known && holds(public_, message, signature);
}

function holds(public_, message, signature) {
  return isOver(public_, Buffer.from(canonical(message)), bytes(signature, "a signature"));
}

function isOver(public_, message, signature) {
  const raw = bytes(public_, "a key");
  require(raw.length === 32, "a key has 32 bytes");
  const object = createPublicKey({ key: Buffer.concat([SPKI, raw]), format: "der", type: "spki" });
  return isSigned(null, message, object, signature);
}

// Signatures of players: every action at a seat with a key, each once; no other.

const TAKEN_OR_FREE = ["table.seat_taken.v1", "table.seat_left.v1", "table.seat_lost.v1"];
const GIVEN_UP = ["table.seat_left.v1", "table.seat_lost.v1", "table.handed_to_bot.v1"];
const TAKEN = ["table.seat_taken.v1", "table.taken_back.v1"];

function checkActions(table, events) {
  const [keys, acted] = [new Map(), new Map()];
  let signed = 0;
  for (const event of events) {
    const { cause, data } = event;
    if (typeof cause === "object" && cause.seat !== null) {
      signed += checkAction(table, event, keys.get(cause.seat), acted.get(cause.seat));
      acted.set(cause.seat, cause.last);
    }
    if (TAKEN.includes(event.type)) keys.set(data.seat, data.key);
    if (TAKEN.includes(event.type) || event.type === "table.timed_out.v1") acted.set(data.seat, cause.last);
    if (GIVEN_UP.includes(event.type)) keys.delete(data.seat);
  }
  return signed;
}

function checkAction(table, { n, cause, parts }, key, least) {
  const what = `the action of event ${n}`;
  require((key !== undefined) === ("signed" in cause), `${what} is signed and should not be, or the other way round`);
  if (key === undefined) return 0;
  const own = parts[cause.seat] ?? {};
  const given = cause.signed === true ? own.signed : cause.signed;
  require(Object.keys(given).join() === "after,signature", `the signature of ${what} has other fields`);
  const { after, signature } = given;
  const action = cause.signed === true ? { ...cause.action, ...own.action } : cause.action;
  require(after >= least && after < n, `the signature of ${what} is not of its moment`);
  const message = ["fairdeal/action/1", table, cause.seat, after, action];
  require(holds(key, message, signature), `${what} is not signed with the key of its seat`);
  return 1;
}

// The tree of heads

const node = (left, right) => sha256("\x01", left, right);
const isPowerOfTwo = (size) => Number.isInteger(Math.log2(size));
const half = Math.trunc;

// A checkpoint is a signed note: c2sp.org/signed-note, c2sp.org/tlog-checkpoint.
function readCheckpoint(note, public_) {
  require(typeof note === "string", "a checkpoint is a text");
  const end = note.lastIndexOf("\n\n");
  require(end > 0 && note.endsWith("\n"), "a checkpoint is a signed note");
  const body = note.slice(0, end + 1);
  const [origin, size, root, at, rest] = body.split("\n");
  require(/^(0|[1-9][0-9]*)$/.test(size) && /^at [0-9]+$/.test(at) && rest === "", "the checkpoint has other lines");
  const id = sha256(origin, "\n\x01", bytes(public_, "the key")).subarray(0, 4);
  const own = note.slice(end + 2).split("\n").filter((line) => line.startsWith(`\u2014 ${origin} `));
  const signatures = own.map((line) => Buffer.from(line.split(" ")[2], "base64")).filter((raw) => raw.subarray(0, 4).equals(id));
  require(signatures.length > 0 && signatures.every((raw) => isOver(public_, Buffer.from(body), raw.subarray(4))), `the checkpoint of ${size} leaves is not signed with the key`);
  return { origin, size: Number(size), root: Buffer.from(root, "base64").toString("hex"), at: Number(at.slice(3)) };
}

// Both verifications of RFC 9162 in one: from the nodes on the way, the hash of the tree up to `index`
// (without what stands to the right of it) and of the whole tree.
function climb(index, size, start, path) {
  let [at, last, before, after] = [index, size - 1, start, start];
  for (const hash of path) {
    require(last > 0, "the path is too long");
    if (at % 2 === 1 || at === last) {
      [before, after] = [node(hash, before), node(hash, after)];
      while (at !== 0 && at % 2 === 0) [at, last] = [half(at / 2), half(last / 2)];
    } else {
      after = node(after, hash);
    }
    [at, last] = [half(at / 2), half(last / 2)];
  }
  require(last === 0, "the path is too short");
  return { before, after };
}

function checkInclusion(log, { leaf, index, path, checkpoint: note }, public_) {
  const checkpoint = readCheckpoint(note, public_);
  const { kind, stream, n, head, at, end } = leaf;
  require(stream === sha256(log.header.table).toString("hex"), "the leaf is of another table");
  const event = log.events[n - 1];
  require(event !== undefined && event.head.toString("hex") === head, "the leaf has another head than the log");
  require((kind === "closed") === (event.type === "table.closed.v1"), "the leaf is of another kind than the event");
  require(event.at <= at && at <= checkpoint.at, "the leaf is older than its event, or newer than the checkpoint");
  if (kind !== "closed") require(end - at === term(log.events[0].data), "the leaf names another latest end");
  require(Number.isSafeInteger(index) && index >= 0 && index < checkpoint.size, "there is no such leaf");
  const start = sha256("\x00", canonical(["fairdeal/leaf/1", kind, stream, n, head, at, end]));
  const { after } = climb(index, checkpoint.size, start, path.map((hash) => bytes(hash, "a node")));
  require(after.toString("hex") === checkpoint.root, "the path does not lead to the root");
}

const DAY = 86_400_000;
const term = ({ clock, seats }) => clock === null ? 30 * DAY : Math.min(30 * DAY, DAY + 1000 * (1000 * clock.turn + seats * clock.bank));

function checkConsistency(note, { from, to, path, checkpoint }, public_) {
  const [old, new_] = [readCheckpoint(note, public_), readCheckpoint(checkpoint, public_)];
  require(old.origin === new_.origin, "two trees are signed: a fork");
  require(from === old.size && to === new_.size && from <= to, "the proof is of other sizes");
  require(from === to || old.at <= new_.at + 60_000, "the tree has shrunk");
  if (from === to || from === 0) {
    require(path.length === 0 && (from !== to || old.root === new_.root), "two roots of one size are signed: a fork");
    return;
  }
  const nodes = path.map((hash) => bytes(hash, "a node"));
  if (isPowerOfTwo(from)) nodes.unshift(bytes(old.root, "the root"));
  require(nodes.length > 0, "the path is too short");
  let [at, last] = [from - 1, to - 1];
  while (at % 2 === 1) [at, last] = [half(at / 2), half(last / 2)];
  const { before, after } = climb(at, last + 1, nodes[0], nodes.slice(1));
  require(before.toString("hex") === old.root, "the path does not lead to the old root");
  require(after.toString("hex") === new_.root, "the path does not lead to the new root");
}

// The deal

function shuffled(cards, key) {
  const order = [...cards].sort();
  let [words, counter] = [[], 0];
  for (let last = order.length - 1; last > 0; last--) {
    const places = last + 1;
    let word;
    do {
      if (words.length === 0) {
        const count = Buffer.alloc(8);
        count.writeBigUInt64BE(BigInt(counter++));
        const block = hmac(key, count);
        words = Array.from({ length: 8 }, (_, at) => block.readUInt32BE(4 * at));
      }
      word = words.shift();
    } while (word >= WORD - (WORD % places));
    const place = word % places;
    [order[last], order[place]] = [order[place], order[last]];
  }
  return order;
}

const range = (count) => Array.from({ length: count }, (_, at) => at);
const seats = (table) => range(table.opened.seats);
const from = (first, among) => [...among.filter((seat) => seat >= first), ...among.filter((seat) => seat < first)];
const every = (order, first, step, count) => range(count).map((at) => order[first + at * step]);
const hands = (event, table) => seats(table).map((seat) => event.parts[seat].hands);
const same = (one, other, what) => require(canonical(one) === canonical(other), `${what} is not what the shuffle gives`);
const sorted = (cards) => [...cards].sort();

// One at a time from `first`, `count` cards to each of the seats `among`; the rest.
function laid(order, among, first, count) {
  const turns = from(first, among);
  const own = new Map(turns.map((seat, at) => [seat, every(order, at, turns.length, count)]));
  return { own, rest: order.slice(turns.length * count) };
}

const left = (dealer, among) => among.find((seat) => seat > dealer) ?? among[0];
const drawn = (field) => ({
  hand: () => 0, what: "first_seat", cards: (table) => seats(table).map(String),
  check: (order, event) => same(order[0], String(event.data[field]), `the draw of event ${event.n}`),
});
const pile = (field, what, hand, cards) => ({
  hand, what, cards: cards ?? ((table, event) => event.parts.hand[field]),
  check: (order, event) => same(order, event.parts.hand[field], `${field} of event ${event.n}`),
});
const numbered = (table, event) => event.data.hand;

// What the deals of a game look like lies with the game: event -> { hand, what, cards, check }.
const TOOLS = { drawn, every, from, hands, laid, left, numbered, pile, range, require, same, seats, sorted };
const SHUFFLES = {};

function checkDeals(events) {
  const opened = events[0].data;
  const secret = events[0].parts.table && bytes(events[0].parts.table.secret, "the table's secret");
  require(secret, "the table's secret is not open");
  const table = { opened, round: null, beacon: [], promised: {}, revealed: new Map(), entropies: [], hand: 0, named: new Map() };
  let shuffles = 0;
  for (const event of events) {
    follow(table, event);
    const given = event.parts.hand?.hand_secret;
    require((given !== undefined) === (event.type in SHUFFLES), `event ${event.n} is made by a shuffle, or claims so`);
    if (given === undefined) continue;
    checkShuffle(table, event, secret, given);
    shuffles += 1;
  }
  return shuffles;
}

function follow(table, event) {
  const { seat, commitment, entropy, entropies, withheld } = event.data;
  if (event.type === "table.readied.v1" && entropy !== null) {
    require(sha256(entropy).toString("hex") === table.promised[seat], `seat ${seat} had promised another entropy`);
    table.revealed.set(seat, entropy);
  }
  if (event.type === "table.readied.v1" && event.data.round !== undefined) fixRound(table, event);
  if (event.type === "table.beacon_came.v1") takeBeacon(table, event);
  if (TAKEN_OR_FREE.includes(event.type) && table.revealed.size === 0 && table.round === null) table.promised[seat] = commitment ?? null;
  if (event.type !== "table.started.v1") return;
  const silent = entropies.map((_, at) => at).filter((at) => table.promised[at] && !table.revealed.has(at));
  require(canonical(silent) === canonical(withheld), "other seats have withheld their entropy");
  entropies.forEach((given, at) => {
    require(given === (table.revealed.get(at) ?? ""), `the entropy of seat ${at} is not the one revealed`);
  });
  table.entropies = entropies;
  require((table.opened.beacon !== undefined) === (table.beacon.length === 1), "the beacon is missing, or was not asked for");
}

// A beacon (rule T21)

const dueAt = ({ genesis, period }, round) => 1000 * (genesis + (round - 1) * period);

function fixRound(table, { at, data: { round } }) {
  const { beacon } = table.opened;
  const soon = at + 90_000;
  require(beacon !== undefined && table.round === null, "a round is fixed twice, or without a beacon");
  require(dueAt(beacon, round) >= soon && (round === 1 || dueAt(beacon, round - 1) < soon), `round ${round} is not the first after 90 seconds`);
  table.round = round;
}

function takeBeacon(table, { at, data: { round, signature, randomness } }) {
  const { beacon } = table.opened;
  require(round === table.round && at >= dueAt(beacon, round), `round ${round} is another one, or not due yet`);
  require(sha256(bytes(signature, "the beacon's signature")).toString("hex") === randomness, "the randomness is not that of the signature");
  const message = Buffer.alloc(8);
  message.writeBigUInt64BE(BigInt(round));
  if (bls) require(bls(sha256(message), signature, beacon.public_key), `round ${round} is not signed by the chain`);
  table.beacon = [randomness];
}

// BLS is the one thing that Node does not bring along; without the package it is not checked, and said.
async function blsIfThere() {
  try {
    const { bls12_381: { shortSignatures: short } } = await import("@noble/curves/bls12-381.js");
    const domain = "BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_";
    return (message, signature, key) => {
      const given = [bytes(signature, "the beacon's signature"), short.hash(message, domain), bytes(key, "the chain's key")];
      try {
        return short.verify(...given);
      } catch {
        return false; // no points of the curve
      }
    };
  } catch (error) {
    if (error.code !== "ERR_MODULE_NOT_FOUND") throw error;
    return null;
  }
}
const bls = await blsIfThere();

function checkShuffle(table, event, secret, given) {
  const { hand: handOf, what, cards, check } = SHUFFLES[event.type];
  const hand = handOf(table, event);
  const handSecret = hmac(secret, canonical(["hand", hand]));
  require(handSecret.toString("hex") === given, `the hand secret of event ${event.n} does not follow`);
  const word = `${hand} ${what}`;
  const i = (table.named.get(word) ?? 0) + 1;
  table.named.set(word, i);
  const key = hmac(handSecret, canonical([table.opened.group, hand, what, i, table.entropies, ...table.beacon]));
  check(shuffled(cards(table, event), key), event, table);
  if (what === "deal") table.hand = hand;
}

// The command line

const text = (file) => new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(file));

function judged(file, check) {
  try {
    return { file, verdict: "good", ...check() };
  } catch (error) {
    if (!(error instanceof Bad || error instanceof TypeError)) throw error; // a file may hold anything
    return { file, verdict: "bad", why: error.message };
  }
}

function verdict(file, key, proof) {
  return judged(file, () => {
    const log = readLog(text(file));
    if (key) checkSignature(log.end, key);
    if (proof) checkInclusion(log, JSON.parse(text(proof)), key);
    const shuffles = checkDeals(log.events);
    const signed = checkActions(log.header.table, log.events);
    const beacon = log.events[0].data.beacon === undefined ? {} : { beacon: bls ? "signed" : "not checked: @noble/curves is not installed" };
    return { table: log.header.table, events: log.events.length, head: log.end.head, shuffles, signed, ...beacon };
  });
}

function history(old, answer, key) {
  return judged(answer, () => checkConsistency(text(old), JSON.parse(text(answer)), key));
}

// Test vectors: every step between has to be found again.
function vectors(file) {
  return JSON.parse(readFileSync(file, "utf8")).map((vector) => {
    const name = canonical([vector.group, vector.hand, vector.what, vector.i, vector.entropies]);
    const handSecret = hmac(Buffer.from(vector.table_secret, "hex"), canonical(["hand", vector.hand]));
    const key = hmac(handSecret, name);
    const found = { name, hand_secret: handSecret.toString("hex"), key: key.toString("hex"),
      first_block: hmac(key, Buffer.alloc(8)).toString("hex"), order: shuffled(vector.cards, key) };
    const good = Object.entries(found).every(([step, value]) => canonical(value) === canonical(vector[step]));
    return { file, name, verdict: good ? "good" : "bad" };
  });
}

const given = process.argv.slice(2);
const option = (name) => (given[0] === name ? given.splice(0, 2)[1] : undefined);
for (let file; (file = option("--deals")); ) {
  Object.assign(SHUFFLES, (await import(pathToFileURL(file).href)).default(TOOLS));
}
const key = option("--key");
const proof = option("--proof");
const old = option("--checkpoints");
const verdicts = old ? [history(old, given[0], key)]
  : given[0] === "--vectors" ? vectors(given[1]) : given.map((file) => verdict(file, key, proof));
for (const one of verdicts) console.log(JSON.stringify(one));
process.exitCode = verdicts.every((one) => one.verdict === "good") ? 0 : 1;
