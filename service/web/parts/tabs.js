/** The tables at which one has a part, one tab each: whose turn it is, what time is left, and where something is new. */
import { ownTurn, standingOf } from "../core/tabs.js";
import { Clock } from "./clock.js";
import { html, useAnswer, useSignal } from "./html.js";
/** @import { App } from "../core/app.js" */
/** @import { Tab } from "../core/tabs.js" */
/** @import { Game } from "../types" */

/** @param {{app: App, shown: string}} about `shown`: the table that is open */
export function TabsOfTables({ app, shown }) {
  const tabs = useSignal(app.tabs.list);
  const unread = useSignal(app.tabs.unread);
  const games = useAnswer(() => app.games(), []);
  /** @param {string} name */
  const titleOf = (name) => games?.find?.((/** @type {Game} */ { game }) => game === name)?.title ?? name;
  if (tabs.every(({ table }) => table === shown)) return null;
  return html`
    <nav class="tabs" aria-label="My tables">${tabs.map((tab) => html`
      <${OneTab} key=${tab.table} app=${app} tab=${tab} title=${titleOf(tab.game)} isShown=${tab.table === shown}
        isUnread=${unread.includes(tab.table)} />`)}</nav>`;
}

/** @param {{app: App, tab: Tab, title: string, isShown: boolean, isUnread: boolean}} about */
function OneTab({ app, tab, title, isShown, isUnread }) {
  const own = ownTurn(tab);
  const deadline = own?.deadline ?? (tab.turns?.length === 1 ? tab.turns[0]?.deadline ?? null : null);
  return html`
    <a href=${`/tables/${tab.table}`} data-page class=${own ? "tab turn" : "tab"} aria-current=${isShown ? "page" : null}>
      ${isUnread && html`<span class="new" title="Something is new here"><span class="unseen">New: </span></span>`}
      <strong>${title}</strong> <bdi>${standingOf(tab)}</bdi> <${Clock} api=${app.api} deadline=${deadline} /></a>`;
}
