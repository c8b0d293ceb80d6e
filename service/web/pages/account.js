/** One's account: make it, open it here, see it, change it, leave it. */
import { signInCodeIn } from "../core/devices.js";
import { t } from "../core/words.js";
import { CheckField, ChoiceField, Command, Form, html, Later, TextField, useAnswer, useSignal, useState } from "../parts/html.js";
import { TableList } from "./people.js";
/** @import { App } from "../core/app.js" */
/** @import { Preferences } from "../types" */

const loadApps = () => import("./apps.js");
const loadDevices = () => import("./devices.js");
const loadNotices = () => import("../parts/notices.js");
const loadPrograms = () => import("./programs.js");

/** One's account: make it, open it here, see it, change it, leave it. @param {{app: App}} about */
export function AccountPage({ app }) {
  const known = useSignal(app.account.known);
  const [scanned, setScanned] = useState(() => app.router.takeCode(signInCodeIn));
  if (scanned !== null) return html`
    <${Later} load=${loadDevices} part="Scanned" app=${app} code=${scanned} done=${() => setScanned(null)} />`;
  return known === null ? html`<${Ways} app=${app} />` : html`<${Own} key=${known.player} app=${app} />`;
}

/** Two ways to an account: make it, or open it here. @param {{app: App}} about */
export function Ways({ app }) {
  const [name, setName] = useState("");
  const [code, setCode] = useState("");
  return html`
    <div class="columns">
      <section class="panel">
        <h1>${t("account.new")}</h1>
        <p>${t("account.name_is_enough")}</p>
        <${Form} label=${t("account.create")} send=${() => app.register(name)}>
          <${TextField} label=${t("account.name")} value=${name} set=${setName} maxlength="40" autocomplete="nickname"
            placeholder=${t("account.name_or_guest")} />
        <//>
      </section>
      <section class="panel">
        <h2>${t("account.returning")}</h2>
        <p>${t("account.ways_back")}</p>
        <${Form} label=${t("account.open")} kind="plain" send=${() => app.open(code)}>
          <${TextField} label=${t("account.code_or_token")} value=${code} set=${setCode} required autocomplete="off"
            spellcheck=${false} />
        <//>
        <p class="hint">${t("account.lost_both")}</p>
      </section>
    </div>`;
}

/** @param {{app: App}} about */
function Own({ app }) {
  const known = useSignal(app.account.known);
  const [isLeaving, setLeaving] = useState(false);
  return html`
    <section class="panel">
      <h1><bdi>${known?.name}</bdi></h1>
      <p class="hint">${known?.role === "player" ? "" : `${known?.role} · `}<code>${known?.player}</code></p>
      <p class="row"><a href=${`/players/${known?.player}`} data-page>${t("account.results")}</a>${" "}
        <a href="/disputes" data-page>${t("account.disputes")}</a>
        ${known?.role === "admin" && html`<a href="/status" data-page>${t("account.server_status")}</a>`}</p>
      <${Code} app=${app} />
      <div class="row">
        <${Command} label=${t("account.renew_code")} send=${() => app.renewCode()} />
        <button type="button" onClick=${() => setLeaving(true)}>${t("account.sign_out")}</button>
      </div>
      ${isLeaving && html`
        <p class="warning" role="alert">${t("account.code_needed")}</p>
        <div class="row">
          <button type="button" class="main" onClick=${() => app.signOut()}>${t("account.sign_out_here")}</button>
          <button type="button" onClick=${() => setLeaving(false)}>${t("account.stay")}</button>
        </div>`}
      <${Name} app=${app} />
    </section>
    <${TableList} app=${app} path="/players/me/tables" title=${t("account.tables")} />
    <div class="columns">
      <${Later} load=${loadDevices} part="Devices" app=${app} />
      <${Wishes} app=${app} />
      <section class="panel"><${Later} load=${loadNotices} part="TurnNotices" app=${app} isTitled /></section>
    </div>
    <${Later} load=${loadApps} part="AllowedApps" app=${app} />
    <${Later} load=${loadPrograms} part="Programs" app=${app} />
    <${Later} load=${loadApps} part="OwnApps" app=${app} />
    <${Erasure} app=${app} />`;
}

/** @param {{app: App}} about */
function Name({ app }) {
  const [name, setName] = useState(app.account.known.value?.name ?? "");
  const [isDone, setDone] = useState(false);
  const rename = async () => {
    setDone(false);
    await app.account.rename(name);
    setDone(true);
  };
  return html`
    <details>
      <summary>${t("account.change_name")}</summary>
      <${Form} label=${t("account.change_it")} kind="plain" send=${rename}>
        <${TextField} label=${t("account.name")} value=${name} set=${setName} required maxlength="40" autocomplete="nickname" />
      <//>
      ${isDone && html`<p role="status">${t("account.name_changed")}</p>`}
    </details>`;
}

/** The recovery code, as long as this page knows it. @param {{app: App}} about */
export function Code({ app }) {
  const code = useSignal(app.code);
  if (code === "") return null;
  return html`
    <div class="code" role="group" aria-label=${t("account.code")}>
      <p>${t("account.write_code_down")}</p>
      <p><code class="secret">${code}</code></p>
      <button type="button" onClick=${() => app.code.set("")}>${t("account.code_written")}</button>
    </div>`;
}

/** @param {{app: App}} about */
function Wishes({ app }) {
  const [kept, setKept] = useState(/** @type {Preferences | null} */ (null));
  const [isDone, setDone] = useState(false);
  const told = useAnswer(() => app.api.read("/players/me/preferences"), []);
  if (told === undefined) return null;
  if (told.problem !== undefined) return html`<p class="problem" role="alert">${told.problem}</p>`;
  /** @type {Preferences} */
  const now = kept ?? told;
  /** @param {Partial<Preferences>} change */
  const change = (change) => {
    setDone(false);
    setKept({ ...now, ...change });
  };
  const save = async () => {
    const { invitations, blocked, presence } = now;
    setKept(await app.api.sendOnce("PUT", "/players/me/preferences", { invitations, blocked, presence }));
    setDone(true);
  };
  return html`
    <section class="panel">
      <h2>${t("account.privacy")}</h2>
      <${Form} label=${t("account.save")} kind="plain" send=${save}>
        <${ChoiceField} label=${t("account.who_may_invite")} value=${now.invitations}
          set=${(/** @type {any} */ invitations) => change({ invitations })}
          choices=${[["anyone", t("account.invited_by_anyone")], ["played_with", t("account.invited_by_known")]]} />
        <${CheckField} label=${t("account.show_presence")} value=${now.presence}
          set=${(/** @type {boolean} */ presence) => change({ presence })} />
      <//>
      ${isDone && html`<p role="status">${t("account.saved")}</p>`}
    </section>`;
}

/** @param {{app: App}} about */
function Erasure({ app }) {
  const [name, setName] = useState("");
  const own = app.account.known.value?.name ?? "";
  const erase = async () => {
    if (name.trim() !== own) throw new Error(t("account.erase_mismatch", { name: own }));
    await app.account.erase();
    app.router.go("/");
  };
  return html`
    <details class="panel">
      <summary class="danger">${t("account.erase")}</summary>
      <p>${t("account.erase_means")}</p>
      <${Form} label=${t("account.erase_now")} kind="plain" send=${erase}>
        <${TextField} label=${t("account.erase_name")} value=${name} set=${setName} required autocomplete="off"
          spellcheck=${false} />
      <//>
    </details>`;
}
