/**
 * Which fields there are, and what each may hold: generated from the server's code, never edited.
 * `python -m service.openapi.event_kinds service/web/verify` writes it anew.
 */
import { card, flag, int, list, maybe, optional, record, row, sealed, seat, text, word } from "./kinds.js";
/** @import { Fields } from "./kinds.js" */

/** @type {Record<string, Record<string, Fields>>} by game, or `table` for its commands */
export const ACTIONS = {
  table: {
    "table.open": {},
    "table.sit": { seat, bot: maybe(text), commitment: maybe(text), key: optional(text) },
    "table.leave": { seat },
    "table.return": { seat, key: optional(text) },
    "table.start": { entropy: maybe(text) },
    "table.beacon": { signature: text },
    "table.time_out": { seat },
    "table.adjourn": {},
    "table.close": {},
    "table.expire": {},
    "table.invite": { invited: list(record({ seat, player: text, expires_after: int })) },
    "table.end_invitation": { player: text },
    "table.rule": { dispute: text, hand: int, verdict: text, remedy: text, points: list(int), reason: text },
    "table.release": {},
  },
  boojum: {
    bid: { cards: list(card) },
    pass: {},
    claim: { token: text, kind: text, cards: list(card), excuses: list(text) },
    done: {},
  },
  boon: {
    take: {},
    pass: {},
    bury: { cards: sealed("own", list(card)) },
    play: { card },
  },
  boosh: {
    lay_out: {},
    call_woof: {},
    take: { pile: word("A", "B") },
    replace: { position: int },
    discard: {},
    call_boosh: {},
    pass: {},
    expose: { positions: row(int, int) },
    fold: {},
    stay: {},
  },
  bum: {
    play: { cards: list(card), declared: maybe(word("set", "sequence")) },
    pass: {},
  },
  goblin_market: {
    bid: { coins: int },
    pass: {},
    take_all: {},
    take: { card },
    refuse: {},
  },
};

/** @type {Record<string, Fields>} by game */
export const OPTIONS = {
  boojum: {
    decks: maybe(int), first_dealer: maybe(seat), excuse: flag, pawns: flag, courts: flag, excuse_symbols: int,
    allow_duplicate_token: flag, max_idle_rounds: int, max_rounds: int, reveal_slots_between_rounds: flag,
  },
  boon: {
    victory_cards: int, payout: list(int), leaster_blind: text, may_bury_gold7: flag, max_rounds: int,
    first_dealer: maybe(seat),
  },
  boosh: {
    woof: flag, woof_points: list(int), woof_call_can_win: flag, target: int, elimination: int, deck_exhausted: text,
    allow_returning_faceup: flag, caller_wins_ties: flag, tie_payment: text, own_cards_shown: flag, max_hands: int,
    first_dealer: maybe(seat),
  },
  bum: { target: int, hands: int, exchange: flag, revolution: text, jokers: int, first_boss: maybe(seat) },
  goblin_market: {
    use_courts: flag, start_coins: int, first_bidder: maybe(seat), min_bid: int, goblin_money_when_all_pass: flag,
    share_may_be_refused: flag, coins_public: flag,
  },
};
