/** "Check this deal", and what the server shows that does not go on from what it had signed. */
import { Check } from "../core/check.js";
import { toldOf } from "../core/verdict.js";
import { t } from "../core/words.js";
import { html, useEffect, useMemo, useRef, useSignal, useState } from "./html.js";
import { dealsOf } from "./seats.js";
/** @import { App } from "../core/app.js" */
/** @import { Checked } from "../core/check.js" */

/**
 * "Check this deal": runs the verifier in the page, and says what it proved, what it did not, or what is wrong.
 * @param {{app: App, table?: string, read?: () => Promise<string>, isWanted?: boolean}} about the table, whose log the server is
 * asked for, or what gives another log; `isWanted`: it is checked at once
 */
export function Verdict({ app, table, read, isWanted = false }) {
  const check = useMemo(() => new Check(app, dealsOf), [table, read]);
  const { share, checked, problem } = useSignal(check.state);
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const run = () => (read === undefined ? check.ofTable(String(table)) : check.run(read));
  useEffect(() => {
    if (!isWanted) return;
    place.current?.scrollIntoView({ block: "nearest" });
    void run();
  }, [check]);
  useEffect(() => {
    if (checked === null) return;
    const { title } = toldOf(checked, ownOf(app, checked.table));
    app.say(title);
    if (isWanted) place.current?.scrollIntoView({ block: "start" });
    if (document.activeElement === document.body) place.current?.focus({ preventScroll: true });
  }, [checked]);
  return html`
    <section class="panel proof" aria-label=${t("deals.check")} ref=${place} tabindex="-1">
      <h2>${t("deals.check")}</h2>
      ${checked === null && share === null && html`
        <p>${t("deals.check_means")}</p>`}
      ${problem !== "" && html`<p class="problem" role="alert">${problem}</p>`}
      ${share !== null && html`
        <label class="field"><span>${t("deals.checking")}</span><progress max="1" value=${share}></progress></label>`}
      ${checked !== null && html`<${Told} app=${app} checked=${checked} />`}
      ${share === null && html`<button type="button" class=${checked === null ? "main" : ""} onClick=${run}>
        ${checked === null ? t("deals.check") : t("deals.check_again")}</button>`}
    </section>`;
}

/** @param {App} app @param {string} table who looks at it */
const ownOf = (app, table) => ({
  player: app.account.known.value?.player ?? null,
  entropy: app.memory.read(`entropy.${table}`),
  isPlain: !isSecureContext,
});

/** @param {{app: App, checked: Checked}} about */
function Told({ app, checked }) {
  const { isGood, title, proven, left, places, command } = toldOf(checked, ownOf(app, checked.table));
  return html`
    <div class=${isGood ? "good" : "bad"}>
      <p class="verdict"><span aria-hidden="true">${isGood ? "✓" : "✗"}</span> ${title}</p>
      ${places.map((fault) => html`
        <dl>${fault.map(([what, text]) => html`<div key=${what}><dt>${what}</dt><dd><bdi>${text}</bdi></dd></div>`)}</dl>`)}
      ${proven.length > 0 && html`<h3>${t("deals.proven")}</h3>
        <ul class="proven">${proven.map((line) => html`<li key=${line}>${line}</li>`)}</ul>`}
      <h3>${isGood ? t("deals.not_proven") : t("deals.what_to_do")}</h3>
      <ul>${left.map((line) => html`<li key=${line}>${line}</li>`)}</ul>
    </div>
    <details open=${!isGood}><summary>${t("deals.check_elsewhere")}</summary>
      <p>${t("deals.check_installed")}</p>
      <p><code class="secret">${command}</code></p>
      <${Copy} text=${command} />
      <${Files} checked=${checked} />
      <${Kept} app=${app} table=${checked.table} /></details>`;
}

/** @param {{text: string}} about what to take along, where the browser lets us */
function Copy({ text }) {
  const [isCopied, setCopied] = useState(false);
  if (!("clipboard" in navigator)) return null;
  const copy = () => navigator.clipboard.writeText(text).then(() => setCopied(true), () => {});
  return html`<button type="button" class="quiet" onClick=${copy}>${
    isCopied ? t("deals.copied") : t("deals.copy")}</button>`;
}

/** What the check was made with, as files. @param {{checked: Checked}} about */
function Files({ checked: { text, table, keys, receipts, proof } }) {
  const name = table || "log";
  return html`
    <div class="row">
      <button type="button" onClick=${() => save(`${name}.jsonl`, text)}>${t("deals.file_log")}</button>
      ${keys !== null && html`<button type="button" onClick=${() => save("keys.json", JSON.stringify({ keys: keys.keys }))}>
        ${t("deals.file_keys")}</button>`}
      ${receipts.length > 0 && html`<button type="button"
        onClick=${() => save(`${name}-receipts.json`, JSON.stringify({ receipts }))}>${t("deals.file_receipts")}</button>`}
      ${proof !== null && html`<button type="button" onClick=${() => save(`${name}-proof.json`, JSON.stringify(proof))}>
        ${t("deals.file_proof")}</button>`}
    </div>`;
}

/** The receipts that this browser keeps of a table. @param {{app: App, table: string}} about */
function Kept({ app, table }) {
  useSignal(app.receipts.kept);
  const count = app.receipts.of(table).length;
  if (count === 0) return null;
  return html`<p class="hint">${t("deals.keeps", { count })}
    <button type="button" class="quiet" onClick=${() => app.receipts.forget(table)}>${t("deals.forget")}</button></p>`;
}

/** What the server shows does not go on from what it had signed. @param {{app: App}} about */
export function Alarm({ app }) {
  const alarm = useSignal(app.trust.alarm);
  if (alarm === null) return null;
  return html`
    <section class="alarm" role="alert">
      <p><strong>${alarm.why}.</strong> ${t("deals.alarm_means")}</p>
      <div class="row">
        <button type="button" onClick=${() => save("fairdeal-two-histories.json", JSON.stringify(alarm, null, 1))}>
          ${t("deals.save_proof")}</button>
        <button type="button" class="quiet" onClick=${() => app.trust.accept()}>${t("deals.new_server")}</button>
      </div></section>`;
}

/** @param {string} name @param {string} text let the browser save a file */
export function save(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text]));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // when the browser has read it
}
