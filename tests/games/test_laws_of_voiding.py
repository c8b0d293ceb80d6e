"""What must hold in every game when hands are voided at random moments of tables."""

from collections import Counter
from typing import Any

from games.core.game import AnyGame
from tests.corpus import Recorded, voidable
from tests.games.every import checks_of, every_game
from tests.games.play import Play, voids
from tests.laws import Law, of_several_hands


def is_over(play: Play) -> bool:
    return play.game.rules.outcome(play.state) is not None


@every_game
def test_play_goes_on_and_all_cards_stay_on_the_table_whatever_is_voided(
    law: Law, game: AnyGame
) -> None:
    for play in law.plays(game, of_several_hands(game, "voided"), Recorded.has_voided):
        whole: dict[int, Counter[Any]] = {}
        for _ in play.moments(60):
            cards = Counter(checks_of(game.name).everywhere(play.state))
            assert cards == whole.setdefault(game.rules.hand(play.state), cards)
            assert game.rules.to_act(play.state), "somebody must be able to act"
            law.met["voided"] += bool(voids(play))
        assert game.rules.to_act(play.finish().state) == ()
        assert game.rules.pending(play.state) is None


@every_game
def test_a_voided_hand_takes_back_exactly_what_it_had_brought(law: Law, game: AnyGame) -> None:
    needs = of_several_hands(game, "a later hand")
    for play in law.plays(game, needs, lambda table: not table.has_voided()):
        nothing = (0,) * play.seats
        before: dict[int, tuple[int, ...]] = {1: game.rules.standing(play.state, nothing).scores}
        end, hand = play.luck.randrange(min(play.length, 400) + 1), game.rules.hand(play.state)
        for _ in play.walk(end):
            for new in range(hand + 1, game.rules.hand(play.state) + 1):
                before[new] = game.rules.standing(play.state, nothing).scores
            hand = game.rules.hand(play.state)
        newest = game.rules.hand(play.state)
        now = before[newest + 1] = game.rules.standing(play.state, nothing).scores
        hand = play.luck.randint(1, newest)
        law.met["a later hand"] += newest > 1
        after = game.evolve(play.state, game.rules.void(play.state, hand))
        brought = map(int.__sub__, before[hand + 1], before[hand])
        expected = tuple(map(int.__sub__, now, brought))
        assert game.rules.standing(after, nothing).scores == expected
        assert game.rules.hand(after) == newest


@every_game
def test_voiding_an_earlier_hand_leaves_the_one_that_is_played_as_it_is(
    law: Law, game: AnyGame
) -> None:
    needs = of_several_hands(game, "an earlier hand")
    for play in law.plays(game, needs):
        for _ in play.moments(4):
            earlier = [hand for hand in voidable(play) if hand < game.rules.hand(play.state)]
            if not earlier:
                continue
            law.met["an earlier hand"] += 1
            after = game.evolve(play.state, game.rules.void(play.state, play.luck.choice(earlier)))
            assert game.rules.outcome(after) is None
            assert game.rules.pending(after) is None
            assert game.rules.to_act(after) == game.rules.to_act(play.state)
            for seat in game.rules.to_act(after):
                assert game.rules.choices(after, seat) == game.rules.choices(play.state, seat)
            everywhere = checks_of(game.name).everywhere
            assert everywhere(after) == everywhere(play.state)


@every_game
def test_the_standing_of_a_finished_table_is_its_outcome_and_points_move_a_seat(
    law: Law, game: AnyGame
) -> None:
    for play in law.plays(game, {"moved": 1}):
        outcome, nothing = game.rules.outcome(play.finish().state), (0,) * play.seats
        assert outcome is not None
        assert game.rules.standing(play.state, nothing) == (outcome.places, outcome.scores)
        seat = play.luck.randrange(play.seats)
        points = tuple(-10_000 if k == seat else 0 for k in range(play.seats))
        standing = game.rules.standing(play.state, points)
        assert standing.scores[seat] == outcome.scores[seat] - 10_000
        assert standing.places[seat] >= outcome.places[seat]
        law.met["moved"] += standing.places[seat] > outcome.places[seat]
