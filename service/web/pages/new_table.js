/** A form for a new table, made of what the game says of its options. */
import { BOT_PACE } from "../core/beginning.js";
import { pathOfRules } from "../core/route.js";
import { fieldOf, optionsOf, shownAs } from "../core/settings.js";
import { hostText, playersText } from "../core/texts.js";
import { needWords, t } from "../core/words.js";
import {
  CheckField, ChoiceField, Form, html, OptionField, TextField, useAnswer, useMemo, useState,
} from "../parts/html.js";
import { ChanceField } from "../parts/waiting.js";
/** @import { App } from "../core/app.js" */
/** @import { Field } from "../core/settings.js" */
/** @import { Game, GameDetails } from "../types" */

const NO_CLOCK = "none";
const CLOCKS = ["fast", "normal", "days", NO_CLOCK]; // words that the server knows, and none
const TIME_OUTS = ["fallback", "bot", "forfeit"];
const REVEALS = ["table", "hand", "auditors"];

await Promise.all(["opening", "options"].map(needWords));

/** A form for a new table, made of what the game says of its options. @param {{app: App, which: string}} about */
export function OpenPage({ app, which }) {
  const games = useAnswer(() => app.games(), []);
  if (games === undefined) return null;
  if (games.problem !== undefined) return html`<p class="problem">${games.problem}</p>`;
  if (!games.some((/** @type {Game} */ { game }) => game === which)) {
    return html`
      <section class="panel"><h1>${t("opening.choose")}</h1>
        <ul class="list">${games.map((/** @type {Game} */ shown) => html`
          <li key=${shown.game}><a href=${`/open/${shown.game}`} data-page><strong>${shown.title}</strong>
            <span>${playersText(shown)}</span></a></li>`)}</ul></section>`;
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
  const fields = useMemo(() => details.options.map((one) => fieldOf(one, details.game)), [details]);
  const [seats, setSeats] = useState(`${details.seats.least}`);
  const [clock, setClock] = useState("normal");
  const [onTimeOut, setOnTimeOut] = useState("fallback");
  const [reveal, setReveal] = useState("table");
  const [isPrivate, setPrivate] = useState(false);
  const [isRated, setRated] = useState(true);
  const [withChance, setWithChance] = useState(true);
  const [names, setNames] = useState("");
  const [typed, setTyped] = useState(/** @type {Record<string, string>} */ ({}));
  const { introduction, length } = details.about;
  const send = () => app.openTable({
    game: details.game, seats: Number(seats), options: optionsOf(fields, typed), clock: clock === NO_CLOCK ? null : clock,
    on_time_out: onTimeOut, reveal, private: isPrivate, rated: isRated, pace: BOT_PACE,
    invite: names.split(",").map((name) => ({ name: name.trim() })).filter(({ name }) => name !== ""),
  }, withChance);
  return html`
    <section class="panel">
      <h1>${t("opening.title", { game: details.title })}</h1>
      <p>${introduction}${" "}
        <a href=${pathOfRules(details.game)} data-page>${t("help.rules_of", { game: details.title })}</a></p>
      <p class="hint">${hostText(details, [Number(seats)])}</p>
      ${length !== null && html`<p class="hint">${t("opening.rulebook", { length })}</p>`}
      <${Form} label=${t("opening.open")} send=${send}>
        <${TextField} label=${t("opening.seats")} type="number" required min=${details.seats.least} max=${details.seats.most}
          value=${seats} set=${setSeats} />
        <${ChoiceField} label=${t("opening.clock")} value=${clock} set=${setClock}
          choices=${CLOCKS.map((word) => [word, t("opening.clock_of", { clock: word })])} />
        <p class="hint">${t("opening.clock_means", { clock })}</p>
        ${clock !== NO_CLOCK && html`
          <${ChoiceField} label=${t("opening.time_up")} value=${onTimeOut} set=${setOnTimeOut}
            choices=${TIME_OUTS.map((what) => [what, t("opening.time_up_of", { what })])} />`}
        <${ChoiceField} label=${t("opening.reveal")} value=${reveal} set=${setReveal}
          choices=${REVEALS.map((when) => [when, t("opening.reveal_of", { when })])} />
        <${CheckField} label=${t("opening.private")} value=${isPrivate} set=${setPrivate} />
        <${CheckField} label=${t("opening.rated")} value=${isRated} set=${setRated} />
        <${ChanceField} value=${withChance} set=${setWithChance} />
        <${TextField} label=${t("opening.keep")} value=${names} set=${setNames}
          placeholder=${t("opening.names")} autocomplete="off" />
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
      <summary>${t("opening.options", { game: details.title })}</summary>
      <div class="row">
        <button type="button" onClick=${shorten}>${t("opening.short")}</button>
        <button type="button" onClick=${() => setTyped({})}>${t("opening.usual")}</button>
      </div>
      ${fields.map((field) => html`
        <${OptionField} key=${field.name} field=${field} value=${typed[field.name] ?? field.shown}
          set=${(/** @type {string} */ value) => setTyped({ ...typed, [field.name]: value })} />`)}
    </details>`;
}
