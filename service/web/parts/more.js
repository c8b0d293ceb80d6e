/** Lists that come in pages. */
import { Command } from "./form.js";
import { html, useEffect, useState } from "./html.js";
/** @import { Api } from "../core/api.js" */

/**
 * @param {Api} api @param {string} path of the list, with a query
 * @returns {{pages: any[], problem: string, more: (() => Promise<void>) | null}} what has come so far
 */
export function usePages(api, path) {
  const [pages, setPages] = useState(/** @type {any[]} */ ([]));
  const [problem, setProblem] = useState("");
  useEffect(() => {
    let isWanted = true;
    setPages([]);
    setProblem("");
    api.read(path).then((page) => isWanted && setPages([page]), (error) => isWanted && setProblem(error.message));
    return () => void (isWanted = false);
  }, [path]);
  const cursor = pages.at(-1)?.cursor ?? null;
  const more = async () => {
    const page = await api.read(`${path}&cursor=${encodeURIComponent(cursor)}`);
    setPages((known) => (known.at(-1)?.cursor === cursor ? [...known, page] : known));
  };
  return { pages, problem, more: cursor === null ? null : more };
}

/** @param {{more: (() => Promise<void>) | null, label: string}} about */
export const More = ({ more, label }) => more && html`<p><${Command} label=${label} send=${more} /></p>`;
