"""The folder of a cup: one runner at a time, one cup for ever, and keys that follow from both."""

import json
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from service.commands.tournaments.cup import Cup, read_cup
from service.commands.tournaments.folder import CupFolder, CupRefused, plan_differences
from tests.folders import EXAMPLES
from tests.waiting import wait_for

SWISS = EXAMPLES / "cups" / "swiss.toml"
HOLD = """
import sys
from pathlib import Path
from service.commands.tournaments.folder import CupFolder
with CupFolder(Path(sys.argv[1])).alone():
    print("in", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def cup() -> Cup:
    """Return a cup."""
    return read_cup(SWISS)


def test_a_second_runner_of_one_folder_is_refused_until_the_first_is_killed(tmp_path: Path) -> None:
    first = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path / "here")],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert first.stdout is not None
    assert first.stdout.readline() == "in\n"
    folder = CupFolder(tmp_path / "here")
    with pytest.raises(CupRefused, match="Another runner is at work"), folder.alone():
        pass
    first.kill()
    first.communicate()

    def is_free() -> bool:
        try:
            with folder.alone():
                return True
        except CupRefused:
            return False

    wait_for(is_free)


def test_a_folder_that_cannot_be_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(CupRefused, match="can't be a folder of results"):
        CupFolder(tmp_path / "file" / "below").alone().__enter__()


def test_a_run_is_found_again_and_its_tokens_are_nobody_elses_to_read(
    cup: Cup, tmp_path: Path
) -> None:
    folder = CupFolder(tmp_path)
    state = folder.state(cup, None)
    state.opened_as("c1")
    folder.keep(state)
    assert folder.state(cup, None) == state
    assert stat.S_IMODE((tmp_path / "run.json").stat().st_mode) == 0o600
    (tmp_path / "run.json").write_text("{")
    with pytest.raises(CupRefused, match="can't be read"):
        folder.state(cup, None)


def test_another_cup_or_server_is_refused_with_what_differs(cup: Cup, tmp_path: Path) -> None:
    folder = CupFolder(tmp_path)
    state = folder.state(cup, None)
    state.opening_sent = True
    folder.keep(state)
    longer = replace(cup.settings, format=replace(cup.settings.format, rounds=8))
    with pytest.raises(CupRefused, match=r"`format.rounds` was 7 and is 8\. Undo that"):
        folder.state(replace(cup, settings=longer), None)
    with pytest.raises(CupRefused, match="`entrant` had 16 entries and has 15"):
        folder.state(replace(cup, entrants=cup.entrants[1:]), None)
    with pytest.raises(CupRefused, match="a run at a server of its own, not at http://x"):
        folder.state(cup, "http://x")


def test_a_run_that_was_not_opened_may_be_changed_and_keeps_its_director(
    cup: Cup, tmp_path: Path
) -> None:
    folder = CupFolder(tmp_path)
    state = folder.state(cup, None)
    state.director = "token"
    folder.keep(state)
    other = replace(cup, name="Another")
    assert folder.state(other, None).plan["name"] == "Another"
    assert folder.state(other, None).director == "token"
    assert folder.state(other, "http://x").director is None, "it directs at the other server"


def test_files_are_written_whole_by_any_number_of_writers(tmp_path: Path) -> None:
    folder = CupFolder(tmp_path)
    texts = [bytes([65 + at]) * 100_000 for at in range(8)]
    with ThreadPoolExecutor(len(texts)) as pool:
        for _ in range(10):
            assert [*pool.map(partial(folder.write, "run.json"), texts)]
            assert (tmp_path / "run.json").read_bytes() in texts
    assert [one.name for one in tmp_path.iterdir()] == ["run.json"]


def test_what_a_killed_runner_left_unfinished_is_removed(tmp_path: Path) -> None:
    folder = CupFolder(tmp_path)
    folder.write("run.json", b"{}")
    (tmp_path / "run.json.0.unfinished").write_text("{")
    with folder.alone():
        assert {one.name for one in tmp_path.iterdir()} == {"run.json", "lock"}


def test_keys_follow_from_file_and_run_and_step(cup: Cup, tmp_path: Path) -> None:
    state = CupFolder(tmp_path / "a").state(cup, None)
    again = CupFolder(tmp_path / "b").state(cup, None)
    assert state.key("open") == replace(state).key("open")
    assert len({state.key("open"), state.key("call"), again.key("open")}) == 3
    assert state.key("open").isascii()
    assert len(state.key("open")) <= 128


def test_changes_are_told_by_path() -> None:
    then = {"a": 1, "b": [1, {"c": 2}], "d": [1]}
    assert [*plan_differences(then, json.loads(json.dumps(then)))] == []
    assert [*plan_differences(then, {"a": 1, "b": [1, {"c": 3}], "d": [], "e": "x"})] == [
        "`b.1.c` was 2 and is 3", "`d` had 1 entries and has 0", '`e` was null and is "x"',
    ]  # fmt: skip
