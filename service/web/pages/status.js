/** How the server fares, for its operators: what is wrong first. */
import { about, bytesText, kindsOf, momentText, summary } from "../core/texts.js";
import { troubleText } from "../core/troubles.js";
import { isText, needWords, rich, t } from "../core/words.js";
import { Facts, Figures, html, useEffect, useSignal, useState } from "../parts/html.js";
/** @import { App } from "../core/app.js" */
/** @import { ServerStatus } from "../types" */

await needWords("status");

const EVERY = 2_000; // milliseconds, as `fairdeal status --watch`

/** @param {{app: App}} about */
export function StatusPage({ app }) {
  const known = useSignal(app.account.known);
  const [found, setFound] = useState(/** @type {ServerStatus | null} */ (null));
  const [problem, setProblem] = useState("");
  useEffect(() => {
    const watching = new AbortController();
    void watch(app, watching.signal, setFound, setProblem);
    return () => watching.abort();
  }, [known?.player]);
  if (problem !== "") {
    return html`<section class="panel"><h1>${t("status.title")}</h1><p class="problem" role="alert">${problem}</p></section>`;
  }
  return found === null ? html`<p class="hint" role="status">${t("status.looking")}</p>`
    : html`<${Shown} app=${app} found=${found} />`;
}

/**
 * Ask again and again, as long as somebody looks.
 * @param {App} app @param {AbortSignal} signal
 * @param {(found: ServerStatus) => void} show @param {(problem: string) => void} refuse
 */
async function watch(app, signal, show, refuse) {
  refuse("");
  while (!signal.aborted) {
    try {
      if (!document.hidden) show(await app.api.read("/status", { signal }));
    } catch (/** @type {any} */ error) {
      if (!signal.aborted && error.problem !== undefined && error.problem.status < 500) return refuse(error.message);
    }
    await app.api.rest(EVERY, signal);
  }
}

/** @param {{app: App, found: ServerStatus}} about */
function Shown({ app, found }) {
  const { troubles, tables, disputes, aside } = found;
  const isReached = useSignal(app.api.isReached);
  return html`
    <section class="panel">
      <h1>${t("status.title")}</h1>
      <p class=${troubles.length === 0 ? "fares" : "fares bad"} role="status">
        <strong>${t("status.troubles", { count: troubles.length })}</strong></p>
      <ul class="troubles">${troubles.map((one) => html`<li key=${one}>${troubleText(one)}</li>`)}</ul>
      <p class="hint">${t(isReached ? "status.often" : "status.was")}
        ${troubles.length > 0 && ` ${t("status.help")}`}</p>
    </section>
    <div class="columns">
      <section class="panel"><h2>${t("status.play")}</h2>
        <${Facts} rows=${[
          [t("status.tables"), t("status.table_counts", { playing: tables.playing ?? 0, open: tables.open ?? 0 })],
          [t("status.waiting"), `${summary(found).waiting}`],
          [t("status.disputes"), disputes.open === 0 ? t("status.no_dispute") : rich("status.open_disputes", {
            a: (/** @type {unknown} */ inside) => html`<a href="/disputes" data-page>${inside}</a>`,
            open: disputes.open, time: ago(app, disputes.since) })],
          [t("status.aside"), t("status.aside_tables", { tables: new Set(aside.map(({ table }) => table)).size })],
        ]} />
        ${aside.length > 0 && html`<ul class="list">${aside.map((one) => html`
          <li key=${one.table + one.where}><p>${rich("status.aside_row", {
            table: html`<a href=${`/tables/${one.table}`} data-page>${one.table}</a>`, where: one.where, tries: one.tries,
            when: momentText(one.since), why: html`<code>${one.why}</code>` })}</p></li>`)}</ul>`}
      </section>
      <${Due} found=${found} />
      <${Kept} found=${found} />
      <${Following} found=${found} />
    </div>
    <${Processes} found=${found} />`;
}

/** @param {App} app @param {number | null} since */
const ago = (app, since) => about(Date.now() + app.api.ahead.value - (since ?? 0));

/** @param {string} queue @returns {string} what waits there */
const queueText = (queue) => (isText(`status.queue_${queue}`) ? t(`status.queue_${queue}`) : queue);

