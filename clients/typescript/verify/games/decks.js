/** Cards that several games share, by their ids. */

export const RANKS = "A 2 3 4 5 6 7 8 9 10 J Q K".split(" ");
export const DECKTET = [
  ..."knots leaves moons suns waves wyrms".split(" ").map((suit) => `ace-${suit}`),
  ...("author bard battle betrayal calamity castle cave chance-meeting darkness desert diplomat discovery end forest huntress " +
    "journey lunatic market merchant mill mountain origin pact painter penitent sailor savage sea soldier windfall").split(" "),
];
