"""Entrants of a tournament that are written with the client package."""

import asyncio
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from fairdeal_client import AsyncClient, Bot, Client, calls
from fairdeal_client.types import TournamentFacts

from events.accounts.players import Players
from events.store.streams import store_at
from service.commands.processes import ServerStack
from tests.folders import EXAMPLES, ROOT
from tests.waiting import PATIENCE, wait_for

Played = tuple[TournamentFacts, dict[str, str | None]]
CUP: Any = {
    "name": "Sunday cup",
    "games": [
        {"game": "boosh", "seats": 2, "options": {"max_hands": 1}, "clock": {"turn": 60}},
    ],
    "format": {"kind": "round_robin"},
    "entrants": {"kinds": ["player", "bot"]},
}


def director_at(stack: ServerStack, name: str) -> Client:
    """Return the client of a director."""
    store = store_at(stack.redis_url)
    _, token = Players(store).register(f"director {name}", "director")
    store.redis.close()
    return Client(stack.url, token)


def test_entrants_play_a_checked_cup(stack: ServerStack, tmp_path: Path) -> None:
    with director_at(stack, tmp_path.name[-20:]) as director:
        cup = director.call(calls.open_tournament(CUP))["tournament"]["id"]

        async def play(name: str) -> Played:
            async with AsyncClient(stack.url, keep=tmp_path / name) as client:
                await client.register()
                tournament = client.tournament(cup)
                await tournament.enter()
                entered.append(name)
                if len(entered) == 2:
                    director.call(calls.call_tournament(cup, {}))
                return await tournament.play(Bot()), tournament.verdicts

        entered: list[str] = []

        async def play_both() -> tuple[Played, Played]:
            return await asyncio.gather(play("ada"), play("grace"))

        for facts, verdicts in asyncio.run(play_both()):
            assert facts["phase"] == "closed"
            assert sorted(facts["places"] or []) in ([1, 1], [1, 2])
            (verdict,) = verdicts.values()
            assert "all 2 shuffles follow from the secret" in str(verdict)
        for name in ("ada", "grace"):
            kept = json.loads((tmp_path / name / cup / "kept.json").read_text())
            assert None not in (kept["entropy"], kept["closing"])
            assert {one["table"] for one in kept["receipts"]} == {cup}


def test_the_example_plays_a_cup_that_is_run_from_a_file(
    stack: ServerStack, tmp_path: Path
) -> None:
    with director_at(stack, tmp_path.name[-20:]) as director:
        (tmp_path / "token").write_text(str(director.session.token))
    told = tmp_path / "told"
    line: list[str | Path] = [
        sys.executable, "-m", "service", "tournament", "run", EXAMPLES / "cups" / "open.toml",
        "--results", tmp_path / "results", "--server", stack.url,
        "--token-file", tmp_path / "token",
    ]  # fmt: skip
    with told.open("w") as file:
        runner = subprocess.Popen(line, cwd=ROOT, stdout=file, stderr=file)
    try:
        wait_for(lambda: "Waiting for entrants: 3 of 4" in told.read_text())
        found = re.search(r"^Tournament (c\w+) at http", told.read_text(), re.MULTILINE)
        assert found is not None
        done = subprocess.run(
            [sys.executable, EXAMPLES / "entrant.py", stack.url, found[1]],
            capture_output=True, text=True, timeout=PATIENCE, check=False, cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT / "clients" / "python")},
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        assert runner.wait(PATIENCE) == 0, told.read_text()
    finally:
        runner.kill()
    entered, *tables, placed = done.stdout.splitlines()
    assert entered.endswith(f"has entered {found[1]}")
    assert len(tables) == 3
    assert all("shuffles follow from the secret sealed at the opening" in one for one in tables)
    assert re.search(r" is placed [1-4] of 4$", placed)
