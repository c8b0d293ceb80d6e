"""The clock of a new table: words for it, the usual one, and what that is good for."""

from pathlib import Path
from typing import Any

import pytest

from events.store.embedded.server import EmbeddedServer
from events.verify.log import verify_log
from service.assembly import assemble_parts
from service.settings import ServiceSettings, from_environment
from tests.service.asker import Asker, Service, problem
from workers.tables.clock import enforce_deadlines

FAST = {"turn": 20, "bank": 60, "first_turn": 60}
NORMAL = {"turn": 60, "bank": 120}
DAYS = {"turn": 259_200, "bank": 0}
BOOSH: dict[str, Any] = {"game": "boosh", "seats": 2}
NOBODY_IS_LATE = ("0 seats", "0 seats; somebody else was faster")


@pytest.fixture
def ada(service: Service) -> Asker:
    return service.player("Ada")


@pytest.fixture
def bob(service: Service) -> Asker:
    return service.player("Bob")


@pytest.fixture
def time(service: Service, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Hold the store's time: it is what the list says."""
    store = service.parts.store
    held = [store.now()]
    monkeypatch.setattr(store, "now", lambda: held[0])
    return held


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ({"clock": "fast"}, FAST),
        ({"clock": "normal"}, NORMAL),
        ({"clock": "days"}, DAYS),
        ({}, DAYS),
        ({"clock": None}, None),
        ({"clock": {"turn": 20}}, {"turn": 20, "bank": 0}),
    ],
)
def test_a_word_for_a_clock_is_kept_as_its_seconds(
    service: Service, ada: Asker, sent: dict[str, Any], kept: dict[str, int] | None
) -> None:
    path = service.opened(ada, **BOOSH, **sent)
    assert service.nobody.get(path).get_json()["clock"] == kept
    (opened,) = service.nobody.get(f"{path}/events").get_json()["events"]
    assert opened["data"]["clock"] == kept
    service.follow()
    assert service.nobody.get("/v1/tables").get_json()["tables"][0]["clock"] == kept


@pytest.mark.parametrize("where", ["/v1/tables", "/v1/quick"])
@pytest.mark.parametrize(
    ("wrong", "meant"),
    [
        ("norml", "; did you mean `normal`?"),
        ("Fast", "; did you mean `fast`?"),
        ("blitz", ""),
        ("", ""),
        (60, ""),
        (True, ""),
        (["fast"], ""),
    ],
)
def test_what_is_no_clock_is_refused_with_the_clocks_there_are(
    service: Service, ada: Asker, where: str, wrong: Any, meant: str
) -> None:
    with service.nothing_happens():
        found = problem(ada.post(where, {**BOOSH, "clock": wrong}), 422, "http/invalid")
    told = 'must be fast, normal or days, seconds such as {"turn": 60}, or null for no clock'
    assert found["errors"] == {"clock": told + meant}


def test_a_quick_seat_takes_words_and_leads_to_the_normal_clock(
    service: Service, ada: Asker, bob: Asker
) -> None:
    quick = {"game": "boosh"}
    opened = ada.post("/v1/quick", quick)
    assert opened.get_json()["view"]["clock"] == NORMAL
    fast = bob.post("/v1/quick", {**quick, "clock": "fast"})
    assert fast.get_json()["view"]["clock"] == FAST
    service.follow()
    eve, kim = service.player("Eve"), service.player("Kim")
    met = eve.post("/v1/quick", {**quick, "clock": "normal"})
    assert met.headers["Location"] == opened.headers["Location"]
    met = kim.post("/v1/quick", {**quick, "clock": FAST})
    assert met.headers["Location"] == fast.headers["Location"]


def test_a_rematch_of_a_table_without_a_clock_has_none(
    service: Service, ada: Asker, bob: Asker
) -> None:
    path = service.started([ada, bob], **BOOSH, clock=None)
    for one in (ada, bob):
        one.post(f"{path}/adjourn")
    assert ada.post(f"{path}/rematch").get_json()["view"]["clock"] is None


