"""Hints: given to one person who plays against bots for nothing, from what the seat knows."""

from collections.abc import Iterator
from itertools import islice
from typing import Any
from zlib import crc32

import orjson
import pytest

from events.record.codec import decode_event
from events.store.hints import REQUEST_TTL
from games import NEWEST
from games.core.contract import Seat
from games.core.game import AnyGame
from games.table.bots import events_seen_by
from games.table.hints import find_hint
from service.play.hints import hint_to_json
from tests.games.every import every, every_game, usual_seats
from tests.games.play import Play, voids
from tests.laws import Law
from tests.service.asker import Asker, Service, problem
from tests.service.play.test_check_action import first_choice
from tests.service.play.test_hands_law import World, differ
from workers.tables.hints import give_hint, hint_record

PAIRS = 4  # of tables


@pytest.fixture
def ada(service: Service) -> Asker:
    return service.player("Ada")


def alone(service: Service, ada: Asker, game: str = "boon", **settings: Any) -> str:
    """Start an unrated table of one person; it is her turn."""
    seats = usual_seats(game)
    path = service.started([ada], game, seats, **{"rated": False, **settings})
    service.bots(path)
    return path


def think(service: Service, path: str) -> str:
    """Find the hint that was asked for, as a worker does."""
    return give_hint(service.parts.tables, path.rsplit("/", 1)[1])


@every("game")
def test_a_hint_is_a_legal_move_with_reasons_and_writes_nothing(
    service: Service, ada: Asker, game: str
) -> None:
    path = alone(service, ada, game)
    for _ in range(3):
        n = ada.get(f"{path}/view").get_json()["n"]
        asked = ada.get(f"{path}/hint")
        assert (asked.status_code, asked.headers["Retry-After"]) == (202, "1")
        assert asked.get_json() == {"n": n}
        assert think(service, path) == "a hint"
        found = ada.get(f"{path}/hint").get_json()
        assert found["n"] == ada.get(f"{path}/view").get_json()["n"] == n
        assert found["text"] and found["why"]
        shares = [(one["better"], one["worse"]) for one in found["others"]]
        assert all(0 <= better <= 100 - worse <= 100 for better, worse in shares)
        assert ada.post(f"{path}/actions", found["action"]).status_code == 200
        service.bots(path)


def test_a_hint_tells_how_it_fares_against_the_closest_rival(service: Service, ada: Asker) -> None:
    path = alone(service, ada, options={"first_dealer": 2, "max_rounds": 1})
    ada.get(f"{path}/hint")
    think(service, path)
    found = ada.get(f"{path}/hint").get_json()
    (rival,) = found["others"]
    assert {found["action"]["type"], rival["action"]["type"]} == {"take", "pass"}
    shares = f"In {rival['better']} of 100 deals", f"in {rival['worse']} of 100 worse"
    assert all(share in found["why"][0] for share in shares)
    german = ada.get(f"{path}/hint", Accept_Language="de")
    assert german.headers["Content-Language"] == "de"
    assert f"Bei {rival['better']} von 100" in german.get_json()["why"][0]


def test_a_hint_is_for_the_newest_event_alone(service: Service, ada: Asker) -> None:
    path = alone(service, ada)
    ada.get(f"{path}/hint")
    think(service, path)
    assert think(service, path) == "the hint is there"
    assert ada.post(f"{path}/actions", first_choice(ada, path)).status_code == 200
    service.bots(path)
    assert ada.get(f"{path}/hint").status_code == 202


def test_a_hint_expires_and_lies_beside_the_log(service: Service, ada: Asker) -> None:
    path = alone(service, ada)
    table = path.rsplit("/", 1)[1]
    before = service.parts.store.newest(table)
    ada.get(f"{path}/hint")
    think(service, path)
    assert service.parts.store.newest(table) == before
    key = service.parts.store.names.beside(table, f"hint:{table}")
    assert service.redis.pttl(key) > REQUEST_TTL


