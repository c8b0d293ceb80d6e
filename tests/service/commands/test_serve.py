"""``fairdeal serve``: starts, answers, keeps its data, stops all of its processes."""

import os
import random
import signal
import socket
import subprocess
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from click.testing import CliRunner

from events.verify.log import verify_log
from service.commands.client import Client, register_account
from service.commands.main import main
from service.commands.processes import free_port
from tests import seeded
from tests.attacks.test_kills import Patient
from tests.processes import are_gone, family
from tests.service.commands.serving import Served, a_table, act, serving
from tests.waiting import PATIENCE, wait_for


def kill_each(served: Served, play: Callable[[], None]) -> None:
    """Kill each process of a server while somebody plays, and wait until it runs again."""
    started = family(served.process.pid)
    assert len(started) >= 7  # Redis, API with its worker, follower, clock, bots, archive
    for pid in random.sample(started, len(started)):
        play()
        with suppress(ProcessLookupError):  # it has ended with another
            os.kill(pid, signal.SIGKILL)
        play()
    wait_for(lambda: served.said.count("started again") >= 5)
    wait_for(lambda: are_gone(started))


def require_kept(client: Client, table: str, acknowledged: dict[int, str], log: Path) -> None:
    """Hold a table to the heads that its player was told; if it is closed, its log to its rules."""
    events = client.get(f"{table}/events?limit=500")["events"]
    assert acknowledged.items() <= {one["n"]: one["head"] for one in events}.items()
    if client.get(f"{table}/view")["phase"] == "closed":
        log.write_bytes(client.raw("GET", f"{table}/log", None, {}))
        assert verify_log(log).verdict == "good"


def test_a_server_outlasts_the_death_of_each_of_its_processes_and_leaves_none_behind(
    tmp_path: Path,
) -> None:
    """The one test of every run that kills each kind of process once, as any start takes seconds.

    Whatever else can happen at such moments is left to the simulator (tests/simulation).
    """
    data, port, heads = tmp_path / "data", free_port(), dict[str, dict[int, str]]()
    url = f"http://127.0.0.1:{port}"
    with serving(data, port, "--durable") as served:
        client = Patient(url, register_account(url, "somebody").token)
        key, path = client.get("/v1/keys"), a_table(client)

        def play() -> None:
            nonlocal path
            view = act(client, path)
            heads.setdefault(path, {})[view["n"]] = view["head"]
            if view["phase"] == "closed":
                path = a_table(client)

        kill_each(served, play)
        while len(heads) < 2:  # one is played to its end, by all that was started again
            play()
        started = family(served.process.pid)
        served.end(signal.SIGKILL)
        wait_for(lambda: are_gone(started))
    with serving(data, port) as served:
        assert client.get("/v1/keys") == key
        play()
        for table, acknowledged in heads.items():
            require_kept(client, table, acknowledged, tmp_path / "log.jsonl")
        started = family(served.process.pid)
        assert served.end(signal.SIGINT) == 0
        assert served.told[-2:] == ["Stopping ...", "Stopped."]
        assert served.errors == []
        assert "Traceback" not in served.said
        wait_for(lambda: are_gone(started))


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
        (["--host", "203.0.113.1"], 1, "Cannot listen on port 8000 of 203.0.113.1: "),
        (["--host", "2001:db8::1"], 1, "Cannot listen on port 8000 of 2001:db8::1: "),
        (["--host", "nowhere.invalid"], 2, "nowhere.invalid is no address"),
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


def test_a_data_folder_that_is_a_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("")
    done = CliRunner().invoke(main, ["serve", "--data", str(path)])
    assert done.exit_code == 2
    assert "is a file" in done.output


def test_a_server_whose_starter_ended_meanwhile_does_not_start(tmp_path: Path) -> None:
    command = [*seeded.PYTHON, "service", "serve", "--with-parent", "1"]
    done = subprocess.run(
        [*command, "--port", str(free_port()), "--data", tmp_path / "data"],
        capture_output=True, text=True, check=False, timeout=PATIENCE,
    )  # fmt: skip
    assert done.returncode == 1
    assert "has ended" in done.stderr
    assert not (tmp_path / "data").exists()
