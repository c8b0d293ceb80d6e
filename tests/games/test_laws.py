"""What must hold in every game, at recorded tables over all seat counts and random options.

`FAIRDEAL_TABLES_PER_LAW` sets how many tables of a game each law looks at: 200 unless set, 20 or
more.
"""

import hashlib
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any

import orjson
import pytest

from games.core.contract import Illegal, Seat
from games.core.game import AnyGame
from games.core.options import options_to_json, validate_options
from games.core.presentation import notation
from games.core.type_hints.values import from_json, join_audience_parts, split_by_audience, to_json
from tests.corpus import PLAYOUTS, Recorded, Replay, asked_at
from tests.games.bots import with_search
from tests.games.every import checks_of, every_game
from tests.games.play import VOID, Play, as_bytes, as_seen, bent, offered, seen_by, voids, words_of
from tests.games.served import compare
from tests.laws import Law, of_several_hands

WRITTEN = 100  # events and moves of a table that are written and read


@every_game
def test_play_ends_and_its_log_gives_the_same_state_again(law: Law, game: AnyGame) -> None:
    """A table decided twice, here and where it was recorded, has the same events."""
    for play in law.plays(game, {"voided": 1, "bots": 1}):
        require_end(play.finish())
        events = hashlib.sha256(repr(play.events).encode()).hexdigest()
        assert events == play.table.digest, "deciding twice gives the same events"
        require_log(play)
        require_actors(play)
        numbers = [game.rules.hand(state) for state in play.states]
        assert all(two - one >= 0 for one, two in pairwise(numbers))
        assert numbers[-1] >= 1
        law.met["voided"] += play.table.has_voided()
        law.met["bots"] += play.table.has_bots()


def require_end(play: Play) -> None:
    """Hold the end of a table to what every end is."""
    game, outcome = play.game, play.game.rules.outcome(play.state)
    assert outcome is not None
    assert len(outcome.places) == len(outcome.scores) == play.seats
    assert min(outcome.places) == 1
    assert outcome.why in game.rules.endings
    assert game.rules.to_act(play.state) == ()
    assert game.rules.pending(play.state) is None


def require_log(play: Play) -> None:
    """Hold the state to the fold of the events, written and read; actions to their text."""
    game = play.game
    again = []
    for event in play.events:
        stored = orjson.loads(orjson.dumps(split_by_audience(event)))
        again.append(join_audience_parts(game.events[game.types[type(event)]], *stored))
    assert again == play.events
    assert game.fold(play.first, again) == play.state
    for event in play.events[:WRITTEN]:
        assert (
            notation.from_notation(game.events, notation.to_notation(game.events, event)) == event
        )
    for _, action in [move for move in play.moves[:WRITTEN] if move[0] != VOID]:
        assert from_json(type(action), orjson.loads(orjson.dumps(to_json(action)))) == action
        assert (
            notation.from_notation(game.actions, notation.to_notation(game.actions, action))
            == action
        )


def require_actors(play: Play) -> None:
    """Hold the first event of each action to name the seat that acts, as verifiers do."""
    if play.game.ledger is None:  # verifiers do not know what its events say
        return
    for at, (seat, _) in zip(play.ends, play.moves, strict=False):
        assert seat == VOID or play.events[at].seat == seat, play.events[at]


@every_game
def test_every_single_choice_is_accepted_and_offered_only_to_seats_to_act(
    law: Law, game: AnyGame
) -> None:
    for play in law.plays(game, {"to act": 1}):
        for _ in play.moments(20):
            acting = game.rules.to_act(play.state)
            for seat in map(Seat, range(play.seats)):
                choices = game.rules.choices(play.state, seat)
                if seat not in acting:
                    law.met["not to act"] += 1
                    assert choices.actions == choices.picks == ()
                    continue
                law.met["to act"] += 1
                for action in [*choices.actions, *(pick.example for pick in choices.picks)]:
                    assert game.rules.decide(play.state, seat, action)
                    assert offered(choices, action)
                assert offered(choices, game.rules.fallback(play.state, seat))


def judge(game: AnyGame, play: Play, seat: Seat, action: Any) -> str | None:
    """Hold the verdict on an action against the choices; return the code of a refusal."""
    choices = game.rules.choices(play.state, seat)
    open_end = any(pick.must for pick in choices.picks)
    before = repr(play.state)
    code = None
    try:
        game.rules.decide(play.state, seat, action)
    except Illegal as illegal:
        code = illegal.code
        named = code.startswith(f"{game.name}/") and bool(illegal.rule) and bool(illegal.detail)
        assert named, "a refusal names code, rule and reason"  # kept for the code
        assert open_end or not offered(choices, action), f"{action} was offered"
    else:
        assert seat in game.rules.to_act(play.state)
        assert open_end or offered(choices, action), f"{action} was not offered"
    assert repr(play.state) == before
    return code


@every_game
def test_what_is_not_offered_is_refused_with_code_and_rule_and_changes_nothing(
    law: Law, game: AnyGame
) -> None:
    for play in law.plays(game, {"refused": 1, "accepted": 1}):
        cards = sorted(words_of(play))
        for _ in play.moments(20):
            seat, action = play.random_move()
            cards = sorted(words_of(play))
            other = Seat(play.luck.randrange(play.seats))
            for who, what in [(seat, bent(game, action, play.luck, cards)), (other, action)]:
                code = judge(game, play, who, what)
                law.met["accepted" if code is None else "refused"] += 1


@every_game
def test_options_are_written_whole_and_read_back(law: Law, game: AnyGame) -> None:
    for play in law.plays(game):
        kept = orjson.loads(orjson.dumps(options_to_json(play.options)))
        assert validate_options(game.options, kept, play.seats) == play.options


