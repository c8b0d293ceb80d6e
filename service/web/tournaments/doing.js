/** What may be done in a tournament: by those who play, and by its directors. */
import { drawnFor, promiseFor } from "../core/state.js";
import { leftUntil, spoken } from "../core/texts.js";
import { linesOf, roundIn } from "../core/tournament.js";
import { calledBy, titleOf } from "../core/tournament_words.js";
import { CheckField, ChoiceField, Command, Confirmed, Form, html, TextField, useSignal, useState } from "../parts/html.js";
import { ShareNotice } from "../parts/shares.js";
/** @import { LiveTournament } from "../core/tournament.js" */
/** @import { AtTournament } from "../pages/tournaments.js" */
/** @import { TournamentFacts, TournamentTable } from "../types" */

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
function Enter({ app, live }) {
  const [isSharing, setSharing] = useState(true);
  const enter = async () => {
    const player = await app.requireAccount();
    const commitment = isSharing ? promiseFor(app.memory, player, live.id) : null;
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
    <${ShareNotice} app=${app} id=${live.id} who="who takes part" />
    ${may.has("reveal") && html`<${Reveal} app=${app} live=${live} until=${until ?? 0} />`}
    ${may.has("withdraw") && html`<${Confirmed} label="Withdraw" send=${withdraw}
      warning="You will be paired no more, and can't come back. Where you sit you play on." />`}`;
}

/** @param {Pick<AtTournament, "app" | "live"> & {committed: boolean}} about `committed`: an entropy was promised */
function CheckIn({ app, live, committed }) {
  const check = async () => {
    const commitment = committed ? null : promiseFor(app.memory, app.player, live.id);
    await live.command("POST", "/check-in", { commitment });
  };
  return html`
    <${Command} kind="main" label="I am here" send=${check} />
    <p class="hint">Check in before the start${
      committed ? "" : ", and bring a share of your own to the deals"}.</p>`;
}

/** @param {Pick<AtTournament, "app" | "live"> & {until: number}} about */
function Reveal({ app, live, until }) {
  const drawn = drawnFor(app.memory, live.id), [typed, setTyped] = useState(drawn ?? "");
  const reveal = () => app.summoning.reveal(live.id, typed.trim() === drawn ? undefined : typed.trim()).then(() => live.look());
  const left = leftUntil(until, Date.now() + app.api.ahead.value);
  return html`
    <${Form} label="Reveal my share" send=${reveal}>
      <p class="hint">The start was called for. Within ${left} the share that you have promised is awaited; else it counts as
        withheld, which everybody sees.</p>
      <${TextField} label="My share: the 32 digits that were promised" value=${typed} set=${setTyped} required
        autocomplete="off" spellcheck=${false} maxlength="32" />
    <//>`;
}

/** What a director may do with a tournament as it stands. @param {AtTournament} at */
export function Directing(at) {
  const { live, facts } = at;
  const may = new Set(facts.you?.may ?? []);
  const order = (/** @type {string} */ path, /** @type {unknown} */ body = {}) => () => live.command("POST", path, body);
  return html`
    <section class="panel directing" aria-label="Directing">
      <h2>You direct it</h2>
      <div class="row">
        ${may.has("call") && html`
          <${Confirmed} label="Call for the start" kind="main" sure="Call" send=${order("/call")}
            warning=${`Entry ends, with ${facts.entrants} entered${
              facts.settings.entrants.late ? "; one may still enter later" : ""}.`} />`}
        ${may.has("pause") && html`<${Command} label="Pause" send=${order("/pause")} />`}
        ${may.has("resume") && html`<${Command} label="Go on" kind="main" send=${order("/resume")} />`}
        ${may.has("close") && html`<${Ending} ...${at} order=${order} />`}
      </div>
      ${may.has("plan") && html`<${OwnRound} ...${at} />`}
      ${may.has("enter") && html`
        <details><summary>Enter somebody</summary>
          <${Newcomer} facts=${facts} label="Enter it" send=${(/** @type {unknown} */ body) =>
            live.command("POST", "/entrants", body)} /></details>`}
      ${may.has("name_director") && html`<details><summary>Directors</summary><${Directors} ...${at} /></details>`}
      <p class="hint">What becomes of a single table or entrant stands beside it, below.</p>
    </section>`;
}

/** @param {AtTournament & {order: (path: string, body?: unknown) => () => Promise<unknown>}} about */
function Ending({ facts, order }) {
  const { kind } = facts.settings.format;
  return html`
    ${kind === "own" && facts.rounds > 0 && html`
      <${Confirmed} label="Close" sure="Close it" send=${order("/close")}
        warning="It ends with the places as they stand now." />`}
    <${Confirmed} label="Abandon" sure="Abandon it" send=${order("/close", { abandon: true })}
      warning="It ends now and for ever, before its format is over." />`;
}

/** @param {AtTournament} at */
function Directors({ live, facts }) {
  const [player, setPlayer] = useState("");
  const send = async () => {
    await live.command("POST", "/directors", { player: player.trim() });
    setPlayer("");
  };
  return html`
    <p class="hint">Those who direct it: ${[facts.director, ...facts.directors].map((one) => html`
      <a key=${one} href=${`/players/${one}`} data-page><code>${one}</code></a> `)}</p>
    <${Form} label="Name another director" kind="plain" send=${send}>
      <${TextField} label="Id of the account" value=${player} set=${setPlayer} required autocomplete="off" spellcheck=${false} />
      <p class="hint">Nobody takes that back.</p>
    <//>`;
}

/** @param {AtTournament["entrants"]} entrants @returns {string} their numbers and names */
const numbered = (entrants) => entrants.map((one) => `${one.number} ${calledBy(one)}`).join(", ");

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
      <${ChoiceField} label="Who" value=${kind} set=${setKind} choices=${taken.map((one) => [one, spoken(one)])} />
      ${kind === "bot"
        ? html`<${ChoiceField} label="Level" value=${level} set=${setLevel} choices=${LEVELS.map((one) => [one, one])} />`
        : html`<${TextField}
            label=${kind === "team" ? "Ids of players, or bot:regular, with spaces between" : "Id of the account"}
            value=${ids} set=${setIds} required autocomplete="off" spellcheck=${false} />`}
      ${kind !== "player" && html`<${TextField} label="Name" value=${name} set=${setName} maxlength="80" autocomplete="off"
        placeholder="or leave it empty" />`}
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
    <details open class="own-round"><summary>Plan round ${facts.rounds + 1}</summary>
      <${Form} label="Plan this round" send=${send}>
        ${played.length > 1 && html`<${ChoiceField} label="Game" value=${game} set=${setGame}
          choices=${played.map((one, number) => [`${number}`, titleOf(one.game, games)])} />`}
        <label class="field"><span>A table a line: numbers of entrants, by seat</span>
          <textarea rows="6" value=${text} required spellcheck=${false}
            onInput=${(/** @type {any} */ { target }) => setText(target.value)}></textarea></label>
        <p class="hint">Who stands in no line sits out.</p>
        <details><summary>Who has which number</summary><p><bdi>${numbered(active)}</bdi></p></details>
        <button type="button" onClick=${fill}>In the order of the standings</button>
        <${CheckField} label="All tables have the same deals" value=${isShared} set=${setShared} />
      <//>
    </details>`;
}

/** What a director says that a table counts. @param {{live: LiveTournament, table: TournamentTable}} about */
export function Adjudication({ live, table: { index, seats, places, scores } }) {
  const usual = seats.map((_, seat) => `${places?.[seat] ?? 1}`);
  const [typedPlaces, setPlaces] = useState(usual);
  const [typedScores, setScores] = useState(seats.map((_, seat) => `${scores?.[seat] ?? 0}`));
  const path = `/tables/${index}/adjudication`;
  const send = () => live.command("POST", path, { places: typedPlaces.map(Number), scores: typedScores.map(Number) });
  /** @param {string[]} typed @param {(typed: string[]) => void} set @param {number} seat */
  const setter = (typed, set, seat) => (/** @type {string} */ value) => set(typed.with(seat, value));
  return html`
    <details class="adjudication"><summary>Say what it counts</summary>
      <${Form} label="It counts so" send=${send}>
        ${seats.map((_, seat) => html`
          <div key=${seat} class="row">
            <${TextField} label=${`Seat ${seat}: place`} type="number" min="1" max=${seats.length} required
              value=${typedPlaces[seat]} set=${setter(typedPlaces, setPlaces, seat)} />
            <${TextField} label=${`Seat ${seat}: score`} type="number" required
              value=${typedScores[seat]} set=${setter(typedScores, setScores, seat)} /></div>`)}
      <//>
      <${Confirmed} label="It counts nothing" name=${`Table ${index + 1} counts nothing`}
        warning="The table will bring nobody anything; while its round is played, it may be played again with other deals."
        send=${() => live.command("POST", path, {})} />
    </details>`;
}
