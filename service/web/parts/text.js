/** Texts in which cards and seats are marked. */
import { partsOf } from "../core/texts.js";
import { html } from "./html.js";
/** @import { View } from "../types" */
/** @import { Faces } from "./card.js" */

/** @param {Pick<View, "seats">} view @param {number} seat @returns {string} what to call who holds it */
export function nameOf({ seats }, seat) {
  const one = seats[seat];
  return one?.name ?? (one?.bot ? `Bot ${seat}` : `Seat ${seat}`);
}

/** @param {View} view @param {number} seat @returns {string} the same, and whether that is oneself */
export const ownNameOf = (view, seat) => `${nameOf(view, seat)}${seat === view.seat ? " (you)" : ""}`;

/**
 * @param {{text: string, view: View, faces: Faces}} about a name is nobody's text to write into the page: it stands apart,
 * whatever way it is written
 */
export function Text({ text, view, faces }) {
  return partsOf(text).map(({ words, card, seat }) => {
    if (seat !== undefined) return html`<bdi class="seat-name">${nameOf(view, seat)}</bdi>`;
    return card === undefined ? words : html`<span class="card-name">${faces.get(card)?.name ?? words}</span>`;
  });
}
