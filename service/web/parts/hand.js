/** One's own cards, to be tapped; arrow keys go along them. */
import { Card } from "./card.js";
import { html, useState } from "./html.js";
/** @import { Faces } from "./card.js" */

/** @typedef {string} Place where a card lies, since two may be alike: `mine:3`, `open:0:1` */
/**
 * @typedef {object} Tapped
 * @property {Map<Place, string>} chosen the cards that are tapped, by their places
 * @property {Set<string>} named the cards that a choice names
 * @property {(place: Place, card: string) => void} tap
 * @property {(card: string) => void} ask why a card can't be chosen
 */

const STEPS = { ArrowRight: 1, ArrowLeft: -1 };

/**
 * @param {{cards: (string | null)[], faces: Faces, tapped: Tapped, isTurn: boolean, owner?: string}} about `owner`: whose they
 * are, if not the viewer's, who then can't tap them
 */
export function Hand({ cards, faces, tapped, isTurn, owner }) {
  const [at, setAt] = useState(0);
  /** @param {string | null | undefined} card */
  const isNamed = (card) => typeof card === "string" && tapped.named.has(card);
  const isAmong = cards.some(isNamed); // else the choices are of something else
  const held = Math.min(at, cards.length - 1);
  const reached = isTurn && isAmong && !isNamed(cards[held]) ? cards.findIndex(isNamed) : held; // where Tab leads to
  /** @param {KeyboardEvent} event */
  const step = (event) => {
    const by = STEPS[/** @type {keyof typeof STEPS} */ (event.key)];
    const from = [.../** @type {HTMLElement} */ (event.currentTarget).children].indexOf(/** @type {Element} */ (event.target));
    const to = event.key === "Home" ? 0 : event.key === "End" ? cards.length - 1 : by === undefined ? null : from + by;
    if (to === null || to < 0 || to >= cards.length) return;
    event.preventDefault();
    setAt(to);
    /** @type {HTMLElement | undefined} */ (/** @type {HTMLElement} */ (event.currentTarget).children[to])?.focus();
  };
  const size = cards.length <= 4 ? "large" : cards.length > 12 ? "many" : "";
  const whose = owner === undefined ? "Your" : `${owner}:`;
  return html`
    <div class=${`cards hand ${size}`} role="group" aria-label=${`${whose} ${cards.length} cards`} onKeyDown=${step}>
      ${cards.map((card, place) => html`
        <${OwnCard} key=${place} card=${card} place=${`mine:${place}`} faces=${faces} tapped=${tapped}
          isDim=${isTurn && isAmong && !isNamed(card)} isReached=${place === reached} reach=${() => setAt(place)}
          isShown=${owner !== undefined || (isTurn && !isAmong)} />`)}
    </div>`;
}

/**
 * @param {{card: string | null, place: Place, faces: Faces, tapped: Tapped, isDim: boolean, isReached: boolean,
 * reach: () => void, isShown: boolean}} about `isShown`: no choice is about these cards
 */
function OwnCard({ card, place, faces, tapped, isDim, isReached, reach, isShown }) {
  if (isShown) return html`<${Card} card=${card} faces=${faces} />`;
  const tap = card === null ? undefined : () => (isDim ? tapped.ask(card) : tapped.tap(place, card));
  return html`<${Card} card=${card} faces=${faces} tap=${tap} isDim=${isDim} isChosen=${tapped.chosen.has(place)}
    tabindex=${isReached ? 0 : -1} onFocus=${reach} />`;
}
