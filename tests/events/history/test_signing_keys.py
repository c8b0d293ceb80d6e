"""The server's keys in a folder: made, rotated, picked up, never half there."""

import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from nacl.signing import SigningKey

from events.history import signing_keys
from events.history.signing_keys import FILE, KeyFolder, NoKeys, load_signer, rotate_signing_key
from events.record.receipts import LATE, PublicKey, is_receipt_signed_by, key_id
from tests.folders import ROOT
from tests.waiting import PATIENCE


def ids(folder: Path) -> list[str]:
    return [key.id for key in KeyFolder(folder).public]


def receipt(keys: KeyFolder) -> dict[str, object]:
    return {**keys.signer.receipt("t1", 7, b"h" * 32, 1_700_000_000_000, "everysec")}


def test_the_first_key_is_valid_from_its_making(tmp_path: Path) -> None:
    before = signing_keys.now_ms()
    (key,) = KeyFolder(tmp_path).public
    assert before <= key.since <= signing_keys.now_ms()
    assert key.until is None
    assert key.id == key_id(bytes.fromhex(key.public)) == load_signer(tmp_path).id


def test_a_rotation_keeps_the_public_half_and_destroys_the_private_one(tmp_path: Path) -> None:
    old = KeyFolder(tmp_path)
    private = old.signer.secret[:32].hex()
    rotated = rotate_signing_key(tmp_path)
    newest, former = KeyFolder(tmp_path).public
    assert (former.id, former.until, newest.until) == (old.signer.id, newest.since, None)
    assert rotated.signer.id == newest.id == load_signer(tmp_path).id != former.id
    assert is_receipt_signed_by(receipt(old), former.public)
    for path in tmp_path.iterdir():
        assert private not in path.read_text()
        assert path.stat().st_mode & 0o777 == 0o600


def test_a_running_process_picks_up_a_key_that_another_rotated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = KeyFolder(tmp_path)
    new = rotate_signing_key(tmp_path).signer.id
    assert running.signer.id != new  # it has looked a moment ago
    monkeypatch.setattr(signing_keys, "REREAD_INTERVAL", 0.0)
    assert running.signer.id == new
    assert [key.id for key in running.public] == ids(tmp_path)


def test_it_is_looked_at_now_and_then_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now, looks = [100.0], [0]
    monkeypatch.setattr("events.history.signing_keys.time.monotonic", lambda: now[0])
    running = KeyFolder(tmp_path)
    seen = signing_keys.stamp_of

    def counted(path: Path) -> tuple[int, int, int]:
        looks[0] += 1
        return seen(path)

    monkeypatch.setattr(signing_keys, "stamp_of", counted)
    for _ in range(100):
        assert running.signer
    assert looks == [0]
    now[0] += signing_keys.REREAD_INTERVAL
    for _ in range(100):
        assert running.signer
    assert looks == [1]


