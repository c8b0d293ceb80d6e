"""Quick seats within a moment: they meet at one table, whatever the lobby knows by then."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Lock
from typing import Any

import pytest
from redis import Redis

from events.accounts.presence import SEEN_KEY, note_seen
from events.cached_streams import Tables
from events.store import open_seats as filling
from events.store.open_seats import OpenSeats, SeatRequest
from events.store.streams import Store, open_store
from tests.service.asker import Asker, Service, problem

BOON: dict[str, Any] = {"game": "boon"}
USUAL: dict[str, Any] = {"clock": {"turn": 60, "bank": 120}, "pace": 1_000}  # of a new table
SEATS = 4


def table_of(asker: Asker, wanted: dict[str, Any], **headers: str) -> str:
    """Take a quick seat; return the table's id."""
    answer = asker.post("/v1/quick", wanted, **headers)
    assert answer.status_code == 201, answer.text
    view = answer.get_json()["view"]
    assert view["seats"][view["seat"]]["player"] == asker.id
    table: str = view["table"]
    return table


def other_process(service: Service) -> Service:
    """Return a service on the same store with nothing in memory, as another process has it."""
    store = open_store(service.redis, archive=service.parts.store.archive)
    return Service(replace(service.parts, store=store, tables=Tables(store)))


def test_two_requests_within_a_moment_meet_before_the_lobby_knows_of_it(service: Service) -> None:
    ada, bob, eve = (service.player(name) for name in ("Ada", "Bob", "Eve"))
    other = other_process(service)
    bob, eve = (Asker(other.app.test_client(), one.token, one.id) for one in (bob, eve))
    table = table_of(ada, BOON)
    assert table_of(bob, {**BOON, "clock": {"turn": 60, "bank": 120}}) == table
    assert table_of(eve, {**BOON, "seats": 3, "rated": True}) == table
    assert service.parts.models.lobby.rows(9) == []


def test_those_who_ask_for_something_else_do_not_meet(service: Service) -> None:
    ada, bob, eve = (service.player(name) for name in ("Ada", "Bob", "Eve"))
    table = table_of(ada, {"game": "boosh", "options": {"woof": True}})
    assert table_of(bob, {"game": "boosh", "options": {"woof": False}}) != table
    assert table_of(eve, {"game": "boosh", "options": {"woof": True}, "clock": None}) != table
    assert table_of(service.player("Kim"), {"game": "boosh", "options": {"woof": True}}) == table


def test_a_hundred_requests_at_once_for_four_seats_fill_exactly_25_tables(
    service: Service,
) -> None:
    wanted = {"game": "boosh", "seats": SEATS}
    players = [service.player(f"P{k}") for k in range(100)]
    apis = [other_process(service) for _ in range(4)]
    askers = [
        Asker(apis[k % len(apis)].app.test_client(), one.token, one.id)
        for k, one in enumerate(players)
    ]
    with ThreadPoolExecutor(24) as pool:
        tables = Counter(pool.map(lambda asker: table_of(asker, wanted), askers))
    assert sorted(tables.values()) == [SEATS] * 25
    service.follow()
    assert [row["free"] for row in service.parts.models.lobby.rows(99)] == [0] * 25


