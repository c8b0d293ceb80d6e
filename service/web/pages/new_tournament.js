/** A form for a new tournament, made of the schemas of its settings. */
import { Refused } from "../core/api.js";
import { draftOf, pathText, sectionsOf, settingsOf, usualGame } from "../core/settings.js";
import { Form, TextField } from "../parts/form.js";
import { html, useAnswer, useMemo, useSignal, useState } from "../parts/html.js";
import { NewGame } from "../tournaments/new_game.js";
import { SettingField } from "../tournaments/setting.js";
/** @import { App } from "../core/app.js" */
/** @import { Draft, PlayedGame, Section } from "../core/settings.js" */
/** @import { Game, GameDetails } from "../types" */

/** @type {Omit<Draft, "games">} */
const START = { name: "", typed: { "format.kind": "swiss", "format.rounds": "5" } };

/** @param {{app: App}} about */
export function NewTournamentPage({ app }) {
  const known = useSignal(app.account.known);
  const told = useAnswer(async () => {
    const me = known === null ? null : await app.api.read("/players/me");
    if (!["director", "admin"].includes(me?.role)) return { role: "" };
    const [{ components }, games] = await Promise.all([app.once("/openapi.json"), app.games()]);
    const details = await Promise.all(games.map(({ game }) => app.game(game)));
    const like = new URLSearchParams(location.hash.slice(1)).get("like");
    const settings = like === null ? null : (await app.api.read(`/tournaments/${encodeURIComponent(like)}`)).settings;
    return { role: me.role, sections: sectionsOf(components.schemas), games, details, settings };
  }, [known?.player]);
  if (told === undefined) return html`<p class="hint" role="status">The form is coming …</p>`;
  if (told.problem !== undefined) return html`<p class="problem" role="alert">${told.problem}</p>`;
  if (told.role === "") {
    return html`
      <section class="panel"><h1>Open a tournament</h1>
        <p>Only accounts with the role director open tournaments. Whoever runs this server gives it:</p>
        <pre class="copied" tabindex="0">fairdeal player role ${known?.name ?? "NAME"} director</pre>
        <p><a href="/tournaments" data-page>All tournaments</a></p></section>`;
  }
  return html`<${NewTournament} app=${app} ...${told} />`;
}

/**
 * @param {{app: App, sections: Section[], games: Game[], details: GameDetails[], settings: any}} about
 * `settings`: of the one that it is to be like
 */
function NewTournament({ app, sections, games, details, settings }) {
  const detailsOf = (/** @type {string} */ name) => details.find(({ game }) => game === name);
  const [draft, setDraft] = useState(() => (settings === null
    ? { ...START, games: details.slice(0, 1).map((one) => usualGame(one.game, one)) } : draftOf(settings, sections)));
  const [mistakes, setMistakes] = useState(/** @type {Record<string, string>} */ ({}));
  const send = async () => {
    setMistakes({});
    try {
      const { tournament } = await app.api.send("POST", "/tournaments", settingsOf(draft, sections, detailsOf));
      app.router.go(`/tournaments/${tournament.id}`);
    } catch (error) {
      if (error instanceof Refused) setMistakes(/** @type {Record<string, string>} */ (error.problem.errors ?? {}));
      throw error;
    }
  };
  const type = (/** @type {string} */ path) => (/** @type {string} */ value) =>
    setDraft({ ...draft, typed: { ...draft.typed, [path]: value } });
  return html`
    <section class="panel new-tournament">
      <h1>Open a tournament</h1>
      <${Form} label="Open it" send=${send}>
        <${TextField} label="Name" value=${draft.name} required maxlength="80"
          set=${(/** @type {string} */ name) => setDraft({ ...draft, name })} />
        <${Games} app=${app} games=${games} draft=${draft} set=${setDraft} detailsOf=${detailsOf} mistakes=${mistakes} />
        ${sections.map((section) => html`
          <details key=${section.name} open=${section.name === "format"}><summary>${section.title}</summary>
            ${section.meaning && html`<p class="hint">${section.meaning}</p>`}
            ${section.settings.map((setting) => html`
              <${SettingField} key=${setting.path} setting=${setting} value=${draft.typed[setting.path] ?? setting.shown}
                set=${type(setting.path)} mistake=${mistakes[setting.path]} />`)}</details>`)}
        <${AsText} draft=${draft} sections=${sections} detailsOf=${detailsOf} take=${setDraft} />
        <${Mistakes} mistakes=${mistakes} />
      <//>
    </section>`;
}

/**
 * @param {{app: App, games: Game[], draft: Draft, set: (draft: Draft) => void, mistakes: Record<string, string>,
 * detailsOf: (game: string) => GameDetails | undefined}} about
 */
function Games({ app, games, draft, set, detailsOf, mistakes }) {
  const put = (/** @type {PlayedGame[]} */ played) => set({ ...draft, games: played });
  const more = () => {
    const next = games[draft.games.length % games.length]?.game ?? "", details = detailsOf(next);
    if (details !== undefined) put([...draft.games, usualGame(next, details)]);
  };
  return html`
    ${draft.games.map((own, number) => html`
      <${NewGame} key=${number} app=${app} games=${games} number=${number} own=${own} mistakes=${mistakes}
        set=${(/** @type {PlayedGame} */ game) => put(draft.games.with(number, game))}
        remove=${draft.games.length > 1 ? () => put(draft.games.filter((_, at) => at !== number)) : null} />`)}
    <button type="button" onClick=${more}>Another game; they have a round in turn</button>`;
}

/** @param {{mistakes: Record<string, string>}} about all that is wrong, in one place */
function Mistakes({ mistakes }) {
  const all = Object.entries(mistakes);
  if (all.length === 0) return null;
  return html`<ul class="points problem">${all.map(([path, why]) => html`<li key=${path}>${pathText(path)}: ${why}</li>`)}</ul>`;
}

/**
 * The same as JSON, to be kept, or pasted from elsewhere.
 * @param {{draft: Draft, sections: Section[], detailsOf: (game: string) => GameDetails | undefined,
 * take: (draft: Draft) => void}} about
 */
function AsText({ draft, sections, detailsOf, take }) {
  const now = useMemo(() => JSON.stringify(settingsOf(draft, sections, detailsOf), null, 2), [draft]);
  const [pasted, setPasted] = useState(/** @type {string | null} */ (null));
  const [problem, setProblem] = useState("");
  const read = () => {
    try {
      take(draftOf(JSON.parse(pasted ?? now), sections));
      setPasted(null);
      setProblem("");
    } catch (error) {
      setProblem(`That is no JSON of settings: ${/** @type {Error} */ (error).message}`);
    }
  };
  return html`
    <details><summary>As JSON</summary>
      <label class="field"><span>What is sent; other settings may be pasted here</span>
        <textarea rows="12" spellcheck=${false} value=${pasted ?? now}
          onInput=${(/** @type {any} */ { target }) => setPasted(target.value)}></textarea></label>
      ${problem && html`<p class="problem" role="alert">${problem}</p>`}
      <button type="button" disabled=${pasted === null} onClick=${read}>Take it over into the form</button>
    </details>`;
}
