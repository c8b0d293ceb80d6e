/** Our games: how the events of each tell of a deal. A game without a file here is dealt again by `fairdeal verify` alone. */
import { shufflesOf } from "../shuffle.js";
import boojum from "./boojum.js";
import boon from "./boon.js";
import boosh from "./boosh.js";
import bum from "./bum.js";
import goblinMarket from "./goblin_market.js";

export const GAMES = shufflesOf([boojum, boon, boosh, bum, goblinMarket]);
