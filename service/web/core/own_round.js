/** Pairings of one's own as lines of text: a table a line, as numbers of entrants by seat. */

/** @typedef {{tables: {game: number, group: number, seats: number[]}[], byes: number[]}} NewRound */

/**
 * Return the round that lines tell of: those who stand in none have a bye. Whether it may be so the server says.
 * @param {string} text @param {number} game its number in the settings @param {number[]} active who is there
 * @param {boolean} isShared whether all tables have the same deals
 * @returns {NewRound}
 */
export function roundIn(text, game, active, isShared) {
  const lines = text.split("\n").map((line) => line.split(/[\s,]+/).filter(Boolean)).filter(({ length }) => length > 0);
  const strange = lines.flat().find((one) => !/^\d+$/.test(one));
  if (strange !== undefined) throw new Error(`“${strange}” is no number of an entrant`);
  const tables = lines.map((seats, at) => ({ game, group: isShared ? 0 : at, seats: seats.map(Number) }));
  const seated = new Set(tables.flatMap(({ seats }) => seats));
  return { tables, byes: active.filter((one) => !seated.has(one)) };
}

/** @param {number[]} order @param {number} seats of a table @returns {string} tables of those who follow each other */
export function linesOf(order, seats) {
  const whole = Math.floor(order.length / seats);
  return Array.from({ length: whole }, (_, at) => order.slice(at * seats, (at + 1) * seats).join(" ")).join("\n");
}
