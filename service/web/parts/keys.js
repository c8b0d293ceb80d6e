/** Keys that lead along what lies side by side: arrows, Home, End, and letters of a name. */
import { meantBy } from "../core/hand.js";
import { useRef, useState } from "./html.js";

const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
const PAUSE = 900; // milliseconds without a key, behind which another word begins

/**
 * Return what says where a key leads to, or null where it leads nowhere. What is typed in one go counts as one word.
 * @returns {(event: KeyboardEvent, from: number, names: string[]) => number | null}
 */
export function useWalk() {
  const typed = useRef({ text: "", at: 0 });
  return ({ key, ctrlKey, metaKey, altKey, timeStamp }, from, names) => {
    const by = STEPS[/** @type {keyof typeof STEPS} */ (key)];
    const to = key === "Home" ? 0 : key === "End" ? names.length - 1 : by === undefined ? null : from + by;
    if (to !== null) return to < 0 || to >= names.length ? null : to;
    if (ctrlKey || metaKey || altKey || !/^[\p{L}\p{N}]$/u.test(key)) return null;
    const { text, at } = typed.current;
    const whole = (timeStamp - at > PAUSE ? "" : text) + key.toLowerCase();
    const found = meantBy(names, from, whole), meant = found >= 0 ? found : meantBy(names, from, key.toLowerCase());
    typed.current = { text: found >= 0 ? whole : key.toLowerCase(), at: timeStamp };
    return meant < 0 ? null : meant;
  };
}

/**
 * Let Tab reach a row of buttons as one; arrows, letters and digits lead along it.
 * @param {string[]} names of the buttons @param {string} [selector] which buttons below are the row
 * @returns {{step: (event: KeyboardEvent) => void, stop: (place: number) => {tabindex: number, onFocus: () => void}}} `step`
 * listens to keys around the row; `stop` gives what a button needs
 */
export function useRow(names, selector = "button") {
  const [at, setAt] = useState(0);
  const walk = useWalk();
  const reached = at < names.length ? at : 0;
  /** @param {KeyboardEvent} event */
  const step = (event) => {
    const all = [.../** @type {HTMLElement} */ (event.currentTarget).querySelectorAll(selector)];
    const from = all.findIndex((one) => one === event.target), to = from < 0 ? null : walk(event, from, names);
    if (to === null) return;
    event.preventDefault();
    setAt(to);
    /** @type {HTMLElement | undefined} */ (all[to])?.focus();
  };
  return { step, stop: (place) => ({ tabindex: place === reached ? 0 : -1, onFocus: () => setAt(place) }) };
}
