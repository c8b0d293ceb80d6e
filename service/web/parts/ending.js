/** How a table ends: ways out of it, and its result. */
import { isRatedFor, isTieBroken, margin, outcomeOf, readRatingChange, winnersOf } from "../core/result.js";
import { fixed, signed } from "../core/texts.js";
import { isText, listText, rich, t } from "../core/words.js";
import { Verdict } from "./checking.js";
import { Command, greyed, html, useEffect, useRef, useSignal, useState } from "./html.js";
import { nameOf, ownNameOf } from "./kit.js";
/** @import { App } from "../core/app.js" */
/** @import { RatingChange } from "../core/result.js" */
/** @import { LiveTable } from "../core/table.js" */
/** @import { View } from "../types" */

/**
 * Ways out of a table that is played: to end it together without a result, or to let a bot play on.
 * @param {{live: LiveTable, view: View}} about
 */
export function Leaving({ live, view }) {
  const { isSending } = useSignal(live.state);
  const [isSure, setSure] = useState(false);
  const { seat, adjourn_agreed: agreed } = view;
  if (seat === null || view.phase !== "playing") return null;
  const leave = () => (isSure ? live.command("DELETE", `/seats/${seat}`, undefined) : setSure(true));
  const mayAdjourn = view.tournament === null && !agreed.includes(seat);
  return html`
    ${agreed.length > 0 && html`<p class="notice" role="status">${
      t("ending.adjourn_proposed", { names: namesOf(view, agreed) })}</p>`}
    <details class="leaving" open=${agreed.length > 0 && mayAdjourn}><summary>${t("ending.adjourn_or_leave")}</summary>
      ${mayAdjourn && html`
        <p class="hint">${t("ending.adjourn_meaning")}</p>
        <button type="button" ...${greyed(isSending)} onClick=${() => live.command("POST", "/adjourn", {})}>${
          t("ending.adjourn")}</button>`}
      <p class="hint">${t("ending.leave_meaning")}</p>
      <button type="button" ...${greyed(isSending)} onClick=${leave}>${
        t(isSure ? "ending.leave_surely" : "ending.leave")}</button>
    </details>`;
}

/**
 * That others want to adjourn, beside one's cards, where it is seen at once.
 * @param {{live: LiveTable, view: View}} about
 */
export function AdjournAsked({ live, view }) {
  const { isSending } = useSignal(live.state);
  const { seat, adjourn_agreed: agreed } = view, values = { names: namesOf(view, agreed), count: agreed.length };
  if (seat === null || view.phase !== "playing" || agreed.length === 0 || agreed.includes(seat)) return null;
  return html`
    <p class="hint adjourn" role="status">${t("ending.adjourn_asked", values)}${" "}
      <button type="button" class="quiet" ...${greyed(isSending)} onClick=${() => live.command("POST", "/adjourn", {})}>${
        t("ending.agree")}</button></p>`;
}

/**
 * Offers, at a table without a clock, to wait no longer for somebody who has been silent for days.
 * @param {{live: LiveTable, view: View}} about
 */
export function Claims({ live, view }) {
  const { isSending } = useSignal(live.state);
  if (view.seat === null || view.seats[view.seat]?.away) return null;
  const now = live.api.now() + live.api.ahead.value;
  return view.claims.map((at, seat) => at !== null && seat !== view.seat && at <= now && html`
    <p key=${seat} class="hint">${rich("ending.silent", { name: html`<bdi>${nameOf(view, seat)}</bdi>` })}${" "}
      <button type="button" ...${greyed(isSending)} onClick=${() => live.command("POST", `/seats/${seat}/claim`, {})}>${
        t(view.seats.length === 2 ? "ending.claim" : "ending.let_bot_play")}</button></p>`);
}

/** @param {string} text @returns {string} it at the beginning of a sentence */
const capital = (text) => `${text.slice(0, 1).toLocaleUpperCase()}${text.slice(1)}`;

/** @param {string} name @returns {string} it in a sentence, which keeps its direction whatever way the name is written */
const isolated = (name) => `\u2068${name}\u2069`;

/** @param {View} view @param {number[]} seats @returns {string} who holds them */
const namesOf = (view, seats) => listText(seats.map((seat) => isolated(nameOf(view, seat))));

/** @param {View} view @param {number[]} winners @returns {string} who won, as a headline */
function wonText(view, winners) {
  const others = winners.filter((seat) => seat !== view.seat), isOwn = others.length < winners.length;
  const who = !isOwn ? "others" : others.length === 0 ? "you" : "with_you";
  return t("ending.won", { who, names: namesOf(view, others), count: others.length });
}

