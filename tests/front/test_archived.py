"""A whole server archives a table that has ended, by itself, and serves it from the file."""

import secrets
from pathlib import Path

import pytest

from events.record import logfile
from events.store.streams import store_at
from events.verify.log import verify_log
from service.commands.client import register_account
from service.commands.processes import free_port
from tests.front.test_every_game import open_for_bots
from tests.some_processes import SomeProcesses
from tests.waiting import wait_for


def test_a_table_is_archived_and_read_back_by_a_running_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAIRDEAL_ARCHIVE_AFTER_SECONDS", "0")
    monkeypatch.delenv("FAIRDEAL_ARCHIVE_URL", raising=False)
    needed = ("api", "follower", "thinking-0", "archive")
    with SomeProcesses(tmp_path / "data", free_port(), only=needed) as stack:
        client = register_account(stack.url, f"front {secrets.token_hex(4)}")
        table = open_for_bots(client, "boosh", 2)
        store = store_at(stack.redis_url)
        wait_for(lambda: not store.live(table))
        (file,) = (tmp_path / "data" / "archive").rglob(f"{table}.jsonl.zst")
        assert client.get(f"/v1/tables/{table}/view")["phase"] == "closed"
        assert client.get(f"/v1/tables/{table}/hands/1")["complete"] is True
        served = tmp_path / "served.jsonl"
        served.write_bytes(client.raw("GET", f"/v1/tables/{table}/log", None, {}))
        public = client.get("/v1/keys")["keys"][0]["public"]
        store.redis.close()
    assert verify_log(file, [public]).verdict == verify_log(served, [public]).verdict == "good"
    assert logfile.read_log_file(served).events == logfile.read_log_file(file).events
