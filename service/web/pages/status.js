/** How the server fares, for its operators: what is wrong first. */
import { about, bytesText, kindsOf, many, momentText, summary } from "../core/texts.js";
import { Facts, Figures, html, useEffect, useSignal, useState } from "../parts/html.js";
/** @import { App } from "../core/app.js" */
/** @import { ServerStatus } from "../types" */

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
    return html`<section class="panel"><h1>How the server fares</h1><p class="problem" role="alert">${problem}</p></section>`;
  }
  return found === null ? html`<p class="hint" role="status">Looking …</p>` : html`<${Shown} app=${app} found=${found} />`;
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
      <h1>How the server fares</h1>
      <p class=${troubles.length === 0 ? "fares" : "fares bad"} role="status">
        <strong>${troubles.length === 0 ? "All is well." : `${many(troubles.length, "thing")} to look at:`}</strong></p>
      <ul class="troubles">${troubles.map((one) => html`<li key=${one}>${one}</li>`)}</ul>
      <p class="hint">${isReached ? "Looked at every two seconds." : "This is how it was: it does not answer now."}
        ${troubles.length > 0 && html` What helps stands in docs/operating.md, Monitoring.`}</p>
    </section>
    <div class="columns">
      <section class="panel"><h2>Play</h2>
        <${Facts} rows=${[
          ["Tables", `${tables.playing ?? 0} in play, ${tables.open ?? 0} open`],
          ["Waiting reads, streams", `${summary(found).waiting}`],
          ["Disputes", disputes.open === 0 ? "none waits" : html`<a href="/disputes" data-page>${disputes.open} to be ruled</a>,
            the oldest for ${ago(app, disputes.since)}`],
          ["Set aside", many(new Set(aside.map(({ table }) => table)).size, "table")],
        ]} />
        ${aside.length > 0 && html`<ul class="list">${aside.map((one) => html`
          <li key=${one.table + one.where}><p><a href=${`/tables/${one.table}`} data-page>${one.table}</a> in ${one.where},
            ${many(one.tries, "time")} since ${momentText(one.since)}: <code>${one.why}</code></p></li>`)}</ul>`}
      </section>
      <${Due} found=${found} />
      <${Kept} found=${found} />
      <${Following} found=${found} />
    </div>
    <${Processes} found=${found} />`;
}

/** @param {App} app @param {number | null} since */
const ago = (app, since) => about(Date.now() + app.api.ahead.value - (since ?? 0));

/** @param {{found: ServerStatus}} about */
function Due({ found: { due, queues } }) {
  return html`
    <section class="panel"><h2>What waits</h2>
      <${Figures} name="Due" heads=${["Due", "Tables", "Overdue", "By"]} rows=${Object.entries(due).map(([kind, one]) => [
        kind, kind, one.due, html`<span class=${one.overdue ? "late" : ""}>${one.overdue}</span>`,
        one.oldest === 0 ? "–" : about(one.oldest),
      ])} />
      <${Figures} name="Queues" heads=${["Queue", "Jobs", "The oldest"]} rows=${queues.map(({ queue, jobs, oldest }) => [
        queue, queue.replace("fairdeal-", ""), jobs, jobs === 0 ? "–" : about(1000 * oldest),
      ])} />
    </section>`;
}

/** @param {{found: ServerStatus}} about */
function Kept({ found: { servers, archive, disk, keys } }) {
  const late = archive.overdue ? `, ${archive.overdue} overdue` : "";
  return html`
    <section class="panel"><h2>What is kept</h2>
      ${servers.map((one) => html`<${Store} key=${one.address} one=${one} />`)}
      <${Facts} rows=${[
        ["Archive", `${archive.address}: ${many(archive.waiting, "stream")} on the way${late}`],
        ["Disk", html`${bytesText(disk.free)} of ${bytesText(disk.size)} free
          <${Share} name="Disk used" part=${disk.size - disk.free} whole=${disk.size} />`],
        ["Key", keys.signing === null ? html`<span class="late">none</span>`
          : html`<code>${keys.signing}</code> of ${keys.count}`],
      ]} />
    </section>`;
}

/** @param {{one: ServerStatus["servers"][0]}} about */
function Store({ one }) {
  const { memory, most_memory: most, append_only: isKept, appendfsync } = one;
  return html`<${Facts} rows=${[
    ["Store", `${one.version} at ${one.address}`],
    ["Memory", most === 0 ? bytesText(memory) : html`${bytesText(memory)} of ${bytesText(most)}
      <${Share} name="Memory used" part=${memory} whole=${most} />`],
    ["Written", isKept ? `append-only, ${appendfsync ?? "sync unknown"}` : html`<span class="late">no append-only file</span>`],
    ...one.replicas.map(({ address, state, behind }) => [`Replica ${address}`, `${state}, ${bytesText(behind)} behind`]),
  ]} />`;
}

/** @param {{name: string, part: number, whole: number}} about */
const Share = ({ name, part, whole }) => html`
  <meter min="0" max=${whole} high=${0.85 * whole} value=${part} aria-label=${name}></meter>`;

/** @param {{found: ServerStatus}} about */
function Following({ found: { partitions, unfollowed, followers, lag } }) {
  return html`
    <section class="panel"><h2>Who follows</h2>
      <${Facts} rows=${[
        ["Partitions", `${partitions}, ${unfollowed.length === 0 ? "all followed" : `${unfollowed.length} by nobody`}`],
        ...Object.entries(followers).map(([name, own]) => [name, many(own.length, "partition")]),
      ]} />
      <${Figures} name="Read models" heads=${["Read model", "Behind"]}
        rows=${Object.entries(lag).map(([name, { milliseconds }]) => [
          name, name.replaceAll("_", " "),
          html`<span class=${milliseconds > 5000 ? "late" : ""}>${milliseconds === 0 ? "–" : about(milliseconds)}</span>`,
        ])} />
    </section>`;
}

/** @param {{found: ServerStatus}} about */
function Processes({ found }) {
  return html`
    <section class="panel"><h2>Processes</h2>
      <${Figures} name="Processes" heads=${["Kind", "Number", "Version", "Where", "Since"]}
        rows=${kindsOf(found).map(({ kind, version, places, since }) => [
          kind + version, kind, places.length, version, places.join(", "), momentText(since),
        ])} />
    </section>`;
}
