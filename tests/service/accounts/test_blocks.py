"""Admins block accounts and lift blocks over HTTP."""

from typing import Any

import orjson
import pytest

from tests.events.given_log import everything
from tests.service.asker import Asker, Service, problem, with_role

REASON = {"reason": "Threats at a table"}


@pytest.fixture
def admin(service: Service) -> Asker:
    return with_role(service, "admin", "Op")


@pytest.fixture
def ada(service: Service) -> Asker:
    return service.player("Ada")


def events(service: Service, asker: Asker) -> list[Any]:
    """Return the events of an account but for its registration."""
    assert asker.id is not None
    return [orjson.loads(one.e) for one in service.parts.store.read(asker.id)][1:]


def test_an_admin_blocks_an_account_and_lifts_the_block(
    service: Service, ada: Asker, admin: Asker
) -> None:
    path, until = f"/v1/players/{ada.id}/block", service.parts.store.now() + 60_000
    for _ in range(2):  # a repeat writes nothing
        answer = admin.put(path, {**REASON, "until": until})
        assert answer.get_json() == {"player": ada.id, "until": until, **REASON}
    told = problem(ada.get("/v1/players/me"), 403, "player/blocked")
    assert told["detail"].endswith("UTC: Threats at a table")
    for _ in range(2):
        assert admin.delete(path).status_code == 204
    assert ada.get("/v1/players/me").status_code == 200
    blocked, unblocked = events(service, ada)
    assert (blocked["type"], unblocked["type"]) == ("player.blocked.v1", "player.unblocked.v1")
    assert {blocked["by"], unblocked["by"]} == {f"player:{admin.id}"}
    assert blocked["data"]["until"] == until
    assert blocked["data"]["reason"] not in ("", REASON["reason"])


def test_only_an_admin_with_the_own_token_blocks(
    service: Service, ada: Asker, admin: Asker
) -> None:
    path = f"/v1/players/{ada.id}/block"
    wanted = {"name": "script", "scopes": ["read", "account", "disputes", "tournaments"]}
    token = admin.post("/v1/tokens", wanted).get_json()["token"]
    script = Asker(admin.client, token, admin.id)
    for one, code in (
        (ada, "http/not_an_admin"), (with_role(service, "auditor"), "http/not_an_admin"),
        (script, "http/insufficient_scope"),
    ):  # fmt: skip
        problem(one.put(path, REASON), 403, code)
        problem(one.delete(path), 403, code)
    assert events(service, ada) == []


def test_a_block_names_a_reason_and_an_account(service: Service, ada: Asker, admin: Asker) -> None:
    for sent in ({}, {"reason": ""}, {"reason": "a" * 2_001}, {**REASON, "until": 0}):
        problem(admin.put(f"/v1/players/{ada.id}/block", sent), 422, "http/invalid")
    problem(admin.put("/v1/players/pnobody/block", REASON), 404, "player/unknown")
    problem(admin.delete("/v1/players/pnobody/block"), 404, "player/unknown")
    assert "Threats" not in repr(everything(service.redis))
