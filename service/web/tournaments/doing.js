/** What may be done in a tournament: by those who play, and by its directors. */
import { drawnFor, promiseFor } from "../core/state.js";
import { leftUntil } from "../core/texts.js";
import { linesOf, roundIn } from "../core/tournament.js";
import { calledBy, levelText, titleOf, wordOf } from "../core/tournament_words.js";
import { t } from "../core/words.js";
import { CheckField, ChoiceField, Command, Confirmed, Form, html, TextField, useSignal, useState } from "../parts/html.js";
import { ShareNotice } from "../parts/shares.js";
import { Pairs } from "./pairs.js";
import { SittingOut } from "./byes.js";
import { Inviting, numbersIn, Seeding } from "./seeding.js";
import { KeepingApart, Swapping } from "./apart.js";
import { Telling } from "./telling.js";
import { Timing } from "./timing.js";
/** @import { AtTournament } from "../pages/tournaments.js" */
/** @import { TournamentFacts } from "../types" */

/** One's own part: enter, check in, reveal one's share in the deals, play, withdraw. @param {AtTournament} at */
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
function Enter({ app, live, facts }) {
  const [isSharing, setSharing] = useState(true);
  const [code, setCode] = useState("");
  const [out, setOut] = useState("");
  const needsCode = facts.settings.entrants.code === true;
  const mostByes = facts.settings.entrants.most_byes ?? 0;
  const enter = async () => {
    const player = await app.requireAccount();
    const commitment = isSharing ? promiseFor(app.memory, player, live.id) : null;
    const byes = numbersIn(out);
    await live.command("POST", "/entrants", { commitment, ...(needsCode ? { code } : {}), ...(byes.length > 0 ? { byes } : {}) });
  };
  return html`
    <${Form} label=${t("tournaments.enter")} send=${enter}>
      <${CheckField} label=${t("tournaments.bring_share")} value=${isSharing} set=${setSharing} />
      <p class="hint">${t("tournaments.share_means")}</p>
      ${needsCode && html`
        <${TextField} label=${t("tournaments.code")} value=${code} set=${setCode} required autocomplete="off" />`}
      ${mostByes > 0 && html`
        <${TextField} label=${t("tournaments.ask_byes", { most: mostByes })} value=${out} set=${setOut} />`}
    <//>`;
}

/** @param {AtTournament & {may: Set<string>}} about */
function Entered({ app, live, facts, entrants, may }) {
  const { you, phase, until, places } = facts;
  const number = /** @type {number} */ (you?.entrant);
  const place = phase === "closed" ? places?.[number] ?? 0 : 0;
  const withdraw = () => live.command("DELETE", `/entrants/${number}`);
  return html`
    <p><strong>${t("tournaments.you_are", { number: number + 1, is: entrants[number]?.withdrawn ? "withdrawn" : "in" })}</strong>
      ${place > 0 && ` ${t("tournaments.you_ended", { place })}`}</p>
    ${you?.table != null && html`
      <p class="ready">${t("tournaments.table_ready")}${" "}
        <a class="button main" href=${`/tables/${you.table}`} data-page>${t("tournaments.play")}</a></p>`}
    ${["registration", "called"].includes(phase) && entrants[number]?.committed && !may.has("reveal") && html`
      <p class="hint">${entrants[number]?.entropy !== null ? t("tournaments.share_is_revealed")
        : drawnFor(app.memory, live.id) === null
          ? t("tournaments.promised_elsewhere")
          : t("tournaments.promised_here")}</p>`}
    ${may.has("check_in") && html`<${CheckIn} app=${app} live=${live} committed=${entrants[number]?.committed ?? false} />`}
    <${ShareNotice} app=${app} id=${live.id} who="tournament" />
    ${may.has("reveal") && html`<${Reveal} app=${app} live=${live} until=${until ?? 0} />`}
    ${may.has("sit_out") && entrants[number] !== undefined && html`
      <${SittingOut} live=${live} facts=${facts} one=${entrants[number]} />`}
    ${may.has("withdraw") && html`<${Confirmed} label=${t("tournaments.withdraw")} send=${withdraw}
      warning=${t("tournaments.withdraw_means")} />`}`;
}

/** @param {Pick<AtTournament, "app" | "live"> & {committed: boolean}} about `committed`: an entropy was promised */
function CheckIn({ app, live, committed }) {
  const check = async () => {
    const commitment = committed ? null : promiseFor(app.memory, app.player, live.id);
    await live.command("POST", "/check-in", { commitment });
  };
  return html`
    <${Command} kind="main" label=${t("tournaments.check_in")} send=${check} />
    <p class="hint">${t("tournaments.check_in_means", { is: committed ? "promised" : "new" })}</p>`;
}

