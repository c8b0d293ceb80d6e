/** One's own turn: the table and the cards in one window, which cards are tapped, and what may be done with them. */
import { playedBy, shownOrder, withMoved } from "../core/hand.js";
import { namedCards } from "../core/offers.js";
import { t } from "../core/words.js";
import { AdjournAsked } from "./ending.js";
import { Hand } from "./hand.js";
import { RuleLink } from "./help.js";
import { HintButton } from "./hint.js";
import { greyed, html, useEffect, useMemo, useRef, useSignal, useState } from "./html.js";
import { nameOf } from "./kit.js";
import { ComingMove, PassAhead, useOwnMoves } from "./own_moves.js";
import { TableSettings } from "./pacing.js";
import { ChoicePanel } from "./playing.js";
import { OnTable, useLayout, WaitingFor } from "./seats.js";
import { KeysDialog, SettingsDialog, useArrangement, useHelpKey, usePlaySettings } from "./table_settings.js";
/** @import { App } from "../core/app.js" */
/** @import { Gone } from "../core/company.js" */
/** @import { LiveTable } from "../core/table.js" */
/** @import { Action, Board, GameDetails, View } from "../types" */
/** @import { Faces } from "./kit.js" */
/** @import { usePaced } from "./pacing.js" */
/** @import { Place, Tapped } from "./playing.js" */
/** @import { TapWay } from "./table_settings.js" */

/** @param {View} view @returns {boolean} */
export const isOwnTurn = ({ seat, to_act }) => seat !== null && to_act.includes(seat);

/**
 * The table and one's own cards, in one window: what is needed for a turn is seen without scrolling, all else yields.
 * @param {{app: App, live: LiveTable, view: View, details: GameDetails, faces: Faces, away: Gone,
 * paced: ReturnType<usePaced>, title: unknown, isGuided?: boolean}} about `away`: players; `isGuided`: nothing is played by
 * itself
 */
