/** How a table tells what happens, as this browser has it set: the pace at which it is shown, sounds, notices. */
import { Paced, PACES } from "../core/pace.js";
import { Sounds, soundOfStep, soundOfView } from "../core/sounds.js";
import { t } from "../core/words.js";
import { CheckField, ChoiceField, html, Later, useEffect, useMemo, useRef, useSignal, useState } from "./html.js";
/** @import { App } from "../core/app.js" */
/** @import { Pace, Step } from "../core/pace.js" */
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

const loadNotices = () => import("./notices.js");

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
  const sounds = useSounds(app, step, view);
  /** @param {Pace} chosen */
  const choose = (chosen) => {
    app.memory.keep(KEPT, chosen);
    setPace(chosen);
  };
  const isBefore = step.view.board === null; // play, of which it knows nothing yet
  return { step: isBefore ? { ...step, view } : step, skip: () => paced.skip(), pace, choose, sounds };
}

/**
 * Let be heard what is shown, and what it means for whoever looks at it.
 * @param {App} app @param {Step} step @param {View} view the newest @returns {Sounds}
 */
function useSounds(app, step, view) {
  const sounds = useMemo(() => new Sounds(app.memory), [app]);
  const shown = useRef(/** @type {Step | null} */ (null)), newest = useRef(/** @type {View | null} */ (null));
  useEffect(() => {
    sounds.play(soundOfStep(shown.current, step));
    shown.current = step;
  }, [step]);
  useEffect(() => {
    sounds.play(soundOfView(newest.current, view));
    newest.current = view;
  }, [view]);
  return sounds;
}

/** How fast what others do is shown. @param {{pace: Pace, choose: (pace: Pace) => void}} about */
function PaceChoice({ pace, choose }) {
  const choices = /** @type {Pace[]} */ (["slow", "normal", "fast", "off"]).map((one) => [one, t(`signals.${one}`)]);
  return html`<${ChoiceField} label=${t("signals.pace")} value=${pace} set=${choose} choices=${choices} />`;
}

/**
 * The settings of this browser for all tables.
 * @param {{app: App, pace: Pace, choose: (pace: Pace) => void, sounds: Sounds}} about
 */
export function TableSettings({ app, pace, choose, sounds }) {
  const [isOn, setOn] = useState(sounds.isOn);
  const [mayVibrate, setVibration] = useState(sounds.mayVibrate);
  /** @param {boolean} wanted */
  const sound = (wanted) => {
    sounds.setOn(wanted);
    setOn(wanted);
  };
  /** @param {boolean} wanted */
  const vibrate = (wanted) => {
    sounds.setVibration(wanted);
    setVibration(wanted);
  };
  return html`
    <div class="settings">
      <${PaceChoice} pace=${pace} choose=${choose} />
      <${CheckField} label=${t("signals.sound")} value=${isOn} set=${sound} />
      ${sounds.vibrate !== null && html`
        <${CheckField} label=${t("signals.vibration")} value=${mayVibrate} set=${vibrate} />`}
      <${Later} load=${loadNotices} part="TurnNotices" app=${app} /></div>`;
}
