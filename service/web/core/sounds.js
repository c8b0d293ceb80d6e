/** Short sounds of a table, made by the browser itself, and a phone's vibration: off until somebody turns them on. */
/** @import { Step } from "./pace.js" */
/** @import { Memory } from "./state.js" */
/** @import { View } from "../types" */

/** @typedef {"card" | "trick" | "turn" | "end"} Sound */
/** @typedef {[pitch: number, begin: number, lasts: number]} Note hertz; seconds after the first; seconds */

/** @type {Record<Sound, Note[]>} */
const NOTES = {
  card: [[220, 0, 0.06]],
  trick: [[392, 0, 0.1], [523, 0.09, 0.16]],
  turn: [[587, 0, 0.14], [880, 0.13, 0.25]],
  end: [[523, 0, 0.16], [659, 0.15, 0.16], [784, 0.3, 0.4]],
};
const LOUD = 0.14, QUIET = 0.0001; // of the loudest that there is
const SOUND = "sound", VIBRATION = "vibration"; // settings of this browser
const SHAKES = [80, 60, 80]; // milliseconds on, off, on

/** @param {View | null} view @returns {number} how many deeds its round has */
const deedsOf = (view) => view?.board?.current?.deeds.length ?? 0;

/** @param {Step | null} before @param {Step} step that is shown now @returns {Sound | null} what it sounds like */
export function soundOfStep(before, step) {
  const was = before?.view.board?.previous ?? null, is = step.view.board?.previous ?? null;
  if (before === null || step.view.table !== before.view.table) return null;
  const isOver = step.kind === "deed" && is !== null && JSON.stringify(was) !== JSON.stringify(is); // where all is shown at once
  if (step.kind === "finished" || isOver) return "trick";
  return step.kind === "deed" && deedsOf(step.view) > 0 && deedsOf(step.view) !== deedsOf(before.view) ? "card" : null;
}

/** @param {View} view @returns {boolean} */
const isOwnTurn = ({ seat, to_act }) => seat !== null && to_act.includes(seat);

/** @param {View | null} before @param {View} view the newest @returns {Sound | null} what it means for whoever looks at it */
export function soundOfView(before, view) {
  if (before === null || before.table !== view.table) return null;
  if (before.outcome === null && view.outcome !== null) return "end";
  return isOwnTurn(view) && !isOwnTurn(before) ? "turn" : null;
}

/** What is heard and felt, as this browser has it set. */
export class Sounds {
  /**
   * @param {Memory} memory @param {() => AudioContext} makeContext
   * @param {((pattern: number[]) => void) | null} vibrate null: this device cannot
   */
  constructor(memory, makeContext = () => new AudioContext(), vibrate = vibration()) {
    this.memory = memory;
    this.makeContext = makeContext;
    this.vibrate = vibrate;
    /** @type {AudioContext | null} */
    this.context = null;
  }

  get isOn() {
    return this.memory.read(SOUND) === true;
  }

  get mayVibrate() {
    return this.memory.read(VIBRATION) === true;
  }

  /** @param {boolean} isOn */
  setOn(isOn) {
    this.memory.keep(SOUND, isOn);
    this.play("turn");
  }

  /** @param {boolean} isOn */
  setVibration(isOn) {
    this.memory.keep(VIBRATION, isOn);
    this.shake();
  }

  /** @param {Sound | null} sound */
  play(sound) {
    if (sound === "turn") this.shake();
    if (sound === null || !this.isOn) return;
    try {
      this.context ??= this.makeContext();
      if (this.context.state === "suspended") void this.context.resume().catch(() => {}); // until somebody has tapped the page
      for (const note of NOTES[sound]) this.sound(this.context, note);
    } catch (error) {
      console.warn(error); // a device without sound plays as well
    }
  }

  /** Shake the phone, if that is wished. */
  shake() {
    if (this.mayVibrate) this.vibrate?.(SHAKES);
  }

  /** @param {AudioContext} context @param {Note} note */
  sound(context, [pitch, begin, lasts]) {
    const from = context.currentTime + begin, wave = context.createOscillator(), volume = context.createGain();
    wave.type = "triangle";
    wave.frequency.value = pitch;
    volume.gain.setValueAtTime(LOUD, from);
    volume.gain.exponentialRampToValueAtTime(QUIET, from + lasts);
    wave.connect(volume);
    volume.connect(context.destination);
    wave.start(from);
    wave.stop(from + lasts);
  }
}

/** @returns {((pattern: number[]) => void) | null} */
function vibration() {
  const isPhone = typeof navigator.vibrate === "function" && matchMedia("(pointer: coarse)").matches;
  return isPhone ? (pattern) => void navigator.vibrate(pattern) : null;
}
