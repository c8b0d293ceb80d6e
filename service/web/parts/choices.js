/** What one may do now: a button for each choice, and for picks what the cards must be. */
import { closedNow, countOf, offersFor } from "../core/table.js";
import { cardsIn, many, plain } from "../core/texts.js";
import { html, useEffect, useRef, useState } from "./html.js";
import { Text } from "./text.js";
/** @import { LiveTable, Offer } from "../core/table.js" */
/** @import { Action, CheckedAction, Choices, GameDetails, Pick, View } from "../types" */
/** @import { Faces } from "./card.js" */

const REST = 200; // milliseconds without a tap before the server is asked
const SHOWN = 60; // choices that a list of all shows

/**
 * @typedef {object} About
 * @property {LiveTable} live
 * @property {View} view
 * @property {Choices} choices
 * @property {Faces} faces
 * @property {string[]} chosen the cards that are tapped
 * @property {(cards: string[]) => void} choose tap these cards
 * @property {boolean} isSending
 */

/** @param {About} about */
export function ChoicePanel({ live, view, choices, faces, chosen, choose, isSending }) {
  const offers = offersFor(choices, chosen);
  const buttons = offers.filter(({ pick }) => pick === null);
  const picks = offers.filter(({ pick }) => pick !== null);
  const needsCards = chosen.length === 0 && choices.texts.some(({ text }) => cardsIn(text).length > 0);
  /** @param {Offer} offer */
  const send = (offer) => {
    choose([]);
    void live.act(offer.action);
  };
  return html`
    ${needsCards && html`<p class="hint">Tap a card to see what it can do.</p>`}
    ${picks.map((offer) => html`
      <${PickOffer} key=${offer.text} live=${live} view=${view} offer=${offer} chosen=${chosen} choose=${choose} faces=${faces}
        isSending=${isSending} send=${() => send(offer)} />`)}
    <${Buttons} offers=${buttons} view=${view} faces=${faces} isSending=${isSending} send=${send} />
    ${chosen.length > 0 && html`
      ${offers.length === 0 && html`<p class="hint" role="status">These cards do nothing together now.</p>`}
      <button type="button" class="quiet" onClick=${() => choose([])}>Put the cards back</button>`}
    ${needsCards && choices.actions.length <= SHOWN && html`
      <details class="all"><summary>${many(choices.actions.length, "choice")} as a list</summary>
        <${Buttons} offers=${allOf(choices)} view=${view} faces=${faces} isSending=${isSending} send=${send} /></details>`}`;
}

/**
 * What is said in this game, but can't be now: greyed, and why on asking.
 * @param {{live: LiveTable, view: View, details: GameDetails}} about
 */
export function NotNow({ live, view, details }) {
  const closed = closedNow(details.actions, view.choices);
  if (closed.length === 0) return null;
  return html`
    <details class="not-now"><summary>Not possible now, and why</summary>
      <div class="row">${closed.map((action) => html`
        <button type="button" key=${action.type} class="closed" aria-disabled="true" onClick=${() => live.tellWhyNot(action)}>
          ${wordsOf(action)}</button>`)}</div></details>`;
}

/** @param {Action} action @returns {string} */
const wordsOf = ({ type }) => type.charAt(0).toUpperCase() + type.slice(1).replaceAll("_", " ");

/** @param {Choices} choices @returns {Offer[]} */
const allOf = ({ actions, texts }) => actions.map((action, at) => ({
  action, text: texts[at]?.text ?? action.type, group: texts[at]?.group ?? "", state: "ready", pick: null,
}));

/** @param {{offers: Offer[], view: View, faces: Faces, isSending: boolean, send: (offer: Offer) => void}} about */
function Buttons({ offers, view, faces, isSending, send }) {
  const last = offers.filter(({ group }) => group === "pass");
  const rows = [...new Set(offers.map(({ group }) => group))].filter((group) => group !== "pass")
    .map((group) => offers.filter((offer) => offer.group === group));
  return [...rows, last].filter((row) => row.length > 0).map((row) => html`
    <div key=${row[0]?.group} class="row choices">${row.map((offer) => html`
      <button type="button" key=${JSON.stringify(offer.action)} class=${offer.group === "pass" ? "" : "main"}
        disabled=${isSending} onClick=${() => send(offer)}><${Text} text=${offer.text} view=${view} faces=${faces} /></button>`)}
    </div>`);
}

/**
 * @param {{live: LiveTable, view: View, offer: Offer, faces: Faces, chosen: string[], choose: (cards: string[]) => void,
 * isSending: boolean, send: () => void}} about
 */
function PickOffer({ live, view, offer, faces, chosen, choose, isSending, send }) {
  const pick = /** @type {Pick} */ (offer.pick);
  const checked = useCheck(live, view.n, offer);
  const example = /** @type {string[]} */ (pick.example[pick.field] ?? []);
  const isReady = offer.state === "ready" || (offer.state === "ask" && checked?.legal === true);
  return html`
    <div class="pick" role="group" aria-label=${plain(offer.text)}>
      <p><b><${Text} text=${offer.text} view=${view} faces=${faces} /></b></p>
      <p class="hint" role="status">${countOf(pick, chosen.length)}${verdict(offer, checked)}</p>
      ${(offer.state === "ready" || offer.state === "ask") && html`
        <button type="button" class="main" disabled=${!isReady || isSending} onClick=${send}>
          <${Text} text=${checked?.text ?? offer.text} view=${view} faces=${faces} /></button>`}
      ${chosen.length === 0 && html`
        <button type="button" class="quiet" onClick=${() => choose(example)}>For example:
          ${" "}<${Text} text=${pick.example_text} view=${view} faces=${faces} /></button>`}
    </div>`;
}

/** @param {Offer} offer @param {CheckedAction | null} checked @returns {string} */
function verdict({ state, pick }, checked) {
  if (state === "ready") return "";
  if (state !== "ask" || checked === null) return pick?.must && pick.must !== pick.text ? `: ${pick.must}` : "";
  return checked.legal ? ": that will do" : `: ${checked.refusal?.detail ?? "not possible"}`;
}

/** @param {LiveTable} live @param {number} n @param {Offer} offer @returns {CheckedAction | null} what the server says of it */
function useCheck(live, n, { action, state }) {
  const asked = `${n} ${state} ${JSON.stringify(action)}`;
  const [told, setTold] = useState(/** @type {{asked: string, checked: CheckedAction | null}} */ ({ asked: "", checked: null }));
  const newest = useRef(asked);
  newest.current = asked;
  useEffect(() => {
    if (state !== "ask") return;
    const soon = setTimeout(async () => {
      const checked = await live.check(action);
      if (newest.current === asked) setTold({ asked, checked });
    }, REST);
    return () => clearTimeout(soon);
  }, [asked]);
  return told.asked === asked ? told.checked : null;
}
