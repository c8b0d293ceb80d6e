"""Who could have influenced the deals of a log, as the server says it too, and what no log shows.

The server tells it of the table as it stands; a log proves it only where its shuffles could be
computed again, and of a beacon only where something shows that all else was settled before.
"""

from collections.abc import Iterator
from typing import NamedTuple

from games.table import Table
from games.table.influence import ended_before_play, influence

WHO = "who could have influenced the deal"


class InfluenceEvidence(NamedTuple):
    """What shows who could have influenced the deals.

    Attributes:
        are_shuffles_checked: all deals so far follow from the secret that the opening has sealed.
        is_timely: a round of a beacon is in the deals, and came after all else was settled.
    """

    are_shuffles_checked: bool
    is_timely: bool


def influence_proven(table: Table, evidence: InfluenceEvidence) -> Iterator[str]:
    """Yield who could have influenced the deals, where that is proven."""
    is_known = table.was_played and evidence.are_shuffles_checked
    if is_known or ended_before_play(table):
        yield f"{WHO}: {influence(table, counts_beacon=evidence.is_timely)['text']}"


def influence_not_proven(table: Table, evidence: InfluenceEvidence) -> Iterator[str]:
    """Yield who could have influenced the deals if more were shown, and what no log shows."""
    if not table.was_played:
        return
    lacks = [] if evidence.are_shuffles_checked else ["its shuffles checked"]
    if table.round is not None and not evidence.is_timely:
        lacks.append("a proven time of reveals")
    if lacks:
        yield f"{WHO}, with {' and '.join(lacks)}: {influence(table)['text']}"
    if table.withheld:
        seats = ", ".join(map(str, sorted(table.withheld)))
        yield f"that the server did not drop what seat {seats} revealed: it counts as withheld"
    yield "tables aborted before this one, also by auditors, are not in its log"
