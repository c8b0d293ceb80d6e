/**
 * The texts of the page in the language of who reads them: catalogues of ICU MessageFormat in `words/`, one file an area.
 * The reader below knows what they use: arguments, `number`, `plural`, `selectordinal`, `select`, tags, and ICU's quoting. It is
 * 1.5 kB where a library is 15; tests compare it with a reference implementation on every message.
 */
import en from "../words/en.js";
import { addressOf } from "./served.js";
import { Signal } from "./state.js";

/** What each language calls itself. */
export const LANGUAGES = { en: "English", de: "Deutsch" };

/** @typedef {keyof typeof LANGUAGES} Language */
/** @typedef {Record<string, string>} Catalogue texts by names such as `lobby.quick_seat` */
/** @typedef {{kind: string, name: string, style?: string, offset?: number, branches?: Record<string, Piece[]>}} Argument */
/** @typedef {string | Argument} Piece of a message; a tag has one branch, `inside` */
/** @typedef {Record<string, unknown>} Values of the arguments; of a tag a function that takes what is inside it */

/** The language of the page. */
export const language = new Signal(/** @type {Language} */ ("en"));

/** @type {Record<Language, Catalogue>} */
const catalogues = { en: { ...en }, de: {} };
/** @type {Set<string>} areas that do not come with the page, as far as they were needed */
const needed = new Set();

/**
 * A text.
 * @param {string} name @param {Values} [values] @returns {string}
 */
export const t = (name, values = {}) => filled(piecesOf(name), values, "#").join("");

/**
 * A text with elements in it: values may be elements, and a tag's value a function that draws what is inside it.
 * @param {string} name @param {Values} values @returns {unknown[]} for a template
 */
export const rich = (name, values) => filled(piecesOf(name), values, "#");

/** @param {string} name @returns {boolean} whether there is such a text */
export const isText = (name) => (catalogues[language.value][name] ?? catalogues.en[name]) !== undefined;

/** @type {Map<string, Piece[]>} by text */
const read = new Map();

/** @param {string} name @returns {Piece[]} */
function piecesOf(name) {
  const text = catalogues[language.value][name] ?? catalogues.en[name] ?? name;
  const known = read.get(text) ?? parsed(text);
  read.set(text, known);
  return known;
}

/** @param {Piece[]} pieces @param {Values} values @param {string} count what `#` stands for @returns {unknown[]} */
function filled(pieces, values, count) {
  return pieces.flatMap((piece) => {
    if (typeof piece === "string") return [piece];
    const { kind, name, style, offset = 0, branches = {} } = piece;
    const value = values[name];
    if (kind === "#") return [count];
    if (kind === "number") return [numberText(Number(value), style === "percent" ? { style } : {})];
    if (kind === "select") return filled(branches[`${value}`] ?? branches.other ?? [], values, count);
    if (kind === "tag") {
      const inside = filled(branches.inside ?? [], values, count);
      return typeof value === "function" ? [value(inside)] : inside;
    }
    if (kind === "argument") return Array.isArray(value) ? value : [value ?? `{${name}}`];
    const number = Number(value) - offset;
    const type = kind === "plural" ? "cardinal" : "ordinal";
    const form = new Intl.PluralRules(language.value, { type }).select(number);
    return filled(branches[`=${value}`] ?? branches[form] ?? branches.other ?? [], values, numberText(number));
  });
}

