/** How one begins to play: with bots, at what length, and what that takes; who waits for a quick seat. */
import { minutesText } from "./texts.js";
/** @import { Memory } from "./state.js" */
/** @import { Game, LobbyTable } from "../types" */

/** @typedef {{isQuick: boolean, bots: number, level: string}} WithBots how somebody plays with bots */

const LEVEL = "regular";
const BOT_SECONDS = 0.5; // that the page shows what a bot does
export const BOT_PACE = 300; // milliseconds that a bot leaves before it acts, whatever it does; the page shows a card for longer
const NORMAL_TURN = 60; // seconds a turn of the clock of a quick seat, unless another one is asked for

/** @param {Memory} memory @param {Game} game @returns {WithBots} as it was chosen last, if that is possible, or as usual */
export function botsChosen(memory, { game, seats, ladder }) {
  const levels = ladder.map(({ bot }) => bot);
  const kept = memory.read(`bots.${game}`) ?? {};
  const isCount = Number.isInteger(kept.bots) && kept.bots >= seats.least - 1 && kept.bots < seats.most;
  return {
    isQuick: kept.isQuick === true,
    bots: isCount ? kept.bots : Math.max(1, seats.least - 1),
    level: levels.includes(kept.level) ? kept.level : levels.includes(LEVEL) ? LEVEL : levels[0] ?? LEVEL,
  };
}

/** @param {Memory} memory @param {string} game @param {WithBots} chosen */
export const keepBots = (memory, game, chosen) => memory.keep(`bots.${game}`, chosen);

/**
 * About how long it takes where all but one are bots, who take a second where a person takes `turn_seconds`.
 * @param {Game["about"]} about @param {Pick<WithBots, "isQuick" | "bots">} chosen @returns {string} "": nobody knows
 */
export function lengthWithBots({ minutes, brief_minutes, turn_seconds: turn }, { isQuick, bots }) {
  const row = (isQuick ? brief_minutes : minutes).find(({ seats }) => seats === bots + 1);
  if (row === undefined) return "";
  const part = (turn + bots * BOT_SECONDS) / (turn * (bots + 1));
  return minutesText(rounded(row.least * part), rounded(row.most * part));
}

/** @param {number} minutes @returns {number} in steps of five from ten on, one at least */
const rounded = (minutes) => (minutes < 10 ? Math.max(1, Math.round(minutes)) : 5 * Math.round(minutes / 5));

/**
 * @param {LobbyTable[]} tables of the lobby @param {string} game
 * @returns {LobbyTable | null} where a quick seat leads, most likely
 */
export function fillingTable(tables, game) {
  const open = tables.filter((row) => row.game === game && row.phase === "open" && row.free > 0);
  const usual = open.filter(({ clock }) => clock?.turn === NORMAL_TURN);
  return usual.sort((one, other) => one.free - other.free)[0] ?? null;
}
