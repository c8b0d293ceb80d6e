// What must be true of the types that any generator makes from openapi.yaml (./made).
// `tsc --strict` fails where views are merged, or an event or an action is left out.
import type { Action, BoonView, Event, NewTable, View } from "./made";

type Of<Union, Key extends keyof Union, Word> = Extract<Union, { [key in Key]: Word }>;

export function bid(view: View): Action | undefined {
  switch (view.game) {
    case "boon": {
      const most: number = view.options.victory_cards;
      return most > 0 ? view.choices?.actions[0] : undefined;
    }
    case "boosh": {
      const woof: boolean = view.options.woof;
      return woof ? view.choices?.actions[0] : undefined;
    }
    case "goblin_market": {
      const least = view.play?.auction.least_bid ?? null;
      return least === null ? { type: "pass" } : { type: "bid", coins: least };
    }
    case "bum":
      return { type: "play", cards: view.play?.cards?.slice(0, 1) ?? [] };
    case "boojum":
      return view.choices?.picks[0]?.example;
    default: {
      const unknown: never = view;
      return unknown;
    }
  }
}

export function card(event: Event): string | undefined {
  return event.type === "boon.card_played.v1" ? event.data.card : undefined;
}

export const opening: NewTable = { game: "boon", seats: 3, options: { max_rounds: 2 } };
export const seen = (view: Of<View, "game", "boon">): BoonView => view;
// @ts-expect-error: no such game
export const wrong: NewTable = { game: "whist", seats: 3 };
