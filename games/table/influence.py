"""Who could have influenced the deals of a table, and how: one answer for servers and verifiers."""

from collections.abc import Sequence
from typing import Annotated, TypedDict

from games.core.contract import Seat
from games.core.fairness.beacon import KNOWN
from games.table.state import Table

NO_DEAL = "nobody, since the table ended before any cards were dealt"


class Influence(TypedDict):
    """Who could have influenced the deals of a table."""

    is_settled: Annotated[
        bool, "Whether the entropies are closed; before that, this is how it stands."
    ]
    text: Annotated[str, "Who could choose the deals, in words."]
    seats: Annotated[
        list[Seat], "The seats whose entropy counts: without a beacon the server needs all of them."
    ]
    withheld: Annotated[list[Seat], "The seats whose entropy was promised and is not in the deal."]
    beacon: Annotated[str | None, "Name of the chain whose round is in the deal; null: none is."]


def influence(table: Table, *, counts_beacon: bool = True) -> Influence:
    """Return who could have influenced the deals, as the log of the table tells.

    Nobody could where the table ended before play, as aborted tables do (T9b): there is no deal.

    `counts_beacon`: False where nothing shows that all was settled before its round was there.
    """
    seats = [
        Seat(seat)
        for seat, commitment in enumerate(table.commitments)
        if commitment is not None and seat not in table.withheld
    ]
    if ended_before_play(table):
        seats, counts_beacon = [], False
    beacon = table.terms.beacon if counts_beacon and table.takes_beacon() else None
    withheld, chain = sorted(table.withheld), None if beacon is None else beacon.chain
    return {
        "is_settled": bool(table.entropies),
        "text": _influence_text(table, seats, withheld, chain),
        "seats": seats,
        "withheld": withheld,
        "beacon": chain,
    }


def ended_before_play(table: Table) -> bool:
    """Say whether the table is over and no cards were dealt there."""
    return table.outcome is not None and not table.was_played


def _influence_text(
    table: Table, seats: list[Seat], withheld: list[Seat], chain: str | None
) -> str:
    """Return it in words."""
    if ended_before_play(table):
        return NO_DEAL
    if chain is not None:
        runners = "drand" if chain in KNOWN else f"whoever runs the beacon {chain}"
        return f"nobody, unless {runners} and the server collude"
    if table.terms.tournament is not None and table.terms.tournament.entropy:
        return "the server and all entrants who revealed their entropy together"
    if not seats:
        return "the server alone"
    together = f"the server and {_seats_text(seats)} together"
    if not withheld:
        return together
    deals = 1 << len(withheld)
    return (
        f"{together}; and the server alone among {deals} deals, if it dropped what"
        f" {_seats_text(withheld)} revealed"
    )


def _seats_text(seats: Sequence[int]) -> str:
    """Return seats in words.

    >>> [_seats_text([2]), _seats_text([0, 2])]
    ['seat 2', 'seats 0 and 2']
    """
    *others, last = map(str, seats)
    return f"seats {', '.join(others)} and {last}" if others else f"seat {last}"
