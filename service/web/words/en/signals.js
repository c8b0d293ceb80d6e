/** English texts: what tells of a turn, how fast a table is shown, another version of the page. */
export default {
  "signals.pace": "Show what happens",
  "signals.slow": "slowly",
  "signals.normal": "as usual",
  "signals.fast": "quickly",
  "signals.off": "all at once",
  "signals.sound": "Sounds: my turn, cards, tricks, the end",
  "signals.vibration": "Vibrate when it is my turn",
  "signals.your_turn": "● Your turn · {title}",
  "signals.outdated": "There is a new version of this page.",
  "signals.reload": "Load it",
};
