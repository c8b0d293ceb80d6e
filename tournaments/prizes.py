"""Prizes by final place; who shares a place shares them."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from games.core.options import is_whole

MOST_PRIZE: Final = 10**9
MOST_PRIZES: Final = 1_000
UNIT: Final = re.compile(r"[A-Za-z]{1,12}")


def prize_mistakes(prizes: Sequence[int], unit: str | None) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with prizes, by path: they are none, or grow behind the first place."""
    for at, prize in enumerate(prizes):
        if not is_whole(prize, 0, MOST_PRIZE):
            yield f"policies.prizes.{at}", f"must be a whole number from 0 to {MOST_PRIZE}"
        elif at and prize > prizes[at - 1]:
            yield f"policies.prizes.{at}", "must not be more than that of the place before"
    if len(prizes) > MOST_PRIZES:
        yield "policies.prizes", f"must be {MOST_PRIZES} prizes at most"
    if unit is not None and not UNIT.fullmatch(unit):
        yield "policies.prize_unit", "must be 1 to 12 letters, as in EUR"


def prize_shares(
    prizes: Sequence[int], shared: str | None, places: Sequence[int]
) -> tuple[int, ...]:
    """Return the prize of each entrant by final places, 0 for who has none.

    Those who share a place divide the prizes of all the places that they take; whole units that
    are left over go to those who entered first. `each`: all of them get the prize of the place.

    >>> prize_shares([100, 61, 40], None, (2, 1, 2, 4))
    (51, 100, 50, 0)
    >>> prize_shares([100, 61, 40], "each", (2, 1, 2, 4))
    (61, 100, 61, 0)
    """
    found = [0] * len(places)
    for place in sorted({*places} - {0}):
        tied = [who for who, own in enumerate(places) if own == place]
        if shared == "each":
            pot = sum(prizes[place - 1 : place]) * len(tied)
        else:
            pot = sum(prizes[place - 1 : place - 1 + len(tied)])
        share, left = divmod(pot, len(tied))
        for at, who in enumerate(tied):
            found[who] = share + (at < left)
    return tuple(found)
