/** Lines over rounds, each in a colour of its own; they take the colours from the page. */
import { html } from "../parts/html.js";

/**
 * Lines over rounds, each of its own colour, with their names below.
 * @param {{label: string, lines: {name: string, values: number[]}[]}} about
 */
export function Lines({ label, lines }) {
  const all = lines.flatMap(({ values }) => values);
  const low = Math.floor(Math.min(...all)), high = Math.max(low + 1, Math.ceil(Math.max(...all)));
  const steps = Math.max(1, ...lines.map(({ values }) => values.length - 1));
  const x = (/** @type {number} */ round) => (100 * round) / steps;
  const y = (/** @type {number} */ value) => (100 * (high - value)) / (high - low);
  const marks = [high, (high + low) / 2, low];
  return html`
    <figure class="lines">
      <div class="plot">
        <div class="scale" aria-hidden="true">${marks.map((mark) => html`<span key=${mark}>${mark}</span>`)}</div>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" role="img" aria-label=${label}>
          ${marks.map((mark) => html`<line key=${mark} class="guide" x1="0" x2="100" y1=${y(mark)} y2=${y(mark)} />`)}
          ${lines.map(({ values }, at) => html`<polyline key=${at} class=${`c${at}`}
            points=${values.map((value, round) => `${x(round)},${y(value)}`).join(" ")} />`)}
        </svg>
        <div class="rounds" aria-hidden="true"><span>start</span><span>after round ${steps}</span></div>
      </div>
      <figcaption><ul class="legend">${lines.map(({ name, values }, at) => html`
        <li key=${at}><span class=${`key c${at}`} aria-hidden="true"></span><bdi>${name}</bdi>
          <span class="hint">${values.at(-1)?.toFixed(1)}</span></li>`)}</ul></figcaption>
    </figure>`;
}
