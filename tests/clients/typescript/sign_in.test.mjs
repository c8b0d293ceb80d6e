import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";

import { beginSignIn, finishSignIn, SignInFailed, signInWithDevice } from "../../../clients/typescript/index.js";
import { json } from "./given.mjs";

const URL_ = "https://there.example", REDIRECT = "https://app.example/callback";

/** A store as a page has it for its session. */
function sessionStore() {
  const held = new Map();
  return { getItem: (name) => held.get(name) ?? null, setItem: (name, value) => void held.set(name, value), removeItem: (name) => void held.delete(name) };
}

/** A stub of RFC 6749, 7636, 8414 and 8628, which notes the forms. */
function stub(answers = []) {
  const forms = [];
  const fetch = async (url, { body }) => {
    const path = url.replace(URL_, "");
    if (path === "/.well-known/oauth-authorization-server") return json({ issuer: URL_ });
    forms.push({ path, ...Object.fromEntries(new URLSearchParams(body)) });
    return (answers.length > 1 ? answers.shift() : answers[0])();
  };
  return { fetch, forms };
}

const tokens = () => json({ access_token: "fda_1", refresh_token: "fdr_1", token_type: "Bearer", expires_in: 3600, scope: "read play" });
const begun = () => {
  const store = sessionStore(), app = { clientId: "app_1", redirectUri: REDIRECT, store };
  return { store, asked: new URL(beginSignIn(`${URL_}/`, app)).searchParams, address: new URL(beginSignIn(URL_, { ...app, store: sessionStore() })) };
};

test("a sign-in asks for a code with state and PKCE, and exchanges it with the verifier", async () => {
  const { store, asked, address } = begun(), { fetch, forms } = stub([tokens]), kept = [];
  assert.equal(address.origin + address.pathname, `${URL_}/authorize`);
  assert.deepEqual([asked.get("response_type"), asked.get("client_id"), asked.get("redirect_uri"), asked.get("scope"), asked.get("code_challenge_method")],
    ["code", "app_1", REDIRECT, "read play", "S256"]);
  const back = `${REDIRECT}?${new URLSearchParams({ code: "c1", state: asked.get("state"), iss: URL_ })}`;
  const client = await finishSignIn(URL_, back, { store, fetch, keepTokens: (one) => void kept.push(one) });
  const [{ code_verifier: verifier, ...form }] = forms;
  assert.deepEqual(form, { path: "/oauth/token", grant_type: "authorization_code", code: "c1", redirect_uri: REDIRECT, client_id: "app_1" });
  assert.equal(createHash("sha256").update(verifier).digest("base64url"), asked.get("code_challenge"));
  assert.ok(verifier.length >= 43);
  assert.deepEqual(client.tokens, { accessToken: "fda_1", refreshToken: "fdr_1", clientId: "app_1", scope: "read play" });
  assert.deepEqual(kept, [client.tokens]);
});

test("an answer to another request, of another server, or twice is refused", async () => {
  const { fetch, forms } = stub([tokens]);
  const failed = (code) => (error) => error instanceof SignInFailed && error.code === code;
  const one = begun(), state = one.asked.get("state");
  await assert.rejects(finishSignIn(URL_, `${REDIRECT}?code=c1&state=other`, { store: one.store, fetch }), failed("invalid_state"));
  await assert.rejects(finishSignIn(URL_, `${REDIRECT}?code=c1&state=${state}&iss=https%3A%2F%2Fevil.example`, { store: one.store, fetch }), failed("invalid_issuer"));
  await assert.rejects(finishSignIn(URL_, `${REDIRECT}?code=c1&state=${state}&iss=${URL_}`, { store: one.store, fetch }), failed("invalid_state"));
  const two = begun();
  await assert.rejects(finishSignIn(URL_, `${REDIRECT}?error=access_denied&state=${two.asked.get("state")}`, { store: two.store, fetch }), failed("access_denied"));
  assert.deepEqual(forms, []);
});

test("a device is signed in when the person has allowed it, and asks no faster than it may", async () => {
  const device = () => json({ device_code: "d1", user_code: "ABCD-EFGH", verification_uri: `${URL_}/device`, verification_uri_complete: `${URL_}/device?user_code=ABCD-EFGH`, interval: 0.01 });
  const pending = () => json({ error: "authorization_pending" }, 400);
  const { fetch, forms } = stub([device, pending, pending, tokens]), told = [];
  const client = await signInWithDevice(URL_, { clientId: "app_1", scopes: ["read"], show: (code) => void told.push(code), fetch });
  assert.deepEqual(told, [{ userCode: "ABCD-EFGH", address: `${URL_}/device`, link: `${URL_}/device?user_code=ABCD-EFGH` }]);
  assert.deepEqual(forms[0], { path: "/oauth/device_authorization", client_id: "app_1", scope: "read" });
  assert.deepEqual(forms[3], { path: "/oauth/token", grant_type: "urn:ietf:params:oauth:grant-type:device_code", device_code: "d1", client_id: "app_1" });
  assert.equal(client.tokens.accessToken, "fda_1");
  const refused = stub([device, () => json({ error: "access_denied", error_description: "No" }, 400)]);
  await assert.rejects(signInWithDevice(URL_, { clientId: "app_1", show: () => {}, fetch: refused.fetch }), /access_denied: No/);
});

test("a grant is ended with its refresh token", async () => {
  const { store, asked } = begun(), { fetch, forms } = stub([tokens, () => new Response(null, { status: 200 })]);
  const client = await finishSignIn(URL_, `${REDIRECT}?code=c1&state=${asked.get("state")}`, { store, fetch });
  await client.revoke();
  assert.deepEqual(forms[1], { path: "/oauth/revoke", token: "fdr_1", client_id: "app_1" });
  assert.equal(client.tokens, null);
});
