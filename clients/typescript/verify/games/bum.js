/** How the events of the Bum Game tell of its shuffles, written from its RULES.md and docs/reference/shuffles.md. */
/** @import { Shuffles, Table, Tools } from "../shuffle.js" */
import { RANKS } from "./decks.js";

/** @param {Tools} tools @returns {Shuffles} */
export default function deals({ drawn, hands, numbered, range, same, sorted }) {
  /** @param {Table} table @returns {string[]} */
  function bumDeck(table) {
    const copies = range(table.opened.seats);
    const jokers = table.opened.options.jokers || Math.ceil(table.opened.seats / 2);
    return [...RANKS.flatMap((rank) => copies.map((at) => `${rank}-${at + 1}`)), ...range(jokers).map((at) => `JK-${at + 1}`)];
  }

  return {
    "bum.boss_drawn.v1": drawn("seat"),
    "bum.hand_dealt.v1": {
      hand: numbered, what: "deal", cards: bumDeck,
      check(order, event, table) {
        /** @type {number[]} */
        const turns = event.data.order;
        const own = new Map(turns.map((seat, at) => [seat, order.filter((_, card) => card % turns.length === at)]));
        hands(event, table).forEach((hand, seat) => same(sorted(hand), sorted(own.get(seat) ?? []), `the hand of seat ${seat}`));
      },
    },
  };
}
