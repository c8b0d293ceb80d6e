/** Who takes part: who plays for each, what was promised, who was late, withdrawn or replaced. */
import { calledBy, spoken } from "../core/settings.js";
import { many } from "../core/texts.js";
import { Confirmed } from "../parts/confirmed.js";
import { TextField } from "../parts/form.js";
import { html, useState } from "../parts/html.js";
import { Newcomer } from "./newcomer.js";
/** @import { AtTournament } from "../pages/tournament.js" */
/** @import { Entrant } from "../types" */

const MOST = 100; // entrants that are drawn unless all are wanted

/** @param {AtTournament} at */
export function Entrants(at) {
  const { entrants, facts } = at;
  const [name, setName] = useState("");
  const [most, setMost] = useState(MOST);
  if (entrants.length === 0) return html`<p>Nobody has entered yet.</p>`;
  const sought = name.trim().toLowerCase();
  const found = entrants.filter((one) => sought === "" || calledBy(one).toLowerCase().includes(sought));
  return html`
    ${entrants.length > 12 && html`<${TextField} label="Find" type="search" value=${name} set=${setName} />`}
    ${found.length === 0 && html`<p>Nobody is called so.</p>`}
    <ul class="list seating">${found.slice(0, most).map((one) => html`
      <${One} key=${one.number} ...${at} one=${one} place=${facts.places?.[one.number] ?? 0} />`)}</ul>
    ${found.length > most && html`<button type="button" onClick=${() => setMost(Infinity)}>All ${found.length}</button>`}`;
}

/** @param {AtTournament & {one: Entrant, place: number}} about */
function One({ live, facts, one, place }) {
  const { number, kind, members, past, withdrawn } = one;
  const levels = members.filter(({ level }) => level !== null).map(({ level }) => level);
  const isDirected = (facts.you?.director ?? false) && facts.phase !== "closed" && !withdrawn;
  return html`
    <li data-entrant=${number}><span><small>${number}</small> <${Called} one=${one} />${number === facts.you?.entrant && " (you)"}
        <span class="hint">${spoken(kind)}${levels.length > 0 ? ` (${levels.join(", ")})` : ""}</span>
        ${past.length > 0 && html`
          <span class="hint">in place of <bdi>${calledBy({ ...one, name: null, members: past })}</bdi></span>`}
      </span>
      <span class="row">${badgesOf(one, facts.phase, place).map((badge) => html`
        <span key=${badge} class="badge">${badge}</span>`)}</span>
      ${isDirected && html`
        <div class="row">
          <${Confirmed} label="Withdraw" name=${`Withdraw entrant ${number}`}
            send=${() => live.command("DELETE", `/entrants/${number}`)}
            warning="It is paired no more, and does not come back under another number. Where it sits, it plays on." />
          <details><summary>Replace</summary><${Newcomer} facts=${facts} label="Plays on for it"
            send=${(/** @type {unknown} */ body) => live.command("POST", `/entrants/${number}/replacement`, body)} /></details>
        </div>`}</li>`;
}

/** @param {{one: Entrant}} about a person leads to what else was played */
function Called({ one }) {
  const [only, ...others] = one.members;
  const name = html`<bdi class="seat-name">${calledBy(one)}</bdi>`;
  if (others.length > 0 || !only?.player) return name;
  return html`<a href=${`/players/${only.player}`} data-page>${name}</a>`;
}

/** @param {Entrant} one @param {string} phase @param {number} place final; 0 for none @returns {string[]} */
function badgesOf({ checked_in, committed, entropy, late, withdrawn }, phase, place) {
  const share = entropy !== null ? "share revealed" : !committed ? "" : ["registration", "called"].includes(phase)
    ? "share promised" : "share withheld";
  return [place > 0 ? `place ${place}` : "", withdrawn ? "withdrawn" : "", late > 0 ? `late ${many(late, "time")}` : "",
    phase === "registration" && checked_in ? "is here" : "", share].filter(Boolean);
}
