/** German texts: replays. */
export default {
  "replay.at_once": "sofort",
  "replay.after_seconds": "nach {seconds} s",
  "replay.after_minutes": "nach {minutes, plural, one {# Minute} other {# Minuten}}",
};
