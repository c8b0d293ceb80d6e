"""Open tables that nobody starts, left behind at a real server."""

import json
import threading
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from events.verify.log import verify_log
from service.commands.client import Client, register_account
from service.commands.processes import free_port
from tests.service.commands.serving import serving
from tests.waiting import PATIENCE, wait_for

LEFT_BEHIND = 20


def opened(client: Client, **settings: Any) -> str:
    """Open a table; return its path."""
    body = {"game": "boon", "seats": 3, "expires_after": 1, **settings}
    return f"/v1/tables/{client.post('/v1/tables', body)['view']['table']}"


class Listener(threading.Thread):
    """Listens to a table until the stream ends; `told` are the events then."""

    def __init__(self, url: str) -> None:
        super().__init__(daemon=True)
        self.url, self.told = url, list[dict[str, Any]]()
        self.start()

    def run(self) -> None:
        """Listen."""
        request = urllib.request.Request(self.url, headers={"Accept": "text/event-stream"})
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            messages = answer.read().decode().split("\n\n")
        found = [message for message in messages if "event: event\n" in message]
        self.told = [json.loads(message.partition("data: ")[2]) for message in found]


@pytest.mark.nightly  # in every run: tests/workers/tables/test_clock.py, tests/table/test_expiry.py
def test_tables_that_are_left_behind_are_closed_by_the_clock_and_leave_the_lobby(
    tmp_path: Path,
) -> None:
    port = free_port()
    with serving(tmp_path / "data", port):
        url = f"http://127.0.0.1:{port}"
        client = register_account(url, "somebody")
        full = opened(client)
        client.post(f"{full}/seats", {})
        for _ in range(2):
            client.post(f"{full}/seats", {"bot": "regular"})
        many = [opened(client) for _ in range(LEFT_BEHIND)]
        kept = opened(client, expires_after=3600)
        listener = Listener(f"{url}{many[-1]}/events")
        wait_for(
            lambda: (
                [f"/v1/tables/{row['table']}" for row in client.get("/v1/tables")["tables"]]
                == [kept]
            )
        )
        for path in (full, *many):
            assert client.get(path)["outcome"]["why"] == "expired"
        wait_for(lambda: not listener.is_alive())
        (closed,) = listener.told
        assert (closed["type"], closed["by"]) == ("table.closed.v1", "clock")
        assert closed["data"] == {"why": "expired", "places": [], "scores": []}
        log = tmp_path / "log.jsonl"
        with urllib.request.urlopen(f"{url}{full}/log", timeout=PATIENCE) as answer:
            log.write_bytes(answer.read())
        rows = [json.loads(line) for line in log.read_bytes().splitlines()[-3:-1]]
        seating, end = [json.loads(row["e"]) for row in rows]
        assert end["at"] >= seating["at"] + 1000
        assert verify_log(log).verdict == "good"
