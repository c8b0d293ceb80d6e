/** Who sits round a table: what lies before them, as the game's layout says; who is away, and for whom the table waits. */
import { firstAwaited } from "../core/company.js";
import { lyingRound } from "../core/pace.js";
import { addressOf, listed } from "../core/served.js";
import { angleOf, sidesOf } from "../core/table.js";
import { leftUntil, momentText } from "../core/texts.js";
import { isText, listText, rich, t } from "../core/words.js";
import { shufflesOf } from "../../../clients/typescript/verify/shuffle.js";
import { Away, awaySince, NOBODY } from "./away.js";
import { html, useEffect, useErrorBoundary, useLayoutEffect, useRef, useState } from "./html.js";
import { Deeds, nameOf, ownNameOf, Piles, pilesAt, Text } from "./kit.js";
/** @import { Api } from "../core/api.js" */
/** @import { Gone } from "../core/company.js" */
/** @import { App } from "../core/app.js" */
/** @import { Step } from "../core/pace.js" */
/** @import { Board, Round, Seat, View } from "../types" */
/** @import { Shuffles } from "../../../clients/typescript/verify/shuffle.js" */
/** @import { At, Faces, Layout } from "./kit.js" */
/** @import { Tapped } from "./playing.js" */

const SLACK = 12; // pixels below what is scrolled to, for frames

/**
 * What everybody sees of a table, and what lies open to the viewer.
 * @param {{api: Api, view: View, board: Board, faces: Faces, tapped: Tapped, away?: Gone,
 * step?: Step | undefined, skip?: () => void, isStill?: boolean, title?: unknown, isTurn?: boolean}} about `away`: players;
 * `step`: what happens there, where it is shown at a pace; `skip`: ends that; `isStill`: all is shown at once, the round before
 * too; `title`: what stands before whose turn it is; `isTurn`: it is the viewer's
 */
export function OnTable({ api, view, board, faces, tapped, away = NOBODY, step, skip, isStill = false, title, isTurn }) {
  const layout = useLayout(view.game);
  const [fault] = useErrorBoundary(console.error); // of a layout: the game can be played all the same
  if (layout === undefined) return null;
  /** @type {At} */
  const at = {
    view, board, faces, tapped, play: view.play ?? {}, piles: board.open.map((pile, place) => ({ ...pile, at: place })),
  };
  const isBroken = layout === BROKEN || fault !== undefined;
  return html`
    <div class="turn-line">${title}
      <p class="phase">${isTurn && html`<strong class="badge now">${t("table.your_turn")}</strong>`} ${board.phase_text}</p></div>
    ${isBroken && html`<p class="hint" role="status">${t("table.layout_failed")}</p>`}
    <${Laid} api=${api} at=${at} away=${away} layout=${isBroken ? GENERIC : layout} step=${step} skip=${skip}
      isStill=${isStill} />`;
}

/**
 * @param {{api: Api, at: At, away: Gone, layout: Layout, step: Step | undefined, skip: (() => void) | undefined,
 * isStill: boolean}} about
 */
function Laid({ api, at, away, layout, step, skip, isStill }) {
  const cloth = useRef(/** @type {HTMLElement | null} */ (null));
  const [isLong, setLong] = useState(false); // it scrolls, so keys must reach it
  useLayoutEffect(() => {
    const own = cloth.current;
    if (own === null) return;
    const measure = () => setLong(own.scrollHeight > own.clientHeight);
    const observer = new ResizeObserver(measure); // what stands beside it grows and shrinks without a change of the table
    for (const one of [own, ...own.children]) observer.observe(one);
    measure();
    return () => observer.disconnect();
  });
  const { n, seat: viewer, to_act } = at.view, isTurn = viewer !== null && to_act.includes(viewer);
  useLayoutEffect(() => {
    if (isTurn && at.tapped.chosen.size === 0 && cloth.current !== null) showNeeded(cloth.current);
  }, [n, isTurn]);
  const sides = sidesOf(at.view);
  const { current, previous } = at.board, lies = lyingRound(at.board), winner = lies?.winner ?? null;
  /** @param {Round} round @param {boolean} isOver */
  const drawn = (round, isOver) => layout.round?.(at, round, isOver)
    ?? html`<${Deeds} round=${round} view=${at.view} faces=${at.faces} isOver=${isOver} />`;
  const middle = layout.middle?.(at) ?? html`<${Piles} at=${at} piles=${pilesAt(at, null)} />`;
  /** @param {keyof typeof sides} side */
  const seated = (side) => sides[side].length > 0 && html`
    <ul class=${`side at-${side}`} aria-label=${t(side === "own" ? "table.your_seat" : "table.seats")}>${
      sides[side].map((seat) => html`
      <${OneSeat} key=${seat.seat} api=${api} at=${at} seat=${seat} layout=${layout}
        since=${awaySince(away, seat)} />`)}</ul>`;
  return html`
    <div class="seats">
      <div class="others" role="group" aria-label=${t("table.players")}>${seated("left")}${seated("top")}${seated("right")}</div>
      <div class=${isStill ? "surface" : `surface ${step?.kind ?? ""}`} role="group" aria-label=${t("table.cloth")}
        onClick=${skip} ref=${cloth} tabindex=${isLong ? 0 : null}
        style=${winner === null ? null : { "--to": `${angleOf(at.view, winner)}deg` }}>
        <div class="middle">${middle}</div>
        ${step?.line && html`<p class="said" aria-hidden="true">
          <${Text} text=${step.line.text} view=${at.view} faces=${at.faces} /></p>`}
        ${lies !== null ? drawn(lies, true) : current !== null && drawn(current, false)}
        ${previous !== null && lies === null && html`
          <details class="previous" open=${isStill}><summary>${t("table.before", { name: previous.name })}</summary>
            ${drawn(previous, true)}</details>`}
      </div>
      ${seated("own")}
    </div>`;
}

