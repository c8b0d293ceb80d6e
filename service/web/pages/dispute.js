/** One dispute: the complaint, who looked at what, the ruling, the evidence; for auditors the whole table, and how they rule. */
import { mayAudit } from "../core/account.js";
import { gathered, LogMoments, lookText, standing } from "../core/replay.js";
import { Complaint, Who } from "../parts/disputing.js";
import { EvidenceOf } from "../parts/evidence.js";
import { Command } from "../parts/form.js";
import { html, useAnswer, useEffect, useSignal, useState } from "../parts/html.js";
import { Replay } from "../parts/replaying.js";
import { RulingForm } from "../parts/ruling.js";
import { Verdict } from "../parts/verdict.js";
/** @import { App } from "../core/app.js" */
/** @import { Dispute, Evidence, GameDetails, LogReplay } from "../types" */

/**
 * @typedef {{told: LogReplay, details: GameDetails, moments: LogMoments, read: () => Promise<string>}} Whole the table with all
 * that is hidden
 */

/** @param {{app: App, which: string}} about */
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
