/** Signing in with OAuth 2.1: by a code and PKCE where there is a browser, by a device code where there is none. */
import { sha256 } from "../noble/sha2.js";
import { sleep } from "../streams/pauses.js";
import { Client } from "./client.js";
import { SignInFailed } from "./errors.js";
import { jsonOf, postForm, tokensOf } from "./oauth.js";
/** @import { ClientOptions, Store } from "../types.js" */

const DEVICE = "urn:ietf:params:oauth:grant-type:device_code";
const SLOWER = 5000; // milliseconds more for each `slow_down` (RFC 8628)
const PENDING = "fairdeal.sign-in";

/** @typedef {{clientId: string, scopes?: string[]}} App as it was registered with `POST /v1/apps`, and what it asks for */
/** @typedef {App & {redirectUri: string, store: Store}} BrowserApp `store` outlasts the way there and back: `sessionStorage` */
/**
 * @typedef {object} DeviceCode what the person is shown
 * @property {string} userCode @property {string} address where to type it @property {string} link the same with the code in it
 */

/** @param {Uint8Array} data */
const base64url = (data) => btoa(String.fromCharCode(...data)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
/** @returns {string} 32 random bytes */
const randomText = () => base64url(crypto.getRandomValues(new Uint8Array(32)));

/**
 * Begin to sign a person in.
 * @param {string} url of the server @param {BrowserApp} app
 * @returns {string} the address of the page where the person allows it; it leads back to `redirectUri`
 */
export function beginSignIn(url, { clientId, redirectUri, scopes = ["read", "play"], store }) {
  const state = randomText(), verifier = randomText();
  store.setItem(PENDING, JSON.stringify({ state, verifier, clientId, redirectUri }));
  const asked = new URLSearchParams({
    response_type: "code", client_id: clientId, redirect_uri: redirectUri, scope: scopes.join(" "), state,
    code_challenge: base64url(sha256(new TextEncoder().encode(verifier))), code_challenge_method: "S256",
  });
  return `${url.replace(/\/+$/, "")}/authorize?${asked}`;
}

/**
 * Finish it where the person has come back. @param {string} url of the server @param {string} address to which they came
 * @param {ClientOptions & {store: Store}} options `store` as for `beginSignIn`
 * @returns {Promise<Client>} SignInFailed where the person has refused, or the answer is not to our request
 */
export async function finishSignIn(url, address, { store, ...options }) {
  const pending = JSON.parse(store.getItem(PENDING) ?? "null"), said = new URL(address).searchParams;
  if (pending === null || said.get("state") !== pending.state) {
    throw new SignInFailed("invalid_state", "This is no answer to a sign-in that was begun here");
  }
  store.removeItem(PENDING);
  const client = new Client(url, options), issuer = said.get("iss");
  if (issuer !== null && issuer !== (await issuerOf(client))) {
    throw new SignInFailed("invalid_issuer", `Another server has answered: ${issuer}`);
  }
  const error = said.get("error"), code = said.get("code");
  if (error !== null || code === null) throw new SignInFailed(error ?? "invalid_response", said.get("error_description") ?? "");
  return withTokens(client, pending.clientId, {
    grant_type: "authorization_code", code, redirect_uri: pending.redirectUri, client_id: pending.clientId,
    code_verifier: pending.verifier,
  });
}

/**
 * Sign a person in at a device without a browser, such as a terminal.
 * @param {string} url of the server
 * @param {App & ClientOptions & {show: (code: DeviceCode) => void, signal?: AbortSignal}} app `show` tells the person what to do
 * @returns {Promise<Client>} when the person has allowed it; SignInFailed if they refuse or take too long
 */
export async function signInWithDevice(url, { clientId, scopes = ["read", "play"], show, signal, ...options }) {
  const client = new Client(url, options);
  const given = await postForm(client, "/oauth/device_authorization", { client_id: clientId, scope: scopes.join(" ") });
  const { user_code: userCode, verification_uri: address, verification_uri_complete: link = address } = given;
  show({ userCode, address, link });
  const form = { grant_type: DEVICE, device_code: given.device_code, client_id: clientId };
  for (let wait = 1000 * (given.interval ?? 5); ; ) {
    await sleep(wait, signal);
    signal?.throwIfAborted();
    try {
      return await withTokens(client, clientId, form);
    } catch (error) {
      const code = error instanceof SignInFailed ? error.code : "";
      if (code === "slow_down") wait += SLOWER;
      else if (code !== "authorization_pending") throw error;
    }
  }
}

/** @param {Client} client @param {string} clientId @param {Record<string, string>} form @returns {Promise<Client>} the same */
async function withTokens(client, clientId, form) {
  const tokens = tokensOf(await postForm(client, "/oauth/token", form), clientId);
  await client.keepTokens(tokens);
  client.tokens = tokens;
  return client;
}

/** @param {Client} client @returns {Promise<string>} what the server calls itself (RFC 8414) */
async function issuerOf(client) {
  const place = "/.well-known/oauth-authorization-server";
  return (await client.patiently(() => client.ready("GET", place, {}), true, jsonOf)).issuer;
}
