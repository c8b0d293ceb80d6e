"""What everybody may know of the start of a table: its closing, its beacon, what is awaited."""

from typing import Annotated, TypedDict

from games.table.state import LogHead, Table


class BeaconFacts(TypedDict):
    """The beacon of which a table waits for a round, or waited."""

    chain: Annotated[str, "Name of the chain."]
    round: Annotated[int | None, "Number of the round; null before the entropies are closed."]
    due_at: Annotated[int | None, "When that round is due."]
    there: Annotated[bool, "Whether it is published; play waits for it."]


class ClosingFacts(TypedDict):
    """The call for the start, which closed the commitments; null before it."""

    n: Annotated[int, "Number of its event."]
    head: Annotated[str, "Head of the log after it, which `reveal` names."]


class StartFacts(TypedDict):
    """What a table waits for before play, or waited for."""

    beacon: BeaconFacts | None
    closing: ClosingFacts | None
    reveal_until: Annotated[
        int | None, "Before when entropies must be revealed; null: none is awaited."
    ]


def start_facts(table: Table) -> StartFacts:
    """Return what everybody may know of the start."""
    return {
        "beacon": _beacon_facts(table),
        "closing": closing_facts(table.closing),
        "reveal_until": table.reveal_until,
    }


def closing_facts(closing: LogHead | None) -> ClosingFacts | None:
    """Return the closing of the commitments as JSON values."""
    return None if closing is None else {"n": closing.n, "head": closing.head}


def _beacon_facts(table: Table) -> BeaconFacts | None:
    """Say for which round of its beacon a table waits, or waited."""
    chain, number = table.terms.beacon, table.round
    if chain is None:
        return None
    due_at = None if number is None else chain.due_at(number)
    there = table.randomness is not None
    return {"chain": chain.chain, "round": number, "due_at": due_at, "there": there}
