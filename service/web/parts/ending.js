/** How a table ends: ways out of it, and its result. */
import { isRatedFor, margin, outcomeOf, readRatingChange, winnersOf } from "../core/result.js";
import { fixed, signed } from "../core/texts.js";
import { Verdict } from "./checking.js";
import { Command, html, useEffect, useRef, useSignal, useState } from "./html.js";
import { nameOf, ownNameOf } from "./kit.js";
/** @import { App } from "../core/app.js" */
/** @import { RatingChange } from "../core/result.js" */
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

/** @param {string} name @returns {string} it in a sentence, which keeps its direction whatever way the name is written */
const isolated = (name) => `\u2068${name}\u2069`;

/** @param {View} view @param {number[]} winners @returns {string} who won, as a headline */
function wonText(view, winners) {
  const isOwn = winners.includes(view.seat ?? -1);
  const others = winners.filter((seat) => seat !== view.seat).map((seat) => isolated(nameOf(view, seat)));
  if (others.length === 0) return "You win";
  const names = isOwn ? ["You", ...others] : others;
  const all = names.length === 1 ? names[0] : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
  return names.length === 1 ? `${all} wins` : `${all} share the win`;
}

/** What the table made of one's rating, as soon as that is known. @param {{app: App, view: View}} about */
function OwnRating({ app, view }) {
  const [change, setChange] = useState(/** @type {RatingChange | null | undefined} */ (undefined));
  const isRated = isRatedFor(view), isClosed = view.phase === "closed";
  useEffect(() => {
    if (!isRated || !isClosed) return;
    const until = new AbortController();
    readRatingChange(app.api, view, until.signal).catch(() => null).then((told) => until.signal.aborted || setChange(told));
    return () => until.abort();
  }, [view.table, isRated, isClosed]);
  if (!isRated) {
    return html`<p class="hint">${view.rated ? "A game against bots alone does not count for ratings." : `This table does not
      count for ratings.`}</p>`;
  }
  if (change === undefined) return html`<p class="hint" role="status">Your new rating is being worked out …</p>`;
  if (change === null) return html`<p class="hint">Your new rating is not known yet. Your results will show it.</p>`;
  const { after, before } = change;
  return html`<p role="status">Your rating: <strong>${fixed(after, 1)}</strong>${" "}${before === null ? "(your first rated table)"
    : `(${signed(after - before, 1)})`}</p>`;
}

/**
 * How a table ended: who won, by what, and what to do next.
 * @param {{app: App, live: LiveTable, view: View, again: () => Promise<void>, goOn: () => Promise<void>}} about `goOn`: of a
 * table that was adjourned
 */
export function Result({ app, live, view, again, goOn }) {
  const outcome = outcomeOf(view), isOver = outcome !== null;
  const [isChecked, setChecked] = useState(false);
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    if (isOver) place.current?.scrollIntoView({ block: "nearest" }); // whoever has played looks at the hand, far below
  }, [isOver]);
  if (outcome === null) return null;
  const isAdjourned = outcome.why === "adjourned", isClosed = view.phase === "closed", winners = winnersOf(outcome);
  const away = new Map(outcome.deserters.map(({ seat, how }) => [seat, AWAY[how]]));
  const places = outcome.places.map((place, seat) => ({ place, seat, score: outcome.scores[seat] }))
    .sort((one, other) => one.place - other.place);
  const counts = view.board?.counts ?? "score", by = margin(outcome);
  return html`
    <section class="panel result" aria-label="Result" ref=${place}>
      <h2>${winners.length > 0 ? wonText(view, winners) : outcome.text}</h2>
      ${winners.length > 0 && html`
        <p>${outcome.text}.${by !== null && ` ${counts[0]?.toUpperCase()}${counts.slice(1)}: ${by[0]} to ${by[1]}.`}</p>`}
      ${view.corrected !== null && html`<p class="hint">As an auditor has corrected it.</p>`}
      ${places.length > 0 && html`
        <table><thead><tr><th scope="col">Place</th><th scope="col">Who</th>
            <th scope="col">${counts}</th></tr></thead>
          <tbody>${places.map(({ place, seat, score }) => html`
            <tr key=${seat} class=${seat === view.seat ? "own" : ""}><td>${place}</td>
              <th scope="row"><bdi>${ownNameOf(view, seat)}</bdi>${away.has(seat) && html`
                <small>${away.get(seat)}</small>`}</th><td>${score}</td></tr>`)}</tbody></table>
        ${view.seat !== null && html`<${OwnRating} app=${app} view=${view} />`}`}
      <div class="row">
        ${view.tournament !== null && html`
          <a class="button" href=${`/tournaments/${view.tournament.id}`} data-page>To the tournament</a>`}
        ${view.seat !== null && view.tournament === null && isClosed && (places.length > 0 || isAdjourned) && html`
          <${Command} kind="main" label="Play again" send=${again} />`}
        ${view.seat !== null && isAdjourned && html`
          <${Command} label="Go on with it" send=${goOn} />`}
        ${isClosed && places.length > 0 && html`
          <a class="button" href=${`/replay/${view.table}`} data-page>Replay</a>`}
        ${isClosed && !isChecked && html`
          <button type="button" onClick=${() => setChecked(true)}>Check this deal</button>`}
        <a class="button" href="/" data-page>To the lobby</a>
      </div>
      ${isClosed && html`<p class="hint"><a href=${`/v1${live.path}/log`} download=${`${view.table}.jsonl`}>The log of all
        events</a>, to keep or to check elsewhere</p>`}
    </section>
    ${isChecked && html`<${Verdict} app=${app} table=${view.table} isWanted />`}`;
}
