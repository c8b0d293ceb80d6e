/** Disputes beside what they are about: those of a table, and the form that opens another one at a moment. */
import { complaintAt, piecesOf, standing } from "../core/replay.js";
import { CheckField, Form, LongField } from "./form.js";
import { html, useAnswer, useEffect, useRef, useSignal, useState } from "./html.js";
/** @import { App } from "../core/app.js" */
/** @import { DisputeRow } from "../types" */

const MOST_RECEIPTS = 20; // that a dispute takes

/** @param {{app: App, table: string, n: number, hand: number}} about the moment that is shown */
export function DisputeHere({ app, table, n, hand }) {
  const known = useSignal(app.account.known);
  const ask = async () => (known === null ? { disputes: [] } : app.api.read(`/disputes?table=${table}`));
  const told = useAnswer(ask, [table, known]);
  if (known === null) return null;
  const rows = /** @type {DisputeRow[]} */ (told?.disputes ?? []);
  return html`
    ${rows.length > 0 && html`<section class="panel"><h2>Disputes</h2><${DisputeList} rows=${rows} /></section>`}
    ${hand > 0 && html`<${NewDispute} app=${app} table=${table} n=${n} hand=${hand} />`}`;
}

/** @param {{app: App, table: string, n: number, hand: number}} about */
function NewDispute({ app, table, n, hand }) {
  const [reason, setReason] = useState(complaintAt(n));
  const [isProving, setProving] = useState(true);
  const kept = app.receipts.of(table).slice(-MOST_RECEIPTS);
  const at = useRef(n);
  useEffect(() => {
    setReason((now) => (now === complaintAt(at.current) ? complaintAt(n) : now)); // what somebody has written stays
    at.current = n;
  }, [n]);
  const open = async () => {
    const { dispute } = await app.api.send("POST", `/tables/${table}/disputes`, {
      hand, reason, receipts: isProving ? kept : [],
    });
    app.router.go(`/disputes/${dispute.dispute}`);
  };
  return html`
    <details class="panel"><summary>Dispute hand ${hand}</summary>
      <p>Whoever holds a seat, or held one when play began, may say what went wrong. An auditor looks at the evidence and rules;
        the players of the table read what you write.</p>
      <${Form} label=${`Dispute hand ${hand}`} send=${open}>
        <${LongField} label="What went wrong" value=${reason} set=${setReason} required maxlength="2000" />
        ${kept.length > 0 && html`<${CheckField} value=${isProving} set=${setProving}
          label=${`Hand in ${kept.length} of the server’s receipts that this browser keeps: each is held to the log`} />`}
      <//>
    </details>`;
}

/** @param {{rows: DisputeRow[]}} about */
export function DisputeList({ rows }) {
  return html`<ul class="list">${rows.map((row) => html`
    <li key=${row.dispute}><a href=${`/disputes/${row.dispute}`} data-page>
      <strong>Hand ${row.hand}, seat ${row.seat}</strong>
      <span>${new Date(row.opened_at).toLocaleString()}, table ${row.table}</span>
      <span class=${`badge${row.status === "open" ? " now" : ""}`}>${standing(row)}</span></a></li>`)}</ul>`;
}

/** A complaint; the moments that it names lead there. @param {{text: string, table: string, seat: number}} about */
export function Complaint({ text, table, seat }) {
  return html`<blockquote>${piecesOf(text).map(({ words, n }) => (n === undefined ? words
    : html`<a href=${`/replay/${table}#n=${n}&as=${seat}`}>${words}</a>`))}</blockquote>`;
}

/** What a player is called. @param {{app: App, id: string}} about `id` may be `player:...`, as in events */
export function Who({ app, id }) {
  const player = id.replace(/^player:/, "");
  const told = useAnswer(() => app.once(`/players/${player}`), [player]);
  return html`<a href=${`/players/${player}`} data-page><bdi>${told?.name ?? player}</bdi></a>`;
}
