"""Every choice is told to people: in other words than the others, from what the seat may know."""

from collections.abc import Iterator
from typing import get_args

import orjson

from games.core.contract import Group, Illegal, Seat, Wording
from games.core.game import AnyGame
from games.core.presentation.marks import as_sentence, marks_in, strip_marks
from tests.games.every import every_game
from tests.games.play import Play, any_of, as_bytes, bent, words_of
from tests.laws import Law

MOST = 400  # characters without marks


def moments(law: Law, game: AnyGame) -> Iterator[tuple[Play, Seat]]:
    """Yield tables at some moments, and a seat that may act there."""
    for play in law.plays(game):
        for _ in play.moments(4):
            for seat in game.rules.to_act(play.state):
                yield play, seat


@every_game
def test_every_choice_is_told_in_a_few_words_of_its_own_with_its_cards_marked(
    law: Law, game: AnyGame
) -> None:
    faces = {face.id: face.name for face in game.presentation.faces}
    for play, seat in moments(law, game):
        view, offered = game.view(play.state, seat), game.rules.choices(play.state, seat)
        texts = [game.presentation.wording(view, action).text for action in offered.actions]
        assert len({*texts}) == len(texts), "two choices would look the same"
        texts += [game.presentation.wording(view, pick.example).text for pick in offered.picks]
        texts += [pick.text for pick in offered.picks]
        for text in texts:
            assert text == as_sentence(text)
            assert len(strip_marks(text)) <= MOST
            assert "[" not in strip_marks(text)
            assert all(faces[mark.id] == mark.words for mark in marks_in(text))
        assert len({pick.text for pick in offered.picks}) == len(offered.picks)


@every_game
def test_every_choice_is_in_a_group_and_told_from_the_view_as_it_is_served(
    law: Law, game: AnyGame
) -> None:
    for play, seat in moments(law, game):
        view, offered = game.view(play.state, seat), game.rules.choices(play.state, seat)
        served = orjson.loads(as_bytes(view))
        for action in [*offered.actions, *(pick.example for pick in offered.picks)]:
            found: Wording = game.presentation.wording(view, action)
            assert found.group in get_args(Group)
            assert game.presentation.wording(served, action) == found


@every_game
def test_whatever_is_accepted_is_told_even_if_it_is_no_example(law: Law, game: AnyGame) -> None:
    told = 0
    for play, seat in moments(law, game):
        offered, cards = game.rules.choices(play.state, seat), sorted(words_of(play))
        known = [*offered.actions, *(pick.example for pick in offered.picks)]
        for action in [any_of(offered, play.luck), bent(game, known[-1], play.luck, cards)]:
            try:
                game.rules.decide(play.state, seat, action)
            except Illegal:
                continue
            assert game.presentation.wording(game.view(play.state, seat), action).text
            told += 1
    assert told
