/** A form for a new tournament, made of the schemas of its settings. */
import { Refused } from "../core/api.js";
import { draftOf, fieldOf, pathText, sectionsOf, settingsOf, usualGame } from "../core/settings.js";
import { needWords, t } from "../core/words.js";
import {
  CheckField, ChoiceField, Form, greyed, html, OptionField, TextField, useAnswer, useMemo, useSignal, useState,
} from "../parts/html.js";
/** @import { App } from "../core/app.js" */
/** @import { Draft, PlayedGame, Section, Setting } from "../core/settings.js" */
/** @import { Game, GameDetails, OptionForm } from "../types" */

await Promise.all(["new_tournament", "options", "terms"].map(needWords));

/** @type {Omit<Draft, "games">} */
const START = { name: "", typed: { "format.kind": "swiss", "format.rounds": "5" } };

/** A form for a new tournament, made of the schemas of its settings. @param {{app: App}} about */
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
  if (told === undefined) return html`<p class="hint" role="status">${t("new_tournament.coming")}</p>`;
  if (told.problem !== undefined) return html`<p class="problem" role="alert">${told.problem}</p>`;
  if (told.role === "") {
    return html`
      <section class="panel"><h1>${t("new_tournament.title")}</h1>
        <p>${t("new_tournament.needs_role")}</p>
        <pre class="copied" tabindex="0">fairdeal player role ${known?.name ?? "NAME"} director</pre>
        <p><a href="/tournaments" data-page>${t("new_tournament.all")}</a></p></section>`;
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
      <h1>${t("new_tournament.title")}</h1>
      <${Form} label=${t("new_tournament.open")} send=${send}>
        <${TextField} label=${t("new_tournament.name")} value=${draft.name} required maxlength="80"
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
    <button type="button" onClick=${more}>${t("new_tournament.another_game")}</button>`;
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
      setProblem(t("new_tournament.bad_json", { why: /** @type {Error} */ (error).message }));
    }
  };
  return html`
    <details><summary>${t("new_tournament.as_json")}</summary>
      <label class="field"><span>${t("new_tournament.what_is_sent")}</span>
        <textarea rows="12" spellcheck=${false} value=${pasted ?? now}
          onInput=${(/** @type {any} */ { target }) => setPasted(target.value)}></textarea></label>
      ${problem && html`<p class="problem" role="alert">${problem}</p>`}
      <button type="button" ...${greyed(false, pasted === null ? t("new_tournament.nothing_changed") : "")}
        onClick=${read}>${t("new_tournament.take_over")}</button>
    </details>`;
}

const TIME_OUTS = ["fallback", "bot", "forfeit"];

/**
 * A game of a new tournament: seats, clock and options.
 * @param {{app: App, games: Game[], number: number, own: PlayedGame, set: (own: PlayedGame) => void, remove: (() => void) | null,
 * mistakes: Record<string, string>}} about
 */
function NewGame({ app, games, number, own, set, remove, mistakes }) {
  const details = /** @type {GameDetails | undefined} */ (useAnswer(() => app.game(own.game), [own.game]));
  const fields = useMemo(
    () => (details?.options ?? []).map((/** @type {OptionForm} */ option) => fieldOf(option, own.game)), [details]);
  const setter = (/** @type {keyof PlayedGame} */ key) => (/** @type {string} */ value) => set({ ...own, [key]: value });
  const wrong = Object.entries(mistakes).filter(([path]) => path.startsWith(`games.${number}.`));
  return html`
    <fieldset class="panel"><legend>${t("new_tournament.game_number", { number: number + 1 })}</legend>
      <${ChoiceField} label=${t("new_tournament.game")} value=${own.game} choices=${games.map(({ game, title }) => [game, title])}
        set=${(/** @type {string} */ game) => set({ ...own, game, typed: {} })} />
      <${TextField} label=${t("new_tournament.seats")} type="number" required min=${details?.seats?.least ?? 2} max="6"
        value=${own.seats}
        set=${setter("seats")} />
      <${TextField} label=${t("new_tournament.other_seats")} value=${own.otherSeats ?? ""} set=${setter("otherSeats")} />
      <${TextField} label=${t("new_tournament.turn")} type="number" min="1"
        value=${own.turn} set=${setter("turn")} />
      ${own.turn !== "" && html`
        <${TextField} label=${t("new_tournament.bank")} type="number" min="0" value=${own.bank} set=${setter("bank")} />
        <${ChoiceField} label=${t("new_tournament.time_up")} value=${own.onTimeOut} set=${setter("onTimeOut")} 
          choices=${TIME_OUTS.map((one) => [one, t(`new_tournament.out_${one}`)])} />`}
      <details class="options"><summary>${t("new_tournament.options")}</summary>${fields.map((field) => html`
        <${OptionField} key=${field.name} field=${field} value=${own.typed[field.name] ?? field.shown}
          set=${(/** @type {string} */ value) => set({ ...own, typed: { ...own.typed, [field.name]: value } })} />`)}</details>
      ${wrong.map(([path, why]) => html`<p key=${path} class="problem">${path.split(".").slice(2).join(" ")} ${why}</p>`)}
      ${remove !== null && html`<button type="button" onClick=${remove}>${t("new_tournament.without")}</button>`}
    </fieldset>`;
}

const WHETHER = ["", "true", "false"];

/**
 * Fields of a new tournament's settings.
 * @param {{setting: Setting, value: string, set: (value: string) => void, mistake: string | undefined}} about
 */
function SettingField({ setting, value, set, mistake }) {
  const { kind, label, meaning, choices } = setting;
  const wrong = mistake !== undefined && html`<p class="problem">${label} ${mistake}</p>`;
  if (!["words", "time", "whether"].includes(kind)) {
    return html`<${OptionField} field=${setting} value=${value} set=${set} />${wrong}`;
  }
  return html`
    <div class="option">
      ${kind === "whether" && html`<${ChoiceField} label=${label} value=${value} set=${set} 
        choices=${WHETHER.map((one) => [one, t(`new_tournament.whether_${one}`)])} />`}
      ${kind === "time" && html`<${TextField} label=${label} type="datetime-local" value=${value} set=${set} />`}
      ${kind === "words" && (choices.length > 0
        ? html`<${Words} setting=${setting} value=${value} set=${set} />`
        : html`<${TextField} label=${label} value=${value} set=${set} 
          placeholder=${t("new_tournament.with_spaces")} />`)}
      ${meaning && html`<p class="hint">${meaning}</p>`}
    </div>${wrong}`;
}

/**
 * Words of a list, in the order in which they are taken.
 * @param {{setting: Setting, value: string, set: (value: string) => void}} about
 */
function Words({ setting: { label, choices, choiceText }, value, set }) {
  const chosen = value.split(" ").filter(Boolean);
  const toggle = (/** @type {string} */ word) => (/** @type {boolean} */ isOn) =>
    set((isOn ? [...chosen, word] : chosen.filter((one) => one !== word)).join(" "));
  const ordered = [...chosen, ...choices.filter((one) => !chosen.includes(one))];
  return html`
    <fieldset class="words"><legend>${label}</legend>${ordered.map((word) => html`
      <${CheckField} key=${word} label=${choiceText(word)} value=${chosen.includes(word)}
        set=${toggle(word)} />`)}</fieldset>`;
}