def test_a_seat_whose_claim_nobody_settles_is_offered_again(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    own, wish = (
        OpenSeats(store),
        SeatRequest("boon", {"options": {}}, {"seats": 2, "options": {}}, 2),
    )
    now = store.now()
    monkeypatch.setattr(Store, "now", lambda store: now)
    first, second = own.claim(wish, "t1"), own.claim(wish, "t2")
    assert [first.table, second.table] == ["t1", "t1"]
    assert [first.is_new, second.is_new] == [True, False]
    third = own.claim(wish, "t3")
    assert (third.table, third.is_new) == ("t3", True)
    own.settle("boon", first)  # whoever had the second has died
    monkeypatch.setattr(Store, "now", lambda store: now + filling.HOLDS)
    assert own.claim(wish, "t4").table == "t3"  # its second seat was claimed by nobody
    again = own.claim(wish, "t4")
    assert (again.table, again.seat) == (second.table, second.seat)
    own.give_back("boon", again)
    assert own.claim(wish, "t4", without=["t1"]).table == "t3"  # its first has come back
    assert own.claim(wish, "t4").table == "t1"
    own.drop("boon", again)
    monkeypatch.setattr(Store, "now", lambda store: now + 2 * filling.HOLDS)
    assert own.claim(wish, "t4").table == "t3"
    monkeypatch.setattr(Store, "now", lambda store: now + 3 * filling.OFFERED)
    assert own.claim(wish, "t5").table == "t5"


def test_a_process_whose_clock_is_a_little_behind_is_offered_the_same_seats(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    own, wish = (
        OpenSeats(store),
        SeatRequest("boon", {"options": {}}, {"seats": 2, "options": {}}, 2),
    )
    now = store.now()
    monkeypatch.setattr(Store, "now", lambda store: now)
    assert own.claim(wish, "t1").table == "t1"
    monkeypatch.setattr(Store, "now", lambda store: now - 500)
    assert own.claim(wish, "t2").table == "t1"


def test_what_is_not_filling_leaves_nothing_behind(store: Store, redis: Redis) -> None:
    own, wish = (
        OpenSeats(store),
        SeatRequest("boon", {"options": {}}, {"seats": 2, "options": {}}, 2),
    )
    own.drop("boon", own.claim(wish, "t1"))
    other = wish._replace(opened={"seats": 3, "options": {}})
    own.drop("boon", own.claim(other, "t2"))
    third = own.claim(other, "t3")
    assert redis.hlen("fd:{filling:boon}:kinds") == 1
    own.drop("boon", third)


def test_a_table_whose_first_player_died_before_opening_it_is_opened_by_the_next(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, bob = service.player("Ada"), service.player("Bob")

    def die(*given: Any) -> None:
        raise SystemExit

    with monkeypatch.context() as patch:
        patch.setattr("service.tables.quick_seat.open_wanted_table", die)
        patch.setattr(OpenSeats, "give_back", die)
        with pytest.raises(SystemExit):
            ada.post("/v1/quick", BOON, Idempotency_Key="k")
    table = table_of(bob, BOON)
    assert table_of(ada, BOON, Idempotency_Key="k") == table


def test_a_table_is_as_it_was_asked_for_whoever_comes_to_open_it(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, bob, eve = (service.player(name) for name in ("Ada", "Bob", "Eve"))
    wanted = {**BOON, "seats": 4, "rated": False, "clock": None, "options": {"max_rounds": 2}}

    def die(*given: Any) -> None:
        raise SystemExit

    with monkeypatch.context() as patch:
        patch.setattr("service.tables.quick_seat.open_wanted_table", die)
        patch.setattr(OpenSeats, "give_back", die)
        with pytest.raises(SystemExit):
            ada.post("/v1/quick", wanted, Idempotency_Key="k")
    any_number = {name: value for name, value in wanted.items() if name != "seats"}
    table = table_of(bob, any_number)
    assert table_of(ada, wanted, Idempotency_Key="k") == table
    assert table_of(eve, wanted) == table
    view = eve.get(f"/v1/tables/{table}").get_json()
    assert (len(view["seats"]), view["rated"], view["clock"]) == (4, False, None)
    assert view["options"]["max_rounds"] == 2
    assert view["expires_after"] == 3_600


def test_a_repeat_takes_no_second_seat(service: Service) -> None:
    ada = service.player("Ada")
    table = table_of(ada, BOON, Idempotency_Key="k")
    assert table_of(ada, BOON, Idempotency_Key="k") == table
    assert table_of(ada, BOON) != table  # where one sits one needs no seat
    problem(ada.post("/v1/quick", {"game": "boosh"}, Idempotency_Key="k"), 422, "http/key_reused")


def test_nobody_is_sent_back_to_the_table_just_left(service: Service) -> None:
    ada, bob = service.player("Ada"), service.player("Bob")
    table = table_of(ada, BOON)
    assert ada.delete(f"/v1/tables/{table}/seats/0").status_code == 200
    other = table_of(ada, BOON)
    assert other != table
    service.follow()
    assert ada.delete(f"/v1/tables/{other}/seats/0").status_code == 200
    assert table_of(ada, BOON) not in (table, other)
    assert table_of(bob, BOON) in (table, other)


def test_tables_whose_people_are_there_come_first(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, bob, eve = (service.player(name) for name in ("Ada", "Bob", "Eve"))
    old = service.opened(ada, "boon", 3, **USUAL)
    now = service.parts.store.now()
    monkeypatch.setattr(Store, "now", lambda store: now + 600_000)
    young = service.opened(ada, "boon", 4, **USUAL)  # with more free seats, and newer
    service.follow()
    assert f"/v1/tables/{table_of(bob, BOON)}" == young
    monkeypatch.setattr(Store, "now", lambda store: now + 1_200_000)
    assert f"/v1/tables/{table_of(eve, BOON)}" == old


def test_tables_of_those_who_were_seen_lately_come_before_newer_ones(
    service: Service,
) -> None:
    ada, bob, eve = (service.player(name) for name in ("Ada", "Bob", "Eve"))
    for one, seats in ((ada, 3), (bob, 4)):  # the fewest free seats come first, else
        assert (
            one.post(f"{service.opened(one, 'boon', seats, **USUAL)}/seats", {}).status_code == 201
        )
    service.follow()
    store = service.parts.store
    store.redis.delete(SEEN_KEY)
    note_seen(store, [bob.id])
    found = eve.post("/v1/quick", BOON).get_json()["view"]
    assert [seat["player"] for seat in found["seats"]].count(bob.id) == 1


def test_what_a_quick_seat_opens_has_a_clock_a_pace_and_an_hour_to_begin(service: Service) -> None:
    ada = service.player("Ada")
    view = ada.get(f"/v1/tables/{table_of(ada, BOON)}").get_json()
    assert view["clock"] == {"turn": 60, "bank": 120}
    assert (view["pace"], view["rated"], view["expires_after"]) == (1_000, True, 3_600)
    wanted = {**BOON, "clock": None, "pace": 0, "rated": False}
    view = ada.get(f"/v1/tables/{table_of(ada, wanted)}").get_json()
    assert (view["clock"], view["pace"], view["rated"]) == (None, 0, False)


def test_whoever_sits_goes_on_when_the_opener_has_gone(service: Service) -> None:
    ada, bob = service.player("Ada"), service.player("Bob")
    path = f"/v1/tables/{table_of(ada, BOON)}"
    assert f"/v1/tables/{table_of(bob, BOON)}" == path
    assert ada.delete(f"{path}/seats/0").status_code == 200
    phases = [
        bob.post(f"{path}/seats", {"bot": "regular"}).get_json()["view"]["phase"] for _ in range(2)
    ]
    assert phases == ["open", "playing"]


def test_a_claim_and_the_late_lobby_together_fill_tables_too(
    service: Service,
) -> None:
    askers, following = [service.player(f"P{k}") for k in range(24)], Lock()
    with ThreadPoolExecutor(8) as pool:

        def ask(k: int) -> str:
            with following:
                if k % 5 == 0:
                    service.follow()
            return table_of(askers[k], {"game": "boosh", "seats": SEATS})

        tables = Counter(pool.map(ask, range(len(askers))))
    assert sorted(tables.values()) == [SEATS] * 6
