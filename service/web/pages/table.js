/** A table of any game: all that is drawn stands in the same place in every game's view. */
import { LiveTable } from "../core/table.js";
import { plain } from "../core/texts.js";
import { t } from "../core/words.js";
import { useAway } from "../parts/away.js";
import { Claims, Leaving, Result } from "../parts/ending.js";
import {
  Command, Form, html, TextField, useAnswer, useEffect, useFollowed, useMemo, useRef, useSignal, useState,
} from "../parts/html.js";
import { TableHelp } from "../parts/help.js";
import { Faces, nameOf } from "../parts/kit.js";
import { TableSettings, usePaced } from "../parts/pacing.js";
import { NotNow, Story } from "../parts/playing.js";
import { useLayout } from "../parts/seats.js";
import { OwnShare, WhoCouldChoose } from "../parts/shares.js";
import { Talking } from "../parts/talking.js";
import { isOwnTurn, Play, Refusal } from "../parts/turn.js";
import { isQuick, Waiting } from "../parts/waiting.js";
/** @import { App } from "../core/app.js" */
/** @import { GameDetails, ListedTable, Problem, View } from "../types" */

const UNKNOWN = "table/unknown"; // or private: then a join code opens it
const LEFT = "table/left"; // one has given the seat up, and sees no more

/** @param {{app: App, which: string}} about */
export function TablePage({ app, which }) {
  const live = useMemo(() => new LiveTable(app.api, app.memory, which), [which]);
  const known = useSignal(app.account.known);
  useMemo(() => app.keepJoinCode(which, app.router.takeJoinCode()), [which]);
  useFollowed(live, [known?.player]);
  const { view, problem } = useSignal(live.state);
  useLayout(view?.game ?? ""); // it comes while the game is asked about
  const details = useAnswer(() => (view === null ? Promise.resolve(undefined) : app.game(view.game)), [view?.game]);
  if (problem !== null && (view === null || problem.code === LEFT)) {
    return html`<${Closed} app=${app} live=${live} problem=${problem} />`;
  }
  if (view === null || details === undefined) return html`<p class="hint" role="status">${t("table.coming")}</p>`;
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
    <section class="panel"><h1>${t("table.none")}</h1><p class="problem" role="alert">${
      problem.code === UNKNOWN ? t("talk.no_table") : problem.detail}</p>
      ${problem.code === LEFT ? html`<${Command} kind="main" label=${t("table.seat_back")} send=${comeBack} />` : html`
      <${Form} label=${t("table.come_in")} send=${enter}>
        <${TextField} label=${t("table.join_code")} value=${code} set=${setCode} required
          autocomplete="off" /><//>`}
      <p><a href="/" data-page>${t("table.to_lobby")}</a></p></section>`;
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
    const title = `${details.title} · fairdeal`;
    document.title = isOwnTurn(view) ? t("signals.your_turn", { title }) : title;
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
  const title = html`
    <div class="heading"><h1 class="title">${details.title}${view.hand > 0 && html`
      <small> ${t("table.hand", { hand: view.hand })}</small>`}${
      view.seat === null && view.phase === "playing" && html` <small class="badge watching">${t("talk.watching")}</small>`}</h1>
      <${TableHelp} app=${app} details=${details} faces=${faces} /></div>`;
  return html`
    <div class="table" data-n=${view.n}>
      <div class="felt">
        ${view.board === null && title}
        <${OwnShare} app=${app} view=${view} />
        ${isShown && html`<${Result} app=${app} live=${live} view=${view} again=${again} goOn=${goOn} />`}
        ${view.phase === "open" && html`<${Waiting} app=${app} live=${live} view=${view} details=${details} away=${away} />`}
        ${view.phase === "open" && html`<${Refusal} live=${live} />`}
        ${view.board !== null && html`
          <${Play} app=${app} live=${live} view=${view} details=${details} faces=${faces} away=${away} paced=${paced}
            title=${title} />`}
        ${view.seat !== null && view.board !== null && view.outcome === null && html`
          <${NotNow} live=${live} view=${view} details=${details} />`}
        <${Claims} live=${live} view=${view} />
        <${Talking} app=${app} live=${live} view=${view} details=${details} />
        <${Leaving} live=${live} view=${view} />
        <${WhoCouldChoose} app=${app} view=${view} />
      </div>
      <aside><${Story} story=${story} view=${view} faces=${faces} />
        ${view.hand > 0 && html`<p><a href=${`/replay/${view.table}`} data-page>${t("table.replay")}</a></p>`}
        ${view.board === null && html`
          <${TableSettings} app=${app} pace=${paced.pace} choose=${paced.choose} sounds=${paced.sounds} />`}</aside>
    </div>`;
}

/**
 * Tell who cannot see the page what has happened.
 * @param {App} app @param {View} view @param {{n: number, text: string}[]} story
 */
function useSaid(app, view, story) {
  const told = useRef(story.at(-1)?.n ?? 0);
  useEffect(() => {
    const lines = story.filter(({ n }) => n > told.current).map(({ text }) => plain(text, (seat) => nameOf(view, seat)));
    told.current = story.at(-1)?.n ?? 0;
    const turn = isOwnTurn(view) ? [`${t("table.your_turn")}. ${view.board?.phase_text ?? ""}`] : [];
    if (lines.length > 0) app.say([...lines.slice(-8), ...turn].join(". "));
  }, [story]);
}
