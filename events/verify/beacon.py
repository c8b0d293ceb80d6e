"""Whether a table's beacon is to be credited: its round must have been fixed before it was due.

Who holds the server's key can date a log back, and write it when the round is known. What was held
outside the server before that, a receipt or a witness's cosignature, shows that it had been fixed.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from events.record.codec import StoredEvent
from games.core.contract import Seat
from games.core.fairness.beacon import KNOWN, BeaconChain
from games.table import Table

SETTLING = frozenset({"table.readied.v1", "table.seat_left.v1", "table.seat_lost.v1"})


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
    """The events with which a table's round and entropies were settled."""

    def __init__(self) -> None:
        self.settling: list[tuple[int, Mapping[str, Any]]] = []

    def see(self, public: Mapping[str, Any]) -> None:
        """Keep an event if it settles anything."""
        if public["type"] in SETTLING:
            self.settling.append((public["n"], public["data"]))

    def newest(self, table: Table, held: Sequence[HeldEvent]) -> HeldEvent | None:
        """Return the newest event that was held after the round was fixed and before it was due."""
        assert table.terms.beacon is not None
        assert table.round is not None
        called = next(n for n, data in self.settling if "round" in data)
        due_at = table.terms.beacon.due_at(table.round)
        return max((one for one in held if one.n >= called and one.at < due_at), default=None)

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
            yield f"{name} had been fixed before it was there: {by} is older"

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
                "beacon, time unproven: no receipt of the first call for the start, or of a later"
                f" event, from before round {table.round} was given, nor a cosigned leaf of it, so"
                " who holds the server's key may have fixed it when it was known"
            )
        if word == "credited" and (late := self.settled_after(table, held)):
            yield (
                f"that the entropy of seat {late} was revealed or withheld before the beacon was"
                " there: what was held is from before it"
            )

    def settled_after(self, table: Table, held: Sequence[HeldEvent]) -> str:
        """Return the seats whose entropy was revealed or withheld after what was held."""
        held_at = self.newest(table, held)
        newest = 0 if held_at is None else held_at.n
        after = {data["seat"] for n, data in self.settling if n > newest}
        promised = {k for k in range(table.seats) if table.entropy_of(Seat(k)) != "none"}
        before = {
            data["seat"]
            for n, data in self.settling
            if n <= newest and data.get("entropy") is not None
        }
        return ", ".join(map(str, sorted((after & promised) - before)))


def _is_known_chain(chain: BeaconChain) -> bool:
    """Say whether a chain is one whose key is built in."""
    return KNOWN.get(chain.chain) == chain
