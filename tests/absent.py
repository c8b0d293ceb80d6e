"""Tables of functions and types that lack something for a while."""

from collections.abc import Iterator, MutableMapping
from contextlib import contextmanager
from typing import TypeVar

Name = TypeVar("Name")
Thing = TypeVar("Thing")


@contextmanager
def without(table: MutableMapping[Name, Thing], *names: Name) -> Iterator[None]:
    """Leave names out of a table, then have all in its old order again: documents follow it."""
    whole = dict(table)
    for name in names:
        del table[name]
    try:
        yield
    finally:
        table.clear()
        table.update(whole)
