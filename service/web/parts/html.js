/**
 * What pages and parts are written with: Preact with templates, parts of forms, lists that come in pages, figures. All text in
 * templates is escaped by the browser's own DOM.
 */
import { t } from "../core/words.js";
import { useEffect, useState } from "../vendor/hooks.mjs";
import htm from "../vendor/htm.mjs";
import { h } from "../vendor/preact.mjs";
/** @import { Api } from "../core/api.js" */
/** @import { Field } from "../core/settings.js" */
/** @import { Signal } from "../core/state.js" */

export { useEffect, useErrorBoundary, useLayoutEffect, useMemo, useRef, useState } from "../vendor/hooks.mjs";
export { render } from "../vendor/preact.mjs";

export const html = htm.bind(h);

/** @template T @param {Signal<T>} signal @returns {T} its value; what uses it is drawn again when that changes */
export function useSignal(signal) {
  const [value, setValue] = useState(signal.value);
  useEffect(() => {
    setValue(signal.value);
    return signal.listen(setValue);
  }, [signal]);
  return value;
}

/**
 * A part of the page whose module is loaded when the part is shown first.
 * @param {{load: () => Promise<Record<string, any>>, part: string, [about: string]: unknown}} about `part`: its name there
 */
export function Later({ load, part, ...about }) {
  const module = useAnswer(load, []);
  if (module?.problem) return html`<p class="problem" role="alert">${t("common.part_missing")}</p>`;
  return module && html`<${module[part]} ...${about} />`;
}

/** @param {() => Promise<unknown>} ask @param {unknown[]} inputs @returns {any} what was asked for; undefined until it came */
export function useAnswer(ask, inputs) {
  const [answer, setAnswer] = useState(/** @type {any} */ (undefined));
  useEffect(() => {
    let isWanted = true;
    setAnswer(undefined);
    ask().then((told) => isWanted && setAnswer(told), (error) => isWanted && setAnswer({ problem: error.message }));
    return () => void (isWanted = false);
  }, inputs);
  return answer;
}

/**
 * @param {() => Promise<unknown>} ask @param {unknown[]} inputs
 * @returns {any} what was asked for last; it stays until the next is there
 */
export function useKept(ask, inputs) {
  const [kept, setKept] = useState(/** @type {any} */ (undefined));
  const answer = useAnswer(ask, inputs);
  useEffect(() => {
    if (answer !== undefined) setKept(answer);
  }, [answer]);
  return answer ?? kept;
}

/**
 * Follow something as long as it is shown; a hidden page gives it up, since a browser has few connections for all its tabs.
 * @param {{start: () => Promise<void>, stop: () => void}} live @param {unknown[]} inputs
 */
export function useFollowed(live, inputs) {
  useEffect(() => {
    void live.start();
    const look = () => (document.hidden ? live.stop() : void live.start());
    document.addEventListener("visibilitychange", look);
    return () => {
      document.removeEventListener("visibilitychange", look);
      live.stop();
    };
  }, [live, ...inputs]);
}

/**
 * Return what a button is while a command is under way, or while it would do nothing; its title says why it is grey.
 * @param {boolean} isSending @param {string} [why] it would do nothing; "": it would do something
 * @returns {Record<string, unknown>}
 */
export const greyed = (isSending, why = "") => (isSending
  ? { disabled: true, title: navigator.onLine ? t("talk.sending") : t("talk.sending_offline") }
  : { disabled: why !== "", title: why || null });

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
      <button class=${`main ${kind}`} type="submit" ...${greyed(isSending)}>${label}</button>
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
    <button type="button" class=${kind} ...${greyed(isSending)} aria-label=${name} onClick=${tap}>${label}</button>
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
  const { label, meaning, kind, choices, choiceText, least, most, mayBeEmpty } = field;
  const usual = /** @type {[string, string][]} */ (mayBeEmpty ? [["", t("common.as_usual")]] : []);
  /** @type {Record<string, () => unknown>} */
  const drawn = {
    check: () => html`<${CheckField} label=${label} value=${value === "true"}
      set=${(/** @type {boolean} */ isOn) => set(`${isOn}`)} />`,
    choice: () => html`<${ChoiceField} label=${label} value=${value} set=${set}
      choices=${[...usual, ...choices.map((one) => [one, choiceText(one)])]} />`,
    number: () => html`<${TextField} label=${label} value=${value} set=${set} type="number" min=${least} max=${most}
      required=${!mayBeEmpty} placeholder=${mayBeEmpty ? t("common.as_usual") : ""} />`,
    text: () => html`<${TextField} label=${label} value=${value} set=${set} />`,
  };
  return html`<div class="option">${(drawn[kind] ?? drawn.text)?.()}${meaning && html`<p class="hint">${meaning}</p>`}</div>`;
}

/**
 * A command that is asked about once more before it is carried out.
 * @param {{label: string, warning: string, send: () => Promise<unknown>, sure?: string, name?: string, kind?: string}} about
 * `sure`: what its second button says; `name`: for who does not see what stands around it
 */
export function Confirmed({ label, warning, send, sure = label, name = label, kind = "" }) {
  const [isAsking, setAsking] = useState(false);
  if (!isAsking) {
    return html`<button type="button" class=${kind} aria-label=${name} onClick=${() => setAsking(true)}>${label}</button>`;
  }
  const done = () => send().then(() => setAsking(false));
  return html`
    <div class="asked" role="group" aria-label=${name}>
      <p class="warning" role="alert">${warning}</p>
      <div class="row"><${Command} label=${sure} kind="main" send=${done} />
        <button type="button" onClick=${() => setAsking(false)}>${t("common.no")}</button></div>
    </div>`;
}

/**
 * @param {Api} api @param {string} path of the list, with a query
 * @returns {{pages: any[], problem: string, more: (() => Promise<void>) | null}} what has come so far
 */
export function usePages(api, path) {
  const [pages, setPages] = useState(/** @type {any[]} */ ([]));
  const [problem, setProblem] = useState("");
  useEffect(() => {
    let isWanted = true;
    setPages([]);
    setProblem("");
    api.read(path).then((page) => isWanted && setPages([page]), (error) => isWanted && setProblem(error.message));
    return () => void (isWanted = false);
  }, [path]);
  const cursor = pages.at(-1)?.cursor ?? null;
  const more = async () => {
    const page = await api.read(`${path}&cursor=${encodeURIComponent(cursor)}`);
    setPages((known) => (known.at(-1)?.cursor === cursor ? [...known, page] : known));
  };
  return { pages, problem, more: cursor === null ? null : more };
}

/** @param {{more: (() => Promise<void>) | null, label: string}} about */
export const More = ({ more, label }) => more && html`<p><${Command} label=${label} send=${more} /></p>`;

/** @typedef {[string, unknown, ...unknown[]]} Row its key, what it is of, its figures */

/** Figures in rows. @param {{name: string, heads: string[], rows: Row[]}} about */
export const Figures = ({ name, heads, rows }) => html`
  <div class="wide" role="region" aria-label=${name} tabindex="0">
    <table class="figures">
      <thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
      <tbody>${rows.map(([key, first, ...others]) => html`
        <tr key=${key}><th scope="row">${first}</th>${others.map((one) => html`<td>${one}</td>`)}</tr>`)}</tbody>
    </table>
  </div>`;

/** @param {{rows: [string, unknown][]}} about what things are called, and how they are */
export const Facts = ({ rows }) => html`
  <dl class="facts-list">${rows.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;
