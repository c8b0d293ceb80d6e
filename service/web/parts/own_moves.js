/** What is played without a tap at one's turn: a move that is the only one, a pass that was said beforehand. */
import { forcedAction, hasPass, passOf, roundOf, Thinking } from "../core/hand.js";
import { randomHex } from "../core/state.js";
import { t } from "../core/words.js";
import { html, useEffect, useRef, useState } from "./html.js";
/** @import { Action, Board, GameDetails, View } from "../types" */
/** @import { LiveTable } from "../core/table.js" */

/** @typedef {{isForced: boolean, stop: () => void}} Coming what is about to be played */

const thinking = new Thinking(); // of whoever sits here, at all tables of this page

/** @returns {number} from 0 to below 1 */
const luck = () => parseInt(randomHex(4), 16) / 2 ** 32;

/**
 * Play what needs no decision, behind the time that decisions take.
 * @param {LiveTable} live @param {View} view @param {boolean} playsForced a setting
 * @returns {{coming: Coming | null, isPassing: boolean, pass: (wanted: boolean) => void, note: () => void}} `isPassing`: a pass
 * waits for the turn; `note`: something was chosen
 */
export function useOwnMoves(live, view, playsForced) {
  const round = view.board === null ? "" : roundOf(view.board);
  const [passed, setPassed] = useState(""); // the round in which one wants to pass
  const [stopped, setStopped] = useState(0); // the view at which a person wants to choose after all
  const since = useRef(0);
  const isTurn = view.choices !== null;
  const isPassing = passed !== "" && passed === round;
  const pass = isPassing ? passOf(view.choices) : null;
  const action = stopped === view.n ? null : pass ?? (playsForced ? forcedAction(view.choices) : null);
  useEffect(() => {
    since.current = performance.now();
  }, [isTurn]);
  useEffect(() => {
    if (passed !== "" && (passed !== round || (isTurn && pass === null))) setPassed("");
  }, [view]);
  useEffect(() => {
    if (action === null) return;
    const deadline = view.seat === null ? null : view.deadlines[view.seat] ?? null;
    const left = deadline === null ? Infinity : Math.max(0, deadline - live.api.now() - live.api.ahead.value);
    const soon = setTimeout(() => void live.act(action), thinking.delay(luck(), left));
    return () => clearTimeout(soon);
  }, [view.n, action === null, JSON.stringify(action)]);
  const stop = () => {
    setStopped(view.n);
    setPassed("");
  };
  return {
    coming: action === null ? null : { isForced: pass === null, stop }, isPassing,
    pass: (wanted) => setPassed(wanted ? round : ""), note: () => thinking.note(performance.now() - since.current),
  };
}

/** What is about to be played by itself, and what ends that. @param {{coming: Coming}} about */
export const ComingMove = ({ coming }) => html`
  <p class="hint coming-move" role="status">${t(coming.isForced ? "table.forced_soon" : "table.pass_soon")}${" "}
    <button type="button" class="quiet" onClick=${coming.stop}>${t("table.choose_myself")}</button></p>`;

/**
 * Lets who waits pass beforehand.
 * @param {{view: View, forms: GameDetails["actions"], isPassing: boolean, pass: (wanted: boolean) => void}} about
 */
export function PassAhead({ view, forms, isPassing, pass }) {
  const mayPass = roundOf(/** @type {Board} */ (view.board)) !== "" && hasPass(forms) && view.outcome === null;
  if (!mayPass) return null;
  if (!isPassing) {
    return html`<button type="button" class="quiet" onClick=${() => pass(true)}>${t("table.pass_ahead")}</button>`;
  }
  return html`
    <p class="hint" role="status">${t("table.passes_ahead")}${" "}
      <button type="button" class="quiet" onClick=${() => pass(false)}>${t("table.take_back")}</button></p>`;
}
