/**
 * Which modules are another program than they were written as: each as `[path, written, sent]` in JSON on standard input, the
 * paths of those that differ on standard output. `node same.mjs TYPESCRIPT`, the folder of the compiler, which prints both
 * without comments.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const typescript = createRequire(import.meta.url)(process.argv[2]);
const compilerOptions = { removeComments: true, target: "esnext", module: "esnext" };
const programOf = (text) => typescript.transpileModule(text, { compilerOptions }).outputText;

const modules = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(modules.filter(([, written, sent]) => programOf(written) !== programOf(sent)).map(([path]) => path)));
