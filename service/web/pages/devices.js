/** The devices on which an account is open: see them, sign one more in, sign each out. */
import { signInLink } from "../core/devices.js";
import { momentText } from "../core/texts.js";
import { language, needWords, rich, t } from "../core/words.js";
import { Command, Confirmed, Form, html, TextField, useEffect, useKept, useState } from "../parts/html.js";
import { QrCode } from "../parts/qr.js";
/** @import { App } from "../core/app.js" */
/** @import { IssuedSignInCode, OwnToken, SignInCode } from "../types" */

await needWords("devices");

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
      <h2>${t("devices.title")}</h2>
      ${told?.problem && html`<p class="problem" role="alert">${told.problem}</p>`}
      <ul class="list tokens" aria-label=${t("devices.title")}>
        ${tokens.map((one) => html`<${Device} key=${one.id} token=${one} end=${() => end(one.id)} />`)}
      </ul>
      ${code !== null && html`
        <${ShownCode} key=${code.id} app=${app} code=${code} used=${changed} close=${() => setCode(null)} />`}
      <div class="row">
        <${Command} label=${t("devices.sign_in_other")} send=${make} />
        ${tokens.length > 1 && html`<${Command} label=${t("devices.sign_out_others")} send=${endOthers} />`}
      </div>
      <p class="hint">${t("devices.lost")}</p>
    </section>`;
}

/** @param {{token: OwnToken, end: () => Promise<void>}} about */
function Device({ token: { device, made_at, used_at, current }, end }) {
  const name = device ?? t("devices.nameless");
  const since = made_at === null ? "" : t("devices.since", { when: momentText(made_at) });
  const used = current || used_at === null ? "" : t("devices.last_used", { when: momentText(used_at) });
  return html`
    <li>
      <b><bdi>${current ? t("devices.this_one") : name}</bdi></b>
      <p class="hint">${since} ${used}</p>
      ${!current && html`
        <${Confirmed} label=${t("devices.sign_out")} name=${t("devices.sign_out_named", { name })} send=${end}
          warning=${t("devices.sign_out_means")} />`}
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
  if (isUsed) return html`<p role="status">${t("devices.is_used")}</p>`;
  if (isOver) return html`<p role="status">${t("devices.is_over")}</p>`;
  const until = new Date(code.expires_at - app.api.ahead.value).toLocaleTimeString(language.value, { timeStyle: "short" });
  return html`
    <div class="code" role="group" aria-label=${t("devices.code")}>
      <p>${t("devices.scan", { until })}</p>
      <${QrCode} text=${signInLink(location.origin, code.code)} label=${t("devices.qr")} />
      <p><code class="secret">${code.code}</code></p>
      <p class="warning">${t("devices.only_own")}</p>
      <button type="button" onClick=${close}>${t("devices.hide")}</button>
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
      <h1>${t("devices.here")}</h1>
      <p>${t("devices.only_if_scanned")}</p>
      ${before !== null && html`<p class="warning">${
        rich("devices.replaces", { name: html`<bdi>${before.name}</bdi>` })}</p>`}
      <${Form} label=${t("devices.sign_in_here")} send=${() => app.account.signIn(typed).then(done)}>
        <${TextField} label=${t("devices.code")} value=${typed} set=${setTyped} required autocomplete="off" spellcheck=${false} />
      <//>
      <p><button type="button" class="quiet" onClick=${done}>${t("devices.do_not")}</button></p>
    </section>`;
}
