/** An app asks to act for somebody: what it wants, in plain words, and the answer; by a link, or by the code that it shows. */
import { askedIn, errorText, isWayBack, powersOf, returnText, userCodeIn } from "../core/apps.js";
import { Command, Form, html, TextField, useAnswer, useSignal, useState } from "../parts/html.js";
import { Code, Ways } from "./account.js";
/** @import { App } from "../core/app.js" */

/** @typedef {{app: string, name: string, owner: string, scopes: string[]}} Asked what an app asks for */

/** The page to which apps send people. @param {{app: App}} about */
export function AuthorizePage({ app }) {
  const [query] = useState(() => app.router.query);
  return html`<${SignedIn} app=${app}><${Asking} app=${app} query=${query} /><//>`;
}

/**
 * What is asked of somebody who is signed in; all others sign in first, and write a new recovery code down before they leave.
 * @param {{app: App, children: unknown}} about
 */
function SignedIn({ app, children }) {
  const known = useSignal(app.account.known);
  const code = useSignal(app.code);
  if (known === null) return html`
    <section class="panel"><h1>An app asks to act for you</h1>
      <p>Sign in first, or make an account. Then you see what the app asks for, and decide.</p></section>
    <${Ways} app=${app} />`;
  return code === "" ? children : html`
    <section class="panel"><h1>Your recovery code</h1><${Code} app=${app} /></section>`;
}

/** @param {{app: App, query: string}} about */
function Asking({ app, query }) {
  const told = useAnswer(() => app.api.read(`/authorizations${query}`), [query]);
  const [isAnswered, setAnswered] = useState(false);
  if (told === undefined) return null;
  if (told.problem !== undefined) return html`
    <section class="panel" role="alert"><h1>This app cannot be allowed</h1><p class="problem">${told.problem}</p>
      <p>Nothing was allowed. The link that led here is not right; tell those who made the app.</p></section>`;
  if (told.redirect_to) return html`
    <section class="panel"><h1><bdi>${told.name}</bdi> sent an invalid request</h1>
      <p>Nothing was allowed. The reason, for those who made the app: <bdi>${errorText(told.redirect_to)}</bdi></p>
      <p>You can return, so that the app learns of the error: that takes you to
        ${" "}<b><bdi>${returnText(told.redirect_to)}</bdi></b>. Anybody can register an app, so go there only if you know it.</p>
      <${Command} label="Go back to the app" send=${async () => leaveTo(told.redirect_to)} /></section>`;
  if (isAnswered) return html`
    <section class="panel"><h1>Back to <bdi>${told.name}</bdi> …</h1>
      <p>When the app is open you can close this page.</p></section>`;
  const asked = askedIn(query);
  /** @param {boolean} allow */
  const answer = async (allow) => {
    const { redirect_to } = await app.api.sendOnce("POST", "/authorizations", { ...asked, allow });
    setAnswered(true); // the page stays where the address opens another program
    leaveTo(redirect_to);
  };
  const back = html`Your answer takes you back to <b><bdi>${returnText(asked.redirect_uri ?? "")}</bdi></b>.`;
  return html`<${Question} app=${app} asked=${told} answer=${answer}><p>${back}</p><//>`;
}

/** @param {string} address as the server gave it */
function leaveTo(address) {
  if (isWayBack(address)) location.replace(address); // so that "back" does not ask again
  else throw new Error("The app gave no address to return to.");
}

/**
 * Who asks, for what, and the answer.
 * @param {{app: App, asked: Asked, answer: (allow: boolean) => Promise<unknown>, children?: unknown}} about
 */
function Question({ app, asked: { name, owner, scopes }, answer, children }) {
  const own = useSignal(app.account.known)?.name;
  const hasKey = useAnswer(() => app.api.read("/players/me"), [])?.key != null;
  return html`
    <section class="panel consent">
      <h1>Let <bdi>${name}</bdi> act for you?</h1>
      <p>An app registered by the player <b><bdi>${owner}</bdi></b>. Nobody has checked it: allow only what you trust.</p>
      <p>If you allow it, it may, as <b><bdi>${own}</bdi></b>:</p>
      <ul class="points">${powersOf(scopes).map((words) => html`<li key=${words}>${words}</li>`)}</ul>
      <p class="hint">It never gets your token or recovery code, and cannot erase your account. On your
        ${" "}<a href="/account" data-page>account page</a> you can end this at any time.</p>
      ${hasKey && scopes.includes("play") && html`
        <p class="warning">You sign your actions with a key. The app can play for you only if it has that key, too.</p>`}
      ${children}
      <div class="row">
        <${Command} label="Allow" kind="main" send=${() => answer(true)} />
        <${Command} label="Deny" send=${() => answer(false)} />
      </div>
    </section>`;
}

/** The page where people enter a code that a program shows. @param {{app: App}} about */
export function DevicePage({ app }) {
  const [code] = useState(() => app.router.takeFromQuery(userCodeIn));
  return html`<${SignedIn} app=${app}><${Entering} app=${app} given=${code} /><//>`;
}

/** @param {{app: App, given: string}} about `given`: the code in the link */
function Entering({ app, given }) {
  const [code, setCode] = useState(given);
  const [asked, setAsked] = useState(/** @type {Asked | null} */ (null));
  const [done, setDone] = useState("");
  const path = `/device-codes/${encodeURIComponent(code.trim())}`;
  const look = async () => setAsked(await app.api.read(path));
  /** @param {boolean} allow */
  const answer = async (allow) => {
    await app.api.sendOnce("POST", path, { allow });
    setDone(allow ? "The program may act for you now. Return to it: it continues by itself." : "Nothing was allowed.");
  };
  if (done !== "") return html`<section class="panel"><h1>Done</h1><p role="status">${done}</p></section>`;
  if (asked !== null) return html`
    <${Question} app=${app} asked=${asked} answer=${answer}>
      <p class="warning">Allow this only if your own program shows the code <code>${code.trim().toUpperCase()}</code> now. If
        somebody sent you this code, deny.</p><//>`;
  return html`
    <section class="panel">
      <h1>Enter a code</h1>
      <p>A program, such as a bot at a terminal, shows you a code. Enter it here, and you see what the program asks for.</p>
      <${Form} label="Go on" send=${look}>
        <${TextField} label="Code" value=${code} set=${setCode} required autocomplete="off" spellcheck=${false}
          placeholder="ABCD-EFGH" />
      <//>
    </section>`;
}
