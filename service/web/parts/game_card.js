/** A game in the lobby: what it is, and the ways to begin to play it. */
import { botsChosen, fillingTable, keepBots, lengthWithBots } from "../core/beginning.js";
import { pathOfRules } from "../core/route.js";
import { addressOf } from "../core/served.js";
import { hostText } from "../core/texts.js";
import { listText, t } from "../core/words.js";
import { ChoiceField, Command, html, useState } from "./html.js";
import { LearnLink } from "./learning.js";
/** @import { App } from "../core/app.js" */
/** @import { WithBots } from "../core/beginning.js" */
/** @import { Game, LobbyTable } from "../types" */

/** @param {string} game @returns {string} the path of its picture, which the server draws from its cards */
export const pictureOf = (game) => addressOf(`pictures/${game}.svg`);

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
      <${Command} kind="half" label=${t("lobby.quick")} name=${t("lobby.quick_of", { game: title })}
        send=${() => app.quickSeat(game, atMost)} />
      <a class="button half" href=${`/open/${game}`} data-page aria-label=${t("lobby.open_of", { game: title })}>
        ${t("lobby.open")}</a>
      <div class="row"><${LearnLink} game=${game} title=${title} />
        <a href=${pathOfRules(game)} data-page aria-label=${t("help.rules_of", { game: title })}>${t("help.rules")}</a></div>
      <p class="hint">${companyText(fillingTable(tables, game))}</p>
    </article>`;
}

/** @param {LobbyTable | null} table where a quick seat leads @returns {string} who is there */
export function companyText(table) {
  if (table === null) return t("lobby.first");
  const names = table.seats.flatMap(({ name }) => name ?? []);
  return t("lobby.company", { names: names.length, who: listText(names), free: table.free });
}

/** One tap plays as it was chosen last; below stands what that is. @param {{app: App, game: Game}} about */
export function PlayWithBots({ app, game }) {
  const [chosen, setChosen] = useState(() => botsChosen(app.memory, game));
  /** @param {Partial<WithBots>} change */
  const change = (change) => {
    keepBots(app.memory, game.game, { ...chosen, ...change });
    setChosen({ ...chosen, ...change });
  };
  const { isQuick, bots, level } = chosen;
  const { least, most } = game.seats;
  /** @param {boolean} quick @returns {string} "none": nobody knows */
  const lengthOf = (quick) => lengthWithBots(game.about, { isQuick: quick, bots }) || "none";
  const counts = Array.from({ length: most - Math.max(2, least) + 1 }, (_, at) => `${at + Math.max(1, least - 1)}`);
  return html`
    <${Command} kind="main" label=${t("lobby.with_bots")} name=${t("lobby.with_bots_of", { game: game.title })}
      send=${() => app.playWithBots(game.game, chosen)} />
    <details class="with-bots">
      <summary>${t("lobby.chosen", {
        is: isQuick ? "quick" : "full", bots, level: t("lobby.level_name", { level }), length: lengthOf(isQuick),
      })}</summary>
      <${ChoiceField} label=${t("lobby.length")} value=${isQuick ? "quick" : "full"}
        set=${(/** @type {string} */ word) => change({ isQuick: word === "quick" })}
        choices=${[["full", t("lobby.full", { length: lengthOf(false) })],
          ["quick", t("lobby.brief", { what: game.about.brief || t("lobby.brief_any"), length: lengthOf(true) })]]} />
      <${ChoiceField} label=${t("lobby.bots")} value=${`${bots}`}
        set=${(/** @type {string} */ count) => change({ bots: Number(count) })}
        choices=${counts.map((count) => [count, count])} />
      <${ChoiceField} label=${t("lobby.level")} value=${level} set=${(/** @type {string} */ word) => change({ level: word })}
        choices=${game.ladder.map(({ bot, rating }) =>
          [bot, t("lobby.level_rated", { level: t("lobby.level_name", { level: bot }), rating: `${rating}` })])} />
      <p class="hint">${t("lobby.bots_mean")}</p>
    </details>`;
}
