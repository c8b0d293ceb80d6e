"""Whether a table's beacon is to be credited: all else must have been settled before it was due.

Who holds the server's key can date a log back, and write it when the round is known. What was held
outside the server before that, a receipt or a witness's cosignature, shows that it was settled.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from events.record.codec import StoredEvent
from games.core.fairness.beacon import KNOWN, BeaconChain
from games.table import Table

SETTLED = "table.entropy_closed.v1"


class HeldEvent(NamedTuple):
    """What somebody held at a time: the log as it stood at event n."""

    n: int
    at: int
    what: str = "a receipt"


class CosignedHead(NamedTuple):
    """A head that stood in the tree when witnesses cosigned it (milliseconds)."""

    n: int
    head: str
    at: int

    def held(self, stored: StoredEvent) -> HeldEvent | None:
        """Return what that shows of an event, if it is the one."""
        if (stored.n, stored.h.hex()) != (self.n, self.head):
            return None
        return HeldEvent(self.n, self.at, "the cosignature of the leaf")


class BeaconCredit:
    """The event with which a table's entropies and its round were settled."""

    def __init__(self) -> None:
        self.settled: int | None = None  # its number

    def see(self, public: Mapping[str, Any]) -> None:
        """Note the event if it is the one."""
        if public["type"] == SETTLED:
            self.settled = public["n"]

    def newest(self, table: Table, held: Sequence[HeldEvent]) -> HeldEvent | None:
        """Return the newest event that was held after all was settled and before the round."""
        assert table.terms.beacon is not None
        assert table.round is not None
        assert self.settled is not None
        since, due_at = self.settled, table.terms.beacon.due_at(table.round)
        return max((one for one in held if one.n >= since and one.at < due_at), default=None)

    def is_timely(self, table: Table, held: Sequence[HeldEvent]) -> bool:
        """Say whether a round was there after all else was settled, as what was held shows."""
        return table.randomness is not None and self.newest(table, held) is not None

    def word(self, table: Table, held: Sequence[HeldEvent]) -> str | None:
        """Return a word of `BEACON` for a table that is played with a beacon."""
        if table.randomness is None or table.terms.beacon is None:
            return None
        if not _is_known_chain(table.terms.beacon):
            return "unknown chain"
        return "time unproven" if self.newest(table, held) is None else "credited"

    def proven(self, table: Table, held: Sequence[HeldEvent]) -> Iterator[str]:
        """Yield what a log proves of its beacon."""
        if (word := self.word(table, held)) is None or table.terms.beacon is None:
            return
        name = f"round {table.round} of {table.terms.beacon.chain}"
        yield f"{name} is signed by its chain's key, and is in the name of every shuffle"
        if (newest := self.newest(table, held)) is not None and word == "credited":
            by = f"{newest.what} of event {newest.n}"
            yield f"{name} was there after all else had been settled: {by} is older"

    def not_proven(self, table: Table, held: Sequence[HeldEvent]) -> Iterator[str]:
        """Yield what a log does not prove of its beacon."""
        word, chain = self.word(table, held), table.terms.beacon
        if word == "unknown chain" and chain is not None:
            yield (
                f"that nobody foretold the beacon: the chain {chain.chain} with the key"
                f" {chain.public_key} is unknown here"
            )
        if word == "time unproven":
            yield (
                f"beacon: time of reveals unproven: no receipt of event {self.settled}, which"
                f" closed the entropies, or of a later one, from before round {table.round} was"
                " given, nor a cosigned leaf of it, so who holds the server's key may have written"
                " it when the round was known"
            )


def _is_known_chain(chain: BeaconChain) -> bool:
    """Say whether a chain is one whose key is built in."""
    return KNOWN.get(chain.chain) == chain