/** @param {Pick<AtTournament, "app" | "live"> & {until: number}} about */
function Reveal({ app, live, until }) {
  const drawn = drawnFor(app.memory, live.id), [typed, setTyped] = useState(drawn ?? "");
  const reveal = () => app.summoning.reveal(live.id, typed.trim() === drawn ? undefined : typed.trim()).then(() => live.look());
  const left = leftUntil(until, Date.now() + app.api.ahead.value);
  return html`
    <${Form} label=${t("tournaments.reveal")} send=${reveal}>
      <p class="hint">${t("tournaments.reveal_means", { left })}</p>
      <${TextField} label=${t("tournaments.my_share")} value=${typed} set=${setTyped} required
        autocomplete="off" spellcheck=${false} maxlength="32" />
    <//>`;
}

/** What a director may do with a tournament as it stands. @param {AtTournament} at */
export function Directing(at) {
  const { live, facts } = at;
  const may = new Set(facts.you?.may ?? []);
  const order = (/** @type {string} */ path, /** @type {unknown} */ body = {}) => () => live.command("POST", path, body);
  return html`
    <section class="panel directing" aria-label=${t("tournaments.directing")}>
      <h2>${t("tournaments.you_direct")}</h2>
      <div class="row">
        ${may.has("call") && html`
          <${Confirmed} label=${t("tournaments.call")} kind="main" sure=${t("tournaments.call_now")} send=${order("/call")}
            warning=${t("tournaments.call_means", { entrants: facts.entrants, late: `${facts.settings.entrants.late}` })} />`}
        ${may.has("pause") && html`<${Command} label=${t("tournaments.pause")} send=${order("/pause")} />`}
        ${may.has("resume") && html`<${Command} label=${t("tournaments.resume")} kind="main" send=${order("/resume")} />`}
        ${may.has("close") && html`<${Ending} ...${at} order=${order} />`}
      </div>
      ${may.has("plan") && html`<${OwnRound} ...${at} />`}
      ${may.has("enter") && html`
        <details><summary>${t("tournaments.enter_somebody")}</summary>
          <${Newcomer} facts=${facts} label=${t("tournaments.enter_it")} send=${(/** @type {unknown} */ body) =>
            live.command("POST", "/entrants", body)} /></details>`}
      ${may.has("seed") && at.entrants.length > 1 && html`
        <details><summary>${t("tournaments.seeding")}</summary><${Seeding} ...${at} /></details>`}
      <${Inviting} ...${at} />
      ${may.has("forbid_pairs") && at.entrants.length > 1 && html`<${KeepingApart} ...${at} />`}
      ${may.has("swap") && html`<${Swapping} key=${facts.rounds} ...${at} />`}
      ${may.has("reschedule") && html`<${Timing} key=${facts.phase} ...${at} />`}
      ${may.has("announce") && html`<${Telling} ...${at} />`}
      ${may.has("name_director") && html`
        <details><summary>${t("tournaments.directors")}</summary><${Directors} ...${at} /></details>`}
      ${facts.rounds > 0 && facts.you?.entrant === null && html`<${Pairs} ...${at} />`}
      <p class="hint">${t("tournaments.directing_hint")}</p>
    </section>`;
}

/** @param {AtTournament & {order: (path: string, body?: unknown) => () => Promise<unknown>}} about */
function Ending({ facts, order }) {
  const { kind } = facts.settings.format;
  return html`
    ${kind === "own" && facts.rounds > 0 && html`
      <${Confirmed} label=${t("tournaments.close")} sure=${t("tournaments.close_now")} send=${order("/close")}
        warning=${t("tournaments.close_means")} />`}
    <${Confirmed} label=${t("tournaments.abandon")} sure=${t("tournaments.abandon_now")}
      send=${order("/close", { abandon: true })} warning=${t("tournaments.abandon_means")} />`;
}

