/** Apps on the account page: those that I allowed, and those that I registered. */
import { powersText } from "../core/apps.js";
import { momentText } from "../core/texts.js";
import { needWords, t } from "../core/words.js";
import { Confirmed, Form, html, LongField, TextField, useKept, useState } from "../parts/html.js";
/** @import { App } from "../core/app.js" */
/** @import { AppGrant, OwnApp } from "../types" */

await needWords("apps");

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
      <h2>${t("apps.allowed_title")}</h2>
      ${told?.problem && html`<p class="problem" role="alert">${told.problem}</p>`}
      ${told?.grants && grants.length === 0 && html`<p class="hint">${t("apps.none_allowed")}</p>`}
      ${grants.length > 0 && html`
        <ul class="list tokens" aria-label=${t("apps.allowed")}>
          ${grants.map((one) => html`<${Allowed} key=${one.grant} grant=${one} end=${() => end(one.grant)} />`)}
        </ul>`}
      <p><a href="/device" data-page>${t("apps.enter_code")}</a></p>
    </section>`;
}

/** @param {{grant: AppGrant, end: () => Promise<void>}} about */
function Allowed({ grant: { name, scopes, made_at, used_at }, end }) {
  const used = used_at === null ? t("apps.never_used") : t("apps.last_used", { when: momentText(used_at) });
  return html`
    <li>
      <b><bdi>${name}</bdi></b>
      <p>${powersText(scopes)}</p>
      <p class="hint">${t("apps.allowed_on", { when: momentText(made_at) })} ${used}</p>
      <${Confirmed} label=${t("apps.end")} name=${t("apps.end_named", { name })} send=${end}
        warning=${t("apps.end_means")} />
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
      <h2>${t("apps.own_title")}</h2>
      <p class="hint">${t("apps.own_means")}</p>
      ${told?.problem && html`<p class="problem" role="alert">${told.problem}</p>`}
      ${apps.length > 0 && html`
        <ul class="list tokens" aria-label=${t("apps.own")}>
          ${apps.map((one) => html`<${Own} key=${one.app} own=${one} end=${() => end(one.app)} />`)}
        </ul>`}
      <${NewApp} app=${app} made=${changed} />
    </section>`;
}

/** @param {{own: OwnApp, end: () => Promise<void>}} about */
function Own({ own: { app, name, redirect_uris }, end }) {
  const back = redirect_uris.length === 0
    ? t("apps.no_address") : t("apps.addresses", { addresses: redirect_uris.join(", ") });
  return html`
    <li>
      <b><bdi>${name}</bdi></b> <code>${app}</code>
      <p class="hint">${back}</p>
      <${Confirmed} label=${t("apps.delete")} name=${t("apps.delete_named", { name })} send=${end}
        warning=${t("apps.delete_means")} />
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
      const named = (/** @type {string} */ _, /** @type {string} */ at) => `${t("apps.address", { number: Number(at) + 1 })} `;
      if (error instanceof Error) error.message = error.message.replace(FIELD, named);
      throw error;
    }
    setName("");
    setAddresses("");
    made();
  };
  return html`
    <details>
      <summary>${t("apps.register")}</summary>
      <${Form} label=${t("apps.register_now")} kind="plain" send=${register}>
        <${TextField} label=${t("apps.name")} value=${name} set=${setName} required maxlength="40"
          autocomplete="off" />
        <${LongField} label=${t("apps.address_lines")} value=${addresses} set=${setAddresses} />
        <p class="hint">${t("apps.address_means")}</p>
      <//>
    </details>`;
}
