/** A round of a director's own pairings. */
import { titleOf } from "../core/settings.js";
import { linesOf, roundIn } from "../core/tournament.js";
import { CheckField, ChoiceField, Form } from "../parts/form.js";
import { html, useState } from "../parts/html.js";
import { numbered } from "./directing.js";
/** @import { AtTournament } from "../pages/tournament.js" */

/** @param {AtTournament} at */
export function OwnRound({ live, facts, entrants, games }) {
  const { games: played, format } = facts.settings;
  const [game, setGame] = useState(`${facts.rounds % played.length}`);
  const [isShared, setShared] = useState(format.duplicate ?? false);
  const [text, setText] = useState("");
  const active = entrants.filter(({ withdrawn }) => !withdrawn);
  const fill = async () => {
    const { standings } = await live.api.read(`${live.path}/standings`);
    const there = new Set(active.map(({ number }) => number));
    const order = standings.map((/** @type {{entrant: number}} */ { entrant }) => entrant);
    setText(linesOf(order.filter((/** @type {number} */ one) => there.has(one)), played[Number(game)]?.seats ?? 2));
  };
  const send = async () => {
    await live.command("POST", "/rounds", roundIn(text, Number(game), active.map(({ number }) => number), isShared));
    setText("");
  };
  return html`
    <details open class="own-round"><summary>Plan round ${facts.rounds + 1}</summary>
      <${Form} label="Plan this round" send=${send}>
        ${played.length > 1 && html`<${ChoiceField} label="Game" value=${game} set=${setGame}
          choices=${played.map((one, number) => [`${number}`, titleOf(one.game, games)])} />`}
        <label class="field"><span>A table a line: numbers of entrants, by seat</span>
          <textarea rows="6" value=${text} required spellcheck=${false}
            onInput=${(/** @type {any} */ { target }) => setText(target.value)}></textarea></label>
        <p class="hint">Who stands in no line sits out.</p>
        <details><summary>Who has which number</summary><p><bdi>${numbered(active)}</bdi></p></details>
        <button type="button" onClick=${fill}>In the order of the standings</button>
        <${CheckField} label="All tables have the same deals" value=${isShared} set=${setShared} />
      <//>
    </details>`;
}
