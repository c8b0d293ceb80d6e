/** Boojum: the slots side by side with the one that is auctioned marked; tokens, bids and cards won before the seats. */
import { t } from "../core/words.js";
import { html, Lines, PileOf, Piles, pilesAt, Suit } from "../parts/kit.js";
/** @import { Layout } from "../parts/kit.js" */
/** @import { Plays } from "../types" */

const TOP = 3; // discards that are shown at once

/** @type {Layout<Plays["boojum"]>} */
export const layout = {
  chapter: "Sets",

  middle: (at) => {
    const { auction, slots } = at.play;
    const middle = pilesAt(at, null); // the slots come first
    return html`
      <div class="shelf">${middle.slice(0, slots.length).map((pile, slot) => {
        const isSold = slot === auction?.slot, bid = isSold ? auction.highest : null;
        const label = t(bid === null ? "games.slot" : "games.slot_bid", { slot: slot + 1, count: bid?.count, pips: bid?.pips });
        return html`<${PileOf} key=${pile.at} at=${at} pile=${pile} size=${isSold ? "large" : "small"} isMarked=${isSold}
          label=${label} />`;
      })}</div>
      <div class="shelf">${middle.slice(slots.length).map((pile) => html`
        <${PileOf} key=${pile.at} at=${at} pile=${pile} top=${TOP} />`)}</div>`;
  },

  round: (at, round) => (round.kind === "auction" ? html`<${Lines} at=${at} round=${round} />` : undefined),

  seat: (at, { seat }) => html`
    <div class="tokens">${(at.play.tokens[seat] ?? []).map((suit, place) => html`
      <${Suit} key=${place} suit=${suit} faces=${at.faces} />`)}</div>
    <${Piles} at=${at} piles=${pilesAt(at, seat)} />`,

  said: [
    "boojum.slot_sold.v1", "boojum.slot_unsold.v1", "boojum.slots_built.v1", "boojum.cards_taken_up.v1",
    "boojum.set_claimed.v1", "boojum.round_ended.v1",
  ],
};
