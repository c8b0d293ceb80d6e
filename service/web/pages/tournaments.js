/** Tournaments: the list, and one of them. */
import { dayText } from "../core/texts.js";
import { LiveTournament } from "../core/tournament.js";
import { PHASES, standing, titleOf, wordOf } from "../core/tournament_words.js";
import { t } from "../core/words.js";
import {
  ChoiceField, html, TextField, useAnswer, useEffect, useFollowed, useKept, useMemo, useSignal, useState,
} from "../parts/html.js";
import { Directing, OwnPart } from "../tournaments/doing.js";
import { Ratings } from "../tournaments/ratings.js";
import { About, Entrants, Tables } from "../tournaments/sections.js";
import { Cross, Standings } from "../tournaments/standings.js";
import { Told } from "../tournaments/telling.js";
/** @import { App } from "../core/app.js" */
/** @import { Part } from "../core/tournament.js" */
/** @import { Entrant, Game, TournamentFacts, TournamentRow } from "../types" */

const PAUSE = 300; // milliseconds without a key until a name is looked for
const WHOSE = ["", "player", "director"];

/** Tournaments: those of a phase, a game or a name, and one's own. @param {{app: App}} about */
export function TournamentsPage({ app }) {
  const known = useSignal(app.account.known);
  const games = useAnswer(() => app.games(), []);
  const me = useAnswer(() => (known === null ? Promise.resolve(null) : app.api.read("/players/me")), [known?.player]);
  const [asked, setAsked] = useState({ phase: "", game: "", name: "", whose: "" });
  const set = (/** @type {string} */ field) => (/** @type {string} */ value) => setAsked({ ...asked, [field]: value });
  const listed = /** @type {Game[]} */ (Array.isArray(games) ? games : []);
  return html`
    <section class="panel">
      <h1>${t("tournaments.title")}</h1>
      <div class="filters">
        <${ChoiceField} label=${t("tournaments.phase")} value=${asked.phase} set=${set("phase")}
          choices=${[["", t("tournaments.any")], ...PHASES.map((phase) => [phase, wordOf("phase", phase)])]} />
        <${ChoiceField} label=${t("tournaments.game")} value=${asked.game} set=${set("game")}
          choices=${[["", t("tournaments.any")], ...listed.map(({ game, title }) => [game, title])]} />
        <${TextField} label=${t("tournaments.name")} type="search" value=${asked.name} set=${set("name")}
          placeholder=${t("tournaments.part_of_name")} />
        ${known !== null && html`
          <${ChoiceField} label=${t("tournaments.whose")} value=${asked.whose} set=${set("whose")}
            choices=${WHOSE.map((whose) => [whose, t(`tournaments.whose_${whose}`)])} />`}
      </div>
      <${Found} app=${app} path=${usePath(asked)} games=${listed} />
      ${["director", "admin"].includes(me?.role)
        ? html`<p><a class="button" href="/tournaments/open" data-page>${t("tournaments.open_one")}</a></p>`
        : html`<p class="hint">${t("tournaments.who_opens")}</p>`}
    </section>`;
}

/** @param {{phase: string, game: string, name: string, whose: string}} asked @returns {string} the list's, once typing rests */
function usePath({ phase, game, name, whose }) {
  const [typed, setTyped] = useState(name);
  useEffect(() => {
    const timer = setTimeout(() => setTyped(name), PAUSE);
    return () => clearTimeout(timer);
  }, [name]);
  const filters = Object.entries({ phase, game, name: typed.trim(), [whose]: "me" }).filter(([key, value]) => key && value);
  return `/tournaments?limit=50&${new URLSearchParams(filters)}`;
}

/** @param {{app: App, path: string, games: Game[]}} about */
function Found({ app, path, games }) {
  const first = useKept(() => app.api.read(path).then((page) => ({ ...page, path })), [path]);
  const [more, setMore] = useState({ path: "", rows: /** @type {TournamentRow[]} */ ([]), cursor: null });
  if (first === undefined) return html`<p class="hint" role="status">${t("tournaments.list_coming")}</p>`;
  if (first.problem !== undefined) return html`<p class="problem" role="alert">${first.problem}</p>`;
  const behind = more.path === first.path ? more : { rows: [], cursor: first.cursor };
  const go = async () => {
    const page = await app.api.read(`${first.path}&cursor=${encodeURIComponent(behind.cursor)}`);
    setMore({ path: first.path, rows: [...behind.rows, ...page.tournaments], cursor: page.cursor });
  };
  /** @type {TournamentRow[]} */
  const rows = [...first.tournaments, ...behind.rows];
  return html`
    <p class="unseen" role="status">${t("tournaments.found", { count: rows.length })}</p>
    ${rows.length === 0 && html`<p>${t("tournaments.none_found")}</p>`}
    <ul class="list cups">${rows.map((row) => html`<${Row} key=${row.id} row=${row} games=${games} />`)}</ul>
    ${behind.cursor !== null && html`<button type="button" onClick=${go}>${t("tournaments.more")}</button>`}`;
}

