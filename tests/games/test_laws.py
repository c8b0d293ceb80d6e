"""What must hold in every game, at random tables over all seat counts and random options.

`FAIRDEAL_TABLES` sets how many tables a game are played for each law: 1,000 unless set, 20 or more.
A law that must have seen something plays on until it has.
"""

import os
import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from itertools import pairwise
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import orjson
import pytest

from games.core import notation
from games.core.contract import AnyGame, Illegal, Seat, Seen
from games.core.options import (
    BadOptions,
    Flag,
    SeatOrRandom,
    Whole,
    Wholes,
    Word,
    checked,
    kinds,
    written,
)
from games.core.texts import sentence, told
from games.core.values import from_json, join, split, to_json
from tests.games.bots import asked
from tests.games.every import checks_of, every_game
from tests.games.play import NoTwin, Play, Twin, offered, renamed, seen_by

TABLES = int(os.environ.get("FAIRDEAL_TABLES", "1000"))
FEWEST = 5  # tables of a law
LONG = 10  # each so many-th table is as long as its options make it, the others are cut short
PATIENT = 400  # tables that are played for what was not seen yet


def random_options(game: AnyGame, seats: int, luck: random.Random) -> Any:
    """Draw options until the game takes them all together."""
    while True:
        given = random_values(game, seats, luck)
        for name, limits in checks_of(game.name).limits.items():
            given |= limits if given.get(name) else {}
        try:
            return checked(game.options, given, seats)
        except BadOptions:
            continue


