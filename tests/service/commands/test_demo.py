"""``fairdeal demo`` and the other commands' manners."""

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

from events.handle import Tables
from events.record import logfile
from events.store.embedded import EmbeddedServer, NoServer
from events.store.streams import Store
from projections.models import MODELS
from service.commands import demo
from service.commands.demo import Played
from service.commands.main import main
from tests.workers.floor import opened

ROOT = Path(__file__).parents[3]
COMMANDS = sorted(main.commands)


def run(*arguments: str) -> Result:
    """Run a command in this process."""
    return CliRunner().invoke(main, list(arguments))


def spawn(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "service", *arguments],
        capture_output=True, text=True, timeout=120, check=False, cwd=ROOT,
    )  # fmt: skip


def test_the_demo_plays_a_table_and_says_what_it_did() -> None:
    done = spawn("demo", "--quiet", "--game", "boon", "--options", "max_rounds=2")
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert re.search(r"Boon, 3 seats\n  \d+ events, \d+ actions of ours, [\d.]+ s", done.stdout)
    assert re.search(r"ended by: .*; scores \[.*\], places \[.*\]", done.stdout)
    assert re.search(r"log checked; \d+ live views replayed: equal", done.stdout)
    assert done.stdout.endswith("All rebuilt views equal the live ones.\n")


def test_the_demo_keeps_one_readable_log_a_table_and_shows_the_play(tmp_path: Path) -> None:
    logs = tmp_path / "some" / "logs"
    done = run(
        "demo", "--game", "boosh", "--game", "boon", "--seats", "4",
        "--options", "first_dealer=0", "--logs", str(logs),
    )  # fmt: skip
    assert done.exit_code == 0, done.output
    files = sorted(logs.iterdir())
    assert [file.name.split("-")[0] for file in files] == ["boon", "boosh"]
    for file in files:
        log = logfile.read(file)
        assert log.end["complete"] is True
        assert file.name == f"{log.header['game']}-{log.header['table']}.jsonl"
        for n in range(1, len(log.events) + 1):
            assert re.search(rf"^ +{n} ", done.output, re.MULTILINE), f"event {n} was not shown"
    assert f"Logs are in {logs}" in done.output


def altered(change: Callable[[Played], None], monkeypatch: pytest.MonkeyPatch) -> Result:
    """Run the demo, with what the client saw changed before it is compared."""
    real = demo.play

    def play(*given: Any) -> Played:
        played = real(*given)
        change(played)
        return played

    with monkeypatch.context() as patch:
        patch.setattr(demo, "play", play)
        return run("demo", "--quiet", "--game", "boosh", "--options", "max_hands=1")


def with_other_scores(played: Played) -> None:
    """Change one number in one view."""
    seat, view = played.views[2]
    played.views[2] = (seat, {**view, "hand": view["hand"] + 1})


def with_other_viewer(played: Played) -> None:
    """Take a seat's view for that of a spectator."""
    played.views[2] = (None, played.views[2][1])


def with_a_view_of_nowhere(played: Played) -> None:
    """Add a view of an event that the log does not have."""
    seat, view = played.views[2]
    played.views.append((seat, {**view, "n": 10_000}))
    played.views.append(played.views[-2])


@pytest.mark.parametrize("change", [with_other_scores, with_other_viewer, with_a_view_of_nowhere])
def test_any_difference_between_live_and_rebuilt_views_makes_the_demo_fail(
    change: Callable[[Played], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    done = altered(change, monkeypatch)
    assert done.exit_code == 1
    assert "DIFFER at [" in done.output
    assert done.output.endswith("DIFFERENCES found.\n")


def test_a_log_that_was_changed_makes_the_demo_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    real: Any = logfile.checked_event

    def other(row: dict[str, Any], good: int, *more: Any) -> Any:
        if good == 5:
            row = {**row, "e": row["e"].replace('"by"', '"bx"')}
        return real(row, good, *more)

    monkeypatch.setattr(logfile, "checked_event", other)
    done = run("demo", "--quiet", "--game", "boosh", "--options", "max_hands=1")
    assert done.exit_code == 1
    assert "Error: the head after event 6 does not follow from it" in done.output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--game", "chess"], r"No game chess; there are: .*boon, boosh"),
        (["--game", "boon", "--seats", "9"], r"Boon is for 3 to 5 seats, not 9"),
        (["--game", "boon", "--seats", "two"], r"'two' is not a valid integer"),
        (["--game", "boon", "--options", "rounds=3"], r"rounds: is no option .*max_rounds"),
        (["--game", "boon", "--options", "max_rounds=0"], r"max_rounds: must be a whole number"),
        (["--game", "boon", "--options", "max_rounds"], r"--options takes name=value,name=value"),
        (["--speed", "9"], r"No such option"),
    ],
)
def test_a_wrong_game_seat_count_or_option_is_refused_before_anything_is_started(
    monkeypatch: pytest.MonkeyPatch, arguments: list[str], message: str
) -> None:
    monkeypatch.setattr(demo, "Stack", None)
    done = run("demo", *arguments)
    assert done.exit_code in (1, 2)
    assert re.search(message, done.output), done.output
    assert "Traceback" not in done.output
    assert isinstance(done.exception, SystemExit)


def test_a_demo_that_can_start_no_redis_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: Any) -> None:
        raise NoServer("No Redis to start: install one")

    monkeypatch.setattr(EmbeddedServer, "start", none)
    done = run("demo", "--game", "boon")
    assert done.exit_code == 1
    assert "Error: No Redis to start: install one" in done.output
    assert isinstance(done.exception, SystemExit)


def test_a_folder_of_logs_that_is_a_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("")
    done = run("demo", "--game", "boon", "--logs", str(path))
    assert done.exit_code == 2
    assert "is a file" in done.output


# The other commands


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_and_option_explains_itself(name: str) -> None:
    command = main.commands[name]
    assert command.help
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            assert parameter.help, f"{name} {parameter.name}"
    done = run(name, "--help")
    assert done.exit_code == 0
    assert command.help.splitlines()[0].split(";")[0] in " ".join(done.output.split())


def test_the_list_of_commands_is_the_one_that_is_promised() -> None:
    assert {"serve", "demo", "api", "worker", "follow", "rebuild", "openapi"} <= set(COMMANDS)
    done = run("--help")
    assert done.exit_code == 0
    assert all(re.search(rf"^  {name} +\w", done.output, re.MULTILINE) for name in COMMANDS)
    assert (
        run("--version").output.startswith("fairdeal, version ")
        or "version" in run("--version").output
    )


@pytest.mark.parametrize("arguments", [["api"], ["worker"], ["follow"], ["rebuild"]])
def test_a_part_without_a_store_says_what_to_set(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("FAIRDEAL_REDIS_URL", raising=False)
    monkeypatch.setenv("FAIRDEAL_DATA", str(tmp_path))
    done = spawn(*arguments)
    assert done.returncode == 1
    assert done.stderr.startswith("Set FAIRDEAL_REDIS_URL to ")
    assert "Traceback" not in done.stderr


def test_rebuild_says_what_it_did(
    server: EmbeddedServer, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened(Tables(store))
    monkeypatch.setenv("FAIRDEAL_REDIS_URL", server.url)
    done = spawn("rebuild")
    assert done.returncode == 0, done.stderr
    for model, line in zip(MODELS, done.stdout.splitlines(), strict=True):
        assert re.fullmatch(rf"{model.name}: version 2 from 1 streams, [\d.]+ s", line)
