"""Tournaments end the same, whichever processes are killed while they are run and played.

A script sends its own pairings to one over REST (`cup_script`); `fairdeal tournament run` runs the
other. When all kills are done, each is played once more from its log in a store of its own, where
nothing is killed: pairings, results and standings must be the same.
"""

import json
import os
import random
import sys
from collections.abc import Sequence
from math import inf
from pathlib import Path
from typing import Any

import pytest

from events.accounts.players import Players
from events.cached_streams import Tables
from events.handle import CommandRequest, handle
from events.record.codec import decode_event
from events.record.receipts import PublicKey
from events.store.streams import Store, store_at
from events.tournaments.decider import TOURNAMENT_DECIDER
from events.tournaments.event_commands import command_of_event
from events.tournaments.export import open_export
from events.tournaments.export_verdict import ExportInputs, ExportReport, verify_export
from events.tournaments.streams import Tournaments
from games.table.planned import table_id
from projections.tournaments.result_delivery import ResultDelivery
from service.commands import processes
from service.commands.client import Client, register_account
from service.commands.processes import ChildProcess, ServerStack, free_port
from tests.attacks.cup_script import ID, STOP
from tests.attacks.test_kills import Killer, Patient
from tests.folders import ROOT
from tests.waiting import PATIENCE, wait_for
from tests.workers.floor import table_of
from tournaments import commands as cm
from tournaments.evolve import fold_tournament
from tournaments.pairings import scoring_input
from tournaments.results import build_results_json
from tournaments.scoring import entrant_standings
from tournaments.state import Tournament
from workers.tables.bot_turn import let_bot_think, play_bots
from workers.tournaments.rounds import open_planned_table, release_tables

SCRIPT = (sys.executable, "-m", "tests.attacks.cup_script")
CUP = """\
name = "Swiss"
games = [{{ game = "boosh", seats = 2, options = {{ max_hands = 1 }} }}]
format = {{ kind = "swiss", rounds = {rounds} }}
entrant = [{{ bot = "expert" }}, {{ bot = "regular" }}, {{ bot = "novice", count = 2 }}]
"""
KINDS = ("api", "follower", "worker", "script", "runner")
WORKERS = ("clock", "bots-0", "thinking-0")
BETWEEN = (1, 30)  # changes of tournaments or tables that are seen between two kills


class CupKiller(Killer):
    """Kills each kind of process as often as the others; of workers any."""

    def pids(self, name: str) -> list[int]:
        """Return the processes of a kind that run now."""
        return super().pids(random.choice(WORKERS) if name == "worker" else name)


class Seen:
    """What has become of the tournaments, as their logs tell it."""

    def __init__(self, store: Store, folder: Path) -> None:
        self.store, self.cups = store, Tournaments(store)
        self.own, self.results = folder / ID, folder / "results"

    def states(self) -> list[Tournament]:
        """Return the tournaments whose ids are known."""
        state = self.results / "run.json"
        names = [self.own.read_text()] if self.own.exists() else []
        names += [json.loads(state.read_text())["tournament"]] if state.exists() else []
        return [self.cups.current(name).state for name in names if name is not None]

    def moves(self) -> list[int]:
        """Return how far everything is that is played."""
        found = []
        for state in self.states():
            found.append(state.n)
            for index, one in enumerate(state.tables):
                if one.finish is None:
                    newest = self.store.newest(table_id(state.id, index))
                    found.append(0 if newest is None else newest.n)
        return found

    def is_over(self) -> bool:
        """Say whether both are closed, all of their tables, and the results are written."""
        states = self.states()
        over = [one.phase == "closed" and not one.unreleased for one in states]
        return len(over) == 2 and all(over) and (self.results / "results.json").exists()

    def moves_on(self, stack: ServerStack) -> None:
        """Do what `fairdeal serve` does until something has moved, or all is over."""
        before = self.moves()

        def goes_on() -> bool:
            stack.watch()
            return self.is_over() or self.moves() != before

        wait_for(goes_on)


def disturb(stack: ServerStack, seen: Seen, killer: CupKiller) -> None:
    """Kill processes at random moments."""
    luck = random.Random()
    while killer.left:
        for _ in range(luck.randint(*BETWEEN)):
            seen.moves_on(stack)
        killer()


