"""`fairdeal arena` as it is called: what it prints, and how it answers mistakes."""

import csv
import json
import os
import signal
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bots.run import MatchRun
from service.commands.main import main
from tests.bots.crews import InThisProcess
from tests.waiting import wait_for

BOONS = ("--game", "boon", "--bots", "regular,plain,plain", "--deals", "3")


command = import_module("service.commands.arena.arena")  # whose name the command itself has there


@pytest.fixture
def own_processes() -> None:
    """Leave deals to the processes that the arena starts."""


@pytest.fixture(autouse=True)
def in_this_process(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Play deals in this process, unless a test is about those of the arena."""
    if "own_processes" not in request.fixturenames:
        monkeypatch.setattr("bots.run.DealWorkers", InThisProcess)


def run(*arguments: str, code: int = 0) -> Result:
    done = CliRunner().invoke(main, ["arena", *arguments], env={"COLUMNS": "100"})
    assert done.exit_code == code, done.output
    return done


def test_a_match_is_told_in_rows_and_a_chart() -> None:
    told = run(*BOONS, "--processes", "1").stdout
    assert "regular" in told
    assert "3 deals; gain is a deal" in told
    assert "●" in told


@pytest.mark.usefixtures("own_processes")
@pytest.mark.parametrize("form", ["--csv", "--json"])
def test_what_programs_read_is_the_same_to_the_byte_with_any_number_of_processes(form: str) -> None:
    assert run(*BOONS, form, "--processes", "1").stdout == run(*BOONS, form).stdout


def test_json_and_csv_tell_what_was_played() -> None:
    told = json.loads(run(*BOONS, "--json").stdout)
    assert told["deals"] == 3
    assert told["plan"]["options"]["max_rounds"] == 1
    assert [one["bot"] for one in told["bots"]] == ["regular", "plain"]
    first, *lines = run(*BOONS, "--csv").stdout.splitlines()
    assert first == "deal,table,seat,bot,score,place,gain,moves,playouts,fallbacks"
    assert len(lines) == 3 * 3 * 3


def test_whole_tables_have_the_options_of_the_game() -> None:
    told = run("--game", "boon", "--bots", "plain,plain,plain", "--whole", "--deals", "1", "--json",
               "--options", "max_rounds=2")  # fmt: skip
    assert json.loads(told.stdout)["plan"]["options"]["max_rounds"] == 2


def test_results_are_kept_played_on_and_drawn(tmp_path: Path) -> None:
    kept, drawn = tmp_path / "kept.jsonl", tmp_path / "drawn.svg"
    run(*BOONS, "--results", str(kept))
    again = run(*BOONS, "--results", str(kept), "--svg", str(drawn), "--deals", "4")
    assert "4 deals" in again.stdout
    assert len(kept.read_text().splitlines()) == 5
    assert drawn.read_text().startswith("<svg")


MISTAKES = {
    "no such game": (("--game", "bon", "--bots", "plain"), "is not one of"),
    "no such bot": (
        ("--game", "boon", "--bots", "plan,plain,plain"),
        "expert10, expert30, expert, plain, plain/1; did you mean `plain`",
    ),
    "too few bots": (
        ("--game", "boon", "--seats", "4", "--bots", "plain,plain"),
        "--bots names 2 bots for 4 seats; name one a seat",
    ),
    "too many seats": (
        ("--game", "boon", "--bots", ",".join(["plain"] * 6)),
        "Boon is for 3 to 5 seats, not 6",
    ),
    "no such option": (
        (*BOONS, "--options", "max_round=3"),
        "is no option of this game",
    ),
    "a bad option": ((*BOONS, "--options", "max_rounds"), "--options takes name=value"),
    "no budget": (
        ("--game", "boon", "--bots", "expert@fast,plain,plain"),
        "after the @ write a number of playouts, as in expert@100",
    ),
    "no deals": ((*BOONS, "--deals", "0"), "0 is not in the range x>=1"),
    "no width": ((*BOONS, "--until", "0"), "0.0 is not in the range x>0"),
    "a width that is no number": ((*BOONS, "--until", "nan"), "not nan"),
    "a width without bounds": (
        (*BOONS, "--until", "inf"),
        "--until: must be the width of an interval, as in 0.5, not inf",
    ),
    "a folder": ((*BOONS, "--results", "."), "is a folder: name a file"),
    "no folder for results": ((*BOONS, "--results", "nowhere/x"), "No such file or directory"),
    "no folder for a drawing": ((*BOONS, "--svg", "nowhere/x.svg"), "there is no folder nowhere"),
    "a seed that is no text": ((*BOONS, "--seed", "\udcff"), "--seed: must be text"),
    "bots that are no text": (
        ("--game", "boon", "--bots", "plain,plain,program:\udcff.py"),
        "--bots: must be text",
    ),
    "an open quote": (
        ("--game", "boon", "--bots", "program:./my'bot.py,plain,plain"),
        "it can't be read as a command: No closing quotation",
    ),
    "a module that is none": (
        ("--game", "boon", "--bots", "python:.x:BOT,plain,plain"),
        "write python:module:NAME",
    ),
    "a suite without short form": (("--suite", os.devnull, "--short"), "has no short form"),
}  # fmt: skip


@pytest.mark.parametrize("mistake", MISTAKES)
def test_every_mistake_is_answered_with_what_would_be_right(mistake: str) -> None:
    arguments, said = MISTAKES[mistake]
    done = CliRunner().invoke(main, ["arena", *arguments])
    assert done.exit_code in (1, 2)
    assert said in done.stderr
    assert "Traceback" not in done.output


def test_results_of_another_match_are_refused_with_what_differs(tmp_path: Path) -> None:
    kept = str(tmp_path / "kept.jsonl")
    run(*BOONS, "--results", kept)
    done = run(*BOONS, "--results", kept, "--seed", "2", code=1)
    assert '`seed` is "1", not "2"' in done.stderr


@pytest.mark.usefixtures("own_processes")
def test_modules_where_one_is_are_found_and_not_taken_for_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "games.py").write_text("raise SystemExit('not this one')")
    source = "from games.boon import GAME\nMINE = GAME.bots.frozen[0]\n"
    (tmp_path / "my_bots.py").write_text(source)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    done = run("--game", "boon", "--bots", "python:my_bots:MINE,plain,plain", "--deals", "1")
    assert "1 deal" in done.stdout


def test_its_help_is_enough_to_start() -> None:
    told = run("--help").stdout
    for word in ("expert@100", "python:module:NAME", "--until", "duplicate deals", "--results"):
        assert word in told


def test_a_suite_is_played_and_says_which_goals_are_met(tmp_path: Path) -> None:
    suite = tmp_path / "suite.toml"
    suite.write_text(
        "[short]\ndeals = 1\nplayouts = 2\n"
        '[[match]]\ngame = "boon"\nbot = "plain"\nothers = "plain/1"\nseats = [3, 4]\ndeals = 2\n'
        "goals = [0, 1]\n"
    )
    kept = tmp_path / "kept"
    done = run("--suite", str(suite), "--results", str(kept), code=1)
    *_, met, missed = done.stdout.splitlines()
    assert "| met |" in met
    assert "| not met |" in missed
    assert "1 goal of 2 not met" in done.stderr
    assert sorted(path.name for path in kept.iterdir()) == [
        "boon-3-plain-plain_1.jsonl",
        "boon-4-plain-plain_1.jsonl",
    ]
    assert "met |" not in run("--suite", str(suite), "--short").stdout


def test_a_suite_is_told_to_programs_as_to_people(tmp_path: Path) -> None:
    suite, kept = tmp_path / "suite.toml", ("--results", str(tmp_path / "kept"))
    suite.write_text(SUITE + "goals = [0, 1]\n")
    told = json.loads(run("--suite", str(suite), *kept, "--json", code=1).stdout)["matches"]
    assert [(one["seats"], one["bot"], one["against"], one["met"]) for one in told] == [
        (3, "plain", "plain/1", True),
        (4, "plain", "plain/1", False),
    ]
    assert told[1]["gain"] == {"mean": 0.0, "error": None}
    head, *lines = csv.reader(run("--suite", str(suite), *kept, "--csv", code=1).stdout.split())
    cells = [dict(zip(head, line, strict=True)) for line in lines]
    assert [(one["game"], one["goal"], one["gain"], one["met"]) for one in cells] == [
        ("boon", "0", "0.0", "True"),
        ("boon", "1", "0.0", "False"),
    ]
    short = "[short]\ndeals = 1\nplayouts = 2\n" + SUITE
    suite.write_text(short)
    told = json.loads(run("--suite", str(suite), "--short", "--json").stdout)["matches"]
    assert [one["met"] for one in told] == [None, None]


def test_a_suite_says_which_results_are_of_another_match(tmp_path: Path) -> None:
    suite, kept = tmp_path / "suite.toml", tmp_path / "kept"
    match = '[[match]]\ngame = "boon"\nbot = "plain"\nothers = "plain/1"\nseats = [3]\ndeals = 1\n'
    suite.write_text(match)
    run("--suite", str(suite), "--results", str(kept))
    suite.write_text(f'seed = "2"\n{match}')
    done = run("--suite", str(suite), "--results", str(kept), code=1)
    assert '`seed` is "1", not "2"' in done.stderr
    done = run("--suite", str(suite), "--results", str(suite), code=1)
    assert "can't be a folder of results" in done.stderr


SUITE = '[[match]]\ngame = "boon"\nbot = "plain"\nothers = "plain/1"\nseats = [3, 4]\ndeals = 1\n'


def test_a_suite_that_is_interrupted_plays_no_other_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[MatchRun] = []

    def interrupted(self: MatchRun, *given: object) -> None:
        begun.append(self)
        raise KeyboardInterrupt

    monkeypatch.setattr(MatchRun, "play", interrupted)
    suite = tmp_path / "suite.toml"
    suite.write_text(SUITE)
    assert "Stopped in boon-3-plain-plain_1" in run("--suite", str(suite), code=1).stderr
    assert len(begun) == 1


def test_a_match_of_which_no_deal_was_played_has_not_met_its_goal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(MatchRun, "play", lambda self, *given: None)
    suite = tmp_path / "suite.toml"
    suite.write_text(SUITE)
    assert "2 goals of 2 not met" in run("--suite", str(suite), code=1).stderr


def test_a_control_that_is_interrupted_leaves_what_was_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def interrupted(*given: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "control_of", interrupted)
    done = run(*BOONS, "--control")
    assert "luck is not taken out" in done.stderr
    assert "3 deals" in done.stdout


def test_a_suite_names_its_bots_itself(tmp_path: Path) -> None:
    suite = tmp_path / "suite.toml"
    suite.write_text("")
    said = run(*BOONS, "--suite", str(suite), code=2).stderr
    assert "leave --game, --bots, --deals out" in " ".join(said.split())
    for own in (("--until", "1"), ("--seed", "1"), ("--whole",), ("--limit", "1"), ("--svg", "x")):
        said = run("--suite", str(suite), *own, code=2).stderr
        assert f"--suite takes these options from its file: leave {own[0]} out" in " ".join(
            said.split()
        )
    assert "--short is a form of suites" in run(*BOONS, "--short", code=2).stderr
    assert (
        "--game and --bots, --suite FILE, or --exploit GAME" in run("--game", "boon", code=2).stderr
    )


def test_a_match_that_is_killed_is_played_on_and_comes_out_as_if_it_was_not(tmp_path: Path) -> None:
    kept, whole = tmp_path / "kept.jsonl", tmp_path / "whole.jsonl"
    many = (*BOONS[:-1], "100", "--processes", "2", "--csv")
    command = [sys.executable, "-m", "service", "arena", *many, "--results", str(kept)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        wait_for(lambda: kept.exists() and kept.read_text().count("\n") > 3)
        process.kill()
    before = kept.read_bytes()
    assert run(*many, "--results", str(kept)).stdout == run(*many, "--results", str(whole)).stdout
    assert kept.read_bytes().startswith(before[: before.rindex(b"\n")])


INTERRUPTIBLE = (  # wherever the tests were started: a job in the background takes no notice of it
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler);"
    "from service.commands.main import main; main()"
)


def first_is_counted(results: str) -> bool:
    """Say whether the first deal has ended, and another behind it: no others count before."""
    return results.partition('{"deal": 0,')[2].count("\n") > 1


def test_a_match_that_is_interrupted_tells_of_the_deals_that_were_played(tmp_path: Path) -> None:
    kept = tmp_path / "kept.jsonl"
    command = [sys.executable, "-c", INTERRUPTIBLE, "arena", *BOONS[:-1], "100000", "--json"]
    with subprocess.Popen(
        [*command, "--results", str(kept)], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        wait_for(lambda: kept.exists() and first_is_counted(kept.read_text()))
        process.send_signal(signal.SIGINT)
        told, said = process.communicate()
    assert process.returncode == 0, said.decode()
    assert b"Stopped; the results cover the deals played so far" in said
    assert 0 < json.loads(told)["deals"] < 100_000
