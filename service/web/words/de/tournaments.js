/** German texts: tournaments. */
export default {
  "tournaments.share_revealed": "Dein Anteil an den Verteilungen ist offengelegt.",
  "tournaments.cell": "{groups, plural, one {# gemeinsame Verteilung} other {# gemeinsame Verteilungen}}, zusammen {tables, plural, one {# Tisch} other {# Tische}}; {is, select, apart {deutlich verschieden} unknown {niemand kann sagen, wie viele Verteilungen einen Unterschied zeigen würden} other {{more, plural, one {# weitere Verteilung würde} other {# weitere Verteilungen würden}} einen Unterschied zeigen}}",
  "tournaments.no_number": "„{strange}“ ist keine Teilnehmernummer",
};
