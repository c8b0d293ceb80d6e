/** A rulebook as people read it: typeset from the tokens of its Markdown, with pictures of the cards that it names. */
import { anchorOf, pathOfRules } from "../core/route.js";
import { addressOf } from "../core/served.js";
import { askRulebook, isOfRules, partsByRule, rulingIn, rulingOf } from "../core/rulebook.js";
import { spoken } from "../core/texts.js";
import { html, useAnswer } from "./html.js";
import { Suit } from "./kit.js";
/** @import { Chapter, Rulebook } from "../core/rulebook.js" */
/** @import { App } from "../core/app.js" */
/** @import { GameDetails } from "../types" */
/** @import { Cell, Token } from "../vendor/marked.mjs" */
/** @import { Faces } from "./kit.js" */

/**
 * @typedef {object} Setting how it is typeset
 * @property {Rulebook} book
 * @property {Faces} faces
 * @property {boolean} isForPrograms names stand as programs write them
 * @property {boolean} isRules lists are those of rules, and have anchors
 * @property {string} path of the rules: "" within their page
 */

const SPOKEN = /^[a-z]+(_[a-z]+)*$/; // names of the API that are words

// A sheet that nothing else needs comes with these texts.
const looks = Object.assign(document.createElement("link"), { rel: "stylesheet", href: addressOf("rules.css") });
await new Promise((done) => {
  looks.addEventListener("load", done);
  looks.addEventListener("error", done);
  document.head.append(looks);
});

/**
 * What stands in a chapter, without its title.
 * @param {{book: Rulebook, chapter: Chapter, faces: Faces, path?: string}} about `path` of the rules, where it stands elsewhere
 */
export function ChapterText({ book, chapter, faces, path = "" }) {
  const setting = { book, faces, isForPrograms: chapter.isForPrograms, isRules: isOfRules(chapter) && path === "", path };
  return html`<div class="typeset">${blocks(chapter.tokens, setting)}</div>`;
}

/**
 * A chapter of a game's rulebook, for a table of it.
 * @param {{app: App, details: GameDetails, faces: Faces, title: string}} about
 */
export function ChapterOf({ app, details, faces, title }) {
  const book = useAnswer(() => askRulebook(app.api, details.game), [details.game]);
  if (book === undefined) return null;
  if (book.problem !== undefined) return html`<p class="problem" role="alert">${book.problem}</p>`;
  const chapter = book.chapters.find((/** @type {Chapter} */ one) => one.title === title);
  return chapter && html`<${ChapterText} book=${book} chapter=${chapter} faces=${faces} path=${pathOfRules(details.game)} />`;
}

/** @param {Token[]} tokens @param {Setting} setting @returns {unknown[]} */
const blocks = (tokens, setting) => tokens.map((token) => block(token, setting));

/** @param {Token} token @param {Setting} setting @returns {unknown} */
function block(token, setting) {
  const { type, text = "", tokens = [], items = [], depth = 3 } = token;
  if (type === "space" || type === "def") return null;
  if (type === "heading") return html`<${depth < 4 ? "h3" : "h4"}>${inline(tokens, setting)}<//>`;
  if (type === "paragraph") return html`<p>${inline(tokens, setting)}</p>`;
  if (type === "text") return inline(token.tokens ?? [token], setting);
  if (type === "blockquote") return html`<blockquote>${tokens.map((one) => boxed(one, setting))}</blockquote>`;
  if (type === "hr") return html`<hr />`;
  if (type === "table") return html`<${Rows} token=${token} setting=${setting} />`;
  if (type !== "list") return html`<pre tabindex="0">${text || token.raw}</pre>`; // code, and what we do not know
  const first = Number(token.start || 1), within = { ...setting, isRules: false };
  const drawn = items.map((item, at) => html`
    <li id=${token.ordered && setting.isRules ? anchorOf(`${first + at}`) : null}>${blocks(item.tokens ?? [], within)}</li>`);
  return token.ordered ? html`<ol start=${first}>${drawn}</ol>` : html`<ul>${drawn}</ul>`;
}

/**
 * Part of a box; a paragraph that begins with a ruling's id is where that leads.
 * @param {Token} token @param {Setting} setting
 */
