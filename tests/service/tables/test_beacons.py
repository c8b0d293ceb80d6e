"""Tables with a beacon over HTTP: opened where the server follows its chain, else refused."""

from dataclasses import replace

import pytest

from service.assembly import AppParts
from tests.beacons import chain
from tests.service.asker import Service, problem

WANTED = {"game": "boosh", "seats": 2, "beacon": "test"}


@pytest.fixture
def following(parts: AppParts) -> Service:
    """Return a service that follows a chain of its own."""
    return Service(replace(parts, beacons={"test": chain()}))


def test_a_server_without_a_relay_refuses_a_table_with_a_beacon(service: Service) -> None:
    ada = service.player("Ada")
    for path in ("/v1/tables", "/v1/quick"):
        found = problem(ada.post(path, {**WANTED, "beacon": "quicknet"}), 422, "http/invalid")
        assert "this server does not follow the chain quicknet" in str(found)
    assert ada.get("/v1/tables").get_json()["tables"] == []


def test_a_table_waits_for_the_beacon_and_says_so(following: Service) -> None:
    ada, bob = following.player("Ada"), following.player("Bob")
    path = following.opened(ada, "boosh", 2, beacon="test")
    problem(ada.post("/v1/tables", {**WANTED, "beacon": "quicknet"}), 422, "http/invalid")
    for asker in (ada, bob):
        assert asker.post(f"{path}/seats").status_code == 201
    view = ada.post(f"{path}/start").get_json()["view"]
    number = chain().first_due(view["at"] + 6_000)
    waiting = {"chain": "test", "round": number, "due_at": chain().due_at(number), "there": False}
    assert (view["phase"], view["deal"], view["beacon"]) == ("open", "with a beacon", waiting)
    assert ada.get(path).get_json()["beacon"] == waiting
    with following.nothing_happens():
        problem(ada.delete(path), 409, "table/started", "T9")


def test_a_quick_seat_is_at_a_table_with_the_beacon_that_was_asked_for(following: Service) -> None:
    ada, bob, cid = map(following.player, ("Ada", "Bob", "Cid"))
    first = ada.post("/v1/quick", WANTED).headers["Location"]
    following.follow()
    other = bob.post("/v1/quick", {**WANTED, "beacon": None}).headers["Location"]
    following.follow()
    assert first != other
    assert cid.post("/v1/quick", WANTED).headers["Location"] == first


def test_a_table_without_a_beacon_shows_none(service: Service) -> None:
    path = service.opened(service.player("Ada"))
    assert service.nobody.get(path).get_json()["beacon"] is None
