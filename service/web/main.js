/** The page: what stands around all pages, and which one is shown. */
import { mayAudit } from "./core/account.js";
import { App } from "./core/app.js";
import { ownTurn, standingOf } from "./core/tabs.js";
import { language, LANGUAGES, t } from "./core/words.js";
import { AccountPage } from "./pages/account.js";
import { LobbyPage } from "./pages/lobby.js";
import { PlayerPage, RankingPage } from "./pages/people.js";
import { TablePage } from "./pages/table.js";
import { Alarm } from "./parts/checking.js";
import { html, Later, render, useAnswer, useEffect, useErrorBoundary, useSignal } from "./parts/html.js";
import { Elsewhere, Ended, Nothing, Outdated, Reach, Withheld } from "./parts/banners.js";
import { Clock } from "./parts/seats.js";
/** @import { Route } from "./core/route.js" */
/** @import { Tab } from "./core/tabs.js" */
/** @import { Language } from "./core/words.js" */
/** @import { Game } from "./types" */

const loadAuthorize = () => import("./pages/authorize.js");
const loadDisputes = () => import("./pages/disputes.js");
const loadLearn = () => import("./pages/learn.js");
const loadNewTable = () => import("./pages/new_table.js");
const loadNewTournament = () => import("./pages/new_tournament.js");
const loadReplay = () => import("./pages/replay.js");
const loadRules = () => import("./pages/rules.js");
const loadStatus = () => import("./pages/status.js");
const loadTournaments = () => import("./pages/tournaments.js");

/** A page whose module comes when it is shown. @param {() => Promise<Record<string, any>>} load @param {string} part */
const later = (load, part) => (/** @type {{app: App, which: string}} */ about) => html`
  <${Later} load=${load} part=${part} ...${about} />`;

/** @type {Record<string, (about: {app: App, which: string}) => unknown>} */
const PAGES = {
  lobby: LobbyPage, account: AccountPage, open: later(loadNewTable, "OpenPage"), player: PlayerPage, ranking: RankingPage,
  replay: later(loadReplay, "ReplayPage"), dropped: later(loadReplay, "DroppedPage"), table: TablePage,
  rules: later(loadRules, "RulesPage"), status: later(loadStatus, "StatusPage"), disputes: later(loadDisputes, "DisputesPage"),
  dispute: later(loadDisputes, "DisputePage"), tournaments: later(loadTournaments, "TournamentsPage"),
  new: later(loadNewTournament, "NewTournamentPage"), tournament: later(loadTournaments, "TournamentPage"),
  learn: later(loadLearn, "LearnPage"), authorize: later(loadAuthorize, "AuthorizePage"),
  device: later(loadAuthorize, "DevicePage"),
};

/** All of it, drawn anew in another language. @param {{app: App}} about */
function Whole({ app }) {
  const spoken = useSignal(language);
  useEffect(() => void (document.documentElement.lang = spoken), [spoken]);
  return html`<${Page} key=${spoken} app=${app} />`;
}

/** @param {{app: App}} about */
function Page({ app }) {
  const route = useSignal(app.router.route);
  const isTurn = useSignal(app.tabs.list).some((tab) => ownTurn(tab) !== undefined);
  useEffect(() => {
    const title = `${t(`page.title_${route.page}`)} · fairdeal`;
    document.title = isTurn ? t("signals.your_turn", { title }) : title;
  }, [route, route.page !== "table" && isTurn]); // a table says by itself whether it is one's turn there
  useEffect(() => showTurn(isTurn), [isTurn]);
  const Shown = PAGES[route.page] ?? Nothing;
  return html`
    <a class="skip" href="#main">${t("page.skip")}</a>
    <${Header} app=${app} route=${route} />
    <${Reach} app=${app} />
    <${Outdated} app=${app} />
    <${Alarm} app=${app} />
    <${Ended} app=${app} />
    <${Withheld} app=${app} />
    <${Elsewhere} app=${app} shown=${route.which} />
    <main id="main" tabindex="-1"><${Guarded} key=${route.page + route.which}>
      <${Shown} app=${app} which=${route.which} /><//></main>
    <footer class="foot"><${Languages} app=${app} /></footer>
    <${Said} app=${app} />`;
}

/** Show by the icon of the browser's tab whether it is one's turn anywhere. @param {boolean} isTurn */
function showTurn(isTurn) {
  const icon = /** @type {HTMLLinkElement} */ (document.querySelector("link[rel=icon]"));
  icon.href = icon.href.replace(/icon(_turn)?\.svg$/, isTurn ? "icon_turn.svg" : "icon.svg");
}

/** A page that cannot be drawn is said to be so; what stands around it goes on. @param {{children?: unknown}} about */
function Guarded({ children }) {
  const [fault] = useErrorBoundary(console.error); // for who looks into it
  return fault === undefined ? children : html`
    <section class="panel" role="alert"><h1>${t("page.failed")}</h1>
      <p>${t("page.failed_why")}</p>
      <p><button type="button" class="main" onClick=${() => location.reload()}>${t("page.load_again")}</button></p></section>`;
}

