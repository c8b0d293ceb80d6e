/** A table of any game: all that is drawn stands in the same place in every game's view. */
import { namedCards } from "../core/offers.js";
import { LiveTable } from "../core/table.js";
import { plain } from "../core/texts.js";
import { Verdict } from "../parts/checking.js";
import { Claims, Leaving, Result } from "../parts/ending.js";
import {
  Command, Form, html, TextField, useAnswer, useEffect, useFollowed, useMemo, useRef, useSignal, useState,
} from "../parts/html.js";
import { RuleLink, TableHelp } from "../parts/help.js";
import { Faces, nameOf } from "../parts/kit.js";
import { PaceChoice, usePaced } from "../parts/pacing.js";
import { ChoicePanel, Hand, NotNow, Story } from "../parts/playing.js";
import { OnTable, useAway, useLayout, WaitingFor } from "../parts/seats.js";
import { OwnShare, WhoCouldChoose } from "../parts/shares.js";
import { isQuick, Waiting } from "../parts/waiting.js";
/** @import { App } from "../core/app.js" */
/** @import { Place, Tapped } from "../parts/playing.js" */
/** @import { Board, GameDetails, ListedTable, Problem, View } from "../types" */

const LEFT = "table/left"; // one has given the seat up, and sees no more

/** @typedef {{app: App, live: LiveTable, view: View, details: GameDetails, faces: Faces}} AtTable */

/** @param {{app: App, which: string}} about */
export function TablePage({ app, which }) {
  const live = useMemo(() => new LiveTable(app.api, app.memory, which), [which]);
  const known = useSignal(app.account.known);
  useMemo(() => app.keepJoinCode(which, app.router.takeJoinCode()), [which]);
  useFollowed(live, [known?.player]);
  const { view, problem } = useSignal(live.state);
  const details = useAnswer(() => (view === null ? Promise.resolve(undefined) : app.game(view.game)), [view?.game]);
  if (problem !== null && (view === null || problem.code === LEFT)) {
    return html`<${Closed} app=${app} live=${live} problem=${problem} />`;
  }
  if (view === null || details === undefined) return html`<p class="hint" role="status">The table is coming …</p>`;
  if (details.problem !== undefined) return html`<p class="problem" role="alert">${details.problem}</p>`;
  return html`<${Table} app=${app} live=${live} view=${view} details=${details} />`;
}

