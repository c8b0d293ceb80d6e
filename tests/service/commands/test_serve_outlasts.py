"""``fairdeal serve`` and its parts wait for their store, whatever keeps it, and tell about it."""

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from events.store.connections.client import connect_client
from events.store.embedded.server import EmbeddedServer
from events.store.embedded.server_binary import find_server
from service.commands.client import ApiProblem, register_account
from service.commands.main import main
from service.commands.processes import ChildProcess, free_port
from tests import seeded
from tests.folders import ROOT
from tests.processes import family
from tests.service.commands.serving import a_table, asked, serving
from tests.waiting import PATIENCE, wait_for

FEW = ("--bot-workers", "0", "--thinking-workers", "0")  # no table is played to its end here
NO_ARCHIVE = {"FAIRDEAL_ARCHIVE_AFTER_SECONDS": "off"}
AWAY = "fairdeal: Redis does not answer"  # its parts say so too, in lines of their own
READY = "fairdeal: Redis is ready"
SLOW = ("--key-load-delay", "50000", "--loading-process-events-interval-bytes", "1024")


def wrapper(path: Path, lines: str, *more: str) -> str:
    """Write a program that does something and then becomes the server."""
    path.write_text(f'#!/bin/sh\n{lines}\nexec {find_server()} "$@" {" ".join(more)}\n')
    path.chmod(0o700)
    return str(path)


def filled(folder: Path) -> EmbeddedServer:
    """Return a server that is down and has data which it can be made slow to read."""
    with EmbeddedServer(folder) as own:
        client = connect_client(own.url)
        client.mset({f"key:{n}": os.urandom(300) for n in range(4000)})
        client.bgrewriteaof()
        done = {"aof_rewrite_in_progress": 0, "aof_rewrite_scheduled": 0}
        wait_for(lambda: done.items() <= client.info("persistence").items())
        client.close()
    return EmbeddedServer(folder, extra=SLOW)


def let_load(own: EmbeddedServer) -> None:
    """Let a slow server read the rest at once."""
    client = connect_client(own.url)
    client.config_set("key-load-delay", 0)
    client.close()


def test_a_store_that_takes_long_to_load_is_waited_for_and_says_how_far_it_is(
    tmp_path: Path,
) -> None:
    own = filled(tmp_path / "data" / "redis")
    slow = wrapper(tmp_path / "slow-server", "", *SLOW)
    variables = {"FAIRDEAL_REDIS_SERVER": slow, "FAIRDEAL_MAXMEMORY": "64mb"}
    with serving(tmp_path / "data", free_port(), up=False, variables=variables) as served:
        wait_for(lambda: "Redis loads its data: " in served.said)
        assert connect_client(own.url).config_get("maxmemory") == {"maxmemory": str(64 * 2**20)}
        assert served.said.startswith("fairdeal starts with a Redis of its own; data in ")
        assert served.process.poll() is None
        let_load(own)
        wait_for(lambda: "Redis is ready" in served.said)
        assert served.end(signal.SIGTERM) == 0
        assert "Traceback" not in served.said


def test_a_stop_is_obeyed_while_the_store_loads(tmp_path: Path) -> None:
    filled(tmp_path / "data" / "redis")
    slow = wrapper(tmp_path / "slow-server", "", *SLOW)
    variables = {"FAIRDEAL_REDIS_SERVER": slow}
    with serving(tmp_path / "data", free_port(), up=False, variables=variables) as served:
        wait_for(lambda: "Redis loads its data: " in served.said)
        assert served.end(signal.SIGINT) == 0
        assert served.told[-2:] == ["Stopping ...", "Stopped."]
        assert served.errors == []


