"""The fewest faults with which a run still fails (delta debugging)."""

from collections.abc import Callable, Sequence

MOST = 60  # runs


def fewest(faults: Sequence[str], fails: Callable[[Sequence[str]], bool]) -> list[str]:
    """Return faults of which none can be left out, as far as so many runs tell."""
    kept, parts, runs = list(faults), 2, 0
    if fails([]):
        return []
    while len(kept) > 1 and runs < MOST:
        size = max(1, len(kept) // parts)
        pieces = [kept[k : k + size] for k in range(0, len(kept), size)]
        for piece in pieces:
            rest = [one for one in kept if one not in piece]
            runs += 1
            if rest and fails(rest):
                kept, parts = rest, max(2, parts - 1)
                break
        else:
            if size == 1:
                break
            parts = min(len(kept), 2 * parts)
    return kept