/** Scroll to what a turn needs: the top, or as far down as what is for sale, or to be beaten. @param {HTMLElement} cloth */
function showNeeded(cloth) {
  cloth.scrollTop = 0;
  const needed = cloth.querySelector(".marked, .ring, .round .large")?.getBoundingClientRect();
  if (needed) cloth.scrollTop = needed.bottom + SLACK - cloth.getBoundingClientRect().top - cloth.clientHeight;
}

/** @param {string} game @param {number} score @param {string} counts what is counted, where the game is from outside */
function scoreOf(game, score, counts) {
  const name = `games.score_${game}`, b = (/** @type {unknown[]} */ inside) => html`<b>${inside}</b>`;
  return isText(name) ? rich(name, { score, b }) : html`${b([score])} ${counts}`;
}

/** @param {{api: Api, at: At, seat: Seat, since: number | null, layout: Layout}} about */
function OneSeat({ api, at, seat: own, since, layout }) {
  const { view, board } = at;
  const { seat, bot, away, cards, score, roles, assets } = own;
  const isTurn = view.to_act.includes(seat);
  const before = layout.seat?.(at, own);
  return html`
    <li class=${`seat${isTurn ? " turn" : ""}${seat === view.seat ? " own" : ""}`} aria-current=${isTurn ? "true" : null}>
      <div class="line"><bdi class="seat-name">${ownNameOf(view, seat)}</bdi>
        ${bot && html`<span class="hint">${t("lobby.level_name", { level: bot })}</span>`}
        ${since !== null && html`<${Away} api=${api} since=${since} />`}
        ${isTurn && seat !== view.seat && html`<span class="badge now">${t("table.turn")}</span>`}
        <${Clock} api=${api} deadline=${view.deadlines[seat] ?? null} /></div>
      <div class="line facts">
        ${score !== null && html`<span>${scoreOf(view.game, score, board.counts)}</span>`}
        ${cards !== null && html`<span>${rich("table.in_hand", { count: html`<b>${cards}</b>` })}</span>`}
        ${before === undefined && assets.map((asset) => html`<span key=${asset}>${asset}</span>`)}
        ${away && html`<span>${t("table.bot_for_now")}</span>`}
        ${roles.map((role) => html`<span key=${role} class="badge">${role}</span>`)}
      </div>
      ${before ?? html`<${Piles} at=${at} piles=${pilesAt(at, seat)} />`}
    </li>`;
}

/** @type {Layout} the generic table */
const GENERIC = {};
/** @type {Layout} that again, in place of one that could not be read */
const BROKEN = {};
/** @type {Map<string, Layout>} those that were asked for, by game */
const KNOWN = new Map();

/** @param {string} game from outside @returns {Promise<Shuffles>} how its events tell of a deal; none where it does not say */
export async function dealsOf(game) {
  if (!listed("deals").includes(game)) return {};
  try {
    return shufflesOf([(await import(addressOf(`../../clients/typescript/verify/games/${game}.mjs`))).default]);
  } catch (error) {
    console.error(error); // for who wrote it
    return {};
  }
}

/** @param {string} game @returns {Promise<Layout>} */
async function layoutOf(game) {
  if (!listed("layouts").includes(game)) return GENERIC;
  try {
    return (await import(addressOf(`games/${game}.js`))).layout;
  } catch (error) {
    console.error(error); // for who wrote it
    return BROKEN;
  }
}

/**
 * How single games are laid out: modules in `games/`, one a game, of ours and of games from outside alike. The page names those
 * that are there; a game without one gets the generic table.
 * @param {string} game @returns {Layout | undefined} undefined until it has come
 */
export function useLayout(game) {
  const [known, setKnown] = useState(KNOWN.get(game));
  useEffect(() => {
    let isWanted = true;
    void layoutOf(game).then((layout) => {
      KNOWN.set(game, layout);
      if (isWanted) setKnown(layout);
    });
    return () => void (isWanted = false);
  }, [game]);
  return known;
}

const TICK = 250, SHORT = 10_000; // milliseconds

/** A clock that runs. @param {{api: Api, deadline: number | null}} about */
export function Clock({ api, deadline }) {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    if (deadline === null) return;
    setNow(Date.now());
    const ticking = setInterval(() => setNow(Date.now()), TICK);
    return () => clearInterval(ticking);
  }, [deadline]);
  if (deadline === null) return null;
  const there = now + api.ahead.value;
  const left = leftUntil(deadline, there);
  return html`
    <span class=${deadline - there < SHORT ? "clock short" : "clock"} role="timer" aria-label=${
      t("table.time_left", { left })}>${left}</span>`;
}

/** For whom the table waits, for how long, and what follows then. @param {{api: Api, view: View}} about */
export function WaitingFor({ api, view }) {
  const names = view.to_act.map((seat) => nameOf(view, seat)), first = firstAwaited(view);
  if (names.length === 0) return html`<p class="hint">…</p>`;
  const waiting = t("table.waiting_for", { names: listText(names) });
  const isOver = first !== null && first.until <= api.now() + api.ahead.value;
  if (first === null || (first.isClaim && isOver)) return html`<p class="hint">${waiting}</p>`;
  const { isClaim, until, then, seat } = first;
  const values = { names: listText(names), name: nameOf(view, seat), is: names.length > 1 ? "many" : "one", then };
  if (isClaim) return html`<p class="hint">${t("table.waiting_claim", { ...values, when: momentText(until) })}</p>`;
  const time = html`<${Clock} api=${api} deadline=${until} />`;
  return html`<p class="hint">${rich("table.waiting_clock", { ...values, time })}</p>`;
}