def test_a_table_of_two_ends_by_itself_when_one_has_vanished(
    service: Service, ada: Asker, bob: Asker, time: list[int]
) -> None:
    path = service.started([ada, bob], **BOOSH, options={"max_hands": 1, "first_dealer": 0})
    (vanished,) = [
        one for one in (ada, bob) if one.get(f"{path}/view").get_json()["choices"] is not None
    ]
    stayed = bob if vanished is ada else ada
    table = path.split("/")[3]
    begun, waits = time[0], 0
    while (view := stayed.get(f"{path}/view").get_json())["phase"] != "closed":
        if view["choices"] is not None:
            stayed.post(f"{path}/actions", view["choices"]["actions"][0])
        elif view["seats"][1 - view["seat"]]["bot"] is not None:
            service.bots(path)
        else:
            waits += 1
            (until,) = [one for one in view["deadlines"] if one is not None]
            time[0] = until + view["lag"] - 1
            assert enforce_deadlines(service.parts.tables, table) in NOBODY_IS_LATE
            time[0] += 1
            assert enforce_deadlines(service.parts.tables, table) == "1 seats"
    assert waits == 2, "with the second time-out in a row a bot plays on"
    assert time[0] - begun == 2 * (1000 * DAYS["turn"] + view["lag"])
    assert view["outcome"]["deserters"] == [
        {"seat": 1 - view["seat"], "how": "away", "acted": False}
    ]


def test_a_table_at_which_all_have_vanished_ends_by_itself(
    service: Service, ada: Asker, bob: Asker, time: list[int]
) -> None:
    path = service.started([ada, bob], **BOOSH, options={"max_hands": 1})
    table = path.split("/")[3]
    waits = 0
    while True:
        service.bots(path)
        view = service.nobody.get(path).get_json()
        if view["phase"] == "closed":
            break
        waits += 1
        until = min(one for one in view["deadlines"] if one is not None)
        time[0] = until + view["lag"]
        assert enforce_deadlines(service.parts.tables, table) == "1 seats"
    assert waits == 4, "each seat twice"


@pytest.mark.usefixtures("redis")  # it is empty
@pytest.mark.parametrize("lag", [0, 300])
def test_an_action_counts_for_as_long_behind_the_deadline_as_event_1_says_wherever_it_is_verified(
    server: EmbeddedServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lag: int
) -> None:
    monkeypatch.setenv("FAIRDEAL_REDIS_URL", server.url)
    monkeypatch.setenv("FAIRDEAL_LAG_ALLOWANCE", str(lag))
    settings = from_environment()
    assert settings.lag == lag
    service = Service(assemble_parts(ServiceSettings(server.url, tmp_path, "everysec", lag=lag)))
    ada, bob = service.player("Ada"), service.player("Bob")
    clock = {"turn": 30, "bank": 5}
    path = service.started([ada, bob], **BOOSH, clock=clock, options={"max_hands": 1})
    (one, view) = next(
        (one, view) for one in (ada, bob) if (view := one.get(f"{path}/view").get_json())["choices"]
    )
    (deadline,) = [at for at in view["deadlines"] if at is not None]
    assert (view["lag"], deadline - view["at"]) == (lag, 35_000), "what is shown is without it"
    store = service.parts.store
    for late, status in ((lag, 409), (lag - 1, 200)):
        monkeypatch.setattr(store, "now", lambda late=late: deadline + late)
        action = view["choices"]["actions"][0]
        assert one.post(f"{path}/actions", action).status_code == status
    opened = service.nobody.get(f"{path}/events").get_json()["events"][0]
    assert opened["data"].get("lag", 0) == lag
    for each in (ada, bob):
        each.post(f"{path}/adjourn")
    (tmp_path / "log").write_bytes(ada.get(f"{path}/log").data)
    keys = [key["public"] for key in ada.get("/v1/keys").get_json()["keys"]]
    monkeypatch.setenv("FAIRDEAL_LAG_ALLOWANCE", "7")  # of who verifies
    report = verify_log(tmp_path / "log", keys)
    assert report.faults == ()
    store.redis.close()
