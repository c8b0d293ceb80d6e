/** A command that is asked about once more before it is carried out. */
import { Command } from "./form.js";
import { html, useState } from "./html.js";

/**
 * @param {{label: string, warning: string, send: () => Promise<unknown>, sure?: string, name?: string, kind?: string}} about
 * `sure`: what its second button says; `name`: for who does not see what stands around it
 */
export function Confirmed({ label, warning, send, sure = label, name = label, kind = "" }) {
  const [isAsking, setAsking] = useState(false);
  if (!isAsking) {
    return html`<button type="button" class=${kind} aria-label=${name} onClick=${() => setAsking(true)}>${label}</button>`;
  }
  const done = () => send().then(() => setAsking(false));
  return html`
    <div class="asked" role="group" aria-label=${name}>
      <p class="warning" role="alert">${warning}</p>
      <div class="row"><${Command} label=${sure} kind="main" send=${done} />
        <button type="button" onClick=${() => setAsking(false)}>No</button></div>
    </div>`;
}
