/** The seats of a table: who sits there, whose turn it is, and what lies before them. */
import { Card, Stack } from "./card.js";
import { Clock } from "./clock.js";
import { html } from "./html.js";
import { Deeds } from "./round.js";
import { ownNameOf } from "./text.js";
/** @import { Api } from "../core/api.js" */
/** @import { Board, Pile, Seat, View } from "../types" */
/** @import { Faces } from "./card.js" */
/** @import { Place, Tapped } from "./hand.js" */

/**
 * What everybody sees of a table, and what lies open to the viewer.
 * @param {{api: Api, view: View, board: Board, faces: Faces, tapped: Tapped}} about
 */
export function OnTable({ api, view, board, faces, tapped }) {
  const middle = board.open.flatMap((pile, at) => (pile.seat === null ? [{ pile, at }] : []));
  return html`
    <p class="phase">${board.phase_text}</p>
    <${Seats} api=${api} view=${view} faces=${faces} tapped=${tapped} />
    ${middle.length > 0 && html`<div class="middle">${middle.map(({ pile, at }) => html`
      <${OnePile} key=${at} pile=${pile} at=${at} faces=${faces} tapped=${tapped} />`)}</div>`}
    ${board.current !== null && html`<${Deeds} round=${board.current} view=${view} faces=${faces} />`}
    ${board.previous !== null && html`
      <details class="previous"><summary>Before: ${board.previous.name}</summary>
        <${Deeds} round=${board.previous} view=${view} faces=${faces} isOver=${true} /></details>`}`;
}

/** @param {View} view @returns {Seat[]} clockwise, the viewer's own last */
export function around({ seats, seat }) {
  const first = seat === null ? 0 : seat + 1;
  return [...seats.slice(first), ...seats.slice(0, first)];
}

/** @param {{api: Api, view: View, faces: Faces, tapped: Tapped}} about */
function Seats({ api, view, faces, tapped }) {
  return html`
    <ul class="seats" aria-label="Seats">${around(view).map((seat) => html`
      <${OneSeat} key=${seat.seat} api=${api} view=${view} seat=${seat} faces=${faces} tapped=${tapped} />`)}</ul>`;
}

/** @param {{api: Api, view: View, seat: Seat, faces: Faces, tapped: Tapped}} about */
function OneSeat({ api, view, seat: { seat, bot, away, cards, score, roles, assets }, faces, tapped }) {
  const { board } = view;
  const isTurn = view.to_act.includes(seat);
  const piles = board?.open.flatMap((pile, at) => (pile.seat === seat ? [{ pile, at }] : [])) ?? [];
  return html`
    <li class=${`seat${isTurn ? " turn" : ""}${seat === view.seat ? " own" : ""}`} aria-current=${isTurn ? "true" : null}>
      <div class="line"><bdi class="seat-name">${ownNameOf(view, seat)}</bdi>${bot && html`<span class="hint">${bot}</span>`}
        ${isTurn && html`<span class="badge now">${seat === view.seat ? "your turn" : "turn"}</span>`}
        <${Clock} api=${api} deadline=${view.deadlines[seat] ?? null} /></div>
      <div class="line facts">
        ${score !== null && html`<span><b>${score}</b> ${board?.counts}</span>`}
        ${cards !== null && html`<span><b>${cards}</b> in hand</span>`}
        ${assets.map((asset) => html`<span key=${asset}>${asset}</span>`)}
        ${away && html`<span>a bot plays for now</span>`}
        ${roles.map((role) => html`<span key=${role} class="badge">${role}</span>`)}
      </div>
      ${piles.map(({ pile, at }) => html`<${OnePile} key=${at} pile=${pile} at=${at} faces=${faces} tapped=${tapped} />`)}
    </li>`;
}

/** @param {{pile: Pile, at: number, faces: Faces, tapped: Tapped}} about */
function OnePile({ pile: { name, cards, hidden }, at, faces, tapped }) {
  if (cards.length === 0 && hidden === 0) return null;
  return html`
    <div class="pile" role="group" aria-label=${name}><span class="pile-name">${name}</span>
      <span class="cards small">${cards.map((card, place) => html`
        <${Open} key=${place} card=${card} place=${`open:${at}:${place}`} faces=${faces} tapped=${tapped} />`)}
        ${hidden > 0 && html`<${Stack} count=${hidden} />`}</span></div>`;
}

/**
 * A card on the table, that may be tapped where a choice names it.
 * @param {{card: string | null, place: Place, faces: Faces, tapped: Tapped}} about
 */
function Open({ card, place, faces, tapped }) {
  const tap = card !== null && tapped.named.has(card) ? () => tapped.tap(place, card) : undefined;
  return html`<${Card} card=${card} faces=${faces} isChosen=${tapped.chosen.has(place)} tap=${tap} />`;
}
