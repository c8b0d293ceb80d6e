/** A table before play: who sits where, how to bring others to it, and who has invited this account. */
import { invitation } from "../core/route.js";
import { clockText, many, momentText } from "../core/texts.js";
import { Away, awaySince } from "./away.js";
import { CheckField, Command, Form, html, TextField, useAnswer, useSignal, useState } from "./html.js";
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
      <h2>${isCalled ? "The start is called for"
        : free.length > 0 ? `Waiting for ${many(free.length, "player")}` : "All seats are taken"}</h2>
      ${!isCalled && html`<p role="status">${beginningText(view, isByItself)}</p>`}
      <p class="hint">Clock: ${clockText(view.clock)}.${
        view.clock !== null && ` When your time is up, ${TIME_UP[view.on_time_out]}.`}
        ${!view.rated && " The game is not rated."}${view.private && " The table is private."}
        ${!isCalled && view.expires_at !== null && ` The table closes ${momentText(view.expires_at)} if nobody sits down.`}
        ${` Who chooses the deal: ${view.deal}.`}</p>
      ${isCalled && html`<${Awaited} app=${app} view=${view} />`}
      <ul class="list seating">${view.seats.map((seat) => html`
        <${SeatBefore} key=${seat.seat} app=${app} live=${live} view=${view} seat=${seat} levels=${details.bots}
          mayGive=${mayGive} isSending=${isSending} withChance=${withChance && mayPromise}
          since=${awaySince(away, seat)} />`)}</ul>
      ${mayPromise && html`<${ChanceField} value=${withChance} set=${setWithChance} />`}
      <div class="row">
        ${free.length === 0 && mayGive && html`
          <${Order} label="Begin" kind="main" isSending=${isSending} send=${() => live.command("POST", "/start", {})} />`}
        ${free.length > 1 && mayGive && html`
          <${Order} label="Bots in all free seats" isSending=${isSending} send=${() => fill(live, view)} />`}
        ${view.seat !== null && view.tournament === null && html`
          <${Order} label="Leave" isSending=${isSending}
            send=${() => live.command("DELETE", `/seats/${view.seat}`, undefined)} />`}
        ${isOpener && !isCalled && html`
          <${Order} label="Close the table" isSending=${isSending} send=${() => live.command("DELETE", "", undefined)} />`}
      </div>
      ${free.length > 0 && html`<${Invite} app=${app} live=${live} view=${view} isOpener=${isOpener} />`}
    </section>`;
}

/** @type {Record<string, string>} what happens when the time of a turn is up, by the table's rule for it */
const TIME_UP = { fallback: "the default move is played", bot: "a bot plays on for you", forfeit: "you lose your seat" };

/** @param {View} view before the start @param {boolean} isByItself @returns {string} who is there, and when play begins */
export function beginningText({ seats, seat }, isByItself) {
  const taken = seats.filter((one) => !isFree(one)).length;
  const there = taken === seats.length ? "Everybody is here." : `${taken} of ${many(seats.length, "seat")} taken.`;
  if (isByItself && taken < seats.length) return `${there} Play begins by itself when all seats are taken.`;
  const who = seat === null ? "a player at the table presses" : "you or another player press";
  return `${there} When all seats are taken, play begins as soon as ${who} Begin.`;
}

/** For what play waits after the call for the start. @param {{app: App, view: View}} about */
function Awaited({ app, view: { seat, beacon, reveal_until: until } }) {
  const leaving = seat === null ? "" : " A bot plays for a player who leaves now; the player may come back.";
  if (until !== null) {
    return html`<p class="hint" role="status">Play begins when all have revealed what they promised, or their time is over; the
      deal goes without what comes later.${leaving} <${Clock} api=${app.api} deadline=${until} /></p>`;
  }
  if (beacon === null || beacon.round === null) return null;
  return html`<p class="hint" role="status">Play waits for round ${beacon.round} of the beacon ${beacon.chain}, which nobody knows
    yet.${leaving} <${Clock} api=${app.api} deadline=${beacon.due_at} /></p>`;
}

const SLOW = 3600; // seconds a turn: who plays so does not keep a page open

/** @param {View} view @returns {boolean} whether play is likely to begin while this page is open */
export const isQuick = ({ clock }) => clock === null || clock.turn < SLOW;

/** @param {{value: boolean, set: (value: boolean) => void}} about */
export function ChanceField({ value, set }) {
  return html`
    <${CheckField} label="Bring a share of my own to the deal, so that nobody could choose it" value=${value} set=${set} />
    ${value && html`<p class="hint">It is promised now and revealed when somebody begins: until then keep a page of this site
      open, or the deal goes without it.</p>`}`;
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

/** For whom a seat is kept. @param {{app: App, player: string}} about */
function Guest({ app, player }) {
  const told = useAnswer(() => app.once(`/players/${player}`), [player]);
  return html`<bdi>${told?.name ?? "somebody"}</bdi>`;
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
      ${bot && html`<span class="hint">${bot} bot</span>`}
      ${since !== null && html`<${Away} api=${app.api} since=${since} />`}
      ${entropy !== "none" && html`<span class="hint">share: ${entropy}</span>`}</li>`;
  }
  const isOurs = kept_for !== null && kept_for === app.account.known.value?.player;
  const isKept = kept_for !== null && !isOurs;
  const whose = isOurs ? "kept for you" : isKept ? html`kept for <${Guest} app=${app} player=${kept_for} />` : "free";
  return html`
    <li><span>Seat ${seat + 1}, ${whose}</span>
      <span class="row">
        ${view.seat === null && !isKept && html`
          <${Order} label="Sit here" kind="main" name=${`Sit here: seat ${seat + 1}`} isSending=${isSending} send=${sit} />`}
        ${isOurs && html`
          <${Order} label="Decline" isSending=${isSending}
            send=${() => live.command("DELETE", `/invitations/${kept_for}`, undefined)} />`}
        ${mayGive && kept_for === null && levels.map((level) => html`
          <${Order} key=${level} label=${`${level} bot`} name=${`${level} bot: seat ${seat + 1}`} isSending=${isSending}
            send=${() => live.command("POST", "/seats", { seat, bot: level })} />`)}
        ${isKept && view.opener === app.account.known.value?.player && html`
          <${Order} label="Withdraw the invitation" isSending=${isSending}
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
    <div class="field"><label for="invite">Link that invites</label>
      <span class="row"><input id="invite" type="text" readonly value=${link}
        onFocus=${(/** @type {any} */ { target }) => target.select()} />
        ${"clipboard" in navigator && html`
          <button type="button" onClick=${copy}>${isCopied ? "Copied" : "Copy"}</button>`}</span></div>
    ${isOpener && html`
      <${Form} label="Keep a seat for them" kind="plain" send=${invite}>
        <${TextField} label="Invite an account by its name" value=${name} set=${setName} required maxlength="40"
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
    <section class="panel" aria-label="Invitations"><h2>You are invited</h2>
      <ul class="list seating">${invitations.map(({ table, game, name }) => html`
        <li key=${table}><span><bdi class="seat-name">${name ?? "Somebody"}</bdi> keeps a seat for you at${" "}
            ${games.find((one) => one.game === game)?.title ?? game}</span>
          <span class="row"><a class="button" href=${`/tables/${table}`} data-page>Look at the table</a>
            <${Command} label="Decline" send=${() => decline(table)} /></span></li>`)}</ul></section>`;
}
