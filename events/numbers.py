"""What a process counts and times: noted at once, added up when the numbers are published.

To note is one append to a queue, so that it costs the way of an action next to nothing.
"""

from bisect import bisect_left
from collections import Counter, deque
from typing import Final, Literal, NamedTuple

FAST = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
LATE = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 4.0, 10.0, 30.0, 60.0, 300.0)
MOST = 100_000  # notes that wait; a process that publishes nothing keeps no more


class MetricFamily(NamedTuple):
    """Numbers of one name: what they are, the labels that tell them apart, bounds of buckets."""

    kind: Literal["counter", "histogram"]
    help: str
    labels: tuple[str, ...] = ()
    bounds: tuple[float, ...] = ()


FAMILIES: Final[dict[str, MetricFamily]] = {
    "fairdeal_request_seconds": MetricFamily(
        "histogram", "Time to an answer, by operation and status.", ("operation", "status"), FAST
    ),
    "fairdeal_appends": MetricFamily("counter", "Commands that were appended to logs."),
    "fairdeal_conflicts": MetricFamily(
        "counter", "Appends that came too late: others were faster."
    ),
    "fairdeal_late_seconds": MetricFamily(
        "histogram", "How late what was due was begun: bots' turns and clocks.", ("kind",), LATE
    ),
    "fairdeal_thoughts": MetricFamily(
        "counter",
        "Moves that bots have thought about, by what they were given: all playouts, fewer, none.",
        ("budget",),
    ),
    "fairdeal_pushes": MetricFamily(
        "counter", "Attempts to deliver notices, by what came of them.", ("outcome",)
    ),
    "fairdeal_sign_failures": MetricFamily(
        "counter", "Receipts and checkpoints that were not signed, by code.", ("code",)
    ),
}
Key = tuple[str, ...]  # name of a number, and its labels
NOTED: deque[tuple[Key, float]] = deque(maxlen=MOST)


def record_metric(name: str, *labels: str, value: float = 1.0) -> None:
    """Count something, or note how long it took."""
    NOTED.append(((name, *labels), value))


def drain_metrics() -> Counter[Key]:
    """Take what was noted since the last time, added up by number."""
    sums: Counter[Key] = Counter()
    while NOTED:
        key, value = NOTED.popleft()
        family = FAMILIES[key[0]]
        if family.kind == "counter":
            sums[key] += value  # type: ignore[assignment]  # a Counter adds floats up as well
        else:
            name, *labels = key
            at = bisect_left(family.bounds, value)
            bound = repr(family.bounds[at]) if at < len(family.bounds) else "+Inf"
            sums[f"{name}_bucket", *labels, bound] += 1
            sums[f"{name}_sum", *labels] += value  # type: ignore[assignment]
    return sums
