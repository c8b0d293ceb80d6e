/** English texts: times, numbers, seats, what many pages say. */
export default {
  "common.no_clock": "no clock",
  "common.clock": "{turn} a turn{has, select, first {, {first} for the first} bank {, {bank} more in all} firstbank {, {first} for the first, {bank} more in all} other {}}",
  "common.days": "{count, plural, one {# day} other {# days}}",
  "common.hours": "{count, plural, one {# hour} other {# hours}}",
  "common.minutes": "{count, plural, one {# minute} other {# minutes}}",
  "common.seconds": "{count, plural, one {# second} other {# seconds}}",
  "common.difficulty_easy": "easy to learn",
  "common.difficulty_medium": "takes a table to learn",
  "common.difficulty_hard": "takes some tables to learn",
  "common.players": "{is, select, exactly {{most, plural, one {# player} other {# players}}} other {{least, number} to {most, plural, one {# player} other {# players}}}}{best, plural, =0 {} one {, best with {best_with}} other {, best with {best_with}}}",
  "common.minutes_range": "{least, number} to {most, number} minutes",
  "common.hours_range": "{least} to {most} hours",
  "common.length": "{time}{seats, select, all {} other { with {those}}} at {turn} a turn",
  "common.bot": "Bot {number, number}",
  "common.seat": "Seat {number, number}",
};
