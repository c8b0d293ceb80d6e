/** The Bum Game: what is to be beaten lies large in the middle; who holds how many cards is seen at a glance. */
import { rich, t } from "../core/words.js";
import { Card, Fan, html, Lines, nameOf, Piles, pilesAt } from "../parts/kit.js";
/** @import { Layout } from "../parts/kit.js" */
/** @import { Plays } from "../types" */

/** @type {Layout<Plays["bum"]>} */
export const layout = {
  round: (at, { name, deeds, winner }, isOver) => {
    const best = deeds.findLast(({ seat, cards }) => seat === winner && cards.length > 0);
    if (isOver || best === undefined) return undefined;
    const before = deeds.filter((deed) => deed !== best).map((deed) => ({ ...deed, cards: [] }));
    return html`
      <section class="round" role="group" aria-label=${name}>
        <h2>${t("games.to_beat", { count: best.cards.length })}${" "}
          <span class="winner">${rich("games.of", { name: html`<bdi>${nameOf(at.view, best.seat)}</bdi>` })}</span></h2>
        <span class="cards large">${best.cards.map((card, place) => html`
          <${Card} key=${place} card=${card} faces=${at.faces} />`)}</span>
        ${before.length > 0 && html`
          <${Lines} at=${at} round=${{ kind: "trick", name: t("games.others"), deeds: before, winner: null }} />`}
      </section>`;
  },

  seat: (at, { seat }) => html`
    <${Fan} count=${seat === at.view.seat ? 0 : at.play.counts[seat] ?? 0} />
    <${Piles} at=${at} piles=${pilesAt(at, seat)} />`,

  said: [
    "bum.boss_drawn.v1", "bum.revolution_declared.v1", "bum.exchange_called_off.v1", "bum.cards_given.v1",
    "bum.player_went_out.v1", "bum.hand_ended.v1",
  ],
};
