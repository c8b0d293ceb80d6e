/** English texts: table. */
export default {
  "table.cards_chosen": "{chosen, number} of {is, select, exactly {} other {{least, number} to }}{most, plural, one {# card} other {# cards}} chosen",
};
