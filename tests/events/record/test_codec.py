"""Facts as stored bytes and back, with every secret sealed."""

import json
import random
from dataclasses import MISSING, dataclass, fields, is_dataclass
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import pytest

from events.record.chain import canonical_json, first_head, next_head, seal_hash
from events.record.codec import (
    ACTION_NAMES,
    NAMES,
    TYPES,
    StoredEvent,
    UnknownEvent,
    decode_event,
    encode_events,
    unsealed_events,
)
from events.tables.decider import TABLE_DECIDER
from games import GAMES
from games.core.contract import Seat
from games.core.type_hints.values import (
    SPARSE,
    BadValue,
    from_json,
    read_action,
    reader_of,
    sealed_fields,
    split_by_audience,
    to_json,
)
from games.table import Act, Command, Draft, Sit, TimeOut
from games.table.events import EntropyClosed, Started
from tests.games.every import every
from tests.table.desk import AT, Desk, Salts, an_open

SEATS = 4
NAMES_OF_GAMES = [key[0] for key in GAMES]


def any_value(hint: Any, luck: random.Random) -> Any:
    """Return any value of the type of a field."""
    hint = getattr(hint, "__supertype__", hint)
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        mark = inner[1]
        if getattr(mark, "kind", "") == "each_seat":
            return tuple(any_value(get_args(inner[0])[0], luck) for _ in range(SEATS))
        return any_value(inner[0], luck)
    if hint is bool:
        return luck.random() < 0.5
    if hint is int:
        return luck.randrange(SEATS)
    if hint is str:
        return luck.choice(["blue-6", "", "ä", "gold-7"])
    if origin is Literal:
        return luck.choice(inner)
    if origin in (Union, UnionType):
        return any_value(next(one for one in inner if one is not NoneType), luck)
    if origin is dict:
        return {"a": [1, {"b": None}]}
    if isinstance(hint, type) and is_dataclass(hint):
        return any_of(hint, luck)
    assert origin is tuple, hint
    if inner[-1] is Ellipsis:
        return tuple(any_value(inner[0], luck) for _ in range(luck.randrange(4)))
    return tuple(any_value(one, luck) for one in inner)


def any_of(kind: type[Any], luck: random.Random) -> Any:
    """Return any event or action of a class."""
    hints = get_type_hints(kind, include_extras=True)
    return kind(**{field.name: any_value(hints[field.name], luck) for field in fields(kind)})


def encoded(*drafts: Draft, command: Command | None = None, **more: Any) -> list[StoredEvent]:
    """Return events as stored behind event 6 of table t1."""
    command = command or Sit(Seat(0))
    stored, _ = encode_events(
        b"h" * 32, unsealed_events(TABLE_DECIDER, 6, AT, "player:p0", command, drafts), **more
    )
    return stored


def test_every_event_survives_its_bytes(subtests: pytest.Subtests) -> None:
    for name in TYPES:
        with subtests.test(name):
            luck = random.Random(name)
            for _ in range(20):
                event = any_of(TYPES[name], luck)
                (stored,) = encoded(Draft(event))
                fact = decode_event(stored)
                assert fact.event == event
                assert (fact.n, fact.at, fact.by) == (7, AT, "player:p0")
                assert json.loads(stored.e)["type"] == name


def odd_values(value: Any) -> list[Any]:
    """Return what is no value of a field that holds this one, alike as it may look."""
    if type(value) is int:
        return [float(value), str(value), bool(value)]
    return [1.5, [value, 1.5], *([1, "true"] if type(value) is bool else [])]


def test_a_field_that_is_odd_missing_or_unknown_is_named(subtests: pytest.Subtests) -> None:
    for kind in (*NAMES, *ACTION_NAMES):
        with subtests.test(f"{kind.__module__}.{kind.__name__}"):
            given = json.loads(json.dumps(to_json(any_of(kind, random.Random(kind.__name__)))))
            usual = {field.name: field.default for field in fields(kind)}
            for field, value in given.items():
                for odd in odd_values(value):
                    with pytest.raises(BadValue) as bad:
                        from_json(kind, {**given, field: odd})
                    assert bad.value.path.split(".")[0] == field, odd
                rest = {other: told for other, told in given.items() if other != field}
                if usual[field] is not MISSING:
                    assert getattr(from_json(kind, rest), field) == usual[field]
                    continue
                with pytest.raises(BadValue, match=f"{field}: is missing"):
                    from_json(kind, rest)
                with pytest.raises(BadValue, match=f"{field}: is missing"):
                    from_json(kind, {**rest, "zz": value})
            with pytest.raises(BadValue, match="zz: is unknown"):
                from_json(kind, {**given, "zz": 1})


