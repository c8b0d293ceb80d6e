/** Sign-in by OAuth 2.1 with PKCE: the server's own page asks the player, and the app gets no more than it asked for. */
import { app, server } from "./config.js";

const TOKENS = "tokens", ASKED = "asked";
const EARLY = 60_000; // milliseconds before its end in which a token is refreshed
const back = location.origin + location.pathname; // a registered redirect URI

/** The player has not signed in, or has ended what they allowed. */
export class SignedOut extends Error {}

const read = (store, name) => JSON.parse(store.getItem(name) ?? "null");
const base64url = (bytes) => btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");
const random = () => base64url(crypto.getRandomValues(new Uint8Array(32)));

export const isSignedIn = () => read(localStorage, TOKENS) !== null;

/** Leave for the page on which the player says yes or no. */
export async function signIn(scope) {
  const asked = { verifier: random(), state: random() };
  sessionStorage.setItem(ASKED, JSON.stringify(asked)); // this tab alone takes the answer
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(asked.verifier));
  location.assign(`${server}/authorize?${new URLSearchParams({
    response_type: "code", client_id: app, redirect_uri: back, scope, state: asked.state,
    code_challenge: base64url(new Uint8Array(digest)), code_challenge_method: "S256",
  })}`);
}

/** Take the answer with which the player came back, if this is one. Returns why there is no sign-in, or "". */
export async function takeAnswer() {
  const told = new URLSearchParams(location.search);
  if (!told.has("state")) return "";
  history.replaceState(null, "", back + location.hash); // the code stays in no history
  const asked = read(sessionStorage, ASKED);
  sessionStorage.removeItem(ASKED);
  if (asked === null || told.get("state") !== asked.state) return "That was no answer to a question of this page.";
  if (told.get("iss") !== server) return "Another server has answered.";
  if (told.has("error")) return told.get("error") === "access_denied" ? "You did not allow it." : told.get("error_description");
  await exchange({
    grant_type: "authorization_code", code: told.get("code"), redirect_uri: back, code_verifier: asked.verifier,
  });
  return "";
}

/** Get tokens and store them before they are used. */
async function exchange(fields) {
  const answer = await fetch(`${server}/oauth/token`, { method: "POST", body: new URLSearchParams({ client_id: app, ...fields }) });
  const told = await answer.json();
  if (answer.status === 429 || answer.status >= 500) throw new Error(told.error_description);
  if (!answer.ok) {
    localStorage.removeItem(TOKENS);
    throw new SignedOut(told.error_description);
  }
  localStorage.setItem(TOKENS, JSON.stringify({ ...told, until: Date.now() + 1000 * told.expires_in }));
  return told.access_token;
}

/** Return an access token; `refused` is one that the server did not take. Only one tab refreshes at a time. */
export function accessToken(refused) {
  return navigator.locks.request(TOKENS, async () => {
    const known = read(localStorage, TOKENS);
    if (known === null) throw new SignedOut("You are signed out.");
    if (known.access_token !== refused && known.until - EARLY > Date.now()) return known.access_token;
    return exchange({ grant_type: "refresh_token", refresh_token: known.refresh_token });
  });
}

/** End what the player allowed, on this device and at the server. */
export async function signOut() {
  const known = read(localStorage, TOKENS);
  localStorage.removeItem(TOKENS);
  if (known === null) return;
  const body = new URLSearchParams({ client_id: app, token: known.refresh_token });
  await fetch(`${server}/oauth/revoke`, { method: "POST", body }).catch(() => {}); // offline: it ends by itself
}
