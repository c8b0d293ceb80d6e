/** What a director changes while a tournament goes on: when it starts or goes on, and who is back. */
import { momentText } from "../core/texts.js";
import { t } from "../core/words.js";
import { Command, Form, html, TextField, useState } from "../parts/html.js";
/** @import { AtTournament } from "../pages/tournaments.js" */
/** @import { Entrant } from "../types" */

const TAKING_BACK = ["round_robin", "swiss", "ladder", "own", "pools"]; // formats to which one may return once they are played

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

/** Who was withdrawn is paired again. @param {Pick<AtTournament, "live" | "facts"> & {one: Entrant}} about */
export function Returning({ live, facts: { phase, settings }, one: { number } }) {
  if (phase !== "registration" && !(phase === "running" && TAKING_BACK.includes(settings.format.kind))) return null;
  return html`
    <${Command} label=${t("tournaments.let_return")} name=${t("tournaments.let_return_named", { number: number + 1 })}
      send=${() => live.command("POST", `/entrants/${number}/return`, {})} />`;
}
