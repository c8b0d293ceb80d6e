"""``fairdeal serve``: starts, answers, keeps its data, stops all of its processes."""

import os
import signal
import socket
import subprocess
from contextlib import suppress
from pathlib import Path

import pytest
from click.testing import CliRunner

from service.commands.client import register
from service.commands.main import main
from service.commands.processes import free_port
from tests import seeded
from tests.processes import are_gone, family
from tests.service.commands.serving import a_table, act, asked, serving
from tests.waiting import PATIENCE, wait_for


def kill_all(pids: list[int]) -> None:
    """Kill processes, some of which may end with others."""
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def test_a_server_keeps_its_tables_over_stops_and_kills_and_leaves_no_process_behind(
    tmp_path: Path,
) -> None:
    """One story of three starts, as each of them takes seconds."""
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
        assert served.told[-2:] == ["Stopping ...", "Stopped."]
        assert served.errors == []
        assert "Traceback" not in served.said
        wait_for(lambda: are_gone(started))
    with serving(data, port) as served:
        assert client.get("/v1/keys") == key
        assert client.get(f"{path}/events?limit=500")["events"][: view["n"]] == before
        kill_all(family(served.process.pid))  # whatever dies is started again
        wait_for(lambda: served.said.count("started again") >= 5)
        wait_for(lambda: asked(f"{url}/readyz")[0] == 200)
        while act(client, path)["phase"] != "closed":
            pass
        wait_for(lambda: client.get("/v1/tables")["tables"] == [])
        path = a_table(client)
        view = act(client, path)
        started = family(served.process.pid)
        served.end(signal.SIGKILL)
        wait_for(lambda: are_gone(started))
    with serving(data, port) as served:
        assert client.get(f"{path}/view")["n"] >= view["n"]
        assert act(client, path)["n"] > view["n"]
        started = family(served.process.pid)
        assert served.end(signal.SIGTERM) == 0
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
        (["--host", "203.0.113.1"], 1, "Nobody can listen on port 8000 of 203.0.113.1: "),
        (["--host", "2001:db8::1"], 1, "Nobody can listen on port 8000 of 2001:db8::1: "),
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
