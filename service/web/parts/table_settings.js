/** Two small dialogs at the table: how one plays, and which keys there are. Both are kept in this browser, for all tables. */
import { SORTINGS } from "../core/hand.js";
import { t } from "../core/words.js";
import { CheckField, ChoiceField, html, useEffect, useRef, useState } from "./html.js";
/** @import { Arrangement } from "../core/hand.js" */
/** @import { App } from "../core/app.js" */
/** @import { View } from "../types" */

/** @typedef {"choose" | "once" | "twice"} TapWay of a tap: it chooses; it plays what is without doubt; so does the second */
/** @typedef {{tap: TapWay, forced: boolean}} PlaySettings `forced`: the only choice is played by itself */

const KEPT = "playing", HANDS = "hand.", WRITTEN = ["INPUT", "TEXTAREA", "SELECT"];
/** @type {TapWay[]} */
const TAPS = ["choose", "once", "twice"];
/** @type {PlaySettings} */
const USUAL = { tap: "choose", forced: false };

/** @param {App} app @returns {{settings: PlaySettings, change: (some: Partial<PlaySettings>) => void}} */
export function usePlaySettings(app) {
  const [settings, setSettings] = useState(/** @returns {PlaySettings} */ () => ({ ...USUAL, ...app.memory.read(KEPT) }));
  const change = (/** @type {Partial<PlaySettings>} */ some) => {
    const next = { ...settings, ...some };
    app.memory.keep(KEPT, next);
    setSettings(next);
  };
  return { settings, change };
}

/**
 * How the hands of a game are kept in order.
 * @param {App} app @param {View} view @returns {{arrangement: Arrangement, arrange: (some: Partial<Arrangement>) => void}}
 */
export function useArrangement(app, view) {
  const name = HANDS + view.game;
  /** @returns {Arrangement} */
  const kept = () => ({ sorting: "dealt", table: "", cards: [], ...app.memory.read(name) });
  const [arrangement, setArrangement] = useState(kept);
  const arrange = (/** @type {Partial<Arrangement>} */ some) => {
    const next = { ...arrangement, ...some, table: view.table };
    app.memory.keep(name, next);
    setArrangement(next);
  };
  return { arrangement, arrange };
}

/** @param {{label: string, close: () => void, children: unknown}} about */
function Dialog({ label, close, children }) {
  const place = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => place.current?.showModal(), []);
  return html`
    <dialog ref=${place} class="panel" aria-label=${label} onClose=${close}>
      <h2>${label}</h2>${children}
      <button type="button" class="main" onClick=${() => place.current?.close()}>${t("table.close")}</button></dialog>`;
}

/**
 * @param {{settings: PlaySettings, change: (some: Partial<PlaySettings>) => void, arrangement: Arrangement,
 * arrange: ((some: Partial<Arrangement>) => void) | null, close: () => void, children: unknown}} about `arrange` null: this
 * game's cards keep their places; `children`: other settings of the table
 */
export function SettingsDialog({ settings, change, arrangement, arrange, close, children }) {
  const taps = TAPS.map((one) => [one, t(`table.tap_${one}`)]);
  const sortings = SORTINGS.map((one) => [one, t(`table.sort_${one}`)]);
  return html`
    <${Dialog} label=${t("table.settings")} close=${close}>
      <${ChoiceField} label=${t("table.tap")} value=${settings.tap} choices=${taps}
        set=${(/** @type {TapWay} */ tap) => change({ tap })} />
      ${arrange !== null && html`
        <${ChoiceField} label=${t("table.sort")} value=${arrangement.sorting} choices=${sortings}
          set=${(/** @type {import("../core/hand.js").Sorting} */ sorting) => arrange({ sorting })} />`}
      <${CheckField} label=${t("table.forced")} value=${settings.forced}
        set=${(/** @type {boolean} */ forced) => change({ forced })} />
      <p class="hint">${t("table.forced_meaning")}</p>
      ${children}<//>`;
}

/** @param {{close: () => void}} about */
export function KeysDialog({ close }) {
  const keys = [
    ["← →", t("table.key_arrows")], ["a … z, 0 … 9", t("table.key_letters")], [t("table.enter"), t("table.key_enter")],
    [t("table.tab"), t("table.key_tab")], [`${t("table.shift")} ← →`, t("table.key_move")],
    [t("table.escape"), t("table.key_escape")], ["?", t("table.key_help")],
  ];
  return html`
    <${Dialog} label=${t("table.keys")} close=${close}>
      <dl class="keys">${keys.map(([key, meaning]) => html`
        <div key=${key}><dt><kbd>${key}</kbd></dt><dd>${meaning}</dd></div>`)}</dl>
    <//>`;
}

/** @param {() => void} open shows the keys when `?` is pressed where nothing is written */
export function useHelpKey(open) {
  useEffect(() => {
    /** @param {KeyboardEvent} event */
    const press = (event) => {
      const { tagName } = /** @type {Element} */ (event.target);
      const isWriting = WRITTEN.includes(tagName) || document.querySelector("dialog[open]") !== null;
      if (event.key !== "?" || isWriting) return;
      event.preventDefault();
      open();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}
