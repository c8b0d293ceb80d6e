/** English texts: tournaments. */
export default {
  "tournaments.share_revealed": "Your share in the deals is revealed.",
  "tournaments.cell": "{groups, plural, one {# deal} other {# deals}} in common, {tables, plural, one {# table} other {# tables}} together; {is, select, apart {clearly different} unknown {nobody can say how many deals would show a difference} other {{more, plural, one {# more deal} other {# more deals}} would show a difference}}",
  "tournaments.no_number": "“{strange}” is not the number of an entrant",
};
