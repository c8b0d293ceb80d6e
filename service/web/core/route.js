/** Which page a path names, and ways to another one. */
import { Signal } from "./state.js";

/** @typedef {{page: string, which: string}} Route */

const PAGES = [
  { page: "lobby", path: /^\/$/ },
  { page: "account", path: /^\/account\/?$/ },
  { page: "authorize", path: /^\/authorize\/?$/ },
  { page: "device", path: /^\/device\/?$/ },
  { page: "learn", path: /^\/learn\/(?<which>\w+)\/?$/ },
  { page: "open", path: /^\/open(?:\/(?<which>\w+))?\/?$/ },
  { page: "ranking", path: /^\/ranking(?:\/(?<which>\w+))?\/?$/ },
  { page: "player", path: /^\/players\/(?<which>\w+)\/?$/ },
  { page: "dropped", path: /^\/replay\/?$/ },
  { page: "replay", path: /^\/replay\/(?<which>\w+)\/?$/ },
  { page: "disputes", path: /^\/disputes\/?$/ },
  { page: "dispute", path: /^\/disputes\/(?<which>[\w.-]+)\/?$/ },
  { page: "rules", path: /^\/rules\/(?<which>\w+)\/?$/ },
  { page: "status", path: /^\/status\/?$/ },
  { page: "tournaments", path: /^\/tournaments\/?$/ },
  { page: "new", path: /^\/tournaments\/open\/?$/ },
  { page: "tournament", path: /^\/tournaments\/(?<which>\w+)\/?$/ },
  { page: "table", path: /^\/tables\/(?<which>\w+)\/?$/ },
];

/** @returns {string[]} every page there is, with that of paths that lead nowhere */
export const pageNames = () => [...PAGES.map(({ page }) => page), "nothing"];

/** @param {string} path @returns {Route} */
export function routeOf(path) {
  for (const { page, path: form } of PAGES) {
    const found = form.exec(path);
    if (found !== null) return { page, which: found.groups?.which ?? "" };
  }
  return { page: "nothing", which: "" };
}

/** @param {string} rule its number, or the id of a ruling @returns {string} where it stands in the page of the rules */
export const anchorOf = (rule) => `rule-${rule}`;

/** @param {string} game @param {string} [rule] @returns {string} the path of its rules, or of one of them */
export const pathOfRules = (game, rule) => `/rules/${game}${rule === undefined ? "" : `#${anchorOf(rule)}`}`;

/** @param {string} hash of an address @returns {string | null} the join code in it */
export const joinCodeIn = (hash) => new URLSearchParams(hash.replace(/^#/, "")).get("join");

/** @param {string} origin @param {string} table @param {string | null} code @returns {string} what invites to a table */
export const invitation = (origin, table, code) =>
  `${origin}/tables/${table}${code === null ? "" : `#join=${encodeURIComponent(code)}`}`;

/** Which page a path names, and ways to another one. */
export class Router {
  /** @param {Window} page */
  constructor(page) {
    this.page = page;
    this.route = new Signal(routeOf(page.location.pathname));
  }

  /** Follow the browser's own steps, and links within the page. */
  listen() {
    const read = () => this.route.set(routeOf(this.page.location.pathname));
    this.page.addEventListener("popstate", read);
    this.page.document.addEventListener("click", (event) => {
      const link = /** @type {Element} */ (event.target).closest?.("a[data-page]");
      if (link === null || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      this.go(/** @type {HTMLAnchorElement} */ (link).pathname);
    });
  }

  /** @param {string} path */
  go(path) {
    if (path !== this.page.location.pathname) this.page.history.pushState(null, "", path);
    this.route.set(routeOf(path));
    this.page.scrollTo(0, 0);
  }

  /** Take the join code out of the address, so that nobody reads it over a shoulder. @returns {string | null} */
  takeJoinCode() {
    return this.takeCode(joinCodeIn);
  }

  /** @returns {string} what stands behind the path, from the question mark on */
  get query() {
    return this.page.location.search;
  }

  /** @param {(query: string) => string} wordIn @returns {string} a word of the query, which leaves the address whole */
  takeFromQuery(wordIn) {
    const word = wordIn(this.query);
    if (this.query !== "") this.page.history.replaceState(null, "", this.page.location.pathname);
    return word;
  }

  /** @param {(hash: string) => string | null} codeIn @returns {string | null} a code in the address, which it leaves */
  takeCode(codeIn) {
    const code = codeIn(this.page.location.hash);
    if (code !== null) this.page.history.replaceState(null, "", this.page.location.pathname);
    return code;
  }
}
