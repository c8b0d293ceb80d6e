"""``fairdeal demo`` and the other commands' manners."""

import os
import pty
import re
import subprocess
from collections.abc import Callable
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import Any

import click
import orjson
import pytest
from click.testing import CliRunner, Result

from events.cached_streams import Tables
from events.record import logfile
from events.store.embedded.server import EmbeddedServer
from events.store.embedded.server_binary import NoServer
from events.store.streams import Store
from events.verify.log import verify_log
from games import GAMES
from games.core.game import AnyGame
from projections.__main__ import RUNNING
from projections.projection import FIRST, ReadModel
from projections.read_models.models import MODELS
from service.commands import demo
from service.commands.demo import ObservedTable
from service.commands.main import COMMANDS, main
from service.commands.processes import ServerStack
from tests import seeded
from tests.folders import ROOT
from tests.games.changed import with_levels
from tests.waiting import PATIENCE
from tests.workers.floor import opened


@pytest.fixture
def started(stack: ServerStack, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let demos play on a server that runs already."""
    monkeypatch.setattr(demo, "ServerStack", lambda *_: nullcontext(stack))


STARTED = pytest.mark.usefixtures("started")


def run(*arguments: str) -> Result:
    """Run a command in this process."""
    return CliRunner().invoke(main, list(arguments))


def spawn(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a command in a process of its own."""
    return subprocess.run(
        [*seeded.PYTHON, "service", *arguments],
        capture_output=True, text=True, timeout=PATIENCE, check=False, cwd=ROOT,
    )  # fmt: skip


@pytest.mark.nightly  # in each run of `.ci/run`: the README's first command
def test_the_demo_plays_a_table_and_says_what_it_did() -> None:
    done = spawn("demo", "--quiet", "--game", "boon", "--options", "max_rounds=2")
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    lines = done.stdout.splitlines()
    assert lines[0].startswith("Starting a server")
    assert "\nBoon, 3 seats ─" in done.stdout
    assert "Playing Boon ..." in lines
    ends = r"^  \d+ events, \d+ actions of ours, [\d.]+ s\. [A-Z][\w ]+$"
    assert re.search(ends, done.stdout, re.MULTILINE)
    assert re.search(r"^ +Boon +GOOD +\d+ +\d+: equal *$", done.stdout, re.MULTILINE)
    assert "not proven: that the server looked at no cards" in done.stdout
    assert "\nAll rebuilt views equal the live ones.\n" in done.stdout
    assert "Seat 0 starts the game" not in done.stdout
    assert "\x1b" not in done.stdout


@STARTED
def test_the_result_is_a_table_of_places_and_scores(tmp_path: Path) -> None:
    options = ("--game", "boon", "--options", "max_rounds=1", "--seats", "4")
    done = run("demo", "--quiet", "--logs", str(tmp_path), *options)
    assert done.exit_code == 0, done.output
    table = done.output.split("played by")[1].split("What was verified")[0]
    cells = r"^ +(\d) +(\d) +(this program, over HTTP|a bot) +(-?\d+) *$"
    rows = re.findall(cells, table, re.MULTILINE)
    (file,) = tmp_path.glob("*.jsonl")
    outcome = orjson.loads(orjson.loads(file.read_bytes().splitlines()[-2])["e"])["data"]
    assert sorted(row[1] for row in rows) == ["0", "1", "2", "3"]
    assert [row[0] for row in rows] == sorted(row[0] for row in rows)
    for place, seat, by, score in rows:
        assert (by == "a bot") == (seat != "0")
        assert int(place) == outcome["places"][int(seat)]
        assert int(score) == outcome["scores"][int(seat)]


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_a_table_is_short_unless_the_options_say_otherwise(game: AnyGame) -> None:
    for seats in game.seats:
        assert demo.table_settings(game, seats, "")["options"] == dict(game.brief)
    for name, value in game.brief.items():
        given = demo.table_settings(game, None, f"{name}={value + 1}")["options"]
        assert given == {**game.brief, name: value + 1}


@STARTED
def test_the_demo_tells_each_table_in_its_notes_and_says_where_to_look_next(
    tmp_path: Path,
) -> None:
    done = run("demo", "--game", "boosh", "--options", "max_hands=1", "--logs", str(tmp_path))
    assert done.exit_code == 0, done.output
    assert re.search(r"^ +\d+  Seat 0 starts the game", done.output, re.MULTILINE)
    assert re.search(r"^ +\d+  Seat 0 helps shuffle", done.output, re.MULTILINE)
    assert re.search(r"^ +\d+  Hand 1: seat [01] deals", done.output, re.MULTILINE)
    assert re.search(r"^ +\d+  The table is closed\. ", done.output, re.MULTILINE)
    nexts = done.output.split("Where to look next")[1]
    for name, arguments in re.findall(r"^  fairdeal (\w+)(.*?)  ", nexts, re.MULTILINE):
        assert name in COMMANDS
        if arguments:
            shown = run(name, *arguments.split())
            assert shown.exit_code == 0, shown.output
            assert "not checked" not in shown.output
    assert re.findall(r"^  fairdeal (\w+)", nexts, re.MULTILINE) == ["replay", "verify", "serve"]


@STARTED
def test_the_demo_keeps_one_readable_log_a_table_and_shows_its_events(tmp_path: Path) -> None:
    logs = tmp_path / "some" / "logs"
    done = run(
        "demo", "--game", "boosh", "--game", "boon", "--seats", "4", "--events",
        "--options", "first_dealer=0", "--logs", str(logs),
    )  # fmt: skip
    assert done.exit_code == 0, done.output
    files = sorted(logs.glob("*.jsonl"))
    assert [file.name.split("-")[0] for file in files] == ["boon", "boosh"]
    for file in files:
        log = logfile.read_log_file(file)
        assert log.end["complete"] is True
        assert file.name == f"{log.header['game']}-{log.header['table']}.jsonl"
        for n in range(1, len(log.events) + 1):
            assert re.search(rf"^ +{n} ", done.output, re.MULTILINE), f"event {n} was not shown"
        assert f"verify {logs}" in done.output
    again = run("verify", str(files[0]), "--key", str(logs / "keys.json"))
    assert "the log ends where the server signed it" in again.output


def on_a_terminal(url: str, *arguments: str, **variables: str) -> str:
    """Return what a demo on a server that runs already writes to a terminal."""
    ours, theirs = pty.openpty()
    environment = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "FORCE_COLOR")}
    with subprocess.Popen(
        [*seeded.PYTHON, "tests.service.commands.demo_at", url, *arguments],
        cwd=ROOT, stdout=theirs, stderr=theirs,
        env={**environment, "TERM": "xterm-256color", "COLUMNS": "100", **variables},
    ) as process:  # fmt: skip
        os.close(theirs)
        written = b""
        with suppress(OSError):  # EIO: the other end has closed
            while piece := os.read(ours, 65_536):
                written += piece
    os.close(ours)
    assert process.returncode == 0, written.decode()
    return written.decode()