export function Play({ app, live, view, details, faces, away, paced, title, isGuided = false }) {
  const { step, skip, pace, choose: choosePace, sounds } = paced;
  const mine = /** @type {Board} */ (view.board).mine ?? [];
  const keepsPlaces = useLayout(view.game)?.keepsPlaces ?? false;
  const { settings, change } = usePlaySettings(app);
  const { arrangement, arrange } = useArrangement(app, view);
  const moves = useOwnMoves(live, view, settings.forced && !isGuided);
  /** @param {Action} action */
  const act = (action) => {
    moves.note();
    void live.act(action);
  };
  const { places, tapped, choose } = useTapped(app, live, view, settings.tap, act);
  const [dialog, setDialog] = useState(/** @type {"" | "settings" | "keys"} */ (""));
  useHelpKey(() => setDialog("keys"));
  const order = keepsPlaces ? mine.map((_, place) => place) : shownOrder(mine, faces, arrangement, view.table);
  /** @param {number} from @param {number} to */
  const move = (from, to) => {
    const cards = withMoved(order, from, to).map((place) => mine[place]).filter((card) => typeof card === "string");
    arrange({ sorting: "own", cards });
  };
  const close = () => setDialog("");
  return html`
    <div class=${`tabletop${view.outcome === null ? " live" : ""}`}>
      <${OnTable} api=${app.api} view=${step.view} board=${step.view.board} faces=${faces} tapped=${tapped} away=${away}
        step=${step} skip=${skip} isStill=${pace === "off"} title=${title} isTurn=${isOwnTurn(view)} />
      ${view.seat !== null && html`
        <div class="mine">
          ${mine.length > 0 && html`
            <${Hand} cards=${mine} faces=${faces} tapped=${tapped} isTurn=${isOwnTurn(view)} order=${order}
              move=${keepsPlaces || mine.includes(null) ? undefined : move} />`}
          <${Doing} live=${live} view=${view} shown=${step.view.n} details=${details} faces=${faces}
            chosen=${[...places.values()]} choose=${choose} act=${act} moves=${moves} mayPassAhead=${!isGuided} />
        </div>`}
    </div>
    <p class="row table-tools">
      <button type="button" class="quiet" onClick=${() => setDialog("settings")}>${t("table.settings")}</button>
      <button type="button" class="quiet" onClick=${() => setDialog("keys")}>${t("table.keys")}</button></p>
    ${dialog === "settings" && html`
      <${SettingsDialog} settings=${settings} change=${change} arrangement=${arrangement} close=${close}
        arrange=${keepsPlaces ? null : arrange}>
        <${TableSettings} app=${app} pace=${pace} choose=${choosePace} sounds=${sounds} /><//>`}
    ${dialog === "keys" && html`<${KeysDialog} close=${close} />`}`;
}

/**
 * The cards that a person has tapped: as long as they lie where they lay.
 * @param {App} app @param {LiveTable} live @param {View} view @param {TapWay} way @param {(action: Action) => void} act
 * @returns {{places: Map<Place, string>, tapped: Tapped, choose: (cards: string[]) => void}}
 */
function useTapped(app, live, view, way, act) {
  const [chosen, setChosen] = useState(/** @type {Map<Place, string>} */ (new Map()));
  const lying = useMemo(() => lyingOn(view), [view]);
  const places = useMemo(() => new Map([...chosen].filter(([place, card]) => lying.get(place) === card)), [chosen, lying]);
  const named = useMemo(() => (view.choices === null ? new Set(view.board?.mine?.filter((card) => card !== null))
    : namedCards(view.choices)), [view]);
  /** @param {Map<Place, string>} wanted @returns {boolean} whether these were played, since nothing else can be done with them */
  const play = (wanted) => {
    const offer = view.choices === null || live.state.value.isSending ? null : playedBy(view.choices, [...wanted.values()]);
    if (offer === null) return false;
    setChosen(new Map());
    act(offer.action);
    return true;
  };
  /** @param {Map<Place, string>} wanted */
  const keep = (wanted) => {
    setChosen(wanted);
    if (view.choices === null) app.say(whyNotNow(view));
  };
  const tapped = {
    chosen: places, named,
    lies: (/** @type {Place} */ place, /** @type {string} */ card) => lying.get(place) === card,
    tap: (/** @type {Place} */ place, /** @type {string} */ card) => {
      const next = new Map(places), was = next.delete(place);
      if (was && way === "twice" && play(places)) return;
      if (!was) next.set(place, card);
      if (!was && way === "once" && play(next)) return;
      keep(next);
    },
    play: (/** @type {Place} */ place, /** @type {string} */ card) => {
      const next = new Map(places).set(place, card);
      if (!play(next)) keep(next);
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

/** @param {HTMLElement} own @returns {HTMLElement | null} the card that keys begin with: in the hand, or on the cloth */
const cardNear = (own) => own.querySelector(".hand button[tabindex='0']")
  ?? /** @type {HTMLElement | null} */ (own.parentElement?.querySelector("button.card") ?? null);

/**
 * @param {{live: LiveTable, view: View, shown: number, details: GameDetails, faces: Faces, chosen: string[],
 * choose: (cards: string[]) => void, act: (action: Action) => void, moves: ReturnType<useOwnMoves>, mayPassAhead: boolean}} about
 * `shown`: the newest event that the cloth shows
 */
function Doing({ live, view, shown, details, faces, chosen, choose, act, moves, mayPassAhead }) {
  const { isSending } = useSignal(live.state);
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const isTurn = view.choices !== null;
  useEffect(() => {
    const focused = document.activeElement, own = place.current?.parentElement;
    if (!isTurn || !own) return;
    const isFree = focused === null || focused === document.body || own.contains(focused);
    if (isFree) (cardNear(own) ?? place.current)?.focus({ preventScroll: true });
    for (const part of [own.parentElement, own]) part?.scrollIntoView({ block: "nearest" }); // all, and this in any case
  }, [view.n, isTurn]);
  useEffect(() => { // cards on the cloth can be tapped once it shows the newest event
    const own = place.current?.parentElement;
    if (isTurn && own && document.activeElement === place.current) cardNear(own)?.focus({ preventScroll: true });
  }, [shown]);
  const { seat } = view;
  const own = seat === null ? undefined : view.seats[seat];
  return html`
    <section class=${`doing${isTurn ? " turn" : ""}`} aria-label=${t("table.what_you_may_do")} aria-busy=${isSending}
      tabindex="-1" ref=${place}>
      <${Refusal} live=${live} />
      <${AdjournAsked} live=${live} view=${view} />
      ${moves.coming !== null && html`<${ComingMove} coming=${moves.coming} />`}
      ${isTurn ? html`
        <${ChoicePanel} live=${live} view=${view} choices=${view.choices} faces=${faces} chosen=${chosen} choose=${choose}
          isSending=${isSending} act=${act} />
        ${mayPassAhead && html`<${HintButton} live=${live} view=${view} faces=${faces} isSending=${isSending} act=${act} />`}`
        : chosen.length > 0 ? html`<p class="hint">${whyNotNow(view)}</p>`
        : view.outcome === null && html`<${WaitingFor} api=${live.api} view=${view} />`}
      ${!isTurn && mayPassAhead && !own?.away && html`
        <${PassAhead} view=${view} forms=${details.actions} isPassing=${moves.isPassing} pass=${moves.pass} />`}
      ${own?.away && html`
        <button type="button" class="main" ...${greyed(isSending)}
          onClick=${() => live.command("POST", `/seats/${seat}/return`, {})}>${t("table.play_on_myself")}</button>`}
    </section>`;
}

/** @param {View} view @returns {string} why a card that was tapped does nothing */
function whyNotNow(view) {
  if (view.outcome !== null) return t("table.is_over");
  if (view.seat !== null && view.seats[view.seat]?.away) return t("table.bot_plays");
  return t("table.not_your_turn", { names: view.to_act.map((seat) => nameOf(view, seat)).join(", ") });
}

/** @param {{live: LiveTable}} about */
export function Refusal({ live }) {
  const { problem } = useSignal(live.state);
  if (problem === null) return null;
  const rule = problem.rule && html` <small>(<${RuleLink} game=${live.state.value.view?.game} rule=${problem.rule} />)</small>`;
  return html`<p class="problem" role="alert">${problem.detail}${rule}</p>`;
}
