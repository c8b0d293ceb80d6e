/** German texts: the way to the rules. */
export default {
  "help.close": "Schließen",
  "help.rule": "Regel {rule}",
  "help.rules": "Regeln",
  "help.rules_of": "Regeln von {game}",
};