/** A table that is not there, or private, or left. @param {{app: App, live: LiveTable, problem: Problem}} about */
function Closed({ app, live, problem }) {
  const [code, setCode] = useState("");
  const comeBack = async () => {
    const asked = ["playing", "open"].map((state) => app.api.read(`/players/me/tables?state=${state}&limit=500`));
    const tables = (await Promise.all(asked)).flatMap((page) => page.tables);
    const left = tables.find((/** @type {ListedTable} */ { table }) => table === live.id);
    await app.api.send("POST", `${live.path}/seats/${left?.seat ?? 0}/return`, {});
    await enter();
  };
  const enter = async () => {
    if (code !== "") app.keepJoinCode(live.id, code.trim());
    live.stop();
    live.change({ problem: null });
    void live.start();
  };
  return html`
    <section class="panel"><h1>No table to be seen here</h1><p class="problem" role="alert">${problem.detail}</p>
      ${problem.code === LEFT ? html`<${Command} kind="main" label="Take my seat back" send=${comeBack} />` : html`
      <${Form} label="Come in" send=${enter}>
        <${TextField} label="Join code of a private table" value=${code} set=${setCode} required autocomplete="off" /><//>`}
      <p><a href="/" data-page>To the lobby</a></p></section>`;
}

/** @param {{app: App, live: LiveTable, view: View, details: GameDetails}} about */
function Table({ app, live, view, details }) {
  const { story } = useSignal(live.state);
  const faces = useMemo(() => new Faces(details), [details]);
  const away = useAway(app, view);
  const paced = usePaced(app, view, useLayout(view.game));
  const isShown = paced.step.view.n >= view.n; // all that has happened
  useSaid(app, view, story);
  useEffect(() => {
    document.title = `${isOwnTurn(view) ? "● Your turn · " : ""}${details.title} · fairdeal`;
    app.see(view);
  }, [view]);
  useEffect(() => {
    app.tabs.look(view.table);
    app.reveals.arrive(view.table);
    return () => app.tabs.look("");
  }, [view.table]);
  const again = async () => {
    const withChance = isQuick(view);
    const { view: next, join_code } = await app.api.send("POST", `${live.path}/rematch`, { sit: !withChance });
    app.keepJoinCode(next.table, join_code ?? null);
    if (withChance && next.seat === null && next.phase === "open") {
      const body = { seat: view.seat, ...app.seatOf(next.table, true) };
      await app.api.send("POST", `/tables/${next.table}/seats`, body).catch(() => {}); // its own page shows which seats are free
    }
    app.router.go(`/tables/${next.table}`);
  };
  const goOn = () => {
    const { game, options, clock, on_time_out, reveal, rated, pace } = view;
    const asked = { game, seats: view.seats.length, options, clock, on_time_out, reveal, private: view.private, rated, pace };
    return app.openTable({ ...asked, continues: view.table }, isQuick(view));
  };
  return html`
    <div class="table" data-n=${view.n}>
      <div class="felt">
        <h1 class="title">${details.title}${view.hand > 0 && html` <small>hand ${view.hand}</small>`}</h1>
        ${view.outcome === null && html`<${TableHelp} details=${details} faces=${faces} />`}
        <${OwnShare} app=${app} view=${view} />
        ${isShown && html`<${Result} live=${live} view=${view} again=${again} goOn=${goOn} />`}
        ${view.phase === "closed" && html`<${Verdict} app=${app} table=${view.table} />`}
        ${view.phase === "open" && html`<${Waiting} app=${app} live=${live} view=${view} details=${details} away=${away} />`}
        ${view.phase === "open" && html`<${Refusal} live=${live} />`}
        ${view.board !== null && html`
          <${Play} app=${app} live=${live} view=${view} details=${details} faces=${faces} away=${away} paced=${paced} />`}
        <${Claims} live=${live} view=${view} />
        <${Leaving} live=${live} view=${view} />
        <${WhoCouldChoose} app=${app} view=${view} />
      </div>
      <aside><${Story} story=${story} view=${view} faces=${faces} />
        ${view.hand > 0 && html`<p><a href=${`/replay/${view.table}`} data-page>Replay, or dispute a hand</a></p>`}
        <${PaceChoice} pace=${paced.pace} choose=${paced.choose} /></aside>
    </div>`;
}

/** @param {View} view @returns {boolean} */
const isOwnTurn = ({ seat, to_act }) => seat !== null && to_act.includes(seat);

/**
 * Tell who cannot see the page what has happened.
 * @param {App} app @param {View} view @param {{n: number, text: string}[]} story
 */
function useSaid(app, view, story) {
  const told = useRef(story.at(-1)?.n ?? 0);
  useEffect(() => {
    const lines = story.filter(({ n }) => n > told.current).map(({ text }) => plain(text, (seat) => nameOf(view, seat)));
    told.current = story.at(-1)?.n ?? 0;
    const turn = isOwnTurn(view) ? [`Your turn. ${view.board?.phase_text ?? ""}`] : [];
    if (lines.length > 0) app.say([...lines.slice(-8), ...turn].join(". "));
  }, [story]);
}

/** @param {AtTable & {away: ReadonlySet<string>, paced: ReturnType<usePaced>}} about `away`: players */
function Play({ app, live, view, details, faces, away, paced: { step, skip, pace } }) {
  const mine = /** @type {Board} */ (view.board).mine ?? [];
  const { places, tapped, choose } = useTapped(app, live, view);
  return html`
    <${OnTable} api=${app.api} view=${step.view} board=${step.view.board} faces=${faces} tapped=${tapped} away=${away}
      step=${step} skip=${skip} isStill=${pace === "off"} />
    ${view.seat !== null && html`
      <div class="mine">
        ${mine.length > 0 && html`
          <${Hand} cards=${mine} faces=${faces} tapped=${tapped} isTurn=${isOwnTurn(view)} />`}
        <${Doing} live=${live} view=${view} details=${details} faces=${faces} chosen=${[...places.values()]}
          choose=${choose} />
      </div>`}`;
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
 * @param {{live: LiveTable, view: View, details: GameDetails, faces: Faces, chosen: string[],
 * choose: (cards: string[]) => void}} about
 */
function Doing({ live, view, details, faces, chosen, choose }) {
  const { isSending } = useSignal(live.state);
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const isTurn = view.choices !== null;
  useEffect(() => {
    const focused = document.activeElement;
    if (!isTurn) return;
    if (focused === null || focused === document.body) place.current?.focus({ preventScroll: true });
    place.current?.parentElement?.scrollIntoView({ block: "nearest" });
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
      ${view.outcome === null && html`<${NotNow} live=${live} view=${view} details=${details} />`}
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
function Refusal({ live }) {
  const { problem } = useSignal(live.state);
  if (problem === null) return null;
  const rule = problem.rule && html` <small>(<${RuleLink} game=${live.state.value.view?.game} rule=${problem.rule} />)</small>`;
  return html`<p class="problem" role="alert">${problem.detail}${rule}</p>`;
}
