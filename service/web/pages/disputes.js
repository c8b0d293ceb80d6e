/** Disputes: all of them, one of them, and the form that opens another one. */
import { mayAudit } from "../core/account.js";
import { complaintAt, gathered, lookText, piecesOf, standing } from "../core/replay.js";
import { fixed, momentText, signed } from "../core/texts.js";
import { listText, rich, t } from "../core/words.js";
import { Examine } from "../parts/evidence.js";
import { CheckField, Command, Form, html, LongField, useAnswer, useEffect, useRef, useSignal, useState } from "../parts/html.js";
/** @import { App } from "../core/app.js" */
/** @import { Dispute, DisputeRow } from "../types" */

const KINDS = ["open", "ruled", "withdrawn", ""];

/** Disputes: to players those of their tables, to auditors all that wait for them. @param {{app: App}} about */
export function DisputesPage({ app }) {
  const known = useSignal(app.account.known);
  const [kind, setKind] = useState("open");
  useEffect(() => {
    if (known !== null) void app.account.refresh().catch(() => {}); // the role may be new
  }, []);
  if (known === null) {
    return html`<section class="panel"><h1>${t("disputes.title")}</h1>
      <p>${rich("disputes.who_reads", {
        a: (/** @type {unknown} */ inside) => html`<a href="/account" data-page>${inside}</a>` })}</p></section>`;
  }
  return html`
    <section class="panel">
      <h1>${t(mayAudit(known) ? "disputes.desk" : "disputes.mine")}</h1>
      <p class="hint">${t(mayAudit(known) ? "disputes.desk_hint" : "disputes.mine_hint")}</p>
      <div class="row" role="group" aria-label=${t("disputes.which")}>${KINDS.map((one) => html`
        <button key=${one} type="button" aria-pressed=${one === kind} onClick=${() => setKind(one)}>${
          t(`disputes.filter_${one}`)}</button>`)}</div>
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
  if (rows === null) return html`<p class="hint" role="status">${t("disputes.list_coming")}</p>`;
  return html`
    ${rows.length === 0 && html`<p>${t("disputes.none")}</p>`}
    <${DisputeList} rows=${rows} />
    ${cursor !== null && html`<${Command} label=${t("disputes.more")} send=${more} />`}`;
}

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
    app.say(t("disputes.standing", { standing: standing(told) }));
  }, [told]);
  if (told?.problem !== undefined) {
    return html`<section class="panel"><h1>${t("disputes.one")}</h1><p class="problem" role="alert">${told.problem}</p>
      <p><a href="/disputes" data-page>${t("disputes.all")}</a></p></section>`;
  }
  if (last === null) return html`<p class="hint" role="status">${t("disputes.coming")}</p>`;
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
    app.happened.forget(dispute.dispute);
    again();
  };
  return html`
    <section class="panel dispute">
      <h1>${t("disputes.of_hand", { hand })}${" "}
        <span class=${`badge${status === "open" ? " now" : ""}`}>${standing(dispute)}</span></h1>
      <p>${rich("disputes.opened", {
        who: html`<${Who} app=${app} id=${player} />`, seat: seat + 1, when: momentText(opened_at), n,
        receipts: receipts.length })}</p>
      ${reason === null ? html`<p class="hint">${t("disputes.erased")}</p>`
        : html`<${Complaint} text=${reason} table=${table} seat=${seat} />`}
      ${ruling !== null && html`<${Ruled} app=${app} ruling=${ruling} />`}
      <div class="row">
        <a class="button" href=${`/replay/${table}`} data-page>
          ${t(ruling !== null && isOwn ? "disputes.replay_again" : "disputes.replay")}</a>
        <a class="button" href=${`/tables/${table}`} data-page>${t("disputes.the_table")}</a>
        ${isOwn && status === "open" && html`<${Command} label=${t("disputes.withdraw")} send=${withdraw} />`}
      </div>
      <${LooksAt} app=${app} looks=${looks} />
      <p><a href="/disputes" data-page>${t("disputes.all")}</a></p>
    </section>`;
}

/** @param {number[]} points by seat @returns {string} */
const pointsText = (points) =>
  listText(points.map((one, seat) => t("disputes.points", { seat: seat + 1, points: signed(one, 0) })));

/** @param {{app: App, ruling: NonNullable<Dispute["ruling"]>}} about */
function Ruled({ app, ruling: { by, at, verdict, remedy, points, reason, corrected, where } }) {
  return html`
    <section class="ruling" aria-label=${t("disputes.ruling")}><h2>${t("disputes.ruling")}</h2>
      <p>${rich("disputes.ruled", {
        who: html`<${Who} app=${app} id=${by} />`, when: momentText(at), is: where === null ? "late" : "event", n: where ?? 0,
        verdict: html`<strong>${standing(/** @type {any} */ ({ status: "ruled", verdict, remedy }))}</strong>` })}
        ${points.length > 0 && ` (${pointsText(points)})`}</p>
      ${reason === null ? html`<p class="hint">${t("disputes.erased")}</p>` : html`<blockquote>${reason}</blockquote>`}
      ${corrected !== null && html`<p>${t("disputes.corrected", {
        scores: listText(corrected.scores.map((score, at) => t("disputes.points", { seat: at + 1, points: fixed(score, 0) }))),
      })}</p>`}
    </section>`;
}

/** @param {{app: App, looks: Dispute["looks"]}} about */
function LooksAt({ app, looks }) {
  if (looks.length === 0) return html`<p class="hint">${t("disputes.no_looks")}</p>`;
  return html`
    <details class="looks">
      <summary>${t("disputes.looks", { looks: looks.length })}</summary>
      <ul>${gathered(looks).map(({ key, by, what, seat, at, n, times }) => html`
        <li key=${key}>${rich("disputes.look_row", {
          who: html`<${Who} app=${app} id=${by} />`, what: lookText({ what, seat }), n, when: momentText(at), times,
        })}</li>`)}</ul>
    </details>`;
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
    ${rows.length > 0 && html`<section class="panel"><h2>${t("disputes.title")}</h2><${DisputeList} rows=${rows} /></section>`}
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
    app.happened.await(dispute.dispute);
    app.router.go(`/disputes/${dispute.dispute}`);
  };
  return html`
    <details class="panel"><summary>${t("disputes.dispute_hand", { hand })}</summary>
      <p>${t("disputes.who_may")}</p>
      <${Form} label=${t("disputes.dispute_hand", { hand })} send=${open}>
        <${LongField} label=${t("disputes.what_went_wrong")} value=${reason} set=${setReason} required maxlength="2000" />
        ${kept.length > 0 && html`<${CheckField} value=${isProving} set=${setProving}
          label=${t("disputes.hand_in", { receipts: kept.length })} />`}
      <//>
    </details>`;
}

/** @param {{rows: DisputeRow[]}} about */
function DisputeList({ rows }) {
  return html`<ul class="list">${rows.map((row) => html`
    <li key=${row.dispute}><a href=${`/disputes/${row.dispute}`} data-page>
      <strong>${t("disputes.row", { hand: row.hand, seat: row.seat + 1 })}</strong>
      <span>${t("disputes.row_table", { when: momentText(row.opened_at), table: row.table })}</span>
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
