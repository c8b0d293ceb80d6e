"""A request repeated with its key is carried out once and answered alike."""

from typing import Any

import pytest
from werkzeug.test import TestResponse

from tests.service.asker import Asker, Service, commitment, entropy, problem

KEY = {"Idempotency_Key": "5f0c3c1e-7a53"}


@pytest.fixture
def two(service: Service) -> list[Asker]:
    return [service.player("Ada"), service.player("Bob")]


def alike(service: Service, first: TestResponse, again: TestResponse) -> None:
    """Expect the same answer, marked as a repeat."""
    assert first.status_code == again.status_code
    assert again.data == first.data
    assert "Idempotency-Replayed" not in first.headers
    assert again.headers["Idempotency-Replayed"] == "true"
    for name in ("ETag", "Location", "Content-Type"):
        assert again.headers.get(name) == first.headers.get(name)


def repeated(service: Service, asker: Asker, method: str, path: str, body: Any) -> TestResponse:
    """Ask once, then again in this process and in one that has forgotten everything."""
    headers = {"Idempotency-Key": "5f0c3c1e-7a53"}
    first = asker.ask(method, path, body, headers=headers)
    assert first.status_code in (200, 201), first.text
    with service.nothing_happens():
        alike(service, first, asker.ask(method, path, body, headers=headers))
        service.parts.tables.held.clear()
        alike(service, first, asker.ask(method, path, body, headers=headers))
    return first


def test_a_table_is_opened_once(service: Service, two: list[Asker]) -> None:
    body = {"game": "boon", "seats": 3}
    first = repeated(service, two[0], "POST", "/v1/tables", body)
    other = two[0].post("/v1/tables", body, Idempotency_Key="another")
    assert other.get_json()["view"]["table"] != first.get_json()["view"]["table"]
    with service.nothing_happens():
        answer = two[0].post("/v1/tables", {**body, "seats": 4}, **KEY)
        problem(answer, 422, "http/key_reused")


def test_a_repeated_opening_shows_the_table_as_it_was_then(
    service: Service, two: list[Asker]
) -> None:
    body = {"game": "boon", "seats": 3}
    first = two[0].post("/v1/tables", body, **KEY)
    two[1].post(f"{first.headers['Location']}/seats")
    alike(service, first, two[0].post("/v1/tables", body, **KEY))


@pytest.mark.parametrize("body", [{}, {"seat": 1}, {"commitment": commitment("p", "x")}])
def test_a_seat_is_taken_once(service: Service, two: list[Asker], body: Any) -> None:
    path = service.opened(two[0])
    repeated(service, two[1], "POST", f"{path}/seats", body)
    with service.nothing_happens():
        problem(two[1].post(f"{path}/seats", {"seat": 2}, **KEY), 422, "http/key_reused")


def test_the_last_seat_is_given_to_a_bot_once(service: Service, two: list[Asker]) -> None:
    path = service.opened(two[0], "boosh", 2)
    two[0].post(f"{path}/seats")
    repeated(service, two[0], "POST", f"{path}/seats", {"bot": "regular"})
    view = service.nobody.get(f"{path}/view").get_json()
    assert [seat["bot"] for seat in view["seats"]] == [None, "regular"]


def test_a_seat_is_left_once(service: Service, two: list[Asker]) -> None:
    path = service.opened(two[0])
    two[1].post(f"{path}/seats")
    repeated(service, two[1], "DELETE", f"{path}/seats/0", None)


def test_a_seat_is_handed_to_a_bot_once(service: Service, two: list[Asker]) -> None:
    path = service.started(two, "boosh", 2)
    repeated(service, two[1], "DELETE", f"{path}/seats/1", None)


def test_a_table_is_withdrawn_once(service: Service, two: list[Asker]) -> None:
    repeated(service, two[0], "DELETE", service.opened(two[0]), None)


def test_play_is_started_once(service: Service, two: list[Asker]) -> None:
    path = service.opened(two[0], "boosh", 2)
    two[0].post(f"{path}/seats", {"commitment": commitment(two[0].id, "my cat")})
    two[0].post(f"{path}/seats", {"bot": "regular"})
    repeated(service, two[0], "POST", f"{path}/start", {})


