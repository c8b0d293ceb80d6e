/** One's own turn: the table and the cards in one window, which cards are tapped, and what may be done with them. */
import { namedCards } from "../core/offers.js";
import { RuleLink } from "./help.js";
import { html, useEffect, useMemo, useRef, useSignal, useState } from "./html.js";
import { nameOf } from "./kit.js";
import { ChoicePanel, Hand } from "./playing.js";
import { OnTable, WaitingFor } from "./seats.js";
/** @import { App } from "../core/app.js" */
/** @import { Gone } from "../core/company.js" */
/** @import { LiveTable } from "../core/table.js" */
/** @import { Board, View } from "../types" */
/** @import { Faces } from "./kit.js" */
/** @import { usePaced } from "./pacing.js" */
/** @import { Place, Tapped } from "./playing.js" */

/** @param {View} view @returns {boolean} */
export const isOwnTurn = ({ seat, to_act }) => seat !== null && to_act.includes(seat);

/**
 * The table and one's own cards, in one window: what is needed for a turn is seen without scrolling, all else yields.
 * @param {{app: App, live: LiveTable, view: View, faces: Faces, away: Gone, paced: ReturnType<usePaced>,
 * title: unknown}} about `away`: players
 */
export function Play({ app, live, view, faces, away, paced: { step, skip, pace }, title }) {
  const mine = /** @type {Board} */ (view.board).mine ?? [];
  const { places, tapped, choose } = useTapped(app, live, view);
  return html`
    <div class=${`tabletop${view.outcome === null ? " live" : ""}`}>
      <${OnTable} api=${app.api} view=${step.view} board=${step.view.board} faces=${faces} tapped=${tapped} away=${away}
        step=${step} skip=${skip} isStill=${pace === "off"} title=${title} isTurn=${isOwnTurn(view)} />
      ${view.seat !== null && html`
        <div class="mine">
          ${mine.length > 0 && html`
            <${Hand} cards=${mine} faces=${faces} tapped=${tapped} isTurn=${isOwnTurn(view)} />`}
          <${Doing} live=${live} view=${view} faces=${faces} chosen=${[...places.values()]} choose=${choose} />
        </div>`}
    </div>`;
}

/**
 * The cards that a person has tapped: as long as they lie where they lay.
 * @param {App} app @param {LiveTable} live @param {View} view
 * @returns {{places: Map<Place, string>, tapped: Tapped, choose: (cards: string[]) => void}}
 */
function useTapped(app, live, view) {
  const [chosen, setChosen] = useState(/** @type {Map<Place, string>} */ (new Map()));
  const lying = useMemo(() => lyingOn(view), [view]);
  const places = useMemo(() => new Map([...chosen].filter(([place, card]) => lying.get(place) === card)), [chosen, lying]);
  const named = useMemo(() => (view.choices === null ? new Set(view.board?.mine?.filter((card) => card !== null))
    : namedCards(view.choices)), [view]);
  const tapped = {
    chosen: places, named,
    tap: (/** @type {Place} */ place, /** @type {string} */ card) => {
      const next = new Map(places);
      if (!next.delete(place)) next.set(place, card);
      setChosen(next);
      if (view.choices === null) app.say(whyNotNow(view));
    },
    ask: (/** @type {string} */ card) => void live.explain(card),
  };
  /** @param {string[]} cards */
  const choose = (cards) => {
    const next = new Map();
    for (const card of cards) {
      const place = [...lying].find(([at, lies]) => lies === card && !next.has(at))?.[0];
      if (place !== undefined) next.set(place, card);
    }
    setChosen(next);
  };
  return { places, tapped, choose };
}

/** @param {View} view @returns {Map<Place, string>} the cards that can be seen, one's own first */
function lyingOn({ board }) {
  /** @type {[Place, string | null][]} */
  const own = (board?.mine ?? []).map((card, place) => [`mine:${place}`, card]);
  const open = (board?.open ?? []).flatMap(({ cards }, at) =>
    cards.map((card, place) => /** @type {[Place, string | null]} */ ([`open:${at}:${place}`, card])));
  return new Map(/** @type {[Place, string][]} */ ([...own, ...open].filter(([, card]) => card !== null)));
}

/**
 * @param {{live: LiveTable, view: View, faces: Faces, chosen: string[], choose: (cards: string[]) => void}} about
 */
function Doing({ live, view, faces, chosen, choose }) {
  const { isSending } = useSignal(live.state);
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const isTurn = view.choices !== null;
  useEffect(() => {
    const focused = document.activeElement;
    if (!isTurn) return;
    if (focused === null || focused === document.body) place.current?.focus({ preventScroll: true });
    const own = place.current?.parentElement; // the whole table where it fits, and the own cards in any case
    for (const part of [own?.parentElement, own]) part?.scrollIntoView({ block: "nearest" });
  }, [view.n, isTurn]);
  const { seat } = view;
  const own = seat === null ? undefined : view.seats[seat];
  return html`
    <section class=${`doing${isTurn ? " turn" : ""}`} aria-label="What you may do" aria-busy=${isSending} tabindex="-1"
      ref=${place}>
      <${Refusal} live=${live} />
      ${isTurn ? html`
        <${ChoicePanel} live=${live} view=${view} choices=${view.choices} faces=${faces} chosen=${chosen} choose=${choose}
          isSending=${isSending} />`
        : chosen.length > 0 ? html`<p class="hint">${whyNotNow(view)}</p>`
        : view.outcome === null && html`<${WaitingFor} api=${live.api} view=${view} />`}
      ${own?.away && html`
        <button type="button" class="main" disabled=${isSending}
          onClick=${() => live.command("POST", `/seats/${seat}/return`, {})}>Play on myself</button>`}
    </section>`;
}

/** @param {View} view @returns {string} */
function waitingFor(view) {
  const names = view.to_act.map((seat) => nameOf(view, seat));
  return names.length === 0 ? "…" : `Waiting for ${names.join(", ")}`;
}

/** @param {View} view @returns {string} why a card that was tapped does nothing */
function whyNotNow(view) {
  if (view.outcome !== null) return "The game is over: no card can be played any more.";
  if (view.seat !== null && view.seats[view.seat]?.away) return "A bot plays in your place: play on yourself to choose.";
  return `It is not your turn. ${waitingFor(view)}; what you have tapped stays chosen.`;
}

/** @param {{live: LiveTable}} about */
export function Refusal({ live }) {
  const { problem } = useSignal(live.state);
  if (problem === null) return null;
  const rule = problem.rule && html` <small>(<${RuleLink} game=${live.state.value.view?.game} rule=${problem.rule} />)</small>`;
  return html`<p class="problem" role="alert">${problem.detail}${rule}</p>`;
}
