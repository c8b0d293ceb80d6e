"""Tables that were aborted after their call are counted: for the server, and for who sat there."""

from dataclasses import replace

import pytest

from events.handle import CommandRequest, handle
from games.table import Abort
from service.assembly import AppParts
from tests.beacons import chain
from tests.service.asker import Asker, Service
from tests.workers.floor import move_clock, table_of
from workers.tables.clock import enforce_deadlines


@pytest.fixture
def following(parts: AppParts) -> Service:
    """Return a service that follows a chain of its own."""
    return Service(replace(parts, beacons={"test": chain()}))


def abort(service: Service, path: str) -> None:
    """Let the beacon of a table fail."""
    name, tables = path.rpartition("/")[2], service.parts.tables
    fails_at = table_of(tables, name).beacon_fails_at()
    assert fails_at is not None
    move_clock(tables.store, fails_at - tables.store.now())
    handle(tables, CommandRequest(name, "clock", Abort()))
    service.follow()


def counted(service: Service, asker: Asker) -> int:
    """Return how many aborted tables the profile of a player tells of."""
    found: int = service.nobody.get(f"/v1/players/{asker.id}").get_json()["aborted"]
    return found


def test_fairness_and_profiles_count_the_aborted_tables_of_who_sat_there(
    following: Service,
) -> None:
    ada, bob, cid = map(following.player, ("Ada", "Bob", "Cid"))
    first = following.started([ada, bob], "boosh", 2, beacon="test")
    abort(following, first)
    assert following.nobody.get(first).get_json()["outcome"]["why"] == "beacon_failed"
    assert [counted(following, one) for one in (ada, bob, cid)] == [1, 1, 0]
    told = following.nobody.get(f"{first}/fairness").get_json()
    assert told["aborted"] == {"server": 1, "players": [1, 1]}
    abort(following, following.started([ada, cid], "boosh", 2, beacon="test"))
    third = following.opened(ada, "boosh", 2)
    assert ada.post(f"{third}/seats").status_code == 201
    told = following.nobody.get(f"{third}/fairness").get_json()
    assert told["aborted"] == {"server": 2, "players": [2, None]}
    assert ada.post(f"{third}/seats", {"bot": "regular"}).status_code == 201
    assert ada.post(f"{third}/start").status_code == 200
    assert ada.delete(f"{third}/seats/0").status_code == 200
    told = following.nobody.get(f"{third}/fairness").get_json()
    assert told["aborted"] == {"server": 2, "players": [2, None]}, "of who sat there at the call"


def test_a_table_that_expires_or_is_withdrawn_is_not_counted(following: Service) -> None:
    ada, bob = following.player("Ada"), following.player("Bob")
    path = following.opened(ada, "boosh", 2, beacon="test")
    for one in (ada, bob):
        assert one.post(f"{path}/seats").status_code == 201
    assert ada.delete(path).status_code == 200
    expires = following.opened(ada, "boosh", 2, expires_after=1)
    assert bob.post(f"{expires}/seats").status_code == 201
    tables, name = following.parts.tables, expires.rpartition("/")[2]
    move_clock(tables.store, 1_000)
    assert enforce_deadlines(tables, name) == "expired"
    following.follow()
    assert [counted(following, one) for one in (ada, bob)] == [0, 0]
    told = following.nobody.get(f"{path}/fairness").get_json()
    assert told["aborted"] == {"server": 0, "players": [0, 0]}
