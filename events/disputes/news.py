"""What the players of a table are told of the disputes about it."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from events.disputes.state import OPENED, RULED, WITHDRAWN, Docket, Opened, Ruled, Withdrawn
from events.record.decider import PlayerMessage
from games.table import Fact

NEWS_TYPES: Final = frozenset({OPENED, RULED, WITHDRAWN})


def dispute_news(
    before: Docket, after: Docket | None, facts: Sequence[Fact]
) -> Iterable[PlayerMessage]:
    """Yield what events of disputes are for those who held a seat when play began."""
    for fact in facts:
        match fact.event:
            case Opened(dispute=dispute, seat=seat, players=players, hand=hand):
                own: dict[str, Any] = {"type": "dispute_opened", "by": seat}
            case Ruled(dispute=dispute, verdict=verdict, remedy=remedy):
                own = {"type": "dispute_ruled", "verdict": verdict, "remedy": remedy}
                players, hand = before.find(dispute).players, before.find(dispute).hand
            case Withdrawn(dispute=dispute):
                own = {"type": "dispute_withdrawn"}
                players, hand = before.find(dispute).players, before.find(dispute).hand
            case _:
                continue
        about = {"table": before.table, "dispute": dispute, "hand": hand, "n": fact.n}
        for player in dict.fromkeys(one for one in players if one is not None):
            yield PlayerMessage(player, {**own, **about})
