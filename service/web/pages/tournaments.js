/** Tournaments: those of a phase, a game or a name, and one's own. */
import { FORMATS, PHASES, titleOf } from "../core/settings.js";
import { many } from "../core/texts.js";
import { ChoiceField, TextField } from "../parts/form.js";
import { html, useAnswer, useEffect, useKept, useSignal, useState } from "../parts/html.js";
/** @import { App } from "../core/app.js" */
/** @import { Game, TournamentRow } from "../types" */

const PAUSE = 300; // milliseconds without a key until a name is looked for
/** @type {[string, string][]} */
const WHOSE = [["", "all"], ["player", "in which I play"], ["director", "that I direct"]];

/** @param {{app: App}} about */
export function TournamentsPage({ app }) {
  const known = useSignal(app.account.known);
  const games = useAnswer(() => app.games(), []);
  const me = useAnswer(() => (known === null ? Promise.resolve(null) : app.api.read("/players/me")), [known?.player]);
  const [asked, setAsked] = useState({ phase: "", game: "", name: "", whose: "" });
  const set = (/** @type {string} */ field) => (/** @type {string} */ value) => setAsked({ ...asked, [field]: value });
  const listed = /** @type {Game[]} */ (Array.isArray(games) ? games : []);
  return html`
    <section class="panel">
      <h1>Tournaments</h1>
      <div class="filters">
        <${ChoiceField} label="Phase" value=${asked.phase} set=${set("phase")}
          choices=${[["", "any"], ...Object.entries(PHASES)]} />
        <${ChoiceField} label="Game" value=${asked.game} set=${set("game")}
          choices=${[["", "any"], ...listed.map(({ game, title }) => [game, title])]} />
        <${TextField} label="Name" type="search" value=${asked.name} set=${set("name")} placeholder="or a part of it" />
        ${known !== null && html`
          <${ChoiceField} label="Whose" value=${asked.whose} set=${set("whose")} choices=${WHOSE} />`}
      </div>
      <${Found} app=${app} path=${usePath(asked)} games=${listed} />
      ${["director", "admin"].includes(me?.role)
        ? html`<p><a class="button" href="/tournaments/open" data-page>Open a tournament</a></p>`
        : html`<p class="hint">Who has the role director opens tournaments; whoever runs this server gives it.</p>`}
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
  if (first === undefined) return html`<p class="hint" role="status">The list is coming …</p>`;
  if (first.problem !== undefined) return html`<p class="problem" role="alert">${first.problem}</p>`;
  const behind = more.path === first.path ? more : { rows: [], cursor: first.cursor };
  const go = async () => {
    const page = await app.api.read(`${first.path}&cursor=${encodeURIComponent(behind.cursor)}`);
    setMore({ path: first.path, rows: [...behind.rows, ...page.tournaments], cursor: page.cursor });
  };
  /** @type {TournamentRow[]} */
  const rows = [...first.tournaments, ...behind.rows];
  return html`
    <p class="unseen" role="status">${many(rows.length, "tournament")}</p>
    ${rows.length === 0 && html`<p>There is none like that.</p>`}
    <ul class="list cups">${rows.map((row) => html`<${Row} key=${row.id} row=${row} games=${games} />`)}</ul>
    ${behind.cursor !== null && html`<button type="button" onClick=${go}>More</button>`}`;
}

/** @param {{row: TournamentRow, games: Game[]}} about */
function Row({ row: { id, name, format, games: played, phase, entrants, rounds, opened_at }, games }) {
  const what = `${played.map((game) => titleOf(game, games)).join(", ")}: ${FORMATS[format] ?? format}`;
  return html`
    <li><a href=${`/tournaments/${id}`} data-page><strong><bdi>${name ?? "(its name was erased)"}</bdi></strong>
      <span>${what}; ${many(entrants, "entrant")}${rounds > 0 ? `, ${many(rounds, "round")}` : ""};
        opened ${new Date(opened_at).toLocaleDateString()}</span>
      <span class=${phase === "closed" ? "badge" : "badge live"}>${PHASES[phase] ?? phase}</span></a></li>`;
}
