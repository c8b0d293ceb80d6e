"""Pairs of two: the cheapest matching of all, by the blossom algorithm of networkx.

Costs are whole numbers that luck makes different, so that every machine finds the same pairs.
"""

from collections.abc import Mapping
from typing import Final

Pair = tuple[int, int]
LEVEL: Final = 1 << 48  # above what the lower part of a cost comes to, summed over a whole field


def lexicographic_cost(*levels: int) -> int:
    """Return one number for several: less of the first counts more than all of the others."""
    total = 0
    for level in levels:
        total = total * LEVEL + level
    return total


def cheapest_matching(costs: Mapping[Pair, int]) -> list[Pair]:
    """Return as many of these pairs as can be without naming anybody twice, at the least cost."""
    import networkx  # noqa: PLC0415  # a tenth of a second that only who pairs should pay

    graph = networkx.Graph()
    graph.add_weighted_edges_from((*pair, -price) for pair, price in sorted(costs.items()))
    found = networkx.max_weight_matching(graph, maxcardinality=True)
    return sorted((min(pair), max(pair)) for pair in found)