/** @param {{found: ServerStatus}} about */
function Due({ found: { due, queues } }) {
  return html`
    <section class="panel"><h2>${t("status.what_waits")}</h2>
      <${Figures} name=${t("status.due")}
        heads=${[t("status.due"), t("status.tables"), t("status.overdue"), t("status.by")]}
        rows=${Object.entries(due).map(([kind, one]) => [
        kind, isText(`status.kind_${kind}`) ? t(`status.kind_${kind}`) : kind, one.due,
        html`<span class=${one.overdue ? "late" : ""}>${one.overdue}</span>`,
        one.oldest === 0 ? "–" : about(one.oldest),
      ])} />
      <${Figures} name=${t("status.queues")}
        heads=${[t("status.queue"), t("status.jobs"), t("status.oldest")]} rows=${queues.map(({ queue, jobs, oldest }) => [
        queue, queueText(queue.replace("fairdeal-", "")), jobs, jobs === 0 ? "–" : about(1000 * oldest),
      ])} />
    </section>`;
}

/** @param {{found: ServerStatus}} about */
function Kept({ found: { servers, archive, disk, keys } }) {
  return html`
    <section class="panel"><h2>${t("status.kept")}</h2>
      ${servers.map((one) => html`<${Store} key=${one.address} one=${one} />`)}
      <${Facts} rows=${[
        [t("status.archive"), t("status.archive_row", {
          address: archive.address, streams: archive.waiting, late: archive.overdue ?? 0 })],
        [t("status.disk"), html`${t("status.free", { free: bytesText(disk.free), size: bytesText(disk.size) })}
          <${Share} name=${t("status.disk_used")} part=${disk.size - disk.free} whole=${disk.size} />`],
        [t("status.key"), keys.signing === null ? html`<span class="late">${t("status.no_key")}</span>`
          : rich("status.key_of", { key: html`<code>${keys.signing}</code>`, count: keys.count })],
      ]} />
    </section>`;
}

/** @param {{one: ServerStatus["servers"][0]}} about */
function Store({ one }) {
  const { memory, most_memory: most, append_only: isKept, appendfsync } = one;
  return html`<${Facts} rows=${[
    [t("status.store"), t("status.store_at", { version: one.version, address: one.address })],
    [t("status.memory"), most === 0 ? bytesText(memory) : html`${
      t("status.memory_of", { used: bytesText(memory), size: bytesText(most) })}
      <${Share} name=${t("status.memory_used")} part=${memory} whole=${most} />`],
    [t("status.written"), isKept ? t("status.append_only", { sync: appendfsync ?? "none" })
      : html`<span class="late">${t("status.not_written")}</span>`],
    ...one.replicas.map(({ address, state, behind }) => [
      t("status.replica", { address }), t("status.replica_behind", { state, behind: bytesText(behind) })]),
  ]} />`;
}

/** @param {{name: string, part: number, whole: number}} about */
const Share = ({ name, part, whole }) => html`
  <meter min="0" max=${whole} high=${0.85 * whole} value=${part} aria-label=${name}></meter>`;

/** @param {{found: ServerStatus}} about */
function Following({ found: { partitions, unfollowed, followers, lag } }) {
  return html`
    <section class="panel"><h2>${t("status.who_follows")}</h2>
      <${Facts} rows=${[
        [t("status.partitions"), t("status.followed", { partitions, unfollowed: unfollowed.length })],
        ...Object.entries(followers).map(([name, own]) => [name, t("status.partition_count", { count: own.length })]),
      ]} />
      <${Figures} name=${t("status.read_models")} heads=${[t("status.read_model"), t("status.behind")]}
        rows=${Object.entries(lag).map(([name, { milliseconds }]) => [
          name, isText(`status.list_${name}`) ? t(`status.list_${name}`) : name.replaceAll("_", " "),
          html`<span class=${milliseconds > 5000 ? "late" : ""}>${milliseconds === 0 ? "–" : about(milliseconds)}</span>`,
        ])} />
    </section>`;
}

/** @param {{found: ServerStatus}} about */
function Processes({ found }) {
  return html`
    <section class="panel"><h2>${t("status.processes")}</h2>
      <${Figures} name=${t("status.processes")}
        heads=${["kind", "number", "version", "where", "since"].map((head) => t(`status.head_${head}`))}
        rows=${kindsOf(found).map(({ kind, version, places, since }) => [
          kind + version, kind, places.length, version, places.join(", "), momentText(since),
        ])} />
    </section>`;
}
