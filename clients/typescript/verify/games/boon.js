/** How the events of Boon tell of its shuffles, written from its RULES.md and docs/reference/shuffles.md. */
/** @import { Shuffles, Table, Tools } from "../shuffle.js" */

/** @type {Record<number, number>} cards of a hand by seats */
const BOON_HAND = { 3: 9, 4: 7, 5: 6 };

/** @param {Tools} tools @returns {Shuffles} */
export default function deals({ drawn, hands, laid, left, numbered, range, same, seats, sorted }) {
  /** @param {Table} table @returns {string[]} */
  function boonDeck(table) {
    const suit = (/** @type {string} */ name, /** @type {number} */ count) => range(count).map((at) => `${name}-${at + 1}`);
    const deck = [...suit("blue", 6), ...suit("green", 6), ...suit("red", 6), ...suit("gold", 14)];
    return table.opened.seats === 3 ? deck.filter((card) => card !== "green-1" && card !== "red-1") : deck;
  }

  return {
    "boon.dealer_drawn.v1": drawn("dealer"),
    "boon.hand_dealt.v1": {
      hand: numbered, what: "deal", cards: boonDeck,
      check(order, event, table) {
        const all = seats(table);
        const { own, rest } = laid(order, all, left(event.data.dealer, all), Number(BOON_HAND[all.length]));
        hands(event, table).forEach((hand, seat) => same(sorted(hand), sorted(own.get(seat) ?? []), `the hand of seat ${seat}`));
        same(event.parts.hand.boon, rest, "the Boon");
      },
    },
  };
}
