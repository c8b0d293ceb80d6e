/** English texts: replays. */
export default {
  "replay.at_once": "at once",
  "replay.after_seconds": "after {seconds} s",
  "replay.after_minutes": "after {minutes, plural, one {# minute} other {# minutes}}",
};
