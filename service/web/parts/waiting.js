/** A table before play: who sits where, how to invite, and the start. */
import { clockText, many } from "../core/clock.js";
import { invitation } from "../core/route.js";
import { html, useSignal, useState } from "./html.js";
import { ownNameOf } from "./text.js";
/** @import { App } from "../core/app.js" */
/** @import { LiveTable } from "../core/table.js" */
/** @import { GameDetails, Seat, View } from "../types" */

/** @param {{app: App, live: LiveTable, view: View, details: GameDetails}} about */
export function Waiting({ app, live, view, details }) {
  const { isSending } = useSignal(live.state);
  const known = useSignal(app.account.known);
  const isOpener = known !== null && view.opener === known.player;
  const mayGive = view.seat !== null || isOpener;
  const free = view.seats.filter(isFree);
  return html`
    <section class="panel">
      <h2>${free.length > 0 ? `Waiting for ${many(free.length, "player")}` : "All seats are taken"}</h2>
      <p class="hint">${clockText(view.clock)}${view.rated ? "" : ", unrated"}${view.private ? ", private" : ""}</p>
      <ul class="list seating">${view.seats.map((seat) => html`
        <${OneSeat} key=${seat.seat} app=${app} live=${live} view=${view} seat=${seat} levels=${details.bots}
          mayGive=${mayGive} isSending=${isSending} />`)}</ul>
      <div class="row">
        ${free.length === 0 && mayGive && html`
          <${Order} label="Begin" kind="main" isSending=${isSending} send=${() => live.command("POST", "/start", {})} />`}
        ${free.length > 1 && mayGive && html`
          <${Order} label="Bots in all free seats" isSending=${isSending} send=${() => fill(live, view)} />`}
        ${view.seat !== null && html`
          <${Order} label="Leave" isSending=${isSending}
            send=${() => live.command("DELETE", `/seats/${view.seat}`, undefined)} />`}
        ${isOpener && html`
          <${Order} label="Close the table" isSending=${isSending} send=${() => live.command("DELETE", "", undefined)} />`}
      </div>
      ${free.length > 0 && html`<${Invite} app=${app} view=${view} />`}
      ${view.reveal_until !== null && html`
        <p class="hint">Play begins as soon as all have shown what they promised for the deal.</p>`}
    </section>`;
}

/** @param {Seat} seat @returns {boolean} whether nobody holds it */
const isFree = ({ player, bot }) => player === null && bot === null;

/** @param {{label: string, send: () => unknown, isSending: boolean, kind?: string, name?: string}} about */
function Order({ label, send, isSending, kind = "", name }) {
  return html`<button type="button" class=${kind} disabled=${isSending} aria-label=${name} onClick=${send}>${label}</button>`;
}

/** @param {LiveTable} live @param {View} view */
async function fill(live, { seats }) {
  for (const { seat } of seats.filter((one) => isFree(one) && one.kept_for === null)) {
    await live.command("POST", "/seats", { seat, bot: "regular" });
  }
}

/**
 * @param {{app: App, live: LiveTable, view: View, seat: Seat, levels: string[], mayGive: boolean, isSending: boolean}} about
 */
function OneSeat({ app, live, view, seat: own, levels, mayGive, isSending }) {
  const { seat, bot, kept_for } = own;
  const sit = async () => {
    await app.requireAccount();
    await live.command("POST", "/seats", { seat });
  };
  if (!isFree(own)) {
    return html`<li><bdi class="seat-name">${ownNameOf(view, seat)}</bdi>
      ${bot && html`<span class="hint">${bot} bot</span>`}</li>`;
  }
  const isKept = kept_for !== null && kept_for !== app.account.known.value?.player;
  return html`
    <li><span>Seat ${seat}${isKept ? ", kept for somebody" : ", free"}</span>
      <span class="row">
        ${view.seat === null && !isKept && html`
          <${Order} label="Sit here" kind="main" name=${`Sit here: seat ${seat}`} isSending=${isSending} send=${sit} />`}
        ${mayGive && !isKept && levels.map((level) => html`
          <${Order} key=${level} label=${`${level} bot`} name=${`${level} bot: seat ${seat}`} isSending=${isSending}
            send=${() => live.command("POST", "/seats", { seat, bot: level })} />`)}
      </span></li>`;
}

/** @param {{app: App, view: View}} about */
function Invite({ app, view }) {
  const [isCopied, setCopied] = useState(false);
  const link = invitation(location.origin, view.table, view.private ? app.joinCode(view.table) : null);
  const copy = async () => {
    await navigator.clipboard?.writeText(link).then(() => setCopied(true), () => {});
  };
  return html`
    <div class="field"><label for="invite">Link that invites</label>
      <span class="row"><input id="invite" type="text" readonly value=${link}
        onFocus=${(/** @type {any} */ { target }) => target.select()} />
        ${"clipboard" in navigator && html`
          <button type="button" onClick=${copy}>${isCopied ? "Copied" : "Copy"}</button>`}</span></div>`;
}
