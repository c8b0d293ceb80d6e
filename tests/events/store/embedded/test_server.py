"""The embedded server: one a folder, durable, and gone with the process that started it."""

import os
import random
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from redis import Redis
from redis.exceptions import RedisError

from events.store.connections.client import connect_client
from events.store.embedded.server import (
    DamagedData,
    EmbeddedServer,
    ServerEnded,
    UnfitServer,
    weakest_durability,
)
from events.store.environment import store_url
from events.store.streams import open_store
from tests.events.given_log import draft
from tests.folders import ROOT
from tests.waiting import wait_for


@pytest.fixture
def own(tmp_path: Path) -> Iterator[EmbeddedServer]:
    """Run a server for one test alone."""
    with EmbeddedServer(tmp_path / "own") as running:
        yield running


@pytest.fixture
def client(own: EmbeddedServer) -> Iterator[Redis]:
    made = connect_client(own.url)
    yield made
    made.close()


def run_id(url: str) -> str:
    """Return what a server calls itself, which is another word after every start."""
    client = connect_client(url)
    try:
        found: Any = client.info("server")
        return str(found["run_id"])
    finally:
        client.close()


def test_a_server_of_ours_keeps_events_every_second(client: Redis) -> None:
    assert weakest_durability(client) == "everysec"


def test_the_durable_profile_keeps_every_event_at_once(tmp_path: Path) -> None:
    with EmbeddedServer(tmp_path / "always", always=True) as running:
        client = connect_client(running.url)
        assert weakest_durability(client) == "always"
        client.close()


@pytest.mark.parametrize("policy", ["allkeys-lru", "volatile-ttl", "allkeys-random"])
def test_a_server_that_evicts_keys_is_refused(client: Redis, policy: str) -> None:
    client.config_set("maxmemory-policy", policy)
    with pytest.raises(UnfitServer, match=f"maxmemory-policy {policy}.*noeviction"):
        weakest_durability(client)


def test_a_server_without_an_append_only_file_is_refused(client: Redis) -> None:
    client.config_set("appendonly", "no")
    with pytest.raises(UnfitServer, match="append-only file"):
        weakest_durability(client)


def test_where_a_host_forbids_to_ask_the_operator_answers_for_it(tmp_path: Path) -> None:
    with EmbeddedServer(tmp_path / "own", extra=("--rename-command", "CONFIG", "")) as running:
        client = connect_client(running.url)
        assert weakest_durability(client) == "unknown"
        client.close()


def test_a_server_listens_at_a_socket_that_only_its_owner_can_open(own: EmbeddedServer) -> None:
    assert own.socket.stat().st_mode & 0o777 == 0o700
    client = connect_client(own.url)
    assert client.config_get("port") == {"port": "0"}
    client.close()


def test_a_folder_with_a_long_path_has_its_socket_elsewhere(tmp_path: Path) -> None:
    folder = tmp_path / ("long" * 30)
    with EmbeddedServer(folder) as running:
        assert len(str(running.socket)) < 108
        assert EmbeddedServer(folder).answers()
        assert not EmbeddedServer(tmp_path / ("long" * 31)).answers()


def test_a_living_server_of_the_same_folder_is_joined(own: EmbeddedServer) -> None:
    other = EmbeddedServer(own.folder)
    assert other.start() == own.url
    assert other.process is None
    before = run_id(own.url)
    other.stop()
    assert run_id(own.url) == before


