"""The ladder of bots: the levels of a game, and steps between them."""

from games import NEWEST
from games.core.bots import LADDER, Bot, Budget, ladder_of, nearest_bot
from games.core.fairness.chance import Chance
from games.core.game import AnyGame
from tests.games.every import every_game


@every_game
def test_a_game_has_eight_bots_each_at_least_as_strong_as_the_one_before(game: AnyGame) -> None:
    assert [*game.bots.ladder] == [*LADDER]
    ratings = [game.bots.ratings[name] for name in LADDER]
    assert ratings == sorted(ratings)
    assert game.bots.ratings["regular"] == 1500
    playouts = [game.bots.ladder[name].playouts for name in ("expert10", "expert30", "expert")]
    assert playouts == sorted(set(playouts))


def test_a_mixture_plays_so_many_moves_in_a_hundred_as_the_stronger_bot() -> None:
    weak, strong = Bot("novice", 2, lambda *_: "weak"), Bot("regular", 3, lambda *_: "strong")
    bots = ladder_of({"novice": weak, "regular": strong})
    assert [*bots] == ["novice", "mixed50", "mixed75", "mixed90", "regular"]
    moves = [bots["mixed75"].choose(None, None, (), Chance(seed), Budget()) for seed in range(400)]
    assert 260 < moves.count("strong") < 340
    assert bots["mixed75"].version == 5


def test_the_bot_nearest_to_a_rating_is_found_the_weaker_of_two() -> None:
    ratings = {"novice": 1200, "regular": 1500}
    found = [nearest_bot(ratings, ratings, rating) for rating in (0, 1350, 1351, 3000)]
    assert found == ["novice", "novice", "regular", "regular"]
    equals = {"regular": 1500, "expert30": 1500, "expert": 1500}
    assert [nearest_bot(equals, equals, rating) for rating in (1500, 1600)] == ["regular", "expert"]


def test_a_game_without_a_search_ends_its_ladder_with_regular() -> None:
    levels = {"regular": NEWEST["boon"].bots.levels["regular"]}
    assert [*ladder_of(levels)] == ["regular"]
