/** German texts: layouts of games. */
export default {
  "games.to_beat": "Zu schlagen: {count, plural, one {# Karte} other {# Karten}}",
  "games.of": "von {name}",
  "games.others": "Die anderen",
  "games.for_sale": "Zum Verkauf in Versteigerung {number, number}",
  "games.bid": "Gebot",
  "games.coins": "{count, plural, one {Münze} other {Münzen}}",
  "games.tricks": "{count, plural, one {Stich} other {Stiche}}",
  "games.points": "{count, plural, one {Punkt} other {Punkte}}",
  "games.called_boosh": "Boosh ist gerufen",
  "games.called_woof": "Woof ist gerufen",
  "games.deck_a": "Stapel A",
  "games.pile_b": "Stapel B",
  "games.slot": "Fach {slot, number}",
  "games.slot_bid": "Fach {slot, number}: {count, number} für {pips, number}",
};
