"""`fairdeal tournament run`: a cup to its end, whatever is killed, and whatever programs do."""

import csv
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from events.accounts.players import Players
from events.store.streams import store_at
from service.commands.main import main
from service.commands.processes import ServerStack
from service.commands.tournaments import tournament as tournament_commands
from service.commands.tournaments.folder import CupRefused
from service.commands.tournaments.own_server import OwnServer, is_server
from tests import seeded
from tests.bots.test_programs import BEGIN, HONEST, MOVE
from tests.folders import ROOT
from tests.waiting import wait_for

LONG = 600  # seconds
ONE_CORE = "tests.service.commands.tournaments.one_core"
BOTS = """\
name = "Bots"
games = [{ game = "boon", seats = 3, options = { max_rounds = 2 } }]
format = { kind = "swiss", rounds = 6 }
entrant = [{ bot = "regular", count = 4 }, { bot = "novice", count = 2 }]
"""
PROGRAMS = """\
name = "Programs"
games = [{ game = "boon", seats = 3, options = { max_rounds = 1 }, clock = { turn = 3600 } }]
format = { kind = "swiss", rounds = 1 }
entrant = [
  { program = "./honest.py" }, { program = "./hangs.py" }, { program = "./dies.py" },
  { program = "./babbles.py" }, { program = "./cheats.py" }, { bot = "regular", count = 1 },
]
run = { move_ms = 2000 }
"""
WAITING = """\
name = "Waiting"
games = [{ game = "boon", seats = 3, options = { max_rounds = 1 }, clock = { turn = 3600 } }]
format = { kind = "swiss", rounds = 2 }
entrant = [{ program = "./waits.py" }, { bot = "regular" }, { bot = "novice" }]
run = { move_ms = 600000 }
"""
BEHAVIOUR = {
    "honest": HONEST,
    "hangs": "time.sleep(3600)",
    "dies": "sys.exit('I am gone')",
    "babbles": "print('la la la', flush=True)",
    "cheats": 'say({"n": n, "action": {"type": "play", "card": "gold-99"}})',
}


def command(*arguments: object) -> list[str]:
    """Return how the command is started."""
    return [*seeded.PYTHON, "service", "tournament", "run", *map(str, arguments)]


def run(*arguments: object) -> subprocess.CompletedProcess[str]:
    """Run a cup to its end."""
    return subprocess.run(
        command(*arguments), cwd=ROOT, capture_output=True, text=True, timeout=LONG, check=False
    )


def run_here(*arguments: object) -> Result:
    """Run a cup in this process, where it has nothing to play."""
    handlers = {sign: signal.getsignal(sign) for sign in (signal.SIGINT, signal.SIGTERM)}
    try:
        return CliRunner().invoke(main, ["tournament", "run", *map(str, arguments)])
    finally:
        for sign, handler in handlers.items():
            signal.signal(sign, handler)


def written(folder: Path, text: str) -> Path:
    """Return the file of a cup."""
    path = folder / "cup.toml"
    path.write_text(text)
    return path


def results_in(folder: Path) -> dict[str, Any]:
    """Return what came out."""
    found: dict[str, Any] = json.loads((folder / "results.json").read_text())
    return found


@pytest.fixture
def token_file(stack: ServerStack, tmp_path: Path) -> Path:
    """Return the file of a director's token."""
    name = f"director {tmp_path.name[-20:]}"
    _, token = Players(store_at(stack.redis_url)).register(name, "director")
    path = tmp_path / "token"
    path.write_text(token + "\n")
    return path


