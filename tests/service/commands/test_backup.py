"""`fairdeal backup` of a server that runs, `restore` of it, and what it says of a loss."""

import urllib.error
import urllib.request
from pathlib import Path

import pytest
from click.testing import CliRunner

from events.store.embedded.server import EmbeddedServer
from service.commands.client import register_account
from service.commands.main import main
from service.commands.processes import free_port
from tests.service.commands.serving import act_for_any
from tests.some_processes import SomeProcesses


def run(data: Path, *arguments: object, code: int = 0) -> str:
    """Run a command for a data folder."""
    done = CliRunner().invoke(main, [*map(str, arguments)], env={"FAIRDEAL_DATA": str(data)})
    assert done.exit_code == code, done.output
    return done.output


def test_an_older_backup_is_told_of_and_the_way_on_is_open(tmp_path: Path) -> None:
    data, port = tmp_path / "data", free_port()
    with SomeProcesses(data, port) as stack:
        players = [register_account(stack.url, name) for name in ("Ada", "Bob")]
        made = players[0].post("/v1/tables", {"game": "boosh", "seats": 2})
        path = f"/v1/tables/{made['view']['table']}"
        for player in players:
            player.post(f"{path}/seats", {})
        players[0].post(f"{path}/start", {})
        before = act_for_any(players, path)
        assert "streams" in run(data, "backup", tmp_path / "b")
        assert "name another folder" in run(data, "backup", tmp_path / "b", code=1)
        assert act_for_any(players, path)["n"] > before["n"]
    (data / "redis").rename(tmp_path / "lost")
    said = run(data, "restore", tmp_path / "b")
    assert "every head is as it was" in said
    assert "publish the loss: fairdeal accept-loss" in said
    with SomeProcesses(data, port) as stack:
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(f"{stack.url}/readyz")
        assert b"service/store_behind" in refused.value.read()
        run(data, "accept-loss", "--yes")
        assert players[0].get(f"{path}/view")["n"] == before["n"]
        assert act_for_any(players, path)["n"] > before["n"]


def test_a_backup_that_is_none_is_refused_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    said = run(tmp_path / "data", "restore", tmp_path / "b", code=1)
    assert "holds no whole backup" in said


def test_a_folder_that_cannot_be_written_is_told_with_a_sentence(tmp_path: Path) -> None:
    with EmbeddedServer(tmp_path / "data" / "redis"):
        said = run(tmp_path / "data", "backup", "/proc/nothing", code=1)
    assert said.startswith("Error: ")
    assert "/proc/nothing" in said
