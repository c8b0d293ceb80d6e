"""`fairdeal monitor` follows every leaf: what contradicts itself is refused, and proven."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from nacl.signing import SigningKey

from events.history.checkpoints import (
    CALLED,
    KEY,
    LONGEST,
    ORIGIN,
    RUNNING,
    TOURNAMENT_CALLED,
    TOURNAMENT_SETTLED,
    Leaf,
    stream_hash,
)
from events.history.key_changes import change_heads
from events.history.signing_keys import KeyFolder, rotate_signing_key
from events.record.receipts import PublicKey, Signer
from events.verify.history.lies import HOUR, LIES
from events.verify.history.watch import TreeWatch
from service.commands.history import monitor as monitoring
from service.commands.history.tiles import TileClient
from service.commands.main import main
from tests.fairness.logs import AT, Log, closed, opened, played, serving
from tests.fairness.tables import SIGNER
from tests.waiting import PATIENCE


@pytest.fixture
def log() -> Iterator[Log]:
    with serving(Log()) as one:
        yield one


@pytest.fixture
def state(tmp_path: Path) -> Path:
    return tmp_path / "state"


def look(log: Log, state: Path, *more: str) -> Result:
    """Look at a log once."""
    return CliRunner().invoke(main, ["monitor", log.url, "--state", str(state), "--once", *more])


def lie_of(state: Path, key: str = SIGNER.public) -> Result:
    """Check what the monitor wrote, as a third party does: with the server's key alone."""
    return CliRunner().invoke(main, ["check-proof", f"{state}.lie.json", "--key", key])