def test_programs_that_hang_die_babble_or_cheat_play_fallbacks_and_the_cup_goes_on(
    stack: ServerStack, token_file: Path, tmp_path: Path
) -> None:
    for name, move in BEHAVIOUR.items():
        (tmp_path / f"{name}.py").write_text(f"{BEGIN}{MOVE}        {move}\n")
    results = tmp_path / "results"
    done = run(
        written(tmp_path, PROGRAMS), "--server", stack.url, "--token-file", token_file,
        "--results", results,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    found = results_in(results)
    assert (found["phase"], found["why"]) == ("closed", "played")
    assert all(table["counts"] and table["why"] != "forfeit" for table in found["tables"])
    conduct = json.loads((results / "run.json").read_text())["conduct"]
    assert conduct["0"]["fallbacks"] == 0
    assert conduct["0"]["moves"] > 0
    cheated = "cannot be done now|is not in your hand"  # the former before play has begun
    reasons = ("gave no answer within 2000 ms", "I am gone", "wrote no JSON", cheated)
    page = (results / "report.html").read_text()
    for number, why in enumerate(reasons, 1):
        own = conduct[str(number)]
        assert own["fallbacks"] == own["moves"] > 0
        assert re.search(why, own["why"])
        assert f"{[*BEHAVIOUR][number]} at table t" in done.stdout, "it is told as it happens"
        assert f"<code>./{[*BEHAVIOUR][number]}.py</code>" in page
        assert found["entrants"][number]["withdrawn"] is False
    assert "name" in found["entrants"][0]
    committed = [line for line in open_log(results) if "tournament.entropy_revealed.v1" in line]
    assert len(committed) == 5, "programs bring entropy"


def open_log(folder: Path) -> list[str]:
    """Return the lines of the tournament's log in the export."""
    with zipfile.ZipFile(folder / "export.zip") as archive:
        return archive.read("tournament.jsonl").decode().splitlines()


def test_a_cup_at_a_server_needs_a_token_and_a_director(stack: ServerStack, tmp_path: Path) -> None:
    cup = written(tmp_path, BOTS)
    alone = run_here(cup, "--server", stack.url)
    assert alone.exit_code == 2
    assert "--server needs --token-file" in alone.stderr
    _, token = Players(store_at(stack.redis_url)).register(f"nobody {tmp_path.name[-20:]}")
    (tmp_path / "token").write_text(token)
    there = ("--server", stack.url, "--token-file", tmp_path / "token")
    refused = run_here(cup, *there, "--results", tmp_path / "results")
    assert refused.exit_code == 1
    assert "tournament/no_role" in refused.stderr


def test_an_error_of_ours_is_a_sentence_for_the_director_and_its_traceback_lies_in_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise KeyError("standings")

    monkeypatch.setattr(tournament_commands, "_run_cup", fail)
    results = tmp_path / "results"
    failed = run_here(written(tmp_path, BOTS), "--results", results)
    assert failed.exit_code == 1
    assert "an error in fairdeal (KeyError: 'standings')" in failed.stderr
    assert f"{results}/error.log has the details" in failed.stderr
    assert "Run the same command to continue" in failed.stderr
    assert "Traceback" not in failed.output
    assert "Traceback" in (results / "error.log").read_text()


def test_a_start_that_lies_behind_us_is_refused_before_anything_is_started(tmp_path: Path) -> None:
    cup = written(tmp_path, f"schedule.starts_at = 2023-11-14T22:13:20Z\n{BOTS}")
    checked = CliRunner().invoke(main, ["tournament", "check", str(cup)])
    for found in (run_here(cup, "--results", tmp_path / "results"), checked):
        assert found.exit_code == 1
        assert "cup.toml:1: schedule.starts_at: must be later than now" in found.stderr


def test_a_folder_in_which_no_server_can_start_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "server.log").mkdir()
    with pytest.raises(CupRefused, match="The server can't be started in"):
        OwnServer(tmp_path).__enter__()


