/** A table before play: who sits where, how to bring others to it, and who has invited this account. */
import { invitation } from "../core/route.js";
import { clockText, momentText } from "../core/texts.js";
import { rich, t } from "../core/words.js";
import { Away, awaySince } from "./away.js";
import { CheckField, Command, Form, greyed, html, TextField, useAnswer, useSignal, useState } from "./html.js";
import { ownNameOf } from "./kit.js";
import { Clock } from "./seats.js";
/** @import { App } from "../core/app.js" */
/** @import { Gone } from "../core/company.js" */
/** @import { LiveTable } from "../core/table.js" */
/** @import { Game, GameDetails, Invitation, Seat, View } from "../types" */

/**
 * A table before play: who sits where, how to invite, and the start.
 * @param {{app: App, live: LiveTable, view: View, details: GameDetails, away: Gone}} about `away`: players
 */
export function Waiting({ app, live, view, details, away }) {
  const { isSending } = useSignal(live.state);
  const known = useSignal(app.account.known);
  const isOpener = known !== null && view.opener === known.player;
  const isCalled = view.closing !== null || (view.beacon?.round ?? null) !== null; // a tournament calls for its tables
  const mayGive = !isCalled && (view.seat !== null || isOpener);
  const free = view.seats.filter(isFree);
  const [withChance, setWithChance] = useState(isQuick(view));
  const mayPromise = view.seat === null && free.length > 0 && !isCalled;
  const isByItself = app.isQuickSeat(view.table) && view.seat !== null;
  return html`
    <section class="panel">
      <h2>${isCalled ? t("waiting.called") : t("waiting.waiting", { free: free.length })}</h2>
      ${!isCalled && html`<p role="status">${beginningText(view, isByItself)}</p>`}
      <p class="hint">${termsText(view, isCalled)}</p>
      ${isCalled && html`<${Awaited} app=${app} view=${view} />`}
      <ul class="list seating">${view.seats.map((seat) => html`
        <${SeatBefore} key=${seat.seat} app=${app} live=${live} view=${view} seat=${seat} levels=${details.bots}
          mayGive=${mayGive} isSending=${isSending} withChance=${withChance && mayPromise}
          since=${awaySince(away, seat)} />`)}</ul>
      ${mayPromise && html`<${ChanceField} value=${withChance} set=${setWithChance} />`}
      <div class="row">
        ${free.length === 0 && mayGive && html`
          <${Order} label=${t("waiting.begin")} kind="main" isSending=${isSending}
            send=${() => live.command("POST", "/start", {})} />`}
        ${free.length > 1 && mayGive && html`
          <${Order} label=${t("waiting.bots_in_all")} isSending=${isSending} send=${() => fill(live, view)} />`}
        ${view.seat !== null && view.tournament === null && html`
          <${Order} label=${t("waiting.leave")} isSending=${isSending}
            send=${() => live.command("DELETE", `/seats/${view.seat}`, undefined)} />`}
        ${isOpener && !isCalled && html`
          <${Order} label=${t("waiting.close")} isSending=${isSending} send=${() => live.command("DELETE", "", undefined)} />`}
      </div>
      ${free.length > 0 && html`<${Invite} app=${app} live=${live} view=${view} isOpener=${isOpener} />`}
    </section>`;
}

/** @param {View} view before the start @param {boolean} isCalled @returns {string} how it is played, until when it waits */
function termsText(view, isCalled) {
  return [
    view.clock === null ? t("waiting.no_clock") : t("waiting.clock", { clock: clockText(view.clock) }),
    view.clock === null ? "" : t("waiting.time_up", { what: view.on_time_out }),
    view.rated ? "" : t("waiting.unrated"),
    view.private ? t("waiting.private") : "",
    isCalled || view.expires_at === null ? "" : t("waiting.closes", { when: momentText(view.expires_at) }),
    t("waiting.deal", { deal: shufflers(view.deal) }),
  ].filter(Boolean).join(" ");
}

/** @param {string} deal what it depends on, as the API says it @returns {string} who shuffles with the server, in a word */
function shufflers(deal) {
  const [withPlayers, withBeacon] = ["entropy", "beacon"].map((word) => deal.includes(word));
  if (withPlayers) return withBeacon ? "all" : "players";
  return withBeacon ? "beacon" : "server";
}

