/** Any moment of a table again, from the server or from a file. */
import { prepareCheck } from "../core/check.js";
import { isPacked, LogMoments, Moments, MOST, readLogText } from "../core/replay.js";
import { rich, t } from "../core/words.js";
import { Analysing } from "../parts/analysing.js";
import { Verdict } from "../parts/checking.js";
import { Command, html, useAnswer, useMemo, useState } from "../parts/html.js";
import { Events, Replay } from "../parts/replaying.js";
import { WhoCouldChoose } from "../parts/shares.js";
import { decoded } from "../../../clients/typescript/verify/bytes.js";
import { DisputeHere } from "./disputes.js";
/** @import { App } from "../core/app.js" */
/** @import { LogText } from "../core/replay.js" */
/** @import { Judging } from "../parts/replaying.js" */
/** @import { GameDetails, LogReplay } from "../types" */

/** Any moment of a table again; a hand is disputed from the moment in question. @param {{app: App, which: string}} about */
export function ReplayPage({ app, which }) {
  const moments = useMemo(() => new Moments(app.api, which), [which]);
  const told = useAnswer(async () => {
    const now = await app.api.read(`/tables/${which}/view`);
    const [details, { hands }] = await Promise.all([app.game(now.game), app.api.read(`/tables/${which}/hands?limit=1000`)]);
    return { now, details, hands };
  }, [which]);
  if (told === undefined) return html`<p class="hint" role="status">${t("replay.table_coming")}</p>`;
  if (told.problem !== undefined) {
    return html`
      <section class="panel"><h1>${t("replay.title")}</h1><p class="problem" role="alert">${told.problem}</p></section>`;
  }
  const { now, details, hands } = told;
  const isOpen = now.phase === "closed" && now.reveal !== "auditors";
  return html`
    <${Replay} app=${app} now=${now} details=${details} hands=${hands} moments=${moments} isOpen=${isOpen}
      begin=${hands[0]?.first ?? 1}
      judged=${(/** @type {Judging} */ at) => isOpen && html`<${Analysing} app=${app} table=${which} now=${now} ...${at} />`}
      beside=${(/** @type {{n: number, hand: number}} */ { n, hand }) => html`
        <${WhoCouldChoose} app=${app} view=${now} />
        <${Verdict} app=${app} table=${which} />
        <${DisputeHere} app=${app} table=${which} n=${n} hand=${hand} />
        <p class="row"><a href=${`/tables/${which}`} data-page>${t("replay.to_table")}</a>
          <a href="/replay" data-page>${t("replay.log_file")}</a></p>`} />`;
}

const FIRST_LINE = '{"format":"fairdeal/log/1", …';

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
    app.say(t("replay.is_read", { file: file.name }));
  };
  return html`
    <${Drop} take=${take} isSmall=${dropped !== null} />
    ${problem && html`<p class="problem" role="alert">${problem}</p>`}
    ${dropped !== null && html`<${Held} key=${dropped.file} app=${app} dropped=${dropped} />`}`;
}

/** @param {File} file @returns {Promise<Dropped>} */
async function read(file) {
  if (file.size > MOST) throw new Error(t("replay.too_large", { file: file.name }));
  const bytes = new Uint8Array(await file.arrayBuffer());
  const kept = { name: file.name, file: new Blob([bytes]), text: "" };
  if (isPacked(bytes)) return { ...kept, log: null };
  const text = decoded(bytes), log = readLogText(text);
  if (log === null) throw new Error(t("replay.no_log", { file: file.name, line: FIRST_LINE }));
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
      <h1>${t("replay.log_file")}</h1>
      ${!isSmall && html`<p>${t("replay.drop")}</p>`}
      <label class="field"><span>${t(isSmall ? "replay.another_file" : "replay.file")}</span>
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
    <section class="panel" aria-label=${t("replay.the_file")}>
      <h2><bdi>${name}</bdi></h2>
      ${log === null ? html`<p>${
          rich("replay.packed", { command: html`<code>zstd -d ${name}</code>` })}</p>`
        : html`<${About} log=${log} />`}
      ${replayed === null ? (log === null || log.game !== "") && html`
          <p>${t("replay.why_send")}</p>
          <${Command} kind="main" label=${t("replay.send")} send=${replay} />`
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
    <p>${rich("replay.facts", {
      is: game === "" ? "log" : "game", game, table: html`<code>${table}</code>`, events: rows.length, end: `${isComplete}`,
    })}</p>
    ${sealed > 0 && html`<p class="hint">${t("replay.still_sealed", { events: sealed })}</p>`}
    ${unread.length > 0 && html`
      <p class="warning">${t("replay.unread", { lines: unread.length, line: unread[0] ?? 0 })}</p>`}`;
}

/** What the server found. @param {{told: LogReplay}} about */
function Said({ told: { report } }) {
  if (report.verdict === "good") {
    return html`<p><strong>${t("replay.nothing_wrong")}</strong> ${report.proven.join("; ")}.</p>`;
  }
  return html`<p class="warning">${report.signature === "bad"
    ? t("replay.not_signed")
    : report.why}</p>`;
}
