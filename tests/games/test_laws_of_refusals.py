"""Every way in which the rules of a game say no is met: at random tables, or as the game shows it.

What random play hardly meets stands in `REFUSED` of the game's checks.
"""

import re
from collections.abc import Container, Iterator, Mapping
from typing import Any

from games import OWN
from games.core.contract import Illegal, Seat, Shuffle
from games.core.game import AnyGame
from tests.corpus import Replay
from tests.games.every import checks_of, every_game
from tests.games.play import VOID, Play, bent, words_of
from tests.laws import Law

MOMENTS = 20  # of a table
Wish = tuple[Any, Any, Any]  # a state, and who wants to do what there; VOID: to void that hand


def wishes_at(play: Replay, before: list[Any]) -> Iterator[Wish]:
    """Yield odd wishes of every seat: the next move with a field changed, and one of earlier."""
    seat, action = play.random_move()
    before.append(action)
    cards = sorted(words_of(play))
    for who in map(Seat, range(play.seats)):
        yield play.state, who, bent(play.game, action, play.luck, cards)
        yield play.state, who, play.luck.choice(before)
    for state in states_after(play, seat, action):
        yield state, Seat(play.luck.randrange(play.seats)), play.luck.choice(before)


def states_after(play: Play, seat: Seat, action: Any) -> Iterator[Any]:
    """Yield the states after a move in which something is pending."""
    game = play.game
    state = game.fold(play.state, game.rules.decide(play.state, seat, action))
    while (due := game.rules.pending(state)) is not None:
        yield state
        order = due.cards if isinstance(due, Shuffle) else ()
        state = game.fold(state, game.rules.proceed(state, order))


def wishes(law: Law, game: AnyGame, needs: Mapping[str, int]) -> Iterator[Wish]:
    """Yield what the game shows, and all that is tried at tables, after their end too."""
    yield from checks_of(game.name).refused
    before: list[Any] = []
    for play in law.plays(game, needs):
        for _ in play.moments(MOMENTS):
            yield from wishes_at(play, before)
        yield play.finish().state, Seat(0), play.luck.choice(before)


def refusal_of(game: AnyGame, state: Any, seat: Any, action: Any) -> Illegal | None:
    """Return how an action is refused, or the voiding of a hand; None: it is not."""
    try:
        game.rules.void(state, action) if seat == VOID else game.rules.decide(state, seat, action)
    except Illegal as illegal:
        return illegal
    return None


@every_game
def test_every_refusal_of_a_game_is_met_and_advises_what_is_legal_in_a_sentence(
    law: Law, game: AnyGame
) -> None:
    """Each is met under each of its rules, and no other; one law, since it tries so much."""
    ways = {
        (one.why, rule): f"{one.code} {rule}" for one in game.rules.refusals for rule in one.rules
    }
    needs = dict.fromkeys(ways.values(), 1)
    if game in OWN:  # a game from outside need not advise anything
        needs["advised"] = 1
    cards = {face.id for face in game.presentation.faces}
    for state, seat, action in wishes(law, game, needs):
        illegal = refusal_of(game, state, seat, action)
        if illegal is None:
            continue
        way = illegal.refusal.why, illegal.rule
        assert way in ways, "a refusal is not listed in the game's refusals"
        law.met[ways[way]] += 1
        law.met["advised"] += len(illegal.advised)
        require_sentence(illegal.detail, cards)
        for right in illegal.advised:
            told = f"{illegal}, but {right} is refused: "
            assert seat in game.rules.to_act(state), told
            assert refusal_of(game, state, seat, right) is None, told


def require_sentence(text: str, cards: Container[str]) -> None:
    """Hold a text to begin as a sentence does, or with a card, and to have no full stop."""
    assert text.split(maxsplit=1)[0] in cards or not text[0].islower(), text
    assert not text.endswith("."), text
    assert not re.search(r"\(s\)|\b1 (?!does\b|is\b)[A-Za-z]+s\b", text), (
        f"one is no plural: {text}"
    )
