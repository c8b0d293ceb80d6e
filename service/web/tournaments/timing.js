/** When a tournament starts or goes on, as a director changes it. */
import { momentText } from "../core/texts.js";
import { t } from "../core/words.js";
import { Form, html, TextField, useState } from "../parts/html.js";
/** @import { AtTournament } from "../pages/tournaments.js" */

/** When it starts, or its next round does. @param {Pick<AtTournament, "live" | "facts">} at */
export function Timing({ live, facts: { phase, settings, next_round_at } }) {
  const [text, setText] = useState("");
  const name = phase === "registration" ? "starts_at" : "next_round_at";
  const now = phase === "registration" ? settings.schedule.starts_at : next_round_at;
  const send = async () => {
    await live.command("POST", "/schedule", { [name]: text === "" ? null : new Date(text).getTime() });
    setText("");
  };
  return html`
    <details><summary>${t(`tournaments.change_${name}`)}</summary>
      <${Form} label=${t("tournaments.set_time")} kind="plain" send=${send}>
        ${now !== null && html`<p class="hint">${t("tournaments.time_so_far", { when: momentText(now) })}</p>`}
        <${TextField} label=${t(`tournaments.${name}_field`)} type="datetime-local" value=${text} set=${setText}
          required=${name === "next_round_at"} />
        <p class="hint">${t(`tournaments.${name}_means`)}</p>
      <//></details>`;
}
