"""What the command line says of games from outside."""

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from games import GAMES, NEWEST
from service.commands import check_game, main
from tests.absent import without
from tests.fairness.tables import played, text_of

SENTENCE = "The game `whist` of whist 1.0 is refused: it has no title."


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main.main, list(arguments))


@pytest.fixture
def refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have a package with a game that breaks the contract."""
    monkeypatch.setattr(main, "refused_games", lambda: (SENTENCE,))
    monkeypatch.setattr(check_game, "REFUSED", (SENTENCE,))


@pytest.mark.parametrize("command", ["serve", "api", "worker", "follow", "demo"])
def test_what_serves_tables_does_not_start_with_a_game_that_is_refused(
    refused: None, command: str
) -> None:
    result = run(command)
    assert result.exit_code == 1
    assert result.output == f"Error: {SENTENCE}\n"


def test_other_commands_say_it_and_go_on(refused: None) -> None:
    result = run("verify", "no-such-file")
    assert result.stderr.startswith(SENTENCE)
    assert result.exit_code == 2
    assert "no-such-file" in result.output


def test_a_log_whose_rules_are_not_installed_is_answered_in_a_sentence(
    tmp_path: Path,
) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(text_of(played("boosh", 3)))
    with without(GAMES, ("boosh", 1)):
        shown, verdict = run("replay", str(path), "--hand", "1"), run("verify", str(path))
    assert shown.exit_code == 1
    assert shown.output.startswith("Error: This table is of boosh with rules 1, which are not")
    assert verdict.exit_code == 2
    assert "UNREADABLE: the log is of boosh with rules 1" in verdict.output


def test_a_worker_process_does_not_start_with_it_either() -> None:
    code = (
        f"import games; games.REFUSED = ({SENTENCE!r},); import sys, runpy;"
        "sys.argv = ['workers', 'bots']; runpy.run_module('workers', run_name='__main__')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr.strip()) == (1, SENTENCE)


def test_checking_a_game_that_is_not_there_names_those_that_are(refused: None) -> None:
    result = run("check-game", "bosh")
    assert result.exit_code == 1
    assert f"There is no game `bosh` here; there are: {', '.join(NEWEST)}" in result.output
    assert "did you mean `boosh`?" in result.output
    assert SENTENCE in result.output


def test_checking_without_the_tools_says_how_they_come(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check_game, "NEEDED", ("pytest", "no_such_tool"))
    result = run("check-game", "boosh")
    assert result.exit_code == 1
    assert "The tests need no_such_tool: pip install 'fairdeal[test]'" in result.output


def test_a_check_runs_the_games_own_tests_and_those_of_every_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    commands: list[list[str]] = []

    def note(command: list[str], **_: object) -> subprocess.CompletedProcess[bytes]:
        commands.append(command)
        return subprocess.CompletedProcess(command, 1)

    monkeypatch.setattr("service.commands.check_game.subprocess.run", note)
    result = run("check-game", "boosh", "bum", "--tables", "33", "--processes", "1")
    assert result.exit_code == 1
    assert "boosh, rules 1, of package games.boosh: 33 tables a law" in result.output
    (command,) = commands
    assert {"--game=boosh", "--game=bum"} <= set(command)
    for path in (
        "games/boosh", "games/bum", "games/test_laws.py", "fairness/test_second_verifier.py",
        "events/verify/test_mutations.py", "events/store/archive/test_log_archive.py",
    ):  # fmt: skip
        assert any(word.endswith(path) for word in command), path
