/** Estimates drawn: a mean as a dot within its interval, on a scale that all rows share. */
import { fixed } from "../core/settings.js";
import { html } from "./html.js";
/** @import { Estimate } from "../types" */

/** @typedef {{low: number, high: number}} Scale */

/** @param {(Estimate | null)[]} estimates @returns {Scale} one on which all of them, and zero, have room */
export function scaleOf(estimates) {
  const ends = estimates.flatMap((one) => (one === null ? [] : [one.low ?? one.value, one.high ?? one.value]));
  const low = Math.min(0, ...ends), high = Math.max(0, ...ends);
  const room = (high - low) * 0.04 || 1;
  return { low: low - room, high: high + room };
}

/** @param {Estimate} estimate @returns {string} it in words */
export function estimateText({ value, low, high }) {
  if (low === null || high === null) return `${fixed(value, 3)} (one deal says nothing of its spread)`;
  return `${fixed(value, 3)} (${fixed(low, 3)} to ${fixed(high, 3)})`;
}

/** A mean as a dot within its 95 % interval, beside the line of zero. @param {{of: Estimate | null, scale: Scale}} about */
export function Interval({ of, scale }) {
  if (of === null) return null;
  const at = (/** @type {number} */ value) => `${(100 * (value - scale.low)) / (scale.high - scale.low)}%`;
  const { value, low, high } = of;
  return html`
    <svg class="interval" role="img" aria-label=${estimateText(of)}>
      <title>${estimateText(of)}</title>
      <line class="zero" x1=${at(0)} x2=${at(0)} y1="0" y2="100%" />
      ${low !== null && high !== null && html`
        <line class="span" x1=${at(low)} x2=${at(high)} y1="50%" y2="50%" />
        ${[low, high].map((end) => html`<line key=${end} class="span" x1=${at(end)} x2=${at(end)} y1="30%" y2="70%" />`)}`}
      <circle cx=${at(value)} cy="50%" r="4.5" />
    </svg>`;
}
