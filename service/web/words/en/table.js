/** English texts: table. */
export default {
  "table.cards_chosen": "{chosen, number} of {is, select, exactly {} other {{least, number} to }}{most, plural, one {# card} other {# cards}} chosen",
  "table.then_claim": "you may claim the win",
  "table.then_bot_on": "you may let a bot play on",
  "table.then_ends": "the seat is forfeited and the table ends",
  "table.then_forfeit": "the seat is forfeited and a bot plays on",
  "table.then_bot": "a bot takes the seat",
  "table.then_default": "the default move is played",
};
