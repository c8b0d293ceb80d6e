/** What a tournament is: its tables, who takes part, by which rules. */
import { fixed, momentText } from "../core/texts.js";
import {
  byesText, calledBy, countsText, dealsText, entryText, formatText, gameText, levelText, prizesText, titleOf, wordOf,
} from "../core/tournament_words.js";
import { rich, t } from "../core/words.js";
import { html, TextField, useAnswer, useKept, useState } from "../parts/html.js";
import { Directed } from "./directed.js";
import { Adjudication } from "./ruling.js";
/** @import { AtTournament } from "../pages/tournaments.js" */
/** @import { Entrant, TournamentFacts, TournamentRound, TournamentTable } from "../types" */

const PAGE = 100;

/** The rounds and their tables: who sits where, how far each is, what it has brought. @param {AtTournament} at */
export function Tables(at) {
  const { live, since, facts } = at;
  const [chosen, setChosen] = useState(/** @type {number | null} */ (null));
  const [pages, setPages] = useState(1);
  const round = chosen ?? facts.rounds - 1;
  const told = useKept(() => Promise.all([live.api.read(`${live.path}/rounds`), tablesOf(live, round, pages)]),
    [live, round, pages, since.tables, since.results]);
  if (facts.rounds === 0) return html`<p>${t("tournaments.no_round")}</p>`;
  if (told === undefined) return html`<p class="hint" role="status">${t("tournaments.tables_coming")}</p>`;
  if (told.problem !== undefined) return html`<p class="problem" role="alert">${told.problem}</p>`;
  const [{ rounds }, { tables, hasMore }] = told;
  return html`
    <label class="row"><span>${t("tournaments.round")}</span>
      <select onChange=${(/** @type {any} */ { target }) => setChosen(Number(target.value))}>
        ${[...Array(facts.rounds).keys()].reverse().map((one) => html`
          <option key=${one} value=${one} selected=${one === round}>${one + 1}</option>`)}
      </select></label>
    <${OfRound} ...${at} own=${rounds[round]} />
    <ul class="boards">${tables.map((/** @type {TournamentTable} */ table) => html`
      <${Table} key=${table.index} ...${at} table=${table} />`)}</ul>
    ${hasMore && html`<button type="button" onClick=${() => setPages(pages + 1)}>${t("tournaments.more_tables")}</button>`}`;
}

/** @param {AtTournament["live"]} live @param {number} round @param {number} pages that are wanted */
async function tablesOf(live, round, pages) {
  /** @type {TournamentTable[]} */
  const tables = [];
  let cursor = "";
  for (let page = 0; page < pages; page++) {
    const told = await live.api.read(`${live.path}/tables?round=${round}&limit=${PAGE}${cursor}`);
    tables.push(...told.tables);
    if (told.cursor === null) return { tables, hasMore: false };
    cursor = `&cursor=${told.cursor}`;
  }
  return { tables, hasMore: true };
}

/** @param {AtTournament & {own: TournamentRound | undefined}} about */
function OfRound({ entrants, own }) {
  if (own === undefined) return null;
  const { planned_at, tables, finished, byes, beacon, ended } = own;
  const names = byes.map((who) => entrants[who]).filter((one) => one !== undefined).map(calledBy).join(", ");
  return html`
    <p class="hint">${t("tournaments.round_facts", { when: momentText(planned_at), finished, tables, is: ended ? "over" : "on" })}
      ${beacon !== null && ` ${t("tournaments.round_beacon", { beacon })} `}
      ${byes.length > 0 && html`<span>${rich("tournaments.byes", { names: html`<bdi>${names}</bdi>` })}</span>`}</p>`;
}

/** @param {AtTournament & {table: TournamentTable}} about */
function Table(about) {
  const { facts, games, table } = about;
  const { index, game, group, seats, state, places, scores, counts, ruling, replays, replayed } = table;
  const title = titleOf(facts.settings.games[game]?.game ?? "", games);
  const isVoid = counts === false;
  return html`
    <li class=${seats.some(({ entrant }) => entrant === facts.you?.entrant) ? "board own" : "board"} data-index=${index}>
      <div class="line"><strong>${t("tournaments.table", { table: index + 1 })}</strong>
        <span class="hint">${t("tournaments.table_deals", { title, group: group + 1 })}</span>
        <span class=${state === "open" ? "badge live" : "badge"}>${wordOf("state", state)}</span></div>
      <ol>${seats.map(({ entrant }, seat) => html`
        <li key=${seat}><${Who} ...${about} number=${entrant} />
          ${places !== null && places.length > 0 && html`
            <span class="brought">${scores?.[seat]}${" "}
              <small>${t("tournaments.place", { place: places[seat] })}</small></span>`}</li>`)}</ol>
      ${(isVoid || ruling !== null || replays !== null) && html`<p class="hint">${[
        isVoid ? t("tournaments.is_void", { is: replayed ? "again" : "no" }) : "",
        ruling === null ? "" : ruling === "director" ? t("tournaments.by_director") : t("tournaments.by_ruling"),
        replays === null ? "" : t("tournaments.replays", { table: replays + 1 })].filter(Boolean).join("; ")}</p>`}
      <div class="row"><${Ways} ...${about} />
        ${facts.you?.may.includes("adjudicate") && html`<${Adjudication} ...${about} />`}</div>
    </li>`;
}

