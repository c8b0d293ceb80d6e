"""Redis comes back with an older copy of its files under a process that goes on running."""

import logging
from typing import Any

import pytest

from events.history.checkpoints import Checkpoint, read_checkpoint
from events.store.connections.client import connect_client, connect_reader
from service.app import create_app
from service.settings import ServiceSettings
from tests.service.asker import Asker, problem
from tests.service.past import Past
from tests.waiting import wait_for
from workers.follower.follower import TICK, Follower

BEHIND = "service/store_behind"
STREAM = {"Accept": "text/event-stream"}


def view(one: Asker, path: str) -> Any:
    """Return the view of somebody."""
    answer = one.get(f"{path}/view")
    assert answer.status_code == 200, answer.text
    return answer.get_json()


def sealed_parts(one: Asker, path: str) -> list[Any]:
    """Return what somebody can read of the sealed parts of a table's events."""
    events = one.get(f"{path}/events?limit=500").get_json()["events"]
    return [event["parts"] for event in events if event["parts"]]


def test_a_closed_table_is_shown_as_the_store_has_it_now(past: Past) -> None:
    path = past.playing()
    past.keep("older")
    earlier = view(past.service.nobody, path)
    past.close(path)
    assert view(past.service.nobody, path)["phase"] == "closed"
    assert sealed_parts(past.service.nobody, path)
    past.put_back("older")
    assert view(past.service.nobody, path) == earlier
    assert earlier["phase"] == "playing"
    assert sealed_parts(past.service.nobody, path) == []


def checkpoint(past: Past) -> Checkpoint:
    """Return the newest checkpoint."""
    return read_checkpoint(past.service.nobody.get("/v1/tree/checkpoint").text)


def test_a_server_whose_store_is_behind_signs_nothing_and_says_what_to_do(
    past: Past, caplog: pytest.LogCaptureFixture
) -> None:
    path = past.playing()
    past.keep("older")
    past.close(path)
    newest = checkpoint(past)
    assert newest.size == 3  # the opening, the call for the start, the end
    past.keep("newer")
    past.put_back("older")
    for service in (past.service, past.process()):
        nobody, ada = service.nobody, Asker(service.app.test_client(), past.ada.token)
        for where in ("/v1/tree/checkpoint", "/v1/tree/consistency?to=0", "/readyz"):
            said = problem(nobody.get(where), 503, BEHIND)["detail"]
            assert "docs/how-to/recover-from-a-loss.md" in said
        with service.nothing_happens():
            problem(ada.post(f"{path}/adjourn", {}), 503, BEHIND)
            problem(ada.post("/v1/tables", {"game": "boosh", "seats": 2}), 503, BEHIND)
            problem(nobody.post("/v1/players", {"name": "Eve"}), 503, BEHIND)
        assert view(ada, path)["phase"] == "playing"  # what is signed by nobody is shown
    assert "The store lacks data that this server has signed" in caplog.text
    past.put_back("newer")
    assert past.service.nobody.get("/readyz").status_code == 200
    again = checkpoint(past)
    assert (again.size, again.root) == (newest.size, newest.root)
    assert past.ada.post("/v1/tables", {"game": "boosh", "seats": 2}).status_code == 201


def test_another_history_of_the_same_size_is_not_signed_for(past: Past) -> None:
    path, other = past.playing(), past.playing()
    past.keep("older")
    past.close(path)
    assert checkpoint(past).size == 3
    past.put_back("older")
    table = other.rsplit("/", 1)[1]
    ignorant = past.process(past.folder / "another")
    for one in (past.ada, past.bob):
        answer = Asker(ignorant.app.test_client(), one.token).post(f"{other}/adjourn", {})
        assert answer.status_code == 200
    past.service.parts.signing.tree.follow([table])
    problem(past.service.nobody.get("/v1/tree/checkpoint"), 503, BEHIND)


def test_a_server_says_at_its_start_that_its_store_is_behind(
    past: Past, caplog: pytest.LogCaptureFixture
) -> None:
    path = past.playing()
    past.keep("older")
    past.close(path)
    assert past.service.nobody.get("/v1/tree/checkpoint").status_code == 200
    past.put_back("older")
    caplog.set_level(logging.ERROR)
    create_app(settings=ServiceSettings(past.server.url, past.folder, "always", limits="off"))
    assert "until you restore a newer copy" in caplog.text


def test_a_token_that_the_older_store_lacks_is_not_believed(past: Past) -> None:
    past.keep("older")
    eve = past.service.player("Eve")
    assert eve.get("/v1/players/me").status_code == 200
    past.put_back("older")
    past.service.nobody.get("/readyz")
    problem(eve.get("/v1/players/me"), 401, "http/unauthorized")


def test_a_stream_ends_when_the_log_is_shorter_and_resuming_it_is_refused(past: Past) -> None:
    path = past.playing()
    past.keep("older")
    past.service.play(path, [past.ada, past.bob], 2)
    n = view(past.ada, path)["n"]
    answer = past.ada.ask("GET", f"{path}/events", headers=STREAM)
    messages = iter(answer.response)
    assert b"event: view" in next(messages)
    past.put_back("older")
    assert next(messages, None) is None
    again = past.ada.ask("GET", f"{path}/events", headers={**STREAM, "Last-Event-ID": str(n)})
    problem(again, 404, "table/no_such_event")
    answer.close()


def test_a_follower_reads_on_from_where_the_older_read_models_stand(past: Past) -> None:
    """What it had taken in is not in them, though it lies behind the place that it remembers."""
    url = past.server.url
    own = past.process()
    follower = Follower(own.parts.store, connect_reader(url, TICK), connect_client(url))

    def shown() -> list[Any]:
        follower.step()
        return own.parts.models.lobby.rows(10)

    past.service.opened(past.ada)
    past.keep("older")  # with the table, and a lobby that lacks it
    wait_for(shown)
    past.put_back("older")
    assert own.parts.models.lobby.rows(10) == []
    wait_for(shown)
    for client in (own.redis, follower.partitions.reader.redis, follower.dispatcher.jobs):
        client.close()
