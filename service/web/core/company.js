/** The other people at a table: who of them is away, for whom the table waits, and what follows when their time is up. */
import { Signal } from "./state.js";
import { follow } from "./stream.js";
import { t } from "./words.js";
/** @import { View } from "../types" */
/** @import { Api } from "./api.js" */
/** @import { Reads } from "../../../clients/typescript/streams/stream.js" */

/** @typedef {{player: string, presence: string}} PresenceRow */
/** @typedef {ReadonlyMap<string, number>} Gone players, and since when, by this browser's clock; 0: nobody knows */

const PARTING = 20_000; // milliseconds after which somebody whose last page has closed is said to be away
const EVERY = 15_000; // milliseconds between two reads where the server has no room for a stream

/** @param {View} view @returns {string} the ids of the others who hold seats; "": there is nobody to look for */
export function othersAt({ seat: own, seats, phase }) {
  if (own === null || (phase !== "open" && phase !== "playing")) return "";
  return seats.flatMap(({ seat, player }) => (player === null || seat === own ? [] : [player])).sort().join(",");
}

/** Some players, and who of them is away: was there lately, shows it, and has gone. */
export class Company {
  /** @param {Api} api @param {string} players ids with commas @param {(player: string, isAway: boolean) => void} tell */
  constructor(api, players, tell) {
    this.api = api;
    this.path = `/presence?players=${players}`;
    this.isAlone = players === "";
    this.tell = tell;
    /** The players who are away. */
    this.away = new Signal(/** @type {Gone} */ (new Map()));
    this.isKnown = false; // whether anything was told yet: what was so before is no news
    /** @type {AbortController | null} */
    this.following = null;
  }

  /** Follow who comes and goes, until told to stop. */
  async start() {
    if (this.isAlone || this.following !== null) return;
    const following = (this.following = new AbortController());
    /** @type {Reads} */
    const reads = {
      path: () => this.path,
      told: (data) => ({ messages: [{ type: "presence", id: "", data }], last: "" }),
      every: EVERY,
    };
    await follow(this.api, this.path, ({ data }) => this.hear(data.players), following.signal, reads)
      .catch(() => {}); // who was signed out sees the seats without it
  }

  /** Stop following. */
  stop() {
    this.following?.abort();
    this.following = null;
  }

  /** @param {PresenceRow[]} rows of all players, or of those with whom something has changed */
  hear(rows) {
    const away = new Map(this.away.value), before = this.away.value;
    const since = this.isKnown ? this.api.now() - PARTING : 0; // who was away before has been so for we do not know how long
    for (const { player, presence } of rows) {
      if (presence !== "offline") away.delete(player);
      else if (!away.has(player)) away.set(player, since);
    }
    const changed = rows.filter(({ player }) => away.has(player) !== before.has(player));
    if (changed.length > 0) this.away.set(away);
    for (const { player, presence } of this.isKnown ? changed : []) {
      if (presence !== "unknown") this.tell(player, away.has(player)); // that one was away for long, or hides, is no return
    }
    this.isKnown = true;
  }
}

/** @typedef {{seat: number, until: number, isClaim: boolean, then: string}} Awaited */

/** @param {View} view @returns {Awaited | null} the other whose time is up first, and what follows then; null: nothing does */
export function firstAwaited(view) {
  const { seat: own, seats, to_act, deadlines, claims } = view;
  const isAway = own === null || seats[own]?.player === null; // who does not play claims nothing
  const awaited = to_act.flatMap((seat) => {
    if (seat === own || seats[seat]?.player === null) return [];
    const deadline = deadlines[seat] ?? null, claim = isAway ? null : claims[seat] ?? null, until = deadline ?? claim;
    return until === null ? [] : [{ seat, until, isClaim: deadline === null, then: afterTime(view, seat, deadline === null) }];
  });
  return awaited.sort((one, other) => one.until - other.until)[0] ?? null;
}

/** @param {View} view @param {number} seat @param {boolean} isClaim @returns {string} what follows when its time is up */
function afterTime({ seats, on_time_out: policy }, seat, isClaim) {
  if (isClaim) return t(seats.length === 2 ? "table.then_claim" : "table.then_bot_on");
  if (policy === "forfeit") {
    const others = seats.filter((one) => one.player !== null && one.seat !== seat).length;
    return t(others < 2 ? "table.then_ends" : "table.then_forfeit");
  }
  return t(policy === "bot" || seats[seat]?.last_chance ? "table.then_bot" : "table.then_default");
}
