/** A game's RULES.md as chapters, with an anchor for each rule and ruling, so that `rule 5` and `B4` in any text lead there. */
import { lexer } from "../vendor/marked.mjs";
/** @import { Api } from "./api.js" */
/** @import { Token } from "../vendor/marked.mjs" */

/**
 * @typedef {object} Chapter
 * @property {string} title "" of what stands before the first
 * @property {Token[]} tokens
 * @property {boolean} isForPrograms
 */
/** @typedef {{title: string, chapters: Chapter[], anchors: Set<string>}} Rulebook `anchors`: rules and rulings */
/** @typedef {{words: string, rule?: string}} Part of a text; `rule`: the number or id that it names */

const PROGRAMS = /^(actions|events|equal deals|versions|for programs)$/i; // chapters that players do not need
const RULES = /^(the )?rules$/i;
const RULING = /^[A-Z]\d+[a-z]?$/;
const NAMED = /\b[Rr]ule \d+|\b[Rr]ules \d+(?:(?:, | and | or | to )\d+)*|\b[A-Z]\d{1,2}[a-z]?\b/g;

/** @param {Api} api @param {string} game @returns {Promise<any>} its Rulebook */
export const askRulebook = async (api, game) => rulebookOf(await api.text(`/games/${game}/rules`));

/** @param {string} text of a RULES.md @returns {Rulebook} */
export function rulebookOf(text) {
  const tokens = lexer(text);
  const title = tokens.find(({ type, depth }) => type === "heading" && depth === 1)?.text ?? "";
  /** @type {Chapter[]} */
  const chapters = [{ title: "", tokens: [], isForPrograms: false }];
  for (const token of tokens) {
    if (token.type === "heading" && token.depth === 1) continue;
    if (token.type === "heading" && token.depth === 2) {
      const name = token.text ?? "";
      chapters.push({ title: name, tokens: [], isForPrograms: PROGRAMS.test(name) });
    } else chapters.at(-1)?.tokens.push(token);
  }
  const anchors = new Set(chapters.flatMap((chapter) => chapter.tokens.flatMap((token) => anchorsIn(token, isOfRules(chapter)))));
  return { title, chapters, anchors };
}

/** @param {Chapter} chapter @returns {boolean} whether its numbers are those of rules */
export const isOfRules = ({ title }) => RULES.test(title);

/** @param {Token} token @param {boolean} isRules @returns {string[]} */
function anchorsIn({ type, ordered, start, items = [], rows = [], tokens = [] }, isRules) {
  if (type === "table") return rows.flatMap(([first]) => rulingIn(first?.text ?? "") ?? []);
  if (type === "blockquote") return tokens.flatMap((one) => rulingOf(one) ?? []);
  if (type !== "list") return [];
  return items.flatMap((item, at) => [
    ...(ordered && isRules ? [`${Number(start) + at}`] : []),
    ...(item.tokens ?? []).flatMap((one) => anchorsIn(one, false)),
  ]);
}

/** @param {Token} token in a box @returns {string | null} the id of the ruling with which the paragraph begins: `**W7** ...` */
export function rulingOf({ type, tokens: [first] = [] }) {
  return type === "paragraph" && first?.type === "strong" ? rulingIn(first.text ?? "") : null;
}

/** @param {string} text of a table's first cell @returns {string | null} the id of the ruling that its row is */
export function rulingIn(text) {
  const id = text.replaceAll("*", "").trim();
  return RULING.test(id) ? id : null;
}

/**
 * @param {string} text @param {Set<string>} anchors of the rulebook
 * @returns {Part[]} it in parts, those that name a rule apart: in "rules 5 and 6" both numbers
 */
export function partsByRule(text, anchors) {
  /** @type {Part[]} */
  const parts = [];
  let end = 0;
  /** @param {number} from @param {string} words */
  const name = (from, words) => {
    if (!anchors.has(words)) return;
    if (from > end) parts.push({ words: text.slice(end, from) });
    parts.push({ words, rule: words });
    end = from + words.length;
  };
  for (const found of text.matchAll(NAMED)) {
    const [whole] = found;
    if (!/^rule/i.test(whole)) name(found.index, whole);
    else for (const number of whole.matchAll(/\d+/g)) name(found.index + number.index, number[0]);
  }
  if (end < text.length) parts.push({ words: text.slice(end) });
  return parts;
}