/** @param {View} view before the start @param {boolean} isByItself @returns {string} who is there, and when play begins */
export function beginningText({ seats, seat }, isByItself) {
  const taken = seats.filter((one) => !isFree(one)).length;
  const there = taken === seats.length ? t("waiting.all_there") : t("waiting.there", { taken, seats: seats.length });
  if (isByItself && taken < seats.length) return t("waiting.by_itself", { there });
  return t("waiting.by_begin", { there, who: seat === null ? "watching" : "sitting" });
}

/** For what play waits after the call for the start. @param {{app: App, view: View}} about */
function Awaited({ app, view: { seat, beacon, reveal_until: until } }) {
  const leaving = seat === null ? "" : ` ${t("waiting.may_leave")}`;
  if (until !== null) {
    return html`<p class="hint" role="status">${t("waiting.revealing")}${leaving}${" "}
      <${Clock} api=${app.api} deadline=${until} /></p>`;
  }
  if (beacon === null || beacon.round === null) return null;
  return html`<p class="hint" role="status">${t("waiting.beacon", { round: beacon.round, chain: beacon.chain })}${leaving}${" "}
    <${Clock} api=${app.api} deadline=${beacon.due_at} /></p>`;
}

const SLOW = 3600; // seconds a turn: who plays so does not keep a page open

/** @param {View} view @returns {boolean} whether play is likely to begin while this page is open */
export const isQuick = ({ clock }) => clock === null || clock.turn < SLOW;

/** @param {{value: boolean, set: (value: boolean) => void}} about */
export function ChanceField({ value, set }) {
  return html`
    <${CheckField} label=${t("waiting.share")} value=${value} set=${set} />
    ${value && html`<p class="hint">${t("waiting.share_means")}</p>`}`;
}

/** @param {Seat} seat @returns {boolean} whether nobody holds it */
const isFree = ({ player, bot }) => player === null && bot === null;

/** @param {{label: string, send: () => unknown, isSending: boolean, kind?: string, name?: string}} about */
function Order({ label, send, isSending, kind = "", name }) {
  return html`<button type="button" class=${kind} ...${greyed(isSending)} aria-label=${name} onClick=${send}>${label}</button>`;
}

/** @param {LiveTable} live @param {View} view */
async function fill(live, { seats }) {
  for (const { seat } of seats.filter((one) => isFree(one) && one.kept_for === null)) {
    await live.command("POST", "/seats", { seat, bot: "regular" });
  }
}

/** For whom a seat is kept. @param {{app: App, player: string}} about */
function Guest({ app, player }) {
  const told = useAnswer(() => app.once(`/players/${player}`), [player]);
  return html`<bdi>${told?.name ?? t("waiting.somebody")}</bdi>`;
}

/** @param {string} level @param {number} [seat] which a name for who does not see tells @returns {string} */
function botText(level, seat) {
  const name = t("lobby.level_name", { level });
  return seat === undefined ? t("waiting.bot", { level: name }) : t("waiting.bot_at", { level: name, seat });
}

/**
 * @param {{app: App, live: LiveTable, view: View, seat: Seat, levels: string[], mayGive: boolean, isSending: boolean,
 * withChance: boolean, since: number | null}} about
 */
