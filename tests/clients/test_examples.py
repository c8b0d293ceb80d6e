"""The programs in examples/ do what they say, as anybody would run them."""

import os
import re
import secrets
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from events.accounts.players import Players
from events.store.streams import store_at
from service.commands.client import Client, register_account
from service.commands.processes import ServerStack
from tests.folders import EXAMPLES
from tests.waiting import PATIENCE, wait_for


def command(name: str, *arguments: str) -> list[str]:
    """Return how an example is run; of our modules in Python it may see those of its own folder."""
    first = [sys.executable, "-I"] if name.endswith(".py") else ["node"]
    return [*first, str(EXAMPLES / name), *arguments]


def run(name: str, *arguments: str, cwd: Path, typed: str = "") -> str:
    """Run an example to its end; return what it printed."""
    done = subprocess.run(
        command(name, *arguments), cwd=cwd, capture_output=True, text=True, timeout=PATIENCE,
        check=False, env={"PATH": os.environ["PATH"]}, input=typed,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize(
    ("name", "most"),
    [
        ("play.py", 45),
        ("terminal.py", 151),
        ("entrant.mjs", 80),
        ("bot.mjs", 40),
        ("device_bot.py", 140),
        ("checked.py", 300),
        ("checked.mjs", 300),
    ],
)
def test_examples_are_short_and_need_no_packages(name: str, most: int) -> None:
    text = (EXAMPLES / name).read_text()
    assert text.count("\n") < most
    imported = re.findall(r"^(?:from|import) (\w+)", text, re.MULTILINE)
    assert set(imported) <= sys.stdlib_module_names
    assert all(
        one.startswith(("node:", "../clients/typescript/"))
        for one in re.findall(r'(?:require\(| from )"(.*?)"', text)
    )


def test_the_bot_for_terminals_shows_its_usage_where_arguments_are_missing() -> None:
    done = subprocess.run(
        command("device_bot.py"), capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.returncode == 1
    assert "python examples/device_bot.py URL APP TABLE [FILE]" in done.stderr
    assert "Traceback" not in done.stderr


def test_every_example_is_run_here() -> None:
    assert {path.name for path in EXAMPLES.iterdir() if path.is_file()} == {
        "play.py",
        "terminal.py",
        "entrant.mjs",
        "entrant.py",  # by tests/clients/python/test_cups.py, as it needs the client package
        "bot.mjs",
        "device_bot.py",
        "checked.py",
        "checked.mjs",
        "research_boon.py",  # by tests/bots/research/test_players.py, as it needs OpenSpiel
    }


def test_a_first_script_plays_a_table_and_tells_what_happens(url: str, tmp_path: Path) -> None:
    lines = run("play.py", url, cwd=tmp_path).splitlines()
    played = sum(line.startswith(("Seat 0 plays ", "Seat 0 leads ")) for line in lines)
    assert played in {9, 18}  # all cards of the first round, and of the second if it came to it
    assert re.fullmatch(
        r"Places by seat: \[[123], [123], [123]\] scores: \[\d+, \d+, \d+\]", lines[-1]
    )


def test_a_bot_signs_in_by_a_code_plays_goes_on_by_itself_and_ends_with_what_was_allowed(
    url: str, tmp_path: Path
) -> None:
    name = secrets.token_hex(3)
    ada, bob = register_account(url, f"Ada {name}"), register_account(url, f"Bob {name}")
    app = bob.post("/v1/apps", {"name": "Bot", "redirect_uris": []})["app"]
    table = two_seats(bob)
    arguments = (url, str(app), table)
    with subprocess.Popen(
        command("device_bot.py", *arguments), cwd=tmp_path, stdout=subprocess.PIPE, text=True
    ) as bot:
        assert bot.stdout is not None
        shown = bot.stdout.readline()
        assert f"Open {url}/device and enter " in shown
        ada.raw(
            "POST", f"/v1/device-codes/{shown.split()[-1]}", b'{"allow": true}',
            {"Content-Type": "application/json"},
        )  # fmt: skip
        said = bot.stdout.read()
        assert bot.wait(PATIENCE) == 0
    assert said.startswith(f"I play for Ada {name}\nPlaces by seat: ")
    assert (tmp_path / "tokens.json").stat().st_mode & 0o077 == 0
    again = run("device_bot.py", url, str(app), two_seats(bob), cwd=tmp_path)
    assert again.startswith("I play for Ada"), "it asks only once"
    (grant,) = ada.get("/v1/grants")["grants"]
    ada.raw("DELETE", f"/v1/grants/{grant['grant']}", None, {})
    done = subprocess.run(
        command("device_bot.py", *arguments), cwd=tmp_path, capture_output=True, text=True,
        timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("Signed out: ")


def two_seats(bob: Client) -> str:
    """Open a short table of Boosh with a free seat beside a bot."""
    asked = {"game": "boosh", "options": {"max_hands": 1}, "clock": None, "seats": 2}
    table = str(bob.post("/v1/tables", asked)["view"]["table"])
    bob.post(f"/v1/tables/{table}/seats", {"seat": 1, "bot": "regular"})
    return table


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
def test_a_program_in_node_takes_part_in_a_cup_that_waits_for_it(
    stack: ServerStack, tmp_path: Path
) -> None:
    store = store_at(stack.redis_url)
    _, token = Players(store).register(f"director {tmp_path.name[-20:]}", "director")
    store.redis.close()
    (tmp_path / "token").write_text(token)
    there = ["--server", stack.url, "--token-file", str(tmp_path / "token")]
    cup, results, told = EXAMPLES / "cups" / "open.toml", tmp_path / "results", tmp_path / "told"
    with told.open("w") as file:
        runner = subprocess.Popen(
            [sys.executable, "-m", "service", "tournament", "run", cup, "--results", results,
             *there],
            cwd=EXAMPLES.parent, stdout=file, stderr=file,
        )  # fmt: skip
    try:
        wait_for(lambda: "Waiting for entrants: 3 of 4" in told.read_text())
        found = re.search(r"^Tournament (c\w+) at (http\S+)$", told.read_text(), re.MULTILINE)
        assert found is not None
        lines = run("entrant.mjs", found[2], cwd=tmp_path).splitlines()
        assert runner.wait(PATIENCE) == 0, told.read_text()
    finally:
        runner.kill()
    name = lines[0].removesuffix(f" has entered {found[1]}")
    assert sum(line.startswith("Played table t") for line in lines) == 3
    assert re.fullmatch(rf"{name} is placed [1-4] of 4", lines[-1])
    rows = (results / "standings.csv").read_text().splitlines()
    assert any(f",{name},player," in row for row in rows)
    described = Client(stack.url).get(f"/v1/tournaments/{found[1]}")["description"]
    assert described.startswith("Three rounds")


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
def test_a_bot_in_node_plays_a_table_that_it_opens(url: str, tmp_path: Path) -> None:
    lines = run("bot.mjs", url, cwd=tmp_path).splitlines()
    assert re.fullmatch(r"Node [0-9a-f]{8} sits at table t\w+", lines[0])
    assert re.fullmatch(r"places \d,\d, scores -?\d+,-?\d+", lines[-1])


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
def test_two_bots_in_node_play_at_a_table_that_somebody_opened(url: str, tmp_path: Path) -> None:
    opener = register_account(url, f"opener {tmp_path.name[-20:]}")
    body = {"game": "goblin_market", "seats": 3, "options": {"start_coins": 5}}
    table = opener.post("/v1/tables", body)["view"]["table"]
    bots = [
        subprocess.Popen(command("bot.mjs", url, table), stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    path = f"/v1/tables/{table}"
    wait_for(lambda: sum(one["player"] is not None for one in opener.get(path)["seats"]) == 2)
    opener.post(f"{path}/seats", {"bot": "regular"})
    opener.post(f"{path}/start", {})
    said = [bot.communicate(timeout=PATIENCE)[0].splitlines() for bot in bots]
    assert [bot.returncode for bot in bots] == [0, 0]
    places = opener.get(f"{path}/view")["outcome"]["places"]
    assert all(lines[-1].startswith(f"places {','.join(map(str, places))}") for lines in said)


@pytest.mark.parametrize("game", ["boon", "boosh"])
def test_a_program_of_the_arena_plays_at_a_server(game: str, url: str, tmp_path: Path) -> None:
    programs = EXAMPLES / "programs"
    if game == "boon":
        theirs = [sys.executable, str(programs / "boon_bot.py")]
    elif shutil.which("node") is None:
        pytest.skip("needs node")
    else:
        theirs = ["node", str(programs / "any_bot.mjs")]
    said = run("programs/at_server.py", url, game, "novice", *theirs, cwd=tmp_path)
    assert re.fullmatch(
        r"/tables/t\w+: places \[\d, \d, \d\], scores \[-?\d+, -?\d+, -?\d+\]\n", said
    )