def random_values(game: AnyGame, seats: int, luck: random.Random) -> dict[str, Any]:
    """Give each option a random value, now and then; long tables are cut short by the options."""
    given: dict[str, Any] = {}
    for name, kind in kinds(game.options).items():
        if luck.random() < 0.5:
            continue
        match kind:
            case Flag():
                given[name] = luck.random() < 0.5
            case Word(words=words):
                given[name] = luck.choice(words)
            case SeatOrRandom():
                given[name] = luck.choice([None, *range(seats)])
            case Whole(least=least, most=most):
                default = next(f.default for f in fields(game.options) if f.name == name)
                assert isinstance(default, int)
                given[name] = max(least, min(most, luck.choice([default, default // 2, least])))
            case Wholes(count=count, least=least, most=most):
                given[name] = [luck.randint(least, most) for _ in range(count)]
    return given


def cut_short(game: AnyGame, options: Any, seats: int) -> Any:
    """Return the options with the numbers that make a table of this game a short one."""
    checks = checks_of(game.name)
    cuts = checks.short or checks.eventful
    short = {name: value for name, value in cuts.items() if not isinstance(value, bool | str)}
    try:
        return checked(game.options, {**written(options), **short}, seats)
    except BadOptions:
        return options


def numbers(count: int, seen: Callable[[], object]) -> Iterator[int]:
    """Yield the numbers of the tables to play: some more where something was not seen yet."""
    least = max(FEWEST, count)
    for number in range(least + PATIENT):
        if number >= least and seen():
            return
        yield number
    raise AssertionError(f"{least + PATIENT} tables do not show what this law is about")


def random_table(game: AnyGame, salt: str, number: int) -> Play:
    """Open a table with options and luck that its number decides."""
    luck = random.Random(f"{game.name} {salt} {number}")
    counts = len(game.seats)
    seats = game.seats[(number + number // counts) % counts]  # so that long ones differ in it, too
    options = random_options(game, seats, luck)
    return Play(game, cut_short(game, options, seats) if number % LONG else options, seats, luck)


def tables(
    game: AnyGame, count: int = TABLES, salt: str = "", seen: Callable[[], object] = lambda: True
) -> Iterator[Play]:
    """Yield random tables of a game, opened and not yet played; on until something is seen."""
    for number in numbers(count, seen):
        yield random_table(game, salt, number)


def as_bytes(value: Any) -> bytes:
    return orjson.dumps(value, default=list, option=orjson.OPT_SORT_KEYS)  # named tuples as arrays


@every_game
def test_play_ends_and_every_offered_choice_is_accepted(game: AnyGame) -> None:
    for play in tables(game, TABLES // 2):  # as many others: the law of folding
        require_end(play.finish())


def require_end(play: Play) -> None:
    """Hold the end of a table to what every end is."""
    game, outcome = play.game, play.game.outcome(play.state)
    assert outcome is not None
    assert len(outcome.places) == len(outcome.scores) == play.seats
    assert min(outcome.places) == 1
    assert outcome.why in game.endings
    assert game.to_act(play.state) == ()
    assert game.pending(play.state) is None


@every_game
def test_every_single_choice_is_accepted_and_offered_only_to_seats_to_act(game: AnyGame) -> None:
    for play in tables(game, TABLES // 10, "each"):
        for _ in range(60):
            if game.outcome(play.state) is not None:
                break
            acting = game.to_act(play.state)
            for seat in map(Seat, range(play.seats)):
                choices = game.choices(play.state, seat)
                if seat not in acting:
                    assert choices.actions == choices.picks == ()
                    continue
                for action in [*choices.actions, *(pick.example for pick in choices.picks)]:
                    assert game.decide(play.state, seat, action)
                    assert offered(choices, action)
                assert offered(choices, game.fallback(play.state, seat))
            play.act(*play.random_move())


def bent(game: AnyGame, action: Any, luck: random.Random, cards: list[str]) -> Any:
    """Return the action with one field changed at random."""
    names = [f.name for f in fields(action)]
    if not names:
        return action
    name = luck.choice(names)
    old = getattr(action, name)
    new: Any = old
    if isinstance(old, bool):
        new = not old
    elif isinstance(old, int) or old is None:
        new = luck.choice([None, 0, 1, 2, 3, 7, -1])
    elif isinstance(old, str):
        new = luck.choice(cards)
    elif isinstance(old, tuple):
        new = luck.choice(
            [(), old[1:], (*old, luck.choice(cards)), (*old[:-1], luck.choice(cards))]
        )
    hint = get_type_hints(type(action), include_extras=True)[name]
    plain = get_args(hint)[0] if get_origin(hint) is Annotated else hint
    try:
        return from_json(type(action), {**to_json(action), name: new}) if plain else action
    except Exception:
        return action


def judge(game: AnyGame, play: Play, seat: Seat, action: Any) -> str | None:
    """Hold the verdict on an action against the choices; return the code of a refusal."""
    choices = game.choices(play.state, seat)
    open_end = any(pick.must for pick in choices.picks)
    before = repr(play.state)
    code = None
    try:
        game.decide(play.state, seat, action)
    except Illegal as illegal:
        code = illegal.code
        named = code.startswith(f"{game.name}/") and bool(illegal.rule) and bool(illegal.detail)
        assert named, "a refusal names code, rule and reason"  # kept for the code
        assert open_end or not offered(choices, action), f"{action} was offered"
    else:
        assert seat in game.to_act(play.state)
        assert open_end or offered(choices, action), f"{action} was not offered"
    assert repr(play.state) == before
    return code


@every_game
def test_what_is_not_offered_is_refused_with_code_and_rule_and_changes_nothing(
    game: AnyGame,
) -> None:
    refused: Counter[str] = Counter()
    for play in tables(game, TABLES // 5, "refused", lambda: refused):
        for _ in range(40):
            if game.outcome(play.state) is not None:
                break
            seat, action = play.random_move()
            cards = sorted(words_of(play))
            other = Seat(play.luck.randrange(play.seats))
            for who, what in [(seat, bent(game, action, play.luck, cards)), (other, action)]:
                if (code := judge(game, play, who, what)) is not None:
                    refused[code] += 1
            play.act(seat, action)


def words_of(play: Play) -> set[str]:
    """Return all cards of the table."""
    return {card for order in play.orders for card in order}


@every_game
def test_fold_of_the_log_is_the_live_state_and_events_survive_json_and_notation(
    game: AnyGame,
) -> None:
    names = {kind: name for name, kind in game.events.items()}
    for play in tables(game, TABLES // 2, "fold"):
        require_end(play.finish())
        again = []
        for event in play.events:
            public, parts = split(event)
            stored = orjson.loads(orjson.dumps([public, parts]))
            again.append(join(game.events[names[type(event)]], *stored))
        assert again == play.events
        assert game.fold(play.first, again) == play.state
        for event in play.events[:200]:
            assert notation.read(game.events, notation.write(game.events, event)) == event
        for _, action in play.moves[:200]:
            assert from_json(type(action), orjson.loads(orjson.dumps(to_json(action)))) == action
            assert notation.read(game.actions, notation.write(game.actions, action)) == action


@every_game
def test_deciding_twice_gives_the_same_events(game: AnyGame) -> None:
    for play in tables(game, TABLES // 10, "twice"):
        for _ in range(40):
            if game.outcome(play.state) is None:
                seat, action = play.random_move()
                one, two = (game.decide(play.state, seat, action) for _ in range(2))
                assert one == two
                play.act(seat, action)


@every_game
def test_options_are_written_whole_and_read_back(game: AnyGame) -> None:
    for play in tables(game, 20, "options"):
        kept = orjson.loads(orjson.dumps(written(play.options)))
        assert checked(game.options, kept, play.seats) == play.options


@every_game
def test_a_brief_table_has_at_most_a_hundred_events_a_seat(game: AnyGame) -> None:
    for seats in game.seats:
        luck = random.Random(f"brief {game.name} {seats}")
        play = Play(game, checked(game.options, game.brief, seats), seats, luck).finish()
        assert len(play.events) <= 100 * seats


def picture(game: AnyGame, state: Any, seat: Seat | None, *, seen: bool) -> dict[str, Any]:
    """Return all that a seat is served of a state; the scene, made of the view, if it is seen."""
    choices = None if seat is None else game.choices(state, seat)
    shown = game.view(state, seat)
    return {
        "view": shown,
        "scene": game.scene(shown) if seen else None,
        "choices": repr(choices),
        "to_act": game.to_act(state),
        "outcome": game.outcome(state),
    }


@every_game
def test_a_scene_is_made_of_the_view_alone_and_names_what_the_game_has(game: AnyGame) -> None:
    faces = {face.id for face in game.faces}
    phases: Counter[str] = Counter()
    for play in tables(game, TABLES // 20, "scene"):
        for _ in range(60):
            for seat in (None, *map(Seat, range(play.seats))):
                shown = game.view(play.state, seat)
                scene = orjson.loads(as_bytes(game.scene(shown)))
                assert scene == orjson.loads(as_bytes(game.scene(orjson.loads(as_bytes(shown)))))
                board = scene["board"]
                phases[board["phase"]] += 1
                assert len(scene["seats"]) == play.seats
                assert {*board["order"]} <= {*range(play.seats)}
                assert len({*board["order"]}) == len(board["order"])
                assert (board["mine"] is None) == (seat is None)
                assert {*cards_on(board)} <= faces
                rounds = [one for one in (board["current"], board["previous"]) if one]
                for deed in [deed for one in rounds for deed in one["deeds"]]:
                    assert deed["action"] in {None, *game.actions}
                    assert deed["text"] == deed["text"].strip() != ""
            if game.outcome(play.state) is not None:
                break
            play.act(*play.random_move())
    assert {*phases} <= {*game.phases}


def cards_on(board: Any) -> Iterator[str]:
    """Yield the cards that a scene names."""
    rounds = [one for one in (board["current"], board["previous"]) if one]
    rows = [board["mine"] or (), *(pile["cards"] for pile in board["open"])]
    rows += [deed["cards"] for one in rounds for deed in one["deeds"]]
    for row in rows:
        yield from (card for card in row if card is not None)


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
            note = game.notes(state, event, viewer)
            lines.append((told(note), sentence(note, game.marks)))
        state = game.evolve(state, event)
    return lines


def twin_of(play: Play, seat: Seat | None, moves: int) -> Twin | None:
    """Play the same moves in another world; None when the rules forbid one of them there."""
    luck = random.Random(f"{moves} {seat} {len(play.events)}")
    try:
        twin = Twin(play.game, play.options, play.seats, luck, other=play, seat=seat, upto=moves)
        for who, action in play.moves[:moves]:
            twin.act(who, renamed(action, twin.names))
    except (Illegal, NoTwin):
        return None
    return twin


@every_game
def test_a_seat_is_served_the_same_bytes_whatever_it_may_not_know(game: AnyGame) -> None:
    twins: list[bool] = []  # of each twin: are hidden cards elsewhere?
    for play in tables(
        game, TABLES, "twins", lambda: len(twins) > TABLES // 4 and sum(twins) > TABLES // 5
    ):
        for _ in range(play.luck.randrange(120)):
            if game.outcome(play.state) is not None:
                break
            play.act(*play.random_move())
        seat = play.luck.choice([None, *map(Seat, range(play.seats))])
        moves = len(play.moves)
        twin = twin_of(play, seat, moves)
        if twin is None:
            continue
        twins.append(twin.orders != play.orders)
        compare(game, play, twin, seat, moves)


@every_game
def test_a_planted_leak_is_found(game: AnyGame) -> None:
    """Show one hidden word of the state in the view and see the comparison fail."""

    def leaky(state: Any, seat: Seat | None) -> dict[str, Any]:
        return {**game.view(state, seat), "leak": repr(state)}

    planted = replace(game, view=leaky)
    with pytest.raises(AssertionError):
        for play in tables(game, 50, "leak"):
            for _ in range(10):
                if game.outcome(play.state) is None:
                    play.act(*play.random_move())
            seat = Seat(0)
            if (twin := twin_of(play, seat, len(play.moves))) is not None:
                compare(planted, play, twin, seat, len(play.moves))


@every_game
def test_a_determinised_state_agrees_with_all_that_a_seat_has_seen(game: AnyGame) -> None:
    for play in tables(game, TABLES // 5, "search"):
        for _ in range(play.luck.randrange(80)):
            if game.outcome(play.state) is not None:
                break
            play.act(*play.random_move())
        for seat in map(Seat, range(play.seats)):
            if game.outcome(play.state) is not None:
                break
            view = orjson.loads(orjson.dumps(game.view(play.state, seat)))
            seen = orjson.loads(as_bytes(seen_by(game, seat, play.events)))
            guess = game.determinise(view, [as_seen(one) for one in seen], play.luck)
            assert as_bytes(game.view(guess, seat)) == as_bytes(view)
            assert as_bytes(game.view(guess, None)) == as_bytes(game.view(play.state, None))
            assert game.choices(guess, seat) == game.choices(play.state, seat)
            assert game.to_act(guess) == game.to_act(play.state)
            if seat == len(play.moves) % play.seats:
                played_on(play, guess)


def played_on(play: Play, guess: Any) -> None:
    """Play a determinised state to its end."""
    end = Play(play.game, play.options, play.seats, play.luck)
    end.state, end.moves = guess, []
    end.settle()
    end.finish()


def as_seen(row: list[Any]) -> Any:
    return Seen(row[0], row[1])


@every_game
def test_bots_play_every_table_to_its_end_from_what_they_may_know(game: AnyGame) -> None:
    for play in tables(game, max(TABLES // 50, 5), "bots"):
        received: list[list[Seen]] = [[] for _ in range(play.seats)]
        told = 0
        while game.outcome(play.state) is None:
            for holder in range(play.seats):
                received[holder] += seen_by(game, Seat(holder), play.events[told:])
            told = len(play.events)
            seat = play.luck.choice(game.to_act(play.state))
            view = orjson.loads(orjson.dumps(game.view(play.state, seat)))
            choices = game.choices(play.state, seat)
            action = asked(game, view, choices, received[seat], play.luck.getrandbits(48))
            assert offered(choices, action)
            play.act(seat, action)
            assert len(play.moves) < 20_000


@every_game
def test_hands_are_numbered_one_by_one(game: AnyGame) -> None:
    for play in tables(game, 20, "hands"):
        play.finish()
        numbers = [game.hand(state) for state in play.states]
        assert all(two - one >= 0 for one, two in pairwise(numbers))
        assert numbers[-1] >= 1


@every_game
def test_every_card_of_a_hand_is_somewhere_once_after_every_move(game: AnyGame) -> None:
    everywhere = checks_of(game.name).everywhere
    for play in tables(game, TABLES // 2, "cards"):
        whole: dict[int, dict[Any, int]] = {}
        while game.outcome(play.state) is None and len(play.moves) < 400:
            cards = dict(Counter(everywhere(play.state)))  # a dict is compared much faster
            assert cards == whole.setdefault(game.hand(play.state), cards)
            assert sum(cards.values()) >= 30
            play.act(*play.random_move())
