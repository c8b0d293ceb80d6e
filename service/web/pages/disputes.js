/** Disputes: to players those of their tables, to auditors all that wait for them. */
import { mayAudit } from "../core/account.js";
import { DisputeList } from "../parts/disputing.js";
import { Command } from "../parts/form.js";
import { html, useEffect, useSignal, useState } from "../parts/html.js";
/** @import { App } from "../core/app.js" */
/** @import { DisputeRow } from "../types" */

/** @type {[string, string][]} */
const KINDS = [["open", "Open"], ["ruled", "Ruled"], ["withdrawn", "Withdrawn"], ["", "All"]];

/** @param {{app: App}} about */
export function DisputesPage({ app }) {
  const known = useSignal(app.account.known);
  const [kind, setKind] = useState("open");
  useEffect(() => {
    if (known !== null) void app.account.refresh().catch(() => {}); // the role may be new
  }, []);
  if (known === null) {
    return html`<section class="panel"><h1>Disputes</h1>
      <p>Disputes are read by the players of a table and by auditors: <a href="/account" data-page>sign in</a>.</p></section>`;
  }
  return html`
    <section class="panel">
      <h1>${mayAudit(known) ? "The auditor’s desk" : "Disputes of my tables"}</h1>
      <p class="hint">${mayAudit(known)
        ? "Whatever you look at of what is hidden is written into the dispute first, for its players to read."
        : "A hand is disputed in the replay of its table, from the moment in question."}</p>
      <div class="row" role="group" aria-label="Which">${KINDS.map(([one, words]) => html`
        <button key=${one} type="button" aria-pressed=${one === kind} onClick=${() => setKind(one)}>${words}</button>`)}</div>
      <${Rows} key=${`${known.player} ${kind}`} app=${app} kind=${kind} />
    </section>`;
}

/** @param {{app: App, kind: string}} about */
function Rows({ app, kind }) {
  const [rows, setRows] = useState(/** @type {DisputeRow[] | null} */ (null));
  const [cursor, setCursor] = useState(/** @type {string | null} */ (null));
  const [problem, setProblem] = useState("");
  const more = async () => {
    const asked = new URLSearchParams({ ...(kind && { status: kind }), ...(cursor && { cursor }) });
    const page = await app.api.read(`/disputes?${asked}`);
    setRows((known) => [...(known ?? []), ...page.disputes]);
    setCursor(page.cursor);
  };
  useEffect(() => {
    more().catch((error) => setProblem(error.message));
  }, []);
  if (problem) return html`<p class="problem" role="alert">${problem}</p>`;
  if (rows === null) return html`<p class="hint" role="status">The disputes are coming …</p>`;
  return html`
    ${rows.length === 0 && html`<p>None${kind && ` that is ${kind}`}.</p>`}
    <${DisputeList} rows=${rows} />
    ${cursor !== null && html`<${Command} label="More" send=${more} />`}`;
}
