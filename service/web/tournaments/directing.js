/** What a director may do with a tournament as it stands. */
import { calledBy } from "../core/settings.js";
import { Confirmed } from "../parts/confirmed.js";
import { Command, Form, TextField } from "../parts/form.js";
import { html, useState } from "../parts/html.js";
import { Newcomer } from "./newcomer.js";
import { OwnRound } from "./own_round.js";
/** @import { AtTournament } from "../pages/tournament.js" */

/** @param {AtTournament} at */
export function Directing(at) {
  const { live, facts } = at;
  const may = new Set(facts.you?.may ?? []);
  const order = (/** @type {string} */ path, /** @type {unknown} */ body = {}) => () => live.command("POST", path, body);
  return html`
    <section class="panel directing" aria-label="Directing">
      <h2>You direct it</h2>
      <div class="row">
        ${may.has("call") && html`
          <${Confirmed} label="Call for the start" kind="main" sure="Call" send=${order("/call")}
            warning=${`Entry ends, with ${facts.entrants} entered${
              facts.settings.entrants.late ? "; one may still enter later" : ""}.`} />`}
        ${may.has("pause") && html`<${Command} label="Pause" send=${order("/pause")} />`}
        ${may.has("resume") && html`<${Command} label="Go on" kind="main" send=${order("/resume")} />`}
        ${may.has("close") && html`<${Ending} ...${at} order=${order} />`}
      </div>
      ${may.has("plan") && html`<${OwnRound} ...${at} />`}
      ${may.has("enter") && html`
        <details><summary>Enter somebody</summary>
          <${Newcomer} facts=${facts} label="Enter it" send=${(/** @type {unknown} */ body) =>
            live.command("POST", "/entrants", body)} /></details>`}
      ${may.has("name_director") && html`<details><summary>Directors</summary><${Directors} ...${at} /></details>`}
      <p class="hint">What becomes of a single table or entrant stands beside it, below.</p>
    </section>`;
}

/** @param {AtTournament & {order: (path: string, body?: unknown) => () => Promise<unknown>}} about */
function Ending({ facts, order }) {
  const { kind } = facts.settings.format;
  return html`
    ${kind === "own" && facts.rounds > 0 && html`
      <${Confirmed} label="Close" sure="Close it" send=${order("/close")}
        warning="It ends with the places as they stand now." />`}
    <${Confirmed} label="Abandon" sure="Abandon it" send=${order("/close", { abandon: true })}
      warning="It ends now and for ever, before its format is over." />`;
}

/** @param {AtTournament} at */
function Directors({ live, facts }) {
  const [player, setPlayer] = useState("");
  const send = async () => {
    await live.command("POST", "/directors", { player: player.trim() });
    setPlayer("");
  };
  return html`
    <p class="hint">Those who direct it: ${[facts.director, ...facts.directors].map((one) => html`
      <a key=${one} href=${`/players/${one}`} data-page><code>${one}</code></a> `)}</p>
    <${Form} label="Name another director" kind="plain" send=${send}>
      <${TextField} label="Id of the account" value=${player} set=${setPlayer} required autocomplete="off" spellcheck=${false} />
      <p class="hint">Nobody takes that back.</p>
    <//>`;
}

/** @param {AtTournament["entrants"]} entrants @returns {string} their numbers and names */
export const numbered = (entrants) => entrants.map((one) => `${one.number} ${calledBy(one)}`).join(", ");