@contextmanager
def part(url: str, *command: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run a part of a server by itself."""
    process = subprocess.Popen(
        [*seeded.PYTHON, *command], cwd=ROOT, env=os.environ | {"FAIRDEAL_REDIS_URL": url}
    )
    try:
        yield process
    finally:
        process.terminate()
        process.wait(PATIENCE)


@pytest.mark.nightly
def test_parts_that_start_while_the_store_loads_wait_and_readiness_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAIRDEAL_DATA", str(tmp_path))
    own, port = filled(tmp_path / "redis"), free_port()
    url = f"http://127.0.0.1:{port}"
    try:
        own.launch()
        with (
            part(own.url, "service", "api", "--port", str(port)) as api,
            part(own.url, "workers", "bots") as bots,
            part(own.url, "workers", "follow") as follower,
        ):
            wait_for(lambda: "loads its data: " in str(asked(f"{url}/readyz")[1]))
            status, told = asked(f"{url}/readyz")
            assert (status, told["code"]) == (503, "http/store_away")
            assert asked(f"{url}/v1/tables")[0] == 503
            assert asked(f"{url}/healthz") == (200, {"status": "ok"})
            before = family(api.pid)
            let_load(own)
            wait_for(lambda: asked(f"{url}/readyz")[0] == 200)
            assert asked(f"{url}/v1/tables")[0] == 200
            wait_for(lambda: [*connect_client(own.url).scan_iter("rq:worker:*")])
            assert family(api.pid) == before
            assert bots.poll() is follower.poll() is None
    finally:
        own.stop()


def test_a_store_that_comes_late_or_goes_away_is_waited_for(tmp_path: Path) -> None:
    own, port = EmbeddedServer(tmp_path / "elsewhere"), free_port()
    url, variables = f"http://127.0.0.1:{port}", {**NO_ARCHIVE, "FAIRDEAL_REDIS_URL": own.url}
    try:
        with serving(tmp_path / "data", port, *FEW, up=False, variables=variables) as served:
            wait_for(lambda: AWAY in served.said)
            own.start()
            wait_for(served.is_up)
            started = family(served.process.pid)
            own.kill()
            wait_for(lambda: asked(f"{url}/readyz")[0] == 503)
            wait_for(lambda: AWAY in served.said.rpartition(READY)[2])
            own.start()
            wait_for(lambda: AWAY not in served.said.rpartition(READY)[2])
            wait_for(lambda: asked(f"{url}/readyz")[0] == 200)
            a_table(register_account(url, "somebody"))
            *absences, _ = served.said.split(READY)
            assert {said.count(AWAY) for said in absences} == {1}, served.said  # once, every time
            assert started[0] in family(served.process.pid)  # the API is the same
    finally:
        own.stop()


@pytest.mark.skipif(os.name != "posix", reason="limits the size of files")
def test_a_full_disk_ends_redis_and_serve_is_back_when_there_is_room(tmp_path: Path) -> None:
    full, port = tmp_path / "full", free_port()
    lines = f"[ -e {full} ] && ulimit -f 160\ntrap '' XFSZ"  # blocks of 512 bytes
    variables = {**NO_ARCHIVE, "FAIRDEAL_REDIS_SERVER": wrapper(tmp_path / "small-disk", lines)}
    full.touch()
    with serving(tmp_path / "data", port, "--durable", *FEW, variables=variables) as served:
        client = register_account(
            f"http://127.0.0.1:{port}", "somebody", tries=1
        )  # a 503 is told at once
        opened: list[str] = []
        refused: set[int] = set()

        def has_no_room() -> bool:
            try:
                opened.append(a_table(client))
            except ApiProblem as problem:
                refused.add(problem.status)
            return "Redis ended (Can't recover from AOF write error" in served.said

        wait_for(has_no_room)
        assert refused == {503}
        wait_for(lambda: served.said.count("Redis ended") >= 2)  # it is tried again and again
        full.unlink()
        wait_for(lambda: asked(f"{client.url}/readyz")[0] == 200)
        for path in opened:  # nothing that was acknowledged is gone
            assert client.get(path)["phase"] != "open"
        a_table(client)


UNFIT = {"maxmemory-policy": "allkeys-lru", "appendonly": "no", "requirepass": "secret"}


@pytest.mark.parametrize("name", UNFIT)
def test_a_store_that_will_never_do_ends_serve_at_once(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ChildProcess, "start", pytest.fail)
    with EmbeddedServer(tmp_path / "elsewhere") as own:
        client = connect_client(own.url)
        client.config_set(name, UNFIT[name])
        done = served_here(tmp_path, monkeypatch, own.url)
        assert done.exit_code == 1
        told = "refuses the login" if name == "requirepass" else f"Set {name} to "
        assert told in done.output
        client.close()


@pytest.mark.parametrize("url", ["nonsense", "http://127.0.0.1:1"])
def test_an_address_that_is_none_of_a_redis_ends_serve_at_once(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ChildProcess, "start", pytest.fail)
    done = served_here(tmp_path, monkeypatch, url)
    assert done.exit_code == 1
    assert "FAIRDEAL_REDIS_URL: `" in done.output
    assert "is not a kind of address. Possible: redis://" in done.output


def served_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, url: str = "") -> Any:
    """Run `fairdeal serve` in this process, which ends it."""
    monkeypatch.setenv("FAIRDEAL_REDIS_URL", url)
    handlers = {sign: signal.getsignal(sign) for sign in (signal.SIGINT, signal.SIGTERM)}
    arguments = ["serve", "--port", str(free_port()), "--data", str(tmp_path / "data")]
    done = CliRunner().invoke(main, arguments)
    for sign, handler in handlers.items():
        signal.signal(sign, handler)
    return done


def test_damaged_data_ends_serve_at_once_and_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ChildProcess, "start", pytest.fail)
    filled(tmp_path / "data" / "redis")
    (file,) = (tmp_path / "data" / "redis" / "appendonlydir").glob("*.base.rdb")
    file.write_bytes(file.read_bytes()[:2000])
    done = served_here(tmp_path, monkeypatch)
    assert done.exit_code == 1
    assert "is damaged, and nothing was opened" in done.output


def test_settings_that_no_server_takes_end_serve_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ChildProcess, "start", pytest.fail)
    own = wrapper(tmp_path / "server", "", "--no-such-setting", "yes")
    monkeypatch.setenv("FAIRDEAL_REDIS_SERVER", own)
    done = served_here(tmp_path, monkeypatch)
    assert done.exit_code == 1
    assert "did not start" in done.output
    assert "no-such-setting" in done.output
