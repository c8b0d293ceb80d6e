/** A game in the lobby: what it is, and the ways to begin to play it. */
import { botsChosen, fillingTable, keepBots, lengthWithBots } from "../core/beginning.js";
import { hostText, many } from "../core/texts.js";
import { ChoiceField, Command, html, useState } from "./html.js";
import { LearnLink } from "./learning.js";
/** @import { App } from "../core/app.js" */
/** @import { WithBots } from "../core/beginning.js" */
/** @import { Game, LobbyTable } from "../types" */

/** @param {string} game @returns {string} the path of its picture, which the server draws from its cards */
const pictureOf = (game) => `${document.querySelector("meta[name=web]")?.getAttribute("content")}/pictures/${game}.svg`;

/**
 * @param {{app: App, game: Game, atMost: string, tables: LobbyTable[]}} about `atMost`: how many percent of their tables the
 * others at a quick seat may have deserted; `tables`: those in the lobby
 */
export function GameCard({ app, game: shown, atMost, tables }) {
  const { game, title, about } = shown;
  return html`
    <article class="panel game">
      <img class="picture" src=${pictureOf(game)} alt="" width="660" height="330" loading="lazy" />
      <h2>${title}</h2>
      ${about.kind && html`<p class="kind">${about.kind}</p>`}
      <p>${about.summary}</p>
      <p class="hint">${hostText(shown, about.best)}</p>
      <${PlayWithBots} app=${app} game=${shown} />
      <${Command} kind="half" label="Quick seat" name=${`Quick seat: ${title}`} send=${() => app.quickSeat(game, atMost)} />
      <a class="button half" href=${`/open/${game}`} data-page aria-label=${`Open a table: ${title}`}>Open a table</a>
      <${LearnLink} game=${game} title=${title} />
      <p class="hint">${companyText(fillingTable(tables, game))}</p>
    </article>`;
}

/** @param {LobbyTable | null} table where a quick seat leads @returns {string} who is there */
export function companyText(table) {
  if (table === null) return "Quick seat: nobody is waiting now; you would be the first.";
  const names = table.seats.flatMap(({ name }) => name ?? []);
  const who = names.length === 0 ? "a table" : names.join(", ");
  return `Quick seat: ${who} ${names.length > 1 ? "wait" : "waits"} for ${many(table.free, "more player")}.`;
}

/** One tap plays as it was chosen last; below stands what that is. @param {{app: App, game: Game}} about */
function PlayWithBots({ app, game }) {
  const [chosen, setChosen] = useState(() => botsChosen(app.memory, game));
  /** @param {Partial<WithBots>} change */
  const change = (change) => {
    keepBots(app.memory, game.game, { ...chosen, ...change });
    setChosen({ ...chosen, ...change });
  };
  const { isQuick, bots, level } = chosen;
  const { least, most } = game.seats;
  const counts = Array.from({ length: most - Math.max(2, least) + 1 }, (_, at) => `${at + Math.max(1, least - 1)}`);
  return html`
    <${Command} kind="main" label="Play with bots" name=${`Play with bots: ${game.title}`}
      send=${() => app.playWithBots(game.game, chosen)} />
    <details class="with-bots">
      <summary>${[isQuick ? "Quick game" : "Full game", many(bots, `${level} bot`), lengthWithBots(game.about, chosen)]
        .filter(Boolean).join(", ")}</summary>
      <${ChoiceField} label="Length" value=${isQuick ? "quick" : "full"}
        set=${(/** @type {string} */ word) => change({ isQuick: word === "quick" })}
        choices=${[["full", lengthChoice("Full game", game, { isQuick: false, bots })],
          ["quick", lengthChoice(`Quick: ${game.about.brief || "a short game"}`, game, { isQuick: true, bots })]]} />
      <${ChoiceField} label="Bots" value=${`${bots}`} set=${(/** @type {string} */ count) => change({ bots: Number(count) })}
        choices=${counts.map((count) => [count, count])} />
      <${ChoiceField} label="Level" value=${level} set=${(/** @type {string} */ word) => change({ level: word })}
        choices=${game.bots.map((one) => [one, one])} />
      <p class="hint">The bots wait for you: there is no clock. A game with bots is not rated.</p>
    </details>`;
}

/** @param {string} words @param {Game} game @param {Pick<WithBots, "isQuick" | "bots">} chosen @returns {string} */
function lengthChoice(words, { about }, chosen) {
  const length = lengthWithBots(about, chosen);
  return length === "" ? words : `${words} (${length})`;
}
