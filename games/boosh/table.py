"""How often to call, which cards to show and when to stay in, near an equilibrium.

The numbers were found by counterfactual regret minimisation; `python -m bench.boosh --write` finds
them again (bench/boosh/equilibrium.c has the same keys). A draw is a number below `STEPS`.
"""

import zlib
from base64 import b85decode
from collections.abc import Sequence
from functools import cache
from itertools import accumulate
from typing import Final, NamedTuple

from games.boosh.cards import DECK
from games.boosh.sight import TOP, BotView, Row, ranks_of, total_of_ranks
from games.boosh.table_numbers import NUMBERS
from games.core.fairness.chance import Chance

STEPS: Final = 15
TURNS_LEVELS: Final = (0, 1, 2, 3, 4, 5, 5, 6)
LEAST, TOTALS, HIGHS, KNOWN, RIVALS = 17, 34, 4, 3, 3
CALLS: Final = (TURNS_LEVELS[-1] + 1) * TOTALS * HIGHS * KNOWN * RIVALS
PAIRS: Final = ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3))
SHOWS: Final = CALLS // RIVALS * len(PAIRS)
NEEDS, ONE_NEEDS, LEVELS = 27, 14, 8
LEVEL: Final = (7, 0, 0, 0, 0, 1, 1, 2, 2, 3, 4, 5, 6, 7)  # by rank of a card that is shown
TURNS: Final = TURNS_LEVELS[-1] + 1
ONES_FROM: Final = 2 * TURNS * NEEDS * LEVELS * LEVELS
HIGH_CARD: Final = 10
NUMBER_OF: Final = {card: number for number, card in enumerate((None, *DECK))}


class Strategy(NamedTuple):
    """Numbers from 0 to `STEPS` by key; of shows, one for each of `PAIRS`."""

    calls: bytes
    shows: bytes
    stays: bytes


@cache
def strategy_for(players: int) -> Strategy:
    """Return the strategy among so many players."""
    packed = zlib.decompress(b85decode("".join(NUMBERS[players])))
    digits = bytes(digit for byte in packed for digit in (byte >> 4, byte & 15))
    shows = digits[CALLS : CALLS + SHOWS]
    return Strategy(digits[:CALLS], shows, digits[CALLS + SHOWS :])


def draw_from_cards(sight: BotView) -> int:
    """Return a draw that nobody else can know: it follows from the own cards and the turn."""
    number = sight.turns
    for card in sight.own:
        number = number * len(NUMBER_OF) + NUMBER_OF[card]
    return Chance(number).randrange(STEPS)


def table_calls(sight: BotView, draw: int) -> bool:
    """Say whether to call."""
    return strategy_for(sight.players).calls[table_key(sight)] > draw


def shown_pair(sight: BotView, draw: int) -> tuple[int, int]:
    """Return the positions of the two cards that the caller shows."""
    at = table_key(sight) * len(PAIRS)
    order = _positions_by_rank(_ranks(sight, sight.own))
    shares = strategy_for(sight.players).shows[at : at + len(PAIRS)]
    pair = next(at for at, upto in enumerate(accumulate(shares)) if upto > draw)
    low, high = PAIRS[pair]
    one, two = sorted((order[low], order[high]))
    return one, two


def table_stays(sight: BotView, draw: int) -> bool:
    """Say whether to stay against a caller who hides a card or two."""
    return strategy_for(sight.players).stays[table_key(sight)] > draw


def table_key(sight: BotView) -> int:
    """Return under which number the table says what to do now."""
    turns = sight.turns // sight.players
    if sight.phase == "calling":
        return _call_key(sight, (sight.turns - 1) // sight.players)
    if sight.phase == "exposing":
        return _show_key(sight, turns - 1)
    return _stay_key(sight, turns - 1)


def _ranks(sight: BotView, row: Row) -> list[int]:
    """Return the ranks of cards; the Joker counts as a king."""
    ranks = ranks_of(sight)
    return [ranks[card] or TOP for card in row]


def _positions_by_rank(ranks: Sequence[int]) -> list[int]:
    """Return positions from the lowest card."""
    return sorted(range(4), key=ranks.__getitem__)


def _level_of_turns(turns: int) -> int:
    """Return the level of the caller's number of turns before its call."""
    return TURNS_LEVELS[min(max(turns, 0), len(TURNS_LEVELS) - 1)]


def _show_key(sight: BotView, turns: int) -> int:
    """Return the key of an own hand at a call."""
    ranks = sorted(_ranks(sight, sight.own))
    level = min(max(_own_points(sight) - LEAST, 0), TOTALS - 1)
    high = ranks[2] + ranks[3]
    highs = (high > 19) + (high > 22) + (high > 24)
    known = min(2, sum(card is not None for card in sight.known[sight.seat]))
    return ((_level_of_turns(turns) * TOTALS + level) * HIGHS + highs) * KNOWN + known


def _own_points(sight: BotView) -> int:
    """Add up the own hand."""
    ranks = ranks_of(sight)
    return total_of_ranks([ranks[card] for card in sight.own])


def _call_key(sight: BotView, turns: int) -> int:
    """Return the key of a call."""
    rivals = max(
        sum(card is not None and rank >= HIGH_CARD for card, rank in zip(row, ranks, strict=True))
        for row, ranks in (
            (row, _ranks(sight, row)) for at, row in enumerate(sight.known) if at != sight.seat
        )
    )
    return _show_key(sight, turns) * RIVALS + min(2, rivals)


def _stay_key(sight: BotView, turns: int) -> int:
    """Return the key of an answer to a call; a tie beats a caller who does not win it."""
    assert sight.caller is not None
    shown = _ranks(sight, [card for card in sight.known[sight.caller] if card is not None])
    block = (TURNS if sight.stayed else 0) + _level_of_turns(turns)
    points = _own_points(sight) - sight.caller_wins_ties
    need, level = max(0, points - sum(shown)), LEVEL[max(shown)]
    if len(shown) == 2:
        need = min(need, NEEDS - 1)
        return ((block * NEEDS + need) * LEVELS + LEVEL[min(shown)]) * LEVELS + level
    return ONES_FROM + (block * ONE_NEEDS + min(need, ONE_NEEDS - 1)) * LEVELS + level
