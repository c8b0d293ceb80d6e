/** How a table ended. */
import { Command } from "./form.js";
import { html } from "./html.js";
import { ownNameOf } from "./text.js";
/** @import { LiveTable } from "../core/table.js" */
/** @import { View } from "../types" */

/**
 * @param {{live: LiveTable, view: View, again: () => Promise<void>, goOn: () => Promise<void>}} about `goOn`: of a
 * table that was adjourned
 */
export function Result({ live, view, again, goOn }) {
  const outcome = view.corrected ?? view.outcome;
  if (outcome === null) return null;
  const isAdjourned = outcome.why === "adjourned";
  const places = outcome.places.map((place, seat) => ({ place, seat, score: outcome.scores[seat] }))
    .sort((one, other) => one.place - other.place);
  return html`
    <section class="panel result" aria-label="Result">
      <h2>${outcome.text}</h2>
      ${view.corrected !== null && html`<p class="hint">As an auditor has corrected it.</p>`}
      ${places.length > 0 && html`
        <table><thead><tr><th scope="col">Place</th><th scope="col">Who</th>
            <th scope="col">${view.board?.counts ?? "score"}</th></tr></thead>
          <tbody>${places.map(({ place, seat, score }) => html`
            <tr key=${seat} class=${seat === view.seat ? "own" : ""}><td>${place}</td>
              <th scope="row"><bdi>${ownNameOf(view, seat)}</bdi></th><td>${score}</td></tr>`)}</tbody></table>`}
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