def test_a_process_goes_on_with_its_key_while_the_file_is_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(signing_keys, "REREAD_INTERVAL", 0.0)
    running = KeyFolder(tmp_path)
    known, text = running.signer.id, (tmp_path / FILE).read_bytes()
    (tmp_path / FILE).unlink()
    assert running.signer.id == known
    (tmp_path / FILE).write_bytes(b"{}")
    assert running.signer.id == known
    (tmp_path / FILE).write_bytes(text)
    new = rotate_signing_key(tmp_path).signer.id
    assert running.signer.id == new


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_rotation_that_breaks_off_leaves_the_keys_as_they_were(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    before = KeyFolder(tmp_path).keys.text()

    def die(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(f"events.history.signing_keys.os.{step}", die)
        rotate_signing_key(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [FILE]
    assert (tmp_path / FILE).read_bytes() == before
    assert len(ids(rotate_signing_key(tmp_path) and tmp_path)) == 2


KILLED = """
import os, sys
from pathlib import Path
from events.history import signing_keys
names = ("open", "fsync", "replace", "close", "unlink")

def dying(real, left):
    def call(*args, **more):
        if not left:
            os.kill(os.getpid(), 9)
        left.pop()
        return real(*args, **more)
    return call

for at in map(int, sys.stdin):
    child = os.fork()
    if child == 0:
        left = [None] * at
        for name in names:
            setattr(signing_keys.os, name, dying(getattr(os, name), left))
        signing_keys.rotate_signing_key(Path(sys.argv[1]))
        os._exit(0)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""


def test_a_rotation_killed_at_any_call_leaves_whole_keys(tmp_path: Path) -> None:
    """Each time one call later, until it gets through; the rotations after it go on from there."""
    KeyFolder(tmp_path)
    with subprocess.Popen(
        [sys.executable, "-c", KILLED, str(tmp_path)], cwd=ROOT,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1,
    ) as rotations:  # fmt: skip
        assert rotations.stdin is not None and rotations.stdout is not None
        for at in range(50):
            known = ids(tmp_path)
            rotations.stdin.write(f"{at}\n")
            code = int(rotations.stdout.readline())
            assert ids(tmp_path)[-len(known) :] == known
            assert len(ids(tmp_path)) in (len(known), len(known) + 1)
            if code == 0:
                break
            assert code == -signal.SIGKILL
        rotations.stdin.close()
    assert 4 < at < 40
    assert len(ids(tmp_path)) == len(known) + 1


def test_rotations_at_the_same_moment_all_count(tmp_path: Path) -> None:
    first = load_signer(tmp_path).id
    begin = threading.Barrier(6, timeout=PATIENCE)
    made: list[str] = []

    def turn() -> None:
        begin.wait()
        made.append(rotate_signing_key(tmp_path).signer.id)

    threads = [threading.Thread(target=turn) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    keys = KeyFolder(tmp_path).public
    assert sorted([first, *made]) == sorted(key.id for key in keys)
    assert [key.until for key in keys] == [None, *(key.since for key in keys[:-1])]


def test_a_clock_that_was_put_back_makes_no_key_end_before_it_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (first,) = KeyFolder(tmp_path).public
    monkeypatch.setattr(signing_keys, "now_ms", lambda: first.since - 1000)
    newest, former = rotate_signing_key(tmp_path).public
    assert newest.since == former.until == first.since


def test_the_file_of_an_older_server_holds_a_key_that_was_always_valid(tmp_path: Path) -> None:
    key = SigningKey(b"1" * 32)
    (tmp_path / FILE).write_text(bytes(key).hex())
    public = bytes(key.verify_key).hex()
    assert KeyFolder(tmp_path).public == (PublicKey(public, 0, None),)
    newest, former = rotate_signing_key(tmp_path).public
    assert former == PublicKey(public, 0, newest.since)


def broken(folder: Path) -> list[bytes]:
    """Return texts that are no key file."""
    row, other = (KeyFolder(folder / name).keys.text() for name in ("one", "other"))
    mixed = {**json.loads(row), "private": json.loads(other)["private"]}
    return [b"", b"{}", b"[]", b"x" * 64, row[:-20], json.dumps(mixed).encode()]


def test_a_file_that_holds_no_keys_is_refused(tmp_path: Path) -> None:
    for text in broken(tmp_path):
        (tmp_path / FILE).write_bytes(text)
        with pytest.raises(NoKeys):
            KeyFolder(tmp_path)
        with pytest.raises(NoKeys):
            rotate_signing_key(tmp_path)
        assert (tmp_path / FILE).read_bytes() == text


def test_where_there_is_no_key_none_is_rotated(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "none"):
        with pytest.raises(NoKeys, match="no"):
            rotate_signing_key(folder)
    assert os.listdir(tmp_path) == []


def test_a_key_is_valid_in_its_time_and_a_little_around_it() -> None:
    key = PublicKey("00" * 32, 1_000_000, 2_000_000)
    times = [1_000_000 - LATE - 1, 1_000_000 - LATE, 1_500_000, 2_000_000 + LATE]
    assert [key.is_valid(at) for at in times] == [False, True, True, True]
    assert not key.is_valid(2_000_000 + LATE + 1)
    assert key.ended_before(2_000_000 + LATE + 1)
    assert PublicKey("00" * 32, 1_000_000).is_valid(10**15)


def test_the_key_that_signs_knows_since_when(tmp_path: Path) -> None:
    assert KeyFolder(tmp_path).signer.since == KeyFolder(tmp_path).public[0].since > 0
    later = KeyFolder(tmp_path).public[0].since + 60_000
    assert rotate_signing_key(tmp_path, later).signer.since == later
    assert KeyFolder(tmp_path).signer.since == later
