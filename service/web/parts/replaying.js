/** A table again: what was seen at any moment, and its events. */
import { handAt, hashOf, placeIn, tookText } from "../core/replay.js";
import { momentText } from "../core/texts.js";
import { listText, numberText, rich, t } from "../core/words.js";
import { Hand } from "./hand.js";
import { greyed, html, useAnswer, useEffect, useMemo, useState } from "./html.js";
import { Faces, nameOf, Text } from "./kit.js";
import { OnTable } from "./seats.js";
/** @import { App } from "../core/app.js" */
/** @import { Eyes, Place, Row, Told } from "../core/replay.js" */
/** @import { GameDetails, Hand as DealtHand, Moment, View } from "../types" */
/** @import { Tapped } from "./playing.js" */

/** @typedef {{moment: Moment, place: Place, move: (place: Place) => void, faces: Faces}} Judging a moment, and what leads on */

/** @type {Tapped} */
const NOTHING = { chosen: new Map(), named: new Set(), lies: () => false, tap: () => {}, play: () => {}, ask: () => {} };
const STEPS = { ArrowRight: 1, ArrowLeft: -1 };

/**
 * A table gone through again: what a seat saw at any moment, what it could have done, what it did, and how long it took.
 * @param {{app: App, now: View, details: GameDetails, hands: DealtHand[], moments: Told, isOpen: boolean, begin?: number,
 * beside?: (at: {n: number, hand: number}) => unknown, judged?: (at: Judging) => unknown}} about `isOpen`: all eyes may be
 * chosen; `begin`: the event that is shown unless the address names one; `beside`: what is drawn below, for the moment that is
 * shown; `judged`: how good it was
 */
export function Replay({ app, now, details, hands, moments, isOpen, begin = 1, beside, judged }) {
  const faces = useMemo(() => new Faces(details), [details]);
  const { place, move } = usePlace(now, isOpen, begin);
  const seen = useAnswer(() => moments.seenBy(place.n, place.eyes, now.seats.length), [place.n, place.eyes]);
  const shown = useLast(seen);
  const [first] = shown ?? [];
  const isSettled = useOnce(seen !== undefined); // what stands below would move away from under a finger
  const steps = first === undefined ? null : { back: first.command.first - 1, on: lastOf(first) + 1 };
  const step = (/** @type {number} */ by) => steps && move({ ...place, n: by > 0 ? steps.on : steps.back });
  useKeys(step);
  useEffect(() => {
    if (steps !== null && place.eyes !== "all" && steps.on <= now.n) {
      void moments.seenBy(steps.on, place.eyes, now.seats.length).catch(() => {});
    }
  }, [first]);
  return html`
    <div class="felt replay" data-n=${first?.at}>
      <h1 class="title">${t("replay.of_game", { game: details.title })}${" "}
        ${handAt(hands, place.n) > 0 && html`<small>${t("replay.hand_number", { hand: handAt(hands, place.n) })}</small>`}</h1>
      <${Controls} now=${now} hands=${hands} place=${place} move=${move} step=${step} isOpen=${isOpen} />
      ${seen?.problem !== undefined && html`<p class="problem" role="alert">${seen.problem}</p>`}
      ${first !== undefined && html`
        ${judged?.({ moment: first, place, move, faces })}
        <${Command} moment=${first} could=${shown?.find((one) => one.could !== null)?.could ?? null} faces=${faces} />
        <${Seen} app=${app} moments=${shown} faces=${faces} />`}
      ${isSettled && beside?.({ n: place.n, hand: handAt(hands, place.n) })}
    </div>`;
}

/** @param {Moment} moment @returns {number} the last event of its command */
const lastOf = ({ command, at }) => command.events.at(-1)?.n ?? at;

/** @param {boolean} isSo @returns {boolean} whether it has been so at any time */
function useOnce(isSo) {
  const [was, setWas] = useState(false);
  useEffect(() => {
    if (isSo) setWas(true);
  }, [isSo]);
  return was;
}

/** @param {any} answer @returns {Moment[] | undefined} the last one that came: what is shown stays until the next is there */
function useLast(answer) {
  const [last, setLast] = useState(/** @type {Moment[] | undefined} */ (undefined));
  useEffect(() => {
    if (Array.isArray(answer)) setLast(answer);
  }, [answer]);
  return last;
}

/**
 * The moment that is shown; the address names it, so that a link leads to it.
 * @param {View} now @param {boolean} isOpen @param {number} begin
 * @returns {{place: Place, move: (place: Place) => void}}
 */
