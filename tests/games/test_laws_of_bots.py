"""Law 1 for bots: of what a seat may not know, no bot of any level is told anything."""

import ast
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any
from zlib import crc32

import orjson
import pytest

import games
from games.core.bots import LEVELS, Budget
from games.core.contract import Choices, ReceivedEvent, Seat, View
from games.core.fairness.chance import Chance
from games.core.game import AnyGame
from games.core.type_hints.values import to_json
from tests.games.bots import asked, with_bot, with_search
from tests.games.every import every_game
from tests.games.play import Play, as_bytes, seen_by
from tests.laws import Law

MANY = 100  # pairs within which a bot that is told more does something else, for sure
PLAYOUTS = 6  # of an expert
GAMES_FOLDER = Path(games.__file__).parent
EXACT = {"comb", "factorial", "fsum", "gcd", "inf", "sqrt"}  # the same on every machine
WHOLE = {  # powers of whole numbers
    "boojum/plain.py", "boojum/plans.py", "bum/plain.py", "core/fairness/beacon.py",
    "core/figures.py", "table/planned.py",
}  # fmt: skip


def of_newest_hand(play: Play) -> list[Any]:
    """Return the events since the newest hand was dealt."""
    state, begin = play.first, 0
    for place, event in enumerate(play.events):
        new = play.game.evolve(state, event)
        if play.game.rules.hand(new) != play.game.rules.hand(state):
            begin = place
        state = new
    return play.events[begin:]


def move_of(game: AnyGame, play: Play, seat: Seat, level: str) -> bytes:
    """Return what the bot of a level does in a seat, as JSON."""
    view: View = orjson.loads(as_bytes(game.view(play.state, seat)))
    choices: Choices[Any] = game.rules.choices(play.state, seat)
    seen = seen_by(game, seat, of_newest_hand(play))
    action = asked(game, view, choices, seen, 7, level, PLAYOUTS)
    return as_bytes([type(action).__name__, to_json(action)])


def pairs(law: Law, game: AnyGame, least: int, share: int = 1) -> Iterator[tuple[Play, Play, Seat]]:
    """Yield tables and their twins with cards elsewhere that a seat, which may act, can't know."""

    def may_act(play: Play, seat: Seat | None) -> bool:
        return seat in game.rules.to_act(play.state)

    for play, twin, seat in law.pairs(game, {"pairs": least}, may_act, share):
        assert seat is not None
        law.met["pairs"] += 1
        yield play, twin, seat


@every_game
def test_bots_of_every_level_act_the_same_whatever_their_seat_may_not_know(
    law: Law, game: AnyGame
) -> None:
    searching = with_search(game, PLAYOUTS)
    for play, twin, seat in pairs(law, game, 5, share=16):
        for level in filter(searching.bots.levels.__contains__, LEVELS):
            one, two = (move_of(searching, each, seat, level) for each in (play, twin))
            assert one == two, f"{level} of {game.name}, seat {seat}"


@every_game
def test_a_bot_that_is_told_more_is_found(law: Law, game: AnyGame) -> None:
    """Let the luck of a bot follow from all events, and see the comparison fail."""
    told: list[str] = []

    def choose(
        view: View,
        choices: Choices[Any],
        seen: Sequence[ReceivedEvent],
        luck: Chance,
        budget: Budget,
    ) -> Any:
        options = [*choices.actions, *(pick.example for pick in choices.picks)]
        return options[crc32(told[-1].encode()) % len(options)]

    def leaky(state: Any, seat: Seat | None) -> Any:
        told.append(repr(state))
        return game.view(state, seat)

    planted = with_bot(replace(game, view=leaky), choose)
    with pytest.raises(AssertionError):
        for play, twin, seat in pairs(law, game, MANY):  # up to the first that differs
            assert move_of(planted, play, seat, "regular") == move_of(
                planted, twin, seat, "regular"
            )


def test_games_compute_only_what_every_machine_rounds_alike() -> None:
    """A power of floats is the C library's, and may differ in its last digit."""
    for path in sorted(GAMES_FOLDER.rglob("*.py")):
        name = path.relative_to(GAMES_FOLDER).as_posix()
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and node.module == "math":
                assert {one.name for one in node.names} <= EXACT, name
            assert not (isinstance(node, ast.Import) and node.names[0].name == "math"), name
            assert not isinstance(getattr(node, "op", None), ast.Pow) or name in WHOLE, name
