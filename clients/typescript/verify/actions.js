/**
 * Which fields there are, and what each may hold: generated from the server's code, never edited.
 * `python -m service.openapi.event_kinds clients/typescript/verify` writes it anew.
 */
import { card, flag, int, list, maybe, object, optional, record, row, sealed, seat, text, word } from "./kinds.js";
/** @import { Fields } from "./kinds.js" */

/** @type {Record<string, Record<string, Fields>>} by game, and of `table` the commands */
export const ACTIONS = {
  table: {
    "table.open": {},
    "table.sit": { seat, bot: maybe(text), commitment: maybe(text), key: optional(text) },
    "table.leave": { seat },
    "table.return": { seat, key: optional(text) },
    "table.start": {},
    "table.reveal": { entropy: text, closing: text },
    "table.close_entropy": {},
    "table.beacon": { signature: text },
    "table.time_out": { seat },
    "table.claim": { seat },
    "table.adjourn": {},
    "table.close": {},
    "table.abort": { receipt: optional(object), reason: optional(text), operator: optional(flag) },
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
    give: { cards: sealed("own", list(card)) },
  },
  goblin_market: {
    bid: { coins: int },
    pass: {},
    take_all: {},
    take: { card },
    refuse: {},
  },
};

/** @type {Record<string, string[]>} of streams that are no tables: their causes say no more */
export const COMMANDS = {
  dispute: `open look withdraw rule`.split(/\s+/),
  tournament: `open register seed invite check_in call reveal plan forbid_pairs swap note_opened
take_result note_released advance withdraw return sit_out replace adjudicate pause resume reschedule describe
announce close add_director`.split(/\s+/),
};

/** @type {Record<string, Fields>} by game */
export const OPTIONS = {
  boojum: {
    decks: maybe(int), first_dealer: maybe(seat), excuse: flag, pawns: flag, courts: flag, excuse_symbols: int,
    allow_duplicate_token: flag, max_idle_rounds: int, max_rounds: int, reveal_slots_between_rounds: flag,
  },
  boon: {
    victory_cards: int, payout: list(int), leaster_blind: text, may_bury_gold7: flag, max_rounds: int,
    first_dealer: maybe(seat), all_pass: optional(text),
  },
  boosh: {
    woof: flag, woof_points: list(int), woof_call_can_win: flag, target: int, elimination: int, deck_exhausted: text,
    allow_returning_faceup: flag, caller_wins_ties: flag, tie_payment: text, own_cards_shown: flag, max_hands: int,
    first_dealer: maybe(seat),
  },
  bum: {
    target: int, hands: int, exchange: flag, revolution: text, jokers: int, first_boss: maybe(seat), pass_is_final: flag,
    ranked_jokers: flag, boss_chooses: flag,
  },
  goblin_market: {
    use_courts: flag, start_coins: int, first_bidder: maybe(seat), min_bid: int, goblin_money_when_all_pass: flag,
    share_may_be_refused: flag, coins_public: flag,
  },
};

/** @type {Record<string, Set<string>>} by game, the ids of its cards */
export const CARDS = {
  boojum: new Set(`ace-moons ace-suns ace-waves ace-leaves ace-wyrms ace-knots author desert origin journey
painter savage mountain sailor battle forest discovery soldier lunatic penitent market chance-meeting castle cave
diplomat mill betrayal pact darkness merchant harvest watchman light-keeper borderland consul rite island window
huntress bard sea end calamity windfall excuse`.split(/\s+/)),
  boon: new Set(`blue-1 blue-2 blue-3 blue-4 blue-5 blue-6 green-1 green-2 green-3 green-4 green-5
green-6 red-1 red-2 red-3 red-4 red-5 red-6 gold-1 gold-2 gold-3 gold-4 gold-5 gold-6 gold-7 gold-8 gold-9 gold-10
gold-11 gold-12 gold-13 gold-14`.split(/\s+/)),
  boosh: new Set(`AC 2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AD 2D 3D 4D 5D 6D 7D 8D 9D 10D JD QD KD AH 2H 3H
4H 5H 6H 7H 8H 9H 10H JH QH KH AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS JK`.split(/\s+/)),
  bum: new Set(`3-1 3-2 3-3 3-4 3-5 3-6 3-7 3-8 4-1 4-2 4-3 4-4 4-5 4-6 4-7 4-8 5-1 5-2 5-3 5-4 5-5 5-6
5-7 5-8 6-1 6-2 6-3 6-4 6-5 6-6 6-7 6-8 7-1 7-2 7-3 7-4 7-5 7-6 7-7 7-8 8-1 8-2 8-3 8-4 8-5 8-6 8-7 8-8 9-1 9-2
9-3 9-4 9-5 9-6 9-7 9-8 10-1 10-2 10-3 10-4 10-5 10-6 10-7 10-8 J-1 J-2 J-3 J-4 J-5 J-6 J-7 J-8 Q-1 Q-2 Q-3 Q-4
Q-5 Q-6 Q-7 Q-8 K-1 K-2 K-3 K-4 K-5 K-6 K-7 K-8 A-1 A-2 A-3 A-4 A-5 A-6 A-7 A-8 2-1 2-2 2-3 2-4 2-5 2-6 2-7 2-8
JK-1 JK-2 JK-3 JK-4 JK-5 JK-6 JK-7 JK-8`.split(/\s+/)),
  goblin_market: new Set(`ace-moons ace-suns ace-waves ace-leaves ace-wyrms ace-knots author desert origin journey
painter savage mountain sailor battle forest discovery soldier lunatic penitent market chance-meeting castle cave
diplomat mill betrayal pact darkness merchant harvest watchman light-keeper borderland consul rite island window
huntress bard sea end calamity windfall`.split(/\s+/)),
};
