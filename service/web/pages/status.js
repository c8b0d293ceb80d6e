/** How the server fares, for its operators: what is wrong first. */
import { about, many, momentText } from "../core/clock.js";
import { bytesText, followersOf, kindsOf, summary } from "../core/status.js";
import { html, useEffect, useSignal, useState } from "../parts/html.js";
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
 * @param {App} app @param {AbortSignal} signal @param {(found: ServerStatus) => void} show @param {(problem: string) => void} refuse
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
      <p class=${troubles.length === 0 ? "verdict" : "verdict bad"} role="status">
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
          ["Disputes", disputes.open === 0 ? "none waits" : `${many(disputes.open, "dispute")} to be ruled, the oldest for ${ago(app, disputes.since)}`],
          ["Set aside", many(new Set(aside.map(({ table }) => table)).size, "table")],
        ]} />
        ${aside.length > 0 && html`<ul class="list">${aside.map((one) => html`
          <li key=${one.table + one.where}><p><a href=${`/tables/${one.table}`} data-page>${one.table}</a> in ${one.where},
            ${many(one.tries, "time")} since ${momentText(one.since)}: <code>${one.why}</code></p></li>`)}</ul>`}
      </section>
      <${Due} found=${found} />
      <${Store} found=${found} />
      <${Following} found=${found} />
    </div>
    <${Processes} found=${found} />`;
}

/** @param {App} app @param {number | null} since */
const ago = (app, since) => about(Date.now() + app.api.ahead.value - (since ?? 0));

/** @param {{rows: unknown[][]}} about */
const Facts = ({ rows }) => html`<dl class="facts-list">${rows.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;

/** @param {{found: ServerStatus}} about */
function Due({ found: { due, queues } }) {
  return html`
    <section class="panel"><h2>What waits</h2>
      <div class="wide" role="region" aria-label="What is due" tabindex="0"><table class="figures"><thead><tr><th scope="col">Due</th><th scope="col">Tables</th><th scope="col">Overdue</th>
          <th scope="col">By</th></tr></thead>
        <tbody>${Object.entries(due).map(([kind, one]) => html`
          <tr key=${kind}><th scope="row">${kind}</th><td>${one.due}</td><td class=${one.overdue ? "late" : ""}>${one.overdue}</td>
            <td>${one.oldest === 0 ? "–" : about(one.oldest)}</td></tr>`)}</tbody></table>
      <table class="figures"><thead><tr><th scope="col">Queue</th><th scope="col">Jobs</th><th scope="col">The oldest</th></tr></thead>
        <tbody>${queues.map(({ queue, jobs, oldest }) => html`
          <tr key=${queue}><th scope="row">${queue.replace("fairdeal-", "")}</th><td>${jobs}</td>
            <td>${jobs === 0 ? "–" : about(1000 * oldest)}</td></tr>`)}</tbody></table></div>
    </section>`;
}

/** @param {{found: ServerStatus}} about */
function Store({ found: { servers, archive, disk, keys } }) {
  return html`
    <section class="panel"><h2>What is kept</h2>
      ${servers.map((one) => html`
        <${Facts} key=${one.address} rows=${[
          ["Store", `${one.version} at ${one.address}`],
          ["Memory", one.most_memory === 0 ? bytesText(one.memory) : html`${bytesText(one.memory)} of ${bytesText(one.most_memory)}
            <meter min="0" max=${one.most_memory} high=${0.8 * one.most_memory} value=${one.memory} aria-label="Memory used"></meter>`],
          ["Written", one.append_only ? `append-only, ${one.appendfsync ?? "sync unknown"}` : html`<span class="late">no append-only file</span>`],
          ...one.replicas.map((replica) => [`Replica ${replica.address}`, `${replica.state}, ${bytesText(replica.behind)} behind`]),
        ]} />`)}
      <${Facts} rows=${[
        ["Archive", `${archive.address}: ${many(archive.waiting, "stream")} on the way${archive.overdue ? `, ${archive.overdue} overdue` : ""}`],
        ["Disk", html`${bytesText(disk.free)} of ${bytesText(disk.size)} free
          <meter min="0" max=${disk.size} high=${0.9 * disk.size} value=${disk.size - disk.free} aria-label="Disk used"></meter>`],
        ["Key", keys.signing === null ? html`<span class="late">none</span>` : html`<code>${keys.signing}</code> of ${keys.count}`],
      ]} />
    </section>`;
}

/** @param {{found: ServerStatus}} about */
function Following({ found }) {
  return html`
    <section class="panel"><h2>Who follows</h2>
      <${Facts} rows=${[
        ["Partitions", `${found.partitions}, ${found.unfollowed.length === 0 ? "all followed" : `${found.unfollowed.length} by nobody`}`],
        ...followersOf(found).map(({ name, count }) => [name, many(count, "partition")]),
      ]} />
      <table class="figures"><thead><tr><th scope="col">Read model</th><th scope="col">Behind</th></tr></thead>
        <tbody>${Object.entries(found.lag).map(([name, { milliseconds }]) => html`
          <tr key=${name}><th scope="row">${name.replaceAll("_", " ")}</th>
            <td class=${milliseconds > 5000 ? "late" : ""}>${milliseconds === 0 ? "–" : `${milliseconds} ms`}</td></tr>`)}</tbody></table>
    </section>`;
}

/** @param {{found: ServerStatus}} about */
function Processes({ found }) {
  return html`
    <section class="panel"><h2>Processes</h2>
      <div class="wide" role="region" aria-label="Processes" tabindex="0"><table class="figures"><thead><tr><th scope="col">Kind</th><th scope="col">Number</th><th scope="col">Version</th>
          <th scope="col">Where</th><th scope="col">Since</th></tr></thead>
        <tbody>${kindsOf(found).map(({ kind, version, places, since }) => html`
          <tr key=${kind + version}><th scope="row">${kind}</th><td>${places.length}</td><td>${version}</td>
            <td>${places.join(", ")}</td><td>${momentText(since)}</td></tr>`)}</tbody></table></div>
    </section>`;
}