def test_of_many_starters_at_once_one_starts_a_server(tmp_path: Path) -> None:
    servers = [EmbeddedServer(tmp_path / "own") for _ in range(6)]
    threads = [threading.Thread(target=server.start) for server in servers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(server.process is not None for server in servers) == 1
    assert all(server.answers() for server in servers)
    for server in servers:
        server.stop()


def test_a_server_outlives_the_thread_that_started_it(tmp_path: Path) -> None:
    running = EmbeddedServer(tmp_path / "own")
    thread = threading.Thread(target=running.start)
    thread.start()
    thread.join()
    assert running.process is not None
    with pytest.raises(subprocess.TimeoutExpired):
        running.process.wait(0.2)
    running.stop()


def test_data_is_there_again_after_a_stop_and_after_a_kill(own: EmbeddedServer) -> None:
    client = connect_client(own.url)
    store = open_store(client)
    store.append(draft("t1", ["one"]))
    own.stop()
    own.start()
    events = store.read("t1")
    store.append(draft("t1", ["two"], events))
    own.kill()
    own.start()
    assert len(store.read("t1")) == 2
    client.close()


STARTER = """
import sys
from pathlib import Path
from events.store.embedded.server import EmbeddedServer
EmbeddedServer(Path(sys.argv[1])).start()
print("started", flush=True)
sys.stdin.readline()
"""


def test_a_server_ends_when_its_parent_is_killed(tmp_path: Path) -> None:
    parent = subprocess.Popen(
        [sys.executable, "-c", STARTER, str(tmp_path / "own")],
        cwd=ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    )  # fmt: skip
    assert parent.stdout is not None
    assert parent.stdout.readline() == "started\n"
    server = EmbeddedServer(tmp_path / "own")
    assert server.answers()
    client = connect_client(server.url, retries=0)
    os.kill(parent.pid, signal.SIGKILL)
    parent.communicate()
    try:
        wait_for(lambda: not server.answers())
    finally:  # leave none behind should it have failed
        with suppress(RedisError):
            client.shutdown(nosave=True)
        client.close()
    with server:  # and its folder is free for another one
        assert server.process is not None


def test_what_kept_a_server_from_starting_is_told(tmp_path: Path) -> None:
    running = EmbeddedServer(tmp_path / "own", extra=("--no-such-setting", "yes"))
    with pytest.raises(ServerEnded, match=r"(?s)did not start.*no-such-setting") as ended:
        running.start()
    assert not ended.value.passing


def append_only_file(own: EmbeddedServer) -> Path:
    """Return the file that the newest writes are in."""
    (file,) = (own.folder / "appendonlydir").glob("*.incr.aof")
    return file


def test_a_damaged_append_only_file_is_told_with_what_to_do_and_not_passed_over(
    own: EmbeddedServer,
) -> None:
    client = connect_client(own.url)
    store = open_store(client)
    for stream in "abcdefgh":
        store.append(draft(stream, [{"text": "x" * 200}]))
    client.close()
    own.stop()
    file = append_only_file(own)
    whole = file.read_bytes()
    file.write_bytes(whole[:700] + b"?" * 50 + whole[750:])
    with pytest.raises(DamagedData, match=r"(?is)bad file format.*restore a backup, or cut"):
        own.start()


def test_a_command_that_a_crash_cut_short_is_gone_whole_and_the_server_starts(
    tmp_path: Path,
) -> None:
    # Always, lest its file lacks what it has answered: else it may write that up to 2 s later.
    with EmbeddedServer(tmp_path / "own", always=True) as own:
        client = connect_client(own.url)
        store = open_store(client)
        store.append(draft("t1", ["one"]))
        first, kept = store.read("t1"), append_only_file(own).stat().st_size
        store.append(draft("t1", ["two", "three"], first))
        events, file = store.read("t1"), append_only_file(own)
        own.stop()
        whole = file.read_bytes()
        for size in random.sample(range(kept, len(whole)), 6):
            file.write_bytes(whole[:size])
            own.start()
            assert store.read("t1") in (first, events), size
            own.stop()
        client.close()


@pytest.mark.parametrize(
    ("server", "fit"),
    [
        ({"redis_version": "6.2.14"}, False),
        ({"redis_version": "7.0.15"}, True),
        ({"redis_version": "7.2.4", "valkey_version": "7.2.5"}, False),
        ({"redis_version": "7.2.4", "valkey_version": "8.0.1"}, True),
        ({"redis_version": "8.10.2"}, True),
    ],
)
def test_a_server_older_than_what_is_tested_is_refused(
    client: Redis, monkeypatch: pytest.MonkeyPatch, server: dict[str, str], fit: bool
) -> None:
    monkeypatch.setattr(client, "info", lambda section: server)
    if fit:
        assert weakest_durability(client) == "everysec"
    else:
        with pytest.raises(UnfitServer, match=r"too old: [78]\.0 or newer"):
            weakest_durability(client)


def test_the_running_server_of_the_data_folder_is_the_store_unless_one_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("FAIRDEAL_REDIS_URL", raising=False)
    monkeypatch.setenv("FAIRDEAL_DATA", str(tmp_path))
    with pytest.raises(SystemExit, match=f"none runs for {tmp_path}"):
        store_url()
    with EmbeddedServer(tmp_path / "redis") as running:
        assert store_url() == running.url
        monkeypatch.setenv("FAIRDEAL_REDIS_URL", "redis://tables")
        assert store_url() == "redis://tables"


DEAF_ONCE = """
import signal, sys
signal.signal(signal.SIGTERM, lambda *_: signal.signal(signal.SIGTERM, signal.SIG_DFL))
print("ready", flush=True)
while True:
    signal.pause()
"""


def test_a_server_that_missed_the_signal_to_end_is_asked_again(tmp_path: Path) -> None:
    """Redis does while it writes its first append-only file."""
    own = EmbeddedServer(tmp_path)
    with subprocess.Popen([sys.executable, "-c", DEAF_ONCE], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        own.process = process
        own.stop()
        assert process.returncode == -signal.SIGTERM
