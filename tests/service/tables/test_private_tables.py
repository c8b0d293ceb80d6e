"""Private tables: seen, and sat at, only by those who were given the join code."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from events.accounts.players import Players
from service.app import create_app
from tests.events.given_log import everything
from tests.service.asker import Asker, Service, problem

NOT_THE_CODE: list[dict[str, str]] = [
    {}, {"Join-Code": ""}, {"Join-Code": "aaaa-aaaa-aaaa-aaaa"}, {"Join-Code": "\xe4"},
]  # fmt: skip


@pytest.fixture
def ada(service: Service) -> Asker:
    return service.player("Ada")


@pytest.fixture
def bob(service: Service) -> Asker:
    return service.player("Bob")


def private(opener: Asker, **settings: Any) -> tuple[str, str]:
    """Open a private table; return its path and its join code."""
    body = {"game": "boosh", "seats": 2, "private": True, **settings}
    made = opener.post("/v1/tables", body).get_json()
    return f"/v1/tables/{made['view']['table']}", made["join_code"]


def everywhere(path: str) -> list[tuple[str, str]]:
    """Return method and path of every request about a table."""
    reads = ["", "/view", "/events", "/log", "/hands", "/hands/1", "/replay?at=1"]
    reads += ["/closing", "/fairness"]
    posts = ("seats", "seats/0/return", "start", "reveal", "adjourn", "rematch", "actions")
    return [
        *(("GET", path + read) for read in reads),
        *(("POST", f"{path}/{post}") for post in posts),
        ("DELETE", path),
        ("DELETE", f"{path}/seats/0"),
    ]


def test_only_a_private_table_has_a_join_code(ada: Asker) -> None:
    assert ada.post("/v1/tables", {"game": "boon", "seats": 3}).get_json()["join_code"] is None
    (_, one), (_, other) = private(ada), private(ada)
    assert one != other
    assert len(one.replace("-", "")) == 16


def test_to_those_not_invited_a_private_table_is_not_there(
    service: Service, ada: Asker, bob: Asker
) -> None:
    path, _ = private(ada)
    missing = "/v1/tables/t000000000000000000"
    with service.nothing_happens():
        for asker in (bob, service.nobody):
            for headers in NOT_THE_CODE:
                for (method, where), (_, nowhere) in zip(
                    everywhere(path), everywhere(missing), strict=True
                ):
                    body = {"type": "lay_out"} if method == "POST" else None
                    told = asker.ask(method, where, body, headers=headers)
                    assert told.data == asker.ask(method, nowhere, body, headers=headers).data
                    if asker is service.nobody and method in ("POST", "DELETE"):
                        problem(told, 401, "http/unauthorized")
                    else:
                        problem(told, 404, "table/unknown")


def test_who_sends_the_code_sits_down_and_needs_it_no_more(
    service: Service, ada: Asker, bob: Asker
) -> None:
    path, code = private(ada)
    assert bob.get(path, Join_Code=f" {code.upper()} ").status_code == 200
    assert bob.get(f"{path}/view").status_code == 200
    assert bob.post(f"{path}/seats").status_code == 201
    assert ada.post(f"{path}/seats").status_code == 201
    assert bob.post(f"{path}/start").status_code == 200
    elsewhere = create_app(replace(service.parts, players=Players(service.parts.store)))
    again = Asker(elsewhere.test_client(), bob.token, bob.id)
    assert again.get(f"{path}/view").get_json()["seat"] == 0


@pytest.mark.parametrize(
    "written", [str.upper, str.title, lambda code: code.replace("-", ""),
                lambda code: code.replace("-", " "), lambda code: code.replace("-", "").upper(),
                lambda code: f"-{code}--"],
)  # fmt: skip
def test_a_code_is_taken_with_or_without_dashes_and_in_any_case(
    service: Service, ada: Asker, written: Callable[[str], str]
) -> None:
    path, code = private(ada)
    assert service.nobody.get(path, Join_Code=written(code)).status_code == 200
    problem(service.nobody.get(path, Join_Code=written(code[:-1])), 404, "table/unknown")


def test_one_request_can_bring_the_code_and_sit_down(
    service: Service, ada: Asker, bob: Asker
) -> None:
    path, code = private(ada)
    assert bob.post(f"{path}/seats", {"seat": 1}, Join_Code=code).status_code == 201


def test_without_a_token_the_code_is_good_for_one_look(service: Service, ada: Asker) -> None:
    path, code = private(ada)
    with service.nothing_happens():
        assert service.nobody.get(path, Join_Code=code).status_code == 200
        problem(service.nobody.get(path), 404, "table/unknown")


def test_the_code_of_one_table_opens_no_other(ada: Asker, bob: Asker) -> None:
    (_, code), (other, _) = private(ada), private(ada)
    problem(bob.get(other, Join_Code=code), 404, "table/unknown")


def test_the_code_is_kept_nowhere_and_shown_to_nobody_else(
    service: Service, ada: Asker, bob: Asker
) -> None:
    path, code = private(ada)
    seen = bob.post(f"{path}/seats", Join_Code=code)
    told = [seen, bob.get(path), bob.get(f"{path}/view"), bob.get(f"{path}/events"), ada.get(path)]
    assert not [answer for answer in told if code in answer.text]
    assert code not in repr(everything(service.redis))
    service.follow()
    assert service.nobody.get("/v1/tables").get_json()["tables"] == []


def test_the_repeat_of_an_opening_shows_the_code_again(service: Service, ada: Asker) -> None:
    body = {"game": "boosh", "seats": 2, "private": True}
    first = ada.post("/v1/tables", body, Idempotency_Key="k")
    service.parts.tables.held.clear()
    again = ada.post("/v1/tables", body, Idempotency_Key="k")
    assert (again.data, again.headers["Idempotency-Replayed"]) == (first.data, "true")


def test_a_closed_private_table_stays_private(service: Service, ada: Asker, bob: Asker) -> None:
    path, _ = private(ada)
    ada.delete(path)
    assert ada.get(f"{path}/log").status_code == 200
    problem(bob.get(f"{path}/log"), 404, "table/unknown")


def test_who_held_a_seat_of_a_private_table_sees_it_when_it_has_ended(
    service: Service, ada: Asker, bob: Asker
) -> None:
    path, code = private(ada)
    bob.post(f"{path}/seats", Join_Code=code)
    ada.post(f"{path}/seats")
    ada.post(f"{path}/start")
    bob.delete(f"{path}/seats/0")
    problem(bob.get(f"{path}/view"), 403, "table/left")
    ada.post(f"{path}/adjourn")
    assert bob.get(f"{path}/view").get_json()["phase"] == "closed"


def test_a_wrong_token_is_answered_alike_for_private_tables_and_none(
    service: Service, ada: Asker
) -> None:
    path, _ = private(ada)
    wrong = Asker(service.app.test_client(), "wrong")
    for where in (path, "/v1/tables/t000000000000000000"):
        problem(wrong.get(where), 401, "http/unauthorized")
        problem(wrong.post(f"{where}/seats"), 401, "http/unauthorized")
