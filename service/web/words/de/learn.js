/** German texts: guided hands. */
export default {
  "learn.title": "{game} lernen",
  "learn.coming": "Das Lernspiel wird geladen …",
  "learn.lost": "Das Lernspiel wurde nicht geladen. Lade die Seite neu.",
  "learn.none": "Zu diesem Spiel gibt es kein Lernspiel",
  "learn.lobby": "Zur Lobby",
  "learn.guest": "Gast",
  "learn.coach": "Dein Begleiter",
  "learn.choice": "Entscheidung {choice} von {choices}",
  "learn.over": "Geschafft",
  "learn.right": "Richtig.",
  "learn.wrong": "Diesmal nicht: hier ist etwas anderes besser.",
  "learn.show": "Spiel es für mich",
  "learn.play": "Jetzt mit Bots spielen",
  "learn.again": "Von vorn beginnen",
};
