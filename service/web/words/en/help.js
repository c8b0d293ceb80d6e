/** English texts: the way to the rules. */
export default {
  "help.close": "Close",
  "help.rule": "rule {rule}",
  "help.rules": "Rules",
  "help.rules_of": "Rules of {game}",
};
