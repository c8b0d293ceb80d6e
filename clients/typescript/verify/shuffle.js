/** The shuffle, and the words in which a game's file says how its events tell of one. */
import { Bad, canonical, eightBytes, hmac, require } from "./bytes.js";
/** @import { Event } from "./log.js" */

/** @typedef {{opened: any, hand: number}} Table what the files of games may know: `data` of event 1, the number of the hand */
/**
 * @typedef {object} Shuffle how a kind of event tells of a shuffle
 * @property {(table: Table, event: Event) => number} hand the number of its hand
 * @property {string} what the game's word for it
 * @property {(table: Table, event: Event) => string[]} cards what is shuffled
 * @property {(order: string[], event: Event, table: Table) => void} check that they lie as the order says
 */
/** @typedef {Record<string, Shuffle>} Shuffles by the type of the event */
/** @typedef {(tools: Tools) => Shuffles} Deals what the file of a game exports */

const WORD = 2 ** 32;

/** @param {string[]} cards @param {Uint8Array} key @returns {string[]} in the order that a key gives them */
export function shuffled(cards, key) {
  const order = [...cards].sort();
  const words = wordsOf(key);
  for (let places = order.length; places > 1; places--) {
    let word;
    do word = /** @type {number} */ (words.next().value); while (word >= WORD - (WORD % places));
    const [last, place] = [places - 1, word % places];
    [order[last], order[place]] = [/** @type {string} */ (order[place]), /** @type {string} */ (order[last])];
  }
  return order;
}

/** @param {Uint8Array} key @returns {Generator<number, never>} its stream of 32-bit words */
function* wordsOf(key) {
  for (let counter = 0n; ; counter++) {
    const block = hmac(key, eightBytes(counter));
    const view = new DataView(block.buffer, block.byteOffset);
    for (let word = 0; word < 8; word++) yield view.getUint32(4 * word);
  }
}

/** @param {number} count @returns {number[]} */
const range = (count) => Array.from({ length: count }, (_, place) => place);
/** @param {Table} table @returns {number[]} */
const seats = (table) => range(table.opened.seats);
/** @param {number} first @param {number[]} among @returns {number[]} */
const from = (first, among) => [...among.filter((seat) => seat >= first), ...among.filter((seat) => seat < first)];
/** @param {string[]} order @param {number} first @param {number} step @param {number} count @returns {string[]} */
const every = (order, first, step, count) => range(count).map((place) => /** @type {string} */ (order[first + place * step]));
/** @param {Event} event @param {Table} table @returns {string[][]} */
const hands = (event, table) => seats(table).map((seat) => event.parts[seat].hands);
/** @param {string[]} cards @returns {string[]} */
const sorted = (cards) => [...cards].sort();
/** @param {number} dealer @param {number[]} among @returns {number} */
const left = (dealer, among) => among.find((seat) => seat > dealer) ?? Number(among[0]);
/** @param {Table} _ @param {Event} event @returns {number} */
const numbered = (_, event) => event.data.hand;

/** @param {unknown} told by the event @param {unknown} given by the shuffle @param {string} what */
function same(told, given, what) {
  if (canonical(told) === canonical(given)) return;
  throw new Bad(`${what} is not what the shuffle gives`, { right: given, found: told });
}

/**
 * One at a time from `first`, `count` cards to each of the seats `among`; the rest.
 * @param {string[]} order @param {number[]} among @param {number} first @param {number} count
 */
function laid(order, among, first, count) {
  const turns = from(first, among);
  const own = new Map(turns.map((seat, place) => [seat, every(order, place, turns.length, count)]));
  return { own, rest: order.slice(turns.length * count) };
}

/** @param {string} field @returns {Shuffle} a draw of who comes first */
const drawn = (field) => ({
  hand: () => 0, what: "first_seat", cards: (table) => seats(table).map(String),
  check: (order, event) => same(String(event.data[field]), order[0], `the draw of event ${event.n}`),
});

/**
 * @param {string} field @param {string} what @param {Shuffle["hand"]} hand @param {Shuffle["cards"]} [cards]
 * @returns {Shuffle} a pile that lies as it was shuffled
 */
const pile = (field, what, hand, cards) => ({
  hand, what, cards: cards ?? ((_, event) => event.parts.hand[field]),
  check: (order, event) => same(event.parts.hand[field], order, `${field} of event ${event.n}`),
});

/** @typedef {typeof TOOLS} Tools */
const TOOLS = { drawn, every, from, hands, laid, left, numbered, pile, range, require, same, seats, sorted };

/** @param {Deals[]} files of games @returns {Shuffles} */
export const shufflesOf = (files) => Object.assign({}, ...files.map((deals) => deals(TOOLS)));
