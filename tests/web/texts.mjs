/**
 * What the modules of the page say to people: texts of catalogues by name, and texts that are hard-wired.
 * Asked by test_words.py: arguments are the compiler's folder and the modules; the answer is JSON, with what each English text wants.
 */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

import { catalogues, wanted } from "./messages.mjs";

const [compiler, ...paths] = process.argv.slice(2);
const ts = createRequire(import.meta.url)(compiler);

const SHOWN = /^(?:label|title|aria-label|aria-description|placeholder|alt|warning|sure|legend|content)$/; // attributes
const UNSHOWN = /^(?:class|style|d|transform|viewBox|points|href|src|part|path|kind|key|id|for|on[A-Z]\w*)$/;
const NAMES = /^(?:fairdeal|Edge|Opera|Samsung Internet|Firefox|Chrome|Safari|Android|Windows|Mac|Linux|English|Deutsch)$/; // proper
const TO_MACHINES = /^(?:console\.\w+|import|matchMedia|SyntaxError|TypeError|.*\.(?:querySelector(?:All)?|closest|matches|startsWith))$/s;
const COMMAND = /^(?:curl|zstd|fairdeal|--\w+) /; // of a shell
const WORD = /\p{L}{2,}/u, SENTENCE = /\p{L}[,:;.!?…”]*\s+[(“]*\p{L}/u, CAPITAL = /^\p{Lu}\p{Ll}+[.…!?]?$/u;
const HOLE = "\u0001"; // in a template, where a value comes

/** What a template draws of itself, as pairs of an attribute ("": what stands between tags) and its text. */
function drawn(text) {
  const found = [];
  for (const [, inside, between] of text.replace(/<(code|pre)[^>]*>[^<]*<\/\1>/g, "").matchAll(/<((?:"[^"]*"|'[^']*'|[^>"'])*)>|([^<]+)/g)) {
    if (between !== undefined) found.push(["", between]);
    else for (const [, name, value] of inside.matchAll(/([\w-]+)=(?:"([^"]*)"|\S+)/g)) found.push([name, value ?? ""]);
  }
  return found;
}

/** The attributes in which the values of a template stand: "" between tags, null where a tag's name or all attributes are. */
function placesOf(text) {
  const places = [];
  let inTag = false;
  let quote = "";
  let attribute = "";
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === HOLE) places.push(inTag ? attribute : "");
    else if (quote !== "") quote = sign === quote ? "" : quote;
    else if (inTag && (sign === '"' || sign === "'")) quote = sign;
    else if (sign === "<") [inTag, attribute] = [true, ""];
    else if (sign === ">") inTag = false;
    else if (inTag && sign === "=") attribute = /[\w-]+$/.exec(text.slice(0, at))?.[0] ?? "";
  }
  return places;
}

function look(path, text) {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found = { path, uses: [], early: [], hard: [] };
  const constants = new Map(); // by name, what they are
  const remember = (node) => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer) constants.set(node.name.text, node.initializer);
    ts.forEachChild(node, remember);
  };
  remember(source);
  const lineOf = (node) => source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
  const note = (node, words) => found.hard.push([lineOf(node), words.replaceAll(HOLE, "…").replace(/\s+/g, " ").trim()]);

  function template(node) {
    const { template } = node;
    const parts = ts.isNoSubstitutionTemplateLiteral(template) ? [template.text]
      : [template.head.text, ...template.templateSpans.map((span) => span.literal.text)];
    const whole = parts.join(HOLE);
    for (const [name, words] of drawn(whole)) {
      const isShown = name === "" ? !NAMES.test(words.trim()) : SHOWN.test(name);
      if (isShown && WORD.test(words.replace(/&\w+;/g, ""))) note(node, words);
    }
    const places = placesOf(whole);
    if (template.templateSpans) template.templateSpans.forEach((span, at) => {
      if (!UNSHOWN.test(places[at])) visit(span.expression);
    });
  }

  function use(node) {
    const [name, values] = node.arguments;
    const names = [];
    const collect = (one) => {
      if (ts.isStringLiteral(one) || ts.isNoSubstitutionTemplateLiteral(one)) names.push(one.text);
      else if (ts.isTemplateExpression(one)) {
        names.push([one.head.text, ...one.templateSpans.map((span) => span.literal.text)].join("*"));
      } else if (ts.isConditionalExpression(one)) [one.whenTrue, one.whenFalse].forEach(collect);
      else if (ts.isIdentifier(one) && constants.has(one.text)) collect(constants.get(one.text));
      else names.push(null);
    };
    collect(name);
    const given = values === undefined ? [] : !ts.isObjectLiteralExpression(values) ? null
      : values.properties.some(ts.isSpreadAssignment) ? null : values.properties.map((one) => one.name.text);
    found.uses.push({ line: lineOf(node), names, given });
    let above = node.parent;
    while (above && !ts.isFunctionLike(above)) above = above.parent;
    if (!above) found.early.push(lineOf(node));
    if (ts.isConditionalExpression(name)) visit(name.condition);
    if (ts.isTemplateExpression(name)) name.templateSpans.forEach((span) => visit(span.expression));
    if (values !== undefined) visit(values);
  }

  const isNoText = ({ parent }, words) =>
    ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent) || ts.isCaseClause(parent)
    || (ts.isPropertyAssignment(parent) && parent.name.text === words && !SENTENCE.test(words))
    || (ts.isBinaryExpression(parent) && /^[=!]==?$/.test(parent.operatorToken.getText()))
    || (ts.isPropertyAssignment(parent) && ts.isStringLiteral(parent.name) && /^[A-Z]/.test(parent.name.text)) // a header
    || (ts.isPropertyAssignment(parent) && /^(?:Authorization|chapter)$/.test(parent.name.text)) // of the English rules
    || ts.isElementAccessExpression(parent) || NAMES.test(words) || COMMAND.test(words) || !WORD.test(words);

  function visit(node) {
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === "html") return template(node);
    if (ts.isCallExpression(node) && /^(?:t|rich|isText)$/.test(node.expression.getText())) return use(node);
    if ((ts.isCallExpression(node) || ts.isNewExpression(node)) && TO_MACHINES.test(node.expression.getText())) return undefined;
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateExpression(node)) {
      const words = ts.isTemplateExpression(node)
        ? [node.head.text, ...node.templateSpans.map((span) => span.literal.text)].join(HOLE) : node.text;
      if (!isNoText(node, words) && (SENTENCE.test(words.replaceAll(HOLE, "a")) || CAPITAL.test(words))) note(node, words);
    }
    ts.forEachChild(node, visit);
  }
  visit(source);
  return found;
}

const modules = await Promise.all(paths.map(async (path) => look(path, await readFile(path, "utf8"))));
const texts = Object.assign({}, ...Object.values(catalogues.en));
const wants = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, wanted(text)]));
console.log(JSON.stringify({ modules, english: Object.values(texts), wanted: wants }));