function boxed(token, setting) {
  const ruling = setting.path === "" ? rulingOf(token) : null;
  if (ruling === null) return block(token, setting);
  return html`<p id=${anchorOf(ruling)}><b>${ruling}</b>${inline(token.tokens?.slice(1) ?? [], setting)}</p>`;
}

/** A table; a row that begins with the id of a ruling is where that leads. @param {{token: Token, setting: Setting}} about */
function Rows({ token: { header = [], rows = [] }, setting }) {
  /** @param {Cell[]} row @returns {string | null} */
  const idOf = ([first]) => {
    const ruling = setting.path === "" ? rulingIn(first?.text ?? "") : null;
    return ruling === null ? null : anchorOf(ruling);
  };
  return html`
    <div class="wide" role="region" aria-label=${header.map(({ text }) => text).join(", ")} tabindex="0">
      <table class=${rows.some(([first]) => rulingIn(first?.text ?? "") !== null) ? "rulings" : ""}>
        <thead><tr>${header.map(({ tokens }) => html`<th scope="col">${inline(tokens, setting)}</th>`)}</tr></thead>
        <tbody>${rows.map((row) => html`
          <tr id=${idOf(row)}>${row.map(({ tokens, text }, at) => {
            const ruling = at === 0 ? rulingIn(text) : null, isSuit = at === 0 && setting.faces.suits.has(text);
            return html`<td>${isSuit && html`<${Suit} suit=${text} faces=${setting.faces} />`}${ruling === null
              ? inline(tokens, setting) : html`<b>${ruling}</b>`}</td>`;
          })}</tr>`)}</tbody>
      </table>
    </div>`;
}

/** @param {Token[]} tokens @param {Setting} setting @returns {unknown[]} */
const inline = (tokens, setting) => tokens.map((token) => inlined(token, setting));

/** @param {Token} token @param {Setting} setting @returns {unknown} */
function inlined(token, setting) {
  const { type, text = "", tokens = [], href = "" } = token;
  if (type === "strong") return html`<strong>${inline(tokens, setting)}</strong>`;
  if (type === "em") return html`<em>${inline(tokens, setting)}</em>`;
  if (type === "del") return html`<del>${inline(tokens, setting)}</del>`;
  if (type === "br") return html`<br />`;
  if (type === "codespan") return code(text, setting);
  if (type === "link") {
    return /^https?:/.test(href) ? html`<a href=${href} target="_blank" rel="noopener noreferrer">${inline(tokens, setting)}</a>`
      : inline(tokens, setting);
  }
  if (type !== "text" && type !== "escape") return token.raw; // HTML too: as it is written
  if (tokens.length > 0) return inline(tokens, setting);
  return partsByRule(unescaped(text), setting.book.anchors).map(({ words, rule }) => (rule === undefined ? words
    : html`<a href=${`${setting.path}#${anchorOf(rule)}`} target=${setting.path === "" ? null : "_blank"}>${words}</a>`));
}

/** A card that is only shown: its picture comes when it is looked at. @param {{card: string, faces: Faces}} about */
export function Pictured({ card, faces }) {
  const { svg, name } = faces.get(card) ?? { svg: "", name: card };
  return html`<img class="pictured" src=${svg} alt=${name} title=${name} width="250" height="350" loading="lazy" />`;
}

/** @type {Record<string, string>} */
const SIGNS = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'" };

/** @param {string} text @returns {string} without what HTML would need */
const unescaped = (text) => text.replace(/&(?:amp|lt|gt|quot|#39);/g, (sign) => SIGNS[sign] ?? sign);

/** A name as programs write it; a card is shown, and a word is said. @param {string} text @param {Setting} setting */
function code(text, { faces, book, isForPrograms, path }) {
  if (!isForPrograms && faces.has(text)) return html`<${Pictured} card=${text} faces=${faces} />`;
  if (book.anchors.has(text)) return html`<a href=${`${path}#${anchorOf(text)}`}>${text}</a>`;
  if (!isForPrograms && SPOKEN.test(text)) return html`<em>${spoken(text)}</em>`;
  return html`<code>${text}</code>`;
}
