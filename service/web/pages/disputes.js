/** Disputes: all of them, one of them, and the form that opens another one. */
import { mayAudit } from "../core/account.js";
import {
  complaintAt, gathered, LogMoments, lookText, partsIn, piecesOf, pointsOf, REMEDIES, seconds, standing,
} from "../core/replay.js";
import {
  CheckField, ChoiceField, Command, Form, html, LongField, TextField, useAnswer, useEffect, useRef, useSignal, useState,
} from "../parts/html.js";
import { nameOf } from "../parts/kit.js";
import { audience, Replay, Verdict } from "../parts/replaying.js";
/** @import { App } from "../core/app.js" */
/** @import { Dispute, DisputeRow, Evidence, GameDetails, LogReplay, TableFacts } from "../types" */

/** @type {[string, string][]} */
const KINDS = [["open", "Open"], ["ruled", "Ruled"], ["withdrawn", "Withdrawn"], ["", "All"]];

/** Disputes: to players those of their tables, to auditors all that wait for them. @param {{app: App}} about */
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

/**
 * @typedef {{told: LogReplay, details: GameDetails, moments: LogMoments, read: () => Promise<string>}} Whole the table with all
 * that is hidden
 */

/**
 * One dispute: the complaint, who looked at what, the ruling, the evidence; for auditors the whole table, and how they rule.
 * @param {{app: App, which: string}} about
 */
export function DisputePage({ app, which }) {
  const known = useSignal(app.account.known);
  const [times, setTimes] = useState(0);
  const told = useAnswer(() => app.api.read(`/disputes/${which}`), [which, known?.player, times]);
  const [last, setLast] = useState(/** @type {Dispute | null} */ (null)); // what is shown stays until the next is there
  useEffect(() => {
    if (known !== null) void app.account.refresh().catch(() => {});
  }, []);
  useEffect(() => {
    if (told?.dispute === undefined) return;
    setLast(told);
    app.say(`The dispute: ${standing(told)}`);
  }, [told]);
  if (told?.problem !== undefined) {
    return html`<section class="panel"><h1>Dispute</h1><p class="problem" role="alert">${told.problem}</p>
      <p><a href="/disputes" data-page>All disputes</a></p></section>`;
  }
  if (last === null) return html`<p class="hint" role="status">The dispute is coming …</p>`;
  const again = () => setTimes(times + 1);
  return html`
    <${About} app=${app} dispute=${last} isOwn=${known?.player === last.player} again=${again} />
    <${Examine} app=${app} dispute=${last} again=${again} isAuditor=${mayAudit(known)} />`;
}

/** @param {{app: App, dispute: Dispute, isOwn: boolean, again: () => void}} about */
function About({ app, dispute, isOwn, again }) {
  const { hand, seat, table, player, opened_at, n, reason, receipts, looks, ruling, status } = dispute;
  const withdraw = async () => {
    await app.api.send("DELETE", `/disputes/${dispute.dispute}`, undefined);
    again();
  };
  return html`
    <section class="panel dispute">
      <h1>Dispute of hand ${hand} <span class=${`badge${status === "open" ? " now" : ""}`}>${standing(dispute)}</span></h1>
      <p><${Who} app=${app} id=${player} />
        ${` in seat ${seat}, ${new Date(opened_at).toLocaleString()}, when the table was at event ${n}`}
        ${receipts.length > 0 && `, with ${receipts.length} of the server’s receipts`}:</p>
      ${reason === null ? html`<p class="hint">The text was erased.</p>`
        : html`<${Complaint} text=${reason} table=${table} seat=${seat} />`}
      ${ruling !== null && html`<${Ruled} app=${app} ruling=${ruling} />`}
      <div class="row">
        <a class="button" href=${`/replay/${table}`} data-page>
          ${ruling !== null && isOwn ? "Replay, or dispute again" : "Replay"}</a>
        <a class="button" href=${`/tables/${table}`} data-page>The table</a>
        ${isOwn && status === "open" && html`<${Command} label="Withdraw it" send=${withdraw} />`}
      </div>
      <${LooksAt} app=${app} looks=${looks} />
      <p><a href="/disputes" data-page>All disputes</a></p>
    </section>`;
}

/** @param {{app: App, ruling: NonNullable<Dispute["ruling"]>}} about */
function Ruled({ app, ruling: { by, at, verdict, remedy, points, reason, corrected, where } }) {
  return html`
    <section class="ruling" aria-label="Ruling"><h2>Ruling</h2>
      <p><${Who} app=${app} id=${by} />${`, ${new Date(at).toLocaleString()}`}
        ${where === null ? ", after the table had closed: " : `, with event ${where} of the table: `}
        <strong>${standing(/** @type {any} */ ({ status: "ruled", verdict, remedy }))}</strong>
        ${points.length > 0 && ` (${points.map((one, seat) => `seat ${seat}: ${one > 0 ? "+" : ""}${one}`).join(", ")})`}</p>
      ${reason === null ? html`<p class="hint">The text was erased.</p>` : html`<blockquote>${reason}</blockquote>`}
      ${corrected !== null && html`<p>The result that counts now: ${corrected.text}</p>`}
    </section>`;
}

/** @param {{app: App, looks: Dispute["looks"]}} about */
function LooksAt({ app, looks }) {
  if (looks.length === 0) return html`<p class="hint">No auditor has looked at what is hidden.</p>`;
  return html`
    <details class="looks">
      <summary>${looks.length === 1 ? "One look" : `${looks.length} looks`} of auditors at what is hidden</summary>
      <ul>${gathered(looks).map(({ key, by, what, seat, at, n, times }) => html`
        <li key=${key}><${Who} app=${app} id=${by} />${`: ${lookText({ what, seat })} up to event ${n}, `}
          ${new Date(at).toLocaleString()}${times > 1 && `, ${times} times`}</li>`)}</ul></details>`;
}

/** @param {{app: App, dispute: Dispute, again: () => void, isAuditor: boolean}} about */
function Examine({ app, dispute, again, isAuditor }) {
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

const MOST_RECEIPTS = 20; // that a dispute takes

/**
 * Disputes beside what they are about: those of a table, and the form that opens another one at a moment.
 * @param {{app: App, table: string, n: number, hand: number}} about the moment that is shown
 */
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
function DisputeList({ rows }) {
  return html`<ul class="list">${rows.map((row) => html`
    <li key=${row.dispute}><a href=${`/disputes/${row.dispute}`} data-page>
      <strong>Hand ${row.hand}, seat ${row.seat}</strong>
      <span>${new Date(row.opened_at).toLocaleString()}, table ${row.table}</span>
      <span class=${`badge${row.status === "open" ? " now" : ""}`}>${standing(row)}</span></a></li>`)}</ul>`;
}

/** A complaint; the moments that it names lead there. @param {{text: string, table: string, seat: number}} about */
function Complaint({ text, table, seat }) {
  return html`<blockquote>${piecesOf(text).map(({ words, n }) => (n === undefined ? words
    : html`<a href=${`/replay/${table}#n=${n}&as=${seat}`}>${words}</a>`))}</blockquote>`;
}

/** What a player is called. @param {{app: App, id: string}} about `id` may be `player:...`, as in events */
function Who({ app, id }) {
  const player = id.replace(/^player:/, "");
  const told = useAnswer(() => app.once(`/players/${player}`), [player]);
  return html`<a href=${`/players/${player}`} data-page><bdi>${told?.name ?? player}</bdi></a>`;
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
