/** German texts: table. */
export default {
  "table.cards_chosen": "{chosen, number} von {is, select, exactly {} other {{least, number} bis }}{most, plural, one {# Karte} other {# Karten}} gewählt",
};
