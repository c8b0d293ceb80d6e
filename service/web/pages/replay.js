/** Any moment of a table again, from the server or from a file. */
import { prepareCheck } from "../core/check.js";
import { isPacked, LogMoments, Moments, MOST, readLogText } from "../core/replay.js";
import { Verdict } from "../parts/checking.js";
import { Command, html, useAnswer, useMemo, useState } from "../parts/html.js";
import { Events, Replay } from "../parts/replaying.js";
import { WhoCouldChoose } from "../parts/shares.js";
import { decoded } from "../../../clients/typescript/verify/bytes.js";
import { DisputeHere } from "./disputes.js";
/** @import { App } from "../core/app.js" */
/** @import { LogText } from "../core/replay.js" */
/** @import { GameDetails, LogReplay } from "../types" */

/** Any moment of a table again; a hand is disputed from the moment in question. @param {{app: App, which: string}} about */
export function ReplayPage({ app, which }) {
  const moments = useMemo(() => new Moments(app.api, which), [which]);
  const told = useAnswer(async () => {
    const now = await app.api.read(`/tables/${which}/view`);
    const [details, { hands }] = await Promise.all([app.game(now.game), app.api.read(`/tables/${which}/hands?limit=1000`)]);
    return { now, details, hands };
  }, [which]);
  if (told === undefined) return html`<p class="hint" role="status">The table is coming …</p>`;
  if (told.problem !== undefined) {
    return html`<section class="panel"><h1>Replay</h1><p class="problem" role="alert">${told.problem}</p></section>`;
  }
  const { now, details, hands } = told;
  const isOpen = now.phase === "closed" && now.reveal !== "auditors";
  return html`
    <${Replay} app=${app} now=${now} details=${details} hands=${hands} moments=${moments} isOpen=${isOpen}
      begin=${hands[0]?.first ?? 1} beside=${(/** @type {{n: number, hand: number}} */ { n, hand }) => html`
        <${WhoCouldChoose} app=${app} view=${now} />
        <${Verdict} app=${app} table=${which} />
        <${DisputeHere} app=${app} table=${which} n=${n} hand=${hand} />
        <p class="row"><a href=${`/tables/${which}`} data-page>To the table</a>
          <a href="/replay" data-page>Replay a log file</a></p>`} />`;
}

/** @typedef {{name: string, file: Blob, text: string, log: LogText | null}} Dropped a file; `log` null: it is compressed */
/** @typedef {{told: LogReplay, details: GameDetails, moments: LogMoments}} Replayed */

/**
 * A log file that somebody holds: read here; replayed by the server, which keeps nothing, once that is asked for.
 * @param {{app: App}} about
 */
export function DroppedPage({ app }) {
  const [dropped, setDropped] = useState(/** @type {Dropped | null} */ (null));
  const [problem, setProblem] = useState("");
  useMemo(prepareCheck, []); // a file that comes later is read and checked without the server
  /** @param {File | undefined} file */
  const take = async (file) => {
    if (file === undefined) return;
    setProblem("");
    setDropped(null);
    await read(file).then(setDropped, (error) => setProblem(error.message));
    app.say(`${file.name} is read`);
  };
  return html`
    <${Drop} take=${take} isSmall=${dropped !== null} />
    ${problem && html`<p class="problem" role="alert">${problem}</p>`}
    ${dropped !== null && html`<${Held} key=${dropped.file} app=${app} dropped=${dropped} />`}`;
}

/** @param {File} file @returns {Promise<Dropped>} */
async function read(file) {
  if (file.size > MOST) throw new Error(`${file.name} is larger than any log: nothing was read`);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const kept = { name: file.name, file: new Blob([bytes]), text: "" };
  if (isPacked(bytes)) return { ...kept, log: null };
  const text = decoded(bytes), log = readLogText(text);
  if (log === null) throw new Error(`${file.name} is no log: one begins with the line {"format":"fairdeal/log/1", …`);
  return { ...kept, text, log };
}

/** @param {{take: (file: File | undefined) => Promise<void>, isSmall: boolean}} about */
function Drop({ take, isSmall }) {
  const [isOver, setOver] = useState(false);
  const over = (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    setOver(true);
  };
  const drop = (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer?.files[0]);
  };
  return html`
    <section class=${`panel drop${isOver ? " over" : ""}`} onDragOver=${over} onDragLeave=${() => setOver(false)} onDrop=${drop}>
      <h1>Replay a log file</h1>
      ${!isSmall && html`<p>Every table's log can be downloaded when it has ended. Drop the file here, or choose it: it is read in
        this browser and goes nowhere.</p>`}
      <label class="field"><span>${isSmall ? "Another log file" : "Log file"}</span>
        <input type="file" accept=".jsonl,.zst,application/jsonl"
          onChange=${(/** @type {any} */ { target }) => take(target.files[0])} />
      </label>
    </section>`;
}

/** @param {{app: App, dropped: Dropped}} about */
function Held({ app, dropped: { name, file, text, log } }) {
  const read = useMemo(() => () => Promise.resolve(text), [text]);
  const moments = useMemo(() => new LogMoments(app.api, file), [file]);
  const [replayed, setReplayed] = useState(/** @type {Replayed | null} */ (null));
  const replay = async () => {
    const told = await moments.page(1, "all");
    setReplayed({ told, details: await app.game(told.now.game), moments });
  };
  return html`
    <section class="panel" aria-label="The file">
      <h2><bdi>${name}</bdi></h2>
      ${log === null ? html`<p>It is compressed with zstandard, which browsers do not read. The server does; to see its events and
          check the deal here, unpack it first: <code>zstd -d ${name}</code></p>`
        : html`<${About} log=${log} />`}
      ${replayed === null ? (log === null || log.game !== "") && html`
          <p>To show the cards as each seat saw them, the rules are needed, and the server has those: it verifies the file, judges
            every action again, answers, and keeps nothing.</p>
          <${Command} kind="main" label="Send it and replay" send=${replay} />`
        : html`<${Said} told=${replayed.told} />`}
    </section>
    ${replayed !== null && html`
      <${Replay} app=${app} now=${replayed.told.now} details=${replayed.details} hands=${replayed.told.hands}
        moments=${replayed.moments} isOpen=${true} begin=${replayed.told.hands[0]?.first ?? 1} />`}
    ${log !== null && html`<${Verdict} app=${app} read=${read} /><${Events} rows=${log.rows} />`}`;
}

/** @param {{log: LogText}} about */
function About({ log: { table, game, rows, isComplete, unread } }) {
  const sealed = rows.filter((row) => row.sealed.some((key) => !row.open.includes(key))).length;
  return html`
    <p>${game === "" ? "The log of " : `A table of ${game}, `}<code>${table}</code>
      ${`, ${rows.length} events, ${isComplete ? "to its end" : "from while it was played"}.`}</p>
    ${sealed > 0 && html`<p class="hint">${sealed} events have parts that are still sealed.</p>`}
    ${unread.length > 0 && html`
      <p class="warning">${unread.length === 1 ? `Line ${unread[0]} is` : `${unread.length} lines are`} none of a log.</p>`}`;
}

/** What the server found. @param {{told: LogReplay}} about */
function Said({ told: { report } }) {
  if (report.verdict === "good") {
    return html`<p><strong>The server finds nothing wrong with it:</strong> ${report.proven.join("; ")}.</p>`;
  }
  return html`<p class="warning">${report.signature === "bad"
    ? "Its events hold, and the rules make them; but it is not signed by this server. Whoever wrote it may have made it up."
    : report.why}</p>`;
}
