"""`fairdeal keys`: rotate the server's key, list them all; what was signed before stays good."""

from pathlib import Path

import orjson
import pytest
from click.testing import CliRunner, Result

from events.accounts.signing_keys import FILE, KeyFolder
from events.record import logfile
from service.commands.main import main
from tests.fairness.tables import played


def run(*args: str | Path) -> Result:
    return CliRunner().invoke(main, ["keys", *map(str, args)])


def test_a_rotated_key_signs_and_the_old_one_stays_in_the_list(tmp_path: Path) -> None:
    old = KeyFolder(tmp_path).signer.id
    done = run("rotate", "--data", tmp_path)
    new = KeyFolder(tmp_path).signer.id
    assert done.exit_code == 0
    assert done.output == f"{new} signs from now on; {old} is still served, and signs no more\n"
    rows = [line.split("  ") for line in run("list", "--data", tmp_path).output.splitlines()]
    assert [row[0] for row in rows] == [new, old]
    assert rows[0][2].strip() == "now"
    assert rows[1][2] == rows[0][1]  # one ends when the next begins
    assert [row[-1] for row in rows] == [key.public for key in KeyFolder(tmp_path).public]


def test_the_list_shows_no_private_half(tmp_path: Path) -> None:
    private = KeyFolder(tmp_path).signer.secret[:32].hex()
    assert private in (tmp_path / FILE).read_text()
    assert private not in run("list", "--data", tmp_path).output


def test_the_folder_may_be_named_by_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAIRDEAL_DATA", str(tmp_path))
    assert KeyFolder(tmp_path).signer.id in run("list").output


@pytest.mark.parametrize("command", ["list", "rotate"])
def test_in_the_wrong_folder_nothing_is_made(tmp_path: Path, command: str) -> None:
    done = run(command, "--data", tmp_path / "wrong")
    assert done.exit_code == 1
    assert "name the server's folder with --data or FAIRDEAL_DATA" in done.output
    assert not (tmp_path / "wrong").exists()


def test_the_key_of_an_older_server_is_listed_from_the_first_start(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("0f" * 32)
    assert "  the first start      now " in run("list", "--data", tmp_path).output


def test_a_log_signed_before_a_rotation_is_good_with_all_the_keys(tmp_path: Path) -> None:
    keys, desk = KeyFolder(tmp_path), played("boosh", 3)
    log, served = tmp_path / "log", tmp_path / "keys.json"
    (key,) = keys.public
    log.write_bytes(b"".join(logfile.lines(desk.id, desk.log, key.since, keys.signer)))
    run("rotate", "--data", tmp_path)
    rows = [key.as_json() for key in KeyFolder(tmp_path).public]
    for known, code in ((rows, 0), (rows[:1], 1), (rows[1:], 0)):
        served.write_bytes(orjson.dumps({"keys": known}))
        done = CliRunner().invoke(main, ["verify", str(log), "--key", str(served)])
        assert done.exit_code == code, done.output
