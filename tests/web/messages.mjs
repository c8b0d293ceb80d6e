/** The catalogues of the page, and what their messages want, for tests. */
import { readdir } from "node:fs/promises";

import { LANGUAGES, parsed } from "../../service/web/core/words.js";

export const WORDS = new URL("../../service/web/words/", import.meta.url);

/** By language and area, the texts by name. */
export const catalogues = Object.fromEntries(await Promise.all(Object.keys(LANGUAGES).map(async (language) => {
  const areas = (await readdir(new URL(`${language}/`, WORDS))).map((file) => file.replace(/\.js$/, "")).sort();
  return [language, Object.fromEntries(await Promise.all(areas.map(async (area) =>
    [area, (await import(new URL(`${language}/${area}.js`, WORDS))).default])))];
})));
/** All arguments and tags of a message, as deep as they lie. */
export const argumentsOf = (pieces) => pieces.flatMap((piece) => (typeof piece === "string" || piece.kind === "#" ? []
  : [piece, ...Object.values(piece.branches ?? {}).flatMap(argumentsOf)]));

/** What a message wants to be given, such as "count". */
export const wanted = (text) => [...new Set(argumentsOf(parsed(text)).map(({ kind, name }) => (kind === "tag" ? `<${name}>` : name)))].sort();