const WORD = /[^\s{},<>='#]+/y, SPACE = /\s*/y, PLURALS = ["plural", "selectordinal"], TAG = /<(\/?)([a-z][\w-]*)>/y;

/** @param {string} text of ICU MessageFormat @returns {Piece[]} SyntaxError where it is none */
export function parsed(text) {
  let at = 0;
  /** @param {RegExp} pattern sticky @returns {RegExpExecArray | null} what it finds here, which is then behind us */
  const take = (pattern) => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    at += found?.[0].length ?? 0;
    return found;
  };
  const fail = () => new SyntaxError(`Not ICU MessageFormat at ${at}: ${text}`);
  /** @param {string} sign */
  const must = (sign) => {
    take(SPACE);
    if (!text.startsWith(sign, at)) throw fail();
    at += sign.length;
  };
  const word = () => {
    take(SPACE);
    const found = take(WORD);
    if (found === null) throw fail();
    return found[0];
  };
  /** @param {boolean} inPlural @returns {string} what is quoted, or an apostrophe */
  const quoted = (inPlural) => {
    at++;
    if (text[at] === "'") return text[at++] ?? "";
    if (!(inPlural ? "{}<>#" : "{}<>").includes(text[at] ?? " ")) return "'";
    let found = "";
    while (at < text.length) {
      if (text.startsWith("''", at)) found += text[at++];
      else if (text[at] === "'") break;
      else found += text[at];
      at++;
    }
    at++;
    return found;
  };
  /** @param {boolean} inPlural @returns {Argument} */
  const argument = (inPlural) => {
    must("{");
    const name = word();
    take(SPACE);
    if (text[at] === "}") return (at++, { kind: "argument", name });
    must(",");
    const kind = word();
    take(SPACE);
    if (kind === "number" && text[at] === "}") return (at++, { kind, name });
    must(",");
    if (kind === "number") {
      const style = word();
      must("}");
      return { kind, name, style };
    }
    if (kind !== "select" && !PLURALS.includes(kind)) throw fail();
    return { kind, name, ...branchesOf(PLURALS.includes(kind) || (inPlural && kind === "select")) };
  };
  /** @param {boolean} inPlural */
  const branchesOf = (inPlural) => {
    /** @type {Record<string, Piece[]>} */
    const branches = {};
    take(SPACE);
    const offset = Number(take(/offset:(\d+)/y)?.[1] ?? 0);
    for (take(SPACE); text[at] !== "}"; take(SPACE)) {
      const sign = take(/=/y)?.[0] ?? "";
      const key = sign + word();
      must("{");
      branches[key] = pieces(inPlural, "}");
      must("}");
    }
    at++;
    if (branches.other === undefined) throw fail();
    return { offset, branches };
  };
  /** @param {boolean} inPlural @param {string} end what ends them @returns {Piece[]} */
  const pieces = (inPlural, end) => {
    /** @type {Piece[]} */
    const found = [];
    /** @param {string} words */
    const add = (words) => {
      const last = found.at(-1);
      if (typeof last === "string") found[found.length - 1] = last + words;
      else found.push(words);
    };
    while (at < text.length && !(end !== "" && text.startsWith(end, at))) {
      const sign = text[at] ?? "";
      if (sign === "{") found.push(argument(inPlural));
      else if (sign === "'") add(quoted(inPlural));
      else if (sign === "#" && inPlural) at++, found.push({ kind: "#", name: "" });
      else if (sign === "}") throw fail();
      else if (sign === "<") {
        const [, isEnd, name = ""] = take(TAG) ?? [];
        if (isEnd !== "") throw fail();
        found.push({ kind: "tag", name, branches: { inside: pieces(inPlural, `</${name}>`) } });
        must(`</${name}>`);
      } else at++, add(sign);
    }
    return found;
  };
  return pieces(false, "");
}

/** @param {number} value @param {Intl.NumberFormatOptions} [style] @returns {string} as the language writes it */
export const numberText = (value, style = {}) => new Intl.NumberFormat(language.value, style).format(value);

const LISTS = { en: "en-GB", de: "de" }; // the server's sentences have no comma before "and"

/** @param {string[]} items @param {"conjunction" | "disjunction"} [type] @returns {string} "a, b and c", "a or b" */
export const listText = (items, type = "conjunction") => new Intl.ListFormat(LISTS[language.value], { type }).format(items);

/**
 * Load texts of an area that do not come with the page; they stay, in every language that is chosen.
 * @param {string} area
 */
export async function needWords(area) {
  needed.add(area);
  await loadWords(language.value);
}

/** @param {Language} wanted */
async function loadWords(wanted) {
  const areas = [...needed].map((area) => import(addressOf(`words/${wanted}/${area}.js`)));
  const whole = wanted === "en" ? [] : [import(addressOf(`words/${wanted}.js`))];
  for (const { default: texts } of await Promise.all([...whole, ...areas])) Object.assign(catalogues[wanted], texts);
}

/** @param {Language} wanted its texts are loaded before the page is drawn in it */
export async function speak(wanted) {
  await loadWords(wanted);
  language.set(wanted);
}

/** @param {readonly string[]} wished in the order of preference, such as "de-AT" @returns {Language} the first that we have */
export function languageOf(wished) {
  const found = wished.map((one) => one.toLowerCase().split("-")[0] ?? "").find((one) => Object.hasOwn(LANGUAGES, one));
  return /** @type {Language} */ (found ?? "en");
}
