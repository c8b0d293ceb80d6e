// A second verifier, written from docs/fairness.md alone: chain, seals, signatures, shuffles, seeds,
// receipts, changes of keys, the tree of heads and its witnesses. It does not know the rules of the
// games, so it judges no actions; how their events tell of a deal is said by a file for each of them
// (tests/games/<game>/deals.mjs).
//
//   node verify.mjs [--deals GAME.mjs]... [--key KEY [--newer-keys KEYS.json]] [--receipt FILE]...
//                   [--proof PROOF.json [--witness KEY]... [--quorum N]] FILE...
//   node verify.mjs --key KEY [--newer-keys KEYS.json] --checkpoints OLD.note ANSWER.json
//   node verify.mjs --key KEY [--newer-keys KEYS.json] --changes PROOF.json KEYS.json
//   node verify.mjs --vectors VECTORS.json
//
// KEY is hex, or a file as /v1/keys answers; of a witness the line that it publishes. Prints one
// JSON object a file; exits 1 if any of them is bad.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

import { Bad, bytes, canonical, hmac, holds, parsed, require, sha256 } from "./bytes.mjs";
import { always, changes, checkEnd, checkReceipt, keysOf, receiptsIn, succeeding } from "./keys.mjs";
import { checkConsistency, checkIncluded, checkTold, witnessOf } from "./tree.mjs";

const ID = /^[A-Za-z0-9_-]{1,64}$/;
const BY = /^((player|tournament):[A-Za-z0-9_-]{1,64}|seat:[0-9]{1,2}|clock|server)$/;
const WORD = 2 ** 32;

// Chain and seals

const FIELDS = { "fairdeal/log/1": "format,game,rules,table", "fairdeal/disputes/1": "format,table", "fairdeal/tournament/1": "format,table" };
const isOfTable = ({ format }) => format === "fairdeal/log/1";

function readLog(text) {
  require(text.endsWith("\n"), "the file is cut short");
  const lines = text.slice(0, -1).split("\n");
  require(lines.length >= 3, "the file is cut short");
  const header = parsed(lines[0], "the header");
  require(header.format in FIELDS, "the header names another format");
  require(Object.keys(header).join() === FIELDS[header.format], "the header has other fields");
  require(ID.test(header.table), "the header names no table");
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
  if (!isOfTable(header)) {
    const check = header.format === "fairdeal/disputes/1" ? disputes : tournament;
    return { header, events: check(header.table, events, end), end };
  }
  const { game, rules } = events[0].data;
  require(game === header.game && rules === header.rules, "the header names another game");
  const closed = events.at(-1).type === "table.closed.v1";
  require(end.complete === closed, "the last line is wrong about the end");
  require(events.findIndex((event) => event.type === "table.closed.v1") === (closed ? events.length - 1 : -1),
    "something happened after the end");
  checkTournament(header.table, events);
  if (closed && events[0].data.reveal !== "auditors") events.forEach(requireOpen);
  return { header, events, end };
}

// A table of a tournament (rule T26): opened by it, with everybody seated, and released by it behind the end of play.
function checkTournament(id, events) {
  const [{ by: opener, cause: { last }, data: { tournament: one, seated, group, seats, beacon, private: hidden } }] = events;
  const places = (type) => events.flatMap((event, at) => (event.type === type ? [at] : []));
  const [taken, [finished, ...again], [closed]] = ["seat_taken", "finished", "closed"].map((word) => places(`table.${word}.v1`));
  require((one === undefined) === (seated === undefined), "a tournament says who sits at its table, and nobody else does");
  if (one === undefined) return require(finished === undefined && !opener.startsWith("tournament:"), "the table is of no tournament, and waits for others");
  require(Object.keys(one).join() === "entropy,id,index,round", "the tournament's words have other fields");
  require(opener === `tournament:${one.id}` && group.startsWith(`${one.id}-`) && !hidden, "another opened it than its tournament");
  require(id === `t${sha256(`${one.id}/${one.index}`).toString("hex").slice(0, 18)}`, "the table's id does not follow");
  require(one.entropy === "" || bytes(one.entropy, "an entropy").length === 32, "the entropy is no hash");
  require((beacon === undefined) === (one.round === null), "a beacon has a round, and a round a beacon");
  require(canonical(taken) === canonical(range(seats).map((seat) => seat + 1)), "not all seats are taken with the opening, or one is taken later");
  seated.forEach(({ player, bot, key }, seat) => {
    const { data } = events[seat + 1];
    const wanted = { bot, commitment: null, player, seat, ...(key === undefined ? {} : { key }) };
    require(canonical(data) === canonical(wanted) && (player === null) !== (bot === null), `seat ${seat} is taken by another`);
  });
  const next = events[seats + 1];
  require(next.n <= last && next.type === (one.round === null ? "table.started.v1" : "table.readied.v1"), "play neither begins nor waits for the beacon");
  require(again.length === 0 && (finished === undefined ? closed === undefined : (closed ?? finished + 1) === finished + 1 && events.length <= finished + 2),
    "play ends once, and behind it the table closes");
  if (closed === undefined) return;
  const { by, cause, data } = events[closed];
  require(by === opener && cause.action?.type === "table.release", "another closed it than its tournament");
  require(canonical(data) === canonical(events[finished].data), "it closed otherwise than it had ended");
}

