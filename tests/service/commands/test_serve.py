"""``fairdeal serve``: starts, answers, keeps its data, stops all of its processes."""

import os
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from service.commands.client import Client, register
from service.commands.main import main
from service.commands.processes import Child, free_port
from tests import seeded
from tests.processes import are_gone, family
from tests.waiting import PATIENCE, wait_for

ROOT = Path(__file__).parents[3]


class Served:
    """A running `fairdeal serve`."""

    def __init__(self, data: Path, port: int) -> None:
        environment = {k: v for k, v in os.environ.items() if k != "FAIRDEAL_REDIS_URL"}
        environment["PYTHONUNBUFFERED"] = "1"
        self.output = data.with_suffix(f".{time.monotonic_ns()}.txt")
        with self.output.open("w") as file:
            self.process = subprocess.Popen(
                [*seeded.PYTHON, "service", "serve", "--port", str(port), "--data", data],
                stdout=file, stderr=subprocess.STDOUT, env=environment, cwd=ROOT,
                start_new_session=True,
            )  # fmt: skip

    @property
    def said(self) -> str:
        """Return what it has printed."""
        return self.output.read_text()

    def is_up(self) -> bool:
        """Say whether it is ready."""
        assert self.process.poll() is None, self.said
        return "Stop with Ctrl-C" in self.said

    def end(self, sign: signal.Signals) -> int:
        """Send a signal; return the exit code."""
        self.process.send_signal(sign)
        return self.process.wait(PATIENCE)


@contextmanager
def serving(data: Path, port: int) -> Iterator[Served]:
    """Run a server; whatever a failing test leaves running is ended."""
    served = Served(data, port)
    try:
        wait_for(served.is_up)
        yield served
    finally:
        if served.process.poll() is None:
            served.end(signal.SIGTERM)


def a_table(client: Client) -> str:
    """Open a table of Boon with bots and start it; return its path."""
    body = {"game": "boon", "seats": 3, "options": {"max_rounds": 2}}
    path = f"/v1/tables/{client.post('/v1/tables', body)['view']['table']}"
    client.post(f"{path}/seats", {})
    for _ in range(2):
        client.post(f"{path}/seats", {"bot": "plain"})
    client.post(f"{path}/start", {})
    return path


def act(client: Client, path: str) -> dict[str, Any]:
    """Wait for the own turn and act; return the view then."""
    views: list[dict[str, Any]] = []

    def may_act() -> bool:
        views.append(client.get(f"{path}/view"))
        return views[-1]["choices"] is not None or views[-1]["phase"] == "closed"

    wait_for(may_act)
    choices = views[-1]["choices"]
    if choices is None:
        return views[-1]
    offered = [*choices["actions"], *(pick["example"] for pick in choices["picks"])]
    view: dict[str, Any] = client.post(f"{path}/actions", offered[0])["view"]
    return view


def test_a_server_keeps_its_tables_over_a_restart_and_stops_all_its_processes(
    tmp_path: Path,
) -> None:
    data, port = tmp_path / "data", free_port()
    with serving(data, port) as served:
        url = f"http://127.0.0.1:{port}"
        client = register(url, "somebody")
        path = a_table(client)
        for _ in range(3):
            view = act(client, path)
        before = client.get(f"{path}/events?limit=500")["events"][: view["n"]]
        key = client.get("/v1/keys")
        started = family(served.process.pid)
        assert len(started) >= 6  # Redis, API with its worker, follower, clock, bots
        assert served.end(signal.SIGINT) == 0
        assert served.said.endswith("Stopping ...\nStopped.\n")
        assert "Traceback" not in served.said
        wait_for(lambda: are_gone(started))
    with serving(data, port) as served:
        assert client.get("/v1/keys") == key
        assert client.get(f"{path}/events?limit=500")["events"][: view["n"]] == before
        while act(client, path)["phase"] != "closed":
            pass
        wait_for(lambda: client.get("/v1/tables")["tables"] == [])
        started = family(served.process.pid)
        assert served.end(signal.SIGTERM) == 0
        wait_for(lambda: are_gone(started))


def test_a_server_that_is_killed_leaves_no_process_and_no_table_behind(tmp_path: Path) -> None:
    data, port = tmp_path / "data", free_port()
    with serving(data, port) as served:
        client = register(f"http://127.0.0.1:{port}", "somebody")
        path = a_table(client)
        view = act(client, path)
        started = family(served.process.pid)
        served.end(signal.SIGKILL)
        wait_for(lambda: are_gone(started))
    with serving(data, port) as served:
        assert client.get(f"{path}/view")["n"] >= view["n"]
        assert act(client, path)["n"] > view["n"]


def test_a_process_that_dies_is_started_again(tmp_path: Path) -> None:
    with serving(tmp_path / "data", port := free_port()) as served:
        client = register(f"http://127.0.0.1:{port}", "somebody")
        before = set(family(served.process.pid))
        for pid in before:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        wait_for(lambda: served.said.count("started again") >= 5)
        path = a_table(client)
        while act(client, path)["phase"] != "closed":
            pass
        assert served.end(signal.SIGINT) == 0


def test_a_port_that_is_taken_is_refused_with_advice(tmp_path: Path) -> None:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        one.listen()
        port = one.getsockname()[1]
        done = CliRunner().invoke(main, ["serve", "--port", str(port), "--data", str(tmp_path)])
    assert done.exit_code == 1
    assert done.output == (
        f"Error: Port {port} of 127.0.0.1 is taken; choose another with --port\n"
    )
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["--host", "203.0.113.1"], 1, "Nobody can listen on port 8000 of 203.0.113.1: "),
        (["--host", "nowhere.invalid"], 2, "nowhere.invalid is no IPv4 address"),
        (["--port", "0"], 2, "0 is not in the range"),
        (["--port", "65536"], 2, "65536 is not in the range"),
    ],
)
@pytest.mark.parametrize("command", ["serve", "api"])
def test_an_address_or_port_that_nobody_can_listen_on_is_refused(
    command: str, arguments: list[str], code: int, message: str
) -> None:
    done = CliRunner().invoke(main, [command, *arguments])
    assert done.exit_code == code
    assert message in done.output
    assert isinstance(done.exception, SystemExit)


@pytest.mark.parametrize("url", ["redis://127.0.0.1:1", "unix:///nowhere/redis.sock", "nonsense"])
def test_a_redis_that_does_not_answer_is_said_before_a_process_is_started(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAIRDEAL_REDIS_URL", url)
    monkeypatch.setattr(Child, "start", pytest.fail)
    handlers = {sign: signal.getsignal(sign) for sign in (signal.SIGINT, signal.SIGTERM)}
    done = CliRunner().invoke(
        main, ["serve", "--port", str(free_port()), "--data", str(tmp_path / "data")]
    )
    for sign, handler in handlers.items():
        signal.signal(sign, handler)
    assert done.exit_code == 1
    assert done.output.startswith("Error: The Redis to keep the tables does not answer")


def test_a_data_folder_that_is_a_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("")
    done = CliRunner().invoke(main, ["serve", "--data", str(path)])
    assert done.exit_code == 2
    assert "is a file" in done.output
