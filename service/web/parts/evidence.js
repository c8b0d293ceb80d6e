/** The evidence about a disputed hand. */
import { partsIn, seconds } from "../core/replay.js";
import { audience } from "./events.js";
import { html } from "./html.js";
import { nameOf } from "./text.js";
/** @import { Evidence } from "../types" */

/** @param {{evidence: Evidence}} about */
export function EvidenceOf({ evidence }) {
  const { report, log, signed, proof } = evidence;
  return html`
    <section class="panel evidence" aria-label="Evidence">
      <h2>What is proven</h2>
      <ul class="points">
        <li>The server has signed the log up to event ${signed.n}.</li>
        <li>${proof === null ? "The table’s end is not in the tree of all tables yet."
          : `The table’s end is leaf ${proof.index} of the tree of all tables.`}</li>
        <li>The hand is events ${log.first} to ${log.last}${log.complete ? "" : ", so far"}.</li>
      </ul>
      ${report === null ? html`<p class="hint">The verifier’s report comes when the table is opened.</p>` : html`
        <p>${report.verdict === "good" ? html`<strong>The verifier finds nothing wrong.</strong>`
          : html`<strong class="problem">The log does not hold: ${report.why}</strong>`}</p>
        <ul class="points">${report.proven.map((one) => html`<li key=${one}>${one}</li>`)}</ul>
        ${report.not_proven.length > 0 && html`<p>Not proven:</p>
          <ul class="points">${report.not_proven.map((one) => html`<li key=${one}>${one}</li>`)}</ul>`}`}
      <${Receipts} evidence=${evidence} />
      <${Clock} evidence=${evidence} />
      <${Knowledge} evidence=${evidence} />
    </section>`;
}

/** @param {{evidence: Evidence}} about */
function Receipts({ evidence: { receipts } }) {
  if (receipts.length === 0) return null;
  return html`<h2>Receipts</h2><ul class="points">${receipts.map(({ receipt, verdict, why }) => html`
    <li key=${receipt.n}>Of event ${receipt.n}: <strong>${verdict.replaceAll("_", " ")}</strong>; ${why}</li>`)}</ul>`;
}

/** @param {{evidence: Evidence}} about */
function Clock({ evidence: { clock, table } }) {
  if (clock.length === 0) return null;
  return html`
    <details><summary>The clock: ${clock.length} turns</summary><div class="wide" tabindex="0">
      <table class="figures"><thead><tr><th scope="col">Event</th><th scope="col">Who</th><th scope="col">Took</th>
          <th scope="col">Bank after</th><th scope="col">How</th></tr></thead>
        <tbody>${clock.map(({ n, seat, used, bank, timed_out, policy }) => html`
          <tr key=${n}><td>${n}</td><th scope="row"><bdi>${nameOf(table, seat)}</bdi></th><td>${seconds(used)}</td>
            <td>${seconds(bank.after)}</td><td>${timed_out ? `time was up: ${policy}` : "acted"}</td></tr>`)}
        </tbody></table></div>
    </details>`;
}

/** @param {{evidence: Evidence}} about */
function Knowledge({ evidence: { knowledge } }) {
  const parts = partsIn(knowledge);
  if (parts.length === 0) return null;
  return html`
    <details><summary>Who could know what: ${parts.length} sealed parts</summary><div class="wide" tabindex="0">
      <table class="figures">
        <thead><tr><th scope="col">Event</th><th scope="col">Sealed for</th><th scope="col">Opened to all with</th></tr></thead>
        <tbody>${parts.map(({ n, audience: key, opened }) => html`
          <tr key=${`${n} ${key}`}><td>${n}</td><td>${audience(key)}</td>
            <td>${opened === null ? "not yet" : `event ${opened}`}</td></tr>`)}</tbody></table></div></details>`;
}
