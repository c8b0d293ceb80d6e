/** What a dispute is judged by: its evidence, the whole table with all eyes, and how an auditor rules. */
import { LogMoments, partsIn, pointsOf, REMEDIES, seconds } from "../core/replay.js";
import { Verdict } from "./checking.js";
import { ChoiceField, Command, Form, html, LongField, TextField, useState } from "./html.js";
import { nameOf } from "./kit.js";
import { audience, Replay } from "./replaying.js";
/** @import { App } from "../core/app.js" */
/** @import { Dispute, Evidence, GameDetails, LogReplay, TableFacts } from "../types" */

/**
 * @typedef {{told: LogReplay, details: GameDetails, moments: LogMoments, read: () => Promise<string>}} Whole the table with all
 * that is hidden
 */

/** @param {{app: App, dispute: Dispute, again: () => void, isAuditor: boolean}} about */
export function Examine({ app, dispute, again, isAuditor }) {
  const [evidence, setEvidence] = useState(/** @type {Evidence | null} */ (null));
  const [whole, setWhole] = useState(/** @type {Whole | null} */ (null));
  const path = `/disputes/${dispute.dispute}`;
  const look = async () => {
    setEvidence(await app.api.read(`${path}/evidence`));
    again();
  };
  const replay = async () => {
    const text = await app.api.text(`${path}/table/log`), moments = new LogMoments(app.api, new Blob([text]));
    const told = await moments.page(1, "all");
    setWhole({ told, details: await app.game(told.now.game), moments, read: () => Promise.resolve(text) });
    again();
  };
  const mayRule = isAuditor && evidence?.seat === null;
  return html`
    <section class="panel"><h2>Evidence</h2>
      <p>${isAuditor
        ? "All of it, hidden cards too, also while the table is played: each look is written down before you see anything."
        : "As much as your seat may know; all of it when the table is opened."}</p>
      <div class="row">
        <${Command} kind=${evidence === null ? "main" : ""} send=${look}
          label=${evidence === null ? "Look at the evidence" : "Look again"} />
        ${isAuditor && html`<${Command} send=${replay}
          label=${whole === null ? "Replay with all eyes" : "Replay what is there now"} />`}
      </div>
    </section>
    ${evidence !== null && html`<${EvidenceOf} evidence=${evidence} />`}
    ${whole !== null && html`
      <${Replay} key=${whole.told.now.n} app=${app} now=${whole.told.now} details=${whole.details} hands=${whole.told.hands}
        moments=${whole.moments} isOpen=${true} begin=${whole.told.hands[dispute.hand - 1]?.first ?? 1}
        beside=${() => html`<${Verdict} app=${app} read=${whole.read} />`} />`}
    ${mayRule && dispute.status === "open" && html`
      <${RulingForm} app=${app} path=${path} table=${evidence.table} again=${again} />`}`;
}

/** The evidence about a disputed hand. @param {{evidence: Evidence}} about */
function EvidenceOf({ evidence }) {
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
          : html`<strong class="problem">${report.verdict === "excused" ? "A published loss excuses what contradicts the log"
            : "The log does not hold"}: ${report.why}</strong>`}</p>
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

/** How an auditor rules. @param {{app: App, path: string, table: TableFacts, again: () => void}} about */
function RulingForm({ app, path, table, again }) {
  const [verdict, setVerdict] = useState("dismissed");
  const [remedy, setRemedy] = useState("none");
  const [points, setPoints] = useState(table.seats.map(() => ""));
  const [reason, setReason] = useState("");
  const follows = verdict === "dismissed" ? "none" : remedy;
  const rule = async () => {
    await app.api.send("POST", `${path}/ruling`, { verdict, remedy: follows, points: pointsOf(points, follows), reason });
    again();
  };
  /** @param {number} seat @param {string} value */
  const set = (seat, value) => setPoints(points.map((one, at) => (at === seat ? value : one)));
  return html`
    <section class="panel"><h2>Rule</h2>
      <p class="hint">A dispute is ruled once, and nothing that was written is changed: the ruling is one more event.</p>
      <${Form} label="Rule so" send=${rule}>
        <${ChoiceField} label="Verdict" value=${verdict} set=${setVerdict}
          choices=${[["dismissed", "dismissed: nothing went wrong"], ["upheld", "upheld: something went wrong"]]} />
        ${verdict === "upheld" && html`
          <${ChoiceField} label="What follows" value=${remedy} set=${setRemedy} choices=${REMEDIES} />`}
        ${follows === "points_adjusted" && html`<div class="columns">${table.seats.map(({ seat }) => html`
          <${TextField} key=${seat} label=${`Points of ${nameOf(table, seat)}`} value=${points[seat] ?? ""} type="number" step="1"
            placeholder="0" set=${(/** @type {string} */ value) => set(seat, value)} />`)}</div>`}
        <${LongField} label="Why" value=${reason} set=${setReason} required maxlength="2000" />
      <//>
    </section>`;
}
