/** Parts of forms. */
import { html, useState } from "./html.js";
/** @import { Field } from "../core/settings.js" */

/**
 * A form whose command may be refused: it says so, and its button waits for the answer.
 * @param {{label: string, send: () => Promise<unknown>, children: unknown, kind?: string}} about
 */
export function Form({ label, send, children, kind = "" }) {
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState("");
  /** @param {Event} event */
  const submit = async (event) => {
    event.preventDefault();
    setSending(true);
    setProblem("");
    await send().catch((error) => setProblem(error.message));
    setSending(false);
  };
  return html`
    <form onSubmit=${submit}>
      ${children}
      ${problem && html`<p class="problem" role="alert">${problem}</p>`}
      <button class=${`main ${kind}`} type="submit" disabled=${isSending}>${label}</button>
    </form>`;
}

/**
 * A button whose command may be refused.
 * @param {{label: string, send: () => Promise<unknown>, kind?: string, name?: string}} about `name`: for who does not see
 * what stands around it
 */
export function Command({ label, send, kind = "", name }) {
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState("");
  const tap = async () => {
    setSending(true);
    setProblem("");
    await send().catch((error) => setProblem(error.message));
    setSending(false);
  };
  return html`
    <button type="button" class=${kind} disabled=${isSending} aria-label=${name} onClick=${tap}>${label}</button>
    ${problem && html`<p class="problem" role="alert">${problem}</p>`}`;
}

/** @param {{label: string, value: string, set: (value: string) => void, [more: string]: unknown}} about */
export function TextField({ label, value, set, ...more }) {
  return html`
    <label class="field"><span>${label}</span>
      <input type="text" value=${value} onInput=${(/** @type {any} */ { target }) => set(target.value)} ...${more} /></label>`;
}

/** @param {{label: string, value: string, set: (value: string) => void, [more: string]: unknown}} about */
export function LongField({ label, value, set, ...more }) {
  return html`
    <label class="field"><span>${label}</span>
      <textarea rows="4" onInput=${(/** @type {any} */ { target }) => set(target.value)} value=${value} ...${more} /></label>`;
}

/** @param {{label: string, value: string, set: (value: string) => void, choices: [string, string][]}} about */
export function ChoiceField({ label, value, set, choices }) {
  return html`
    <label class="field"><span>${label}</span>
      <select value=${value} onChange=${(/** @type {any} */ { target }) => set(target.value)}>
        ${choices.map(([one, words]) => html`<option key=${one} value=${one} selected=${one === value}>${words}</option>`)}
      </select></label>`;
}

/** @param {{label: string, value: boolean, set: (value: boolean) => void}} about */
export function CheckField({ label, value, set }) {
  return html`
    <label class="check">
      <input type="checkbox" checked=${value} onChange=${(/** @type {any} */ { target }) => set(target.checked)} />
      <span>${label}</span></label>`;
}

/** An option of a game. @param {{field: Field, value: string, set: (value: string) => void}} about */
export function OptionField({ field, value, set }) {
  const { label, meaning, kind, choices, least, most, mayBeEmpty } = field;
  const usual = /** @type {[string, string][]} */ (mayBeEmpty ? [["", "as usual"]] : []);
  /** @type {Record<string, () => unknown>} */
  const drawn = {
    check: () => html`<${CheckField} label=${label} value=${value === "true"}
      set=${(/** @type {boolean} */ isOn) => set(`${isOn}`)} />`,
    choice: () => html`<${ChoiceField} label=${label} value=${value} set=${set}
      choices=${[...usual, ...choices.map((one) => [one, one.replaceAll("_", " ")])]} />`,
    number: () => html`<${TextField} label=${label} value=${value} set=${set} type="number" min=${least} max=${most}
      required=${!mayBeEmpty} placeholder=${mayBeEmpty ? "as usual" : ""} />`,
    text: () => html`<${TextField} label=${label} value=${value} set=${set} />`,
  };
  return html`<div class="option">${(drawn[kind] ?? drawn.text)?.()}<p class="hint">${meaning}</p></div>`;
}
