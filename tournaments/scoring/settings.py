"""How a tournament counts: what its settings may say, and what of it does not fit together."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

Kind = Literal["points", "places", "duplicate"]
Normalise = Literal["none", "places", "z"]
Unplayed = Literal["none", "mean", "most"]
TieBreak = Literal[
    "head_to_head", "opponents", "wins", "last_round",
    "points", "places", "matchpoints", "difference", "registered",
]  # fmt: skip

USUAL_BREAKS: tuple[TieBreak, ...] = ("head_to_head", "opponents", "wins", "last_round")
OF_FIELDS = ("matchpoints", "difference")  # tie-breaks that compare tables of a deal group
OF_ONE_GAME = ("points", "difference")  # tie-breaks that add up scores of a game


@dataclass(frozen=True, slots=True)
class Scoring:
    """What the tables of a tournament count.

    Attributes:
        kind: against whom: `points` and `places` against the table, `duplicate` against all
            who held the same seat of the same deal.
        normalise: `none`: scores as they are; `places`: the share of the others that were beaten;
            `z`: scores in units of what they spread by in their game, in this tournament.
        bye: what a bye brings: what the mean seat of its round does, the most, or nothing.
        void: the same of a table that does not count.
        rank_by: the sum of all that an entrant brought, or its mean a table.
        tie_breaks: what tells apart those whose points are equal, one after the other.
    """

    kind: Kind = "points"
    normalise: Normalise = "none"
    bye: Unplayed = "mean"
    void: Unplayed = "none"
    rank_by: Literal["sum", "mean"] = "sum"
    tie_breaks: tuple[TieBreak, ...] = USUAL_BREAKS


def usual_normalise(several: bool) -> Normalise:
    """Return what settings that don't say so are taken for, with one kind of tables or several."""
    return "places" if several else "none"


def scoring_mistakes(
    scoring: Scoring, games: int, sizes_differ: bool = False, has_others: bool = False
) -> Mapping[str, str]:
    """Return by path what does not fit together, and what would be right.

    Args:
        sizes_differ: not all games of the tournament have equally many seats.
        has_others: tables of one game may have other numbers of seats than its usual one.
    """
    found = dict(_yield_scoring_mistakes(scoring, games, sizes_differ))
    if has_others and scoring.normalise != "places":
        found["normalise"] = 'tables of other sizes (`other_seats`) are compared by "places" alone'
    return found


def _yield_scoring_mistakes(
    scoring: Scoring, games: int, sizes_differ: bool
) -> Iterator[tuple[str, str]]:
    """Yield what is wrong, by path."""
    amounts = scoring.normalise != "places" and scoring.kind != "places"
    if scoring.normalise == "none":
        if games > 1 and amounts:
            yield "normalise", 'scores of several games can\'t be added up: use "places" or "z"'
        elif scoring.kind == "places" and (games > 1 or sizes_differ):
            yield (
                "normalise",
                'places at tables of different sizes can\'t be compared: use "places"',
            )
    for path, value in (("bye", scoring.bye), ("void", scoring.void)):
        if value == "most" and (amounts or scoring.normalise == "z"):
            yield path, 'these scores have no maximum: use "mean" or "none"'
    for at, name in enumerate(scoring.tie_breaks):
        path = f"tie_breaks/{at}"
        if name in scoring.tie_breaks[:at]:
            yield path, f'"{name}" is named twice; name each tie-break once'
        elif name in OF_FIELDS and scoring.kind != "duplicate":
            yield path, f'"{name}" compares tables of a deal group: it needs kind "duplicate"'
        elif name in OF_ONE_GAME and games > 1:
            yield path, f'"{name}" adds up scores of several games: use "places" or "wins"'
