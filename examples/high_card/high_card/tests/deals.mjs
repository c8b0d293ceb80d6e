// How the events of this game tell of its shuffles, written from its RULES.md.

export default function deals({ drawn, hands, laid, left, numbered, same, seats }) {
  const ranks = "2 3 4 5 6 7 8 9 10 J Q K A".split(" ");
  const pack = () => ranks.flatMap((rank) => ["C", "D", "H", "S"].map((suit) => rank + suit));

  return {
    "high_card.dealer_drawn.v1": drawn("seat"),
    "high_card.hand_dealt.v1": {
      hand: numbered, what: "deal", cards: pack,
      check(order, event, table) {
        const all = seats(table);
        const { own, rest } = laid(order, all, left(event.data.dealer, all), table.opened.options.cards);
        hands(event, table).forEach((hand, seat) => same(hand, own.get(seat), `the hand of seat ${seat}`));
        same(event.parts.hand.stock, rest, "the stock");
      },
    },
  };
}
