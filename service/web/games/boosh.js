/** Boosh: the deck and the pile side by side, and before each seat its four cards, of which some are known. */
import { Badge, html, Lines, PileOf, pilesAt } from "../parts/kit.js";
/** @import { Layout } from "../parts/kit.js" */
/** @import { Plays } from "../types" */

const CALLS = { boosh: "Boosh is called", woof: "Woof is called" };
const TOP = 1; // cards of the pile that are shown at once
const NEWEST = 4; // deeds that are told beside the table

/** @type {Layout<Plays["boosh"]>} */
export const layout = {
  middle: (at) => {
    const call = /** @type {keyof typeof CALLS | null} */ (at.play.call);
    return html`
      ${call !== null && html`<${Badge} kind="now">${CALLS[call]}<//>`}
      ${pilesAt(at, null).map((pile) => html`
        <${PileOf} key=${pile.at} at=${at} pile=${pile} label=${pile.at === 0 ? "Deck A" : "Pile B"} size="large"
          top=${TOP} />`)}`;
  },

  round: (at, round, isOver) => (isOver ? undefined : html`<${Lines} at=${at} round=${round} last=${NEWEST} />`),

  seat: (at, { seat }) => pilesAt(at, seat).map((pile) => html`
    <${PileOf} key=${pile.at} at=${at} pile=${pile} isMarked=${pile.cards.length === 1} />`),

  keepsPlaces: true,

  said: [
    "boosh.woof_called.v1", "boosh.cherry_turned.v1", "boosh.boosh_called.v1", "boosh.play_stopped.v1",
    "boosh.hands_revealed.v1", "boosh.hand_scored.v1", "boosh.player_eliminated.v1",
  ],
};
