/** Figures in rows. */
import { html } from "./html.js";

/** @typedef {[string, unknown, ...unknown[]]} Row its key, what it is of, its figures */

/** @param {{name: string, heads: string[], rows: Row[]}} about */
export const Figures = ({ name, heads, rows }) => html`
  <div class="wide" role="region" aria-label=${name} tabindex="0">
    <table class="figures">
      <thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
      <tbody>${rows.map(([key, first, ...others]) => html`
        <tr key=${key}><th scope="row">${first}</th>${others.map((one) => html`<td>${one}</td>`)}</tr>`)}</tbody>
    </table>
  </div>`;

/** @param {{rows: [string, unknown][]}} about what things are called, and how they are */
export const Facts = ({ rows }) => html`
  <dl class="facts-list">${rows.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;
