/** What a director says that a table counts; once the next round is paired, with what that changes and what not. */
import { shortly } from "../core/texts.js";
import { calledBy } from "../core/tournament_words.js";
import { t } from "../core/words.js";
import { Confirmed, Form, html, TextField, useState } from "../parts/html.js";
/** @import { AtTournament } from "../pages/tournaments.js" */
/** @import { AdjudicationPreview, Entrant, TournamentTable } from "../types" */

/** @param {AtTournament & {table: TournamentTable}} about */
export function Adjudication({ live, entrants, table: { index, seats, places, scores } }) {
  const usual = seats.map((_, seat) => `${places?.[seat] ?? 1}`);
  const [typedPlaces, setPlaces] = useState(usual);
  const [typedScores, setScores] = useState(seats.map((_, seat) => `${scores?.[seat] ?? 0}`));
  const [preview, setPreview] = useState(/** @type {AdjudicationPreview | null} */ (null));
  const path = `/tables/${index}/adjudication`;
  const send = async () => {
    const found = preview ?? await live.api.read(`${live.path}${path}?places=${typedPlaces}&scores=${typedScores}`);
    if (preview === null && found.rounds.length > 0) return setPreview(found);
    await live.command("POST", path, { places: typedPlaces.map(Number), scores: typedScores.map(Number) });
    setPreview(null);
  };
  /** @param {string[]} typed @param {(typed: string[]) => void} set @param {number} seat */
  const setter = (typed, set, seat) => (/** @type {string} */ value) => {
    set(typed.with(seat, value));
    setPreview(null);
  };
  return html`
    <details class="adjudication"><summary>${t("tournaments.adjudicate")}</summary>
      <${Form} label=${preview === null ? t("tournaments.counts_so") : t("tournaments.counts_so_now")} send=${send}>
        ${seats.map((_, seat) => html`
          <div key=${seat} class="row">
            <${TextField} label=${t("tournaments.seat_place", { seat: seat + 1 })} type="number" min="1" required
              max=${seats.length} value=${typedPlaces[seat]} set=${setter(typedPlaces, setPlaces, seat)} />
            <${TextField} label=${t("tournaments.seat_score", { seat: seat + 1 })} type="number" required
              value=${typedScores[seat]} set=${setter(typedScores, setScores, seat)} /></div>`)}
        ${preview !== null && html`<${Changes} preview=${preview} entrants=${entrants} />`}
      <//>
      <${Confirmed} label=${t("tournaments.void")} name=${t("tournaments.void_named", { table: index + 1 })}
        warning=${t("tournaments.void_means")}
        send=${() => live.command("POST", path, {})} />
    </details>`;
}

/** What a ruling would change, and what not. @param {{preview: AdjudicationPreview, entrants: Entrant[]}} about */
function Changes({ preview: { known, places, rounds, left_out, let_in }, entrants }) {
  const named = (/** @type {number} */ who) => {
    const one = entrants[who];
    return one === undefined ? t("tournaments.entrant", { number: who + 1 }) : calledBy(one);
  };
  const list = (/** @type {number[]} */ several) => several.map(named).join(", ");
  return html`
    <div class="asked" role="status">
      <p>${t("tournaments.rounds_stay", { rounds: rounds.map((round) => round + 1).join(", ") })}</p>
      ${!known && html`<p>${t("tournaments.changes_later")}</p>`}
      ${left_out.length > 0 && html`<p class="warning"><bdi>${
        t("tournaments.nobody_moved", { out: list(left_out), in: list(let_in) })}</bdi></p>`}
      ${known && places.length === 0 && html`<p>${t("tournaments.no_place_changes")}</p>`}
      <ul class="points">${places.map(({ entrant, before, after, points_before, points_after }) => html`
        <li key=${entrant}><bdi>${t("tournaments.place_changes", {
          name: named(entrant), before, after, from: shortly(points_before), to: shortly(points_after) })}</bdi></li>`)}</ul>
    </div>`;
}
