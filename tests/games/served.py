"""All that a viewer is served of a table, held to what is served of its twin in another world."""

from typing import Any

from games.core.contract import Seat
from games.core.game import AnyGame
from games.core.presentation.texts import english_sentence, nested_text
from tests.games.play import Play, as_bytes, seen_by


def picture(game: AnyGame, state: Any, seat: Seat | None, *, seen: bool) -> dict[str, Any]:
    """Return all that a seat is served of a state; the scene, made of the view, if it is seen."""
    choices = None if seat is None else game.rules.choices(state, seat)
    shown = game.view(state, seat)
    return {
        "view": shown,
        "scene": game.presentation.scene(shown) if seen else None,
        "choices": repr(choices),
        "to_act": game.rules.to_act(state),
        "outcome": game.rules.outcome(state),
    }


def compare(game: AnyGame, play: Play, twin: Play, seat: Seat | None, moves: int) -> None:
    """Hold all that the seat is served of two tables equal, byte by byte, after every move."""
    one, two = (p.events_upto(moves) for p in (play, twin))
    assert as_bytes(seen_by(game, seat, one)) == as_bytes(seen_by(game, seat, two))
    for move in range(moves + 1):
        last = move == moves
        a, b = (picture(game, p.states[move], seat, seen=last) for p in (play, twin))
        assert as_bytes(a) == as_bytes(b)
    assert as_bytes(story(game, seat, play, moves)) == as_bytes(story(game, seat, twin, moves))


def story(game: AnyGame, seat: Seat | None, play: Play, moves: int) -> list[Any]:
    """Return all that a seat and a spectator are told, with what they are told it by."""
    state, lines = play.first, []
    for event in play.events_upto(moves):
        for viewer in {seat, None}:
            note = game.presentation.notes(state, event, viewer)
            lines.append((nested_text(note), english_sentence(note, game.presentation.marks)))
        state = game.evolve(state, event)
    return lines