class Copy:
    """A tournament played once more from its log, in the order in which it happened there."""

    def __init__(self, store: Store, stream: str) -> None:
        self.tables, self.cups, self.id = Tables(store), Tournaments(store), stream

    @property
    def state(self) -> Tournament:
        """Return the tournament."""
        return self.cups.current(self.id).state

    def repeat(self, by: str, command: cm.TournamentCommand) -> None:
        """Let happen again what was asked, with what is played here."""
        match command:
            case cm.NoteOpened(last=last):
                for index in range(self.state.opened, last + 1):
                    self.open(index)
                self.cups.execute(self.id, by, command)
            case cm.TakeResult(index=index, table=table):
                self.open(index)  # who has opened it may be killed before that is told
                self.play(table)
                ResultDelivery(self.tables.store).decide([table])
                assert self.state.tables[index].finish is not None
            case cm.NoteReleased(group=group):
                assert release_tables(self.tables, self.state, group, inf)
                self.cups.execute(self.id, by, command)
            case _:
                handle(self.cups, CommandRequest(self.id, by, command))

    def open(self, index: int) -> None:
        """Open a table, unless it is there."""
        open_planned_table(self.tables, Players(self.tables.store), self.state, index)

    def play(self, table: str) -> None:
        """Let bots play a table to its end."""
        while (now := table_of(self.tables, table)).phase == "playing":
            play_bots(self.tables, table, PATIENCE)
            let_bot_think(self.tables, table, table_of(self.tables, table).n)
            assert table_of(self.tables, table).n > now.n


def played_again(stream: str, events: Sequence[Any], store: Store) -> Tournament:
    """Return a tournament as it ends where nothing is killed."""
    copy, state = Copy(store, stream), Tournament(stream)
    for event in events:
        fact = decode_event(event, TOURNAMENT_DECIDER.events)
        if isinstance(fact.cause, dict):
            kind = cm.COMMANDS[fact.cause["action"]["type"]]
            command = command_of_event(state, kind, fact.event)
            assert command is not None, fact
            copy.repeat(fact.by, command)
        state = fold_tournament(state, [fact])
    return copy.state


def order(state: Tournament) -> list[Any]:
    """Return the final standings."""
    return [
        one._replace(mean=None)
        for one in entrant_standings(scoring_input(state), state.rules.scoring)
    ]


def verified(client: Client, stream: str, folder: Path) -> ExportReport:
    """Return the verdict on the export that the server gives of a tournament."""
    path = folder / f"{stream}.zip"
    path.write_bytes(client.raw("GET", f"/v1/tournaments/{stream}/export", None, {}))
    keys = [PublicKey(row["public"]) for row in client.get("/v1/keys")["keys"]]
    with open_export(path) as export:
        return verify_export(export, ExportInputs(keys))


def start(stack: ServerStack, folder: Path, token: str, rounds: int) -> None:
    """Start the script and the runner; they are started again as often as they end."""
    (folder / "cup.toml").write_text(CUP.format(rounds=rounds))
    (folder / "token").write_text(token)
    command = [*processes.PYTHON, "service", "tournament", "run", str(folder / "cup.toml")]
    where = ["--server", stack.url, "--token-file", str(folder / "token")]
    runs = [*command, *where, "--results", str(folder / "results")]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    for name, own in (("script", [*SCRIPT, stack.url, token, str(folder)]), ("runner", runs)):
        stack.children.append(ChildProcess(name, own, environment))
        stack.children[-1].start()


@pytest.mark.nightly  # in every run tests/simulation kills what plays tournaments
@pytest.mark.parametrize("kills", [20])
def test_killed_processes_change_no_standings_and_lose_no_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, store: Store, kills: int
) -> None:
    """So many kills of each: API, follower, a worker, the script, the runner."""
    monkeypatch.setenv("FAIRDEAL_LIMITS", "off")
    monkeypatch.delenv("FAIRDEAL_ARCHIVE_AFTER_SECONDS", raising=False)
    with ServerStack(tmp_path / "data", free_port()) as stack:
        there = store_at(stack.redis_url)
        director = register_account(stack.url, "Dora")
        player = Players(there).find_by_token(str(director.token))
        assert player is not None
        Players(there).give_role(player, "director")
        start(stack, tmp_path, str(director.token), rounds=2 * kills)
        seen, killer = Seen(there, tmp_path), CupKiller(stack, KINDS, kills * len(KINDS))
        disturb(stack, seen, killer)
        (tmp_path / STOP).touch()
        while not seen.is_over():
            seen.moves_on(stack)
        for state in seen.states():
            again = played_again(state.id, there.read(state.id), store)
            assert (again.final, order(again)) == (state.final, order(state))
            assert build_results_json(again)["tables"] == build_results_json(state)["tables"]
            report = verified(Patient(stack.url), state.id, tmp_path)
            assert (report.verdict, report.not_checked) == ("good", ()), report.as_text()
        written = json.loads((tmp_path / "results" / "results.json").read_text())["standings"]
        assert [row["place"] for row in written] == sorted(state.final)
        told = [(one.id, len(one.rounds), len(one.tables)) for one in seen.states()]
        there.redis.close()
    assert killer.killed == dict.fromkeys(KINDS, kills)
    print("killed", dict(killer.killed), "tournaments", told)