def test_an_entropy_is_revealed_once(service: Service, two: list[Asker]) -> None:
    path = service.opened(two[0], "boosh", 2)
    two[0].post(f"{path}/seats", {"commitment": commitment(two[0].id, "my cat")})
    two[0].post(f"{path}/seats", {"bot": "regular"})
    two[0].post(f"{path}/start")
    body = {"entropy": entropy("my cat"), "closing": two[0].closing(path)}
    repeated(service, two[0], "POST", f"{path}/reveal", body)


def test_an_action_is_played_once_and_answered_as_of_then(
    service: Service, two: list[Asker]
) -> None:
    path = service.started(two, "boosh", 2, options={"max_hands": 1})
    able, _ = service.acting(path, two)
    action = {"type": "take", "pile": "B"}
    first = repeated(service, able, "POST", f"{path}/actions", action)
    service.play(path, two)  # to the end
    with service.nothing_happens():
        alike(service, first, able.post(f"{path}/actions", action, **KEY))
        other = {"type": "take", "pile": "A"}
        problem(able.post(f"{path}/actions", other, **KEY), 422, "http/key_reused")


def test_the_order_of_fields_and_the_spaces_of_a_body_do_not_matter(
    service: Service, two: list[Asker]
) -> None:
    headers = {"Idempotency-Key": "once"}
    first = two[0].ask("POST", "/v1/tables", raw=b'{"game":"boon","seats":3}', headers=headers)
    raw = b'{ "seats": 3,\n "game": "boon" }'
    alike(service, first, two[0].ask("POST", "/v1/tables", raw=raw, headers=headers))


def test_a_refused_request_leaves_no_trace_of_its_key(service: Service, two: list[Asker]) -> None:
    path = service.started(two, "boosh", 2)
    able, other = service.acting(path, two)
    action = {"type": "take", "pile": "B"}
    with service.nothing_happens():
        problem(other.post(f"{path}/actions", action, **KEY), 409, "boosh/not_your_turn", "2")
        problem(other.post(f"{path}/actions", {"type": "fly"}, **KEY), 422, "http/invalid")
        stale = {**KEY, "If_Match": '"1.0.0"'}
        problem(able.post(f"{path}/actions", action, **stale), 412, "table/stale")
    while service.acting(path, two)[0] is not other:
        service.play(path, [able], actions=1)
    assert other.post(f"{path}/actions", action, **KEY).status_code == 200


def test_a_repeat_is_answered_though_its_if_match_is_stale_by_then(
    service: Service, two: list[Asker]
) -> None:
    path = service.started(two, "boosh", 2)
    able, _ = service.acting(path, two)
    tag = able.get(f"{path}/view").headers["ETag"]
    action = {"type": "take", "pile": "B"}
    first = able.post(f"{path}/actions", action, If_Match=tag, **KEY)
    assert first.status_code == 200
    alike(service, first, able.post(f"{path}/actions", action, If_Match=tag, **KEY))


def test_the_same_key_of_two_players_stands_for_two_requests(
    service: Service, two: list[Asker]
) -> None:
    body = {"game": "boosh", "seats": 2}
    made = [one.post("/v1/tables", body, **KEY) for one in two]
    tables = [one.get_json()["view"]["table"] for one in made]
    assert tables[0] != tables[1]
    path = f"/v1/tables/{tables[0]}"
    seats = [
        one.post(f"{path}/seats", Idempotency_Key="s").get_json()["view"]["seat"] for one in two
    ]
    assert seats == [0, 1]


def test_the_same_key_at_two_tables_stands_for_two_requests(
    service: Service, two: list[Asker]
) -> None:
    for path in (service.opened(two[0]), service.opened(two[0])):
        answer = two[0].post(f"{path}/seats", **KEY)
        assert (answer.status_code, "Idempotency-Replayed" in answer.headers) == (201, False)


def test_the_same_key_for_another_kind_of_request_is_refused(
    service: Service, two: list[Asker]
) -> None:
    path = service.opened(two[0], "boosh", 2)
    two[0].post(f"{path}/seats", **KEY)
    two[0].post(f"{path}/seats", {"bot": "regular"})
    with service.nothing_happens():
        problem(two[0].post(f"{path}/start", **KEY), 422, "http/key_reused")
        problem(two[0].delete(path, **KEY), 422, "http/key_reused")