/** @param {AtTournament & {number: number}} about */
function Who({ entrants, facts, number }) {
  const one = entrants[number];
  return html`<bdi>${one === undefined ? t("tournaments.entrant", { number: number + 1 }) : calledBy(one)}</bdi>${
    number === facts.you?.entrant && ` ${t("tournaments.is_you")}`}`;
}

/** Where one may go from here. @param {AtTournament & {table: TournamentTable}} about */
function Ways({ app, facts: { you }, table: { table, state, seats } }) {
  if (state === "closed") return html`<a class="button" href=${`/replay/${table}`} data-page>${t("tournaments.replay")}</a>`;
  if (state === "planned") return null;
  const me = app.account.known.value?.player;
  if (seats.some(({ player }) => player !== null && player === me)) {
    return html`<a class="button" href=${`/tables/${table}`} data-page>${
      state === "open" ? t("tournaments.play") : t("tournaments.to_table")}</a>`;
  }
  return you?.director && you.entrant === null
    ? html`<a class="button" href=${`/tables/${table}`} data-page>${t("tournaments.watch")}</a>` : null;
}

const MOST = 100; // entrants that are drawn unless all are wanted

/** Who takes part: who plays for each, what was promised, who was late, withdrawn or replaced. @param {AtTournament} at */
export function Entrants(at) {
  const { entrants, facts } = at;
  const [name, setName] = useState("");
  const [most, setMost] = useState(MOST);
  if (entrants.length === 0) return html`<p>${t("tournaments.nobody_entered")}</p>`;
  const sought = name.trim().toLowerCase();
  const found = entrants.filter((one) => sought === "" || calledBy(one).toLowerCase().includes(sought));
  return html`
    ${entrants.length > 12 && html`<${TextField} label=${t("tournaments.find")} type="search" value=${name} set=${setName} />`}
    ${found.length === 0 && html`<p>${t("tournaments.nobody_found")}</p>`}
    <ul class="list seating">${found.slice(0, most).map((one) => html`
      <${One} key=${one.number} ...${at} one=${one} place=${facts.places?.[one.number] ?? 0} />`)}</ul>
    ${found.length > most && html`<button type="button" onClick=${() => setMost(Infinity)}>${
      t("tournaments.all", { count: found.length })}</button>`}`;
}

/** @param {AtTournament & {one: Entrant, place: number}} about */
function One({ live, facts, one, place }) {
  const { number, kind, members, past, rating, seed, pool } = one;
  const levels = members.filter(({ level }) => level !== null).map(({ level }) => levelText(level ?? ""));
  const isDirected = (facts.you?.director ?? false) && facts.phase !== "closed";
  return html`
    <li data-entrant=${number}><span><small>${number + 1}</small> <${Called} one=${one} />${
          number === facts.you?.entrant && ` ${t("tournaments.is_you")}`}
        <span class="hint">${wordOf("kind", kind)}${levels.length > 0 ? ` (${levels.join(", ")})` : ""}</span>
        ${pool !== null && html` <span class="hint">${t("tournaments.in_pool", { pool: pool + 1 })}</span>`}
        ${rating !== null && html` <span class="hint">${t("tournaments.rated", { rating: fixed(rating, 2), seed })}</span>`}
        ${past.length > 0 && html`
          <span class="hint">${rich("tournaments.instead_of", {
            name: html`<bdi>${calledBy({ ...one, name: null, members: past })}</bdi>` })}</span>`}
      </span>
      <span class="row">${badgesOf(one, facts, place).map((badge) => html`
        <span key=${badge} class="badge">${badge}</span>`)}</span>
      ${isDirected && html`<${Directed} live=${live} facts=${facts} one=${one} />`}</li>`;
}

/** @param {{one: Entrant}} about a person leads to what else was played */
function Called({ one }) {
  const [only, ...others] = one.members;
  const name = html`<bdi class="seat-name">${calledBy(one)}</bdi>`;
  if (others.length > 0 || !only?.player) return name;
  return html`<a href=${`/players/${only.player}`} data-page>${name}</a>`;
}

/** @param {Entrant} one @param {TournamentFacts} facts @param {number} place final; 0 for none @returns {string[]} */
function badgesOf({ number, checked_in, committed, entropy, late, withdrawn, byes }, { phase, prizes, settings }, place) {
  const prize = prizes?.[number] ?? 0, unit = settings.policies.prize_unit ?? "";
  const share = entropy !== null ? t("tournaments.share_of_revealed") : !committed ? ""
    : ["registration", "called"].includes(phase) ? t("tournaments.share_of_promised") : t("tournaments.share_of_withheld");
  return [
    place > 0 ? t("tournaments.place", { place }) : "", prize > 0 ? t("tournaments.prize", { prize, unit }) : "",
    withdrawn ? t("tournaments.withdrawn") : "",
    late > 0 ? t("tournaments.late", { late }) : "", byesText(byes),
    phase === "registration" && checked_in ? t("tournaments.is_here") : "", share,
  ].filter(Boolean);
}

