/** What a director may do with one entrant: withdraw, replace, let sit out, let return. */
import { t } from "../core/words.js";
import { Command, Confirmed, html } from "../parts/html.js";
import { SittingOut } from "./byes.js";
import { Newcomer } from "./doing.js";
/** @import { AtTournament } from "../pages/tournaments.js" */
/** @import { Entrant } from "../types" */

const TAKING_BACK = ["round_robin", "swiss", "ladder", "own", "pools"]; // formats to which one may return once they are played

/** @param {Pick<AtTournament, "live" | "facts"> & {one: Entrant}} about */
export function Directed({ live, facts, one }) {
  const { number, withdrawn } = one, { rounds, settings: { format } } = facts;
  if (withdrawn) return html`<${Returning} live=${live} facts=${facts} one=${one} />`;
  return html`
    <div class="row">
      <${Confirmed} label=${t("tournaments.withdraw")} name=${t("tournaments.withdraw_named", { number: number + 1 })}
        send=${() => live.command("DELETE", `/entrants/${number}`)}
        warning=${t("tournaments.withdraw_other")} />
      ${format.kind === "swiss" && rounds < (format.rounds ?? 0) && html`
        <${SittingOut} live=${live} facts=${facts} one=${one} />`}
      <details><summary>${t("tournaments.replace")}</summary><${Newcomer} facts=${facts} label=${t("tournaments.plays_on")}
        send=${(/** @type {unknown} */ body) => live.command("POST", `/entrants/${number}/replacement`, body)} /></details>
    </div>`;
}

/** Who was withdrawn is paired again. @param {Pick<AtTournament, "live" | "facts"> & {one: Entrant}} about */
function Returning({ live, facts: { phase, settings }, one: { number } }) {
  if (phase !== "registration" && !(phase === "running" && TAKING_BACK.includes(settings.format.kind))) return null;
  return html`
    <${Command} label=${t("tournaments.let_return")} name=${t("tournaments.let_return_named", { number: number + 1 })}
      send=${() => live.command("POST", `/entrants/${number}/return`, {})} />`;
}
