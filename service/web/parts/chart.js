/** A line over time. */
import { dayText, lineOf } from "../core/texts.js";
import { html } from "./html.js";
/** @import { Point } from "../core/texts.js" */

const WIDTH = 320, HEIGHT = 120, LEFT = 34, TOP = 10, DOTTED = 40; // points that are few enough to be seen one by one

/** @param {Point} point */
const titleOf = ({ at, value }) => `${dayText(at)}: ${value.toFixed(1)}`;

/** @param {{points: Point[], name: string}} about of at least two points */
export function Chart({ points, name }) {
  const { places, ticks } = lineOf(points, WIDTH, HEIGHT);
  const first = points[0], last = points.at(-1);
  if (first === undefined || last === undefined) return null;
  const told = `${name}: from ${first.value.toFixed(1)} to ${last.value.toFixed(1)} over ${points.length} tables`;
  return html`
    <figure class="chart">
      <svg viewBox=${`0 0 ${WIDTH + LEFT + 8} ${HEIGHT + TOP + 22}`} role="img" aria-label=${told}>
        <g transform=${`translate(${LEFT} ${TOP})`}>
          ${ticks.map(({ value, y }) => html`
            <line class="grid" x1="0" x2=${WIDTH} y1=${y} y2=${y} /><text class="scale" x="-6" y=${y + 4}>${value}</text>`)}
          <polyline points=${places.map(({ x, y }) => `${x},${y}`).join(" ")} />
          ${places.length <= DOTTED && places.map(({ x, y }, at) => html`
            <circle cx=${x} cy=${y} r="2.6"><title>${titleOf(points[at] ?? first)}</title></circle>`)}
          <text class="day" x="0" y=${HEIGHT + 18}>${dayText(first.at)}</text>
          <text class="day end" x=${WIDTH} y=${HEIGHT + 18}>${dayText(last.at)}</text>
        </g>
      </svg>
    </figure>`;
}
