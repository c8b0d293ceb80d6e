/** A tournament: where it stands, one's own part in it, and all that has come of it. */
import { FORMATS, PHASES, standing, titleOf } from "../core/settings.js";
import { LiveTournament } from "../core/tournament.js";
import { html, useAnswer, useEffect, useFollowed, useKept, useMemo, useSignal, useState } from "../parts/html.js";
import { About } from "../tournaments/about.js";
import { Cross } from "../tournaments/cross.js";
import { Directing } from "../tournaments/directing.js";
import { Entrants } from "../tournaments/entrants.js";
import { OwnPart } from "../tournaments/own.js";
import { Ratings } from "../tournaments/ratings.js";
import { Standings } from "../tournaments/standings.js";
import { Tables } from "../tournaments/tables.js";
/** @import { App } from "../core/app.js" */
/** @import { Part } from "../core/tournament.js" */
/** @import { Entrant, Game, TournamentFacts } from "../types" */

/**
 * @typedef {object} AtTournament what all sections are given
 * @property {App} app
 * @property {LiveTournament} live
 * @property {TournamentFacts} facts
 * @property {Record<Part, number>} since
 * @property {Game[]} games
 * @property {Entrant[]} entrants
 */

/** @type {Record<string, [string, (at: AtTournament) => unknown]>} */
const SECTIONS = {
  standings: ["Standings", Standings], tables: ["Tables", Tables], entrants: ["Entrants", Entrants],
  cross: ["Cross-table", Cross], ratings: ["Ratings", Ratings], about: ["What it is", About],
};

/** @param {{app: App, which: string}} about */
export function TournamentPage({ app, which }) {
  const known = useSignal(app.account.known);
  const live = useMemo(() => new LiveTournament(app.api, which), [which, known?.player]);
  useFollowed(live, []);
  const { facts, since, problem } = useSignal(live.state);
  const games = useAnswer(() => app.games(), []);
  const listed = useKept(() => app.api.read(`${live.path}/entrants`), [live, since.entrants]);
  if (facts === null && problem !== null) {
    return html`<section class="panel"><h1>Tournament</h1><p class="problem" role="alert">${problem.detail}</p>
      <p><a href="/tournaments" data-page>All tournaments</a></p></section>`;
  }
  if (facts === null || games === undefined) return html`<p class="hint" role="status">The tournament is coming …</p>`;
  return html`<${Tournament} app=${app} live=${live} facts=${facts} since=${since}
    games=${Array.isArray(games) ? games : []} entrants=${listed?.entrants ?? []} />`;
}

/** @param {AtTournament} at */
function Tournament(at) {
  const { app, facts, games } = at;
  const name = facts.name ?? "A tournament whose name was erased";
  useEffect(() => {
    document.title = `${name} · fairdeal`;
  }, [name]);
  const where = standing(facts);
  useEffect(() => app.say(where), [where]);
  const kind = FORMATS[facts.settings.format.kind] ?? facts.settings.format.kind;
  const played = facts.settings.games.map(({ game }) => titleOf(game, games)).join(", ");
  return html`
    <div data-tournament=${facts.id} data-phase=${facts.phase} data-event=${facts.n}>
      <section class="panel head">
        <h1><bdi>${name}</bdi> <span class=${facts.phase === "closed" ? "badge" : "badge live"}>${
          facts.paused ? "paused" : PHASES[facts.phase] ?? facts.phase}</span></h1>
        <p>${kind[0]?.toUpperCase()}${kind.slice(1)}: ${played}</p>
        <p class="hint">${where}</p>
        <${Counts} facts=${facts} />
        <${OwnPart} ...${at} />
      </section>
      ${facts.you?.director && facts.phase !== "closed" && html`<${Directing} ...${at} />`}
      <${Sections} ...${at} />
    </div>`;
}

/** @param {{facts: TournamentFacts}} about */
function Counts({ facts: { entrants, active, rounds, tables, groups } }) {
  const told = [
    [entrants, entrants === active || active === 0 ? "entrants" : `entrants, ${active} of them active`], [rounds, "rounds"],
    [tables.planned, tables.finished === tables.planned ? "tables" : `tables, ${tables.finished} played`],
    [groups.ended, "deals over"],
  ];
  return html`<dl class="counts">${told.map(([count, what]) => html`
    <div key=${what}><dt>${what}</dt><dd>${count}</dd></div>`)}</dl>`;
}

/** @param {TournamentFacts} facts @returns {string} the section that the address names; else the one that matters now */
function sectionFor({ rounds }) {
  const named = location.hash.slice(1);
  if (named in SECTIONS) return named;
  return rounds === 0 ? "entrants" : "standings";
}

/** @param {AtTournament} at */
function Sections(at) {
  const [chosen, setChosen] = useState("");
  const shown = chosen || sectionFor(at.facts);
  const show = (/** @type {Event} */ event, /** @type {string} */ name) => {
    event.preventDefault();
    history.replaceState(null, "", `${location.pathname}#${name}`);
    setChosen(name);
  };
  const [title, Section] = /** @type {[string, (at: AtTournament) => unknown]} */ (SECTIONS[shown]);
  return html`
    <nav class="tabs" aria-label="Of this tournament">${Object.entries(SECTIONS).map(([name, [words]]) => html`
      <a key=${name} href=${`#${name}`} aria-current=${name === shown ? "true" : null}
        onClick=${(/** @type {Event} */ event) => show(event, name)}>${words}</a>`)}</nav>
    <section class="panel" aria-label=${title}><h2>${title}</h2><${Section} key=${shown} ...${at} /></section>`;
}