/** @param {{row: TournamentRow, games: Game[]}} about */
function Row({ row: { id, name, format, games: played, phase, entrants, rounds, opened_at }, games }) {
  const what = `${played.map((game) => titleOf(game, games)).join(", ")}: ${wordOf("format", format)}`;
  return html`
    <li><a href=${`/tournaments/${id}`} data-page><strong><bdi>${name ?? t("tournaments.name_erased")}</bdi></strong>
      <span>${what}; ${t("tournaments.size", { entrants, rounds, day: dayText(opened_at) })}</span>
      <span class=${phase === "closed" ? "badge" : "badge live"}>${wordOf("phase", phase)}</span></a></li>`;
}

/**
 * @typedef {object} AtTournament what all sections are given
 * @property {App} app
 * @property {LiveTournament} live
 * @property {TournamentFacts} facts
 * @property {Record<Part, number>} since
 * @property {Game[]} games
 * @property {Entrant[]} entrants
 */

/** @type {Record<string, (at: AtTournament) => unknown>} */
const SECTIONS = { standings: Standings, tables: Tables, entrants: Entrants, cross: Cross, ratings: Ratings, about: About };

/** A tournament: where it stands, one's own part in it, and all that has come of it. @param {{app: App, which: string}} about */
export function TournamentPage({ app, which }) {
  const known = useSignal(app.account.known);
  const live = useMemo(() => new LiveTournament(app.api, which), [which, known?.player]);
  useFollowed(live, []);
  const { facts, since, problem } = useSignal(live.state);
  const games = useAnswer(() => app.games(), []);
  const listed = useKept(() => app.api.read(`${live.path}/entrants`), [live, since.entrants]);
  if (facts === null && problem !== null) {
    return html`<section class="panel"><h1>${t("tournaments.one")}</h1><p class="problem" role="alert">${problem.detail}</p>
      <p><a href="/tournaments" data-page>${t("tournaments.all_tournaments")}</a></p></section>`;
  }
  if (facts === null || games === undefined) return html`<p class="hint" role="status">${t("tournaments.coming")}</p>`;
  return html`<${Tournament} app=${app} live=${live} facts=${facts} since=${since}
    games=${Array.isArray(games) ? games : []} entrants=${listed?.entrants ?? []} />`;
}

/** @param {AtTournament} at */
function Tournament(at) {
  const { app, facts, games } = at;
  const name = facts.name ?? t("tournaments.nameless");
  useEffect(() => {
    document.title = `${name} · fairdeal`;
  }, [name]);
  const where = standing(facts);
  useEffect(() => app.say(where), [where]);
  const kind = wordOf("format", facts.settings.format.kind);
  const played = facts.settings.games.map(({ game }) => titleOf(game, games)).join(", ");
  return html`
    <div data-tournament=${facts.id} data-phase=${facts.phase} data-event=${facts.n}>
      <section class="panel head">
        <h1><bdi>${name}</bdi> <span class=${facts.phase === "closed" ? "badge" : "badge live"}>${
          facts.paused ? t("tournaments.paused") : wordOf("phase", facts.phase)}</span></h1>
        <p>${kind[0]?.toUpperCase()}${kind.slice(1)}: ${played}</p>
        <p class="hint">${where}</p>
        <${Counts} facts=${facts} />
        <${Told} facts=${facts} />
        <${OwnPart} ...${at} />
      </section>
      ${facts.you?.director && facts.phase !== "closed" && html`<${Directing} ...${at} />`}
      <${Sections} ...${at} />
    </div>`;
}

/** @param {{facts: TournamentFacts}} about */
function Counts({ facts: { entrants, active, rounds, tables, groups } }) {
  const told = [
    [entrants, entrants === active || active === 0 ? t("tournaments.count_entrants") : t("tournaments.count_active", { active })],
    [rounds, t("tournaments.count_rounds")],
    [tables.planned, tables.finished === tables.planned ? t("tournaments.count_tables")
      : t("tournaments.count_played", { played: tables.finished })],
    [groups.ended, t("tournaments.count_deals")],
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
  const title = t(`tournaments.section_${shown}`), Section = SECTIONS[shown];
  return html`
    <nav class="tabs" aria-label=${t("tournaments.sections")}>${Object.keys(SECTIONS).map((name) => html`
      <a key=${name} href=${`#${name}`} aria-current=${name === shown ? "true" : null}
        onClick=${(/** @type {Event} */ event) => show(event, name)}>${t(`tournaments.section_${name}`)}</a>`)}</nav>
    <section class="panel" aria-label=${title}><h2>${title}</h2><${Section} key=${shown} ...${at} /></section>`;
}