SHORT = ("--game", "boon", "--options", "max_rounds=1")
COLOUR = re.compile(r"\x1b\[(?:\d;)*3[1-7]m")


def test_on_a_terminal_a_line_moves_while_a_table_is_played_and_cards_have_colours(
    stack: ServerStack,
) -> None:
    written = on_a_terminal(stack.url, *SHORT)
    begin, told = written.split("Seat 0", 1)
    assert begin.startswith("Starting a server")
    # Whether the line comes to show an event is left to time; at its end it is painted once more.
    assert re.search(r"Playing Boon: (event \d+: |verifying the log)", written)
    assert re.search(r"\x1b\[1;3[1-7]m(Red|Green|Blue|Gold) \d+\x1b\[0m", told)


def test_no_color_is_kept_to_on_a_terminal(stack: ServerStack) -> None:
    assert not COLOUR.search(on_a_terminal(stack.url, *SHORT, NO_COLOR="1"))


def test_results_alone_and_all_events_are_not_asked_for_together() -> None:
    done = run("demo", "--quiet", "--events")
    assert done.exit_code == 2
    assert "leave one out" in done.output


@STARTED
def test_the_demo_plays_against_bots_of_a_level(tmp_path: Path) -> None:
    options = ("--game", "boosh", "--options", "max_hands=1", "--bots", "novice")
    assert run("demo", "--quiet", "--logs", str(tmp_path), *options).exit_code == 0
    (log,) = tmp_path.glob("boosh-*.jsonl")
    assert b'\\"bot\\":\\"novice\\"' in log.read_bytes()


