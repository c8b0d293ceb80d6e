/** How the events of Goblin Market tell of its shuffles, written from its RULES.md and docs/reference/shuffles.md. */
/** @import { Shuffles, Table, Tools } from "../shuffle.js" */
import { DECKTET } from "./decks.js";

/** @param {Tools} tools @returns {Shuffles} */
export default function deals({ drawn, pile }) {
  /** @param {Table} table @returns {string[]} */
  const goblinDeck = (table) => ["borderland", "harvest", "light-keeper", "watchman",
    ...(table.opened.options.use_courts ? ["consul", "island", "rite", "window"] : [])];

  return {
    "goblin_market.first_bidder_drawn.v1": drawn("seat"),
    "goblin_market.dealt.v1": pile("deck", "deal", () => 1, () => DECKTET),
    "goblin_market.goblins_shuffled.v1": pile("deck", "goblins", () => 1, goblinDeck),
  };
}
