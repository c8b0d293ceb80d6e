/** Ways out of a table that is played: to end it together without a result, or to let a bot play on. */
import { html, useSignal, useState } from "./html.js";
import { nameOf } from "./text.js";
/** @import { LiveTable } from "../core/table.js" */
/** @import { View } from "../types" */

/** @param {{live: LiveTable, view: View}} about */
export function Leaving({ live, view }) {
  const { isSending } = useSignal(live.state);
  const [isSure, setSure] = useState(false);
  const { seat, adjourn_agreed: agreed } = view;
  if (seat === null || view.phase !== "playing") return null;
  const leave = () => (isSure ? live.command("DELETE", `/seats/${seat}`, undefined) : setSure(true));
  const mayAdjourn = view.tournament === null && !agreed.includes(seat);
  return html`
    ${agreed.length > 0 && html`<p class="notice" role="status">${agreed.map((one) => nameOf(view, one)).join(", ")} would
      adjourn. The table ends without a result as soon as all who play have agreed.</p>`}
    <details class="leaving" open=${agreed.length > 0 && mayAdjourn}><summary>Adjourn or leave</summary>
      ${mayAdjourn && html`
        <p class="hint">Adjourning ends the table for today, without a result, when all who play agree.</p>
        <button type="button" disabled=${isSending} onClick=${() => live.command("POST", "/adjourn", {})}>Adjourn</button>`}
      <p class="hint">When you leave, a bot plays on for your seat. You may take it back, and see nothing of the table
        until then.</p>
      <button type="button" disabled=${isSending} onClick=${leave}>${isSure ? "Yes, leave the table" : "Leave"}</button>
    </details>`;
}
