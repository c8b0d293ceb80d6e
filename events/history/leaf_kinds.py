"""Of which events the heads become leaves of the tree, and of which kind."""

from collections.abc import Mapping
from typing import Any

from events.history.checkpoints import (
    CALLED,
    CLOSED,
    OPENED,
    RULED,
    SETTLED,
    TOURNAMENT_CALLED,
    TOURNAMENT_SETTLED,
)

KINDS = {
    "table.opened.v1": OPENED, "table.start_called.v1": CALLED,
    "table.entropy_closed.v1": SETTLED, "table.closed.v1": CLOSED, "dispute.ruled.v1": RULED,
    "tournament.called.v1": TOURNAMENT_CALLED, "tournament.started.v1": TOURNAMENT_SETTLED,
    "tournament.round_planned.v1": TOURNAMENT_SETTLED,
    "tournament.table_replayed.v1": TOURNAMENT_SETTLED,
}  # fmt: skip
ROUNDS = {  # by type of event, the field with the round of a beacon
    "table.entropy_closed.v1": "round", "tournament.round_planned.v1": "beacon",
    "tournament.table_replayed.v1": "beacon",
}  # fmt: skip
LEAVES = frozenset(KINDS)  # the head after an event of these types is a leaf; see `leaf_kind`


def leaf_kind(public: Mapping[str, Any]) -> str | None:
    """Return which leaf the head after an event is; None: it is none.

    What may fix a round of the beacon (rule T21), the closing of a table's entropies or the plan of
    a tournament's tables, is one where it does so: a leaf that a witness has cosigned before that
    round shows that nobody could choose anything by then.
    """
    field = ROUNDS.get(public["type"])
    fixes_none = field is not None and public["data"].get(field) is None
    return None if fixes_none else KINDS.get(public["type"])
