/** Parts of one's own account: where it is open, what others may do, and its end. */
import { many } from "../core/texts.js";
import { CheckField, ChoiceField, Command, Form, TextField } from "./form.js";
import { html, useAnswer, useState } from "./html.js";
/** @import { App } from "../core/app.js" */
/** @import { Preferences } from "../types" */

/** @param {{app: App}} about */
export function Devices({ app }) {
  const [token, setToken] = useState("");
  const [changes, setChanges] = useState(0);
  const count = useAnswer(() => app.account.countTokens(), [changes]);
  const make = async () => {
    setToken(await app.account.tokenForAnother());
    setChanges(changes + 1);
  };
  const endOthers = async () => {
    await app.account.endOthers();
    setToken("");
    setChanges(changes + 1);
  };
  return html`
    <section class="panel">
      <h2>Other devices</h2>
      ${typeof count === "number" && html`<p>Your account is open in ${many(count, "place")}, this browser among them.</p>`}
      ${token !== "" && html`
        <div class="code" role="group" aria-label="Token">
          <p>Enter this on the other device, or give it to a program of yours. Whoever has it plays as you. It is shown this
            once.</p>
          <p><code class="secret">${token}</code></p>
          <button type="button" onClick=${() => setToken("")}>I have it</button>
        </div>`}
      <div class="row">
        <${Command} label="Open it on another device" send=${make} />
        <${Command} label="Sign out everywhere else" send=${endOthers} />
      </div>
      <p class="hint">A device is lost? Sign out everywhere else, and make another recovery code if the device knew yours.</p>
    </section>`;
}

/** @param {{app: App}} about */
export function Wishes({ app }) {
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
      <h2>Others</h2>
      <${Form} label="Keep this" kind="plain" send=${save}>
        <${ChoiceField} label="Who may invite me" value=${now.invitations}
          set=${(/** @type {any} */ invitations) => change({ invitations })}
          choices=${[["anyone", "anyone"], ["played_with", "those with whom I have played"]]} />
        <${CheckField} label="Show others whether I am there" value=${now.presence}
          set=${(/** @type {boolean} */ presence) => change({ presence })} />
      <//>
      ${isDone && html`<p role="status">It is kept.</p>`}
    </section>`;
}

/** @param {{app: App}} about */
export function Erasure({ app }) {
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