class Runner:
    """A runner with a server of its own, that may be killed."""

    def __init__(self, cup: Path, folder: Path) -> None:
        self.folder, self.output = folder, folder.with_suffix(".txt")
        with self.output.open("w") as file:
            self.process = subprocess.Popen(
                [*seeded.PYTHON, ONE_CORE, "tournament", "run", cup, "--results", folder],
                cwd=ROOT, stdout=file, stderr=file,
                env={**os.environ, "FAIRDEAL_ARCHIVE_AFTER_SECONDS": "off"},
            )  # fmt: skip

    def await_saying(self, pattern: str) -> None:
        """Wait until it has told something."""

        def has_said() -> bool:
            told = self.output.read_text()
            assert self.process.poll() in (None, 0), told
            return re.search(pattern, told) is not None

        wait_for(has_said)

    def await_lines(self, count: int) -> None:
        """Wait until it has told so many lines, or is done."""

        def has_told() -> bool:
            done = self.process.poll() is not None
            return done or self.output.read_text().count("\n") >= count

        wait_for(has_told)

    def kill(self) -> None:
        """Kill it; return when its server has ended, too."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        wait_for(lambda: not self.has_server())

    def has_server(self) -> bool:
        """Say whether a server of its folder runs, whether or not its pid is noted already."""
        for pid in filter(str.isdigit, os.listdir("/proc")):
            with suppress(OSError):
                line = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
                if b"serve" in line and any(part.startswith(bytes(self.folder)) for part in line):
                    return True
        return False

    def end(self) -> Mapping[str, Any]:
        """Let it run to its end; return what came out."""
        assert self.process.wait(LONG) == 0, self.output.read_text()
        return results_in(self.folder)


@contextmanager
def running(cup: Path, folder: Path) -> Iterator[Runner]:
    """Run a cup; whatever a failing test leaves running is ended."""
    runner = Runner(cup, folder)
    try:
        yield runner
    finally:
        if runner.process.poll() is None:
            runner.process.kill()


def test_a_runner_that_is_stopped_leaves_no_process_and_the_same_command_goes_on(
    tmp_path: Path,
) -> None:
    """By Ctrl-C or SIGTERM, by lot; a program that waits for a file keeps the cup from its end."""
    results, go = tmp_path / "results", tmp_path / "go"
    wait = f"while not os.path.exists({str(go)!r}):\n            time.sleep(0.01)"
    (tmp_path / "waits.py").write_text(f"{BEGIN}{MOVE}        {wait}\n        {HONEST}\n")
    cup = written(tmp_path, WAITING)
    with running(cup, results) as runner:
        runner.await_saying("Playing: round 1 of 2")
        os.kill(runner.process.pid, random.choice([signal.SIGINT, signal.SIGTERM]))
        assert runner.process.wait(LONG) == 1
        assert "Run the same command to continue from there" in runner.output.read_text()
        assert not is_server(int((results / "server.pid").read_text()))
        assert re.search(r"^Stopped", runner.output.read_text(), re.MULTILINE)
    go.touch()
    with running(cup, results) as again:
        found = again.end()
    assert (found["why"], len(found["rounds"])) == ("played", 2)
    assert not is_server(int((results / "server.pid").read_text()))
    assert not (results / "server" / "redis" / "redis.sock").exists()
    require_files(results, found)
    done = run_here(cup, "--results", results)
    assert (done.exit_code, results_in(results)) == (0, found), "nothing is left to do"
    changed = written(tmp_path, WAITING.replace("rounds = 2", "rounds = 5"))
    refused = run_here(changed, "--results", results)
    assert refused.exit_code == 1
    assert "`format.rounds` was 2 and is 5" in refused.stderr


def test_a_runner_waits_for_the_server_of_one_that_was_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = "import sys; print(flush=True); sys.stdin.read()"
    with subprocess.Popen(
        [sys.executable, "-c", code, "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as earlier:
        assert earlier.stdout is not None
        earlier.stdout.readline()
        assert is_server(earlier.pid)
        (tmp_path / "server.pid").write_text(str(earlier.pid))
        monkeypatch.setattr(time, "sleep", lambda _: earlier.kill())  # while it is waited for
        OwnServer(tmp_path).await_earlier()
        assert not is_server(earlier.pid)


def require_files(folder: Path, found: Mapping[str, Any]) -> None:
    """Hold what is written for people and verifiers to the results."""
    with zipfile.ZipFile(folder / "export.zip") as archive:
        assert len(archive.namelist()) == 2 + len(found["tables"])
    rows = [*csv.reader((folder / "standings.csv").read_text().splitlines())]
    assert [row[2] for row in rows[1:]] == [
        found["entrants"][row["entrant"]]["called"] for row in found["standings"]
    ]
    given = [str(folder / "export.zip"), "--key", str(folder / "keys.json")]
    verified = CliRunner().invoke(main, ["verify", *given])
    assert verified.stdout.startswith("GOOD: tournament"), verified.output


@pytest.mark.nightly  # in every run: the test above, and tests/simulation
def test_a_runner_is_killed_at_twenty_moments_with_all_that_it_has_started(tmp_path: Path) -> None:
    cup = written(tmp_path, BOTS.replace("rounds = 6", "rounds = 40"))
    one, other = tmp_path / "one", tmp_path / "other"
    for told in ("Starting a server", "Opening", "Entering", "Playing: round"):
        with running(cup, one) as first:
            first.await_saying(told)
            first.kill()
    shutil.copytree(one, other, ignore=shutil.ignore_patterns("*.sock", "*.lock"))
    with running(cup, one) as undisturbed:
        whole = undisturbed.end()
    for _ in range(16):
        with running(cup, other) as disturbed:
            disturbed.await_lines(random.randrange(1, 9))
            disturbed.kill()
    with running(cup, other) as last:
        found = last.end()
    for part in ("entrants", "tables", "standings", "cross_table"):
        assert found[part] == whole[part]


@pytest.mark.nightly  # in every run: the tests above, and that of open.toml in tests/clients
@pytest.mark.parametrize("name", ["league", "swiss", "pentathlon", "tutorial"])
def test_every_cup_of_the_examples_runs_by_one_command(name: str, tmp_path: Path) -> None:
    cup = ROOT / "examples" / "cups" / f"{name}.toml"
    if name == "tutorial":
        page = (ROOT / "docs" / "tutorials" / "cup.md").read_text()
        cup = written(tmp_path, page.partition("```toml\n")[2].partition("```")[0])
    done = run(cup, "--results", tmp_path / "results")
    assert done.returncode == 0, done.stdout + done.stderr
    found = results_in(tmp_path / "results")
    assert found["why"] == "played"
    assert all(row["tables"] > 0 for row in found["standings"])
