/** One's share in a deal: what kept this browser from revealing it, what became of it; who could have chosen the deal. */
import { abortedSoFar, couldChoose, leftOut } from "../core/influence.js";
import { rich, t } from "../core/words.js";
import { save } from "./checking.js";
import { html, useAnswer, useSignal } from "./html.js";
import { nameOf, Text } from "./kit.js";
/** @import { App } from "../core/app.js" */
/** @import { Told } from "../core/reveals.js" */
/** @import { Fairness, View } from "../types" */

const SAID = ["refused", "lied", "unchecked", "late"];

/** @type {(told: Told | null, who: "table" | "tournament") => string | undefined} what is said, before its reason */
const saidOf = (told, who) => (SAID.includes(told?.kind ?? "") ? t(`deals.said_${told?.kind}`, { who }) : undefined);

/**
 * What kept this browser from revealing one's share, or made that useless, with what proves it.
 * @param {{app: App, id: string, who: "table" | "tournament"}} about `id`: of the table or the tournament
 */
export function ShareNotice({ app, id, who }) {
  useSignal(app.reveals.changed);
  const told = app.reveals.toldOf(id), said = saidOf(told, who);
  if (told === null || said === undefined) return null;
  return html`
    <section class="notice" role="alert"><p><strong class="bad">${said}</strong> ${told.why}.</p>
      ${told.evidence !== null && html`
        <p>${t("deals.keep_this")}
          <button type="button" onClick=${() => save(`${id}-two-stories.json`, JSON.stringify(told, null, 1))}>
            ${t("deals.save_proof")}</button></p>`}</section>`;
}

/** What must be said of one's own share, loudly. @param {{app: App, view: View}} about */
export function OwnShare({ app, view }) {
  useSignal(app.reveals.changed);
  const told = app.reveals.toldOf(view.table), said = saidOf(told, "table");
  const isWithheld = view.seat !== null && view.seats[view.seat]?.entropy === "withheld";
  return html`
    <${ShareNotice} app=${app} id=${view.table} who="table" />
    ${isWithheld && said === undefined && html`<${Withheld} app=${app} view=${view} told=${told} />`}`;
}

/** @param {{app: App, view: View, told: Told | null}} about one's own share, which the deal goes without */
function Withheld({ app, view, told }) {
  const receipts = app.receipts.of(view.table), hasRound = (view.beacon?.round ?? null) !== null;
  if (app.reveals.boundAt(view.table) === null) {
    return html`<p class="notice" role="status">${t("deals.not_in_time")}</p>`;
  }
  return html`
    <section class="notice" role="alert">
      <p><strong class="bad">${t("deals.left_out")}</strong>${" "}
        ${leftOut(told, hasRound)}</p>
      <p><button type="button" onClick=${() => save(`${view.table}-receipts.json`, JSON.stringify({ receipts }))}>
        ${t("deals.save_receipts")}</button></p></section>`;
}

/**
 * Who could have influenced a deal, once that is settled or the table is over; and why an auditor has aborted it.
 * @param {{app: App, view: View}} about
 */
export function WhoCouldChoose({ app, view }) {
  const isSettled = view.hand > 0 || view.outcome !== null;
  const ask = async () => (isSettled ? app.api.read(`/tables/${view.table}/fairness`) : null);
  /** @type {(Fairness & {problem?: string}) | null | undefined} */
  const told = useAnswer(ask, [view.table, isSettled]);
  if (!told || told.problem !== undefined) return null;
  const withheld = told.withheld.map((seat) => nameOf(view, seat)).join(", ");
  const text = couldChoose(told, (view.tournament?.entropy ?? "") !== "", view.hand > 0);
  const aborted = abortedSoFar(told.aborted);
  const count = aborted !== "" && html` <${Text} text=${aborted} view=${view} />.`;
  const isRuled = ["abort_ruled", "closed_by_operator"].includes(view.outcome?.why ?? "");
  const reason = told.abort_reason ?? t("deals.erased");
  return html`<p class="hint fairness">${isRuled && html`${
    rich("deals.auditors_reason", { reason: html`<bdi>${reason}</bdi>` })} `}
    ${rich("deals.who_chose", { who: html`<${Text} text=${text} view=${view} />` })}
    ${withheld !== "" && html` ${rich("deals.withheld", { names: html`<bdi>${withheld}</bdi>` })}`}${count}</p>`;
}
