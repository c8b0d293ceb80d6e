"""What must hold in every game when hands are voided at random moments of random tables."""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import orjson

from games.core.contract import AnyGame, Seat, Seen
from games.core.values import join, split
from tests.games.bots import asked
from tests.games.every import checks_of, every_game
from tests.games.play import VOID, Play, Twin, offered, seen_by
from tests.games.test_laws import (
    TABLES,
    as_bytes,
    as_seen,
    compare,
    numbers,
    random_table,
    twin_of,
)

OFTEN = 0.05  # of the moves void a hand
ENOUGH = 20  # voided hands a table; who voids all hands of the Bum Game plays for ever


def voids(play: Play) -> list[int]:
    """Return the hands that have been voided."""
    return [hand for seat, hand in play.moves if seat == VOID]


def may_void(play: Play) -> list[int]:
    """Return the hands that may be voided now; one that is being played counts more."""
    if len(voids(play)) >= ENOUGH:
        return []
    newest = play.game.hand(play.state)
    hands = {*range(max(1, newest - 3), newest + 1)} - {*voids(play)}
    return [*sorted(hands), *[newest] * 2] if newest in hands else sorted(hands)


def random_step(play: Play, often: float = OFTEN) -> None:
    """Play on at random, now and then by voiding a hand."""
    hands = may_void(play)
    if hands and play.luck.random() < often:
        play.act(VOID, play.luck.choice(hands))
    else:
        play.act(*play.random_move())


def is_over(play: Play) -> bool:
    return play.game.outcome(play.state) is not None


def tables(
    game: AnyGame, count: int, salt: str, seen: Callable[[], object] = lambda: True
) -> Iterator[Play]:
    """Yield random tables of a game, opened and not yet played; on until something is seen."""
    for number in numbers(count, seen):
        yield random_table(game, f"void {salt}", number)


def some_way(play: Play, most: int, often: float = OFTEN) -> Play:
    """Play a part of a table."""
    for _ in range(play.luck.randrange(most)):
        if is_over(play):
            break
        random_step(play, often)
    return play


