/**
 * How single games are laid out: modules in `games/`, one a game, of ours and of games from outside alike. The page names
 * those that are there; a game without one gets the generic table.
 */
import { shufflesOf } from "../verify/shuffle.js";
import { useEffect, useState } from "./html.js";
/** @import { Shuffles } from "../verify/shuffle.js" */
/** @import { Layout } from "./kit.js" */

/** @type {Layout} the generic table */
export const GENERIC = {};
/** @type {Map<string, Layout>} those that were asked for, by game */
const KNOWN = new Map();

/** @param {string} what @returns {string[]} the games of which the page names it */
const listed = (what) => document.querySelector(`meta[name=${what}]`)?.getAttribute("content")?.split(" ") ?? [];

/** @param {string} game from outside @returns {Promise<Shuffles>} how its events tell of a deal; none where it does not say */
export async function dealsOf(game) {
  if (!listed("deals").includes(game)) return {};
  try {
    return shufflesOf([(await import(`../verify/games/${game}.mjs`)).default]);
  } catch (error) {
    console.error(error); // for who wrote it
    return {};
  }
}

/** @param {string} game @returns {Promise<Layout>} */
async function layoutOf(game) {
  if (!listed("layouts").includes(game)) return GENERIC;
  try {
    return (await import(`../games/${game}.js`)).layout;
  } catch (error) {
    console.error(error); // for who wrote it
    return GENERIC;
  }
}

/** @param {string} game @returns {Layout | undefined} undefined until it has come */
export function useLayout(game) {
  const [known, setKnown] = useState(KNOWN.get(game));
  useEffect(() => {
    let isWanted = true;
    void layoutOf(game).then((layout) => {
      KNOWN.set(game, layout);
      if (isWanted) setKnown(layout);
    });
    return () => void (isWanted = false);
  }, [game]);
  return known;
}
