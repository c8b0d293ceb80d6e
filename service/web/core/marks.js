/** Texts for people, in which cards and seats are marked: `[words](card:ID)`, `[words](seat:NUMBER)`. */

const MARK = /\[([^\][]+)\]\((card|seat):([A-Za-z0-9-]+)\)/g;

/** @typedef {{words: string, card?: string, seat?: number}} Part */

/** @param {string} text @returns {Part[]} its words and what is marked, in order */
export function partsOf(text) {
  /** @type {Part[]} */
  const parts = [];
  let end = 0;
  for (const mark of text.matchAll(MARK)) {
    const [whole, words = "", kind, id = ""] = mark;
    if (mark.index > end) parts.push({ words: text.slice(end, mark.index) });
    parts.push(kind === "card" ? { words, card: id } : { words, seat: Number(id) });
    end = mark.index + whole.length;
  }
  if (end < text.length) parts.push({ words: text.slice(end) });
  return parts;
}

/** @param {string} text @param {(seat: number) => string} [nameOf] @returns {string} it in plain words */
export const plain = (text, nameOf) =>
  partsOf(text).map(({ words, seat }) => (seat === undefined || !nameOf ? words : nameOf(seat))).join("");

/** @param {string} text @returns {string[]} the ids of its cards, one for each mark */
export const cardsIn = (text) => partsOf(text).flatMap(({ card }) => (card === undefined ? [] : [card]));
