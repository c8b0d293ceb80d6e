/** What the page is served with: what its head names, and where its files lie. */

/** @param {string} what @returns {string} what a `meta` of the head says; "" where there is none */
const named = (what) => globalThis.document.querySelector(`meta[name=${what}]`)?.getAttribute("content") ?? "";

/** @param {"deals" | "layouts" | "lessons"} what @returns {string[]} the games of which the page has it */
export const listed = (what) => named(what).split(" ");

/** @param {string} path within the client's folder @returns {string} its address, for what no module imports by its name */
export const addressOf = (path) =>
  (globalThis.document ? `${named("web")}/${path}` : new URL(`../${path}`, import.meta.url).href); // the latter in Node
