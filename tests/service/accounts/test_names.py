"""Names of players: another one, and who has one."""

from urllib.parse import urlencode

import pytest

from events.record.codec import StoredEvent
from tests.service.asker import Asker, Service, problem
from tests.workers.floor import public

MINE = "/v1/players/me/name"


@pytest.fixture
def ada(service: Service) -> Asker:
    return service.player("Ada")


def found(service: Service, name: str) -> list[dict[str, str]]:
    """Return who is called so."""
    answer = service.nobody.get(f"/v1/players?{urlencode({'name': name})}")
    assert answer.status_code == 200
    players: list[dict[str, str]] = answer.get_json()["players"]
    return players


def log(service: Service, ada: Asker) -> list[StoredEvent]:
    """Return the stream of a player."""
    return service.parts.store.read(ada.id)


def test_a_player_takes_another_name_and_the_old_one_is_free(service: Service, ada: Asker) -> None:
    told = ada.put(MINE, {"name": "Ada  Lovelace"})
    assert told.get_json() == {**ada.get("/v1/players/me").get_json(), "name": "Ada Lovelace"}
    assert service.nobody.get(f"/v1/players/{ada.id}").get_json()["name"] == "Ada Lovelace"
    assert service.player("Ada").id != ada.id
    assert public(log(service, ada)[-1])["type"] == "player.renamed.v1"
    assert b"Lovelace" not in b"".join(event.e for event in log(service, ada))


def test_a_view_tells_the_new_name_at_once(service: Service, ada: Asker) -> None:
    path = service.started([ada], "boosh", 2)
    assert ada.get(f"{path}/view").get_json()["seats"][0]["name"] == "Ada"
    ada.put(MINE, {"name": "Bea"})
    assert ada.get(f"{path}/view").get_json()["seats"][0]["name"] == "Bea"


def test_the_same_name_again_changes_nothing_and_another_case_of_it_may_be_taken(
    service: Service, ada: Asker
) -> None:
    ada.put(MINE, {"name": "Bea"})
    before = len(log(service, ada))
    assert ada.put(MINE, {"name": "Bea"}).status_code == 200
    assert len(log(service, ada)) == before
    assert ada.put(MINE, {"name": "BEA"}).get_json()["name"] == "BEA"
    assert found(service, "bea") == [{"player": ada.id, "name": "BEA"}]


@pytest.mark.parametrize(
    ("name", "status", "code", "rule"),
    [
        ("bob", 409, "player/name_taken", "P1"), ("B\u043eb", 409, "player/name_alike", "P3"),
        ("Bo\u202eb", 422, "player/name_bidi", "P2"), ("", 422, "http/invalid", None),
        (7, 422, "http/invalid", None),
    ],
)  # fmt: skip
def test_a_name_is_refused_as_at_the_registration_and_the_old_one_stays(
    service: Service, ada: Asker, name: object, status: int, code: str, rule: str | None
) -> None:
    service.player("Bob")
    problem(ada.put(MINE, {"name": name}), status, code, rule)
    assert ada.get("/v1/players/me").get_json()["name"] == "Ada"
    assert len(log(service, ada)) == 1


def test_a_player_is_found_by_the_whole_name_in_any_case(service: Service, ada: Asker) -> None:
    assert found(service, "aDA") == [{"player": ada.id, "name": "Ada"}]
    for name in ("Ad", "Ada2", " Ada", "p0", "*"):
        assert found(service, name) == []
    ada.put(MINE, {"name": "Bea"})
    assert found(service, "Ada") == []
    ada.delete("/v1/players/me")
    assert found(service, "Bea") == []


@pytest.mark.parametrize("query", ["", "?name=", "?nam=Ada"])
def test_a_name_must_be_asked_for(service: Service, query: str) -> None:
    problem(service.nobody.get(f"/v1/players{query}"), 400, "http/bad_query")