/** @param {{app: App, route: Route}} about */
function Header({ app, route }) {
  const known = useSignal(app.account.known);
  /** @param {string} page */
  const isShown = (page) => (route.page === page ? "page" : null);
  return html`
    <header class="top">
      <a class="brand" href="/" data-page><span class="mark" aria-hidden="true"></span><span class="word">fairdeal</span></a>
      <nav aria-label=${t("page.pages")}>
        ${mayAudit(known) && html`
          <a class="roomy" href="/disputes" data-page aria-current=${isShown("disputes")}>${t("page.title_disputes")}</a>`}
        <a href="/open" data-page aria-current=${isShown("open")}>${t("page.title_open")}</a>
        <a href="/tournaments" data-page aria-current=${isShown("tournaments")}>${t("page.title_tournaments")}</a>
        <a class="who" href="/account" data-page aria-current=${isShown("account")}>
          <bdi>${known === null ? t("page.sign_in") : known.name}</bdi></a>
        <${Languages} app=${app} />
      </nav>
    </header>
    <${TabsOfTables} app=${app} shown=${route.page === "table" ? route.which : ""} />
    <${Called} app=${app} shown=${route.which} />`;
}

/** The language of the page: in the header where it has room, else at the foot. @param {{app: App}} about */
function Languages({ app }) {
  const choose = async (/** @type {Event} */ { target }) => {
    const field = /** @type {HTMLSelectElement} */ (target), place = field.closest("header") === null ? "footer" : "header";
    await app.chooseLanguage(/** @type {Language} */ (field.value));
    /** @type {HTMLElement | null} */ (document.querySelector(`${place} .languages`))?.focus(); // all of the page is new
  };
  return html`
    <select class="languages" aria-label=${t("page.language")} value=${language.value} onChange=${choose}>
      ${Object.entries(LANGUAGES).map(([tag, name]) => html`<option key=${tag} value=${tag} lang=${tag}>${name}</option>`)}
    </select>`;
}

/**
 * The tables at which one has a part, one tab each: whose turn it is, what time is left, and where something is new.
 * @param {{app: App, shown: string}} about `shown`: the table that is open
 */
function TabsOfTables({ app, shown }) {
  const tabs = useSignal(app.tabs.list);
  const unread = useSignal(app.tabs.unread);
  const games = useAnswer(() => app.games(), []);
  /** @param {string} name */
  const titleOf = (name) => games?.find?.((/** @type {Game} */ { game }) => game === name)?.title ?? name;
  if (tabs.every(({ table }) => table === shown)) return null;
  return html`
    <nav class="tabs" aria-label=${t("page.my_tables")}>${tabs.map((tab) => html`
      <${OneTab} key=${tab.table} app=${app} tab=${tab} title=${titleOf(tab.game)} isShown=${tab.table === shown}
        isUnread=${unread.includes(tab.table)} />`)}</nav>`;
}

/** @param {{app: App, tab: Tab, title: string, isShown: boolean, isUnread: boolean}} about */
function OneTab({ app, tab, title, isShown, isUnread }) {
  const own = ownTurn(tab);
  const deadline = own?.deadline ?? (tab.turns?.length === 1 ? tab.turns[0]?.deadline ?? null : null);
  return html`
    <a href=${`/tables/${tab.table}`} data-page class=${own ? "tab turn" : "tab"} aria-current=${isShown ? "page" : null}>
      ${isUnread && html`<span class="new" title=${t("page.news")}><span class="unseen">${t("page.new")}</span></span>`}
      <strong>${title}</strong> <bdi>${standingOf(tab)}</bdi> <${Clock} api=${app.api} deadline=${deadline} /></a>`;
}

/** Where tournaments want this player. @param {{app: App, shown: string}} about `shown`: what is looked at */
function Called({ app, shown }) {
  const wanted = useSignal(app.summoning.wanted).filter(({ table, tournament }) => table !== shown && tournament !== shown);
  useEffect(() => app.summoning.arrive(shown), [shown, wanted.length]);
  if (wanted.length === 0) return null;
  return html`<nav class="turns" aria-label=${t("page.tournaments_wait")}>${wanted.map(({ tournament, table }) => html`
    <a key=${tournament} href=${table === null ? `/tournaments/${tournament}` : `/tables/${table}`} data-page>${
      table === null ? t("page.tournament_called") : t("page.tournament_table")}</a>`)}</nav>`;
}

/** @param {{app: App}} about */
function Said({ app }) {
  return html`<div class="unseen" role="status" aria-live="polite">${useSignal(app.said)}</div>`;
}

const app = new App();
await app.speak();
app.start();
const look = () => app.api.isOnline.set(navigator.onLine);
addEventListener("online", look);
addEventListener("offline", look);
look();
const place = /** @type {Element} */ (document.getElementById("page"));
place.replaceChildren(); // what said that the page is coming
render(html`<${Whole} app=${app} />`, place);
