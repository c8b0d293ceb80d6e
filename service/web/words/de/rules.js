/** German texts: the rules of a game. */
export default {
  "rules.in_short": "In dreißig Sekunden",
  "rules.contents": "Das Regelbuch (englisch)",
  "rules.cards": "Alle Karten",
  "rules.for_programs": "Für Programme: Aktionen, Ereignisse und Versionen",
};
