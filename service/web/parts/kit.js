/** What layouts of games are made of (docs/how-to/lay-out-a-game.md): piles, cards, rounds, texts. */
import { angleOf } from "../core/table.js";
import { partsOf } from "../core/texts.js";
import { rich, t } from "../core/words.js";
import { html } from "./html.js";
/** @import { Board, CardFace, GameDetails, Pile, Round, Seat, SuitFace, View } from "../types" */
/** @import { Tapped } from "./playing.js" */

export { html } from "./html.js";

/** @typedef {Pile & {at: number}} Laid a pile with its place among those of the board */
/**
 * @template [Play=Record<string, unknown>]
 * @typedef {object} At what a layout draws from
 * @property {View} view
 * @property {Board} board what is the same in every game
 * @property {Play} play what only this game tells: `play` of the view
 * @property {Laid[]} piles what lies on the table
 * @property {Faces} faces
 * @property {Tapped} tapped
 */
/**
 * How a game is laid out. Each part may be missing, and give undefined where the generic table will do.
 * @template [Play=any]
 * @typedef {object} Layout
 * @property {(at: At<Play>, seat: Seat) => unknown} [seat] what lies before a seat, in place of its assets and piles
 * @property {(at: At<Play>) => unknown} [middle] what lies in the middle of the table, in place of its piles
 * @property {(at: At<Play>, round: Round, isOver: boolean) => unknown} [round] the trick, round or auction; the one before too
 * @property {string} [chapter] title of the chapter of RULES.md that can be read beside the hand
 * @property {boolean} [keepsPlaces] one's own cards have places that count, so that nobody puts them in another order
 * @property {string[]} [said] types of events that are said on the cloth for a while
 */

/** @param {At<any>} at @param {number | null} seat null: the middle @returns {Laid[]} what lies there; names are in a language */
export const pilesAt = ({ piles }, seat) => piles.filter((pile) => pile.seat === seat);

/**
 * Cards that lie together, with their name above; those that a choice names can be tapped.
 * @param {{at: At<any>, pile: Laid, label?: string, size?: "small" | "large", top?: number, isMarked?: boolean}} about `top`:
 * how many of the last ones are shown at once, the others on demand
 */
export function PileOf({ at: { faces, tapped }, pile, label = pile.name, size = "small", top, isMarked = false }) {
  const { cards, hidden, at } = pile;
  if (cards.length === 0 && hidden === 0) return null;
  const from = Math.max(0, cards.length - (top ?? cards.length));
  /** @param {number} begin @param {number} end */
  const shown = (begin, end) => cards.slice(begin, end).map((card, step) => {
    const place = `open:${at}:${begin + step}`;
    const tap = card !== null && tapped.named.has(card) && tapped.lies(place, card) ? () => tapped.tap(place, card) : undefined;
    return html`<${Card} key=${place} card=${card} faces=${faces} isChosen=${tapped.chosen.has(place)} tap=${tap} />`;
  });
  return html`
    <div class=${`pile${isMarked ? " marked" : ""}`} role="group" aria-label=${label}>
      <span class="pile-name">${label}</span>
      <span class=${`cards ${size}`}>${shown(from, cards.length)}${hidden > 0 && html`<${Stack} count=${hidden} />`}</span>
      ${from > 0 && html`<details class="below"><summary>${t("table.below", { count: from })}</summary>
        <span class="cards small">${shown(0, from)}</span></details>`}</div>`;
}

/** Piles side by side. @param {{at: At<any>, piles: Laid[], size?: "small" | "large"}} about */
export const Piles = ({ at, piles, size = "small" }) =>
  piles.map((pile) => html`<${PileOf} key=${pile.at} at=${at} pile=${pile} size=${size} />`);

/**
 * What was done, in words, where its cards are seen elsewhere.
 * @param {{at: At<any>, round: Round, last?: number}} about `last`: how many of the newest; the story has all
 */
export function Lines({ at: { view, faces }, round: { name, deeds, winner }, last = deeds.length }) {
  return html`
    <section class="round" role="group" aria-label=${name}><h2>${name}</h2>
      <ol class="lines">${deeds.slice(-last).map(({ seat, text, cards }, place) => html`
        <li key=${place} class=${seat === winner ? "best" : ""}><bdi class="seat-name">${nameOf(view, seat)}</bdi>${" "}
          <${Text} text=${text} view=${view} faces=${faces} />${cards.length > 0 && ` ${named(cards, faces)}`}</li>`)}</ol>
    </section>`;
}

/** @param {(string | null)[]} cards @param {Faces} faces @returns {string} */
const named = (cards, faces) =>
  cards.map((card) => (card === null ? t("table.a_card") : faces.get(card)?.name ?? card)).join(", ");

/** @param {View} view @returns {number} how large a card of a trick is, so that none lies on its neighbour's */
const sizeInRing = ({ seats, seat }) => ([1, 1, 1, 1, 1, 0.8][seats.length + (seat === null ? 1 : 0)] ?? 0.7);