function usePlace({ n: newest, seat, seats }, isOpen, begin) {
  const [place, setPlace] = useState(() => {
    const { n, eyes } = placeIn(location.hash);
    const usual = seat ?? (isOpen ? "all" : null);
    const isThere = eyes === null || eyes === seat || (isOpen && (eyes === "all" || (eyes ?? Infinity) < seats.length));
    return { n: Math.min(n ?? begin, newest), eyes: eyes === undefined || !isThere ? usual : eyes };
  });
  useEffect(() => history.replaceState(null, "", location.pathname + hashOf(place)), [place]);
  const move = (/** @type {Place} */ next) => {
    if (next.n >= 1 && next.n <= newest) setPlace(next);
  };
  return { place, move };
}

/** Arrow keys go from command to command, unless they are for something else. @param {(by: number) => void} step */
function useKeys(step) {
  useEffect(() => {
    /** @param {KeyboardEvent} event */
    const press = (event) => {
      const by = STEPS[/** @type {keyof typeof STEPS} */ (event.key)];
      if (by === undefined || /** @type {Element} */ (event.target).closest("input, select, textarea, .hand")) return;
      event.preventDefault();
      step(by);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  });
}

/**
 * @param {{now: View, hands: DealtHand[], place: Place, move: (place: Place) => void, step: (by: number) => void,
 * isOpen: boolean}} about
 */
function Controls({ now, hands, place, move, step, isOpen }) {
  const to = (/** @type {number} */ n) => move({ ...place, n });
  const [sliding, setSliding] = useState(/** @type {number | null} */ (null)); // only where it is let go is a moment asked for
  const slid = (/** @type {any} */ { target }) => {
    setSliding(null);
    to(Number(target.value));
  };
  return html`
    <label class="field"><span>${t("replay.event_of", { n: sliding ?? place.n, last: now.n })}</span>
      <input type="range" min="1" max=${now.n} value=${sliding ?? place.n} onChange=${slid}
        onInput=${(/** @type {any} */ { target }) => setSliding(Number(target.value))} /></label>
    <div class="row">
      <button type="button" onClick=${() => step(-1)} aria-label=${t("replay.back")}>◀ ${t("replay.back")}</button>
      <button type="button" class="main" onClick=${() => step(1)} aria-label=${t("replay.next")}>${t("replay.next")} ▶</button>
      ${hands.length > 0 && html`
        <label class="row"><span>${t("replay.hand")}</span><select
            onChange=${(/** @type {any} */ { target }) => to(Number(target.value))}>
          <option value="1" selected=${handAt(hands, place.n) === 0}>${t("replay.before")}</option>
          ${hands.map(({ hand, first, voided }) => html`
            <option key=${hand} value=${first} selected=${hand === handAt(hands, place.n)}>
              ${t("replay.hand_choice", { hand, is: voided ? "void" : "valid" })}</option>`)}
        </select></label>`}
      <${EyesOf} now=${now} eyes=${place.eyes} isOpen=${isOpen} see=${(/** @type {Eyes} */ eyes) => move({ ...place, eyes })} />
    </div>`;
}

/** @param {{now: View, eyes: Eyes, isOpen: boolean, see: (eyes: Eyes) => void}} about */
function EyesOf({ now, eyes, isOpen, see }) {
  const seats = now.seats.map(({ seat }) => seat).filter((seat) => isOpen || seat === now.seat);
  const ways = [...(isOpen ? ["all"] : []), ...seats.map(String), "nobody"];
  /** @param {string} way */
  const words = (way) => (way === "all" || way === "nobody" ? t(`replay.eyes_${way}`) : nameOf(now, Number(way)));
  const set = (/** @type {string} */ way) => see(way === "all" ? "all" : way === "nobody" ? null : Number(way));
  return html`
    <label class="row"><span>${t("replay.seen_by")}</span><select
        onChange=${(/** @type {any} */ { target }) => set(target.value)}>
      ${ways.map((way) => html`
        <option key=${way} value=${way} selected=${way === String(eyes ?? "nobody")}>${words(way)}</option>`)}
    </select></label>`;
}

/**
 * What was done, by whom and after how long.
 * @param {{moment: Moment, could: Moment["could"], faces: Faces}} about `could`: what might have been done instead
 */
function Command({ moment: { command, view }, could, faces }) {
  const { took, bot } = command;
  return html`
    <section class="panel command" aria-label=${t("replay.what_was_done")} aria-live="polite">
      ${view.story.map((line) => html`
        <p key=${line.n}><small>${line.n}</small> <${Text} text=${line.text} view=${view} faces=${faces} /></p>`)}
      <p class="hint">${[
        momentText(view.at), took === null ? "" : tookText(took), bot ? t("replay.by_bot") : "",
      ].filter(Boolean).join(", ")}</p>
      ${could !== null && html`
        <details><summary>${t("replay.could_do")}</summary><ul>
          ${could.texts.map(({ text }) => html`<li key=${text}><${Text} text=${text} view=${view} faces=${faces} /></li>`)}
          ${could.picks.map(({ text }) => html`<li key=${text}><${Text} text=${text} view=${view} faces=${faces} /></li>`)}
        </ul></details>`}
    </section>`;
}

/** The table, and the hands of those whose eyes see it. @param {{app: App, moments: Moment[], faces: Faces}} about */
function Seen({ app, moments, faces }) {
  const view = /** @type {Moment} */ (moments[0]).view;
  if (view.board === null) return html`<p class="hint">${t("replay.not_begun")}</p>`;
  return html`
    <${OnTable} api=${app.api} view=${{ ...view, seat: null, deadlines: [] }} board=${view.board} faces=${faces}
      tapped=${NOTHING} />
    ${moments.map(({ seat, view: { board } }) => board?.mine && html`
      <section key=${seat} class="mine"><h2>${rich("replay.hand_of", { name: html`<bdi>${nameOf(view, seat ?? 0)}</bdi>` })}</h2>
        <${Hand} cards=${board.mine} faces=${faces} tapped=${NOTHING} isTurn=${false} owner=${nameOf(view, seat ?? 0)} />
      </section>`)}`;
}

const PAGE = 50;

/**
 * The events of a log file as they stand in it: what everybody may know, what is sealed, what is open.
 * @param {{rows: Row[]}} about
 */
export function Events({ rows }) {
  const [begin, setBegin] = useState(0);
  const shown = rows.slice(begin, begin + PAGE);
  return html`
    <section class="panel events"><h2>${t("replay.events")}</h2>
      <ol class="list" start=${begin + 1}>${shown.map((row, at) => html`<${OneEvent} key=${begin + at} row=${row} />`)}</ol>
      ${rows.length > PAGE && html`
        <div class="row">
          <button type="button" ...${greyed(false, begin === 0 ? t("replay.no_earlier") : "")}
            onClick=${() => setBegin(begin - PAGE)}>${t("replay.earlier")}</button>
          <span>${t("replay.range", { first: begin + 1, last: begin + shown.length, all: rows.length })}</span>
          <button type="button" ...${greyed(false, begin + PAGE >= rows.length ? t("replay.no_later") : "")}
            onClick=${() => setBegin(begin + PAGE)}>${t("replay.later")}</button>
        </div>`}
    </section>`;
}

/** @param {{row: Row}} about */
function OneEvent({ row: { n, type, by, at, sealed, open, data, parts } }) {
  const [isOpen, setOpen] = useState(false);
  const still = sealed.filter((key) => !open.includes(key));
  return html`
    <li><details onToggle=${(/** @type {any} */ { target }) => setOpen(target.open)}>
      <summary><b>${n}</b> ${type}
        ${open.length > 0 && html` <span class="badge">${t("replay.opened", { parts: open.length })}</span>`}
        ${still.length > 0 && html` <span class="badge now">${t("replay.sealed", { parts: still.length })}</span>`}</summary>
      ${isOpen && html`
        <p class="hint">${t("replay.when_by", { when: momentText(at), by })}</p>
        <pre tabindex="0">${JSON.stringify(data, null, 1)}</pre>
        ${Object.entries(parts).map(([key, part]) => html`
          <p key=${key}>${t("replay.sealed_open", { audience: audience(key) })}</p>
          <pre tabindex="0">${JSON.stringify(part, null, 1)}</pre>`)}
        ${still.map((key) => html`<p key=${key}>${t("replay.sealed_for", { audience: audience(key) })}</p>`)}`}
    </details></li>`;
}

/** @param {string} key @returns {string} */
export function audience(key) {
  if (key === "table" || key === "hand") return t(`replay.audience_${key}`);
  const seats = key.split("+").map(Number);
  return t("replay.audience_seats", { seats: seats.length, list: listText(seats.map((seat) => numberText(seat + 1))) });
}
