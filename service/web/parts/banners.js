/** What every page says above itself: what does not work now, and what has happened elsewhere. */
import { rich, t } from "../core/words.js";
import { html, useAnswer, useEffect, useSignal } from "./html.js";
/** @import { App } from "../core/app.js" */
/** @import { AdjournOffer, RematchOffer, Ruling } from "../core/happened.js" */
/** @import { Game } from "../types" */

/** Whether it is this device or the server that is away. @param {{app: App}} about */
export function Reach({ app }) {
  const isOnline = useSignal(app.api.isOnline), isReached = useSignal(app.api.isReached);
  if (isOnline && isReached) return null;
  return html`<p class="banner reach" role="status">${isOnline ? t("page.server_away") : t("page.offline")}</p>`;
}

/** That the server has another version of this page. @param {{app: App}} about */
export function Outdated({ app }) {
  return useSignal(app.isOutdated) && html`<p class="banner" role="status">${t("signals.outdated")}${" "}
    <button type="button" class="quiet" onClick=${() => location.reload()}>${t("signals.reload")}</button></p>`;
}

/** Why one is signed out. @param {{app: App}} about */
export function Ended({ app }) {
  const why = useSignal(app.ended);
  return why === "" ? null : html`
    <p class="banner" role="alert">${why} <a href="/account" data-page>${t("page.sign_in")}</a></p>`;
}

/** Tables whose deals go without one's share. @param {{app: App}} about */
export function Withheld({ app }) {
  return useSignal(app.reveals.withheld).map((table) => html`
    <p class="banner" role="alert" key=${table}>${t("page.withheld")}${" "}
      <a href=${`/tables/${table}`} data-page>${t("page.see_why")}</a></p>`);
}

/**
 * What became of disputes, who wants to play again, and who to adjourn.
 * @param {{app: App, shown: string}} about `shown`: what is looked at
 */
export function Elsewhere({ app, shown }) {
  const rulings = useSignal(app.happened.rulings);
  const offers = useSignal(app.happened.offers).filter(({ table }) => table !== shown);
  const adjourns = useSignal(app.happened.adjourns);
  useEffect(() => app.happened.arrive(shown), [shown, rulings.length, adjourns.length]);
  return html`
    ${rulings.map((one) => html`<${Ruled} key=${one.dispute} app=${app} ruling=${one} />`)}
    ${offers.map((one) => html`<${Offered} key=${one.table} app=${app} offer=${one} />`)}
    ${adjourns.filter(({ table }) => table !== shown).map((one) => html`
      <${AdjournBanner} key=${one.table} app=${app} offer=${one} />`)}`;
}

/** @param {{app: App, ruling: Ruling}} about */
const Ruled = ({ app, ruling: { dispute, verdict } }) => html`
  <div class="notice row" role="status">
    <span>${t("page.ruled", { verdict })}</span>
    <a class="button" href=${`/disputes/${dispute}`} data-page>${t("page.see_ruling")}</a>
    <button type="button" onClick=${() => app.happened.arrive(dispute)}>${t("page.dismiss")}</button></div>`;

/** @param {{app: App, offer: RematchOffer}} about */
function Offered({ app, offer: { table, by } }) {
  const told = useAnswer(() => app.once(`/players/${by}`), [by]);
  if (told === undefined) return null;
  return html`
    <div class="notice row" role="status">
      <span>${rich("page.rematch", { name: html`<bdi>${told.name ?? by}</bdi>` })}</span>
      <a class="button main" href=${`/tables/${table}`} data-page>${t("page.to_rematch")}</a>
      <button type="button" onClick=${() => app.happened.arrive(table)}>${t("page.dismiss")}</button></div>`;
}

/** @param {{app: App, offer: AdjournOffer}} about */
function AdjournBanner({ app, offer: { table, game, by } }) {
  const names = useSignal(app.tabs.list).find((one) => one.table === table)?.names;
  const told = useAnswer(() => app.games(), []);
  const title = told?.find?.((/** @type {Game} */ one) => one.game === game)?.title ?? game;
  const name = html`<bdi>${names?.[by] ?? t("common.seat", { number: by + 1 })}</bdi>`;
  return html`
    <div class="notice row" role="status">
      <span>${rich("page.adjourn_asked", { name, game: title })}</span>
      <a class="button main" href=${`/tables/${table}`} data-page>${t("page.to_table")}</a>
      <button type="button" onClick=${() => app.happened.dropAdjourn(table)}>${t("page.dismiss")}</button></div>`;
}

/** A path that leads nowhere, with ways out. */
export const Nothing = () => html`
  <section class="panel"><h1>${t("page.title_nothing")}</h1>
    <p>${t("page.nothing_why")}</p><${WaysOut} /></section>`;

/** Where somebody may want to go who has come to nothing. */
export const WaysOut = () => html`
  <p class="row">
    <a class="button" href="/" data-page>${t("page.to_lobby")}</a>
    <a class="button" href="/tournaments" data-page>${t("page.title_tournaments")}</a>
    <a class="button" href="/ranking" data-page>${t("page.title_ranking")}</a>
    <a class="button" href="/account" data-page>${t("page.title_account")}</a></p>`;
