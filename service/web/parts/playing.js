/** What one plays with: the hand, what may be done, and what has happened. */
import { closedNow, countOf, offersFor } from "../core/offers.js";
import { cardsIn, plain } from "../core/texts.js";
import { isText, rich, t } from "../core/words.js";
import { greyed, html, useEffect, useRef, useState } from "./html.js";
import { useRow } from "./keys.js";
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
 * @property {(place: Place, card: string) => boolean} lies whether a card lies there now, whatever is shown for a while
 * @property {(place: Place, card: string) => void} tap
 * @property {(place: Place, card: string) => void} play it, where that is without doubt
 * @property {(card: string) => void} ask why a card can't be chosen
 */

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
 * @property {(action: Action) => void} act
 */

/** What one may do now: a button for each choice, and for picks what the cards must be. @param {About} about */
export function ChoicePanel({ live, view, choices, faces, chosen, choose, isSending, act }) {
  const offers = offersFor(choices, chosen);
  const buttons = offers.filter(({ pick }) => pick === null);
  const picks = offers.filter(({ pick }) => pick !== null);
  const needsCards = chosen.length === 0 && choices.texts.some(({ text }) => cardsIn(text).length > 0);
  /** @param {Offer} offer */
  const send = (offer) => {
    choose([]);
    act(offer.action);
  };
  return html`
    ${needsCards && html`<p class="hint">${t("table.tap_a_card")}</p>`}
    ${picks.length > 0 && html`
      <${PickOffers} live=${live} view=${view} picks=${picks} faces=${faces} chosen=${chosen} choose=${choose}
        isSending=${isSending} send=${send} />`}
    <${Buttons} offers=${buttons} view=${view} faces=${faces} isSending=${isSending} send=${send} />
    ${chosen.length > 0 && html`
      ${offers.length === 0 && html`<p class="hint" role="status">${t("table.nothing_together")}</p>`}
      <button type="button" class="quiet" onClick=${() => choose([])}>${t("table.put_back")}</button>`}
    ${needsCards && choices.actions.length <= SHOWN && html`
      <details class="all"><summary>${t("table.as_list", { count: choices.actions.length })}</summary>
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
    <details class="not-now"><summary>${t("table.not_now")}</summary>
      <div class="row">${closed.map((action) => html`
        <button type="button" key=${action.type} class="closed" aria-disabled="true" title=${t("table.tap_for_why")}
          onClick=${() => live.tellWhyNot(action)}>${wordsOf(action)}</button>`)}</div></details>`;
}

/** @param {Action} action @returns {string} what it does, by the name of its kind where the game is from outside */
function wordsOf({ type }) {
  if (isText(`games.does_${type}`)) return t(`games.does_${type}`);
  return type.charAt(0).toUpperCase() + type.slice(1).replaceAll("_", " ");
}

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
    <${OneRow} key=${row[0]?.group} row=${row} view=${view} faces=${faces} isSending=${isSending} send=${send} />`);
}

/**
 * Choices of one kind: Tab leads to the row, arrows, letters and digits along it.
 * @param {{row: Offer[], view: View, faces: Faces, isSending: boolean, send: (offer: Offer) => void}} about
 */
function OneRow({ row, view, faces, isSending, send }) {
  const { step, stop } = useRow(row.map(({ text }) => plain(text)));
  return html`
    <div class="row choices" onKeyDown=${step}>${row.map((offer, place) => html`
      <button type="button" key=${JSON.stringify(offer.action)} class=${offer.group === "pass" ? "" : "main"}
        ...${stop(place)} ...${greyed(isSending)} onClick=${() => send(offer)}>
        <${Text} text=${offer.text} view=${view} faces=${faces} /></button>`)}
    </div>`;
}

const EXAMPLE = "button.quiet";

/**
 * Actions whose cards one chooses: Tab leads to their examples as one, arrows, letters and digits along them.
 * @param {{live: LiveTable, view: View, picks: Offer[], faces: Faces, chosen: string[], choose: (cards: string[]) => void,
 * isSending: boolean, send: (offer: Offer) => void}} about
 */
function PickOffers({ picks, ...about }) {
  const { step, stop } = useRow(picks.map(({ pick }) => plain(pick?.example_text ?? "")), EXAMPLE);
  return html`
    <div class="picks" onKeyDown=${step}>${picks.map((offer, place) => html`
      <${PickOffer} key=${offer.text} ...${about} offer=${offer} stop=${stop(place)} />`)}</div>`;
}

/**
 * @param {{live: LiveTable, view: View, offer: Offer, faces: Faces, chosen: string[], choose: (cards: string[]) => void,
 * isSending: boolean, send: (offer: Offer) => void, stop: object}} about `stop`: what makes an example a stop of Tab
 */
function PickOffer({ live, view, offer, faces, chosen, choose, isSending, send, stop }) {
  const pick = /** @type {Pick} */ (offer.pick);
  const checked = useCheck(live, view.n, offer);
  const example = /** @type {string[]} */ (pick.example[pick.field] ?? []);
  const isReady = offer.state === "ready" || (offer.state === "ask" && checked?.legal !== false && checked !== undefined);
  const said = verdict(offer, checked), why = isReady ? "" : said.replace(/^: /, "") || t("table.asking");
  return html`
    <div class="pick" role="group" aria-label=${plain(offer.text)}>
      <p><b><${Text} text=${offer.text} view=${view} faces=${faces} /></b></p>
      <p class="hint" role="status">${countOf(pick, chosen.length)}${said}</p>
      ${(offer.state === "ready" || offer.state === "ask") && html`
        <button type="button" class="main" ...${greyed(isSending, why)} onClick=${() => send(offer)}>
          <${Text} text=${checked?.text ?? offer.text} view=${view} faces=${faces} /></button>`}
      ${chosen.length === 0 && html`
        <button type="button" class="quiet" ...${stop} onClick=${() => choose(example)}>${
          rich("table.example", { move: html`<${Text} text=${pick.example_text} view=${view} faces=${faces} />` })}</button>`}
    </div>`;
}

/** @param {Offer} offer @param {CheckedAction | null | undefined} checked as of `useCheck` @returns {string} */
function verdict({ state, pick }, checked) {
  if (state === "ready") return "";
  if (state !== "ask" || !checked) return pick?.must && pick.must !== pick.text ? `: ${pick.must}` : "";
  return `: ${checked.legal ? t("table.will_do") : checked.refusal?.detail ?? t("table.not_possible")}`;
}

/**
 * Ask the server whether an offer would do.
 * @param {LiveTable} live @param {number} n @param {Offer} offer
 * @returns {CheckedAction | null | undefined} undefined: not answered yet; null: no answer came, so it may be tried
 */
function useCheck(live, n, { action, state }) {
  const asked = `${n} ${state} ${JSON.stringify(action)}`;
  const [told, setTold] = useState(/** @type {{asked: string, checked?: CheckedAction | null}} */ ({ asked: "" }));
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
  return told.asked === asked ? told.checked : undefined;
}

/** What has happened, the newest first. @param {{story: StoryLine[], view: View, faces: Faces}} about */
export function Story({ story, view, faces }) {
  return html`
    <section class="story"><h2>${t("table.story")}</h2>
      <ol reversed tabindex="0" aria-label=${t("table.story")}>${[...story].reverse().map((line, at) => html`
        <li key=${`${line.n} ${story.length - at}`}><${Text} text=${line.text} view=${view} faces=${faces} /></li>`)}</ol>
    </section>`;
}
