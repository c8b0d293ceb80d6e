/** One's account: make it, open it here, see it, change it, leave it. */
import { Command, Form, TextField } from "../parts/form.js";
import { html, useSignal, useState } from "../parts/html.js";
import { Devices, Erasure, Wishes } from "../parts/own.js";
import { TableList } from "../parts/tables.js";
/** @import { App } from "../core/app.js" */

/** @param {{app: App}} about */
export function AccountPage({ app }) {
  const known = useSignal(app.account.known);
  return known === null ? html`<${Ways} app=${app} />` : html`<${Own} key=${known.player} app=${app} />`;
}

/** @param {{app: App}} about */
function Ways({ app }) {
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
        <p>The recovery code that was shown to you opens your account here. Another one takes its place, and you are signed
          out everywhere else. A token that another device of yours has made opens it here too.</p>
        <${Form} label="Open my account" kind="plain" send=${() => app.open(code)}>
          <${TextField} label="Recovery code or token" value=${code} set=${setCode} required autocomplete="off"
            spellcheck=${false} />
        <//>
        <p class="hint">Neither is left? Who runs this server can give you a token.</p>
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
      <${Devices} app=${app} />
      <${Wishes} app=${app} />
    </div>
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
      <summary>Take another name</summary>
      <${Form} label="Take this name" kind="plain" send=${rename}>
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