@dataclass(frozen=True, kw_only=True)
class Named:
    """A record whose fields are only given by name."""

    row: tuple[int, ...] = ()
    seat: Seat


@dataclass(frozen=True)
class Misplaced:
    """A record whose field that came later stands first."""

    later: Annotated[str | None, SPARSE] = None
    seat: Seat | None = None


def test_fields_are_read_by_name_where_their_class_wants_that() -> None:
    assert from_json(Named, {"seat": 2, "row": [1]}) == Named(seat=Seat(2), row=(1,))


@pytest.mark.parametrize("odd", [True, 1.0, "1", ["high"], {}, None])
def test_one_of_a_few_values_is_read_by_its_type_too(odd: object) -> None:
    read = reader_of(Literal[1, "high"])
    assert [read(1), read("high")] == [1, "high"]
    with pytest.raises(BadValue, match="must be one of: 1, high"):
        read(odd)


def test_a_field_that_may_be_left_out_stands_last() -> None:
    with pytest.raises(TypeError, match="Misplaced: a field that may be left out stands last"):
        from_json(Misplaced, {"seat": 2})


def test_no_sealed_field_of_an_event_stands_in_its_public_part(subtests: pytest.Subtests) -> None:
    for name in TYPES:
        with subtests.test(name):
            event = any_of(TYPES[name], random.Random(name))
            (stored,) = encoded(Draft(event))
            public = json.loads(stored.e)
            secret = {field.name for field in sealed_fields(TYPES[name])}
            assert not secret & set(public["data"])
            assert set(to_json(event)) == secret | set(public["data"])
            assert bool(public["seals"]) == bool(secret) == (stored.p is not None)


def test_the_secrets_of_every_action_are_sealed_to_who_acted(subtests: pytest.Subtests) -> None:
    for kind in ACTION_NAMES:
        with subtests.test(f"{kind.__module__}.{kind.__name__}"):
            action = any_of(kind, random.Random(kind.__name__))
            (stored,) = encoded(Draft(Started()), command=Act(Seat(2), action))
            public, parts = split_by_audience(action, Seat(2))
            cause = json.loads(stored.e)["cause"]
            named = {"type": ACTION_NAMES[kind], **json.loads(json.dumps(public))}
            assert cause == {"seat": 2, "action": named, "last": 7}
            private = json.loads(stored.p) if stored.p else {}
            found = {key: part["data"]["action"] for key, part in private.items()}
            assert found == json.loads(json.dumps(parts))
            assert set(found) <= {"2"}


@every("name")
def test_every_action_is_read_back_from_its_json(name: str) -> None:
    game = GAMES[name, 1]
    for word, kind in game.actions.items():
        action = any_of(kind, random.Random(word))
        given = json.loads(json.dumps({"type": word, **to_json(action)}))
        assert read_action(game, given) == action
    with pytest.raises(BadValue) as unknown:
        read_action(game, {"type": "no such thing"})
    assert unknown.value.path == "type"
    with pytest.raises(BadValue):
        read_action(game, {})


def whole_logs() -> list[Desk]:
    """Return a table of each game after some acts at random."""
    desks = []
    for name in NAMES_OF_GAMES:
        luck = random.Random(name)
        desk = Desk().opened(an_open(name, GAMES[name, 1].seats[-1])).started()
        for _ in range(40):
            if desk.table.phase == "playing":
                desk.random_act(luck)
        desks.append(desk)
    return desks


@pytest.fixture(scope="module")
def desks() -> list[Desk]:
    return whole_logs()


def test_events_have_canonical_bytes_and_heads_that_follow(desks: list[Desk]) -> None:
    for desk in desks:
        head = first_head(desk.id)
        for stored in desk.log:
            assert canonical_json(json.loads(stored.e)) == stored.e
            assert stored.p is None or canonical_json(json.loads(stored.p)) == stored.p
            head = next_head(head, stored.e)
            assert stored.h == head
            assert set(json.loads(stored.e)) == {"n", "type", "at", "by", "cause", "data", "seals"}


