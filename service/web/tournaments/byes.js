/** Rounds to come that an entrant of a Swiss sits out. */
import { t } from "../core/words.js";
import { Form, html, TextField, useState } from "../parts/html.js";
import { numbersIn } from "./seeding.js";
/** @import { AtTournament } from "../pages/tournaments.js" */
/** @import { Entrant } from "../types" */

/** @param {Pick<AtTournament, "live" | "facts"> & {one: Entrant}} about */
export function SittingOut({ live, facts, one: { number, byes } }) {
  const [text, setText] = useState(/** @type {string | null} */ (null));
  const shown = text ?? byes.filter((round) => round >= facts.rounds).map((round) => round + 1).join(", ");
  const send = async () => {
    await live.command("POST", `/entrants/${number}/byes`, { rounds: numbersIn(shown).sort((a, b) => a - b) });
    setText(null);
  };
  const most = facts.settings.entrants.most_byes ?? 0, is = facts.you?.director ? "director" : "own";
  return html`
    <details><summary>${t("tournaments.sit_out")}</summary>
      <${Form} label=${t("tournaments.sit_out_so")} kind="plain" send=${send}>
        <${TextField} label=${t("tournaments.rounds_out")} value=${shown} set=${setText} autocomplete="off" inputmode="numeric" />
        <p class="hint">${t("tournaments.sit_out_means", { most, is })}</p>
      <//></details>`;
}