// A log of disputes: nothing is sealed, every event is a command of its own, and there is no end.
function disputes(stream, events, end) {
  require(stream.startsWith("d") && end.complete === false, "it is of no disputes, or says that they are complete");
  for (const { n, type, by, cause, data, seals } of events) {
    require(/^dispute\.(opened|looked|ruled|withdrawn)\.v1$/.test(type) && by.startsWith("player:"), `event ${n} is none of disputes`);
    require(canonical(seals) === "{}", `event ${n} seals something`);
    require(Object.keys(cause).join() === "action,last,seat" && cause.seat === null && cause.last === n, `event ${n} is no command of its own`);
    require(data.table === `t${stream.slice(1)}` && data.dispute.startsWith(`${stream}.`), `event ${n} is about another table`);
  }
  return events;
}

// The log of a tournament: whole commands, and all is open when it is closed and its deal groups have ended. Its rules are not known here.
function tournament(stream, events, end) {
  require(/^c[0-9a-f]{18}$/.test(stream), "it is of no tournament");
  const running = new Set();
  let begin, closed = false;
  for (const { n, type, at, by, cause, data, seals } of events) {
    require(/^tournament\.[a-z_]+\.v1$/.test(type), `event ${n} is none of a tournament`);
    require(/^(player:.*|server|clock)$/.test(by), `event ${n} is by nobody who asks a tournament`);
    require(Object.keys(seals).every((audience) => audience === "table"), `event ${n} is sealed to somebody`);
    if (begin === undefined || n > begin.cause.last) {
      begin = { n, at, by, cause };
      require(Object.keys(cause).join() === "action,last,seat" && cause.seat === null && cause.last >= n, `event ${n} begins no command`);
      require(Object.keys(cause.action).join() === "type" && (cause.action.type === "tournament.open") === (n === 1), `event ${n} asks for something else`);
    } else require(cause === begin.n && at === begin.at && by === begin.by, `event ${n} is of another command`);
    if (type === "tournament.round_planned.v1") data.tables.forEach(({ group }) => running.add(group));
    if (type === "tournament.table_replayed.v1") running.add(data.group);
    if (type === "tournament.group_ended.v1") running.delete(data.group);
    closed ||= type === "tournament.closed.v1";
  }
  require(begin.cause.last === events.length && end.complete === closed, "the last command, or the last line, is wrong about the end");
  if (closed && running.size === 0) events.forEach(requireOpen);
  return events;
}

function requireOpen({ n, seals, parts }) {
  require(Object.keys(seals).every((audience) => audience in parts), `a part of event ${n} is withheld`);
}

