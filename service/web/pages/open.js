/** A form for a new table, made of what the game says of its options. */
import { fieldOf, optionsOf, shownAs } from "../core/settings.js";
import { CheckField, ChoiceField, Form, OptionField, TextField } from "../parts/form.js";
import { html, useAnswer, useMemo, useState } from "../parts/html.js";
import { ChanceField } from "../parts/waiting.js";
/** @import { App } from "../core/app.js" */
/** @import { Field } from "../core/settings.js" */
/** @import { Game, GameDetails } from "../types" */

/** @type {[string, string][]} */
const CLOCKS = [["", "none"], ["20 60", "20 seconds a turn, 1 minute more"], ["60 120", "1 minute a turn, 2 more"],
  ["600 0", "10 minutes a turn"], ["86400 0", "a day a turn"]];
/** @type {[string, string][]} */
const TIME_OUTS = [["fallback", "a plain action is taken"], ["bot", "a bot plays on"], ["forfeit", "the table ends"]];
/** @type {[string, string][]} */
const REVEALS = [["table", "when the table ends"], ["hand", "after each hand"], ["auditors", "to auditors only"]];

/** @param {{app: App, which: string}} about */
export function OpenPage({ app, which }) {
  const games = useAnswer(() => app.games(), []);
  if (games === undefined) return null;
  if (games.problem !== undefined) return html`<p class="problem">${games.problem}</p>`;
  if (!games.some((/** @type {Game} */ { game }) => game === which)) {
    return html`
      <section class="panel"><h1>Open a table of …</h1>
        <ul class="list">${games.map((/** @type {Game} */ { game, title, seats }) => html`
          <li key=${game}><a href=${`/open/${game}`} data-page><strong>${title}</strong>
            <span>${seats.least} to ${seats.most} players</span></a></li>`)}</ul></section>`;
  }
  return html`<${OfGame} app=${app} which=${which} />`;
}

/** @param {{app: App, which: string}} about */
function OfGame({ app, which }) {
  const details = useAnswer(() => app.game(which), [which]);
  if (details === undefined) return null;
  if (details.problem !== undefined) return html`<p class="problem">${details.problem}</p>`;
  return html`<${NewTable} app=${app} details=${details} />`;
}

/** @param {{app: App, details: GameDetails}} about */
function NewTable({ app, details }) {
  const fields = useMemo(() => details.options.map(fieldOf), [details]);
  const [seats, setSeats] = useState(`${details.seats.least}`);
  const [clock, setClock] = useState("60 120");
  const [onTimeOut, setOnTimeOut] = useState("fallback");
  const [reveal, setReveal] = useState("table");
  const [isPrivate, setPrivate] = useState(false);
  const [isRated, setRated] = useState(true);
  const [withChance, setWithChance] = useState(true);
  const [names, setNames] = useState("");
  const [typed, setTyped] = useState(/** @type {Record<string, string>} */ ({}));
  const send = () => {
    const [turn, bank] = clock.split(" ").map(Number);
    return app.openTable({
      game: details.game, seats: Number(seats), options: optionsOf(fields, typed), clock: clock === "" ? null : { turn, bank },
      on_time_out: onTimeOut, reveal, private: isPrivate, rated: isRated, pace: 1000,
      invite: names.split(",").map((name) => ({ name: name.trim() })).filter(({ name }) => name !== ""),
    }, withChance);
  };
  return html`
    <section class="panel">
      <h1>A table of ${details.title}</h1>
      <${Form} label="Open it and sit down" send=${send}>
        <${TextField} label="Seats" type="number" required min=${details.seats.least} max=${details.seats.most}
          value=${seats} set=${setSeats} />
        <${ChoiceField} label="Clock" value=${clock} set=${setClock} choices=${CLOCKS} />
        ${clock !== "" && html`
          <${ChoiceField} label="When time is up" value=${onTimeOut} set=${setOnTimeOut} choices=${TIME_OUTS} />`}
        <${ChoiceField} label="Hidden cards are opened" value=${reveal} set=${setReveal} choices=${REVEALS} />
        <${CheckField} label="Private: only with the link that I pass on" value=${isPrivate} set=${setPrivate} />
        <${CheckField} label="Rated" value=${isRated} set=${setRated} />
        <${ChanceField} value=${withChance} set=${setWithChance} />
        <${TextField} label="Keep seats for these accounts" value=${names} set=${setNames}
          placeholder="names, with commas between" autocomplete="off" />
        <${GameOptions} details=${details} fields=${fields} typed=${typed} setTyped=${setTyped} />
      <//>
    </section>`;
}

/**
 * @param {{details: GameDetails, fields: Field[], typed: Record<string, string>,
 * setTyped: (typed: Record<string, string>) => void}} about
 */
function GameOptions({ details, fields, typed, setTyped }) {
  const brief = Object.entries(details.brief).map(([name, value]) => [name, shownAs(value)]);
  const shorten = () => setTyped(Object.fromEntries(brief));
  return html`
    <details class="options">
      <summary>Options of ${details.title}</summary>
      <div class="row">
        <button type="button" onClick=${shorten}>A short table</button>
        <button type="button" onClick=${() => setTyped({})}>As usual</button>
      </div>
      ${fields.map((field) => html`
        <${OptionField} key=${field.name} field=${field} value=${typed[field.name] ?? field.shown}
          set=${(/** @type {string} */ value) => setTyped({ ...typed, [field.name]: value })} />`)}
    </details>`;
}
