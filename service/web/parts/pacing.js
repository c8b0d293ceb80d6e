/** The pace at which a table is shown: a setting of this browser, and what is shown by it now. */
import { Paced, PACES } from "../core/pace.js";
import { ChoiceField, useEffect, useMemo, useSignal, useState } from "./html.js";
import { html } from "./kit.js";
/** @import { App } from "../core/app.js" */
/** @import { Pace } from "../core/pace.js" */
/** @import { View } from "../types" */
/** @import { Layout } from "./kit.js" */

const KEPT = "pace";
/** @typedef {{frame: number, timer: number}} Call */

/** @param {() => void} then @param {number} after milliseconds from the next drawing on @returns {Call} */
function later(then, after) {
  const call = { frame: 0, timer: 0 };
  call.frame = requestAnimationFrame(() => {
    call.timer = setTimeout(then, after);
  });
  return call;
}

/** @param {Call | 0} call 0: none */
function forget(call) {
  if (call === 0) return;
  cancelAnimationFrame(call.frame);
  clearTimeout(call.timer);
}

/** @type {[Pace, string][]} */
const WORDS = [["slow", "slowly"], ["normal", "as usual"], ["fast", "quickly"], ["off", "all at once"]];

/** @param {App} app @returns {Pace} what was chosen; else none where the system asks for no motion */
function keptPace(app) {
  const kept = app.memory.read(KEPT);
  if (Object.hasOwn(PACES, kept ?? "")) return kept;
  return matchMedia("(prefers-reduced-motion: reduce)").matches ? "off" : "normal";
}

/**
 * Return what is shown of a table now, what ends the wait, and its pace.
 * @param {App} app @param {View} view the newest @param {Layout | undefined} layout of its game
 */
export function usePaced(app, view, layout) {
  const [pace, setPace] = useState(() => keptPace(app));
  const paced = useMemo(() => new Paced(view, later, forget), [view.table]);
  const step = useSignal(paced.shown);
  paced.pace = PACES[pace];
  paced.said = useMemo(() => new Set(layout?.said), [layout]);
  useEffect(() => {
    paced.add(view);
    if (document.hidden) paced.skip(); // who comes back sees what is, not what was
  }, [view]);
  useEffect(() => () => paced.skip(), [paced]);
  /** @param {Pace} chosen */
  const choose = (chosen) => {
    app.memory.keep(KEPT, chosen);
    setPace(chosen);
  };
  const isBefore = step.view.board === null; // play, of which it knows nothing yet
  return { step: isBefore ? { ...step, view } : step, skip: () => paced.skip(), pace, choose };
}

/** How fast what others do is shown. @param {{pace: Pace, choose: (pace: Pace) => void}} about */
export const PaceChoice = ({ pace, choose }) => html`
  <${ChoiceField} label="Show what happens" value=${pace} set=${choose} choices=${WORDS} />`;
