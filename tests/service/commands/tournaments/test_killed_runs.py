"""A runner that is killed between any two of its steps goes on, in one process and without time."""

import itertools
import json
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from games.table.planned import table_id
from projections.tournaments.result_delivery import ResultDelivery
from service.commands.client import ApiProblem, Client
from service.commands.tournaments import runner as runner_module
from service.commands.tournaments.crews import CupCrew
from service.commands.tournaments.cup import read_cup
from service.commands.tournaments.folder import STATE, CupFolder, CupRefused
from service.commands.tournaments.runner import RESULTS, CupRun
from tests.service.asker import Asker, Service, answer
from tests.service.cups import with_role
from tests.waiting import PATIENCE
from tests.workers.floor import move_clock
from tournaments.state import due_at
from workers.tables.bot_turn import play_bots
from workers.tournaments.rounds import run_tournament

CUP = """\
name = "Killed"
description = "Killed at any moment"
games = [{ game = "boosh", seats = 2, options = { max_hands = 1 }, clock = { turn = 3600 } }]
format = { kind = "round_robin" }
entrant = [{ program = "./one.py", count = 2 }, { bot = "novice" }]
"""


class Killed(BaseException):
    """The runner is no more."""


@dataclass
class Fate:
    """Counts the steps of a runner, and kills it at one of them."""

    at: int | None = None
    steps: Iterator[int] = field(default_factory=itertools.count)
    passed: int = 0

    def step(self) -> None:
        """Live on, or not."""
        self.passed = next(self.steps)
        if self.passed == self.at:
            raise Killed


