"""Quick seats among reliable players: whom `at_most` keeps apart, in either direction."""

from typing import Any

import pytest

from events.accounts.preferences import PREFERENCES_KEY
from projections.projection import ReadModel
from service.tables import quick_seat
from tests.service.asker import Asker, Service, problem

QUICK = "/v1/quick"
BOOSH: dict[str, Any] = {"game": "boosh", "seats": 3}
TENTH: dict[str, Any] = {**BOOSH, "at_most": 10}


@pytest.fixture
def ada(service: Service) -> Asker:
    return service.player("Ada")


@pytest.fixture
def bob(service: Service) -> Asker:
    return service.player("Bob")


def give_record(service: Service, one: Asker, tables: int, deserted: int = 0) -> None:
    """Give a player rated tables that are over, of which the player deserted the latest."""
    model = service.parts.models.player_tables
    rows = [
        (
            f"t{one.id}{k}",
            {
                "table": f"t{one.id}{k}", "game": "boosh", "phase": "closed", "private": False,
                "opener": one.id, "seats": [one.id, "p0"], "opened_at": k, "ended_at": k,
                "places": [1, 2], "scores": [1, 0], "n": 9,
                "deserters": [0] if k >= tables - deserted else [],
            },
        )
        for k in range(tables)
    ]  # fmt: skip
    model.move(0, "", rows, model.version())
    record = service.nobody.get(f"/v1/players/{one.id}").get_json()["record"]
    assert record == {"tables": tables, "deserted": deserted}


def table_of(asker: Asker, wanted: dict[str, Any], **headers: str) -> str:
    """Take a quick seat; return the path of its table."""
    answer = asker.post(QUICK, wanted, **headers)
    assert answer.status_code == 201, answer.text
    return answer.headers["Location"]


@pytest.mark.parametrize("is_known", [True, False], ids=["in the lobby", "just opened"])
@pytest.mark.parametrize("asks", ["who waits", "who comes"])
@pytest.mark.parametrize(
    ("deserted", "together"), [(0, True), (1, True), (2, False)], ids=["none", "10 %", "20 %"]
)
def test_who_deserted_more_than_somebody_asked_for_sits_elsewhere(
    service: Service, ada: Asker, bob: Asker, is_known: bool, asks: str, deserted: int,
    together: bool,
) -> None:  # fmt: skip
    asker, other = (ada, bob) if asks == "who waits" else (bob, ada)
    give_record(service, asker, 5, 3)  # who asks need not be better
    give_record(service, other, 10, deserted)
    wishes = {one.id: TENTH if one is asker else BOOSH for one in (ada, bob)}
    path = table_of(ada, wishes[ada.id])
    if is_known:
        service.follow()
    found = table_of(bob, wishes[bob.id], Idempotency_Key="k")
    assert (found == path) == together
    assert table_of(bob, wishes[bob.id], Idempotency_Key="k") == found


def test_newcomers_count_as_reliable_and_do_not_ask(
    service: Service, ada: Asker, bob: Asker
) -> None:
    give_record(service, ada, 4, 4)
    give_record(service, bob, 10, 10)
    path = table_of(ada, {**BOOSH, "at_most": 0})
    assert table_of(bob, BOOSH) == path, "four tables give no share, so the wish has no effect"
    give_record(service, bob, 11, 0)
    own = table_of(bob, {**BOOSH, "at_most": 0})
    assert own != path, "where one sits already"
    assert table_of(ada, {**BOOSH, "at_most": 0}) == own, "who deserted four of four is new"


def test_the_wish_of_the_latest_quick_seat_holds(service: Service, ada: Asker, bob: Asker) -> None:
    give_record(service, ada, 5)
    give_record(service, bob, 5, 5)
    path = table_of(ada, TENTH)
    assert table_of(ada, {"game": "boon"}, Idempotency_Key="k") != path
    assert table_of(ada, {"game": "boon"}, Idempotency_Key="k") != path
    assert table_of(bob, BOOSH) == path
    other = table_of(ada, TENTH, Idempotency_Key="other")
    assert other != path
    assert table_of(service.player("Eve"), BOOSH) in (path, other)
    assert table_of(ada, {"game": "boon"}, Idempotency_Key="k")  # a repeat wishes nothing
    assert table_of(bob, BOOSH) not in (path, other)


def test_a_wish_is_erased_with_the_account_and_is_none_of_the_other_preferences(
    service: Service, ada: Asker
) -> None:
    table_of(ada, TENTH)
    shown = ada.get("/v1/players/me/preferences").get_json()
    assert ada.put("/v1/players/me/preferences", shown).status_code == 200
    assert service.redis.hget(PREFERENCES_KEY, f"{ada.id}:at_most") == b"10"
    ada.delete("/v1/players/me")
    assert service.redis.hlen(PREFERENCES_KEY) == 0


@pytest.mark.parametrize("share", [-1, 101, 0.5, "10", True])
def test_a_share_is_a_whole_number_of_percent(service: Service, ada: Asker, share: Any) -> None:
    with service.nothing_happens():
        told = problem(ada.post(QUICK, {**BOOSH, "at_most": share}), 422, "http/invalid")
    assert list(told["errors"]) == ["at_most"]


def test_records_of_all_who_wait_are_read_once_and_only_where_somebody_asks(
    service: Service, ada: Asker, bob: Asker, monkeypatch: pytest.MonkeyPatch
) -> None:
    give_record(service, bob, 5)
    for name in ("Eve", "Kim", "Lee"):
        one = service.player(name)
        give_record(service, one, 5, 5)
        path = service.opened(one, "boosh", 3, clock={"turn": 60, "bank": 120}, pace=1_000)
        one.post(f"{path}/seats")
    service.follow()
    reads, real = list[int](), ReadModel.newest

    def count(model: ReadModel, limit: int, indexes: Any) -> Any:
        reads.append(len(indexes))
        return real(model, limit, indexes)

    monkeypatch.setattr(ReadModel, "newest", count)
    table_of(ada, BOOSH)
    assert reads == []
    table_of(bob, TENTH)
    assert reads == [2 * 5], "both indexes of Bob, of the three who waited first, and of Ada"


def test_who_is_unwanted_at_many_tables_gets_one_of_their_own(
    service: Service, bob: Asker, monkeypatch: pytest.MonkeyPatch
) -> None:
    give_record(service, bob, 5, 5)
    paths = []
    for seats in (2, 3, 4):
        one = service.player(f"player {seats}")
        give_record(service, one, 5)
        paths.append(table_of(one, {**TENTH, "seats": seats}))
    monkeypatch.setattr(quick_seat, "CANDIDATES", 2)
    monkeypatch.setattr(quick_seat, "CLAIMS", 1)
    own = table_of(bob, {"game": "boosh"}, Idempotency_Key="k")
    assert own not in paths
    assert table_of(bob, {"game": "boosh"}, Idempotency_Key="k") == own
    service.follow()
    listed = service.nobody.get("/v1/tables").get_json()["tables"]
    assert own in [f"/v1/tables/{row['table']}" for row in listed]