/** What a tournament is, by which rules, what makes it fair, and how to check that afterwards. @param {AtTournament} at */
export function About(at) {
  const { settings, opened_at, director, directors } = at.facts;
  const details = useAnswer(() => Promise.all(settings.games.map(({ game }) => at.app.game(game))), [at.facts.id]);
  const { late, late_tables, void: voided } = settings.policies;
  return html`
    <dl class="about">
      <dt>${t("tournaments.who_meets")}</dt><dd>${formatText(settings)}</dd>
      ${settings.games.map((game, number) => html`
        <dt key=${number}>${settings.games.length > 1 ? t("tournaments.game_number", { number: number + 1 })
          : t("tournaments.game")}</dt>
        <dd>${t("tournaments.rules_version", { title: titleOf(game.game, at.games), version: game.rules })}
          ${" "}${gameText(game, details?.[number]?.options ?? [])}</dd>`)}
      <dt>${t("tournaments.what_counts")}</dt><dd>${countsText(settings)}</dd>
      <dt>${t("tournaments.who_enters")}</dt><dd>${entryText(settings)}</dd>
      <dt>${t("tournaments.who_is_late")}</dt>
      <dd>${late === "keep" ? t("tournaments.late_keep") : t("tournaments.late_withdraw", { tables: late_tables })}
        ${" "}${t("tournaments.void_tables", { is: voided })}</dd>
      ${settings.policies.prizes != null && html`
        <dt>${t("tournaments.prizes")}</dt><dd>${prizesText(settings)}</dd>`}
      <dt>${t("tournaments.deals")}</dt><dd>${dealsText(settings)}</dd>
      <dt>${t("tournaments.opened")}</dt><dd>${momentText(opened_at)}</dd>
      <dt>${t("tournaments.directors")}</dt><dd>${[director, ...directors].map((one) => html`
        <a key=${one} href=${`/players/${one}`} data-page><code>${one}</code></a> `)}</dd>
      <dt>${t("tournaments.id")}</dt><dd><code>${at.facts.id}</code></dd>
    </dl>
    <${Fairness} ...${at} />
    <${Files} ...${at} />`;
}

/** @param {AtTournament} at */
function Fairness({ facts, entrants }) {
  const promised = entrants.filter(({ committed }) => committed).length;
  const revealed = entrants.filter(({ entropy }) => entropy !== null).length;
  const counts = { promised, revealed, withheld: promised - revealed, all: entrants.length };
  return html`
    <h3>${t("tournaments.fairness")}</h3>
    <ul class="points">
      <li>${t("tournaments.secret", { is: facts.secret === null ? "sealed" : "open" })}
        ${" "}${facts.secret !== null && html`<code>${facts.secret}</code>`}</li>
      <li>${t("tournaments.shares", { ...counts, is: facts.started_at !== null ? "over" : "on" })}
        ${promised === 0 && ` ${t("tournaments.no_shares")}`}</li>
      <li>${facts.settings.beacon === null
        ? t("tournaments.no_beacon")
        : t("tournaments.with_beacon")}</li>
      <li>${t("tournaments.nobody_knows")}</li>
      <li>${rich("tournaments.head", { n: facts.n, head: html`<code>${facts.head}</code>` })}</li>
    </ul>`;
}

/** @param {AtTournament} at */
function Files({ live, facts: { id, secret, why } }) {
  const command = `curl -s ${location.origin}/v1${live.path}/export -o ${id}.zip
curl -s ${location.origin}/v1/keys -o keys.json
fairdeal verify ${id}.zip --key keys.json`;
  const [isCopied, setCopied] = useState(false);
  const copy = () => navigator.clipboard.writeText(command).then(() => setCopied(true), () => {});
  return html`
    <h3>${t("tournaments.check")}</h3>
    ${secret === null
      ? html`<p class="hint">${t("tournaments.export_later")}</p>`
      : html`<p class="hint">${t("tournaments.export_holds")}</p>
        <pre class="copied" tabindex="0">${command}</pre>`}
    <div class="row">
      ${secret !== null && "clipboard" in navigator && html`
        <button type="button" onClick=${copy}>${isCopied ? t("tournaments.copied") : t("tournaments.copy")}</button>`}
      ${secret !== null && html`<a class="button" href=${`/v1${live.path}/export`} download=${`${id}.zip`}>${
        t("tournaments.export")}</a>`}
      <a class="button" href=${`/v1${live.path}/log`} download=${`${id}.jsonl`}>${t("tournaments.log")}</a>
      <a class="button" href=${`/tournaments/open#like=${id}`}>${t("tournaments.open_like")}</a>
    </div>
    ${why !== null && html`<p class="hint">${t("tournaments.ended", { why: wordOf("ended", why) })}</p>`}`;
}
