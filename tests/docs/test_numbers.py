"""Every number that rules and SECURITY.md state is the code's, or is named here as prose.

A claim is a text with a place `{}` for each of its numbers, and the code's values for them: the
page has to hold that text. A number that no claim and no prose covers fails, too.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import fields
from math import log2
from typing import Any, NamedTuple

import pytest

from events.accounts import players, recovery
from events.apps import device_codes
from events.record import logfile
from events.settings.table import (
    BODY_TIMEOUT_SECONDS,
    KEEP_ALIVE_SECONDS,
    MAX_CONNECTIONS,
    MAX_WAITING_READS,
    VERIFIER_PROCESSES,
    VERIFY_ANONYMOUS_LIMIT_MIB,
    VERIFY_LIMIT_MIB,
)
from events.store.connections import memory
from games import boojum, boon, boosh, bum, goblin_market
from games.boojum import rules as boojum_rules
from games.boojum.cards import RANK_ORDERS, RankOrder
from games.boojum.options import MOST_DECKTETS, SEATS_A_DECKTET
from games.boojum.sets import KIND
from games.boon import cards as boon_cards
from games.boon.options import DOUBLE_ON_THE_BUMP
from games.boon.scoring import BRACKETS, NEEDED
from games.boosh import cards as boosh_cards
from games.boosh import rules as boosh_rules
from games.boosh.scoring import BOOSH_POINTS, VOID_POINTS
from games.bum.cards import WORDS, ordered_deck, usual_jokers
from games.bum.scoring import POINTS_A_PLAYER, points_for_place, usual_target
from games.core.cards.decktet import BASIC, COURTS, EXCUSE, PAWNS
from games.core.game import AnyGame
from games.core.options import IntegerList, IntegerRange, option_kinds
from games.goblin_market.cards import AUCTION_DECK, EARNS, MATCH, ONE_BELOW, RING, TWO_BELOW
from games.table import attendance, beacon, commands, opening, planned, rulings, state
from games.table.checks import LONGEST_WAIT
from projections.tables import log_replay
from service import settings
from service.limits import quotas, verifiers
from service.play import replays
from service.server import body
from service.tables import quick_seat
from tests.folders import ROOT
from tournaments import rules as tournament_rules
from tournaments import settings as tournament_settings
from workers.queues.own_jobs import FUNCTIONS

NUMBER = re.compile(r"\d+")
REFERENCE = re.compile(  # code, links, rules and rulings by their numbers
    r"`[^`]*`|\]\([^)]*\)|\b[A-Z]\d+[a-z]?\b|\b[Vv]ersion \d"
    r"|\b[Rr]ules? \d+(?:(?:, | and | to |-)\d+)*"
)
# Worked examples are tests of their own, and what follows them names rules by number.
END = re.compile(r"^## (?:Worked examples|Refusals)\n", re.MULTILINE)
WORDS_OF = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
DAY = 86_400  # seconds


class Claim(NamedTuple):
    """A text of a page, with a place for each number, and what the code has there."""

    text: str
    values: tuple[object, ...]

    def __str__(self) -> str:
        """Return the text as the page has to have it."""
        return self.text.format(*self.values)


class Page(NamedTuple):
    """What a page says of the code, and where its numbers are prose."""

    path: str
    claims: Sequence[Claim]
    prose: Sequence[str]


def says(text: str, *values: object) -> Claim:
    """Return a claim."""
    return Claim(text, values)


def usual(game: AnyGame, name: str) -> Any:
    """Return the default of an option."""
    return getattr(game.options(), name)


def least_and_most(game: AnyGame, name: str) -> tuple[int, int]:
    """Return the bounds of an option."""
    kind = option_kinds(game.options)[name]
    assert isinstance(kind, IntegerRange | IntegerList)
    return kind.least, kind.most


def option(game: AnyGame, name: str) -> tuple[Any, int, int]:
    """Return default and bounds of an option that is a number."""
    return usual(game, name), *least_and_most(game, name)


def signed(*values: int) -> list[str]:
    """Return points with their signs."""
    return [f"{value:+}" for value in values]


# Boosh: the points of a call, in the order of the option `woof_points`

ALL_FOLDED, HIGHEST, IN_BESIDE, NOT_HIGHEST, PAID, IN = BOOSH_POINTS
TARGET, OUT = usual(boosh.GAME, "target"), usual(boosh.GAME, "elimination")
LEFT = [len(boosh_cards.DECK) - n * len(boosh_rules.POSITIONS) - 1 for n in boosh.GAME.seats]
VALUES = sorted(boosh_cards.POINTS.values())
BOOSH = Page(
    "games/boosh/RULES.md",
    [
        says("players | {} to {} |", boosh.GAME.seats[0], boosh.GAME.seats[-1]),
        says("| {} cards and {} Joker = {};", len(boosh_cards.POINTS), 1, len(boosh_cards.DECK)),
        says("| hand | {} cards side by side |", len(boosh_rules.POSITIONS)),
        says("Each player gets {} cards, one at a time", len(boosh_rules.POSITIONS)),
        says("| {} ({} players), {} ({}), {} ({}) |",
             *(value for pair in zip(LEFT, boosh.GAME.seats, strict=True) for value in pair)),
        says("| ace {}, {} to {} as printed, jack {}, queen {}, king {} |",
             *(VALUES[4 * k] for k in (0, 1, 9, 10, 11, 12))),
        says("| {} (four aces, or three and the Joker) to {} |", 4 * VALUES[0], 4 * VALUES[-1]),
        says("the caller gets {} points and reveals nothing", ALL_FOLDED),
        says("| all others folded | {} | | | {} |", *signed(ALL_FOLDED), 0),
        says("| caller highest | {} | {} | {} | {} |",
             *signed(HIGHEST, IN_BESIDE, IN_BESIDE), 0),
        says("| caller not highest | {} | {} | {} | {} |", *signed(NOT_HIGHEST, PAID, IN), 0),
        says("| {} to the highest hand, whoever holds it; {} to all others", f"+{VOID_POINTS}", 0),
        says("brought them points and their total is now {} or more", TARGET),
        says("Call with {} points or more to win", TARGET),
        says("Others who reach {} keep", TARGET),
        says("A total of {} or less puts a player out", OUT),
        says("All others folded: caller {}. Caller lowest: caller {}, others in {}. Caller not"
             " lowest: caller {}, lowest {}, others in {}.",
             *signed(*usual(boosh.GAME, "woof_points"))),
        says("the highest gets {}, and nobody can win", VOID_POINTS),
        says("the other loses {}. Option", -IN_BESIDE),
        says("If several others are equal best, above the caller, each gets the full {}.", PAID),
        says("If hands are equal best in a void hand, each gets the full {}.", VOID_POINTS),
        says("A player with {} or more who has not won", TARGET),
        says("leaves the total at {} or more", TARGET),
        says("After {} turns the hand ends", boosh_rules.TURN_LIMIT),
        says("A call in the {}th turn still counts", boosh_rules.TURN_LIMIT),
        says("A player whom the voiding leaves with {} or less", OUT),
        says("or its winner has less than {} without that hand", TARGET),
        says("| {}, {}, {}, {}, {}, {} | six numbers from {} to {} |",
             *usual(boosh.GAME, "woof_points"), *least_and_most(boosh.GAME, "woof_points")),
        says("| `target` | {} | {:,} to {:,} |", *option(boosh.GAME, "target")),
        says("| `elimination` | {} | {:,} to {:,} |", *option(boosh.GAME, "elimination")),
        says("false: a tied caller gets {}", NOT_HIGHEST),
        says("| `max_hands` | {} | {} to {} |", *option(boosh.GAME, "max_hands")),
    ],
    ["in January 2006", "hidden and gets 0 points"],
)  # fmt: skip


# Boojum

HAND, SLOT = boojum_rules.CARDS_A_HAND, boojum_rules.CARDS_A_SLOT


def most_pips(order: RankOrder) -> int:
    """Return the pips of a Crown."""
    return max(order.place.values())


def stack(decktet: int, seats: int) -> int:
    """Return the cards that two Decktets of a size leave after the deal."""
    return 2 * decktet - HAND * seats - SLOT * (seats - 1)


BOOJUM = Page(
    "games/boojum/RULES.md",
    [
        says("| {} to {} with two Decktets, up to {} with three, up to {} with four (B28)",
             boojum.GAME.seats[0], *(SEATS_A_DECKTET * k for k in (2, 3, MOST_DECKTETS))),
        says("{} cards each, and as options {} Excuse, {} Pawns, {} Courts each",
             len(BASIC), len([EXCUSE]), len(PAWNS), len(COURTS)),
        says("Ace {}, a number card its rank, Pawn {}, Court {}, and Crown {} without Pawns,"
             " {} with Pawns, {} with Pawns and Courts", RANK_ORDERS[False, False].place[BASIC[0]],
             RANK_ORDERS[True, True].place[PAWNS[0]], RANK_ORDERS[True, True].place[COURTS[0]],
             most_pips(RANK_ORDERS[False, False]), most_pips(RANK_ORDERS[True, False]),
             most_pips(RANK_ORDERS[True, True])),
        says("draw stack ({} cards) | draw stack ({} cards)",
             2 * len(BASIC), 2 * len((*BASIC, *PAWNS, *COURTS, EXCUSE))),
        *[says("| {} | {} | {} | {} | {} | {} |", n, HAND * n, n - 1, SLOT * (n - 1),
               stack(len(BASIC), n), stack(len((*BASIC, *PAWNS, *COURTS, EXCUSE)), n))
          for n in range(3, 7)],
        says("Each player gets {}, one at a time", WORDS_OF[HAND]),
        says("{} cards go face down to the first slot", WORDS_OF[SLOT].title()),
        says("| moons | `straight` of {}; `aces_and_crowns`: {} Aces and {} Crowns of any suits;"
             " `one_rank`: {} cards |", KIND["moons", "straight"].size,
             KIND["moons", "aces_and_crowns"].size // 2, KIND["moons", "aces_and_crowns"].size // 2,
             KIND["moons", "one_rank"].size),
        *[says("| " + suit + " | `straight` of {}; `one_rank`: {} cards; `flush` of {} |",
               *(KIND[suit, form].size for form in ("straight", "one_rank", "flush")))
          for suit in ("suns", "waves")],
        says("; {} `locations`; {} `people`; {} `events` |",
             *(KIND["leaves", word].size for word in ("locations", "people", "events"))),
        says("| wyrms | {} `locations_of_a_suit`, `people_of_a_suit`",
             KIND["wyrms", "locations_of_a_suit"].size),
        says("share a suit; {} `locations_in_sequence`",
             KIND["wyrms", "locations_in_sequence"].size),
        says("; `run` of {}; `flush` of {} |",
             KIND["knots", "run"].size, KIND["knots", "flush"].size),
        says("After {} rounds in a row without", usual(boojum.GAME, "max_idle_rounds")),
        says("or after {} rounds, the game ends", usual(boojum.GAME, "max_rounds")),
        says("number of Decktets, {} to {}, that serve", 2, MOST_DECKTETS),
        says("| `excuse_symbols` | {} | most symbols of an Excuse in a set of symbols, {} to {} (",
             *option(boojum.GAME, "excuse_symbols")),
        says("| `max_idle_rounds` | {} | {} to {} (", *option(boojum.GAME, "max_idle_rounds")),
        says("| `max_rounds` | {} | {} to {} (", *option(boojum.GAME, "max_rounds")),
    ],
    [
        "Crown, A, 2 are", "A, 2 ... 9, Pawn", "9 and Crown meet", "order is 9, Pawn",
        "Crown in 4 + 4",
        *(f"| {rank} | `" for rank in range(2, 10)),  # cards by rank
    ],
)  # fmt: skip


# Boon

PAYOUT = usual(boon.GAME, "payout")
SUITS = boon_cards.RANKS
IN_ALL = sum(boon_cards.POINTS.values())
BOON = Page(
    "games/boon/RULES.md",
    [
        says("| {}, {} or {} |", *boon.GAME.seats),
        says("| {}: blue, green and red with ranks {}-{}, gold with ranks {}-{};",
             len(boon_cards.WHOLE), 1, SUITS["blue"], 1, SUITS["gold"]),
        says("| {} in all: {} in each plain suit, {} in gold |", IN_ALL,
             *(sum(boon_cards.RANK_POINTS[: SUITS[suit]]) for suit in ("blue", "gold"))),
        says("| {} for each player (N1)", usual(boon.GAME, "victory_cards")),
        says("| rank | " + " | ".join(["{}"] * SUITS["gold"]) + " |",
             *range(1, SUITS["gold"] + 1)),
        says("| blue, green, red | " + " | ".join(["{}"] * SUITS["blue"]) + " | |",
             *boon_cards.RANK_POINTS[: SUITS["blue"]]),
        says("| gold | " + " | ".join(["{}"] * SUITS["gold"]) + " |", *boon_cards.RANK_POINTS),
        *[says("| {} | " + out + " | {} | {} | {} | {} |", n, *removed, len(boon_cards.DECK[n]),
               boon_cards.HAND_SIZE[n], boon_cards.BOON_SIZE[n], boon_cards.HAND_SIZE[n])
          for n, out, removed in ((3, "Green {}, Red {}",
                                   [boon_cards.RANK[card] for card in boon_cards.REMOVED]),
                                  (4, "none", []), (5, "none", []))],
        says("gold {}", boon_cards.RANK[boon_cards.GOLD_7]),
        says("With {} and {} players the taker plays against all others. With {} players",
             *boon.GAME.seats),
        says("It wins with {}; {} each is a loss", NEEDED, IN_ALL - NEEDED + 1),
        says("| points of the offence | {}-{} | {}-{} | {}-{} | {}-{} |",
             0, BRACKETS[0], BRACKETS[0] + 1, BRACKETS[1], BRACKETS[1] + 1, BRACKETS[2],
             BRACKETS[2] + 1, IN_ALL),
        says("| each defender | gets {} | gets {} | pays {} | pays {} |", *PAYOUT),
        says("though five players need {} and", 5 * usual(boon.GAME, "victory_cards")),
        says("Each player gets {} Victory Cards", usual(boon.GAME, "victory_cards")),
        says("Gold has {}-{}, the others {}-{}: {} + {} = {}.", 1, SUITS["gold"], 1, SUITS["blue"],
             SUITS["gold"], len(boon_cards.WHOLE) - SUITS["gold"], len(boon_cards.WHOLE)),
        says("order alone gives {}-{}, {} in all",
             min(boon_cards.RANK_POINTS), max(boon_cards.RANK_POINTS), IN_ALL),
        says("`even` is {}, {}, {}, {}: a loss", *PAYOUT),
        says("`double_on_the_bump` is {}, {}, {}, {}: a loss", *DOUBLE_ON_THE_BUMP),
        says("| `victory_cards` | {} | N1: Victory Cards of each player at the start, {} to {} |",
             *option(boon.GAME, "victory_cards")),
        says("| `payout` | {}, {}, {}, {} |", *PAYOUT),
        says("gets on {}-{} and {}-{}, pays on {}-{} and {}-{}; each {} to {} |",
             0, BRACKETS[0], BRACKETS[0] + 1, BRACKETS[1], BRACKETS[1] + 1, BRACKETS[2],
             BRACKETS[2] + 1, IN_ALL, *least_and_most(boon.GAME, "payout")),
        says("| `max_rounds` | {} | N22: rounds after which the game ends, {} to {} |",
             *option(boon.GAME, "max_rounds")),
    ],
    [
        "the box has 20", "4 is an option", "for 3 and 4 players", "in 2015",
    ],
)  # fmt: skip


# The Bum Game


def dealt(seats: int) -> str:
    """Return how many cards are dealt, the Boss first, as the table writes it."""
    each, more = divmod(len(ordered_deck(seats, usual_jokers(seats))), seats)
    hands = [each + 1] * more + [each] * (seats - more)
    if seats < 6:
        return ", ".join(map(str, hands))
    return f"{each + 1} x{more}, {each} x{seats - more}"


BUM = Page(
    "games/bum/RULES.md",
    [
        says("| players | suits | Jokers | cards | dealt, Boss first | designations, clockwise |"
             " target |"),
        *[says("| {} | {} | {} | {} | {} |", n, n, usual_jokers(n),
               len(ordered_deck(n, usual_jokers(n))), dealt(n)) for n in bum.GAME.seats],
        *[says("Bum | {} |", usual_target(n)) for n in bum.GAME.seats],
        says("low to high are {}, {}, {}, {}, {}, {}, {}, {}, J, Q, K, A, {}, Joker",
             *WORDS[:8], WORDS[12]),
        says("the first to go out scores n - {}, the second n - {}, and so on; the last scores {}.",
             9 - points_for_place(9, 1), 9 - points_for_place(9, 2), points_for_place(9, 9)),
        says("score n - {} to {} too, with a target of {} n.", 9 - points_for_place(9, 1),
             points_for_place(9, 9), POINTS_A_PLAYER),
        says("| `target` | {} | the total that wins, up to {}; {} means {} for each player:"
             " {}, {}, {}, {}, {}, {} (", usual(bum.GAME, "target"),
             least_and_most(bum.GAME, "target")[1], 0, POINTS_A_PLAYER,
             *map(usual_target, bum.GAME.seats)),
        says("| `hands` | {} | the table ends after so many hands at the latest, up to {};"
             " {} means", usual(bum.GAME, "hands"), least_and_most(bum.GAME, "hands")[1], 0),
        says("| `jokers` | {} | {} means half the players", usual(bum.GAME, "jokers"), 0),
    ],
    [
        "Huzonfirst Games (2003)", "Card Games\", 1990;", "Games\", 1994)", "in English in 1980.",
        "Middleman 1, Middleman 2,", "Middleman 1 to 3",
        "Middleman 1 to 4", "cards from 3 to A", "(3 ... A, 2, Joker", "K, A, 2, Joker. A",
        "A-2-Joker must", "3-3-4-4 is none", "may hold 13 cards", "2 to n",
        "about 10 percent or more; this gives 13.1, 17.6 and 13.9.",
        "a target of 20 with four players (15 with three, 25 with five)",
    ],
)  # fmt: skip


# Goblin Market

COINS = usual(goblin_market.GAME, "start_coins")
GOBLIN_MARKET = Page(
    "games/goblin_market/RULES.md",
    [
        says("| players | {} to {} |", goblin_market.GAME.seats[0], goblin_market.GAME.seats[-1]),
        says("the {} basic cards of the Decktet", len(AUCTION_DECK)),
        says("the four Pawns and the four Courts: {} cards", len((*PAWNS, *COURTS))),
        says("| coins | {} for each player at the start", COINS),
        says("Everybody gets {} coins", COINS),
        says("{} coins if its rank matches the digit, {} if it is the rank below, {} if it is two"
             " ranks below", MATCH, ONE_BELOW, TWO_BELOW),
        says("last digit | {} coins | {} coins | {} coin |", MATCH, ONE_BELOW, TWO_BELOW),
        says("Digit {} stands for the Ace, {} to {} for these ranks, {} for the Crown",
             RING.index("A"), RING.index("2"), RING.index("9"), RING.index("Crown")),
        *[says("| {} | {} | {} | {} |", digit, *(RING[(digit - k) % 10].replace("A", "Ace")
               for k in range(3))) for digit in range(4)],
        says("| {} to {} | that rank | one less | two less |", 4, 9),
        says("The lowest bid is {} (option", usual(goblin_market.GAME, "min_bid")),
        says("| `start_coins` | {} | {} to {} |", *option(goblin_market.GAME, "start_coins")),
        says("| `first_bidder` | {} |", usual(goblin_market.GAME, "first_bidder")),
        says("| `min_bid` | {} | {} to {} |", *option(goblin_market.GAME, "min_bid")),
    ],
    [
        "each rank 2 to 9", "between 10 and 14 auctions",
        "BY-NC-SA 3.0",
        "... 8, 9, Crown, Ace, 2 ...", "worth +2, 0 or -2, an Ace or a Crown +1 or -1",
        "0 allows a bid of nothing", "its last digit is 0",
        *(f"| {rank} | " for rank in range(2, 10)),  # cards by rank
    ],
)  # fmt: skip


# The table around a game

ORDINAL = {2: "second", 5: "fifth"}
DEFAULTS: dict[str, Any] = {each.name: each.default for each in fields(commands.Open)}
TABLE = Page(
    "games/table/RULES.md",
    [
        says("With the {} time-out of a player in a row", ORDINAL[attendance.MOST_IN_A_ROW]),
        says("between them, or the {} in all,", ORDINAL[attendance.MOST_IN_ALL]),
        says("more than a {} of the decisions", {4: "quarter"}[attendance.PART]),
        says("has lasted for {} days, any player", WORDS_OF[state.SILENCE // (1000 * DAY)]),
        says("At a table for {} the seat is", WORDS_OF[state.FOR_TWO]),
        says("for how many seconds it holds: {} to {} ({} days)", 1, LONGEST_WAIT,
             LONGEST_WAIT // DAY),
    ],
    [],
)  # fmt: skip
TABLE_BYTES = Page(
    "docs/reference/table-rules.md",
    [
        says("`turn` {} to {}, `bank` and `first_turn` {} to {} seconds, {} days", 1,
             LONGEST_WAIT, 0, LONGEST_WAIT, LONGEST_WAIT // DAY),
        says("| `lag` | {} to {} milliseconds, {} if not given; with a clock |", 0,
             opening.MOST_LAG, DEFAULTS["lag"] or 0),
        says("| `spectator_delay` | {} to {} events, {} if not given |", 0, opening.MOST_DELAY,
             DEFAULTS["spectator_delay"]),
        says("| `expires_after` | {} to {} seconds ({} days), {} ({} hours) if not given |", 1,
             LONGEST_WAIT, LONGEST_WAIT // DAY, DEFAULTS["expires_after"],
             DEFAULTS["expires_after"] // 3_600),
        says("| `pace` | {} to {} milliseconds, {} if not given |", 0, opening.SLOWEST,
             DEFAULTS["pace"] or 0),
        *[says(text, state.REVEAL_TIME // 1_000)
          for text in ("Within {} seconds of the call", "come before the {} seconds are over",
                       "says that the {} seconds are over")],
        says("and less than it by {} at most", state.MOST_BEHIND),
        says("is due at least {} seconds later", beacon.AHEAD // 1_000),
        says("fewer than {} players held a seat at the call", WORDS_OF[state.LEAST_PLAYERS]),
        *[says(text, state.PATIENCE // 60_000)
          for text in ("or after {} minutes from the time at which it was due",
                       "after {} minutes it is aborted (T9b)")],
    ],
    [  # what bytes of a format are: no later version can change that
        "count seats from 0,", "16 random bytes of a player, written as 32 lower-case hex",
        "SHA-256", "| commitment | 64 lower-case", "fairdeal/entropy/1", "and the 32 digits",
        "an Ed25519 key",
        "among 2^k deals",
        "requests, 64 lower-case hex digits", "to an event, 64 lower-case",
        "30 days (0 if not given)",
        "1 to 64 letters", "seals 32 random bytes", "all of them not less than 1:",
    ],
)  # fmt: skip
TABLE_RULINGS = Page(
    "docs/reference/table-rulings.md",
    [says("By seat a whole number from {} to {},", -rulings.MOST_POINTS, rulings.MOST_POINTS)],
    ["not all of them 0"],
)
TABLE_BOTS = Page(
    "docs/reference/table-bots.md",
    [says("| `tournament.index` | {} to {} |", 0, planned.HIGHEST)],
    [
        "1 to 64 letters", "or 64 hex digits", "the first 6 bytes", "SHA-256", "HMAC-SHA256",
        "the first 18 digits",
    ],
)  # fmt: skip


# SECURITY.md


def quota(name: str, who: str = "address") -> str:
    """Return how many are allowed, with a comma in thousands."""
    return f"{quotas.size_of(quotas.QUOTAS[name].sizes[who]).amount:,}"


def number(setting: Any) -> str:
    """Return the default of a setting."""
    return f"{int(setting.default):,}"


def mebibytes(size: int) -> int:
    """Return a size of whole MiB."""
    assert size % 2**20 == 0
    return size >> 20


SECURITY = Page(
    "SECURITY.md",
    [
        says("| {} random bits, kept as a hash", 8 * recovery.BYTES),
        says("{} an hour from an address", quota("recover")),
        says("workers run {} functions of ours by name", WORDS_OF[len(FUNCTIONS)]),
        says("| {} KiB; a log to be verified {} MiB, without an account {} MiB |",
             settings.BODY_LIMIT >> 10, number(VERIFY_LIMIT_MIB),
             number(VERIFY_ANONYMOUS_LIMIT_MIB)),
        says("| {} a minute, then", quota("refused", "caller")),
        says("| {} an hour of an address |", quota("register")),
        says("opened by the role director alone, {} at a time; {:,} entrants, {} more directors,"
             " rounds of {:,} tables", quota("tournaments", "director"),
             tournament_settings.MOST_ENTRANTS, tournament_rules.MOST_DIRECTORS,
             tournament_rules.MOST_PLANNED),
        says("unpacks to {} times its size at most; {} s of processor time and {} s per {} kB",
             logfile.RATIO, verifiers.START, 1, verifiers.PACE // 1_000),
        says("and {} MiB, {:,} events, {} commands a page, {} pages an hour of an address",
             mebibytes(replays.LIMIT), log_replay.MOST_EVENTS, log_replay.MOST, quota("replays")),
        says("| {} at a time, and of an address |", number(VERIFIER_PROCESSES)),
        says("{} at a time, and of an address", quota("uploads")),
        says("| {} of a process; they hold no thread, {} of an account, {} of an address |",
             number(MAX_WAITING_READS), quota("streams", "player"), quota("streams")),
        says("| {} of an API process while somebody plays",
             {"20": "a fifth"}[quota("reads", "server")]),
        says("{} of an address may wait", quota("readers")),
        says("| {} connections; {} s for a head, {} s for a body ({} more for each MiB)",
             number(MAX_CONNECTIONS), number(KEEP_ALIVE_SECONDS), number(BODY_TIMEOUT_SECONDS),
             {2**20: "a second"}[body.RATE]),
        says("closed {} h after the last seating (those of quick seats {}), {} days at most",
             DEFAULTS["expires_after"] // 3_600,
             {3_600: "an hour"}[quick_seat.AS_OPENED["expires_after"]], LONGEST_WAIT // DAY),
        says("a connection cut after {} s |", number(BODY_TIMEOUT_SECONDS)),
        says("operators are warned from {} % on", memory.WARNED_FROM),
        says("| {} bits, {} minutes, {} tries an hour of an account",
             int(device_codes.LENGTH * log2(len(device_codes.LETTERS))),
             device_codes.DEVICE_LIFE // 60_000, quota("consents", "player")),
        says("believed for {} more seconds by other processes", int(players.BELIEVED)),
    ],
    [
        "UTS #39", "| 400, and", "| 400 |", "| 422 |", "then 429", "no 500", "503 says",
        "127.0.0.1", "free within 2 s",
    ],
)  # fmt: skip


PAGES = [
    BOOSH, BOOJUM, BOON, BUM, GOBLIN_MARKET,
    TABLE, TABLE_BYTES, TABLE_RULINGS, TABLE_BOTS, SECURITY,
]  # fmt: skip


def text_of(page: Page) -> str:
    """Return a page up to its examples, each row of whitespace as one space."""
    text = END.split((ROOT / page.path).read_text())[0]
    return re.sub(r"\s+", " ", re.sub(r"^ *\d+\. ", "", text, flags=re.MULTILINE))


def places(text: str, part: str) -> Iterator[int]:
    """Yield the places in a text that a part of it covers, wherever it stands."""
    for found in re.finditer(rf"(?<!\d){re.escape(part)}(?!\d)", text):
        yield from range(*found.span())


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.path)
def test_a_page_states_the_numbers_of_the_code(page: Page) -> None:
    text = text_of(page)
    assert [str(one) for one in page.claims if not any(places(text, str(one)))] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.path)
def test_every_number_of_a_page_is_claimed_or_prose(page: Page) -> None:
    text = text_of(page)
    covered = {place for found in REFERENCE.finditer(text) for place in range(*found.span())}
    for part in (*map(str, page.claims), *page.prose):
        covered |= set(places(text, part))
    assert [
        text[max(0, found.start() - 30) : found.end() + 30]
        for found in NUMBER.finditer(text)
        if found.start() not in covered
    ] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.path)
def test_no_claim_holds_a_number_of_its_own_and_all_prose_is_on_the_page(page: Page) -> None:
    own = [one.text for one in page.claims if NUMBER.search(REFERENCE.sub("", one.text))]
    assert own == []
    assert [part for part in page.prose if part not in text_of(page)] == []


def test_goblin_market_pays_each_card_as_its_table_says() -> None:
    """The table's rows follow the ring; so do the coins of each card."""
    for card, coins in EARNS.items():
        own = coins.index(MATCH)
        assert (coins[(own + 1) % 10], coins[(own + 2) % 10]) == (ONE_BELOW, TWO_BELOW), card
        assert sum(coins) == MATCH + ONE_BELOW + TWO_BELOW


def test_a_part_of_another_number_is_not_claimed_with_it() -> None:
    assert list(places("gets 50 points, or 500", "50")) == [5, 6]
