"""Games from outside are taken in as they are named, or refused with what they lack."""

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from importlib.metadata import EntryPoint
from types import ModuleType
from typing import Any, ClassVar, cast

import pytest

from games import GROUP, OWN, boosh
from games.boosh.events import EVENTS
from games.boosh.view import BooshPlayView
from games.core.contract import Seat, View
from games.core.game import AnyGame
from games.core.options import Shorthand
from games.installed import InstalledGames, with_installed
from tests.games.changed import with_presentation, with_rules

OTHER_EVENTS = {name.replace("boosh.", "whist."): kind for name, kind in EVENTS.items()}
WHIST: AnyGame = replace(boosh.GAME, name="whist", title="Whist", events=OTHER_EVENTS)

ACE = WHIST.presentation.faces[0]


def installed(monkeypatch: pytest.MonkeyPatch, game: object) -> InstalledGames:
    """Return what becomes of a package that names this game."""
    module = ModuleType("a_package")
    module.GAME = game  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "a_package", module)
    return with_installed(OWN, [EntryPoint("whist", "a_package:GAME", GROUP)])


def test_a_game_of_an_installed_package_joins_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    found = installed(monkeypatch, WHIST)
    assert found.refused == ()
    assert found.games["whist", 1] is WHIST
    assert set(found.games) == {(game.name, game.version) for game in OWN} | {("whist", 1)}


def test_a_package_may_name_several_versions(monkeypatch: pytest.MonkeyPatch) -> None:
    found = installed(monkeypatch, (WHIST, replace(WHIST, version=2)))
    assert {key for key in found.games if key[0] == "whist"} == {("whist", 1), ("whist", 2)}


@dataclass(frozen=True, slots=True)
class Odd:
    """An event with a field of a type that no log can hold."""

    share: float


def nothing(*_: Any) -> Any:
    """Return nothing."""


def unwritable(*_: Any) -> Any:
    """Return what is no JSON."""
    return object()


def unsaid(*_: Any) -> Any:
    """Return JSON that no record describes."""
    return {}


def other(state: Any, seat: Seat | None) -> BooshPlayView:
    """Return a view with a field too many, and one too few."""
    shown: Any = {**boosh.GAME.view(state, seat), "peeked": "6-sun"}
    del shown["winner"]
    return cast(BooshPlayView, shown)


def handless(view: View) -> View:
    """Return a scene without the viewer's cards."""
    made = boosh.GAME.presentation.scene(view)
    return {**made, "board": {name: it for name, it in made["board"].items() if name != "mine"}}


def with_about(**changes: Any) -> AnyGame:
    """Return a game of which a host is told other things."""
    assert boosh.GAME.about is not None
    return replace(WHIST, about=replace(boosh.GAME.about, **changes))


def with_shorthand(name: str, values: Mapping[str, Any]) -> AnyGame:
    """Return the game with a shorthand of one word."""

    class Options(WHIST.options):  # type: ignore[misc,name-defined]
        SHORTHANDS: ClassVar = {name: Shorthand({"usual": values}, "no rule")}

    return replace(WHIST, options=Options)


