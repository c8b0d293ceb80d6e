"""How many tables wait and play, private ones too: a row for each that is not closed."""

from collections.abc import Mapping
from typing import Any

from projections.projection import Projection, Row, Standing

PHASE: Mapping[str, str | None] = {
    "table.opened.v1": "open",
    "table.started.v1": "playing",
    "table.closed.v1": None,
}


def evolve(row: Row | None, stream: str, event: dict[str, Any]) -> Row | None:
    """Return the row of a table after a public event."""
    phase = PHASE[event["type"]]
    return None if phase is None else {"phase": phase, "n": event["n"]}


PHASES = Projection(
    name="phases",
    handles=frozenset(PHASE),
    evolve=evolve,
    standings=lambda row: [Standing(row["phase"], row["n"])],
)
