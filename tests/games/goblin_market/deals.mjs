// How the events of this game tell of its shuffles, written from its RULES.md and docs/fairness.md.

import { DECKTET } from "../decks.mjs";

export default function deals({ drawn, pile }) {
  const goblinDeck = (table) => ["borderland", "harvest", "light-keeper", "watchman",
    ...(table.opened.options.use_courts ? ["consul", "island", "rite", "window"] : [])];

  return {
    "goblin_market.first_bidder_drawn.v1": drawn("seat"),
    "goblin_market.dealt.v1": pile("deck", "deal", () => 1, () => DECKTET),
    "goblin_market.goblins_shuffled.v1": pile("deck", "goblins", () => 1, goblinDeck),
  };
}
