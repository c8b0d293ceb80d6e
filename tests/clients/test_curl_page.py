"""What the pages do with curl runs word by word; so does the game that is verified meanwhile."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from games import NEWEST
from service.commands.processes import ServerStack
from tests.folders import ROOT
from tests.waiting import PATIENCE

SCRIPTS = Path(sys.executable).parent  # where the command `fairdeal` is
# Its Python comes first, too: a `python3` that is a script of pyenv takes five times as long.
OWN_PATH = {"PATH": f"{SCRIPTS}{os.pathsep}{os.environ['PATH']}"}
HERE = "http://127.0.0.1:8000"  # where `fairdeal serve` serves unless told otherwise


def page() -> str:
    """Return the program on the page."""
    (found,) = blocks("docs/how-to/play-with-curl.md")
    return found


def blocks(name: str) -> list[str]:
    """Return the programs of the shell on a page."""
    text = (ROOT / name).read_text()
    return re.findall(r"^```sh\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


def actions_of_seat(seat: int, log: Path) -> list[dict[str, Any]]:
    """Return what a seat did, from a log file."""
    _, *rows, _ = map(json.loads, log.read_text().splitlines())
    causes = [json.loads(row["e"])["cause"] for row in rows]
    return [cause for cause in causes if isinstance(cause, dict) and cause["seat"] == seat]


@pytest.mark.skipif(shutil.which("curl") is None, reason="needs curl")
@pytest.mark.parametrize("shell", ["sh", pytest.param("bash", marks=pytest.mark.nightly)])
def test_the_page_with_curl_plays_a_table_to_its_verified_result(
    shell: str, url: str, tmp_path: Path
) -> None:
    text = page()
    assert text.count(HERE) == 1
    done = subprocess.run(
        [shell, "-eu", "-c", text.replace(HERE, url)],
        cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE, check=False,
        env=OWN_PATH,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stderr == ""
    lines = done.stdout.splitlines()
    assert lines[0] == "I hold seat 0"
    assert "playing" in lines
    sent = sum(line.startswith("  receipt for event ") for line in lines)
    assert sent == len(actions_of_seat(0, tmp_path / "log.jsonl")) > 0
    outcome = next(line for line in lines if line.startswith("{'places'"))
    closed = json.loads((tmp_path / "view.json").read_text())
    assert outcome == str(closed["outcome"])
    assert closed["phase"] == "closed"
    assert any(line.startswith(f"GOOD: table {closed['table']}, boon: ") for line in lines)


def walked(text: str, shell: str, url: str, folder: Path, **more: str) -> list[str]:
    """Run a program of a page, perhaps in an environment that has more; return what it says."""
    assert text.count(HERE) == 1
    done = subprocess.run(
        [shell, "-eu", "-c", text.replace(HERE, url)],
        cwd=folder, capture_output=True, text=True, timeout=PATIENCE, check=False,
        env={**os.environ, **OWN_PATH, **more},
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stderr == ""
    return done.stdout.splitlines()


@pytest.mark.skipif(shutil.which("curl") is None, reason="needs curl")
def test_a_day_at_two_tables_is_played_by_the_list_of_ones_own_alone(
    url: str, tmp_path: Path
) -> None:
    (text,) = [text for text in blocks("docs/how-to/list-my-tables.md") if "state=my_turn" in text]
    lines = walked(text, "sh", url, tmp_path)
    assert lines[:2] == ["I sit at a table of boon", "I sit at a table of boojum"]
    assert sum(line.startswith("receipt for event ") for line in lines) == len(lines) - 4 > 5
    assert [re.sub(r"\d+", "#", line) for line in lines[-2:]] == [
        "boojum: place #",
        "boon: place #",
    ]


@pytest.mark.skipif(shutil.which("curl") is None, reason="needs curl")
def test_a_tournament_is_held_with_curl(stack: ServerStack, tmp_path: Path) -> None:
    text = "".join(text for text in blocks("docs/how-to/play-in-a-tournament.md") if "$CUP" in text)
    operator = {"FAIRDEAL_REDIS_URL": stack.redis_url}
    assert walked(text, "sh", stack.url, tmp_path, **operator) == [
        "Dora is now: director",
        "Bea is entrant 0",
        "the bot is entrant 1",
        "Bea is told: Only a director of this tournament may call for the start",
        "it is called",
        "it is running",
        "closed since it was played, rounds: 1",
        "place entrant name points",
        "1 pair",
        "tournament.opened.v1",
        "GOOD",
    ]


@pytest.mark.skipif(shutil.which("curl") is None, reason="needs curl")
def test_an_invitation_is_walked_through_with_curl(url: str, tmp_path: Path) -> None:
    (text,) = [text for text in blocks("docs/how-to/invite-players.md") if "me/invitations" in text]
    assert walked(text, "sh", url, tmp_path) == [
        "Bea keeps seat 1",
        "a stranger is told: table/unknown",
        "a bot is refused: table/seat_kept",
        "Cy sits at seat 1",
        "0 invitations are left",
        "Cy is there",
    ]


@pytest.mark.skipif(shutil.which("curl") is None, reason="needs curl")
@pytest.mark.parametrize("game", NEWEST)
def test_the_parts_of_which_any_table_is_drawn_are_walked_through_with_curl(
    game: str, url: str, tmp_path: Path
) -> None:
    (text,) = [text for text in blocks("docs/how-to/draw-a-table.md") if "GAME=bum" in text]
    lines = walked(text.replace("GAME=bum", f"GAME={game}"), "sh", url, tmp_path)
    view = json.loads((tmp_path / "view.json").read_text())
    assert lines[0] == view["board"]["phase_text"]
    assert lines[1].startswith(f"Ada {view['seats'][0]['name'].split()[1]}: ")
    assert sum(line.startswith("a bot: ") for line in lines) == len(view["seats"]) - 1
    assert f"mine: {view['board']['mine']}" in lines
    assert lines[-1].startswith("I may: ['")


def test_the_game_that_is_verified_while_it_is_played_ends_as_the_page_says(
    url: str, tmp_path: Path
) -> None:
    (command,) = [
        text
        for text in blocks("docs/how-to/verify-while-you-play.md")
        if "examples/checked.py" in text
    ]
    (tmp_path / "examples").symlink_to(ROOT / "examples")  # what is kept is kept where one stands
    done = subprocess.run(
        ["sh", "-eu", "-c", f"{command.strip()} {url}"],
        cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE, check=False,
        env=OWN_PATH,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stderr == ""
    words = [line.split()[:2] for line in done.stdout.splitlines()[-3:]]
    assert words == [["DEAL", "good:"], ["HISTORY", "good:"], ["RESULT", "good:"]]


@pytest.mark.skipif(shutil.which("curl") is None, reason="needs curl")
def test_a_stream_of_an_account_that_breaks_goes_on_behind_its_last_message(
    url: str, tmp_path: Path
) -> None:
    (text,) = [text for text in blocks("docs/how-to/resume-a-stream.md") if "listen()" in text]
    assert walked(text, "sh", url, tmp_path) == [
        "told: filled",
        "the connection breaks; meanwhile play begins",
        "told: started",
        "told: your_turn",
        "0",
        "taken_over",
    ]