BROKEN: dict[str, Callable[[], object]] = {
    "its ending `Done!` must be": lambda: with_rules(WHIST, endings={"Done!": "All is done"}),
    "it is a dict, not a Game": lambda: {"name": "whist"},
    "its name must be a word of small letters": lambda: replace(WHIST, name="Whist!"),
    "its name must be a word of small letters that is not taken": lambda: replace(
        WHIST, name="table"
    ),
    "the version of its rules must be 1, 2, 3 ...": lambda: replace(WHIST, version=0),
    "it has no title": lambda: replace(WHIST, title=""),
    "its `void` is no function": lambda: with_rules(WHIST, void=None),
    "it has no bot `regular`": lambda: replace(
        WHIST, bots=replace(WHIST.bots, levels={"novice": WHIST.bots.levels["novice"]})
    ),
    "`ratings` of its bots lacks mixed50, mixed75, mixed90, expert10, expert30": lambda: replace(
        WHIST, bots=replace(WHIST.bots, ratings={"novice": 1, "regular": 2, "expert": 3})
    ),
    "its seats must be a range within 2 to 12": lambda: replace(WHIST, seats=range(1, 3)),
    "its `about` needs a `summary` and an `introduction`": lambda: with_about(summary=""),
    "the `difficulty` of its `about` must be one of easy": lambda: with_about(difficulty="harsh"),
    "its `about` names 9 seats": lambda: with_about(best=(3, 9)),
    "its `about` names 7 seats": lambda: with_about(minutes={2: (1, 2), 7: (1, 2)}),
    "the `minutes` of its `about` at 2 seats": lambda: with_about(minutes={2: (2, 1)}),
    "the `pictured` of its `about` names none-such": lambda: with_about(pictured=("none-such",)),
    "its brief options are refused at 2 seats": lambda: replace(WHIST, brief={"no_such": 1}),
    "its shorthand `target` has the name of an option": lambda: with_shorthand("target", {}),
    "its shorthand `long` gives a value to `target` that is refused": lambda: with_shorthand(
        "long", {"target": -1}
    ),
    "the first word of its shorthand `long` must stand for the defaults": lambda: with_shorthand(
        "long", {"target": 99}
    ),
    "must be named `whist.<what_happened>.v<number>`": lambda: replace(WHIST, events=EVENTS),
    "it has no event whist.hand_voided.v1": lambda: replace(
        WHIST, events={k: v for k, v in OTHER_EVENTS.items() if "voided" not in k}
    ),
    "is no type of an event's or action's field": lambda: replace(
        WHIST, events={**OTHER_EVENTS, "whist.odd.v1": Odd}
    ),
    "must say in its annotation which dataclass its state is": lambda: with_rules(
        WHIST, open=nothing
    ),
    "its package json has no RULES.md": lambda: with_rules(WHIST, decide=__import__("json").loads),
    "a table of it can't be opened: TypeError": lambda: replace(WHIST, view=unwritable),
    "its `view` must say in its annotation which TypedDict": lambda: replace(WHIST, view=unsaid),
    "its `view` and BooshPlayView differ in: peeked, winner": lambda: replace(WHIST, view=other),
    "its `scene` has 0 seats of 2": lambda: with_presentation(
        WHIST, scene=lambda view: {**boosh.GAME.presentation.scene(view), "seats": []}
    ),
    "its `scene` and Board differ in: mine": lambda: with_presentation(WHIST, scene=handless),
    "its `phases` have no sentence for `taking`": lambda: with_presentation(WHIST, phases={}),
    "nobody may act at a table of 2 seats": lambda: with_rules(WHIST, to_act=lambda state: ()),
    "two of its cards have the same id": lambda: with_presentation(
        WHIST, faces=(ACE, *WHIST.presentation.faces)
    ),
    "its card AC has a suit that is not in `suits`: clubs": lambda: with_presentation(
        WHIST, suits=()
    ),
    "the id of its card 'A C' must be of letters": lambda: with_presentation(
        WHIST, faces=(ACE._replace(id="A C"),)
    ),
    "its suit clubs needs a colour like #1c8f70": lambda: with_presentation(
        WHIST, suits=tuple(suit._replace(colour="green") for suit in WHIST.presentation.suits)
    ),
    "its card AC does not look like that of boosh": lambda: with_presentation(
        WHIST, faces=(ACE._replace(name="Ace of Clovers"), *WHIST.presentation.faces[1:])
    ),
    "there is a game boosh with rules 1 already, in games.boosh": lambda: boosh.GAME,
}


@pytest.mark.parametrize("lack", BROKEN)
def test_a_game_that_breaks_the_contract_is_refused_with_what_it_lacks(
    monkeypatch: pytest.MonkeyPatch, lack: str
) -> None:
    found = installed(monkeypatch, BROKEN[lack]())
    assert set(found.games) == {(game.name, game.version) for game in OWN}
    (sentence,) = found.refused
    assert sentence.startswith("The game `whist` is refused: ")
    assert lack in sentence
    assert sentence.endswith("docs/reference/game-contract.md says what a game must have")


def test_a_package_that_cannot_be_imported_is_refused_in_a_sentence() -> None:
    found = with_installed(OWN, [EntryPoint("whist", "no_such_package:GAME", GROUP)])
    (sentence,) = found.refused
    assert "ModuleNotFoundError: No module named 'no_such_package'" in sentence
