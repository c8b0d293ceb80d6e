/** What a tournament is: its tables, who takes part, by which rules. */
import { many, spoken } from "../core/texts.js";
import { calledBy, countsText, dealsText, entryText, formatText, gameText, titleOf } from "../core/tournament_words.js";
import { Confirmed, html, TextField, useAnswer, useKept, useState } from "../parts/html.js";
import { Adjudication, Newcomer } from "./doing.js";
/** @import { AtTournament } from "../pages/tournaments.js" */
/** @import { Entrant, TournamentRound, TournamentTable } from "../types" */

const PAGE = 100;
/** @type {Record<string, string>} */
const STATES = { planned: "opens in a moment", open: "in play", finished: "played", closed: "over" };

/** The rounds and their tables: who sits where, how far each is, what it has brought. @param {AtTournament} at */
export function Tables(at) {
  const { live, since, facts } = at;
  const [chosen, setChosen] = useState(/** @type {number | null} */ (null));
  const [pages, setPages] = useState(1);
  const round = chosen ?? facts.rounds - 1;
  const told = useKept(() => Promise.all([live.api.read(`${live.path}/rounds`), tablesOf(live, round, pages)]),
    [live, round, pages, since.tables, since.results]);
  if (facts.rounds === 0) return html`<p>No round was planned yet.</p>`;
  if (told === undefined) return html`<p class="hint" role="status">The tables are coming …</p>`;
  if (told.problem !== undefined) return html`<p class="problem" role="alert">${told.problem}</p>`;
  const [{ rounds }, { tables, hasMore }] = told;
  return html`
    <label class="row"><span>Round</span>
      <select onChange=${(/** @type {any} */ { target }) => setChosen(Number(target.value))}>
        ${[...Array(facts.rounds).keys()].reverse().map((one) => html`
          <option key=${one} value=${one} selected=${one === round}>${one + 1}</option>`)}
      </select></label>
    <${OfRound} ...${at} own=${rounds[round]} />
    <ul class="boards">${tables.map((/** @type {TournamentTable} */ table) => html`
      <${Table} key=${table.index} ...${at} table=${table} />`)}</ul>
    ${hasMore && html`<button type="button" onClick=${() => setPages(pages + 1)}>More tables</button>`}`;
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
    <p class="hint">Planned ${new Date(planned_at).toLocaleString()}; ${finished} of ${many(tables, "table")} played${
      ended ? "; the round is over" : ""}.${beacon === null ? "" : ` Round ${beacon} of the beacon has a part in its deals.`}
      ${byes.length > 0 && html`<span>Sit out: <bdi>${names}</bdi>.</span>`}</p>`;
}

/** @param {AtTournament & {table: TournamentTable}} about */
function Table(about) {
  const { facts, games, table } = about;
  const { index, game, group, seats, state, places, scores, counts, ruling, replays, replayed } = table;
  const title = titleOf(facts.settings.games[game]?.game ?? "", games);
  const isVoid = counts === false;
  return html`
    <li class=${seats.some(({ entrant }) => entrant === facts.you?.entrant) ? "board own" : "board"} data-index=${index}>
      <div class="line"><strong>Table ${index + 1}</strong> <span class="hint">${title}, deals ${group + 1}</span>
        <span class=${state === "open" ? "badge live" : "badge"}>${STATES[state] ?? state}</span></div>
      <ol>${seats.map(({ entrant }, seat) => html`
        <li key=${seat}><${Who} ...${about} number=${entrant} />
          ${places !== null && places.length > 0 && html`
            <span class="brought">${scores?.[seat]} <small>place ${places[seat]}</small></span>`}</li>`)}</ol>
      ${(isVoid || ruling !== null || replays !== null) && html`<p class="hint">${[
        isVoid ? `counts nothing${replayed ? ", is played again" : ""}` : "",
        ruling === null ? "" : ruling === "director" ? "as a director has said" : "as a ruling has corrected it",
        replays === null ? "" : `in place of table ${replays + 1}`].filter(Boolean).join("; ")}</p>`}
      <div class="row"><${Ways} ...${about} />
        ${facts.you?.may.includes("adjudicate") && html`<${Adjudication} live=${about.live} table=${table} />`}</div>
    </li>`;
}

/** @param {AtTournament & {number: number}} about */
function Who({ entrants, facts, number }) {
  const one = entrants[number];
  return html`<bdi>${one === undefined ? `Entrant ${number}` : calledBy(one)}</bdi>${number === facts.you?.entrant && " (you)"}`;
}

/** Where one may go from here. @param {AtTournament & {table: TournamentTable}} about */
function Ways({ app, facts: { you }, table: { table, state, seats } }) {
  if (state === "closed") return html`<a class="button" href=${`/replay/${table}`} data-page>Replay</a>`;
  if (state === "planned") return null;
  const me = app.account.known.value?.player;
  if (seats.some(({ player }) => player !== null && player === me)) {
    return html`<a class="button" href=${`/tables/${table}`} data-page>${state === "open" ? "Play" : "To the table"}</a>`;
  }
  return you?.director && you.entrant === null
    ? html`<a class="button" href=${`/tables/${table}`} data-page>Watch</a>` : null;
}

const MOST = 100; // entrants that are drawn unless all are wanted

/** Who takes part: who plays for each, what was promised, who was late, withdrawn or replaced. @param {AtTournament} at */
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

/** What a tournament is, by which rules, what makes it fair, and how to check that afterwards. @param {AtTournament} at */
export function About(at) {
  const { settings, opened_at, director, directors } = at.facts;
  const details = useAnswer(() => Promise.all(settings.games.map(({ game }) => at.app.game(game))), [at.facts.id]);
  const { late, late_tables, void: voided } = settings.policies;
  return html`
    <dl class="about">
      <dt>Who meets whom</dt><dd>${formatText(settings)}</dd>
      ${settings.games.map((game, number) => html`
        <dt key=${number}>${settings.games.length > 1 ? `Game ${number + 1}` : "Game"}</dt>
        <dd>${titleOf(game.game, at.games)}, rules version ${game.rules}:
          ${" "}${gameText(game, details?.[number]?.options ?? [])}</dd>`)}
      <dt>What counts</dt><dd>${countsText(settings)}</dd>
      <dt>Who may enter</dt><dd>${entryText(settings)}</dd>
      <dt>Who is late</dt><dd>${late === "keep" ? "Stays in"
        : `Is withdrawn after more than ${many(late_tables, "table")} at which they never acted`}.
        A table that counts nothing ${voided === "replay" ? "is played again with other deals" : "is not played again"}.</dd>
      <dt>Deals</dt><dd>${dealsText(settings)}</dd>
      <dt>Opened</dt><dd>${new Date(opened_at).toLocaleString()}</dd>
      <dt>Directors</dt><dd>${[director, ...directors].map((one) => html`
        <a key=${one} href=${`/players/${one}`} data-page><code>${one}</code></a> `)}</dd>
      <dt>Id</dt><dd><code>${at.facts.id}</code></dd>
    </dl>
    <${Fairness} ...${at} />
    <${Files} ...${at} />`;
}

/** @param {AtTournament} at */
function Fairness({ facts, entrants }) {
  const promised = entrants.filter(({ committed }) => committed).length;
  const revealed = entrants.filter(({ entropy }) => entropy !== null).length;
  const isDrawn = facts.started_at !== null;
  return html`
    <h3>What makes it fair</h3>
    <ul class="points">
      <li>The secret of all deals was sealed in the first event of the log, before anybody had entered${
        facts.secret === null ? "; it opens when the tournament is closed and no deal of it is played any more"
          : ", and is open now"}.
        ${" "}${facts.secret !== null && html`<code>${facts.secret}</code>`}</li>
      <li>${promised} of ${entrants.length} entrants promised a share of their own before any was known${
        isDrawn ? `; ${revealed} were revealed, ${promised - revealed} withheld` : `, ${revealed} are revealed`}.
        ${promised === 0 ? " Without one, the deals rest on the server's secret alone." : ""}</li>
      <li>${facts.settings.beacon === null
        ? "No public beacon has a part in the deals: once it has started, whoever runs the server could compute them ahead."
        : "A public beacon has a part in each deal planned for two players or more, of a round that nobody knew then."}</li>
      <li>Nobody is told what a table has brought while its deals are played elsewhere; who directs sees no hidden card.</li>
      <li>Newest event ${facts.n}, head of the log <code>${facts.head}</code>. Two who compare it have seen one history.</li>
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
    <h3>Check it yourself</h3>
    ${secret === null
      ? html`<p class="hint">When it is closed and all its tables are, all of it can be taken in one file, and checked.</p>`
      : html`<p class="hint">The export has every log, and the results; all of it is computed again, pairings and places too.</p>
        <pre class="copied" tabindex="0">${command}</pre>`}
    <div class="row">
      ${secret !== null && "clipboard" in navigator && html`
        <button type="button" onClick=${copy}>${isCopied ? "Copied" : "Copy the commands"}</button>`}
      ${secret !== null && html`<a class="button" href=${`/v1${live.path}/export`} download=${`${id}.zip`}>All of it (zip)</a>`}
      <a class="button" href=${`/v1${live.path}/log`} download=${`${id}.jsonl`}>The log of the tournament</a>
      <a class="button" href=${`/tournaments/open#like=${id}`}>Open another one like it</a>
    </div>
    ${why !== null && html`<p class="hint">Ended: ${spoken(why)}.</p>`}`;
}
