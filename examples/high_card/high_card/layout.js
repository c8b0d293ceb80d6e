/** High Card: the trick lies round the table, the cards that were played are out of the way. */
import { Amount, html, PileOf, pilesAt, Ring } from "../parts/kit.js";
/** @import { Layout } from "../parts/kit.js" */

const TOP = 4; // played cards that are shown at once

/** @type {Layout<{tricks: number[]}>} */
export const layout = {
  middle: (at) => pilesAt(at, null).map((pile) => html`
    <${PileOf} key=${pile.at} at=${at} pile=${pile} top=${TOP} />`),

  round: (at, round, isOver) => html`<${Ring} at=${at} round=${round} isOver=${isOver} />`,

  seat: (at, { seat }) => html`
    <div class="line facts"><${Amount} of="tricks" count=${at.play.tricks[seat] ?? 0} sign="tricks" /></div>`,
};
