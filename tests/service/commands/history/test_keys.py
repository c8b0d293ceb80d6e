"""`fairdeal keys`: rotate the server's key, list them all; what was signed before stays good."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import orjson
import pytest
from click.testing import CliRunner, Result
from nacl.signing import SigningKey

from events.history.key_changes import change_message, keys_with_successors
from events.history.notes import read_note_key
from events.history.signing_keys import FILE, KeyFolder, rotate_signing_key
from events.record import logfile
from events.record.receipts import PublicKey, Signer
from events.store.embedded.server import EmbeddedServer
from events.store.names import CORRECTION
from events.store.streams import Store
from service.commands.main import main
from tests.fairness.tables import played

LOOSE = 1000  # milliseconds; two clocks that read Redis's time differ by the trips that takes


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


def test_a_key_begins_at_the_time_by_which_the_server_dates_what_it_signs(
    tmp_path: Path, store: Store, server: EmbeddedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAIRDEAL_REDIS_URL", server.url)
    seconds, _ = store.redis.time()
    store.redis.set(CORRECTION, f"1 600000 {1000 * seconds}")  # its clock was put back
    (first,) = KeyFolder(tmp_path).public
    before = store.now()
    run("rotate", "--data", tmp_path)
    newest, former = KeyFolder(tmp_path).public
    assert former.until == newest.since
    assert before - LOOSE <= newest.since <= store.now() + LOOSE
    assert newest.since - first.since >= 600_000


def test_the_list_shows_no_private_half(tmp_path: Path) -> None:
    private = KeyFolder(tmp_path).signer.secret[:32].hex()
    assert private in (tmp_path / FILE).read_text()
    assert private not in run("list", "--data", tmp_path).output


def test_the_keys_are_listed_as_witnesses_need_them(tmp_path: Path) -> None:
    first = KeyFolder(tmp_path).signer.id
    rotate_signing_key(tmp_path)
    lines = run("list", "--notes", "--data", tmp_path).output.splitlines()
    found = [read_note_key(line) for line in lines]
    assert [key.name for key in found] == [f"fairdeal/{first}"] * 2
    assert [key.public for key in found] == [key.public for key in KeyFolder(tmp_path).public]


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
    log.write_bytes(b"".join(logfile.log_file_lines(desk.id, desk.log, key.since, keys.signer)))
    run("rotate", "--data", tmp_path)
    rows = [key.as_json() for key in KeyFolder(tmp_path).public]
    for known, code in ((rows, 0), (rows[:1], 1), (rows[1:], 0)):
        served.write_bytes(orjson.dumps({"keys": known}))
        done = CliRunner().invoke(main, ["verify", str(log), "--key", str(served)])
        assert done.exit_code == code, done.output


def test_keys_kept_from_earlier_verify_what_came_later(tmp_path: Path) -> None:
    """Each key is signed by the one before it: nobody else's key can be slipped in."""
    keys, desk = KeyFolder(tmp_path / "data"), played("boosh", 3)
    kept, today, log = (tmp_path / name for name in ("kept.json", "today.json", "log"))
    kept.write_bytes(orjson.dumps({"keys": [key.as_json() for key in keys.public]}))
    for _ in range(2):
        run("rotate", "--data", keys.folder)
    keys = KeyFolder(keys.folder)
    rows = [key.as_json() for key in keys.public]
    log.write_bytes(
        b"".join(logfile.log_file_lines(desk.id, desk.log, keys.public[0].since, keys.signer))
    )

    def verified(shown: Sequence[Any], *more: str) -> tuple[int, str]:
        today.write_bytes(orjson.dumps({"keys": shown}))
        known = ["--key", str(kept), "--newer-keys", str(today)][: 2 if not shown else 4]
        done = CliRunner().invoke(main, ["verify", str(log), *known, *more])
        return done.exit_code, done.output.split(":")[0]

    assert verified(rows) == (0, "GOOD")
    assert verified([]) == (1, "BAD")
    strange = KeyFolder(tmp_path / "strange")
    rotate_signing_key(strange.folder)
    newest, *others = rows
    lies: dict[str, Sequence[Any]] = {
        "unsigned": [{**newest, "signature": None}, *others],
        "a link missing": [newest, *others[1:]],
        "another time": [{**newest, "from": newest["from"] + 1}, *others],
        "signed by another": [
            {**newest, "signature": KeyFolder(strange.folder).public[0].signature}, *others,
        ],
    }  # fmt: skip
    for name, shown in lies.items():
        assert verified(shown) == (2, "UNREADABLE"), name
    others_keys = [key.as_json() for key in KeyFolder(strange.folder).public]
    assert verified(others_keys) == (1, "BAD")


def test_a_key_that_was_replaced_has_one_successor() -> None:
    """Else whoever gets hold of an old private half could put another history beside it."""
    first, *others = (Signer(SigningKey(bytes([k]) * 32)) for k in range(3))
    old = PublicKey(first.public, 0, 50)
    rows = [
        PublicKey(one.public, at, None, first.sign(change_message(first.public, one.public, at)))
        for one, at in zip(others, (50, 60), strict=True)
    ]
    assert keys_with_successors([old], [rows[0], old]) == [rows[0], old]
    assert keys_with_successors([old], [rows[1], old]) == [old]
    assert keys_with_successors([rows[0], old], [rows[1], old]) == [rows[0], old]
    open_ended = old._replace(until=None)
    assert keys_with_successors([open_ended], [rows[0], old]) == [rows[0], old]