function SeatBefore({ app, live, view, seat: own, levels, mayGive, isSending, withChance, since }) {
  const { seat, bot, kept_for, entropy } = own;
  const sit = async () => {
    await app.requireAccount();
    await live.command("POST", "/seats", { seat, ...app.seatOf(view.table, withChance) });
  };
  if (!isFree(own)) {
    return html`<li><bdi class="seat-name">${ownNameOf(view, seat)}</bdi>
      ${bot && html`<span class="hint">${t("waiting.bot", { level: t("lobby.level_name", { level: bot }) })}</span>`}
      ${since !== null && html`<${Away} api=${app.api} since=${since} />`}
      ${entropy !== "none" && html`<span class="hint">${t("waiting.share_is", { share: entropy })}</span>`}</li>`;
  }
  const isOurs = kept_for !== null && kept_for === app.account.known.value?.player;
  const isKept = kept_for !== null && !isOurs;
  const number = seat + 1; // people count from 1
  const whose = isOurs ? t("waiting.kept_for_you", { seat: number })
    : isKept ? rich("waiting.kept_for", { seat: number, guest: [html`<${Guest} app=${app} player=${kept_for} />`] })
    : t("waiting.free", { seat: number });
  return html`
    <li><span>${whose}</span>
      <span class="row">
        ${view.seat === null && !isKept && html`
          <${Order} label=${t("waiting.sit")} kind="main" name=${t("waiting.sit_at", { seat: number })}
            isSending=${isSending} send=${sit} />`}
        ${isOurs && html`
          <${Order} label=${t("waiting.decline")} isSending=${isSending}
            send=${() => live.command("DELETE", `/invitations/${kept_for}`, undefined)} />`}
        ${mayGive && kept_for === null && levels.map((level) => html`
          <${Order} key=${level} label=${botText(level)} name=${botText(level, number)} isSending=${isSending}
            send=${() => live.command("POST", "/seats", { seat, bot: level })} />`)}
        ${isKept && view.opener === app.account.known.value?.player && html`
          <${Order} label=${t("waiting.withdraw")} isSending=${isSending}
            send=${() => live.command("DELETE", `/invitations/${kept_for}`, undefined)} />`}
      </span></li>`;
}

/**
 * Ways to bring others to a table: a link to pass on, and a seat reserved for an account by its name.
 * @param {{app: App, live: LiveTable, view: View, isOpener: boolean}} about
 */
function Invite({ app, live, view, isOpener }) {
  const [isCopied, setCopied] = useState(false);
  const [name, setName] = useState("");
  const link = invitation(location.origin, view.table, view.private ? app.joinCode(view.table) : null);
  const copy = async () => {
    await navigator.clipboard?.writeText(link).then(() => setCopied(true), () => {});
  };
  const invite = async () => {
    live.adopt((await app.api.send("POST", `${live.path}/invitations`, { invite: [{ name: name.trim() }] })).view);
    setName("");
  };
  return html`
    <div class="field"><label for="invite">${t("waiting.link")}</label>
      <span class="row"><input id="invite" type="text" readonly value=${link}
        onFocus=${(/** @type {any} */ { target }) => target.select()} />
        ${"clipboard" in navigator && html`
          <button type="button" onClick=${copy}>${isCopied ? t("waiting.copied") : t("waiting.copy")}</button>`}</span></div>
    ${isOpener && html`
      <${Form} label=${t("waiting.keep_seat")} kind="plain" send=${invite}>
        <${TextField} label=${t("waiting.invite_name")} value=${name} set=${setName} required maxlength="40"
          autocomplete="off" /><//>`}`;
}

/** Seats that others have reserved for this account. @param {{app: App, games: Game[]}} about */
export function Invitations({ app, games }) {
  const known = useSignal(app.account.known);
  const heard = useSignal(app.invited);
  const ask = () => (known === null ? Promise.resolve(null) : app.api.read("/players/me/invitations"));
  const told = useAnswer(ask, [known, heard]);
  /** @type {Invitation[]} */
  const invitations = told?.invitations ?? [];
  if (known === null || invitations.length === 0) return null;
  /** @param {string} table */
  const decline = async (table) => {
    await app.api.send("DELETE", `/tables/${table}/invitations/${known.player}`, undefined);
    app.invited.set(app.invited.value + 1);
  };
  return html`
    <section class="panel" aria-label=${t("waiting.invitations")}><h2>${t("waiting.invited")}</h2>
      <ul class="list seating">${invitations.map(({ table, game, name }) => html`
        <li key=${table}><span>${rich("waiting.keeps", {
          name: [html`<bdi class="seat-name">${name ?? t("waiting.somebody_begins")}</bdi>`],
          game: games.find((one) => one.game === game)?.title ?? game,
        })}</span>
          <span class="row"><a class="button" href=${`/tables/${table}`} data-page>${t("waiting.look")}</a>
            <${Command} label=${t("waiting.decline")} send=${() => decline(table)} /></span></li>`)}</ul></section>`;
}
