/** One's share in a deal: what kept this browser from revealing it, what became of it; who could have chosen the deal. */
import { abortedSoFar, couldChoose, leftOut } from "../core/influence.js";
import { save } from "./checking.js";
import { html, useAnswer, useSignal } from "./html.js";
import { nameOf, Text } from "./kit.js";
/** @import { App } from "../core/app.js" */
/** @import { Told } from "../core/reveals.js" */
/** @import { Fairness, View } from "../types" */

const LIES = "This server told two stories about";
/** @type {(told: Told | null, who: string) => string | undefined} what is said, before its reason */
const saidOf = (told, who) => ({
  refused: `${LIES} ${who}; nothing of yours was revealed:`,
  lied: `${LIES} how this deal came about:`,
  unchecked: "Nothing of yours was revealed:",
  late: "You cannot prove that the round of the beacon was unknown when shares were revealed:",
})[/** @type {"late"} */ (told?.kind)];

/**
 * What kept this browser from revealing one's share, or made that useless, with what proves it.
 * @param {{app: App, id: string, who: string}} about `id`: of a table or a tournament; `who`: about whom it told two stories
 */
export function ShareNotice({ app, id, who }) {
  useSignal(app.reveals.changed);
  const told = app.reveals.toldOf(id), said = saidOf(told, who);
  if (told === null || said === undefined) return null;
  return html`
    <section class="notice" role="alert"><p><strong class="bad">${said}</strong> ${told.why}.</p>
      ${told.evidence !== null && html`
        <p>Keep this, and show it to the others who play here:
          <button type="button" onClick=${() => save(`${id}-two-stories.json`, JSON.stringify(told, null, 1))}>
            Save what proves it</button></p>`}</section>`;
}

/** What must be said of one's own share, loudly. @param {{app: App, view: View}} about */
export function OwnShare({ app, view }) {
  useSignal(app.reveals.changed);
  const told = app.reveals.toldOf(view.table), said = saidOf(told, "who sits here");
  const isWithheld = view.seat !== null && view.seats[view.seat]?.entropy === "withheld";
  return html`
    <${ShareNotice} app=${app} id=${view.table} who="who sits here" />
    ${isWithheld && said === undefined && html`<${Withheld} app=${app} view=${view} told=${told} />`}`;
}

/** @param {{app: App, view: View, told: Told | null}} about one's own share, which the deal goes without */
function Withheld({ app, view, told }) {
  const receipts = app.receipts.of(view.table), hasRound = (view.beacon?.round ?? null) !== null;
  if (app.reveals.boundAt(view.table) === null) {
    return html`<p class="notice" role="status">Your share is not in the deal: this browser did not reveal it in time.</p>`;
  }
  return html`
    <section class="notice" role="alert">
      <p><strong class="bad">You revealed your share, and this server left it out of the deal.</strong>${" "}
        ${leftOut(told, hasRound)}</p>
      <p><button type="button" onClick=${() => save(`${view.table}-receipts.json`, JSON.stringify({ receipts }))}>
        Save my receipts</button></p></section>`;
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
  const isRuled = view.outcome?.why === "abort_ruled", reason = told.abort_reason ?? "(erased)";
  return html`<p class="hint fairness">${isRuled && html`The auditor's reason: <bdi>${reason}</bdi>. `}
    Who could have chosen this deal: <${Text} text=${text} view=${view} />.
    ${withheld !== "" && html` Withheld their share: <bdi>${withheld}</bdi>.`}${count}</p>`;
}