def test_an_honest_tree_is_followed_and_told_of_once_a_day(
    log: Log, state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = []
    for number in range(4):
        log.add(*played(100, 100 * number), opened(f"r{number}"))
        done = look(log, state)
        assert done.exit_code == 0, done.output
        said.append(done.output)
    assert said[1:] == ["", "", ""]
    assert "one history of 201 leaves" in said[0]
    monkeypatch.setattr(monitoring, "DAY", 0)
    assert "one history of 804 leaves" in (again := look(log, state).output)
    assert "4 tables run" in again


def test_an_empty_tree_is_followed_too(log: Log, state: Path) -> None:
    assert look(log, state).exit_code == 0
    log.add(*played(1))
    assert look(log, state).exit_code == 0


NEVER = "ab" * 32
HONEST = played(3)
LATER = AT + LONGEST + 1
LIES_OF_LEAVES: dict[str, list[Leaf]] = {
    "two_openings": [*HONEST, opened("t1")],
    "two_ends": [*HONEST, closed("t1", n=10, head="other")],
    "after_end": [
        *HONEST, Leaf(RUNNING, stream_hash("t1"), 10, NEVER, AT, AT + LONGEST),
    ],
    "equal_numbers": [
        opened("t1"), Leaf(RUNNING, stream_hash("t1"), 5, stream_hash("one"), AT, AT + 9),
        Leaf(RUNNING, stream_hash("t1"), 5, stream_hash("other"), AT, AT + 9),
    ],
    "numbers_reversed": [
        opened("t1"), Leaf(RUNNING, stream_hash("t1"), 5, NEVER, AT, AT + 9),
        closed("t1", n=4),
    ],
    "time_reversed": [*HONEST, *played(1, 7, AT - 1)],
    "unannounced": [*HONEST, closed("t9")],
    "no_end": [opened("t0"), opened("t1", end=AT + 1), opened("t2", AT + 2),
               opened("t3", AT + 2 + HOUR)],
    "endless": [*HONEST, opened("t7", end=AT + LONGEST + 1)],
    "malformed_leaf": [*HONEST, closed("t7")._replace(head="AB" * 32)],
}  # fmt: skip


@pytest.mark.parametrize("begun", [0, 2])
@pytest.mark.parametrize("kind", LIES_OF_LEAVES)
def test_leaves_that_contradict_each_other_are_a_lie_that_anybody_can_check(
    log: Log, state: Path, kind: str, begun: int
) -> None:
    leaves = LIES_OF_LEAVES[kind]
    if begun and kind != "equal_numbers":
        log.add(*leaves[:1])
        assert look(log, state).exit_code == 0
        leaves = leaves[1:]
    log.add(*leaves)
    for _ in range(2):  # it stays a lie
        done = look(log, state)
        assert (done.exit_code, done.output.split(" ", 2)[1:2]) == (1, ["LIE:"]), done.output
        assert f"LIE: {kind}: {LIES[kind]}" in done.output
    told = lie_of(state)
    assert (told.exit_code, told.output.split(":")[1].strip()) == (1, kind), told.output
    assert lie_of(state, "cd" * 32).output.startswith("NOT PROVEN")


def test_a_leaf_that_is_newer_than_its_checkpoint_is_a_lie(log: Log, state: Path) -> None:
    log.add(opened("t1", AT + 10**6))
    log.at = AT
    assert "LIE: time_reversed" in look(log, state).output
    assert lie_of(state).exit_code == 1


def test_what_was_not_said_is_no_lie(log: Log, state: Path) -> None:
    """A tournament, a table that is announced again, perhaps with nothing new, a late end."""
    head, cup = stream_hash("t1 1"), stream_hash("c1")
    log.add(
        Leaf(TOURNAMENT_CALLED, cup, 7, stream_hash("called"), AT, None),
        Leaf(TOURNAMENT_SETTLED, cup, 9, stream_hash("settled"), AT, None),
        opened("t1", end=AT + 1),
        Leaf(RUNNING, stream_hash("t1"), 1, head, AT, AT + 1),
        Leaf(RUNNING, stream_hash("t1"), 1, head, AT, AT + 1),
        opened("t2", AT + 2 * HOUR),  # the server was away until now
        closed("t1", AT + 2 * HOUR + 5),
        Leaf("ruled", stream_hash("dt1"), 3, NEVER, AT + 3 * HOUR, None),
        Leaf("ruled", stream_hash("dt1"), 5, NEVER, AT + 3 * HOUR, None),
    )
    done = look(log, state)
    assert done.exit_code == 0, done.output


def test_a_table_whose_round_was_fixed_must_be_heard_of_again(log: Log, state: Path) -> None:
    """The call for a table's start follows its opening, and names a latest end of its own."""
    log.add(opened("t1"), Leaf(CALLED, stream_hash("t1"), 5, stream_hash("call"), AT, AT + 5))
    assert look(log, state).exit_code == 0
    log.add(opened("t2", AT + 10), opened("t3", AT + 2 * HOUR))
    assert "LIE: no_end" in look(log, state).output
    assert lie_of(state).exit_code == 1


def test_a_false_accusation_is_not_proven(log: Log, state: Path, tmp_path: Path) -> None:
    log.add(*HONEST, opened("t1"))
    assert look(log, state).exit_code == 1
    path = Path(f"{state}.lie.json")
    told = json.loads(path.read_text())
    wrong: list[dict[str, Any]] = [
        {"kind": "two_ends"},
        {"leaves": told["leaves"][:1]},
        {"leaves": [told["leaves"][0]] * 2},
        {"leaves": told["leaves"][::-1]},
        {"leaves": [told["leaves"][0], {**told["leaves"][1], "path": []}]},
        {"checkpoints": []},
        {"checkpoints": [Log(HONEST_ENTRIES).checkpoint()]},
    ]
    for change in wrong:
        path.write_text(json.dumps({**told, **change}))
        assert lie_of(state).output.startswith("NOT PROVEN"), change
    for odd in ("{}", "x", json.dumps({**told, "leaves": [5]}), json.dumps({**told, "kind": "x"})):
        path.write_text(odd)
        assert lie_of(state).exit_code == 2, odd


HONEST_ENTRIES = [leaf.data for leaf in HONEST]


# Two histories


def rewritten(log: Log, place: int) -> None:
    """Put another leaf in the place of one."""
    log.entries[place] = closed("t1", n=11, head="rewritten").data


@pytest.mark.parametrize("size", [100, 101, 130, 300])
def test_a_tree_that_was_rewritten_is_proven_to_be_two(log: Log, state: Path, size: int) -> None:
    log.add(*played(50))
    assert look(log, state).exit_code == 0
    log.add(*played(100, 50))
    rewritten(log, 3)
    log.size = size
    done = look(log, state)
    assert "LIE: fork" in done.output, done.output
    assert lie_of(state).exit_code == 1
    path = Path(f"{state}.lie.json")
    told = json.loads(path.read_text())
    if size > 100:
        for change in ({"consistency": {**told["consistency"], "root": NEVER}},
                       {"checkpoints": told["checkpoints"][::-1]}):  # fmt: skip
            path.write_text(json.dumps({**told, **change}))
            assert lie_of(state).output.startswith("NOT PROVEN"), change


def test_an_older_size_of_another_tree_is_proven_too(log: Log, state: Path) -> None:
    log.add(*played(50))
    at = log.at
    assert look(log, state).exit_code == 0
    rewritten(log, 3)
    log.size, log.at = 70, at
    assert "LIE: fork" in look(log, state).output
    assert lie_of(state).exit_code == 1


def test_a_tree_that_shrinks_is_a_lie_and_an_old_copy_of_it_is_none(log: Log, state: Path) -> None:
    log.add(*played(50))
    assert look(log, state).exit_code == 0
    log.size = 60
    for at, code, word in ((log.at - 500, 2, "TROUBLE"), (log.at + 61_000, 1, "LIE: shrunk")):
        log.at = at
        done = look(log, state)
        assert (done.exit_code, word in done.output) == (code, True), done.output
    assert lie_of(state).exit_code == 1


def test_tiles_that_are_not_those_of_the_signed_tree_prove_nothing(
    log: Log, state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log.add(*played(5))
    note = log.checkpoint()
    rewritten(log, 3)
    monkeypatch.setattr(log, "checkpoint", lambda: note)
    done = look(log, state)
    assert (done.exit_code, "TROUBLE: the server does not show" in done.output) == (2, True)
    monkeypatch.undo()
    log.entries[3] = played(5)[3].data
    assert look(log, state).exit_code == 0


# Keys


def stranger() -> Signer:
    return Signer(SigningKey(bytes(range(1, 33))))


def test_a_checkpoint_of_a_stranger_is_no_lie_of_the_server(log: Log, state: Path) -> None:
    log.add(*played(5))
    assert look(log, state).exit_code == 0
    rewritten(log, 3)
    log.signer = stranger()
    log.keys = [PublicKey(log.signer.public)]
    done = look(log, state)
    assert done.exit_code == 2
    assert "TROUBLE: the checkpoint is not by the server's key" in done.output


def test_the_keys_to_trust_can_be_given(log: Log, state: Path) -> None:
    log.add(*played(5))
    assert look(log, state, "--key", stranger().public).exit_code == 2
    assert look(log, state.with_name("other"), "--key", SIGNER.public).exit_code == 0


def test_the_first_keys_must_be_those_that_the_tree_is_named_after(log: Log, state: Path) -> None:
    log.add(*played(5))
    log.name = ORIGIN.format("0" * 16)
    assert "TROUBLE: the server's keys do not follow" in look(log, state).output


def test_a_key_that_the_old_one_signed_for_is_followed_and_must_be_the_one_in_the_tree(
    log: Log, state: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "data"
    first = KeyFolder(folder)
    log.signer, log.keys = first.signer, [*first.public]
    log.name = ORIGIN.format(first.signer.id)
    now = first.public[0].since
    log.add(*played(5, at=now))
    assert look(log, state).exit_code == 0
    new = rotate_signing_key(folder)
    log.signer, log.keys = new.signer, [*new.public]
    ((n, head),) = change_heads(new.public)
    log.add(Leaf(KEY, stream_hash("keys"), n, head, now, None))
    assert look(log, state).exit_code == 0
    assert look(log, state).exit_code == 0
    log.add(Leaf(KEY, stream_hash("keys"), 3, NEVER, now, None))
    assert "TROUBLE: change 3 of the key" in look(log, state).output


# The network, and time


def test_a_network_that_fails_is_no_lie_and_is_asked_again_after_growing_pauses(
    log: Log, state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log.add(*played(5))
    log.away = True
    done = look(log, state)
    assert (done.exit_code, "AWAY: " in done.output) == (2, True)
    pauses: list[float] = []

    def sleep(seconds: float) -> None:
        pauses.append(seconds)
        log.away = len(pauses) < 9
        if len(pauses) == 11:
            log.add(opened("t1"))

    watch = TreeWatch(state)
    own = monitoring.Monitor(TileClient(log.url), watch)
    code = monitoring.run_monitor_loop(own, Path(f"{state}.lie.json"), False, 60.0, sleep)
    watch.close()
    assert code == 1
    assert pauses == [120, 240, 480, 960, 1920, 3600, 3600, 3600, 3600, 60, 60]


def test_a_server_that_is_not_there_is_away(state: Path) -> None:
    done = look(Log(url="http://127.0.0.1:9"), state)
    assert (done.exit_code, "AWAY: " in done.output) == (2, True)


def test_nothing_from_the_server_reaches_the_terminal_with_control_characters(
    log: Log, state: Path
) -> None:
    log.name = "\x1b[2Jevil"
    done = look(log, state)
    assert done.exit_code == 2
    assert "\x1b" not in done.output


def test_a_monitor_that_is_killed_goes_on_where_it_was(log: Log, state: Path) -> None:
    log.add(*played(140))
    assert look(log, state).exit_code == 0
    log.add(*played(400, 140))
    log.hole = "entries/003"
    command = [sys.executable, "-m", "service", "monitor", log.url, "--state", str(state)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert log.asked.wait(PATIENCE)
        os.kill(process.pid, signal.SIGKILL)
    log.hole = ""
    log.proceed.set()
    assert look(log, state).exit_code == 0
    watch = TreeWatch(state)
    assert (len(watch.tree), watch.checkpoint and watch.checkpoint.size) == (1080, 1080)
    watch.close()
    log.add(opened("t1"))
    assert look(log, state).exit_code == 1


@pytest.mark.parametrize("data", [b"no database at all, but a text" * 40, b"{}"])
def test_a_file_that_is_not_the_monitors_own_is_left_alone(
    log: Log, state: Path, data: bytes
) -> None:
    state.write_bytes(data)
    done = look(log, state)
    assert done.exit_code == 1
    assert "not a database" in done.output
    assert state.read_bytes() == data
