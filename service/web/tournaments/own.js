/** One's own part: enter, check in, reveal one's share in the deals, play, withdraw. */
import { drawnFor, promiseFor } from "../core/state.js";
import { leftUntil } from "../core/texts.js";
import { Confirmed } from "../parts/confirmed.js";
import { CheckField, Command, Form, TextField } from "../parts/form.js";
import { html, useSignal, useState } from "../parts/html.js";
/** @import { AtTournament } from "../pages/tournament.js" */

/** @param {AtTournament} at */
export function OwnPart(at) {
  const known = useSignal(at.app.account.known);
  const { facts } = at;
  const { you, phase, settings } = facts;
  const may = new Set(you?.may ?? []);
  const isOpen = known === null && phase === "registration" && settings.entrants.register
    && settings.entrants.kinds.includes("player");
  return html`
    <div class="own-part">
      ${(isOpen || may.has("register")) && html`<${Enter} ...${at} />`}
      ${you !== null && you.entrant !== null && html`<${Entered} ...${at} may=${may} />`}
    </div>`;
}

/** @param {AtTournament} at */
function Enter({ app, live }) {
  const [isSharing, setSharing] = useState(true);
  const enter = async () => {
    await app.requireAccount();
    const commitment = isSharing ? promiseFor(app.memory, live.id) : null;
    await live.command("POST", "/entrants", { commitment });
  };
  return html`
    <${Form} label="Enter" send=${enter}>
      <${CheckField} label="Bring a share of my own to the deals" value=${isSharing} set=${setSharing} />
      <p class="hint">This browser draws it, promises it now and reveals it after the call for the start: then nobody, not even
        the server, could choose the deals alone.</p>
    <//>`;
}

/** @param {AtTournament & {may: Set<string>}} about */
function Entered({ app, live, facts, entrants, may }) {
  const { you, phase, until, places } = facts;
  const number = /** @type {number} */ (you?.entrant);
  const place = phase === "closed" ? places?.[number] ?? 0 : 0;
  const withdraw = () => live.command("DELETE", `/entrants/${number}`);
  return html`
    <p><strong>You are entrant ${number}${entrants[number]?.withdrawn ? ", withdrawn" : ""}.</strong>
      ${place > 0 && ` You have ended at place ${place}.`}</p>
    ${you?.table != null && html`
      <p class="ready">Your table is there. <a class="button main" href=${`/tables/${you.table}`} data-page>Play</a></p>`}
    ${["registration", "called"].includes(phase) && entrants[number]?.committed && !may.has("reveal") && html`
      <p class="hint">${entrants[number]?.entropy !== null ? "Your share in the deals is revealed."
        : drawnFor(app.memory, live.id) === null
          ? "You have promised a share in the deals in another browser: open a page there after the call."
          : "You have promised a share in the deals. After the call this browser reveals it, whichever page is open."}</p>`}
    ${may.has("check_in") && html`<${CheckIn} app=${app} live=${live} committed=${entrants[number]?.committed ?? false} />`}
    ${may.has("reveal") && html`<${Reveal} app=${app} live=${live} until=${until ?? 0} />`}
    ${may.has("withdraw") && html`<${Confirmed} label="Withdraw" send=${withdraw}
      warning="You will be paired no more, and can't come back. Where you sit you play on." />`}`;
}

/** @param {Pick<AtTournament, "app" | "live"> & {committed: boolean}} about `committed`: an entropy was promised */
function CheckIn({ app, live, committed }) {
  const check = async () => {
    const commitment = committed ? null : promiseFor(app.memory, live.id);
    await live.command("POST", "/check-in", { commitment });
  };
  return html`
    <${Command} kind="main" label="I am here" send=${check} />
    <p class="hint">Check in before the start${
      committed ? "" : ", and bring a share of your own to the deals"}.</p>`;
}

/** @param {Pick<AtTournament, "app" | "live"> & {until: number}} about */
function Reveal({ app, live, until }) {
  const [typed, setTyped] = useState(drawnFor(app.memory, live.id) ?? "");
  const left = leftUntil(until, Date.now() + app.api.ahead.value);
  return html`
    <${Form} label="Reveal my share" send=${() => app.summoning.reveal(live.id, typed.trim()).then(() => live.look())}>
      <p class="hint">The start was called for. Within ${left} the share that you have promised is awaited; else it counts as
        withheld, which everybody sees.</p>
      <${TextField} label="My share: the 32 digits that were promised" value=${typed} set=${setTyped} required
        autocomplete="off" spellcheck=${false} maxlength="32" />
    <//>`;
}