/** What the table made of one's rating, as soon as that is known. @param {{app: App, view: View}} about */
function OwnRating({ app, view }) {
  const [change, setChange] = useState(/** @type {RatingChange | null | undefined} */ (undefined));
  const isRated = isRatedFor(view), isClosed = view.phase === "closed";
  useEffect(() => {
    if (!isRated || !isClosed) return;
    const until = new AbortController();
    readRatingChange(app.api, view, until.signal).catch(() => null).then((told) => until.signal.aborted || setChange(told));
    return () => until.abort();
  }, [view.table, isRated, isClosed]);
  if (!isRated) {
    return html`<p class="hint">${t(view.rated ? "ending.unrated_bots" : "ending.unrated")}</p>`;
  }
  if (change === undefined) return html`<p class="hint" role="status">${t("ending.rating_coming")}</p>`;
  if (change === null) return html`<p class="hint">${t("ending.rating_unknown")}</p>`;
  const { after, before } = change;
  const b = (/** @type {unknown[]} */ inside) => html`<strong>${inside}</strong>`, rating = fixed(after, 1);
  return html`<p role="status">${before === null ? rich("ending.rating_first", { b, rating })
    : rich("ending.rating", { b, rating, change: signed(after - before, 1) })}</p>`;
}

/**
 * How a table ended: who won, by what, and what to do next.
 * @param {{app: App, live: LiveTable, view: View, again: () => Promise<void>, goOn: () => Promise<void>}} about `goOn`: of a
 * table that was adjourned
 */
export function Result({ app, live, view, again, goOn }) {
  const outcome = outcomeOf(view), isOver = outcome !== null;
  const [isChecked, setChecked] = useState(false);
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    if (!isOver) return;
    place.current?.scrollIntoView({ block: "nearest" }); // whoever has played looks at the hand, far below
    if (document.activeElement === document.body) place.current?.focus({ preventScroll: true });
  }, [isOver]);
  if (outcome === null) return null;
  const isAdjourned = outcome.why === "adjourned", isClosed = view.phase === "closed", winners = winnersOf(outcome);
  const away = new Map(outcome.deserters.map(({ seat, how }) => [seat, t(`ending.${how}`)]));
  const places = outcome.places.map((place, seat) => ({ place, seat, score: outcome.scores[seat] }))
    .sort((one, other) => one.place - other.place);
  const counts = view.board?.counts ?? t("ending.score"), by = margin(outcome), tie = `ending.tie_${view.game}`;
  return html`
    <section class="panel result" aria-label=${t("ending.result")} ref=${place} tabindex="-1">
      <h2>${winners.length > 0 ? wonText(view, winners) : outcome.text}</h2>
      ${winners.length > 0 && html`
        <p>${outcome.text}.${" "}${
          by !== null && t("ending.margin", { counts: capital(counts), first: by[0], second: by[1] })}</p>`}
      ${isTieBroken(outcome) && html`
        <p class="hint">${t(isText(tie) ? tie : "ending.tie")}</p>`}
      ${view.corrected !== null && html`<p class="hint">${t("ending.corrected")}</p>`}
      ${places.length > 0 && html`
        <table><thead><tr><th scope="col">${t("ending.place")}</th><th scope="col">${t("ending.who")}</th>
            <th scope="col">${capital(counts)}</th></tr></thead>
          <tbody>${places.map(({ place, seat, score }) => html`
            <tr key=${seat} class=${seat === view.seat ? "own" : ""}><td>${place}</td>
              <th scope="row"><bdi>${ownNameOf(view, seat)}</bdi>${away.has(seat) && html`
                <small>${away.get(seat)}</small>`}</th><td>${score}</td></tr>`)}</tbody></table>
        ${view.seat !== null && html`<${OwnRating} app=${app} view=${view} />`}`}
      <div class="row">
        ${view.tournament !== null && html`
          <a class="button" href=${`/tournaments/${view.tournament.id}`} data-page>${t("ending.to_tournament")}</a>`}
        ${view.seat !== null && view.tournament === null && isClosed && (places.length > 0 || isAdjourned) && html`
          <${Command} kind="main" label=${t("ending.again")} send=${again} />`}
        ${view.seat !== null && isAdjourned && html`
          <${Command} label=${t("ending.go_on")} send=${goOn} />`}
        ${isClosed && places.length > 0 && html`
          <a class="button" href=${`/replay/${view.table}`} data-page>${t("ending.replay")}</a>`}
        ${isClosed && !isChecked && html`
          <button type="button" onClick=${() => setChecked(true)}>${t("ending.check")}</button>`}
        <a class="button" href="/" data-page>${t("ending.to_lobby")}</a>
      </div>
      ${isClosed && html`<p class="hint">${rich("ending.log", { a: (/** @type {unknown[]} */ inside) => html`
        <a href=${`/v1${live.path}/log`} download=${`${view.table}.jsonl`}>${inside}</a>` })}</p>`}
    </section>
    ${isChecked && html`<${Verdict} app=${app} table=${view.table} isWanted />`}`;
}
