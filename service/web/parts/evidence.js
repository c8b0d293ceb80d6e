/** What a dispute is judged by: its evidence, the whole table with all eyes, and how an auditor rules. */
import { LogMoments, partsIn, pointsOf, REMEDIES, remedyText, seconds } from "../core/replay.js";
import { faultLines, provenLines, receiptText, unprovenLines } from "../core/report.js";
import { needWords, t } from "../core/words.js";
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
    const [found] = await Promise.all([app.api.read(`${path}/evidence`), needWords("verdict")]);
    setEvidence(found);
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
    <section class="panel"><h2>${t("disputes.evidence")}</h2>
      <p>${isAuditor
        ? t("disputes.auditor_sees")
        : t("disputes.player_sees")}</p>
      <div class="row">
        <${Command} kind=${evidence === null ? "main" : ""} send=${look}
          label=${evidence === null ? t("disputes.look") : t("disputes.look_again")} />
        ${isAuditor && html`<${Command} send=${replay}
          label=${whole === null ? t("disputes.replay_all") : t("disputes.replay_now")} />`}
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
    <section class="panel evidence" aria-label=${t("disputes.evidence")}>
      <h2>${t("disputes.proven")}</h2>
      <ul class="points">
        <li>${t("disputes.signed_to", { n: signed.n })}</li>
        <li>${proof === null ? t("disputes.no_leaf")
          : t("disputes.leaf", { index: proof.index })}</li>
        <li>${t("disputes.hand_events", { first: log.first, last: log.last, is: `${log.complete}` })}</li>
      </ul>
      ${report === null ? html`<p class="hint">${t("disputes.report_later")}</p>` : html`<${ReportOf} report=${report} />`}
      <${Receipts} evidence=${evidence} />
      <${Clock} evidence=${evidence} />
      <${Knowledge} evidence=${evidence} />
    </section>`;
}

/** What the server's verifier says of the whole log. @param {{report: NonNullable<Evidence["report"]>}} about */
function ReportOf({ report }) {
  const isGood = report.verdict === "good";
  const sentences = isGood ? [...report.proven, ...report.not_proven]
    : [...report.faults, ...report.excused].map(({ why }) => why);
  return html`
    <p>${isGood ? html`<strong>${t("disputes.nothing_wrong")}</strong>`
      : html`<strong class="problem">${t("disputes.log_fails", { is: report.verdict })}</strong>`}</p>
    <${Points} lines=${isGood ? provenLines(report) : faultLines(report)} />
    ${isGood && html`<p>${t("disputes.not_proven")}</p><${Points} lines=${unprovenLines(report)} />`}
    <details><summary>${t("verdict.exactly")}</summary><div lang="en"><${Points} lines=${sentences} /></div></details>`;
}

/** @param {{lines: string[]}} about */
const Points = ({ lines }) => html`<ul class="points">${lines.map((line, at) => html`<li key=${at}>${line}</li>`)}</ul>`;

/** @param {{evidence: Evidence}} about */
function Receipts({ evidence: { receipts } }) {
  if (receipts.length === 0) return null;
  return html`
    <h2>${t("disputes.receipts")}</h2><${Points} lines=${receipts.map(receiptText)} />
    <details><summary>${t("verdict.exactly")}</summary>
      <div lang="en"><${Points} lines=${receipts.map(({ why }) => why)} /></div></details>`;
}

/** @param {{evidence: Evidence}} about */
function Clock({ evidence: { clock, table } }) {
  if (clock.length === 0) return null;
  return html`
    <details><summary>${t("disputes.clock", { turns: clock.length })}</summary><div class="wide" tabindex="0">
      <table class="figures"><thead><tr>${["event", "who", "took", "bank", "how"].map((head) => html`
          <th scope="col">${t(`disputes.head_${head}`)}</th>`)}</tr></thead>
        <tbody>${clock.map(({ n, seat, used, bank, timed_out, policy }) => html`
          <tr key=${n}><td>${n}</td><th scope="row"><bdi>${nameOf(table, seat)}</bdi></th><td>${seconds(used)}</td>
            <td>${seconds(bank.after)}</td><td>${
            timed_out ? t("disputes.timed_out", { policy: `${policy}` }) : t("disputes.acted")}</td></tr>`)}
        </tbody></table></div>
    </details>`;
}

/** @param {{evidence: Evidence}} about */
function Knowledge({ evidence: { knowledge } }) {
  const parts = partsIn(knowledge);
  if (parts.length === 0) return null;
  return html`
    <details><summary>${t("disputes.knowledge", { parts: parts.length })}</summary><div class="wide" tabindex="0">
      <table class="figures">
        <thead><tr>${["event", "sealed_for", "opened_with"].map((head) => html`
          <th scope="col">${t(`disputes.head_${head}`)}</th>`)}</tr></thead>
        <tbody>${parts.map(({ n, audience: key, opened }) => html`
          <tr key=${`${n} ${key}`}><td>${n}</td><td>${audience(key)}</td>
            <td>${opened === null ? t("disputes.not_yet") : t("disputes.event", { n: opened })}</td></tr>`)}</tbody>
      </table></div></details>`;
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
    <section class="panel"><h2>${t("disputes.rule")}</h2>
      <p class="hint">${t("disputes.rule_once")}</p>
      <${Form} label=${t("disputes.submit_ruling")} send=${rule}>
        <${ChoiceField} label=${t("disputes.verdict")} value=${verdict} set=${setVerdict}
          choices=${[["dismissed", t("disputes.dismiss")], ["upheld", t("disputes.uphold")]]} />
        ${verdict === "upheld" && html`
          <${ChoiceField} label=${t("disputes.what_follows")} value=${remedy} set=${setRemedy}
            choices=${REMEDIES.map((one) => [one, remedyText(one)])} />`}
        ${follows === "points_adjusted" && html`<div class="columns">${table.seats.map(({ seat }) => html`
          <${TextField} key=${seat} label=${t("disputes.points_of", { name: nameOf(table, seat) })} value=${points[seat] ?? ""}
            type="number" step="1"
            placeholder="0" set=${(/** @type {string} */ value) => set(seat, value)} />`)}</div>`}
        <${LongField} label=${t("disputes.why")} value=${reason} set=${setReason} required maxlength="2000" />
      <//>
    </section>`;
}
