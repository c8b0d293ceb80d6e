/** The table: who sits round it, whose turn it is, and what lies on it, as the game's layout says or the generic one. */
import { sidesOf } from "../core/table.js";
import { Clock } from "./clock.js";
import { html, useErrorBoundary } from "./html.js";
import { Piles, pilesAt } from "./kit.js";
import { GENERIC, useLayout } from "./layouts.js";
import { Deeds } from "./round.js";
import { ownNameOf } from "./text.js";
/** @import { Api } from "../core/api.js" */
/** @import { Board, Seat, View } from "../types" */
/** @import { Faces } from "./card.js" */
/** @import { Tapped } from "./hand.js" */
/** @import { At, Layout } from "./kit.js" */

/**
 * What everybody sees of a table, and what lies open to the viewer.
 * @param {{api: Api, view: View, board: Board, faces: Faces, tapped: Tapped}} about
 */
export function OnTable({ api, view, board, faces, tapped }) {
  const layout = useLayout(view.game);
  const [fault] = useErrorBoundary(console.error); // of a layout: the game can be played all the same
  if (layout === undefined) return null;
  /** @type {At} */
  const at = {
    view, board, faces, tapped, play: view.play ?? {}, piles: board.open.map((pile, place) => ({ ...pile, at: place })),
  };
  return html`
    <p class="phase">${board.phase_text}</p>
    <${Laid} api=${api} at=${at} layout=${fault === undefined ? layout : GENERIC} />`;
}

/** @param {{api: Api, at: At, layout: Layout}} about */
function Laid({ api, at, layout }) {
  const sides = sidesOf(at.view);
  const { current, previous } = at.board;
  const middle = layout.middle?.(at) ?? html`<${Piles} at=${at} piles=${pilesAt(at, null)} />`;
  /** @param {keyof typeof sides} side */
  const seated = (side) => sides[side].length > 0 && html`
    <ul class=${`side at-${side}`} aria-label=${side === "own" ? "Your seat" : "Seats"}>${sides[side].map((seat) => html`
      <${OneSeat} key=${seat.seat} api=${api} at=${at} seat=${seat} layout=${layout} />`)}</ul>`;
  return html`
    <div class="seats">
      ${seated("left")}${seated("top")}${seated("right")}
      <div class="surface"><div class="middle">${middle}</div>
        ${current !== null && (layout.round?.(at, current, false)
          ?? html`<${Deeds} round=${current} view=${at.view} faces=${at.faces} />`)}
        ${previous !== null && html`
          <details class="previous"><summary>Before: ${previous.name}</summary>
            ${layout.round?.(at, previous, true)
              ?? html`<${Deeds} round=${previous} view=${at.view} faces=${at.faces} isOver=${true} />`}</details>`}
      </div>
      ${seated("own")}
    </div>`;
}

/** @param {{api: Api, at: At, seat: Seat, layout: Layout}} about */
function OneSeat({ api, at, seat: own, layout }) {
  const { view, board } = at;
  const { seat, bot, away, cards, score, roles, assets } = own;
  const isTurn = view.to_act.includes(seat);
  const before = layout.seat?.(at, own);
  return html`
    <li class=${`seat${isTurn ? " turn" : ""}${seat === view.seat ? " own" : ""}`} aria-current=${isTurn ? "true" : null}>
      <div class="line"><bdi class="seat-name">${ownNameOf(view, seat)}</bdi>${bot && html`<span class="hint">${bot}</span>`}
        ${isTurn && html`<span class="badge now">${seat === view.seat ? "your turn" : "turn"}</span>`}
        <${Clock} api=${api} deadline=${view.deadlines[seat] ?? null} /></div>
      <div class="line facts">
        ${score !== null && html`<span><b>${score}</b> ${board.counts}</span>`}
        ${cards !== null && html`<span><b>${cards}</b> in hand</span>`}
        ${before === undefined && assets.map((asset) => html`<span key=${asset}>${asset}</span>`)}
        ${away && html`<span>a bot plays for now</span>`}
        ${roles.map((role) => html`<span key=${role} class="badge">${role}</span>`)}
      </div>
      ${before ?? html`<${Piles} at=${at} piles=${pilesAt(at, seat)} />`}
    </li>`;
}
