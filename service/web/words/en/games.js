/** English texts: layouts of games. */
export default {
  "games.to_beat": "To beat: {count, plural, one {# card} other {# cards}}",
  "games.of": "of {name}",
  "games.others": "The others",
  "games.for_sale": "For sale in auction {number, number}",
  "games.bid": "bid",
  "games.coins": "{count, plural, one {coin} other {coins}}",
  "games.tricks": "{count, plural, one {trick} other {tricks}}",
  "games.points": "{count, plural, one {point} other {points}}",
  "games.called_boosh": "Boosh is called",
  "games.called_woof": "Woof is called",
  "games.deck_a": "Deck A",
  "games.pile_b": "Pile B",
  "games.slot": "Slot {slot, number}",
  "games.slot_bid": "Slot {slot, number}: {count, number} for {pips, number}",
};
