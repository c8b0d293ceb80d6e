/** The events of a log file as they stand in it: what everybody may know, what is sealed, what is open. */
import { html, useState } from "./html.js";
/** @import { Row } from "../core/replay.js" */

const PAGE = 50;

/** @param {{rows: Row[]}} about */
export function Events({ rows }) {
  const [begin, setBegin] = useState(0);
  const shown = rows.slice(begin, begin + PAGE);
  return html`
    <section class="panel events"><h2>Events</h2>
      <ol class="list" start=${begin + 1}>${shown.map((row, at) => html`<${OneEvent} key=${begin + at} row=${row} />`)}</ol>
      ${rows.length > PAGE && html`
        <div class="row">
          <button type="button" disabled=${begin === 0} onClick=${() => setBegin(begin - PAGE)}>Earlier</button>
          <span>${begin + 1} to ${begin + shown.length} of ${rows.length}</span>
          <button type="button" disabled=${begin + PAGE >= rows.length} onClick=${() => setBegin(begin + PAGE)}>Later</button>
        </div>`}
    </section>`;
}

/** @param {{row: Row}} about */
function OneEvent({ row: { n, type, by, at, sealed, open, data, parts } }) {
  const [isOpen, setOpen] = useState(false);
  const still = sealed.filter((key) => !open.includes(key));
  return html`
    <li><details onToggle=${(/** @type {any} */ { target }) => setOpen(target.open)}>
      <summary><b>${n}</b> ${type}
        ${open.length > 0 && html` <span class="badge">${open.length} opened</span>`}
        ${still.length > 0 && html` <span class="badge now">${still.length} sealed</span>`}</summary>
      ${isOpen && html`
        <p class="hint">${new Date(at).toLocaleString()}, by ${by}</p>
        <pre tabindex="0">${JSON.stringify(data, null, 1)}</pre>
        ${Object.entries(parts).map(([key, part]) => html`
          <p key=${key}>Sealed for ${audience(key)}, now open:</p><pre tabindex="0">${JSON.stringify(part, null, 1)}</pre>`)}
        ${still.map((key) => html`<p key=${key}>Sealed for ${audience(key)}.</p>`)}`}
    </details></li>`;
}

/** @param {string} key @returns {string} */
export function audience(key) {
  if (key === "table") return "nobody before the table's end";
  return key === "hand" ? "nobody before the hand's end" : `seat ${key.replaceAll("+", " and ")}`;
}
