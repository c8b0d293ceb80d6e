/** Boon: a trick lies round the table, and before each seat what it has taken. */
import { t } from "../core/words.js";
import { Amount, html, PileOf, Piles, pilesAt, Ring } from "../parts/kit.js";
/** @import { Layout } from "../parts/kit.js" */
/** @import { Plays } from "../types" */

/** @type {Layout<Plays["boon"]>} */
export const layout = {
  middle: (at) => pilesAt(at, null).map((pile) => html`<${PileOf} key=${pile.at} at=${at} pile=${pile} size="large" />`),

  round: (at, round, isOver) =>
    round.kind === "trick" ? html`<${Ring} at=${at} round=${round} isOver=${isOver} />` : undefined,

  seat: (at, { seat }) => {
    const tricks = at.play.tricks_won[seat] ?? 0;
    return html`
      ${tricks > 0 && html`<div class="line facts">
        <${Amount} of=${t("games.tricks", { count: tricks })} count=${tricks} sign="tricks" />
        <${Amount} of=${t("games.points", { count: at.play.points[seat] ?? 0 })} count=${at.play.points[seat] ?? 0} /></div>`}
      <${Piles} at=${at} piles=${pilesAt(at, seat)} />`;
  },

  said: [
    "boon.boon_taken.v1", "boon.leaster_begun.v1", "boon.sides_revealed.v1", "boon.round_counted.v1",
    "boon.leaster_counted.v1",
  ],
};
