"""A file of results: the plan, then a line of JSON a deal, in the order in which they ended.

A line is written at once when its deal has ended. A last line that was cut off is dropped, so what
is lost when a process is killed is the deals that were being played.
"""

import fcntl
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any


class ResultsMismatch(Exception):
    """A file of results is of another match; the text says in what."""


@contextmanager
def lock_results_file(path: Path) -> Iterator[None]:
    """Keep other runs away from a file while its match is played; it is made if it is not there.

    Raises:
        ResultsMismatch: it can't be used, or another run writes it now.
    """
    try:
        file = path.open("a")
    except IsADirectoryError:
        raise ResultsMismatch(f"{path} is a folder: name a file") from None
    except OSError as error:
        raise _unusable_file_error(path, error) from None
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)  # goes with its process, even killed
        except BlockingIOError:
            why = "now: wait until it ends, or name another file"
            raise ResultsMismatch(f"another run keeps its deals in {path} {why}") from None
        yield


def resume_results_file(path: Path, plan: Mapping[str, Any]) -> dict[int, Mapping[str, Any]]:
    """Return the deals in a file of this plan; it is begun if it is empty.

    Raises:
        ResultsMismatch: it holds something else.
    """
    try:
        whole, newline, cut = path.read_text().rpartition("\n")
        lines = whole.splitlines()
        if cut and not lines:
            raise no_results(path)
        if cut or not lines:
            path.write_text(whole + newline if lines else json.dumps(plan) + "\n")
        if not lines:
            return {}
        first, *deals = map(json.loads, lines)
        _require_same(path, first, plan)
        return {one["deal"]: one for one in deals}
    except OSError as error:
        raise _unusable_file_error(path, error) from None
    except (ValueError, TypeError, KeyError, AttributeError):
        raise no_results(path) from None


def _unusable_file_error(path: Path, error: OSError) -> ResultsMismatch:
    """Return how to say that a file can't be read or written."""
    return ResultsMismatch(f"{path} can't be used ({error.strerror}): name another file")


def no_results(path: Path) -> ResultsMismatch:
    """Return how to say that a file holds something else."""
    return ResultsMismatch(f"{path} is no file of results: name another one")


def _require_same(path: Path, there: Mapping[str, Any], plan: Mapping[str, Any]) -> None:
    """Refuse a file of another plan."""
    different = [name for name in plan if there.get(name) != plan[name]]
    if different:
        name = different[0]
        raise ResultsMismatch(
            f"{path} has results of another match: `{name}` is {json.dumps(there.get(name))},"
            f" not {json.dumps(plan[name])}; name another file, or play that match on"
        )


def append_deal(path: Path, deal: Mapping[str, Any]) -> None:
    """Write a deal behind those that are there."""
    with path.open("a") as file:
        file.write(json.dumps(deal) + "\n")
