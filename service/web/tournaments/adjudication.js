/** What a director says that a table counts. */
import { Confirmed } from "../parts/confirmed.js";
import { Form, TextField } from "../parts/form.js";
import { html, useState } from "../parts/html.js";
/** @import { LiveTournament } from "../core/tournament.js" */
/** @import { TournamentTable } from "../types" */

/** @param {{live: LiveTournament, table: TournamentTable}} about */
export function Adjudication({ live, table: { index, seats, places, scores } }) {
  const usual = seats.map((_, seat) => `${places?.[seat] ?? 1}`);
  const [typedPlaces, setPlaces] = useState(usual);
  const [typedScores, setScores] = useState(seats.map((_, seat) => `${scores?.[seat] ?? 0}`));
  const path = `/tables/${index}/adjudication`;
  const send = () => live.command("POST", path, { places: typedPlaces.map(Number), scores: typedScores.map(Number) });
  /** @param {string[]} typed @param {(typed: string[]) => void} set @param {number} seat */
  const setter = (typed, set, seat) => (/** @type {string} */ value) => set(typed.with(seat, value));
  return html`
    <details class="adjudication"><summary>Say what it counts</summary>
      <${Form} label="It counts so" send=${send}>
        ${seats.map((_, seat) => html`
          <div key=${seat} class="row">
            <${TextField} label=${`Seat ${seat}: place`} type="number" min="1" max=${seats.length} required
              value=${typedPlaces[seat]} set=${setter(typedPlaces, setPlaces, seat)} />
            <${TextField} label=${`Seat ${seat}: score`} type="number" required
              value=${typedScores[seat]} set=${setter(typedScores, setScores, seat)} /></div>`)}
      <//>
      <${Confirmed} label="It counts nothing" name=${`Table ${index + 1} counts nothing`}
        warning="The table will bring nobody anything; while its round is played, it may be played again with other deals."
        send=${() => live.command("POST", path, {})} />
    </details>`;
}
