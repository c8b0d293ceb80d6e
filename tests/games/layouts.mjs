/**
 * Draw tables of a game as its layout says, without a browser: for each view on standard input the cards and the words
 * that come of it, a line of JSON each. `node layouts.mjs FOLDER GAME`, the folder with all that the page loads.
 */
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [folder, game] = process.argv.slice(2);
const load = (path) => import(pathToFileURL(`${folder}/${path}`).href);
const { Deeds, Faces, html, Piles, pilesAt } = await load("service/web/parts/kit.js");
const own = `service/web/games/${game}.js`;
const { layout } = existsSync(`${folder}/${own}`) ? await load(own) : { layout: {} };

/** What is left of a drawing when all its parts are drawn. */
function* leavesOf(drawn) {
  if (Array.isArray(drawn)) for (const one of drawn) yield* leavesOf(one);
  else if (drawn === null || drawn === undefined || typeof drawn === "boolean") return;
  else if (typeof drawn !== "object") yield { words: String(drawn) };
  else if (typeof drawn.type === "function") yield* leavesOf(drawn.type(drawn.props));
  else {
    for (const [name, value] of Object.entries(drawn.props)) {
      if (name === "src") yield { picture: value };
      else if (["class", "aria-label"].includes(name)) yield { words: String(value) };
    }
    yield* leavesOf(drawn.props.children);
  }
}

let details;
for await (const line of createInterface({ input: process.stdin })) {
  const told = JSON.parse(line);
  if (details === undefined) {
    details = told;
    continue;
  }
  const tapped = { chosen: new Map(), named: new Set(), tap: () => {}, ask: () => {} };
  const { board } = told;
  const at = {
    view: told, board, play: told.play, faces: new Faces(details), tapped,
    piles: board.open.map((pile, place) => ({ ...pile, at: place })),
  };
  const generic = (seat) => html`<${Piles} at=${at} piles=${pilesAt(at, seat)} />`;
  const rounds = [[board.current, false], [board.previous, true]].filter(([round]) => round !== null);
  const drawn = [
    layout.middle?.(at) ?? generic(null),
    ...told.seats.map((seat) => layout.seat?.(at, seat) ?? generic(seat.seat)),
    ...rounds.map(([round, isOver]) => layout.round?.(at, round, isOver)
      ?? html`<${Deeds} round=${round} view=${told} faces=${at.faces} isOver=${isOver} />`),
  ];
  const leaves = [...leavesOf(drawn)];
  console.log(JSON.stringify({
    pictures: leaves.flatMap(({ picture }) => picture ?? []), words: leaves.flatMap(({ words }) => words ?? []),
  }));
}
