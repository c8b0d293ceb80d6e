/** Goblin Market: what is for sale lies large in the middle, coins and bids before the seats. */
import { t } from "../core/words.js";
import { Amount, html, Lines, PileOf, Piles, pilesAt } from "../parts/kit.js";
/** @import { Layout } from "../parts/kit.js" */
/** @import { Plays } from "../types" */

/** @type {Layout<Plays["goblin_market"]>} */
export const layout = {
  middle: (at) => {
    const { high, leader, number, row } = at.play.auction;
    const middle = pilesAt(at, null), sold = middle.slice(0, row.length > 0 ? 1 : 0), others = middle.slice(sold.length);
    return html`
      ${sold.map((pile) => html`
        <${PileOf} key=${pile.at} at=${at} pile=${pile} label=${t("games.for_sale", { number })} size="large"
          isMarked=${true} />`)}
      ${high !== null && leader !== null && html`
        <p class="price"><${Amount} of=${t("games.bid")} count=${high} sign="coins" /></p>`}
      <div class="shelf"><${Piles} at=${at} piles=${others} /></div>`;
  },

  round: (at, round, isOver) => (isOver ? undefined : html`<${Lines} at=${at} round=${round} />`),

  seat: (at, { seat }) => {
    const { coins = null } = at.play.players[seat] ?? {};
    const bid = at.play.auction.bids[seat] ?? null;
    return html`
      <div class="line facts">
        ${coins !== null && html`<${Amount} of=${t("games.coins", { count: coins })} count=${coins} sign="coins" />`}
        ${bid !== null && html`<${Amount} of=${t("games.bid")} count=${bid} />`}</div>
      <${Piles} at=${at} piles=${pilesAt(at, seat)} />`;
  },

  said: [
    "goblin_market.auction_won.v1", "goblin_market.nobody_bid.v1", "goblin_market.cards_taken.v1",
    "goblin_market.share_refused.v1", "goblin_market.sisterhood_paid.v1", "goblin_market.goblin_money_paid.v1",
  ],
};
