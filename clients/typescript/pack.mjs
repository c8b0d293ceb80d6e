/**
 * What `npm pack` adds to the sources: types, made from openapi.yaml and from the comments of the modules, and the licence.
 * `node pack.mjs make` makes it, with the tools of `npm ci --prefix tests/clients`; `node pack.mjs clean` takes it away.
 */
import { execFileSync } from "node:child_process";
import { copyFileSync, readdirSync, rmSync } from "node:fs";

const TOOLS = "../../tests/clients/node_modules/.bin/";
const BY_HAND = /^(types|noble\/\w+)\.d\.ts$/;

process.chdir(import.meta.dirname);
if (process.argv[2] === "make") {
  execFileSync(`${TOOLS}openapi-typescript`, ["../../openapi.yaml", "--output", "api.d.ts", "--default-non-nullable=false"]);
  execFileSync(`${TOOLS}tsc`, ["-p", "."], { stdio: "inherit" });
  copyFileSync("../../LICENSE", "LICENSE");
} else {
  const made = readdirSync(".", { recursive: true }).filter((path) => path.endsWith(".d.ts") && !BY_HAND.test(path));
  for (const path of [...made, "LICENSE"]) rmSync(path, { force: true });
}