class World:
    """A service whose workers work while the runner waits, and the runner's only way to it."""

    def __init__(self, service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
        self.service, self.fate, self.numbers = service, Fate(), itertools.count()
        self.director = with_role(service, "Dora")
        self.working: Callable[[], None] = lambda: None
        monkeypatch.setattr(time, "sleep", lambda seconds: self.work())
        monkeypatch.setattr(runner_module, "Client", self.client)
        monkeypatch.setattr(
            CupCrew, "seat_programs", lambda crew, world=self: world.play_programs(crew)
        )
        self.kill_among_writes(monkeypatch)

    def kill_among_writes(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Let the steps of writing a file be steps at which a runner may be killed."""
        for owner, name in ((os, "open"), (os, "fsync"), (Path, "replace")):
            monkeypatch.setattr(owner, name, self.with_steps(getattr(owner, name)))

    def with_steps(self, real: Any) -> Any:
        """Return a function before which a runner may be killed."""

        def called(*given: Any, **more: Any) -> Any:
            self.fate.step()
            return real(*given, **more)

        return called

    def client(self, url: str, token: str | None = None, *_: Any, **__: Any) -> Client:
        """Return a client that asks the service in this process."""
        return HereClient(self, token)

    def work(self) -> None:
        """Do what workers do: open and close tables, play bots, bring results."""
        self.working()
        tables, store = self.service.parts.tables, self.service.parts.store
        current = self.service.parts.tournaments.current
        for stream in self.running():
            run_tournament(tables, stream, PATIENCE)
            for index, one in enumerate(current(stream).state.tables):
                if one.finish is None:
                    play_bots(tables, table := table_id(stream, index), PATIENCE)
                    ResultDelivery(store).decide([table])
            run_tournament(tables, stream, PATIENCE)

    def tournaments(self) -> list[str]:
        """Return the ids of all tournaments that were ever opened."""
        names: Any = self.service.parts.store.redis.keys("*log:c*")
        return [name.decode().rpartition(":")[2] for name in names]

    def running(self) -> list[str]:
        """Return the ids of those that are not closed."""
        current = self.service.parts.tournaments.current
        return [one for one in self.tournaments() if due_at(current(one).state) is not None
                or current(one).state.unsettled]  # fmt: skip

    def play_programs(self, crew: CupCrew) -> None:
        """Let programs that are awaited play their tables to the end: the first choice of each."""
        tables = self.service.parts.tables
        for client in crew.clients.values():
            table = client.get(f"/v1/tournaments/{crew.state.tournament}")["you"]["table"]
            while table and tables.current(table).table.phase == "playing":
                play_bots(tables, table, PATIENCE)
                for one in self.service_clients(crew):
                    play_first_choice(one, table)

    def service_clients(self, crew: CupCrew) -> list[Asker]:
        """Return the programs, whose moves are no steps of the runner."""
        new = self.service.app.test_client
        return [Asker(new(), client.token) for client in crew.clients.values()]

    def run(self, file: Path, folder: CupFolder) -> None:
        """Run a cup as the command does."""
        cup = read_cup(file)
        with folder.alone():
            state = folder.state(cup, "http://here")
            if not state.done:
                client = self.client("http://here", self.director.token)
                CupRun(cup, folder, state, client, self.account, Silent()).run()

    def account(self, name: str) -> tuple[str, str]:
        """Make an account for a program."""
        made = self.service.player(f"{name} {next(self.numbers)}")
        assert made.token is not None
        return made.id, made.token


def play_first_choice(program: Asker, table: str) -> None:
    """Play the first choice of a program, where it is its turn."""
    choices = program.get(f"/v1/tables/{table}/view").get_json().get("choices")
    if choices:
        examples = [pick["example"] for pick in choices["picks"]]
        program.post(f"/v1/tables/{table}/actions", (*choices["actions"], *examples)[0])


class HereClient(Client):
    """A client of the service in this process; the runner may be killed before and after it."""

    def __init__(self, world: World, token: str | None) -> None:
        super().__init__("http://here", token)
        self.world = world

    def raw(self, method: str, path: str, body: bytes | None, headers: dict[str, str]) -> bytes:
        """Return the bytes of an answer."""
        sent = {**headers, "Authorization": f"Bearer {self.token}"}
        if body is not None:
            sent["Content-Length"] = str(len(body))
        self.world.fate.step()
        found = answer(self.world.service.app.test_client(), method, path, body or b"", sent)
        self.world.fate.step()
        if found.status_code >= 400:
            raise ApiProblem(found.status_code, found.get_json(force=True))
        data: bytes = found.data
        return data


class Silent:
    """Tells nobody how a cup goes."""

    def phase(self, what: str) -> None:
        """Hear what is going on."""

    note = phase

    def facts(self, facts: dict[str, Any]) -> None:
        """Hear how far it is."""

    def standings(self, rows: list[dict[str, Any]]) -> None:
        """Hear who leads."""


@pytest.fixture
def world(service: Service, monkeypatch: pytest.MonkeyPatch) -> World:
    """Return a service and the runner's way to it."""
    return World(service, monkeypatch)


def require_whole_run(world: World, folder: CupFolder, opened_before: int) -> None:
    """Expect one tournament, played to its end, whose programs kept their promises."""
    state = json.loads((folder.path / STATE).read_text())
    assert state["done"]
    assert len(world.tournaments()) == opened_before + 1, "it was opened once"
    found = json.loads((folder.path / "results.json").read_text())
    assert (found["why"], len(found["entrants"]), len(found["tables"])) == ("played", 3, 3)
    t = world.service.parts.tournaments.current(state["tournament"]).state
    assert [bool(one) for one in t.entropies] == [True, True, False]
    assert {one.name for one in folder.path.iterdir()} == {*RESULTS, STATE, "lock"}


def written(folder: Path, text: str = CUP) -> Path:
    """Return the file of a cup."""
    (folder / "one.py").write_text("")
    file = folder / "cup.toml"
    file.write_text(text)
    return file


@pytest.mark.parametrize("kills", [10, pytest.param(100, marks=pytest.mark.nightly)])
def test_a_runner_that_is_killed_at_any_of_its_steps_goes_on_from_there(
    world: World, tmp_path: Path, kills: int
) -> None:
    file = written(tmp_path)
    world.run(file, CupFolder(tmp_path / "whole"))
    require_whole_run(world, CupFolder(tmp_path / "whole"), 0)
    steps = world.fate.passed
    assert steps > 100
    for number in range(kills):
        folder = CupFolder(tmp_path / f"killed {number}")
        before = len(world.tournaments())
        world.fate = Fate(number * steps // kills)
        with pytest.raises(Killed):
            world.run(file, folder)
        world.fate = Fate()
        world.run(file, folder)
        require_whole_run(world, folder, before)


def test_a_start_with_too_few_leaves_the_folder_free_for_another_start(
    world: World, tmp_path: Path
) -> None:
    store, folder = world.service.parts.store, CupFolder(tmp_path / "results")
    soon = store.now() + 60_000
    few = f"{CUP}entrants = {{ register = true, least = 4 }}\nschedule = {{ starts_at = {soon} }}\n"
    world.working = lambda: move_clock(store, 60_000)
    with pytest.raises(CupRefused, match="3 entrants had entered, and 4 must be there"):
        world.run(written(tmp_path, few), folder)
    (few_id,) = world.tournaments()
    world.working = lambda: None
    world.run(written(tmp_path), folder)
    require_whole_run(world, folder, 1)
    assert json.loads((folder.path / STATE).read_text())["tournament"] != few_id


def test_a_refused_opening_leaves_the_folder_free_for_a_file_that_is_put_right(
    world: World, tmp_path: Path
) -> None:
    folder = CupFolder(tmp_path / "results")
    with pytest.raises(ApiProblem, match="beacon"):
        world.run(written(tmp_path, f'beacon = "no-such-chain"\n{CUP}'), folder)
    world.run(written(tmp_path), folder)
    require_whole_run(world, folder, 0)
