/** German texts: table. */
export default {
  "table.cards_chosen": "{chosen, number} von {is, select, exactly {} other {{least, number} bis }}{most, plural, one {# Karte} other {# Karten}} gewählt",
  "table.then_claim": "darfst du den Sieg beanspruchen",
  "table.then_bot_on": "darfst du einen Bot weiterspielen lassen",
  "table.then_ends": "ist der Platz verloren und der Tisch endet",
  "table.then_forfeit": "ist der Platz verloren und ein Bot spielt weiter",
  "table.then_bot": "übernimmt ein Bot den Platz",
  "table.then_default": "wird der Standardzug gespielt",
};
