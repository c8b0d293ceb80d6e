/** How the events of Boojum tell of its shuffles, written from its RULES.md and docs/reference/shuffles.md. */
import { require } from "../bytes.js";
import { DECKTET } from "./decks.js";
/** @import { Event } from "../log.js" */
/** @import { Shuffles, Table, Tools } from "../shuffle.js" */

/** @param {Tools} tools @returns {Shuffles} */
export default function deals({ drawn, hands, laid, left, pile, range, same, seats }) {
  /** @param {Table} table @param {Event} event @returns {string[]} */
  function boojumDeck(table, event) {
    const cards = [...hands(event, table), ...event.parts.hand.slots, event.parts.hand.stack].flat();
    const counts = new Map();
    for (const card of cards) counts.set(card, (counts.get(card) ?? 0) + 1);
    require(new Set(counts.values()).size === 1, "the Decktets of the deal are not whole");
    require(DECKTET.every((card) => counts.has(card)), "a card of the Decktet is missing");
    return cards;
  }

  return {
    "boojum.dealer_drawn.v1": drawn("dealer"),
    "boojum.cards_dealt.v1": {
      hand: () => 1, what: "deal", cards: boojumDeck,
      check(order, event, table) {
        const all = seats(table);
        const { own, rest } = laid(order, all, left(event.data.dealer, all), 5);
        hands(event, table).forEach((hand, seat) => same(hand, own.get(seat), `the hand of seat ${seat}`));
        const slots = range(all.length - 1).map((at) => rest.slice(2 * at, 2 * at + 2));
        same(event.parts.hand.slots, slots, "the slots");
        same(event.parts.hand.stack, rest.slice(2 * slots.length), "the stack");
      },
    },
    "boojum.stack_reshuffled.v1": pile("stack", "reshuffle", () => 1),
  };
}
