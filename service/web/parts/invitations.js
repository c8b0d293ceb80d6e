/** Seats that others have reserved for this account. */
import { Command } from "./form.js";
import { html, useAnswer, useSignal } from "./html.js";
/** @import { App } from "../core/app.js" */
/** @import { Game, Invitation } from "../types" */

/** @param {{app: App, games: Game[]}} about */
export function Invitations({ app, games }) {
  const known = useSignal(app.account.known);
  const heard = useSignal(app.invited);
  const ask = () => (known === null ? Promise.resolve(null) : app.api.read("/players/me/invitations"));
  const told = useAnswer(ask, [known, heard]);
  /** @type {Invitation[]} */
  const invitations = told?.invitations ?? [];
  if (known === null || invitations.length === 0) return null;
  /** @param {string} table */
  const decline = async (table) => {
    await app.api.send("DELETE", `/tables/${table}/invitations/${known.player}`, undefined);
    app.invited.set(app.invited.value + 1);
  };
  return html`
    <section class="panel" aria-label="Invitations"><h2>You are invited</h2>
      <ul class="list seating">${invitations.map(({ table, game, name }) => html`
        <li key=${table}><span><bdi class="seat-name">${name ?? "Somebody"}</bdi> keeps a seat for you at${" "}
            ${games.find((one) => one.game === game)?.title ?? game}</span>
          <span class="row"><a class="button" href=${`/tables/${table}`} data-page>Look at the table</a>
            <${Command} label="Decline" send=${() => decline(table)} /></span></li>`)}</ul></section>`;
}
