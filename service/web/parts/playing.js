/** What one plays with: the hand, what may be done, and what has happened. */
import { closedNow, countOf, offersFor } from "../core/offers.js";
import { cardsIn, many, plain } from "../core/texts.js";
import { html, useEffect, useRef, useState } from "./html.js";
import { Card, Text } from "./kit.js";
/** @import { Offer } from "../core/offers.js" */
/** @import { LiveTable } from "../core/table.js" */
/** @import { Action, CheckedAction, Choices, GameDetails, Pick, StoryLine, View } from "../types" */
/** @import { Faces } from "./kit.js" */

/** @typedef {string} Place where a card lies, since two may be alike: `mine:3`, `open:0:1` */
/**
 * @typedef {object} Tapped
 * @property {Map<Place, string>} chosen the cards that are tapped, by their places
 * @property {Set<string>} named the cards that a choice names
 * @property {(place: Place, card: string) => void} tap
 * @property {(card: string) => void} ask why a card can't be chosen
 */

const STEPS = { ArrowRight: 1, ArrowLeft: -1 };

/**
 * One's own cards, to be tapped; arrow keys go along them.
 * @param {{cards: (string | null)[], faces: Faces, tapped: Tapped, isTurn: boolean, owner?: string}} about `owner`: whose they
 * are, if not the viewer's, who then can't tap them
 */
export function Hand({ cards, faces, tapped, isTurn, owner }) {
  const [at, setAt] = useState(0);
  /** @param {string | null | undefined} card */
  const isNamed = (card) => typeof card === "string" && tapped.named.has(card);
  const isAmong = cards.some(isNamed); // else the choices are of something else
  const held = Math.min(at, cards.length - 1);
  const reached = isTurn && isAmong && !isNamed(cards[held]) ? cards.findIndex(isNamed) : held; // where Tab leads to
  /** @param {KeyboardEvent} event */
  const step = (event) => {
    const by = STEPS[/** @type {keyof typeof STEPS} */ (event.key)];
    const from = [.../** @type {HTMLElement} */ (event.currentTarget).children].indexOf(/** @type {Element} */ (event.target));
    const to = event.key === "Home" ? 0 : event.key === "End" ? cards.length - 1 : by === undefined ? null : from + by;
    if (to === null || to < 0 || to >= cards.length) return;
    event.preventDefault();
    setAt(to);
    /** @type {HTMLElement | undefined} */ (/** @type {HTMLElement} */ (event.currentTarget).children[to])?.focus();
  };
  const size = cards.length <= 4 ? "large" : cards.length > 12 ? "many" : "";
  const whose = owner === undefined ? "Your" : `${owner}:`;
  return html`
    <div class=${`cards hand ${size}`} role="group" aria-label=${`${whose} ${cards.length} cards`} onKeyDown=${step}>
      ${cards.map((card, place) => html`
        <${OwnCard} key=${place} card=${card} place=${`mine:${place}`} faces=${faces} tapped=${tapped}
          isDim=${isTurn && isAmong && !isNamed(card)} isReached=${place === reached} reach=${() => setAt(place)}
          isShown=${owner !== undefined || (isTurn && !isAmong)} />`)}
    </div>`;
}

/**
 * @param {{card: string | null, place: Place, faces: Faces, tapped: Tapped, isDim: boolean, isReached: boolean,
 * reach: () => void, isShown: boolean}} about `isShown`: no choice is about these cards
 */
function OwnCard({ card, place, faces, tapped, isDim, isReached, reach, isShown }) {
  if (isShown) return html`<${Card} card=${card} faces=${faces} />`;
  const tap = card === null ? undefined : () => (isDim ? tapped.ask(card) : tapped.tap(place, card));
  return html`<${Card} card=${card} faces=${faces} tap=${tap} isDim=${isDim} isChosen=${tapped.chosen.has(place)}
    tabindex=${isReached ? 0 : -1} onFocus=${reach} />`;
}

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

/** What one may do now: a button for each choice, and for picks what the cards must be. @param {About} about */
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
    ${picks.length > 0 && html`
      <div class="picks">${picks.map((offer) => html`
        <${PickOffer} key=${offer.text} live=${live} view=${view} offer=${offer} chosen=${chosen} choose=${choose} faces=${faces}
          isSending=${isSending} send=${() => send(offer)} />`)}</div>`}
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

/** What has happened, the newest first. @param {{story: StoryLine[], view: View, faces: Faces}} about */
export function Story({ story, view, faces }) {
  return html`
    <section class="story"><h2>What happened</h2>
      <ol reversed tabindex="0" aria-label="Story">${[...story].reverse().map((line, at) => html`
        <li key=${`${line.n} ${story.length - at}`}><${Text} text=${line.text} view=${view} faces=${faces} /></li>`)}</ol>
    </section>`;
}
