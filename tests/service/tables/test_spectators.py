"""Those who hold no seat are behind by as many events as the table says, to the byte."""

import json
from collections.abc import Iterator

import pytest

from tests.service.asker import Asker, Service, problem
from tests.service.streams.test_push import messages

READS = ("", "/view", "/events", "/events?after=3&limit=4", "/hands", "/hands/1", "/replay?at=6",
         "/closing", "/fairness")  # fmt: skip


@pytest.fixture
def ada(service: Service) -> Asker:
    return service.player("Ada")


@pytest.fixture
def bob(service: Service) -> Asker:
    return service.player("Bob")


def told(asker: Asker, path: str) -> dict[str, tuple[int, bytes, str | None]]:
    """Return what somebody is told of a table: status, body and ETag of every read."""
    answers = {read: asker.get(path + read) for read in READS}
    found = {
        read: (answer.status_code, answer.data, answer.headers.get("ETag"))
        for read, answer in answers.items()
    }
    stream = asker.get(f"{path}/events", Accept="text/event-stream")
    parts: Iterator[bytes] = iter(stream.response)  # type: ignore[arg-type]  # WSGI gives bytes
    (first,) = messages(next(parts))
    found["stream"] = (stream.status_code, first.data, None)
    stream.close()
    return found


def test_spectators_are_behind_by_so_many_events_and_go_on_as_play_does(
    service: Service, ada: Asker, bob: Asker
) -> None:
    path = service.opened(ada, "boosh", 2, spectator_delay=6)
    for asker in (ada, bob):
        asker.post(f"{path}/seats")
    ada.post(f"{path}/start")
    behind = [service.nobody.get(f"{path}/view").get_json()["n"]]
    newest = [service.log(path)[0]]
    for _ in range(8):
        service.play(path, [ada, bob], actions=1)
        shown = told(service.nobody, path)
        n = json.loads(shown["/view"][1])["n"]
        assert n <= service.log(path)[0] - 6
        for read in ("", "/view"):
            assert json.loads(shown[read][1])["n"] == n
        assert json.loads(shown["/events"][1])["n"] == n
        assert json.loads(shown["/events"][1])["events"][-1]["n"] == n
        assert all(f'"n":{k},'.encode() not in shown["/events"][1] for k in range(n + 1, n + 9))
        behind.append(n)
        newest.append(service.log(path)[0])
    assert behind == sorted(behind)
    assert behind[-1] > newest[0]


def test_what_happens_within_the_delay_changes_no_byte_for_spectators(
    service: Service, ada: Asker, bob: Asker
) -> None:
    path = service.opened(ada, "boosh", 2, spectator_delay=1000)
    for asker in (ada, bob):
        asker.post(f"{path}/seats")
    first = told(service.nobody, path)
    eve = service.player("Eve")
    ada.post(f"{path}/start")
    begun = told(service.nobody, path)
    assert json.loads(begun["/view"][1])["n"] == 1
    assert first.keys() == begun.keys()
    for _ in range(6):
        service.play(path, [ada, bob], actions=1)
        assert told(service.nobody, path) == begun
        assert told(eve, path) == begun
        assert ada.get(f"{path}/view").get_json()["n"] == service.log(path)[0]
    for asker in (ada, bob):
        asker.post(f"{path}/adjourn")
    assert json.loads(told(eve, path)["/view"][1])["n"] == service.log(path)[0]


def test_who_left_is_told_no_more_than_a_spectator(
    service: Service, ada: Asker, bob: Asker
) -> None:
    path = service.started([ada, bob], "boosh", 2, spectator_delay=1000)
    bob.delete(f"{path}/seats/1")
    for read in READS[1:]:
        problem(bob.get(path + read), 403, "table/left")
    assert bob.get(path).data == service.nobody.get(path).data


def test_an_opener_without_a_seat_is_a_spectator_too(service: Service, ada: Asker) -> None:
    path = service.opened(ada, "boosh", 2, spectator_delay=1000)
    for _ in range(2):
        ada.post(f"{path}/seats", {"bot": "regular"})
    answer = ada.post(f"{path}/start").get_json()["view"]
    assert (answer["play"], answer["seat"], answer["choices"]) == (None, None, None)
    assert ada.get(f"{path}/view").get_json()["n"] == 1


def test_the_delay_has_bounds(service: Service, ada: Asker) -> None:
    for delay in (-1, 1001, "7", True, 1.5, None):
        with service.nothing_happens():
            answer = ada.post("/v1/tables", {"game": "boon", "seats": 3, "spectator_delay": delay})
            assert set(problem(answer, 422, "http/invalid")["errors"]) == {"spectator_delay"}


def test_a_table_is_answered_with_304_while_nothing_new_is_shown(
    service: Service, ada: Asker, bob: Asker
) -> None:
    path = service.started([ada, bob], "boosh", 2)
    tag = service.nobody.get(path).headers["ETag"]
    answer = service.nobody.get(path, If_None_Match=tag)
    assert (answer.status_code, answer.data, answer.headers["ETag"]) == (304, b"", tag)
    service.play(path, [ada, bob], actions=1)
    assert service.nobody.get(path, If_None_Match=tag).status_code == 200
