/** Ways to bring others to a table: a link to pass on, and a seat reserved for an account by its name. */
import { invitation } from "../core/app.js";
import { Form, TextField } from "./form.js";
import { html, useState } from "./html.js";
/** @import { App } from "../core/app.js" */
/** @import { LiveTable } from "../core/table.js" */
/** @import { View } from "../types" */

/** @param {{app: App, live: LiveTable, view: View, isOpener: boolean}} about */
export function Invite({ app, live, view, isOpener }) {
  const [isCopied, setCopied] = useState(false);
  const [name, setName] = useState("");
  const link = invitation(location.origin, view.table, view.private ? app.joinCode(view.table) : null);
  const copy = async () => {
    await navigator.clipboard?.writeText(link).then(() => setCopied(true), () => {});
  };
  const invite = async () => {
    live.adopt((await app.api.send("POST", `${live.path}/invitations`, { invite: [{ name: name.trim() }] })).view);
    setName("");
  };
  return html`
    <div class="field"><label for="invite">Link that invites</label>
      <span class="row"><input id="invite" type="text" readonly value=${link}
        onFocus=${(/** @type {any} */ { target }) => target.select()} />
        ${"clipboard" in navigator && html`
          <button type="button" onClick=${copy}>${isCopied ? "Copied" : "Copy"}</button>`}</span></div>
    ${isOpener && html`
      <${Form} label="Keep a seat for them" kind="plain" send=${invite}>
        <${TextField} label="Invite an account by its name" value=${name} set=${setName} required maxlength="40"
          autocomplete="off" /><//>`}`;
}
