"""Every game that is installed, and what tests need to know of one: found by the game's name.

A game's own knowledge lies in `tests/games/<game>/checks.py`; that of a game from a package of its
own in `<package>/tests/checks.py`. Its names are those of `Checks`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest

from games import GAMES, NEWEST
from games.core.contract import Card, ReceivedEvent, Seat
from tests.folders import ROOT


class Again(NamedTuple):
    """How the newest hand would have been played for a guessed state to be reached."""

    orders: list[tuple[str, ...]]  # of its shuffles
    moves: list[tuple[Seat, Any]]


@dataclass(frozen=True, slots=True)
class Checks:
    """What the tests that hold for every game need to know of one.

    Attributes:
        everywhere: (state) -> all cards of the newest hand, wherever they are.
        unknown_to: (state, seat) -> the cards that a seat (None: a spectator) may not know, said
            from the rules and from where the cards lie: the other opinion in the law of
            non-interference, which looks at no view and at no audience.
        told: names of events that happen by themselves and in which the rules let hidden cards
            decide what is told.
        limits: option -> other options without which random play would take ages with it.
        eventful: options of a short table on which much happens, for the verifier's tests.
        short: options that cut a random table short where those of `eventful` hardly do.
        varied: option -> some values that leave a table short.
        refused: a state, a seat and an action (``"void"`` and a hand) for each refusal that random
            play hardly meets.
        one_hand: a table of it is one hand.
        seed: of such a table on which as much as possible happens.
        places: at least so many kinds of places of that table's log are changed.
        golden: the folder of its golden tables.
        deals: how its events tell of its shuffles, for the second verifier.
        again: (guessed state, events of the newest hand as a seat has them, that seat) -> the
            shuffles and moves of that hand, those made in secret as the guess has them.
    """

    everywhere: Callable[[Any], list[Card]]
    unknown_to: Callable[[Any, Seat | None], set[Card]]
    golden: Path
    deals: Path
    told: frozenset[str] = frozenset()
    limits: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    eventful: Mapping[str, Any] = field(default_factory=dict)
    short: Mapping[str, Any] = field(default_factory=dict)
    varied: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    refused: Sequence[tuple[Any, Any, Any]] = ()
    one_hand: bool = False
    seed: int = 3
    places: int = 200
    again: Callable[[Any, Sequence[ReceivedEvent], Seat], tuple[Any, Any]] | None = None


DEALS = ROOT / "clients" / "typescript" / "verify" / "games"
OPTIONAL = (
    "told", "limits", "eventful", "short", "varied", "refused", "one_hand", "seed", "places",
)  # fmt: skip


@cache
def checks_of(name: str) -> Checks:
    """Return what the tests need to know of a game."""
    module = checks_module(name)
    folder = Path(module.__file__ or "").parent
    more = {one: getattr(module, one.upper()) for one in OPTIONAL if hasattr(module, one.upper())}
    more["again"] = getattr(module, "again", None)
    own = DEALS / f"{name}.js"
    deals = own if own.exists() else folder / "deals.mjs"  # ours are the web client's too
    return Checks(module.everywhere, module.unknown_to, folder / "golden", deals, **more)


def checks_module(name: str) -> ModuleType:
    """Return the module of a game's checks; of one of ours, that in this folder."""
    own = f"tests.games.{name}"
    if find_spec(own) is None:
        own = f"{NEWEST[name].package}.tests"
    return import_module(f"{own}.checks")


def of(name: str) -> pytest.MarkDecorator:
    """Return the mark of a test of one game; `fairdeal check-game` runs those of its game."""
    return pytest.mark.of_game(name)


def every(argument: str, names: Iterable[str] = NEWEST) -> pytest.MarkDecorator:
    """Run a test for each game, by name."""
    return pytest.mark.parametrize(argument, [pytest.param(one, marks=of(one)) for one in names])


def usual_seats(name: str) -> int:
    """Return how many seats the tests' tables of a game have: three where that can be."""
    seats = NEWEST[name].seats
    return 3 if 3 in seats else seats[0]


every_game = pytest.mark.parametrize(
    "game",
    [
        pytest.param(game, id=f"{game.name}-{game.version}", marks=of(game.name))
        for game in GAMES.values()
    ],
)
