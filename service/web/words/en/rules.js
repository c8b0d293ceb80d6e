/** English texts: the rules of a game. */
export default {
  "rules.in_short": "In thirty seconds",
  "rules.contents": "The rulebook",
  "rules.cards": "All cards",
  "rules.for_programs": "For programs: actions, events and versions",
};
