/**
 * Bundles the web client for a release: node .ci/bundle.mjs FOLDER
 *
 * All that every page waits for becomes one file, `service/web/main.js`. What is loaded later keeps its path and finds what it
 * shares with the page in that file, so a module is never there twice; layouts of games from outside find `parts/kit.js` there.
 * Beside each file lies it packed (`.br`): to pack the page takes longer than a first visitor should wait.
 */
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

const ROOT = resolve(import.meta.dirname, ".."), WEB = "service/web", MAIN = `${WEB}/main.js`, KIT = `${WEB}/parts/kit.js`;
const NOTICES = `${WEB}/core/notices.js`; // every page asks for it as soon as it is there
const SHARED = "fairdeal:main"; // stands for the path to the one file until it is known from where
const { build } = createRequire(join(ROOT, "tests", "web", "package.json"))("esbuild");

/** @param {string} folder within the client @returns {string[]} its modules */
const modulesIn = (folder) => readdirSync(join(ROOT, WEB, folder)).filter((name) => name.endsWith(".js"))
  .map((name) => `${WEB}/${folder}/${name}`);
/** @param {string} from a folder @param {string} to a file @returns {string} a path for an import */
const pathTo = (from, to) => relative(from, to).replace(/^(?!\.)/, "./");
const common = {
  absWorkingDir: ROOT, bundle: true, format: "esm", minify: true, target: "es2022", charset: "utf8", legalComments: "none",
  write: false, metafile: true, outdir: "/", outbase: ".", entryNames: "[dir]/[name]", logLevel: "error",
};

/** @type {Set<string>} modules that are loaded when they are needed */
const later = new Set([KIT, ...modulesIn("games"), `${WEB}/words/de.js`]);
const leaveDynamic = {
  name: "leave dynamic imports",
  setup: (made) => made.onResolve({ filter: /^\./ }, ({ kind, path, resolveDir }) => {
    const found = resolve(resolveDir, path);
    if (kind !== "dynamic-import" || found === join(ROOT, NOTICES)) return undefined;
    later.add(relative(ROOT, found));
    return { path: pathTo(join(ROOT, WEB), found), external: true };
  }),
};
const first = await build({ ...common, entryPoints: [MAIN], plugins: [leaveDynamic] });
const waited = new Set(Object.keys(first.metafile.inputs));
for (const language of ["en", "de"]) {
  for (const path of modulesIn(`words/${language}`)) {
    if (!waited.has(path.replace("/de/", "/en/"))) later.add(path);
  }
}

const alone = await build({ ...common, bundle: false, minify: false, entryPoints: [...waited] });
const exported = new Map(Object.values(alone.metafile.outputs).map(({ entryPoint, exports }) => [entryPoint, exports]));
/** @type {Map<string, string>} modules of the one file that others import -> what their names begin with there */
const shared = new Map();
const shareMain = {
  name: "share what the page has",
  setup: (made) => {
    made.onResolve({ filter: new RegExp(`^${SHARED}$`) }, () => ({ path: SHARED, external: true }));
    made.onResolve({ filter: /^\.|^service/ }, ({ path, resolveDir, kind, importer }) => {
      const found = relative(ROOT, kind === "entry-point" ? join(ROOT, path) : resolve(resolveDir, path));
      const suffix = `?${importer}`; // one for each, else it would become a file that several wait for
      return waited.has(found) ? { path: found, namespace: "shared", suffix } : undefined;
    });
    made.onLoad({ filter: /./, namespace: "shared" }, ({ path }) => {
      if (!shared.has(path)) shared.set(path, `m${shared.size}_`);
      const names = exported.get(path).map((name) => `${shared.get(path)}${name} as ${name}`);
      return { contents: `export { ${names.join(", ")} } from "${SHARED}";` };
    });
  },
};
const others = await build({
  ...common, entryPoints: [...later], splitting: true, chunkNames: `${WEB}/chunks/[hash]`, plugins: [shareMain],
});
const told = [...shared].map(([path, mark]) =>
  `export { ${exported.get(path).map((name) => `${name} as ${mark}${name}`).join(", ")} } from "${pathTo(WEB, path)}";`);
const one = await build({
  ...common, outdir: undefined, outfile: `/${MAIN}`, plugins: [leaveDynamic],
  stdin: { contents: `import "./main.js";\n${told.join("\n")}`, resolveDir: join(ROOT, WEB), sourcefile: "all.js" },
});
const styles = readdirSync(join(ROOT, WEB)).filter((name) => name.endsWith(".css")).map((name) => `${WEB}/${name}`);
const styled = await build({ ...common, entryPoints: styles });

const folder = resolve(process.argv[2]);
for (const { path, text } of [...one.outputFiles, ...others.outputFiles, ...styled.outputFiles]) {
  const place = join(folder, path);
  mkdirSync(dirname(place), { recursive: true });
  const sent = text.replaceAll(JSON.stringify(SHARED), JSON.stringify(pathTo(dirname(path), `/${MAIN}`)));
  writeFileSync(place, sent);
  writeFileSync(`${place}.br`, brotliCompressSync(sent, { params: { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT } }));
}
