/** A trick, a round or an auction: who did what with which cards. */
import { Card } from "./card.js";
import { html } from "./html.js";
import { nameOf, Text } from "./text.js";
/** @import { Round, View } from "../types" */
/** @import { Faces } from "./card.js" */

/** @param {{round: Round, view: View, faces: Faces, isOver?: boolean}} about */
export function Deeds({ round: { name, deeds, winner }, view, faces, isOver = false }) {
  return html`
    <section class="round" aria-label=${name}>
      <h2>${name}${winner !== null && html`
        <span class="winner">${isOver ? "won by" : "ahead:"} <bdi>${nameOf(view, winner)}</bdi></span>`}</h2>
      <ol class="deeds">${deeds.map(({ seat, text, cards }, at) => html`
        <li key=${at} class=${seat === winner ? "best" : ""}>
          ${cards.length > 0 && html`<span class="cards">${cards.map((card, place) => html`
            <${Card} key=${place} card=${card} faces=${faces} />`)}</span>`}
          <span class="deed"><bdi class="seat-name">${nameOf(view, seat)}</bdi>${" "}
            <${Text} text=${text} view=${view} faces=${faces} /></span>
        </li>`)}</ol>
      ${deeds.length === 0 && html`<p class="hint">Nothing yet</p>`}
    </section>`;
}