/** Cards played round the table, each where its player sits. @param {{at: At<any>, round: Round, isOver?: boolean}} about */
export function Ring({ at: { view, faces }, round: { name, deeds, winner }, isOver = false }) {
  return html`
    <section class="round" role="group" aria-label=${name}>
      <h2>${name}${" "}${winner !== null && html`
        <span class="winner">${
          rich(isOver ? "table.won_by" : "table.ahead", { name: html`<bdi>${nameOf(view, winner)}</bdi>` })}</span>`}</h2>
      <ol class="ring" style=${{ "--size": sizeInRing(view) }}>${deeds.map(({ seat, text, cards }, place) => html`
        <li key=${place} class=${seat === winner ? "best" : ""}
          style=${{ "--angle": `${angleOf(view, seat)}deg`, zIndex: place }}>
          <span class="cards">${cards.map((card, step) => html`<${Card} key=${step} card=${card} faces=${faces} />`)}</span>
          <span class="deed"><bdi class="seat-name">${nameOf(view, seat)}</bdi>
            <span class="unseen">${" "}<${Text} text=${text} view=${view} faces=${faces} /></span></span></li>`)}</ol>
    </section>`;
}

/** Cards in a hand that is not seen: how many at a glance. @param {{count: number}} about */
export const Fan = ({ count }) => html`
  <span class="fan" aria-hidden="true">${Array.from({ length: count }, (_, at) => html`
    <i key=${at} class="card back"></i>`)}</span>`;

/** A few words in a frame: what a seat is, or has done. @param {{kind?: string, children: unknown}} about */
export const Badge = ({ kind = "", children }) => html`<span class=${`badge ${kind}`}>${children}</span>`;

/** An amount of something beside its sign: coins, tricks. @param {{of: string, count: number | string, sign?: string}} about */
export const Amount = ({ of, count, sign }) => html`
  <span class=${`amount ${sign ?? ""}`}><b>${count}</b> ${of}</span>`;

/** A suit by its drawing. @param {{suit: string, faces: Faces}} about */
export function Suit({ suit, faces }) {
  const face = faces.suits.get(suit);
  if (face === undefined) return html`<span class="badge">${suit}</span>`;
  return html`
    <svg class="suit" viewBox="-14 -14 128 128" role="img" aria-label=${face.name}><title>${face.name}</title>
      <circle class="coin" cx="50" cy="50" r="62" /><path d=${face.outline} fill=${face.colour}
        transform="translate(14 14) scale(.72)" /></svg>`;
}

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
 * A card: the server's drawing of it, its name for who does not see that.
 * @param {{card: string | null, faces: Faces, tap?: (() => void) | undefined, isChosen?: boolean, isDim?: boolean,
 * [more: string]: unknown}} about `card` null: it lies face down; `isDim`: no choice names it
 */
export function Card({ card, faces, tap, isChosen = false, isDim = false, ...more }) {
  if (card === null) return html`<span class="card back" role="img" aria-label=${t("table.face_down")}></span>`;
  const face = faces.get(card);
  const name = face?.name ?? card;
  const drawn = face === undefined ? html`<span class="words">${name}</span>`
    : html`<img src=${face.svg} alt="" width="250" height="350" draggable=${false} />`;
  if (tap === undefined) return html`<span class="card" role="img" aria-label=${name} title=${name} ...${more}>${drawn}</span>`;
  const told = isDim ? t("table.dim_card", { card: name }) : name;
  return html`
    <button type="button" class=${`card${isDim ? " dim" : ""}`} aria-pressed=${isChosen} title=${told} aria-label=${told}
      onClick=${tap} ...${more}>${drawn}</button>`;
}

/** Cards that lie face down. @param {{count: number}} about */
function Stack({ count }) {
  return html`<span class="card back stack" role="img" aria-label=${t("table.stack", { count })}><b>${count}</b></span>`;
}

/**
 * A trick, a round or an auction: who did what with which cards.
 * @param {{round: Round, view: View, faces: Faces, isOver?: boolean}} about
 */
export function Deeds({ round: { name, deeds, winner }, view, faces, isOver = false }) {
  return html`
    <section class="round" role="group" aria-label=${name}>
      <h2>${name}${" "}${winner !== null && html`
        <span class="winner">${
          rich(isOver ? "table.won_by" : "table.ahead", { name: html`<bdi>${nameOf(view, winner)}</bdi>` })}</span>`}</h2>
      <ol class="deeds">${deeds.map(({ seat, text, cards }, at) => html`
        <li key=${at} class=${seat === winner ? "best" : ""}>
          ${cards.length > 0 && html`<span class="cards">${cards.map((card, place) => html`
            <${Card} key=${place} card=${card} faces=${faces} />`)}</span>`}
          <span class="deed"><bdi class="seat-name">${nameOf(view, seat)}</bdi>${" "}
            <${Text} text=${text} view=${view} faces=${faces} /></span>
        </li>`)}</ol>
      ${deeds.length === 0 && html`<p class="hint">${t("table.nothing_yet")}</p>`}
    </section>`;
}

/** @param {Pick<View, "seats">} view @param {number} seat @returns {string} what to call who holds it */
export function nameOf({ seats }, seat) {
  const one = seats[seat];
  return one?.name ?? t(one?.bot ? "common.bot" : "common.seat", { number: seat + 1 });
}

/** @param {View} view @param {number} seat @returns {string} the same, and whether that is oneself */
export const ownNameOf = (view, seat) => (seat === view.seat ? t("table.you", { name: nameOf(view, seat) }) : nameOf(view, seat));

/**
 * Texts in which cards and seats are marked.
 * @param {{text: string, view: View, faces?: Faces}} about a name is nobody's text to write into the page: it stands apart,
 * whatever way it is written
 */
export function Text({ text, view, faces }) {
  return partsOf(text).map(({ words, card, seat }) => {
    if (seat !== undefined) return html`<bdi class="seat-name">${nameOf(view, seat)}</bdi>`;
    return card === undefined ? words : html`<span class="card-name">${faces?.get(card)?.name ?? words}</span>`;
  });
}
