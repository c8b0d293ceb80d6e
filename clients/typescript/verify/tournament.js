/** The start of a tournament (rules U4, U5): commitments, the call that closes them, reveals under it, and what counts. */
import { commitmentOf, hex, require } from "./bytes.js";
/** @import { Event } from "./log.js" */

const ENTROPY = /^[0-9a-f]{32}$/;

/** @typedef {{player: string, commitment: string, entropy: string}} Promised by whom, to what, and the entropy once revealed */

/** What the entrants bring to the deals of a tournament. */
export class TournamentStart {
  constructor() {
    /** How many entrants there are. */
    this.entrants = 0;
    /** Seconds for which entropies are awaited. */
    this.patience = 0;
    /** @type {Map<number, Promised>} */
    this.promised = new Map();
    /** @type {Event | undefined} */
    this.closing = undefined;
    this.isStarted = false;
  }

  /** @returns {number[]} entrants whose entropy was promised, and not revealed */
  get silent() {
    return [...this.promised].flatMap(([entrant, { entropy }]) => (entropy === "" ? [entrant] : [])).sort((a, b) => a - b);
  }

  /** @param {Event} event @returns {true} */
  follow(event) {
    const { n, type, data } = event;
    if (n === 1) this.patience = data.settings.schedule.reveal_seconds;
    else if (type === "tournament.entrant_registered.v1") this.register(event);
    else if (type === "tournament.checked_in.v1") this.promise(event);
    else if (type === "tournament.called.v1") this.call(event);
    else if (type === "tournament.entropy_revealed.v1") this.reveal(event);
    else if (type === "tournament.started.v1") this.start(event);
    return true;
  }

  /** @param {Event} event */
  register(event) {
    const { n, data: { entrant } } = event;
    const right = this.entrants;
    require(entrant === right, `event ${n} registers another entrant than the next`, { right, found: entrant });
    this.entrants += 1;
    this.promise(event);
  }

  /** @param {Event} event */
  promise({ n, by, data: { entrant, commitment } }) {
    if (commitment === null) return;
    const known = this.promised.get(entrant);
    require(this.closing === undefined, `entrant ${entrant} has promised an entropy after the call, at event ${n}`);
    require(by.startsWith("player:"), `who promised the entropy of entrant ${entrant} is no player`);
    const isOnce = known === undefined || known.commitment === commitment;
    require(isOnce, `entrant ${entrant} has promised two entropies`, { right: known?.commitment, found: commitment });
    this.promised.set(entrant, { player: by.slice("player:".length), commitment, entropy: "" });
  }

  /** @param {Event} event the closing of the commitments */
  call(event) {
    const { n, at, data: { until } } = event;
    require(this.closing === undefined, `the start is called for again, at event ${n}`);
    require(until === at + 1000 * this.patience, "entropies are awaited for another time than was said", { found: until });
    this.closing = event;
  }

  /** @param {Event} event */
  reveal({ n, at, data: { entrant, entropy, closing: found } }) {
    const { closing } = this, own = this.promised.get(entrant);
    const isAwaited = closing !== undefined && !this.isStarted && own?.entropy === "";
    require(isAwaited, `the entropy of entrant ${entrant} is not awaited at event ${n}`);
    const right = hex(closing.head);
    require(found === right, `entrant ${entrant} revealed under another closing`, { right, found });
    require(at < closing.data.until, `entrant ${entrant} revealed when the time was over`);
    const made = commitmentOf(own.player, entropy), isPromised = ENTROPY.test(entropy) && made === own.commitment;
    require(isPromised, `entrant ${entrant} had promised another entropy`, { right: own.commitment, found: made });
    own.entropy = entropy;
  }

  /** @param {Event} event the closing of the entropies */
  start({ n, at, data: { entropies, withheld } }) {
    const { closing, silent } = this;
    require(closing !== undefined && !this.isStarted, `the tournament can't start at event ${n}`);
    require(silent.length === 0 || at >= closing.data.until, "the tournament starts when entropies are still awaited");
    const revealed = Array.from({ length: this.entrants }, (_, entrant) => this.promised.get(entrant)?.entropy ?? "");
    const isRevealed = String(entropies) === String(revealed), isWithheld = String(withheld) === String(silent);
    require(isRevealed, "the entropies are not those that were revealed", { right: revealed, found: entropies });
    require(isWithheld, "other entropies are withheld than are missing", { right: silent, found: withheld });
    this.isStarted = true;
  }
}