@every_game
def test_a_brief_table_has_at_most_a_hundred_events_a_seat(game: AnyGame) -> None:
    for seats in game.seats:
        luck = random.Random(f"brief {game.name} {seats}")
        play = Play(game, validate_options(game.options, game.brief, seats), seats, luck).finish()
        assert len(play.events) <= 100 * seats


@every_game
def test_a_scene_is_made_of_the_view_alone_and_names_what_the_game_has(
    law: Law, game: AnyGame
) -> None:
    faces = {face.id for face in game.presentation.faces}
    for play in law.plays(game):
        for _ in play.moments(3, end=True):
            for seat in (None, *map(Seat, range(play.seats))):
                shown = game.view(play.state, seat)
                scene = orjson.loads(as_bytes(game.presentation.scene(shown)))
                assert scene == orjson.loads(
                    as_bytes(game.presentation.scene(orjson.loads(as_bytes(shown))))
                )
                board = scene["board"]
                law.met[board["phase"]] += 1
                assert board["phase"] in game.presentation.phases
                assert len(scene["seats"]) == play.seats
                assert {*board["order"]} <= {*range(play.seats)}
                assert len({*board["order"]}) == len(board["order"])
                assert (board["mine"] is None) == (seat is None)
                assert {*cards_on(board)} <= faces
                rounds = [one for one in (board["current"], board["previous"]) if one]
                for deed in [deed for one in rounds for deed in one["deeds"]]:
                    assert deed["action"] in {None, *game.actions}
                    assert deed["text"] == deed["text"].strip() != ""


def cards_on(board: Any) -> Iterator[str]:
    """Yield the cards that a scene names."""
    rounds = [one for one in (board["current"], board["previous"]) if one]
    rows = [board["mine"] or (), *(pile["cards"] for pile in board["open"])]
    rows += [deed["cards"] for one in rounds for deed in one["deeds"]]
    for row in rows:
        yield from (card for card in row if card is not None)


@every_game
def test_a_seat_is_served_the_same_bytes_whatever_it_may_not_know(law: Law, game: AnyGame) -> None:
    for play, twin, seat in law.pairs(
        game, {"seats": 5, "spectators": 1, **of_several_hands(game, "voided")}
    ):
        law.met["spectators" if seat is None else "seats"] += twin.orders != play.orders
        law.met["voided"] += bool(voids(play))
        compare(game, play, twin, seat, len(play.moves))


@every_game
def test_a_planted_leak_is_found(law: Law, game: AnyGame) -> None:
    """Show one hidden word of the state in the view and see the comparison fail."""

    def leaky(state: Any, seat: Seat | None) -> dict[str, Any]:
        return {**game.view(state, seat), "leak": repr(state)}

    planted = replace(game, view=leaky)
    with pytest.raises(AssertionError):
        for play, twin, seat in law.pairs(game):
            compare(planted, play, twin, seat, len(play.moves))


@every_game
def test_a_determinised_state_agrees_with_all_that_a_seat_has_seen(law: Law, game: AnyGame) -> None:
    for play in law.plays(game, {"guesses": 20, **of_several_hands(game, "voided")}):
        if game.rules.outcome(play.somewhere(100).state) is not None:
            continue
        law.met["voided"] += bool(voids(play))
        for seat in map(Seat, range(play.seats)):
            view = orjson.loads(orjson.dumps(game.view(play.state, seat)))
            seen = orjson.loads(as_bytes(seen_by(game, seat, play.events)))
            guess = game.bots.determinise(view, [as_seen(one) for one in seen], play.luck)
            assert as_bytes(game.view(guess, seat)) == as_bytes(view)
            assert as_bytes(game.view(guess, None)) == as_bytes(game.view(play.state, None))
            assert game.rules.choices(guess, seat) == game.rules.choices(play.state, seat)
            assert game.rules.to_act(guess) == game.rules.to_act(play.state)
            law.met["guesses"] += 1
            if seat == len(play.moves) % play.seats and play.table.number % 5 == 0:
                played_on(play, guess)


def played_on(play: Play, guess: Any) -> None:
    """Play a determinised state to its end."""
    end = Play(play.game, play.options, play.seats, play.luck)
    end.state, end.moves = guess, []
    end.settle()
    end.finish()


@every_game
def test_bots_play_every_table_to_its_end_from_what_they_may_know(law: Law, game: AnyGame) -> None:
    """They have played when the table was recorded; asked again they do the same."""
    searching = with_search(game, PLAYOUTS)
    needs = {**dict.fromkeys(game.bots.levels, 5), **of_several_hands(game, "after a voided hand")}
    for play in law.plays(game, needs, Recorded.has_bots):
        for at in play.moments(30):
            move = play.coming[at]
            if move.level is not None:
                seat, action = play.next_move()
                assert asked_again(play, searching, seat) == action
                law.met[move.level] += 1
                law.met["after a voided hand"] += bool(voids(play))
        require_end(play.finish())


def asked_again(play: Replay, searching: AnyGame, seat: Seat) -> Any:
    """Return what the bot that made the next move chooses."""
    move, seen = play.coming[len(play.moves)], seen_by(play.game, seat, play.events)
    assert move.level is not None
    return asked_at(play, searching, seat, seen, move.level, move.seed)


@every_game
def test_every_card_of_a_hand_is_somewhere_once_after_every_move(law: Law, game: AnyGame) -> None:
    everywhere = checks_of(game.name).everywhere
    for play in law.plays(game):
        whole: dict[int, dict[Any, int]] = {}
        for _ in play.moments(100):
            cards = dict(Counter(everywhere(play.state)))  # a dict is compared much faster
            assert cards == whole.setdefault(game.rules.hand(play.state), cards)
            assert sum(cards.values()) >= 30
