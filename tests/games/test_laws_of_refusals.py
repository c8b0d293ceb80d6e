"""Every way in which the rules of a game say no is met: at random tables, or as the game shows it.

What random play hardly meets stands in `REFUSED` of the game's checks.
"""

from collections.abc import Iterator
from typing import Any

from games.core.contract import AnyGame, Illegal, Seat, Shuffle
from tests.games.every import checks_of, every_game
from tests.games.play import VOID, Play
from tests.games.test_laws import bent, tables, words_of

TABLES, MOVES = 80, 60
Met = set[tuple[Any, str]]  # the sentence of a refusal, and the rule
Wish = tuple[Any, Any, Any]  # a state, and who wants to do what there; VOID: to void that hand


def wishes_at(play: Play, before: list[Any]) -> Iterator[Wish]:
    """Yield odd wishes of every seat: the next move with a field changed, and one of earlier."""
    seat, action = play.random_move()
    before.append(action)
    cards = sorted(words_of(play))
    for who in map(Seat, range(play.seats)):
        yield play.state, who, bent(play.game, action, play.luck, cards)
        yield play.state, who, play.luck.choice(before)
    for state in states_after(play, seat, action):
        yield state, Seat(play.luck.randrange(play.seats)), play.luck.choice(before)
    play.act(seat, action)


def states_after(play: Play, seat: Seat, action: Any) -> Iterator[Any]:
    """Yield the states after a move in which something is pending."""
    game = play.game
    state = game.fold(play.state, game.decide(play.state, seat, action))
    while (due := game.pending(state)) is not None:
        yield state
        order = due.cards if isinstance(due, Shuffle) else ()
        state = game.fold(state, game.proceed(state, order))


def wishes(game: AnyGame) -> Iterator[Wish]:
    """Yield all that is tried at random tables, after their end too, and what the game shows."""
    before: list[Any] = []
    for play in tables(game, TABLES, "refusals"):
        for _ in range(MOVES):
            if game.outcome(play.state) is None:
                yield from wishes_at(play, before)
        yield play.state, Seat(0), play.luck.choice(before)
    yield from checks_of(game.name).refused


def met(game: AnyGame) -> Met:
    """Return the refusals that are met."""
    found: Met = set()
    for state, seat, action in wishes(game):
        try:
            game.void(state, action) if seat == VOID else game.decide(state, seat, action)
        except Illegal as illegal:
            found.add((illegal.refusal.why, illegal.rule))
    return found


@every_game
def test_every_refusal_of_a_game_is_met_under_each_of_its_rules_and_no_other(game: AnyGame) -> None:
    found = met(game)
    ways = {(one.why, rule): f"{one.code} {rule}" for one in game.refusals for rule in one.rules}
    assert sorted(ways[way] for way in ways.keys() - found) == []
    assert found <= ways.keys(), "a refusal is not listed in the game's refusals"
