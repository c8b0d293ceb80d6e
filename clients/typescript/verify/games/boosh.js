/** How the events of Boosh tell of its shuffles, written from its RULES.md and docs/reference/shuffles.md. */
/** @import { Shuffles, Tools } from "../shuffle.js" */
import { RANKS } from "./decks.js";

/** @param {Tools} tools @returns {Shuffles} */
export default function deals({ drawn, hands, laid, left, numbered, pile, same }) {
  const booshDeck = () => [...RANKS.flatMap((rank) => ["C", "D", "H", "S"].map((suit) => rank + suit)), "JK"];

  return {
    "boosh.dealer_drawn.v1": drawn("seat"),
    "boosh.hand_dealt.v1": {
      hand: numbered, what: "deal", cards: booshDeck,
      check(order, event, table) {
        const among = event.data.players;
        const { own, rest } = laid(order, among, left(event.data.dealer, among), 4);
        hands(event, table).forEach((hand, seat) => same(hand, own.get(seat) ?? [], `the hand of seat ${seat}`));
        same(event.parts.hand.deck, rest, "the deck");
      },
    },
    "boosh.pile_reshuffled.v1": pile("deck", "reshuffle", (table) => table.hand),
  };
}
