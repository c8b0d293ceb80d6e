/** Keys that lead along what lies side by side: arrows, Home, End, and letters of a name. */
import { meantBy } from "../core/hand.js";
import { useRef } from "./html.js";

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
