/** Boosh: the deck and the pile side by side, and before each seat its four cards, of which some are known. */
import { t } from "../core/words.js";
import { Badge, html, Lines, PileOf, pilesAt } from "../parts/kit.js";
/** @import { Layout } from "../parts/kit.js" */
/** @import { Plays } from "../types" */

const TOP = 1; // cards of the pile that are shown at once
const NEWEST = 4; // deeds that are told beside the table

/** @type {Layout<Plays["boosh"]>} */
export const layout = {
  middle: (at) => {
    const { call } = at.play;
    return html`
      ${call !== null && html`<${Badge} kind="now">${t(`games.called_${call}`)}<//>`}
      ${pilesAt(at, null).map((pile, place) => html`
        <${PileOf} key=${pile.at} at=${at} pile=${pile} label=${t(place === 0 ? "games.deck_a" : "games.pile_b")} size="large"
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