function readEvent(line, n, head, before) {
  const row = parsed(line, `line of event ${n}`);
  require(Object.keys(row).join() === "e,h,p", `event ${n} has other fields`);
  const event = parsed(row.e, `event ${n}`);
  require(event.n === n, `event ${n} is missing`);
  require(Object.keys(event).join() === "at,by,cause,data,n,seals,type", `event ${n} has other fields`);
  require(BY.test(event.by), `event ${n} is by nobody`);
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

// Signatures of players at seats with keys: taking the seat, calls for the start, every action; each once; no other.

const TAKEN_OR_FREE = ["table.seat_taken.v1", "table.seat_left.v1", "table.seat_lost.v1"];
const GIVEN_UP = ["table.seat_left.v1", "table.seat_lost.v1", "table.handed_to_bot.v1"];
const TAKEN = ["table.seat_taken.v1", "table.taken_back.v1"];
const BOT_MAY_CHANGE = [...TAKEN, ...GIVEN_UP];

const MOST_BEHIND = 2000;

function checkActions(log) {
  const [keys, acted] = [new Map(), new Map(range(log.events[0].data.seats).map((seat) => [seat, 1]))];
  const last = ({ cause }) => cause.last ?? log.events[cause - 1].cause.last;
  let [signed, unseen, dealt] = [0, 0, 0];
  for (const event of log.events) {
    const { cause, data, by, type } = event;
    const bound = keys.get(cause.seat ?? data.seat);
    if (typeof cause === "object") {
      const isAction = cause.seat !== null;
      const isUnseen = cause.signed === true && cause.seat in event.seals && !(cause.seat in event.parts);
      const key = TAKEN.includes(type) ? data.key : isAction || type === "table.readied.v1" ? bound : undefined;
      unseen += isUnseen;
      const least = Math.max(acted.get(cause.seat ?? data.seat) ?? 0, event.n - 1 - MOST_BEHIND, isAction ? dealt : 0);
      if (!isUnseen) signed += checkSigned(log, event, cause.seat ?? data.seat, key, least);
      if (isAction && by.startsWith("player:")) acted.set(cause.seat, cause.last);
    }
    if (TAKEN.includes(type)) keys.set(data.seat, data.key);
    const counts = TAKEN.includes(type) || (type === "table.readied.v1" && data.seat !== null) ||
      (type === "table.timed_out.v1" && data.policy !== "bot") ||
      (type === "table.handed_to_bot.v1" && keys.get(data.seat) === undefined);
    if (counts) acted.set(data.seat, last(event));
    if (GIVEN_UP.includes(type)) keys.delete(data.seat);
    if (SHUFFLES[type]?.what === "deal") dealt = event.n;
  }
  return { signed, unseen };
}

// Returns 1 for a signed action: what else is signed is no action.
function checkSigned({ header, events }, { n, cause, parts }, seat, key, least) {
  const what = `the command of event ${n}`;
  require((key !== undefined) === ("signed" in cause), `${what} is signed and should not be, or the other way round`);
  if (key === undefined) return 0;
  const own = parts[seat] ?? {};
  const given = cause.signed === true ? own.signed : cause.signed;
  require(Object.keys(given).join() === "after,signature", `the signature of ${what} has other fields`);
  const { after, signature } = given;
  const action = cause.signed === true ? { ...cause.action, ...own.action } : cause.action;
  require(after >= least && after < n, `the signature of ${what} is not of its moment`);
  const head = events[after - 1].head.toString("hex");
  const message = ["fairdeal/action/1", header.table, seat, after, head, action];
  require(holds(key, message, signature), `${what} is not signed with the key of its seat, or for another story`);
  return cause.seat === null ? 0 : 1;
}

// Invitations (rule T22): a reserved seat is taken by its player alone; each ends once, by who may end it, in its time.

const ENDS = {
  accepted: ({ by }, player) => by === player,
  declined: ({ by }, player) => by === player,
  withdrawn: ({ by }, _, opener) => by === opener,
  expired: ({ by, at }, player, opener, until) => by === "clock" && at >= until,
  closed: ({ by }, player, opener) => by === "clock" || by === opener,
};

function checkInvitations([opened, ...rest]) {
  const { opener, invited } = opened.data;
  const open = new Map();
  const reserve = ({ seat, player, expires_after }, event) => {
    const clash = [...open].some(([one, kept]) => one === player || kept.seat === seat);
    require(!clash && player !== opener, `event ${event.n} reserves a seat twice, two for a player, or one for the opener`);
    open.set(player, { seat, until: event.at + 1000 * expires_after });
  };
  (invited ?? []).forEach((one) => reserve(one, opened));
  for (const event of rest) {
    const { n: number, type, by, data } = event;
    if (type === "table.invited.v1") {
      require(by === `player:${opener}`, `event ${number} invites, and not by the opener`);
      data.invited.forEach((one) => reserve(one, event));
    } else if (type === "table.seat_taken.v1") {
      const [kept] = [...open].filter(([, { seat }]) => seat === data.seat);
      require(!kept || kept[0] === data.player, `event ${number} gives away a seat that is reserved`);
    } else if (type === "table.invitation_ended.v1") {
      const kept = open.get(data.player);
      require(kept?.seat === data.seat, `event ${number} ends an invitation that is not open`);
      const may = Object.hasOwn(ENDS, data.how) && ENDS[data.how](event, `player:${data.player}`, `player:${opener}`, kept.until);
      require(may, `event ${number} ends an invitation by somebody who may not, or before its time`);
      open.delete(data.player);
    } else if (type === "table.started.v1" || type === "table.closed.v1") {
      require(open.size === 0, `at event ${number} an invitation is still open`);
    }
  }
}

// The pace of bots (rule T24). With a clock half of the turn bounds it, and when a turn begins the rules of the game say.

function checkPace([opened, ...rest]) {
  const { clock, pace, rated } = opened.data;
  require(pace === undefined || (Number.isSafeInteger(pace) && pace >= 1 && pace <= 60_000), "the pace is none");
  require(rated === undefined || rated === false, "event 1 says more than that the table is not rated");
  const least = clock === null ? pace ?? 0 : 0;
  const players = new Set();
  let before = opened;
  for (const event of rest) {
    const { n, at, by, cause, data, type } = event;
    const isOfBot = by.startsWith("seat:") && typeof cause === "object";
    require(!isOfBot || players.size === 0 || at >= before.at + least, `the bot of event ${n} does not keep the pace`);
    if (TAKEN.includes(type) && data.player) players.add(data.seat);
    else if (BOT_MAY_CHANGE.includes(type)) players.delete(data.seat);
    before = event;
  }
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

// Without the table's secret, hands count by secrets of their own where the table opens one after the
// other; where what a shuffle needs is not open, nothing of the deal is checked from there on.
function checkDeals(events) {
  const [{ data: opened, parts: { table: told } }] = events;
  const secret = told === undefined ? null : bytes(told.secret, "the table's secret");
  const table = { opened, secret, round: null, beacon: [], isCalled: false, promised: {}, revealed: new Map(), entropies: [],
    hand: 0, secrets: new Map(), named: new Map(), bots: new Map(), moves: new Map() };
  checkChain(opened);
  const tellsHands = opened.reveal === "hand" && opened.tournament === undefined;
  let [shuffles, seeds, blind] = [0, 0, secret === null && !tellsHands];
  for (const event of events) {
    follow(table, event);
    const given = event.parts.hand?.hand_secret;
    const isShuffle = event.type in SHUFFLES;
    require(isShuffle || given === undefined, `event ${event.n} is made by no shuffle, and claims so`);
    require(!isShuffle || "hand" in event.seals, `event ${event.n} is made by a shuffle, and hides nothing`);
    blind ||= isShuffle && event.parts.hand === undefined;
    if (blind) continue;
    seeds += checkSeed(table, event);
    if (isShuffle) checkShuffle(table, event, given);
    shuffles += isShuffle;
  }
  const sealed = [...(blind ? ["deal"] : []), ...(secret === null && tellsHands ? ["secret"] : [])];
  return { shuffles, seeds, sealed };
}

function follow(table, event) {
  const { seat, commitment, entropy, entropies, withheld } = event.data;
  if (BOT_MAY_CHANGE.includes(event.type)) table.bots.set(seat, event.data.bot);
  if (typeof event.cause === "object" && event.cause.seat !== null) {
    table.moves.set(event.cause.seat, (table.moves.get(event.cause.seat) ?? 0) + 1);
  }
  if (event.type === "table.readied.v1" && entropy !== null) {
    require(sha256(entropy).toString("hex") === table.promised[seat], `seat ${seat} had promised another entropy`);
    table.revealed.set(seat, entropy);
  }
  if (event.type === "table.readied.v1") fixRound(table, event);
  if (event.type === "table.beacon_came.v1") takeBeacon(table, event);
  if (TAKEN_OR_FREE.includes(event.type) && table.revealed.size === 0 && table.round === null) table.promised[seat] = commitment ?? null;
  if (event.type !== "table.started.v1") return;
  const silent = entropies.map((_, at) => at).filter((at) => table.promised[at] && !table.revealed.has(at));
  require(canonical(silent) === canonical(withheld), "other seats have withheld their entropy");
  const { tournament, seats } = table.opened;
  const wanted = tournament ? [tournament.entropy] : range(seats).map((at) => table.revealed.get(at) ?? "");
  require(canonical(entropies) === canonical(wanted), "the entropies are not those that were revealed, or that the tournament brought");
  table.entropies = entropies;
  require((table.opened.beacon !== undefined) === (table.beacon.length === 1), "the beacon is missing, or was not asked for");
}

// A beacon (rule T21)

// drand's quicknet, as it is published: no other chain may have its name.
const QUICKNET = {
  chain: "quicknet", hash: "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971",
  public_key: "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a",
  genesis: 1_692_803_367, period: 3,
};

function checkChain({ beacon }) {
  if (beacon === undefined) return;
  require(Object.keys(beacon).join() === "chain,genesis,hash,period,public_key", "the beacon has other fields");
  require(bytes(beacon.hash, "a hash").length === 32 && bytes(beacon.public_key, "a key").length === 96, "the beacon has an odd key");
  require(Number.isSafeInteger(beacon.genesis) && beacon.genesis >= 0 && beacon.period > 0, "the beacon has odd times");
  require(beacon.chain !== QUICKNET.chain || canonical(beacon) === canonical(QUICKNET), "quicknet is another chain");
}

const dueAt = ({ genesis, period }, round) => 1000 * (genesis + (round - 1) * period);

// The first call fixes it, and no other one.
function fixRound(table, { n, at, data: { round } }) {
  const { beacon } = table.opened;
  const isFirst = !table.isCalled;
  table.isCalled = true;
  require((round !== undefined) === (isFirst && beacon !== undefined), `event ${n} fixes a round and should not, or the other way round`);
  if (round === undefined) return;
  if (table.opened.tournament) {
    require(round === table.opened.tournament.round, `round ${round} is not the one of the tournament`);
    table.round = round;
    return;
  }
  const soon = at + 90_000;
  require(Number.isSafeInteger(round) && round > 0, `round ${round} is none`);
  require(dueAt(beacon, round) >= soon && (round === 1 || dueAt(beacon, round - 1) < soon), `round ${round} is not the first after 90 seconds`);
  table.round = round;
}

function takeBeacon(table, { at, data: { round, signature, randomness } }) {
  const { beacon } = table.opened;
  require(table.beacon.length === 0 && table.entropies.length === 0, "a beacon comes once, before the start");
  require(round === table.round && at >= dueAt(beacon, round), `round ${round} is another one, or not due yet`);
  const given = bytes(signature, "the beacon's signature");
  require(given.length === 48 && sha256(given).toString("hex") === randomness, "the randomness is not that of the signature");
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

function checkShuffle(table, event, given) {
  const { hand: handOf, what, cards, check } = SHUFFLES[event.type];
  const hand = handOf(table, event);
  const known = table.secret === null ? table.secrets.get(hand) ?? given : hmac(table.secret, canonical(["hand", hand])).toString("hex");
  require(known === given, `the hand secret of event ${event.n} does not follow`);
  table.secrets.set(hand, given);
  const word = `${hand} ${what}`;
  const i = (table.named.get(word) ?? 0) + 1;
  table.named.set(word, i);
  const name = [table.opened.group, hand, what, i, table.entropies, ...table.beacon];
  check(shuffled(cards(table, event), hmac(bytes(given, "a secret"), canonical(name))), event, table);
  if (what !== "deal") return;
  table.hand = hand;
  table.moves.clear();
}

// What a bot draws follows from the secret of the hand (rule T20).
function checkSeed({ opened, hand, secrets, entropies, beacon, bots, moves }, { n, cause, parts }) {
  const bot = parts.hand?.bot;
  if (bot === undefined) return 0;
  const name = [opened.group, hand, bots.get(cause.seat), cause.seat, moves.get(cause.seat) - 1, entropies, ...beacon];
  const seed = hmac(bytes(secrets.get(hand), "a secret"), canonical(name)).readUIntBE(0, 6);
  require(bot.seed === seed, `the seed of the bot in event ${n} does not follow`);
  return 1;
}

// The command line

const text = (file) => new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(file));
const json = (file) => JSON.parse(text(file));

function judged(file, check) {
  try {
    return { file, verdict: "good", ...check() };
  } catch (error) {
    if (!(error instanceof Bad || error instanceof TypeError)) throw error; // a file may hold anything
    return { file, verdict: "bad", why: error.message };
  }
}

function verdict(file, trust, receipts, proof) {
  return judged(file, () => {
    const log = readLog(text(file));
    if (trust.keys) checkEnd(log.end, trust.keys);
    const held = receipts.map((one) => checkReceipt(one, log, trust.keys)).filter(Boolean).length;
    const cosigned = proof === undefined ? [] : checkIncluded(proof, trust);
    if (proof) checkTold(log, proof.leaf);
    if (!isOfTable(log.header)) return { table: log.header.table, events: log.events.length, head: log.end.head, held, cosigned };
    const { signed, unseen } = checkActions(log);
    checkInvitations(log.events);
    checkPace(log.events);
    const { shuffles, seeds, sealed } = checkDeals(log.events);
    const beacon = log.events[0].data.beacon === undefined ? {} : { beacon: bls ? "signed" : "not checked: @noble/curves is not installed" };
    const credited = proof !== undefined && isCredited(log.events, proof.leaf, cosigned, Number(trust.quorum ?? cosigned.length));
    return { table: log.header.table, credited, events: log.events.length, head: log.end.head, shuffles, seeds, signed, unseen, held, cosigned, ...beacon,
      not_checked: [...sealed, ...(trust.keys ? [] : ["signature"]), "rules"] };
  });
}

// Whether as many witnesses as demanded have cosigned the fixing of the round before it was due.
function isCredited([{ data: { beacon } }, ...events], { n }, cosigned, quorum) {
  const call = events.find(({ type, data }) => type === "table.readied.v1" && data.round !== undefined);
  const at = cosigned[Math.max(1, quorum) - 1];
  return call !== undefined && at !== undefined && n >= call.n && 1000 * at < dueAt(beacon, call.data.round);
}

const history = (old, answer, { keys }) => judged(answer, () => checkConsistency(text(old), json(answer), keys));

// The leaf of the newest change of the server's key.
function changed(proof, shown, trust) {
  return judged(proof, () => {
    const { leaf } = json(proof);
    const { n, head } = changes(keysOf(json(shown)));
    require(["key", "lost"].includes(leaf.kind) && leaf.stream === sha256("keys").toString("hex"), "the leaf is of no change of a key");
    require(leaf.n === n && leaf.head === head, "the keys shown are not those of the leaf");
    return { cosigned: checkIncluded(json(proof), trust) };
  });
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
function all(name) {
  const found = [];
  for (let value; (value = option(name)) !== undefined; ) found.push(value);
  return found;
}

function trusted(key, newer) {
  if (key === undefined) return undefined;
  const kept = /^[0-9a-f]{64}$/.test(key) ? [always(key)] : keysOf(json(key));
  return newer === undefined ? kept : succeeding(kept, keysOf(json(newer)));
}

for (const file of all("--deals")) {
  Object.assign(SHUFFLES, (await import(pathToFileURL(file).href)).default(TOOLS));
}
const keys = trusted(option("--key"), option("--newer-keys"));
const receipts = all("--receipt").flatMap((file) => receiptsIn(json(file)));
const proof = option("--proof");
const trust = { keys, witnesses: all("--witness").map(witnessOf), quorum: option("--quorum") };
const verdicts = given[0] === "--checkpoints" ? [history(given[1], given[2], trust)]
  : given[0] === "--changes" ? [changed(given[1], given[2], trust)]
  : given[0] === "--vectors" ? vectors(given[1])
  : given.map((file) => verdict(file, trust, receipts, proof && json(proof)));
for (const one of verdicts) console.log(JSON.stringify(one));
process.exitCode = verdicts.every((one) => one.verdict === "good") ? 0 : 1;