def test_every_private_part_is_sealed_by_a_salt_of_its_own(desks: list[Desk]) -> None:
    salts = []
    for desk in desks:
        for stored in desk.log:
            private = json.loads(stored.p) if stored.p else {}
            seals = json.loads(stored.e)["seals"]
            assert set(seals) == set(private)
            for key, part in private.items():
                salt = bytes.fromhex(part["salt"])
                assert len(salt) == 32
                assert seals[key] == seal_hash(salt, part["data"])
                salts.append((desk.log[0].h, salt))
    assert len(set(salts)) == len(salts)
    assert len(salts) > 50


def test_salts_come_from_the_operating_system_and_never_twice() -> None:
    (one,) = encoded(Draft(Started(), b"s" * 32))
    (other,) = encoded(Draft(Started(), b"s" * 32))
    assert json.loads(one.e)["data"] == json.loads(other.e)["data"]
    assert json.loads(one.e)["seals"] != json.loads(other.e)["seals"]
    assert one.h != other.h


def test_the_same_facts_and_salts_give_the_same_bytes() -> None:
    assert [desk.log for desk in whole_logs()] == [desk.log for desk in whole_logs()]


def test_the_secret_of_a_hand_is_sealed_to_the_hand() -> None:
    (stored,) = encoded(Draft(Started(), b"s" * 32))
    assert stored.p is not None
    assert json.loads(stored.p)["hand"]["data"] == {"hand_secret": (b"s" * 32).hex()}
    assert (b"s" * 32).hex().encode() not in stored.e


def test_how_a_bot_found_its_action_is_sealed_to_the_hand() -> None:
    kind, word = next(iter(ACTION_NAMES.items()))
    action = any_of(kind, random.Random(1))
    how = {"name": "regular", "seed": 7, "budget": 100}
    first, second = encoded(
        Draft(Started()), Draft(Started()), command=Act(Seat(1), action, bot=how)
    )
    assert first.p is not None
    assert json.loads(first.p)["hand"]["data"] == {"bot": how}
    assert json.loads(first.e)["cause"]["bot"] is True
    assert json.loads(first.e)["cause"]["action"]["type"] == word
    assert b"seed" not in first.e
    assert second.p is None


def test_the_first_event_of_a_command_says_what_was_asked_the_others_point_to_it() -> None:
    drafts = [Draft(Started()) for _ in range(3)]
    causes = [
        json.loads(stored.e)["cause"] for stored in encoded(*drafts, command=TimeOut(Seat(3)))
    ]
    action = {"type": "table.time_out", "seat": 3}
    assert causes == [{"seat": None, "action": action, "last": 9}, 7, 7]


def test_an_unknown_type_stops_a_replay() -> None:
    (stored,) = encoded(Draft(Started()))
    foreign = stored._replace(e=stored.e.replace(b"table.started.v1", b"table.started.v99"))
    with pytest.raises(UnknownEvent, match=r"event 7: table\.started\.v99 is unknown"):
        decode_event(foreign)


@pytest.mark.parametrize(
    ("old", "new"),
    [(b'"entropies":[],', b""), (b'"entropies":[]', b'"entropies":[],"more":1'),
     (b'"entropies":[]', b'"entropies":[1]'), (b'"entropies":[]', b'"entropies":null')],
)  # fmt: skip
def test_fields_that_do_not_fit_their_type_stop_a_replay(old: bytes, new: bytes) -> None:
    (stored,) = encoded(Draft(EntropyClosed((), ())))
    with pytest.raises(BadValue):
        decode_event(stored._replace(e=stored.e.replace(old, new)))


def test_an_event_without_its_private_parts_is_not_taken_for_whole() -> None:
    desk = Desk().opened(an_open())
    with pytest.raises(BadValue, match="secret: is missing"):
        decode_event(desk.log[0]._replace(p=None))


@pytest.mark.parametrize("data", [{"x": 0.5}, {"x": 2**53}, {"ä": 1}])
def test_what_is_not_exact_everywhere_is_not_recorded(data: dict[str, Any]) -> None:
    opened = Desk().opened(an_open()).facts[0].event
    bad = Draft(type(opened)(**{**to_json(opened), "carried": data}))
    with pytest.raises(AssertionError):
        encoded(bad)


def test_names_are_versioned_and_stand_for_one_class_each() -> None:
    assert len(NAMES) == len(TYPES)
    for name in TYPES:
        owner, _, version = name.split(".")
        assert owner == "table" or owner in NAMES_OF_GAMES
        assert version[0] == "v"
        assert version[1:].isdigit()


def test_salts_can_be_fixed_for_tests_only_by_handing_them_in() -> None:
    made = [encoded(Draft(Started(), b"s" * 32), new_salt=Salts("x")) for _ in range(2)]
    assert made[0] == made[1]
