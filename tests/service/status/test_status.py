"""How the server fares: told to its operators, and to nobody else."""

import pytest

from projections.read_models.status import Status, StatusSources, system_status
from service.status import metrics
from tests.service.asker import Service, problem, with_role
from tests.service.disputes.test_disputes import follow

STATUS = "/v1/status"


def test_an_admin_sees_what_the_command_prints(service: Service) -> None:
    admin, ada = with_role(service, "admin"), service.player("Ada")
    service.opened(ada)
    service.follow()
    told = admin.get(STATUS)
    found = told.get_json()
    assert (told.status_code, "no-store" in told.headers["Cache-Control"]) == (200, True)
    assert found["tables"] == {"open": 1}
    assert "16 partitions have no follower: start `fairdeal follow`" in found["troubles"]
    assert found["disputes"] == {"open": 0, "since": None}
    assert admin.token is not None
    assert admin.token not in told.text


def test_disputes_that_wait_are_counted(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metrics, "CACHED_SECONDS", 0.0)
    admin, both = with_role(service, "admin"), [service.player("Ada"), service.player("Bob")]
    path = service.started(both, "boosh", 2)
    for one in both:
        made = one.post(f"{path}/disputes", {"hand": 1, "reason": "Odd cards"})
        assert made.status_code == 201
        at = made.get_json()["dispute"]["opened_at"]
    follow(service)
    waiting = admin.get(STATUS).get_json()["disputes"]
    assert waiting["open"] == 2
    assert waiting["since"] <= at
    assert both[1].delete(made.headers["Location"]).status_code == 200
    follow(service)
    assert admin.get(STATUS).get_json()["disputes"]["open"] == 1


@pytest.mark.parametrize("role", ["player", "director", "auditor"])
def test_nobody_else_sees_it(service: Service, role: str) -> None:
    refused = problem(with_role(service, role).get(STATUS), 403, "http/not_an_admin")
    assert "fairdeal player role" in refused["detail"]
    problem(service.nobody.get(STATUS), 401, "http/unauthorized")


def test_the_store_is_looked_at_once_a_second_however_many_ask(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[StatusSources] = []

    def look(around: StatusSources) -> Status:
        looks.append(around)
        return system_status(around)

    monkeypatch.setattr(metrics, "system_status", look)
    monkeypatch.setattr(metrics, "CACHED_SECONDS", 3600.0)
    admin = with_role(service, "admin")
    assert admin.get(STATUS).get_json() == admin.get(STATUS).get_json()
    assert len(looks) == 1
    monkeypatch.setattr(metrics, "CACHED_SECONDS", 0.0)
    assert admin.get(STATUS).status_code == 200
    assert len(looks) == 2
