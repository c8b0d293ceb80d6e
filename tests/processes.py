"""Which processes run, and who started them."""

from contextlib import suppress
from pathlib import Path


def parents() -> dict[int, int]:
    """Return the parent of every process that runs (dead ones nobody waited for left out)."""
    found = {}
    for folder in Path("/proc").iterdir():
        with suppress(OSError, ValueError):
            state, parent = (folder / "stat").read_text().rpartition(")")[2].split()[:2]
            if state != "Z":
                found[int(folder.name)] = int(parent)
    return found


def family(pid: int) -> list[int]:
    """Return the processes that a process has started, and those that they have."""
    known, found = parents(), [pid]
    for one in found:
        found += [child for child, parent in known.items() if parent == one]
    return found[1:]


def are_gone(pids: list[int]) -> bool:
    """Say whether none of the processes runs any more."""
    return not set(pids) & set(parents())