def test_a_level_that_a_game_lacks_is_refused_before_anything_starts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = GAMES["boosh", 1]
    fewer = with_levels(game, {"regular": game.bots.levels["regular"]})
    with monkeypatch.context() as patch, pytest.raises(click.ClickException, match="but: regular"):
        patch.setattr(demo, "_selected_games", lambda names: [fewer])
        demo.run_demo(
            demo.DemoOptions(("boosh",), None, "expert", "", None, quiet=True, events=False)
        )


def altered(change: Callable[[ObservedTable], None], monkeypatch: pytest.MonkeyPatch) -> Result:
    """Run the demo, with what the client saw changed before it is compared."""
    real = demo.play_demo_table

    def play(*given: Any) -> ObservedTable:
        played = real(*given)
        change(played)
        return played

    with monkeypatch.context() as patch:
        patch.setattr(demo, "play_demo_table", play)
        return run("demo", "--quiet", "--game", "boosh", "--options", "max_hands=1")


def with_other_scores(played: ObservedTable) -> None:
    """Change one number in one view."""
    seat, view = played.views[2]
    played.views[2] = (seat, {**view, "hand": view["hand"] + 1})


def with_other_viewer(played: ObservedTable) -> None:
    """Take a seat's view for that of a spectator."""
    played.views[2] = (None, played.views[2][1])


def with_a_view_of_nowhere(played: ObservedTable) -> None:
    """Add a view of an event that the log does not have."""
    seat, view = played.views[2]
    played.views.append((seat, {**view, "n": 10_000}))
    played.views.append(played.views[-2])


@STARTED
@pytest.mark.parametrize("change", [with_other_scores, with_other_viewer, with_a_view_of_nowhere])
def test_any_difference_between_live_and_rebuilt_views_makes_the_demo_fail(
    change: Callable[[ObservedTable], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    done = altered(change, monkeypatch)
    assert done.exit_code == 1
    assert "DIFFER at [" in done.output
    assert done.output.endswith("DIFFERENCES found.\n")


@STARTED
def test_a_log_that_the_verifier_calls_bad_makes_the_demo_fail(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(demo, "verify_log", lambda path, keys: verify_log(path, ["00" * 32]))
    done = run("demo", "--quiet", "--game", "boosh", "--options", "max_hands=1")
    assert done.exit_code == 1
    assert re.search(r"^ +Boosh +BAD ", done.output, re.MULTILINE)
    assert re.search(r"^BAD: table t\w+, boosh: unsigned: ", done.output, re.MULTILINE)
    assert "every command was judged again" not in done.output


@STARTED
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
    monkeypatch.setattr(demo, "ServerStack", None)
    done = run("demo", *arguments)
    assert done.exit_code in (1, 2)
    assert re.search(message, done.output), done.output
    assert "Traceback" not in done.output
    assert isinstance(done.exception, SystemExit)


def test_a_demo_that_can_start_no_redis_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: Any) -> None:
        raise NoServer("No Redis to start: install one")

    monkeypatch.setattr(EmbeddedServer, "launch", none)
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


def test_every_command_and_option_explains_itself(subtests: pytest.Subtests) -> None:
    for name in COMMANDS:
        with subtests.test(name):
            command = main.get_command(click.Context(main), name)
            assert command is not None
            assert command.name == name
            assert command.help
            assert command.get_short_help_str(80) == COMMANDS[name][1]
            for parameter in command.params:
                if isinstance(parameter, click.Option):
                    assert parameter.help, parameter.name
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


@pytest.mark.parametrize("name", ["api", "worker"])  # the others: test_processes.py
def test_a_part_without_a_store_says_what_to_set(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("FAIRDEAL_REDIS_URL", raising=False)
    monkeypatch.setenv("FAIRDEAL_DATA", str(tmp_path))
    done = spawn(name)
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
    told = ", ".join(f"{model.name} version 3" for model in MODELS)
    streams = "2 streams"  # the table's, and that of leaves it is put into
    last = done.stdout.splitlines()[-1]
    assert re.fullmatch(rf"{told}: from {streams} in [\d.]+ s on \d+ cores", last)


def test_a_second_rebuild_is_told_that_one_is_running(
    server: EmbeddedServer, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened(Tables(store))
    monkeypatch.setenv("FAIRDEAL_REDIS_URL", server.url)
    store.redis.set(RUNNING, "another")
    done = spawn("rebuild")
    assert done.returncode == 1
    assert done.stderr.startswith("A rebuild is running, and has read 0 of 1 streams")
    assert all(model.version() == FIRST for model in (ReadModel(store, one) for one in MODELS))
