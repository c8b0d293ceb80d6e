/** One's account: make it, open it here, see it, change it, leave it. */
import { signInCodeIn } from "../core/devices.js";
import { CheckField, ChoiceField, Command, Form, html, Later, TextField, useAnswer, useSignal, useState } from "../parts/html.js";
import { TableList } from "./people.js";
/** @import { App } from "../core/app.js" */
/** @import { Preferences } from "../types" */

const loadApps = () => import("./apps.js");
const loadDevices = () => import("./devices.js");
const loadPrograms = () => import("./programs.js");

/** One's account: make it, open it here, see it, change it, leave it. @param {{app: App}} about */
export function AccountPage({ app }) {
  const known = useSignal(app.account.known);
  const [scanned, setScanned] = useState(() => app.router.takeCode(signInCodeIn));
  if (scanned !== null) return html`
    <${Later} load=${loadDevices} part="Scanned" app=${app} code=${scanned} done=${() => setScanned(null)} />`;
  return known === null ? html`<${Ways} app=${app} />` : html`<${Own} key=${known.player} app=${app} />`;
}

/** Two ways to an account: make it, or open it here. @param {{app: App}} about */
export function Ways({ app }) {
  const [name, setName] = useState("");
  const [code, setCode] = useState("");
  return html`
    <div class="columns">
      <section class="panel">
        <h1>New here?</h1>
        <p>A name is all that an account takes.</p>
        <${Form} label="Make an account" send=${() => app.register(name)}>
          <${TextField} label="Name" value=${name} set=${setName} maxlength="40" autocomplete="nickname"
            placeholder="or leave it empty, and be a guest" />
        <//>
      </section>
      <section class="panel">
        <h2>Been here before?</h2>
        <p>Is your account open on another device? Choose “Sign in on another device” on its account page, and enter the code
          here. Or enter your recovery code: a new one takes its place, and you are signed out everywhere else.</p>
        <${Form} label="Open my account" kind="plain" send=${() => app.open(code)}>
          <${TextField} label="Sign-in code, recovery code or token" value=${code} set=${setCode} required autocomplete="off"
            spellcheck=${false} />
        <//>
        <p class="hint">Lost both? Ask whoever runs this server for a token, and enter it here.</p>
      </section>
    </div>`;
}

/** @param {{app: App}} about */
function Own({ app }) {
  const known = useSignal(app.account.known);
  const [isLeaving, setLeaving] = useState(false);
  return html`
    <section class="panel">
      <h1><bdi>${known?.name}</bdi></h1>
      <p class="hint">${known?.role === "player" ? "" : `${known?.role} · `}<code>${known?.player}</code></p>
      <p class="row"><a href=${`/players/${known?.player}`} data-page>My results</a> <a href="/disputes" data-page>Disputes</a>
        ${known?.role === "admin" && html`<a href="/status" data-page>How the server fares</a>`}</p>
      <${Code} app=${app} />
      <div class="row">
        <${Command} label="Make another recovery code" send=${() => app.renewCode()} />
        <button type="button" onClick=${() => setLeaving(true)}>Sign out</button>
      </div>
      ${isLeaving && html`
        <p class="warning" role="alert">Only the recovery code opens the account again. Have you written it down?</p>
        <div class="row">
          <button type="button" class="main" onClick=${() => app.signOut()}>Sign out of this browser</button>
          <button type="button" onClick=${() => setLeaving(false)}>Stay</button>
        </div>`}
      <${Name} app=${app} />
    </section>
    <${TableList} app=${app} path="/players/me/tables" title="My tables" />
    <div class="columns">
      <${Later} load=${loadDevices} part="Devices" app=${app} />
      <${Wishes} app=${app} />
    </div>
    <${Later} load=${loadApps} part="AllowedApps" app=${app} />
    <${Later} load=${loadPrograms} part="Programs" app=${app} />
    <${Later} load=${loadApps} part="OwnApps" app=${app} />
    <${Erasure} app=${app} />`;
}

/** @param {{app: App}} about */
function Name({ app }) {
  const [name, setName] = useState(app.account.known.value?.name ?? "");
  const [isDone, setDone] = useState(false);
  const rename = async () => {
    setDone(false);
    await app.account.rename(name);
    setDone(true);
  };
  return html`
    <details>
      <summary>Change my name</summary>
      <${Form} label="Change it" kind="plain" send=${rename}>
        <${TextField} label="Name" value=${name} set=${setName} required maxlength="40" autocomplete="nickname" />
      <//>
      ${isDone && html`<p role="status">That is your name now.</p>`}
    </details>`;
}

/** The recovery code, as long as this page knows it. @param {{app: App}} about */
export function Code({ app }) {
  const code = useSignal(app.code);
  if (code === "") return null;
  return html`
    <div class="code" role="group" aria-label="Recovery code">
      <p>Write this down: it opens your account on another device, or when this browser has forgotten you. It is shown this
        once.</p>
      <p><code class="secret">${code}</code></p>
      <button type="button" onClick=${() => app.code.set("")}>I have written it down</button>
    </div>`;
}

/** @param {{app: App}} about */
function Wishes({ app }) {
  const [kept, setKept] = useState(/** @type {Preferences | null} */ (null));
  const [isDone, setDone] = useState(false);
  const told = useAnswer(() => app.api.read("/players/me/preferences"), []);
  if (told === undefined) return null;
  if (told.problem !== undefined) return html`<p class="problem" role="alert">${told.problem}</p>`;
  /** @type {Preferences} */
  const now = kept ?? told;
  /** @param {Partial<Preferences>} change */
  const change = (change) => {
    setDone(false);
    setKept({ ...now, ...change });
  };
  const save = async () => {
    const { invitations, blocked, presence } = now;
    setKept(await app.api.sendOnce("PUT", "/players/me/preferences", { invitations, blocked, presence }));
    setDone(true);
  };
  return html`
    <section class="panel">
      <h2>Privacy</h2>
      <${Form} label="Save" kind="plain" send=${save}>
        <${ChoiceField} label="Who may invite me" value=${now.invitations}
          set=${(/** @type {any} */ invitations) => change({ invitations })}
          choices=${[["anyone", "anyone"], ["played_with", "those with whom I have played"]]} />
        <${CheckField} label="Show others when I am online" value=${now.presence}
          set=${(/** @type {boolean} */ presence) => change({ presence })} />
      <//>
      ${isDone && html`<p role="status">Saved.</p>`}
    </section>`;
}

/** @param {{app: App}} about */
function Erasure({ app }) {
  const [name, setName] = useState("");
  const own = app.account.known.value?.name ?? "";
  const erase = async () => {
    if (name.trim() !== own) throw new Error(`To be sure, write your name as it stands above: ${own}`);
    await app.account.erase();
    app.router.go("/");
  };
  return html`
    <details class="panel">
      <summary class="danger">Erase my account</summary>
      <p>Your name is freed and all your tokens and codes end. What you have played stays in the logs under your id alone. This
        cannot be taken back.</p>
      <${Form} label="Erase it for ever" kind="plain" send=${erase}>
        <${TextField} label="Your name, to be sure" value=${name} set=${setName} required autocomplete="off"
          spellcheck=${false} />
      <//>
    </details>`;
}
