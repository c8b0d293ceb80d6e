"""The arithmetic of Boosh: hands, points of a call, points of a void hand, places."""

from collections.abc import Iterable

from games.boosh.cards import JOKER, POINTS
from games.boosh.options import Options
from games.core.contract import Card, Seat

Values = tuple[int | None, ...]  # by seat; None for who folded or is out
BOOSH_POINTS = (50, 100, -25, -50, 50, -25)  # in the order of the option `woof_points`
VOID_POINTS = 50  # W8, W9


def hand_value(hand: Iterable[Card], *, lowest: bool = False) -> int:
    """Add up a hand; the Joker equals its highest other card, in Woof its `lowest` (W15).

    >>> hand_value(["KS", "QS", "JK", "9H"]), hand_value(["KS", "QS", "JK", "9H"], lowest=True)
    (47, 43)
    >>> hand_value(["KS", "KH", "KD", "JK"]), hand_value(["AS", "AH", "AD", "JK"])
    (52, 4)
    >>> hand_value(["2S", "3H", "JK", "10D"]), hand_value(["2S", "3H", "JK", "10D"], lowest=True)
    (25, 17)
    """
    points = [POINTS[card] for card in hand if card != JOKER]
    if len(points) == 4:
        return sum(points)
    return sum(points) + (min(points) if lowest else max(points))


def best_of(values: Values, *, lowest: bool = False) -> tuple[Seat, ...]:
    """Return the seats that hold the best value.

    >>> best_of((47, None, 33, 47)), best_of((47, None, 33, 47), lowest=True)
    ((0, 3), (2,))
    """
    shown = [each for each in values if each is not None]
    best = min(shown) if lowest else max(shown)
    return tuple(Seat(seat) for seat, each in enumerate(values) if each == best)


def _tied_share(points: int, tied: int, tie_payment: str) -> int:
    """Return what each of the tied best gets (W11, W12); a split is rounded down.

    >>> _tied_share(50, 3, "each"), _tied_share(50, 3, "split")
    (50, 16)
    """
    return points if tie_payment == "each" else points // tied


def folded_points(seats: int, caller: Seat, table: tuple[int, ...]) -> tuple[int, ...]:
    """Rule 7: all others folded, only the caller gets points.

    >>> folded_points(3, 1, BOOSH_POINTS)
    (0, 50, 0)
    """
    return tuple(table[0] if seat == caller else 0 for seat in range(seats))


def caller_is_best(best: tuple[Seat, ...], caller: Seat, options: Options) -> bool:
    """W10: a tied caller counts as best, unless the option says otherwise."""
    return caller in best and (options.caller_wins_ties or len(best) == 1)


def call_points(
    values: Values, best: tuple[Seat, ...], caller: Seat, table: tuple[int, ...], options: Options
) -> tuple[int, ...]:
    """Rule 7: return the points of a showdown after a call, by seat.

    >>> call_points((47, 40, 33), (0,), 0, BOOSH_POINTS, Options())
    (100, -25, -25)
    >>> call_points((47, 40, 33), (0,), 1, BOOSH_POINTS, Options())
    (50, -50, -25)
    >>> call_points((47, 40, None), (0,), 1, BOOSH_POINTS, Options())
    (50, -50, 0)
    >>> call_points((None, 40, 33), (1,), 1, BOOSH_POINTS, Options())
    (0, 100, -25)
    """
    _, called, others_in, beaten, won, rest = table
    winners: tuple[Seat, ...] = ()
    prize, own, lost = 0, called, others_in
    if not caller_is_best(best, caller, options):
        winners = tuple(seat for seat in best if seat != caller)
        prize, own, lost = _tied_share(won, len(winners), options.tie_payment), beaten, rest
    return tuple(
        0 if each is None else own if seat == caller else prize if seat in winners else lost
        for seat, each in enumerate(values)
    )


def void_points(seats: int, best: tuple[Seat, ...], tie_payment: str) -> tuple[int, ...]:
    """W8, W9: the best hand gets 50 whoever holds it, all others nothing.

    >>> void_points(3, (0, 2), "each"), void_points(3, (0, 2), "split")
    ((50, 0, 50), (25, 0, 25))
    """
    prize = _tied_share(VOID_POINTS, len(best), tie_payment)
    return tuple(prize if seat in best else 0 for seat in range(seats))


def places(totals: tuple[int, ...], out: tuple[int, ...], winner: Seat | None) -> tuple[int, ...]:
    """Rank the winner, then who is still in by total, then the eliminated, latest hand first.

    >>> places((260, 300, -250, -275), (0, 0, 7, 9), 0)
    (1, 2, 4, 3)
    >>> places((100, 40, 100), (0, 0, 0), None)
    (1, 3, 1)
    """
    ranks = [
        (seat == winner, not hand, hand, total)
        for seat, (total, hand) in enumerate(zip(totals, out, strict=True))
    ]
    return tuple(1 + sum(other > rank for other in ranks) for rank in ranks)
