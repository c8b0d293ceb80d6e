/** An app asks to act for somebody: what it wants, in plain words, and the answer; by a link, or by the code that it shows. */
import { askedIn, errorText, isWayBack, powersOf, returnText, userCodeIn } from "../core/apps.js";
import { needWords, rich, t } from "../core/words.js";
import { Command, Form, html, TextField, useAnswer, useSignal, useState } from "../parts/html.js";
import { Code, Ways } from "./account.js";
/** @import { App } from "../core/app.js" */

await needWords("authorize");

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
    <section class="panel"><h1>${t("authorize.asks")}</h1>
      <p>${t("authorize.sign_in_first")}</p></section>
    <${Ways} app=${app} />`;
  return code === "" ? children : html`
    <section class="panel"><h1>${t("authorize.your_code")}</h1><${Code} app=${app} /></section>`;
}

/** @param {{app: App, query: string}} about */
function Asking({ app, query }) {
  const told = useAnswer(() => app.api.read(`/authorizations${query}`), [query]);
  const [isAnswered, setAnswered] = useState(false);
  if (told === undefined) return null;
  if (told.problem !== undefined) return html`
    <section class="panel" role="alert"><h1>${t("authorize.not_allowed")}</h1><p class="problem">${told.problem}</p>
      <p>${t("authorize.bad_link")}</p></section>`;
  if (told.redirect_to) return html`
    <section class="panel"><h1>${rich("authorize.invalid", { name: html`<bdi>${told.name}</bdi>` })}</h1>
      <p>${rich("authorize.reason", { reason: html`<bdi>${errorText(told.redirect_to)}</bdi>` })}</p>
      <p>${rich("authorize.may_return", { place: html`<b><bdi>${returnText(told.redirect_to)}</bdi></b>` })}</p>
      <${Command} label=${t("authorize.go_back")} send=${async () => leaveTo(told.redirect_to)} /></section>`;
  if (isAnswered) return html`
    <section class="panel"><h1>${rich("authorize.going_back", { name: html`<bdi>${told.name}</bdi>` })}</h1>
      <p>${t("authorize.may_close")}</p></section>`;
  const asked = askedIn(query);
  /** @param {boolean} allow */
  const answer = async (allow) => {
    const { redirect_to } = await app.api.sendOnce("POST", "/authorizations", { ...asked, allow });
    setAnswered(true); // the page stays where the address opens another program
    leaveTo(redirect_to);
  };
  const back = rich("authorize.answer_leads", { place: html`<b><bdi>${returnText(asked.redirect_uri ?? "")}</bdi></b>` });
  return html`<${Question} app=${app} asked=${told} answer=${answer}><p>${back}</p><//>`;
}

/** @param {string} address as the server gave it */
function leaveTo(address) {
  if (isWayBack(address)) location.replace(address); // so that "back" does not ask again
  else throw new Error(t("authorize.no_address"));
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
      <h1>${rich("authorize.question", { name: html`<bdi>${name}</bdi>` })}</h1>
      <p>${rich("authorize.owner", { owner: html`<b><bdi>${owner}</bdi></b>` })}</p>
      <p>${rich("authorize.powers", { name: html`<b><bdi>${own}</bdi></b>` })}</p>
      <ul class="points">${powersOf(scopes).map((words) => html`<li key=${words}>${words}</li>`)}</ul>
      <p class="hint">${
        rich("authorize.limits", { a: (/** @type {unknown} */ inside) => html`<a href="/account" data-page>${inside}</a>` })}</p>
      ${hasKey && scopes.includes("play") && html`
        <p class="warning">${t("authorize.key_needed")}</p>`}
      ${children}
      <div class="row">
        <${Command} label=${t("authorize.allow")} kind="main" send=${() => answer(true)} />
        <${Command} label=${t("authorize.deny")} send=${() => answer(false)} />
      </div>
    </section>`;
}

const EXAMPLE = "ABCD-EFGH"; // of a code

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
    setDone(t(allow ? "authorize.allowed" : "authorize.denied"));
  };
  if (done !== "") return html`<section class="panel"><h1>${t("authorize.done")}</h1><p role="status">${done}</p></section>`;
  if (asked !== null) return html`
    <${Question} app=${app} asked=${asked} answer=${answer}>
      <p class="warning">${
        rich("authorize.only_yours", { code: html`<code>${code.trim().toUpperCase()}</code>` })}</p><//>`;
  return html`
    <section class="panel">
      <h1>${t("authorize.enter_code")}</h1>
      <p>${t("authorize.code_means")}</p>
      <${Form} label=${t("authorize.go_on")} send=${look}>
        <${TextField} label=${t("authorize.code")} value=${code} set=${setCode} required autocomplete="off" spellcheck=${false}
          placeholder=${EXAMPLE} />
      <//>
    </section>`;
}
