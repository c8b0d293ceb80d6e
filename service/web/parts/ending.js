/** How a table ends: ways out of it, and its result. */
import { Command, html, useEffect, useRef, useSignal, useState } from "./html.js";
import { nameOf, ownNameOf } from "./kit.js";
/** @import { LiveTable } from "../core/table.js" */
/** @import { View } from "../types" */

/** @type {Record<string, string>} how somebody has deserted, in words */
const AWAY = { forfeited: "forfeited", away: "away at the end", mostly_away: "mostly away" };

/**
 * Ways out of a table that is played: to end it together without a result, or to let a bot play on.
 * @param {{live: LiveTable, view: View}} about
 */
export function Leaving({ live, view }) {
  const { isSending } = useSignal(live.state);
  const [isSure, setSure] = useState(false);
  const { seat, adjourn_agreed: agreed } = view;
  if (seat === null || view.phase !== "playing") return null;
  const leave = () => (isSure ? live.command("DELETE", `/seats/${seat}`, undefined) : setSure(true));
  const mayAdjourn = view.tournament === null && !agreed.includes(seat);
  return html`
    ${agreed.length > 0 && html`<p class="notice" role="status">${agreed.map((one) => nameOf(view, one)).join(", ")} would
      adjourn. The table ends without a result as soon as all who play have agreed.</p>`}
    <details class="leaving" open=${agreed.length > 0 && mayAdjourn}><summary>Adjourn or leave</summary>
      ${mayAdjourn && html`
        <p class="hint">Adjourning ends the table for today, without a result, when all who play agree.</p>
        <button type="button" disabled=${isSending} onClick=${() => live.command("POST", "/adjourn", {})}>Adjourn</button>`}
      <p class="hint">When you leave, a bot plays on for your seat. You may take it back, and see nothing of the table
        until then.</p>
      <button type="button" disabled=${isSending} onClick=${leave}>${isSure ? "Yes, leave the table" : "Leave"}</button>
    </details>`;
}

/**
 * Offers, at a table without a clock, to wait no longer for somebody who has been silent for days.
 * @param {{live: LiveTable, view: View}} about
 */
export function Claims({ live, view }) {
  const { isSending } = useSignal(live.state);
  if (view.seat === null || view.seats[view.seat]?.away) return null;
  const now = live.api.now() + live.api.ahead.value;
  return view.claims.map((at, seat) => at !== null && seat !== view.seat && at <= now && html`
    <p key=${seat} class="hint">${nameOf(view, seat)} has not played for three days.
      <button type="button" disabled=${isSending} onClick=${() => live.command("POST", `/seats/${seat}/claim`, {})}>${
        view.seats.length === 2 ? "Claim the win" : "Let a bot play on"}</button></p>`);
}

/**
 * How a table ended.
 * @param {{live: LiveTable, view: View, again: () => Promise<void>, goOn: () => Promise<void>}} about `goOn`: of a
 * table that was adjourned
 */
export function Result({ live, view, again, goOn }) {
  const outcome = view.corrected ?? view.outcome, isOver = outcome !== null;
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    if (isOver) place.current?.scrollIntoView({ block: "nearest" }); // whoever has played looks at the hand, far below
  }, [isOver]);
  if (outcome === null) return null;
  const isAdjourned = outcome.why === "adjourned";
  const away = new Map(outcome.deserters.map(({ seat, how }) => [seat, AWAY[how]]));
  const places = outcome.places.map((place, seat) => ({ place, seat, score: outcome.scores[seat] }))
    .sort((one, other) => one.place - other.place);
  return html`
    <section class="panel result" aria-label="Result" ref=${place}>
      <h2>${outcome.text}</h2>
      ${view.corrected !== null && html`<p class="hint">As an auditor has corrected it.</p>`}
      ${places.length > 0 && html`
        <table><thead><tr><th scope="col">Place</th><th scope="col">Who</th>
            <th scope="col">${view.board?.counts ?? "score"}</th></tr></thead>
          <tbody>${places.map(({ place, seat, score }) => html`
            <tr key=${seat} class=${seat === view.seat ? "own" : ""}><td>${place}</td>
              <th scope="row"><bdi>${ownNameOf(view, seat)}</bdi>${away.has(seat) && html`
                <small>${away.get(seat)}</small>`}</th><td>${score}</td></tr>`)}</tbody></table>`}
      <div class="row">
        ${view.tournament !== null && html`
          <a class="button" href=${`/tournaments/${view.tournament.id}`} data-page>To the tournament</a>`}
        ${view.seat !== null && view.tournament === null && view.phase === "closed" && (places.length > 0 || isAdjourned) && html`
          <${Command} kind="main" label="Play again" send=${again} />`}
        ${view.seat !== null && isAdjourned && html`
          <${Command} label="Go on with it" send=${goOn} />`}
        ${view.phase === "closed" && places.length > 0 && html`
          <a class="button" href=${`/replay/${view.table}`} data-page>Replay</a>`}
        ${view.phase === "closed" && html`
          <a class="button" href=${`/v1${live.path}/log`} download=${`${view.table}.jsonl`}>The log, to check the deal</a>`}
        <a class="button" href="/" data-page>To the lobby</a>
      </div>
    </section>`;
}
