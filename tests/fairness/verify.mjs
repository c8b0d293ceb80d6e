// A second verifier in Node: the command line of the one in the client library (clients/typescript/verify), written from
// docs/reference/ alone. It knows the bytes and not the rules, so it judges no actions; how the events of a game tell of a deal
// is said by a file for each: of ours beside the verifier, of others as `--deals` says. Beacons are checked with @noble/curves.
//
//   node verify.mjs [--deals GAME.mjs]... [--key KEY [--newer-keys KEYS.json]] [--receipt FILE]...
//                   [--proof PROOF.json [--witness KEY]... [--quorum N]] FILE...
//   node verify.mjs --key KEY [--newer-keys KEYS.json] --checkpoints OLD.note ANSWER.json
//   node verify.mjs --key KEY [--newer-keys KEYS.json] --changes PROOF.json KEYS.json
//   node verify.mjs --vectors VECTORS.json
//   node verify.mjs --each-line          (command lines as JSON on standard input, answers as JSON)
//
// KEY is hex, or a file as /v1/keys answers; of a witness the line that it publishes. Prints one
// JSON object a file; exits 1 if any of them is bad.

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

import { bytes, canonical, decoded, eightBytes, found, hex, hmac, require, sha256 } from "../../clients/typescript/verify/bytes.js";
import { always, changes, keysOf, receiptsIn, succeeding } from "../../clients/typescript/verify/keys.js";
import { isOfTable } from "../../clients/typescript/verify/log.js";
import { shuffled, shufflesOf } from "../../clients/typescript/verify/shuffle.js";
import { checkConsistency, checkIncluded, witnessOf } from "../../clients/typescript/verify/tree.js";
import { atOnce, judge } from "../../clients/typescript/verify/verdict.js";

const text = (file) => decoded(readFileSync(file));
const json = (file) => JSON.parse(text(file));

// BLS is the one thing that the page does not bring along; without the package it is not checked, and said.
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

function judged(file, check) {
  try {
    return { file, verdict: "good", ...check() };
  } catch (error) {
    return { file, verdict: "bad", why: found(error).message };
  }
}

function verdict(file, trust) {
  let log;
  try {
    log = text(file);
  } catch (error) {
    return { file, verdict: "bad", why: error.message };
  }
  const told = atOnce(judge(log, trust));
  return told.verdict === "bad" ? { file, verdict: "bad", why: told.faults[0].why } : { file, verdict: told.verdict, ...summary(told, trust) };
}

function summary({ log, shuffles, seeds, signed, unseen, held, cosigned, credited, sealed }, { keys, bls }) {
  const about = { table: log.header.table, events: log.events.length, head: log.end.head, held: held.length, cosigned };
  if (!isOfTable(log.header)) return about;
  const beacon = log.events[0].data.beacon === undefined ? {} : { beacon: bls ? "signed" : "not checked: @noble/curves is not installed" };
  return { ...about, credited, shuffles, seeds, signed, unseen, ...beacon,
    not_checked: [...sealed, ...(keys ? [] : ["signature"]), "rules"] };
}

const history = (old, answer, { keys }) => judged(answer, () => checkConsistency(text(old), json(answer), keys));

// The leaf of the newest change of the server's key.
function changed(proof, shown, trust) {
  return judged(proof, () => {
    const { leaf } = json(proof);
    const { n, head } = changes(keysOf(json(shown)));
    require(["key", "lost"].includes(leaf.kind) && leaf.stream === hex(sha256("keys")), "the leaf is of no change of a key");
    require(leaf.n === n && leaf.head === head, "the keys shown are not those of the leaf");
    return { cosigned: checkIncluded(json(proof), trust).cosigned };
  });
}

// Test vectors: every step between has to be found again.
function vectors(file) {
  return json(file).map((vector) => {
    const name = canonical([vector.group, vector.hand, vector.what, vector.i, vector.entropies]);
    const handSecret = hmac(bytes(vector.table_secret, "a secret"), canonical(["hand", vector.hand]));
    const key = hmac(handSecret, name);
    const steps = { name, hand_secret: hex(handSecret), key: hex(key), first_block: hex(hmac(key, eightBytes(0n))),
      order: shuffled(vector.cards, key) };
    const good = Object.entries(steps).every(([step, value]) => canonical(value) === canonical(vector[step]));
    return { file, name, verdict: good ? "good" : "bad" };
  });
}

function trusted(key, newer) {
  if (key === undefined) return undefined;
  const kept = /^[0-9a-f]{64}$/.test(key) ? [always(key)] : keysOf(json(key));
  return newer === undefined ? kept : succeeding(kept, keysOf(json(newer)));
}

// The verdicts on what a command line names.
async function run(given) {
  const option = (name) => (given[0] === name ? given.splice(0, 2)[1] : undefined);
  function all(name) {
    const values = [];
    for (let value; (value = option(name)) !== undefined; ) values.push(value);
    return values;
  }
  const files = await Promise.all(all("--deals").map((file) => import(pathToFileURL(file).href)));
  const keys = trusted(option("--key"), option("--newer-keys"));
  const receipts = all("--receipt").flatMap((file) => receiptsIn(json(file)));
  const proof = option("--proof");
  const witnesses = all("--witness").map(witnessOf);
  const quorum = option("--quorum");
  const trust = { keys, receipts, proof: proof && json(proof), witnesses, quorum: quorum && Number(quorum),
    shuffles: shufflesOf(files.map((file) => file.default)), bls: await blsIfThere() };
  return given[0] === "--checkpoints" ? [history(given[1], given[2], trust)]
    : given[0] === "--changes" ? [changed(given[1], given[2], trust)]
    : given[0] === "--vectors" ? vectors(given[1])
    : given.map((file) => verdict(file, trust));
}

const textOf = (verdicts) => verdicts.map((one) => `${JSON.stringify(one)}\n`).join("");
const CODES = { good: 0, excused: 3, bad: 1 }; // from best to worst
const WORST = Object.keys(CODES).reverse();
const codeOf = (verdicts) => CODES[WORST.find((word) => verdicts.some((one) => one.verdict === word)) ?? "good"];

// One command line after the other, each a line of JSON: to start Node takes longer than to verify most files.
async function runEachLine() {
  for await (const line of createInterface({ input: process.stdin })) {
    const answer = await run(JSON.parse(line)).then(
      (verdicts) => ({ code: codeOf(verdicts), stdout: textOf(verdicts), stderr: "" }),
      (error) => ({ code: 1, stdout: "", stderr: error.stack }),
    );
    console.log(JSON.stringify(answer));
  }
}

if (process.argv[2] === "--each-line") {
  await runEachLine();
} else {
  const verdicts = await run(process.argv.slice(2));
  process.stdout.write(textOf(verdicts));
  process.exitCode = codeOf(verdicts);
}
