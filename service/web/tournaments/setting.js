/** Fields of a new tournament's settings. */
import { spoken } from "../core/settings.js";
import { CheckField, ChoiceField, OptionField, TextField } from "../parts/form.js";
import { html } from "../parts/html.js";
/** @import { Setting } from "../core/settings.js" */

/** @type {[string, string][]} */
const WHETHER = [["", "as usual"], ["true", "yes"], ["false", "no"]];

/** @param {{setting: Setting, value: string, set: (value: string) => void, mistake: string | undefined}} about */
export function SettingField({ setting, value, set, mistake }) {
  const { kind, label, meaning, choices } = setting;
  const wrong = mistake !== undefined && html`<p class="problem">${label} ${mistake}</p>`;
  if (!["words", "time", "whether"].includes(kind)) {
    return html`<${OptionField} field=${setting} value=${value} set=${set} />${wrong}`;
  }
  return html`
    <div class="option">
      ${kind === "whether" && html`<${ChoiceField} label=${label} value=${value} set=${set} choices=${WHETHER} />`}
      ${kind === "time" && html`<${TextField} label=${label} type="datetime-local" value=${value} set=${set} />`}
      ${kind === "words" && (choices.length > 0
        ? html`<${Words} label=${label} choices=${choices} value=${value} set=${set} />`
        : html`<${TextField} label=${label} value=${value} set=${set} placeholder="with spaces between" />`)}
      <p class="hint">${meaning}</p>
    </div>${wrong}`;
}

/**
 * Words of a list, in the order in which they are taken.
 * @param {{label: string, choices: string[], value: string, set: (value: string) => void}} about
 */
function Words({ label, choices, value, set }) {
  const chosen = value.split(" ").filter(Boolean);
  const toggle = (/** @type {string} */ word) => (/** @type {boolean} */ isOn) =>
    set((isOn ? [...chosen, word] : chosen.filter((one) => one !== word)).join(" "));
  const ordered = [...chosen, ...choices.filter((one) => !chosen.includes(one))];
  return html`
    <fieldset class="words"><legend>${label}</legend>${ordered.map((word) => html`
      <${CheckField} key=${word} label=${spoken(word)} value=${chosen.includes(word)} set=${toggle(word)} />`)}</fieldset>`;
}
