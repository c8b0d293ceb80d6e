"""Disputes over HTTP: opened, examined and ruled, at tables that are open, closed and archived."""

from typing import Any

import pytest

from projections.projection import entries_of
from tests.service.asker import Asker, Service

HOUR = 3_600_000
SHORT = {"boosh": {"max_hands": 2}}


@pytest.fixture
def players(service: Service) -> list[Asker]:
    return [service.player(name) for name in ("Ada", "Bob")]


@pytest.fixture
def auditor(service: Service) -> Asker:
    return with_role(service, "Eve", "auditor")


def follow(service: Service) -> None:
    """Bring the list of disputes up to date, as a follower does."""
    model, store = service.parts.disputes, service.parts.store
    for _ in range(2):  # the second time with what the first has written
        for partition in range(store.names.partitions):
            place = model.place(partition, model.version())
            reply: Any = service.redis.xread({store.names.feed(partition): place})
            for _, entries in entries_of(reply):
                model.feed(partition, entries, model.version())


def with_role(service: Service, name: str, role: str) -> Asker:
    """Make an account with a role."""
    made = service.player(name)
    found = service.parts.players.find(made.id)
    assert found is not None
    service.parts.players.give_role(found, role)
    return made


def playing(service: Service, players: list[Asker], **settings: Any) -> str:
    """Start a table of Boosh; return its path."""
    options = settings.pop("options", SHORT["boosh"])
    return service.started(players, "boosh", len(players), options=options, **settings)


def over(service: Service, players: list[Asker], **settings: Any) -> str:
    """Play a table of Boosh to its end; return its path."""
    path = playing(service, players, **settings)
    service.play(path, players)
    return path


def disputed(path: str, player: Asker, hand: int = 1, reason: str = "Seat 1 peeked") -> str:
    """Open a dispute; return its path."""
    made = player.post(f"{path}/disputes", {"hand": hand, "reason": reason})
    assert made.status_code == 201, made.text
    assert made.headers["Location"] == f"/v1/disputes/{made.get_json()['dispute']['dispute']}"
    return made.headers["Location"]


def ruled(where: str, auditor: Asker, remedy: str = "none", **more: Any) -> Any:
    """Uphold a dispute; return the dispute."""
    sent = {"verdict": "upheld", "remedy": remedy, "reason": "It is so", **more}
    made = auditor.post(f"{where}/ruling", sent)
    assert made.status_code == 201, made.text
    return made.get_json()["dispute"]


def test_a_hand_of_a_running_table_is_disputed_examined_and_voided(
    service: Service, players: list[Asker], auditor: Asker
) -> None:
    path = playing(service, players)
    where = disputed(path, players[0])
    assert auditor.get(f"{where}/evidence").status_code == 200
    found = ruled(where, auditor, "hand_voided")
    assert (found["status"], found["ruling"]["remedy"]) == ("ruled", "hand_voided")
    assert found["ruling"]["where"] == service.log(path)[0] - 1 or found["ruling"]["where"] > 0
    view = players[1].get(f"{path}/view").get_json()
    assert view["hand"] == 2
    shown = players[1].get(where).get_json()
    assert (shown["reason"], shown["ruling"]["reason"]) == ("Seat 1 peeked", "It is so")
    assert shown["ruling"]["corrected"] is None
    service.play(path, players)


@pytest.mark.parametrize(
    ("remedy", "points"), [("none", []), ("hand_voided", []), ("table_voided", []),
                           ("points_adjusted", [-200, 200])],
)  # fmt: skip
def test_a_hand_of_a_finished_table_is_disputed_examined_and_ruled(
    service: Service, players: list[Asker], auditor: Asker, remedy: str, points: list[int]
) -> None:
    path = over(service, players)
    log, before = service.log(path), players[0].get(f"{path}/view")
    where = disputed(path, players[1])
    evidence = auditor.get(f"{where}/evidence").get_json()
    assert evidence["report"]["verdict"] == "good"
    found = ruled(where, auditor, remedy, points=points)["ruling"]
    assert service.log(path) == log
    after = players[0].get(f"{path}/view")
    shown = after.get_json()
    assert shown["outcome"] == before.get_json()["outcome"]
    assert shown["corrected"] == found["corrected"]
    assert (shown["corrected"] is None) == (remedy == "none")
    assert shown["rulings"][-1]["remedy"] == remedy
    assert after.headers["ETag"] != before.headers["ETag"]
    facts = service.nobody.get(path).get_json()
    assert (facts["corrected"], facts["rulings"]) == (shown["corrected"], shown["rulings"])
