/** Pairings as a director changes them: pairs that are kept apart, and swaps in the next round. */
import { calledBy } from "../core/tournament_words.js";
import { t } from "../core/words.js";
import { Command, Form, html, TextField, useState } from "../parts/html.js";
/** @import { AtTournament } from "../pages/tournaments.js" */
/** @import { Entrant, NextRound } from "../types" */

/** @param {string} text pairs as people write them, from 1: `3-7, 2-4` @returns {number[][]} as the API counts them */
const pairsIn = (text) => text.split(/[\s,;]+/).filter(Boolean)
  .map((pair) => pair.split("-").map((one) => Number(one) - 1));

/** @param {Entrant[]} entrants @returns {(who: number) => string} number and name of one */
const namesOf = (entrants) => (who) => {
  const one = entrants[who];
  return one === undefined ? t("tournaments.entrant", { number: who + 1 }) : `${who + 1} ${calledBy(one)}`;
};

/** @param {Pick<AtTournament, "live" | "facts" | "entrants">} at */
export function KeepingApart({ live, facts: { forbidden_pairs: pairs }, entrants }) {
  const [text, setText] = useState(/** @type {string | null} */ (null));
  const shown = text ?? pairs.map((pair) => pair.map((who) => who + 1).join("-")).join(", ");
  const send = async () => {
    await live.command("POST", "/forbidden-pairs", { pairs: pairsIn(shown) });
    setText(null);
  };
  const named = namesOf(entrants);
  return html`
    <details><summary>${t("tournaments.keep_apart")}</summary>
      <${Form} label=${t("tournaments.keep_them_apart")} kind="plain" send=${send}>
        <${TextField} label=${t("tournaments.pairs_apart")} value=${shown} set=${setText} autocomplete="off"
          spellcheck=${false} />
        <p class="hint">${t("tournaments.apart_means")}</p>
        ${pairs.length > 0 && html`
          <ul>${pairs.map(([one = 0, two = 0]) => html`
            <li key=${`${one} ${two}`}><bdi>${named(one)}</bdi> – <bdi>${named(two)}</bdi></li>`)}</ul>`}
      <//></details>`;
}

/** The next round, as it would be planned now. @param {Pick<AtTournament, "live" | "entrants">} at */
export function Swapping({ live, entrants }) {
  const [told, setTold] = useState(/** @type {NextRound | null} */ (null));
  const [text, setText] = useState("");
  const named = namesOf(entrants);
  const look = async () => setTold(await live.api.read(`${live.path}/next-round`));
  const send = async () => {
    await live.command("POST", "/swaps", { round: told?.round, entrants: pairsIn(text)[0] ?? [] });
    setText("");
    await look();
  };
  return html`
    <details><summary>${t("tournaments.change_pairings")}</summary>
      <p class="hint">${t("tournaments.swap_means")}</p>
      <${Command} label=${t("tournaments.look_at_round")} send=${look} />
      ${told !== null && html`
        <ul>${told.tables.map((table) => html`
          <li key=${table.join(" ")}><bdi>${table.map(named).join(" – ")}</bdi></li>`)}
          ${told.byes.map((who) => html`
            <li key=${who}><bdi>${t("tournaments.out_of_round", { name: named(who) })}</bdi></li>`)}</ul>
        <${Form} label=${t("tournaments.swap")} kind="plain" send=${send}>
          <${TextField} label=${t("tournaments.swap_pair")} value=${text} set=${setText} required autocomplete="off"
            spellcheck=${false} />
        <//>`}
    </details>`;
}
