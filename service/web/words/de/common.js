/** German texts: times, numbers, seats, what many pages say. */
export default {
  "common.no_clock": "ohne Uhr",
  "common.clock": "{turn} je Zug{has, select, first {, {first} für den ersten} bank {, dazu insgesamt {bank}} firstbank {, {first} für den ersten, dazu insgesamt {bank}} other {}}",
  "common.days": "{count, plural, one {# Tag} other {# Tage}}",
  "common.hours": "{count, plural, one {# Stunde} other {# Stunden}}",
  "common.minutes": "{count, plural, one {# Minute} other {# Minuten}}",
  "common.seconds": "{count, plural, one {# Sekunde} other {# Sekunden}}",
  "common.difficulty_easy": "leicht zu lernen",
  "common.difficulty_medium": "nach einem Tisch gelernt",
  "common.difficulty_hard": "nach einigen Tischen gelernt",
  "common.players": "{is, select, exactly {{most, plural, one {# Spieler} other {# Spieler}}} other {{least, number} bis {most, plural, one {# Spieler} other {# Spieler}}}}{best, plural, =0 {} one {, am besten mit {best_with}} other {, am besten mit {best_with}}}",
  "common.minutes_range": "{least, number} bis {most, number} Minuten",
  "common.hours_range": "{least} bis {most} Stunden",
  "common.length": "{time}{seats, select, all {} other { zu {those}}} bei {turn} je Zug",
  "common.bot": "Bot {number, number}",
  "common.seat": "Platz {number, number}",
};
