/** Access tokens for programs: see them, make one, end each. */
import { powersText, SCOPES } from "../core/apps.js";
import { momentText } from "../core/texts.js";
import { CheckField, ChoiceField, Confirmed, Form, html, TextField, useAnswer, useState } from "../parts/html.js";
/** @import { App } from "../core/app.js" */
/** @import { PersonalToken } from "../types" */

/** @type {[string, string][]} */
const LIVES = [["7", "7 days"], ["30", "30 days"], ["90", "90 days"], ["365", "a year"]];

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
      <h2>Programs</h2>
      <p class="hint">Give each program that plays for you an access token of its own. It can do only what you allow, and you can
        end it here.</p>
      ${told?.problem && html`<p class="problem" role="alert">${told.problem}</p>`}
      ${tokens.length > 0 && html`
        <ul class="list tokens" aria-label="Access tokens">
          ${tokens.map((one) => html`<${Token} key=${one.id} token=${one} end=${() => end(one.id)} />`)}
        </ul>`}
      ${token !== "" && html`
        <div class="code" role="group" aria-label="Access token">
          <p>Copy this into the program now. It is shown this once.</p>
          <p><code class="secret">${token}</code></p>
          <button type="button" onClick=${() => setToken("")}>I have copied it</button>
        </div>`}
      <${NewToken} app=${app} show=${show} />
    </section>`;
}

/** @param {{token: PersonalToken, end: () => Promise<void>}} about */
function Token({ token, end }) {
  const { name, scopes, expires_at, used_at } = token;
  const used = used_at === null ? "Never used." : `Last used on ${momentText(used_at)}.`;
  return html`
    <li>
      <b><bdi>${name}</bdi></b>
      <p>${powersText(scopes)}</p>
      <p class="hint">Ends on ${momentText(expires_at)}. ${used}</p>
      <${Confirmed} label="End it" name=${`End ${name}`} warning="The program that has this token can do nothing more."
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
    if (scopes.length === 0) throw new Error("Choose what the program may do.");
    const { token } = await app.api.sendOnce("POST", "/tokens", { name: name.trim(), scopes, days: Number(days) });
    setName("");
    show(token);
  };
  return html`
    <details>
      <summary>Make an access token</summary>
      <${Form} label="Make the token" kind="plain" send=${make}>
        <${TextField} label="Name of the program" value=${name} set=${setName} required maxlength="40" autocomplete="off" />
        <fieldset>
          <legend>It may</legend>
          ${SCOPES.map(([scope, words]) => html`
            <${CheckField} key=${scope} label=${words} value=${scopes.includes(scope)}
              set=${(/** @type {boolean} */ isOn) => allow(scope, isOn)} />`)}
        </fieldset>
        <${ChoiceField} label="It ends after" value=${days} set=${setDays} choices=${LIVES} />
      <//>
    </details>`;
}