def test_while_a_hint_is_thought_about_it_is_requested_for_once(
    service: Service, ada: Asker
) -> None:
    path = alone(service, ada)
    table = path.rsplit("/", 1)[1]
    assert ada.get(f"{path}/hint").status_code == 202
    store = service.parts.store
    due = store.names.due(store.names.partition(table), "hint")
    assert service.redis.zrem(due, table) == 1  # a follower has put the job in
    assert ada.get(f"{path}/hint").status_code == 202
    assert service.redis.zscore(due, table) is None


def test_there_are_no_hints_where_the_table_counts(service: Service, ada: Asker) -> None:
    path = alone(service, ada, rated=True)
    problem(ada.get(f"{path}/hint"), 409, "table/no_hints")
    assert think(service, path) == "nobody may have a hint"


def test_there_are_no_hints_where_two_play(service: Service, ada: Asker) -> None:
    bob = service.player("Bob")
    path = service.started([ada, bob], rated=False)
    for one in (ada, bob):
        problem(one.get(f"{path}/hint"), 409, "table/no_hints")


def test_there_are_no_hints_where_another_player_may_come_back(
    service: Service, ada: Asker
) -> None:
    bob = service.player("Bob")
    path = service.started([ada, bob], rated=False)
    assert bob.delete(f"{path}/seats/1").status_code == 200
    problem(ada.get(f"{path}/hint"), 409, "table/no_hints")
    problem(bob.get(f"{path}/hint"), 403, "table/left")


def test_who_only_watches_gets_no_hint(service: Service, ada: Asker) -> None:
    path = alone(service, ada)
    problem(service.player("Eve").get(f"{path}/hint"), 403, "table/not_seated")
    problem(service.nobody.get(f"{path}/hint"), 401, "http/unauthorized")


def test_before_the_start_and_after_the_end_there_is_no_hint(service: Service, ada: Asker) -> None:
    path = service.opened(ada, rated=False)
    assert ada.post(f"{path}/seats").status_code == 201
    problem(ada.get(f"{path}/hint"), 409, "table/no_hints")  # others may still sit down
    path = alone(service, ada)
    assert ada.post(f"{path}/adjourn").status_code == 200
    problem(ada.get(f"{path}/hint"), 409, "table/no_hint_now")


def hint_in(world: World) -> bytes | None:
    """Return the hint for the player of a world, to the byte; None: it is not her turn."""
    table = world.table()
    seat = table.seat_of("ada")
    if seat is None or table.phase != "playing" or seat not in table.to_act():
        return None
    facts = [decode_event(event) for event in world.log[table.hands[-1] - 1 :]]
    record = hint_record(find_hint(table, seat, events_seen_by(table, facts, seat)))
    return orjson.dumps(hint_to_json(table, seat, record, None))


def hinted(law: Law, game: AnyGame, count: int) -> int:
    """Hold the hints of paired tables equal; return how many differ in what is hidden."""
    different = 0
    for seat, play, twin in seated_pairs(law, game, count):
        acted = [at for at, (mover, _) in enumerate(play.moves) if mover == seat]
        moves = play.luck.choice(acted) if acted else 0
        people = ["ada" if k == seat else None for k in range(play.seats)]
        one, two = (World(each, moves, people, "table") for each in (play, twin))
        first, second = hint_in(one), hint_in(two)
        assert first == second
        different += first is not None and differ((one, two))
    return different


def seated_pairs(law: Law, game: AnyGame, count: int) -> Iterator[tuple[Seat, Play, Play]]:
    """Yield a seat, and two tables that look alike to it."""
    pairs = law.pairs(game, where=lambda play, seat: seat is not None and not voids(play))
    for play, twin, seat in islice(pairs, count):
        assert seat is not None
        yield seat, play, twin


@every_game
def test_paired_tables_give_a_seat_the_same_hint_to_the_byte(law: Law, game: AnyGame) -> None:
    assert hinted(law, game, PAIRS)


def test_a_hint_that_looks_at_the_state_is_found(law: Law, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its luck follows from the cards here, as it must not."""
    monkeypatch.setattr(
        "games.table.hints.public_seed", lambda table, seat: crc32(repr(table.play).encode())
    )
    with pytest.raises(AssertionError):
        hinted(law, NEWEST["boon"], 20)
