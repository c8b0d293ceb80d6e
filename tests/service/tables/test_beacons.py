"""Tables with a beacon over HTTP: opened where the server follows its chain, else refused."""

import json
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from operator import add
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from events.tables import relays
from events.tables.relays import RelayProbe, followed_chains
from service.assembly import AppParts
from tests.beacons import Relay, chain, info, serving
from tests.service.asker import Asker, Service, problem
from tests.service.cups import opened, with_role
from tests.waiting import PATIENCE

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


# ---- opened without a word on the beacon


@pytest.fixture
def relay() -> Iterator[Relay]:
    """Return a relay of the chain."""
    with serving(Relay(chain())) as own:
        yield own


def relayed(parts: AppParts, *relays: str) -> Service:
    """Return a service that has these relays of the chain, and has not asked them yet."""
    return Service(replace(parts, beacons={"test": chain()}, relays=RelayProbe(relays)))


def beacon_of(asker: Asker, path: str) -> str | None:
    """Return the name of the chain of a table."""
    found = asker.get(path).get_json()["beacon"]
    return None if found is None else str(found["chain"])


def test_a_table_has_the_beacon_of_the_server_unless_it_says_another_thing(
    parts: AppParts, relay: Relay
) -> None:
    service = relayed(parts, relay.url)
    ada, bob = service.player("Ada"), service.player("Bob")
    assert beacon_of(ada, service.opened(ada)) == "test"
    assert beacon_of(ada, service.opened(ada, beacon=None)) is None
    assert beacon_of(ada, ada.post("/v1/quick", {"game": "boosh"}).headers["Location"]) == "test"
    alone = bob.post("/v1/quick", {"game": "boosh", "beacon": None}).headers["Location"]
    assert beacon_of(ada, alone) is None
    assert len(relay.asked) == 1


def test_a_rematch_has_the_beacon_of_the_old_table(parts: AppParts, relay: Relay) -> None:
    service = relayed(parts, relay.url)
    ada = service.player("Ada")
    for beacon in ("test", None):
        path = service.started([ada], "boosh", 2, beacon=beacon, options={"max_hands": 1})
        service.play(path, [ada])
        again = ada.post(f"{path}/rematch").headers["Location"]
        assert beacon_of(ada, again) == beacon


@pytest.mark.parametrize("trouble", ["away", "lies", "none"])
def test_without_a_relay_that_answers_a_table_is_opened_without_a_beacon(
    parts: AppParts, relay: Relay, trouble: str
) -> None:
    if trouble != "none":
        setattr(relay, trouble, True)
    service = relayed(parts, *([] if trouble == "none" else [relay.url]))
    ada = service.player("Ada")
    assert beacon_of(ada, service.opened(ada)) is None
    assert beacon_of(ada, service.opened(ada, beacon="test")) == "test"
    assert beacon_of(ada, service.opened(ada)) is None
    assert len(relay.asked) == (trouble != "none")


def test_one_relay_that_answers_is_enough(parts: AppParts, relay: Relay) -> None:
    with serving(Relay(chain(), away=True)) as other:
        service = relayed(parts, other.url, relay.url)
        ada = service.player("Ada")
        assert beacon_of(ada, service.opened(ada)) == "test"


def test_what_relays_answer_is_believed_for_a_minute(
    parts: AppParts, relay: Relay, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = relayed(parts, relay.url)
    ada, began = service.player("Ada"), time.monotonic()
    for later, away, expected in ((0, False, "test"), (59, True, "test"), (61, True, None)):
        relay.away = away
        monkeypatch.setattr("events.tables.relays.time.monotonic", partial(add, began, later))
        assert beacon_of(ada, service.opened(ada)) == expected


def test_a_relay_that_is_silent_holds_an_opening_up_for_no_longer_than_a_probe_may_take(
    parts: AppParts, relay: Relay, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bound is made short, so that nobody waits here either."""
    answered = Event()
    monkeypatch.setattr(relay, "answer", lambda path: answered.wait(PATIENCE) and None)
    monkeypatch.setattr(relays, "PROBE_AT_MOST", 0.01)
    service = relayed(parts, relay.url)
    ada = service.player("Ada")
    try:
        assert beacon_of(ada, service.opened(ada)) is None
    finally:
        answered.set()


def test_a_beacon_of_the_servers_own_comes_before_quicknet(
    parts: AppParts, relay: Relay, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAIRDEAL_BEACON_RELAYS", relay.url)
    assert list(followed_chains()) == ["quicknet"]
    (tmp_path / "chain.json").write_text(json.dumps(info(chain())))
    monkeypatch.setenv("FAIRDEAL_BEACON_CHAIN", str(tmp_path / "chain.json"))
    service = Service(replace(parts, beacons=followed_chains(), relays=RelayProbe([relay.url])))
    ada = service.player("Ada")
    assert beacon_of(ada, service.opened(ada)) == "test"


def test_a_table_without_a_beacon_shows_none(service: Service) -> None:
    path = service.opened(service.player("Ada"))
    assert service.nobody.get(path).get_json()["beacon"] is None


def test_a_tournament_has_the_beacon_of_the_server_unless_it_says_another_thing(
    parts: AppParts, relay: Relay
) -> None:
    dora = with_role(relayed(parts, relay.url), "Dora")
    tells: list[dict[str, Any]] = [{}, {"beacon": None}, {"beacon": "test"}]
    found = [dora.get(opened(dora, **one)).get_json()["settings"]["beacon"] for one in tells]
    assert [one and one["chain"] for one in found] == ["test", None, "test"]
    assert len(relay.asked) == 1


def test_without_a_relay_that_answers_a_tournament_is_opened_without_a_beacon(
    parts: AppParts, relay: Relay
) -> None:
    relay.away = True
    dora = with_role(relayed(parts, relay.url), "Dora")
    assert dora.get(opened(dora)).get_json()["settings"]["beacon"] is None
