/**
 * An app that signs a player in: `node app.mjs URL code APP REDIRECT_URI` prints where to allow it and reads where the player came
 * back; `node app.mjs URL device APP` prints the code for the player. Then it plays, with a token that has ended meanwhile.
 */
import { createInterface } from "node:readline/promises";

import { beginSignIn, Client, finishSignIn, signInWithDevice } from "../../../clients/typescript/index.js";

const [url, way, clientId, redirectUri] = process.argv.slice(2);
const scopes = ["read", "play", "tables"], held = new Map(), kept = [];
const store = {
  getItem: (name) => held.get(name) ?? null, setItem: (name, value) => void held.set(name, value), removeItem: (name) => void held.delete(name),
};
const keepTokens = (tokens) => void kept.push(tokens);

async function signedIn() {
  if (way === "device") {
    return signInWithDevice(url, { clientId, scopes, keepTokens, verify: true, show: ({ userCode, link }) => console.log(userCode, link) });
  }
  console.log(beginSignIn(url, { clientId, redirectUri, scopes, store }));
  const address = await createInterface({ input: process.stdin }).question("");
  return finishSignIn(url, address, { store, keepTokens, verify: true });
}

const bot = { choose: ({ choices }) => choices.actions[0] ?? choices.picks[0].example };
const client = await signedIn();
console.log(client.tokens.scope);
client.tokens = { ...client.tokens, accessToken: "fda_ended" };
const { table } = await client.play(bot, { game: "boosh", options: { max_hands: 1 } });
console.log(table.verdict.verdict, kept.length);
const { accessToken: token } = client.tokens;
await client.revoke();
try {
  await new Client(url, { token }).get("/v1/players/me");
} catch (error) {
  console.log(error.name, error.status);
}
process.exit(0);
