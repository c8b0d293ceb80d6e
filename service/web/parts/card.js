/** A card: the server's drawing of it, its name for who does not see that. */
import { html } from "./html.js";
/** @import { CardFace, GameDetails, SuitFace } from "../types" */

/** How the cards of a game look, by id. @extends {Map<string, CardFace>} */
export class Faces extends Map {
  /** @param {GameDetails} details */
  constructor({ cards, suits }) {
    super(cards.map((card) => [card.id, card]));
    /** @type {Map<string, SuitFace>} */
    this.suits = new Map(suits.map((suit) => [suit.suit, suit]));
  }
}

/**
 * @param {{card: string | null, faces: Faces, tap?: (() => void) | undefined, isChosen?: boolean, isDim?: boolean,
 * [more: string]: unknown}} about `card` null: it lies face down; `isDim`: no choice names it
 */
export function Card({ card, faces, tap, isChosen = false, isDim = false, ...more }) {
  if (card === null) return html`<span class="card back" role="img" aria-label="face down"></span>`;
  const face = faces.get(card);
  const name = face?.name ?? card;
  const drawn = face === undefined ? html`<span class="words">${name}</span>`
    : html`<img src=${face.svg} alt="" width="250" height="350" draggable=${false} />`;
  if (tap === undefined) return html`<span class="card" role="img" aria-label=${name} title=${name} ...${more}>${drawn}</span>`;
  return html`
    <button type="button" class=${`card${isDim ? " dim" : ""}`} aria-pressed=${isChosen} title=${name}
      aria-label=${isDim ? `${name}, not possible now` : name} onClick=${tap} ...${more}>${drawn}</button>`;
}

/** Cards that lie face down. @param {{count: number}} about */
export function Stack({ count }) {
  return html`<span class="card back stack" role="img" aria-label=${`${count} face down`}><b>${count}</b></span>`;
}