/** @param {AtTournament} at */
function Directors({ live, facts }) {
  const [player, setPlayer] = useState("");
  const send = async () => {
    await live.command("POST", "/directors", { player: player.trim() });
    setPlayer("");
  };
  return html`
    <p class="hint">${t("tournaments.who_directs")} ${[facts.director, ...facts.directors].map((one) => html`
      <a key=${one} href=${`/players/${one}`} data-page><code>${one}</code></a> `)}</p>
    <${Form} label=${t("tournaments.name_director")} kind="plain" send=${send}>
      <${TextField} label=${t("tournaments.account_id")} value=${player} set=${setPlayer} required autocomplete="off"
        spellcheck=${false} />
      <p class="hint">${t("tournaments.no_way_back")}</p>
    <//>`;
}

/** @param {AtTournament["entrants"]} entrants @returns {string} their numbers and names */
const numbered = (entrants) => entrants.map((one) => `${one.number + 1} ${calledBy(one)}`).join(", ");

const LEVELS = ["novice", "regular", "expert"]; // what the API calls levels of bots

/**
 * A form that names who is to take part: a player, bots of a level, a program's account, a team.
 * @param {{facts: TournamentFacts, label: string, send: (body: unknown) => Promise<unknown>}} about
 */
export function Newcomer({ facts, label, send }) {
  /** @type {string[]} */
  const taken = facts.settings.entrants.kinds;
  const [kind, setKind] = useState(taken.includes("bot") ? "bot" : taken[0] ?? "player");
  const [level, setLevel] = useState("regular");
  const [ids, setIds] = useState("");
  const [name, setName] = useState("");
  const go = async () => {
    const members = kind === "bot" ? [`bot:${level}`] : ids.split(/[\s,]+/).filter(Boolean);
    await send({ kind, members, ...(kind === "player" || name.trim() === "" ? {} : { name: name.trim() }) });
    setIds("");
    setName("");
  };
  return html`
    <${Form} label=${label} kind="plain" send=${go}>
      <${ChoiceField} label=${t("tournaments.who")} value=${kind} set=${setKind}
        choices=${taken.map((one) => [one, wordOf("kind", one)])} />
      ${kind === "bot"
        ? html`<${ChoiceField} label=${t("tournaments.level")} value=${level} set=${setLevel}
          choices=${LEVELS.map((one) => [one, levelText(one)])} />`
        : html`<${TextField}
            label=${kind === "team" ? t("tournaments.team_ids") : t("tournaments.account_id")}
            value=${ids} set=${setIds} required autocomplete="off" spellcheck=${false} />`}
      ${kind !== "player" && html`<${TextField} label=${t("tournaments.name")} value=${name} set=${setName} maxlength="80"
        autocomplete="off" placeholder=${t("tournaments.or_empty")} />`}
    <//>`;
}

/** A round of a director's own pairings. @param {AtTournament} at */
function OwnRound({ live, facts, entrants, games }) {
  const { games: played, format } = facts.settings;
  const [game, setGame] = useState(`${facts.rounds % played.length}`);
  const [isShared, setShared] = useState(format.duplicate ?? false);
  const [text, setText] = useState("");
  const active = entrants.filter(({ withdrawn }) => !withdrawn);
  const fill = async () => {
    const { standings } = await live.api.read(`${live.path}/standings`);
    const there = new Set(active.map(({ number }) => number));
    const order = standings.map((/** @type {{entrant: number}} */ { entrant }) => entrant);
    setText(linesOf(order.filter((/** @type {number} */ one) => there.has(one)), played[Number(game)]?.seats ?? 2));
  };
  const send = async () => {
    await live.command("POST", "/rounds", roundIn(text, Number(game), active.map(({ number }) => number), isShared));
    setText("");
  };
  return html`
    <details open class="own-round"><summary>${t("tournaments.plan_round", { round: facts.rounds + 1 })}</summary>
      <${Form} label=${t("tournaments.plan_now")} send=${send}>
        ${played.length > 1 && html`<${ChoiceField} label=${t("tournaments.game")} value=${game} set=${setGame}
          choices=${played.map((one, number) => [`${number}`, titleOf(one.game, games)])} />`}
        <label class="field"><span>${t("tournaments.pairings")}</span>
          <textarea rows="6" value=${text} required spellcheck=${false}
            onInput=${(/** @type {any} */ { target }) => setText(target.value)}></textarea></label>
        <p class="hint">${t("tournaments.sits_out")}</p>
        <details><summary>${t("tournaments.numbers")}</summary><p><bdi>${numbered(active)}</bdi></p></details>
        <button type="button" onClick=${fill}>${t("tournaments.in_order")}</button>
        <${CheckField} label=${t("tournaments.same_deals")} value=${isShared} set=${setShared} />
      <//>
    </details>`;
}
