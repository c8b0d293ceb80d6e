/**
 * How many bytes an app loads of the library, packed: without the checks, and with them. `node sizes.mjs LIBRARY TYPESCRIPT`;
 * comments and indentation are left out, as a bundler does.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";

const [library, compiler] = process.argv.slice(2);
const typescript = createRequire(import.meta.url)(compiler);
const compilerOptions = { removeComments: true, target: "es2022", module: "esnext" };
const programOf = (path) => typescript.transpileModule(readFileSync(path, "utf8"), { compilerOptions }).outputText.replace(/^\s+/gm, "");

/** Note a module, and all that comes with it; `isLater`: also what is loaded when it is asked for. */
function reach(path, isLater, found = new Map()) {
  if (found.has(path)) return found;
  const program = programOf(path), later = isLater ? [...program.matchAll(/\bimport\("(\.[^"]+)"\)/g)] : [];
  found.set(path, program);
  for (const [, name] of [...program.matchAll(/^(?:import|export)\b[^;]*?\bfrom "(\.[^"]+)"/gm), ...later]) reach(join(dirname(path), name), isLater, found);
  return found;
}

const sizes = [false, true].map((isLater) => gzipSync([...reach(join(library, "index.js"), isLater).values()].join("\n"), { level: 9 }).length);
console.log(JSON.stringify(sizes));
