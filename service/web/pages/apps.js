/** Apps on the account page: those that I allowed, and those that I registered. */
import { powersText } from "../core/apps.js";
import { momentText } from "../core/texts.js";
import { Confirmed, Form, html, LongField, TextField, useKept, useState } from "../parts/html.js";
/** @import { App } from "../core/app.js" */
/** @import { AppGrant, OwnApp } from "../types" */

const FIELD = /redirect_uris\.(\d+): /g; // as the server names one of them, from 0; people count from 1

/** Apps that may act for somebody. @param {{app: App}} about */
export function AllowedApps({ app }) {
  const [changes, setChanges] = useState(0);
  const told = useKept(() => app.api.read("/grants"), [changes]);
  /** @param {string} id */
  const end = async (id) => {
    await app.api.sendOnce("DELETE", `/grants/${id}`);
    setChanges((count) => count + 1);
  };
  /** @type {AppGrant[]} */
  const grants = told?.grants ?? [];
  return html`
    <section class="panel">
      <h2>Apps that may act for you</h2>
      ${told?.problem && html`<p class="problem" role="alert">${told.problem}</p>`}
      ${told?.grants && grants.length === 0 && html`<p class="hint">None. An app that wants to play for you sends you to a page
        that asks you first.</p>`}
      ${grants.length > 0 && html`
        <ul class="list tokens" aria-label="Allowed apps">
          ${grants.map((one) => html`<${Allowed} key=${one.grant} grant=${one} end=${() => end(one.grant)} />`)}
        </ul>`}
      <p><a href="/device" data-page>Enter a code that a program shows</a></p>
    </section>`;
}

/** @param {{grant: AppGrant, end: () => Promise<void>}} about */
function Allowed({ grant: { name, scopes, made_at, used_at }, end }) {
  const used = used_at === null ? "Never used." : `Last used on ${momentText(used_at)}.`;
  return html`
    <li>
      <b><bdi>${name}</bdi></b>
      <p>${powersText(scopes)}</p>
      <p class="hint">Allowed on ${momentText(made_at)}. ${used}</p>
      <${Confirmed} label="End" name=${`End ${name}`} send=${end}
        warning="Within five seconds the app can do nothing more for you." />
    </li>`;
}

/** Apps that somebody registered, for those who write apps. @param {{app: App}} about */
export function OwnApps({ app }) {
  const [changes, setChanges] = useState(0);
  const told = useKept(() => app.api.read("/apps"), [changes]);
  const changed = () => setChanges((count) => count + 1);
  /** @param {string} id */
  const end = async (id) => {
    await app.api.sendOnce("DELETE", `/apps/${id}`);
    changed();
  };
  /** @type {OwnApp[]} */
  const apps = told?.apps ?? [];
  return html`
    <section class="panel">
      <h2>Your own apps</h2>
      <p class="hint">Do you write an app for others? Register it, and players can allow it to act for them.</p>
      ${told?.problem && html`<p class="problem" role="alert">${told.problem}</p>`}
      ${apps.length > 0 && html`
        <ul class="list tokens" aria-label="Own apps">
          ${apps.map((one) => html`<${Own} key=${one.app} own=${one} end=${() => end(one.app)} />`)}
        </ul>`}
      <${NewApp} app=${app} made=${changed} />
    </section>`;
}

/** @param {{own: OwnApp, end: () => Promise<void>}} about */
function Own({ own: { app, name, redirect_uris }, end }) {
  const back = redirect_uris.length === 0
    ? "No redirect URI: it signs players in by device codes only." : `Redirect URIs: ${redirect_uris.join(", ")}`;
  return html`
    <li>
      <b><bdi>${name}</bdi></b> <code>${app}</code>
      <p class="hint">${back}</p>
      <${Confirmed} label="Delete" name=${`Delete ${name}`} send=${end}
        warning="The app can do nothing more for anybody. This cannot be taken back." />
    </li>`;
}

/** @param {{app: App, made: () => void}} about */
function NewApp({ app, made }) {
  const [name, setName] = useState("");
  const [addresses, setAddresses] = useState("");
  const register = async () => {
    const redirect_uris = addresses.split(/\s+/).filter(Boolean);
    try {
      await app.api.sendOnce("POST", "/apps", { name: name.trim(), redirect_uris });
    } catch (error) {
      if (error instanceof Error) error.message = error.message.replace(FIELD, (_, at) => `Redirect URI ${Number(at) + 1} `);
      throw error;
    }
    setName("");
    setAddresses("");
    made();
  };
  return html`
    <details>
      <summary>Register an app</summary>
      <${Form} label="Register the app" kind="plain" send=${register}>
        <${TextField} label="Name of the app" value=${name} set=${setName} required maxlength="40" autocomplete="off" />
        <${LongField} label="Redirect URIs, one per line" value=${addresses} set=${setAddresses} />
        <p class="hint">Players return to these addresses after they answered. Programs that use device codes need
          none.</p>
      <//>
    </details>`;
}
