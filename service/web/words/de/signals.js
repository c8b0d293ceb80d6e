/** German texts: what tells of a turn, how fast a table is shown, another version of the page. */
export default {
  "signals.pace": "Zeigen, was geschieht",
  "signals.slow": "langsam",
  "signals.normal": "wie üblich",
  "signals.fast": "schnell",
  "signals.off": "alles auf einmal",
  "signals.sound": "Töne: mein Zug, Karten, Stiche, das Ende",
  "signals.vibration": "Vibrieren, wenn ich am Zug bin",
  "signals.your_turn": "● Du bist am Zug · {title}",
  "signals.outdated": "Es gibt eine neue Fassung dieser Seite.",
  "signals.reload": "Laden",
};
