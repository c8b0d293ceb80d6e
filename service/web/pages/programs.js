/** Access tokens for programs: see them, make one, end each. */
import { powerOf, powersText, SCOPES } from "../core/apps.js";
import { momentText } from "../core/texts.js";
import { needWords, t } from "../core/words.js";
import { CheckField, ChoiceField, Confirmed, Form, html, TextField, useAnswer, useState } from "../parts/html.js";
/** @import { App } from "../core/app.js" */
/** @import { PersonalToken } from "../types" */

await needWords("programs");

const LIVES = [7, 30, 90, 365]; // days

/** @param {{app: App}} about */
export function Programs({ app }) {
  const [changes, setChanges] = useState(0);
  const [token, setToken] = useState("");
  const told = useAnswer(() => app.api.read("/tokens"), [changes]);
  /** @param {string} id */
  const end = async (id) => {
    await app.api.sendOnce("DELETE", `/tokens/${id}`);
    setChanges(changes + 1);
  };
  /** @param {string} made */
  const show = (made) => {
    setToken(made);
    setChanges(changes + 1);
  };
  /** @type {PersonalToken[]} */
  const tokens = told?.tokens ?? [];
  return html`
    <section class="panel">
      <h2>${t("programs.title")}</h2>
      <p class="hint">${t("programs.what")}</p>
      ${told?.problem && html`<p class="problem" role="alert">${told.problem}</p>`}
      ${tokens.length > 0 && html`
        <ul class="list tokens" aria-label=${t("programs.tokens")}>
          ${tokens.map((one) => html`<${Token} key=${one.id} token=${one} end=${() => end(one.id)} />`)}
        </ul>`}
      ${token !== "" && html`
        <div class="code" role="group" aria-label=${t("programs.token")}>
          <p>${t("programs.copy_now")}</p>
          <p><code class="secret">${token}</code></p>
          <button type="button" onClick=${() => setToken("")}>${t("programs.copied")}</button>
        </div>`}
      <${NewToken} app=${app} show=${show} />
    </section>`;
}

/** @param {{token: PersonalToken, end: () => Promise<void>}} about */
function Token({ token, end }) {
  const { name, scopes, expires_at, used_at } = token;
  const used = used_at === null ? t("programs.never_used") : t("programs.last_used", { when: momentText(used_at) });
  return html`
    <li>
      <b><bdi>${name}</bdi></b>
      <p>${powersText(scopes)}</p>
      <p class="hint">${t("programs.ends", { when: momentText(expires_at) })} ${used}</p>
      <${Confirmed} label=${t("programs.end")} name=${t("programs.end_named", { name })} warning=${t("programs.end_means")}
        send=${end} />
    </li>`;
}

/** @param {{app: App, show: (token: string) => void}} about */
function NewToken({ app, show }) {
  const [name, setName] = useState("");
  const [days, setDays] = useState("90");
  const [scopes, setScopes] = useState(["read", "play"]);
  /** @param {string} scope @param {boolean} isOn */
  const allow = (scope, isOn) => setScopes(isOn ? [...scopes, scope] : scopes.filter((one) => one !== scope));
  const make = async () => {
    if (scopes.length === 0) throw new Error(t("programs.no_scope"));
    const { token } = await app.api.sendOnce("POST", "/tokens", { name: name.trim(), scopes, days: Number(days) });
    setName("");
    show(token);
  };
  return html`
    <details>
      <summary>${t("programs.create")}</summary>
      <${Form} label=${t("programs.create_now")} kind="plain" send=${make}>
        <${TextField} label=${t("programs.name")} value=${name} set=${setName} required maxlength="40"
          autocomplete="off" />
        <fieldset>
          <legend>${t("programs.may")}</legend>
          ${SCOPES.map((scope) => html`
            <${CheckField} key=${scope} label=${powerOf(scope)} value=${scopes.includes(scope)}
              set=${(/** @type {boolean} */ isOn) => allow(scope, isOn)} />`)}
        </fieldset>
        <${ChoiceField} label=${t("programs.ends_after")} value=${days} set=${setDays}
          choices=${LIVES.map((days) => [`${days}`, t("programs.life", { days })])} />
      <//>
    </details>`;
}
