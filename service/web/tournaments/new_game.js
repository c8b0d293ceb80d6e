/** A game of a new tournament: seats, clock and options. */
import { fieldOf } from "../core/settings.js";
import { ChoiceField, OptionField, TextField } from "../parts/form.js";
import { html, useAnswer, useMemo } from "../parts/html.js";
/** @import { App } from "../core/app.js" */
/** @import { PlayedGame } from "../core/settings.js" */
/** @import { Game, GameDetails, OptionForm } from "../types" */

/** @type {[string, string][]} */
const TIME_OUTS = [["fallback", "a plain action is taken"], ["bot", "a bot plays on"], ["forfeit", "the table ends"]];

/**
 * @param {{app: App, games: Game[], number: number, own: PlayedGame, set: (own: PlayedGame) => void, remove: (() => void) | null,
 * mistakes: Record<string, string>}} about
 */
export function NewGame({ app, games, number, own, set, remove, mistakes }) {
  const details = /** @type {GameDetails | undefined} */ (useAnswer(() => app.game(own.game), [own.game]));
  const fields = useMemo(() => (details?.options ?? []).map((/** @type {OptionForm} */ option) => fieldOf(option)), [details]);
  const setter = (/** @type {keyof PlayedGame} */ key) => (/** @type {string} */ value) => set({ ...own, [key]: value });
  const wrong = Object.entries(mistakes).filter(([path]) => path.startsWith(`games.${number}.`));
  return html`
    <fieldset class="panel"><legend>Game ${number + 1}</legend>
      <${ChoiceField} label="Game" value=${own.game} choices=${games.map(({ game, title }) => [game, title])}
        set=${(/** @type {string} */ game) => set({ ...own, game, typed: {} })} />
      <${TextField} label="Seats of a table" type="number" required min=${details?.seats?.least ?? 2} max="6" value=${own.seats}
        set=${setter("seats")} />
      <${TextField} label="Seconds a turn; empty: no clock, for bots alone" type="number" min="1"
        value=${own.turn} set=${setter("turn")} />
      ${own.turn !== "" && html`
        <${TextField} label="Seconds more in all" type="number" min="0" value=${own.bank} set=${setter("bank")} />
        <${ChoiceField} label="When time is up" value=${own.onTimeOut} set=${setter("onTimeOut")} choices=${TIME_OUTS} />`}
      <details class="options"><summary>Options</summary>${fields.map((field) => html`
        <${OptionField} key=${field.name} field=${field} value=${own.typed[field.name] ?? field.shown}
          set=${(/** @type {string} */ value) => set({ ...own, typed: { ...own.typed, [field.name]: value } })} />`)}</details>
      ${wrong.map(([path, why]) => html`<p key=${path} class="problem">${path.split(".").slice(2).join(" ")} ${why}</p>`)}
      ${remove !== null && html`<button type="button" onClick=${remove}>Without this game</button>`}
    </fieldset>`;
}