@every_game
def test_play_ends_and_all_cards_stay_on_the_table_whatever_is_voided(game: AnyGame) -> None:
    voided: list[int] = []
    for play in tables(game, TABLES // 100, "ends", lambda: voided):
        whole: dict[int, Counter[Any]] = {}
        while not is_over(play):
            cards = Counter(checks_of(game.name).everywhere(play.state))
            assert cards == whole.setdefault(game.hand(play.state), cards)
            assert game.to_act(play.state), "somebody must be able to act"
            random_step(play, 0.01)
            assert len(play.moves) < 20_000, "play must end"
        assert game.to_act(play.state) == ()
        assert game.pending(play.state) is None
        voided.extend(voids(play))


@every_game
def test_the_events_of_a_table_with_voided_hands_give_its_state_again(game: AnyGame) -> None:
    names = {kind: name for name, kind in game.events.items()}
    for play in tables(game, TABLES // 20, "fold"):
        some_way(play, 200)
        again = []
        for event in play.events:
            stored = orjson.loads(orjson.dumps(split(event)))
            again.append(join(game.events[names[type(event)]], *stored))
        assert again == play.events
        assert game.fold(play.first, again) == play.state


@every_game
def test_a_voided_hand_takes_back_exactly_what_it_had_brought(game: AnyGame) -> None:
    hands: set[int] = {2} if checks_of(game.name).one_hand else set()
    for play in tables(game, TABLES // 20, "points", lambda: max(hands, default=0) > 1):
        nothing = (0,) * play.seats
        before: dict[int, tuple[int, ...]] = {1: game.standing(play.state, nothing).scores}
        for _ in range(400):
            if is_over(play):
                break
            hand = game.hand(play.state)
            play.act(*play.random_move())
            for new in range(hand + 1, game.hand(play.state) + 1):
                before[new] = game.standing(play.state, nothing).scores
        newest = game.hand(play.state)
        now = before[newest + 1] = game.standing(play.state, nothing).scores
        hand = play.luck.randint(1, newest)
        hands.add(newest)
        after = game.evolve(play.state, game.void(play.state, hand))
        brought = map(int.__sub__, before[hand + 1], before[hand])
        expected = tuple(map(int.__sub__, now, brought))
        assert game.standing(after, nothing).scores == expected
        assert game.hand(after) == newest


@every_game
def test_voiding_an_earlier_hand_leaves_the_one_that_is_played_as_it_is(game: AnyGame) -> None:
    met = [0] if checks_of(game.name).one_hand else []
    for play in tables(game, TABLES // 20, "earlier", lambda: met):
        some_way(play, 400, 0)
        earlier = [hand for hand in may_void(play) if hand < game.hand(play.state)]
        if is_over(play) or not earlier:
            continue
        met.extend(earlier)
        after = game.evolve(play.state, game.void(play.state, play.luck.choice(earlier)))
        assert game.outcome(after) is None
        assert game.pending(after) is None
        assert game.to_act(after) == game.to_act(play.state)
        for seat in game.to_act(after):
            assert game.choices(after, seat) == game.choices(play.state, seat)
        assert checks_of(game.name).everywhere(after) == checks_of(game.name).everywhere(play.state)


@every_game
def test_a_voided_hand_tells_no_seat_what_it_may_not_know(game: AnyGame) -> None:
    twins: list[Twin] = []
    for play in tables(game, TABLES // 5, "twins", lambda: len(twins) > TABLES // 50):
        some_way(play, 120)
        if not is_over(play) and may_void(play):
            play.act(VOID, play.luck.choice(may_void(play)))
        seat = play.luck.choice([None, *map(Seat, range(play.seats))])
        moves = len(play.moves)
        twin = twin_of(play, seat, moves)
        if twin is not None and twin.orders != play.orders:
            twins.append(twin)
            compare(game, play, twin, seat, moves)


@every_game
def test_a_determinised_state_agrees_with_all_that_a_seat_has_seen_of_voided_hands(
    game: AnyGame,
) -> None:
    for play in tables(game, TABLES // 50, "search"):
        some_way(play, 120)
        if is_over(play):
            continue
        for seat in map(Seat, range(play.seats)):
            view = orjson.loads(orjson.dumps(game.view(play.state, seat)))
            seen = orjson.loads(as_bytes(seen_by(game, seat, play.events)))
            guess = game.determinise(view, [as_seen(one) for one in seen], play.luck)
            assert as_bytes(game.view(guess, seat)) == as_bytes(view)
            assert game.choices(guess, seat) == game.choices(play.state, seat)


@every_game
def test_bots_play_on_after_voided_hands(game: AnyGame) -> None:
    for play in tables(game, max(TABLES // 200, 3), "bots"):
        received: list[list[Seen]] = [[] for _ in range(play.seats)]
        told = 0
        while not is_over(play):
            for holder in range(play.seats):
                received[holder] += seen_by(game, Seat(holder), play.events[told:])
            told = len(play.events)
            if play.luck.random() < 0.02 and may_void(play):
                play.act(VOID, play.luck.choice(may_void(play)))
                continue
            seat = play.luck.choice(game.to_act(play.state))
            view = orjson.loads(orjson.dumps(game.view(play.state, seat)))
            choices = game.choices(play.state, seat)
            action = asked(game, view, choices, received[seat], play.luck.getrandbits(48))
            assert offered(choices, action)
            play.act(seat, action)
            assert len(play.moves) < 20_000


@every_game
def test_the_standing_of_a_finished_table_is_its_outcome_and_points_move_a_seat(
    game: AnyGame,
) -> None:
    moved: set[bool] = set()
    for play in tables(game, TABLES // 50, "standing", lambda: True in moved):
        play.finish()
        outcome, nothing = game.outcome(play.state), (0,) * play.seats
        assert outcome is not None
        assert game.standing(play.state, nothing) == (outcome.places, outcome.scores)
        seat = play.luck.randrange(play.seats)
        points = tuple(-10_000 if k == seat else 0 for k in range(play.seats))
        standing = game.standing(play.state, points)
        assert standing.scores[seat] == outcome.scores[seat] - 10_000
        assert standing.places[seat] >= outcome.places[seat]
        moved.add(standing.places[seat] > outcome.places[seat])
