/** The devices on which an account is open: see them, sign one more in, sign each out. */
import { signInLink } from "../core/devices.js";
import { momentText } from "../core/texts.js";
import { Command, Confirmed, Form, html, TextField, useEffect, useKept, useState } from "../parts/html.js";
import { QrCode } from "../parts/qr.js";
/** @import { App } from "../core/app.js" */
/** @import { IssuedSignInCode, OwnToken, SignInCode } from "../types" */

const EVERY = 2000; // milliseconds between two looks whether a code was used

/** The devices of one's own account. @param {{app: App}} about */
export function Devices({ app }) {
  const [changes, setChanges] = useState(0);
  const [code, setCode] = useState(/** @type {IssuedSignInCode | null} */ (null));
  const told = useKept(() => app.api.read("/players/me/tokens"), [changes]);
  const changed = () => setChanges((count) => count + 1);
  const make = async () => setCode(await app.api.sendOnce("POST", "/sign-in-codes", {}));
  /** @param {string} id */
  const end = async (id) => {
    await app.api.sendOnce("DELETE", `/players/me/tokens/${id}`);
    changed();
  };
  const endOthers = async () => {
    await app.account.endOthers();
    setCode(null);
    changed();
  };
  /** @type {OwnToken[]} */
  const tokens = told?.tokens ?? [];
  return html`
    <section class="panel">
      <h2>Devices</h2>
      ${told?.problem && html`<p class="problem" role="alert">${told.problem}</p>`}
      <ul class="list tokens" aria-label="Devices">
        ${tokens.map((one) => html`<${Device} key=${one.id} token=${one} end=${() => end(one.id)} />`)}
      </ul>
      ${code !== null && html`
        <${ShownCode} key=${code.id} app=${app} code=${code} used=${changed} close=${() => setCode(null)} />`}
      <div class="row">
        <${Command} label="Sign in on another device" send=${make} />
        ${tokens.length > 1 && html`<${Command} label="Sign out everywhere else" send=${endOthers} />`}
      </div>
      <p class="hint">Lost a device? Sign it out here. If it knew your recovery code, make another one, too.</p>
    </section>`;
}

/** @param {{token: OwnToken, end: () => Promise<void>}} about */
function Device({ token: { device, made_at, used_at, current }, end }) {
  const name = device ?? "A device without a name";
  const since = made_at === null ? "" : `Signed in on ${momentText(made_at)}. `;
  const used = current || used_at === null ? "" : `Last used on ${momentText(used_at)}, give or take an hour.`;
  return html`
    <li>
      <b><bdi>${current ? "This browser" : name}</bdi></b>
      <p class="hint">${since}${used}</p>
      ${!current && html`
        <${Confirmed} label="Sign out" name=${`Sign out ${name}`} send=${end}
          warning="Whoever has this device must sign in again to use your account." />`}
    </li>`;
}

/**
 * A code until it was used or is too old.
 * @param {{app: App, code: IssuedSignInCode, used: () => void, close: () => void}} about
 */
function ShownCode({ app, code, used, close }) {
  const [isUsed, setUsed] = useState(false);
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const shown = new AbortController();
    void whenUsed(app, code, shown.signal).then((was) => {
      if (shown.signal.aborted) return;
      setUsed(was);
      setOver(!was);
      if (was) used();
    });
    return () => shown.abort();
  }, [code.id]);
  if (isUsed) return html`<p role="status">Your other device is signed in.</p>`;
  if (isOver) return html`<p role="status">The code is too old now. Make another one if you still need it.</p>`;
  const until = new Date(code.expires_at - app.api.ahead.value).toLocaleTimeString(undefined, { timeStyle: "short" });
  return html`
    <div class="code" role="group" aria-label="Sign-in code">
      <p>Scan this with the camera of your other device, or choose “Sign in” there and enter the code. It works once, until
        ${" "}${until}.</p>
      <${QrCode} text=${signInLink(location.origin, code.code)} label="QR code that signs another device in" />
      <p><code class="secret">${code.code}</code></p>
      <p class="warning">Enter it only on a device of your own: whoever has it gets your account.</p>
      <button type="button" onClick=${close}>Hide the code</button>
    </div>`;
}

/**
 * @param {App} app @param {SignInCode} code @param {AbortSignal} signal
 * @returns {Promise<boolean>} whether it was used in time
 */
async function whenUsed({ api }, { id, expires_at }, signal) {
  while (!signal.aborted && api.now() + api.ahead.value < expires_at) {
    await api.rest(EVERY, signal);
    const told = signal.aborted ? null : await api.read("/sign-in-codes", { signal }).catch(() => null);
    const now = told?.codes.find((/** @type {SignInCode} */ one) => one.id === id);
    if (now?.used_at) return true;
  }
  return false;
}

/** What follows when a device has scanned a code. @param {{app: App, code: string, done: () => void}} about */
export function Scanned({ app, code, done }) {
  const [typed, setTyped] = useState(code);
  const before = app.account.known.value;
  return html`
    <section class="panel">
      <h1>Sign in on this device</h1>
      <p>Go on only if you have just scanned the code on a device of your own. You will play here with the account that is open
        there.</p>
      ${before !== null && html`<p class="warning">This browser is signed in as <bdi>${before.name}</bdi>. That account will be
        signed out here, and only its recovery code opens it again.</p>`}
      <${Form} label="Sign in here" send=${() => app.account.signIn(typed).then(done)}>
        <${TextField} label="Sign-in code" value=${typed} set=${setTyped} required autocomplete="off" spellcheck=${false} />
      <//>
      <p><button type="button" class="quiet" onClick=${done}>Do not sign in</button></p>
    </section>`;
}
