/** One's own cards: tapped, reached by keys, put in another order, swiped up to be played. */
import { t } from "../core/words.js";
import { html, useRef, useState } from "./html.js";
import { useWalk } from "./keys.js";
import { Card } from "./kit.js";
/** @import { Faces } from "./kit.js" */
/** @import { Place, Tapped } from "./playing.js" */

const SLACK = 8, LIFT = 40; // pixels: of a tap that is no drag; up, of a swipe that plays

/** @typedef {{at: number, x: number, y: number, card: HTMLElement, isDragged: boolean}} Held a card under a finger or a mouse */

/**
 * One's own cards, to be tapped; keys go along them.
 * @param {{cards: (string | null)[], faces: Faces, tapped: Tapped, isTurn: boolean, owner?: string, order?: number[],
 * move?: ((from: number, to: number) => void) | undefined}} about `owner`: whose they are, if not the viewer's, who then can't
 * tap them; `order`: their places as they are shown; `move`: puts one elsewhere in that order
 */
export function Hand({ cards, faces, tapped, isTurn, owner, order = cards.map((_, place) => place), move }) {
  const [at, setAt] = useState(0);
  const shown = order.map((place) => cards[place] ?? null);
  /** @param {string | null | undefined} card */
  const isNamed = (card) => typeof card === "string" && tapped.named.has(card);
  const isAmong = cards.some(isNamed); // else the choices are of something else
  const isShown = owner !== undefined || (isTurn && !isAmong);
  const held = Math.min(at, shown.length - 1);
  const reached = isTurn && isAmong && !isNamed(shown[held]) ? shown.findIndex(isNamed) : held; // where Tab leads to
  const walk = useWalk();
  /** @param {KeyboardEvent} event */
  const step = (event) => {
    const all = /** @type {HTMLElement} */ (event.currentTarget).children;
    const from = [...all].indexOf(/** @type {Element} */ (event.target));
    const to = walk(event, from, shown.map((card) => faces.get(card ?? "")?.name ?? ""));
    if (to === null || from < 0) return;
    event.preventDefault();
    if (event.shiftKey && Math.abs(to - from) === 1) move?.(from, to);
    setAt(to);
    /** @type {HTMLElement | undefined} */ (all[to])?.focus();
  };
  const gestures = useGestures((from, to) => move?.(from, to), (from) => {
    const place = order[from] ?? 0, card = shown[from];
    if (typeof card !== "string") return;
    if (isTurn && !isNamed(card)) tapped.ask(card);
    else tapped.play(`mine:${place}`, card);
  });
  const size = cards.length <= 4 ? "large" : cards.length > 12 ? "many" : "";
  const label = owner === undefined ? t("table.your_cards", { count: cards.length })
    : t("table.cards_of", { name: owner, count: cards.length });
  return html`
    <div class=${`cards hand ${size}`} role="group" aria-label=${label} onKeyDown=${step} ...${isShown ? {} : gestures}>
      ${order.map((place, position) => html`
        <${OwnCard} key=${place} card=${cards[place] ?? null} place=${`mine:${place}`} faces=${faces} tapped=${tapped}
          isDim=${isTurn && isAmong && !isNamed(cards[place])} isReached=${position === reached} reach=${() => setAt(position)}
          isShown=${isShown} />`)}
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

/**
 * Return what listens to a finger or a mouse that drags a card.
 * @param {(from: number, to: number) => void} move @param {(from: number) => void} play
 */
function useGestures(move, play) {
  const held = useRef(/** @type {Held | null} */ (null));
  const wasDragged = useRef(false);
  /** @param {Event} event @returns {HTMLElement} */
  const hand = (event) => /** @type {HTMLElement} */ (event.currentTarget);
  const drop = () => {
    for (const way of ["--across", "--down"]) held.current?.card.style.removeProperty(way);
    held.current = null;
  };
  return {
    onPointerDown: (/** @type {PointerEvent} */ event) => {
      const card = /** @type {HTMLElement} */ (event.target).closest("button");
      if (card === null || !event.isPrimary || event.button !== 0) return;
      held.current = { at: [...hand(event).children].indexOf(card), x: event.clientX, y: event.clientY, card, isDragged: false };
    },
    onPointerMove: (/** @type {PointerEvent} */ event) => {
      const now = held.current;
      if (now === null) return;
      const across = event.clientX - now.x, down = event.clientY - now.y;
      if (!now.isDragged && Math.hypot(across, down) < SLACK) return;
      if (!now.isDragged) hand(event).setPointerCapture(event.pointerId);
      now.isDragged = true;
      now.card.style.setProperty("--across", `${across}px`);
      now.card.style.setProperty("--down", `${down}px`);
    },
    onPointerUp: (/** @type {PointerEvent} */ event) => {
      const now = held.current;
      drop();
      if (now === null || !now.isDragged) return;
      wasDragged.current = true;
      setTimeout(() => void (wasDragged.current = false)); // the click that follows is none
      if (now.y - event.clientY > LIFT && now.y - event.clientY > Math.abs(event.clientX - now.x)) play(now.at);
      else move(now.at, nearest([...hand(event).children], event));
    },
    onPointerCancel: drop,
    onClickCapture: (/** @type {Event} */ event) => {
      if (wasDragged.current) event.stopPropagation();
    },
  };
}

/** @param {Element[]} cards @param {PointerEvent} point @returns {number} which lies nearest to it */
function nearest(cards, { clientX, clientY }) {
  const distances = cards.map((card) => {
    const { left, right, top, bottom } = card.getBoundingClientRect();
    return Math.hypot(clientX - (left + right) / 2, clientY - (top + bottom) / 2);
  });
  return distances.indexOf(Math.min(...distances));
}
