"""Tables of functions: one for each event, action or phase, so that none is forgotten.

mypy holds every function to its own kind. A table that lacks a kind, or has a foreign one, is
refused when its module is imported. What comes out is a plain dict.

    CHANGES = by_kind(EVENTS.values(), on_event(CardDrawn, card_drawn), ...)
    DUE = by_word(PHASES, {"dealing": deal, ...}, without=("bidding", "over"))
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar, get_args

from games.core.contract import Seat

K = TypeVar("K")
R = TypeVar("R")
S = TypeVar("S")
V = TypeVar("V")
W = TypeVar("W", bound=str)


class BadDispatch(TypeError):
    """A table of functions has not exactly the entries that it must have."""


class DispatchEntry(NamedTuple, Generic[V]):
    """What a table holds for one class of events or actions."""

    kind: type[Any]
    value: V


def on_event(kind: type[K], function: Callable[[S, K], R]) -> DispatchEntry[Callable[[S, Any], R]]:
    """Return the entry of a function of the state and an event of this kind."""
    return DispatchEntry(kind, function)


def on_action(
    kind: type[K], function: Callable[[S, Seat, K], R]
) -> DispatchEntry[Callable[[S, Seat, Any], R]]:
    """Return the entry of a function of the state, a seat and an action of this kind."""
    return DispatchEntry(kind, function)


def on_choice(kind: type[K], function: Callable[[S, K], R]) -> DispatchEntry[Callable[[S, Any], R]]:
    """Return the entry of a function of a seat's view and an action of this kind."""
    return DispatchEntry(kind, function)


def by_kind(
    kinds: Iterable[type[K]], *entries: DispatchEntry[V], without: Iterable[type[K]] = ()
) -> dict[type[K], V]:
    """Return values by kind; each kind has one entry or stands in `without`, else BadDispatch."""
    _require_all(kinds, [entry.kind for entry in entries], without)
    return dict(entries)


def by_word(words: Iterable[W], values: Mapping[W, V], without: Iterable[W] = ()) -> dict[W, V]:
    """Return the values; each word has one or stands in `without`, else BadDispatch."""
    _require_all(words, values, without)
    return dict(values)


def by_name(
    union: object, kinds: Mapping[str, type[K]], without: Iterable[type[K]] = ()
) -> dict[str, type[K]]:
    """Return the kinds; each member of their union has one name, else BadDispatch."""
    _require_all(get_args(union) or (union,), kinds.values(), without)
    return dict(kinds)


def _require_all(
    wanted: Iterable[object], found: Iterable[object], without: Iterable[object]
) -> None:
    """Refuse what is found unless it is, with what it goes without, all that is wanted, once."""
    expected, given = list(wanted), [*found, *without]
    if lacking := [each for each in expected if each not in given]:
        raise BadDispatch(
            f"lacks {_join_kind_names(lacking)}: give it an entry, or name it in `without`"
        )
    if foreign := [each for each in given if each not in expected]:
        raise BadDispatch(
            f"{_join_kind_names(foreign)} does not belong here: only {_join_kind_names(expected)}"
        )
    if twice := [each for at, each in enumerate(given) if each in given[:at]]:
        raise BadDispatch(f"{_join_kind_names(twice)} stands here twice: once is enough")


def _join_kind_names(these: Sequence[object]) -> str:
    """Return classes and words as a sentence names them."""
    return ", ".join(each.__name__ if isinstance(each, type) else str(each) for each in these)
