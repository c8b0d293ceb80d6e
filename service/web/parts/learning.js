/** The way to a guided hand. */
import { listed } from "../core/served.js";
import { t } from "../core/words.js";
import { html } from "./html.js";

/** A link to the guided hand of a game, where it has one. @param {{game: string, title: string}} about */
export const LearnLink = ({ game, title }) => listed("lessons").includes(game) && html`
  <p class="learn"><a href=${`/learn/${game}`} data-page aria-label=${t("lobby.learn_game", { game: title })}>
    ${t("lobby.learn")}</a></p>`;
