"""Whole tournaments whose deals wait for rounds of a beacon, in every format."""

import random
from pathlib import Path
from typing import Any

import orjson
import pytest

from events.cached_streams import Tables
from events.handle import CommandRequest, handle
from events.record.logfile import log_file_lines
from events.record.receipts import PublicKey
from events.store.quarantine import Quarantine
from events.store.streams import Store
from events.tournaments.export import open_export
from events.tournaments.export_verdict import ExportInputs, ExportReport, verify_export
from events.tournaments.streams import Tournaments
from games import NEWEST
from games.core.contract import Outcome
from games.table import Abort
from games.table.planned import table_id
from projections.accounts.player_tables import PLAYER_TABLES, count_aborted_tables
from projections.projection import ReadModel
from projections.tournaments.read_model import TOURNAMENTS
from projections.tournaments.result_delivery import ResultDelivery
from tests.beacons import Relay, chain
from tests.events.tournaments.cup import write
from tests.fairness.tables import SIGNER
from tests.tournaments.case import DIRECTOR, ID, NAME, SECRET, commitment, reveal
from tests.waiting import PATIENCE
from tests.workers.floor import move_clock, play_out, table_of, types
from tournaments import commands as cm
from tournaments.results import build_results_json
from tournaments.settings import FORMATS
from tournaments.state import Tournament, due_at
from workers.follower.follower import Follower
from workers.tables.clock import enforce_deadlines
from workers.tournaments.rounds import run_tournament

PLANNED = "tournament.round_planned.v1"
PLAYERS, LEVELS = ("ann", "ben"), ("regular", "novice", "regular", "regular")
BRIEF: dict[str, Any] = {"game": "boon", "seats": 3, "options": {"max_rounds": 1}}
DUEL: dict[str, Any] = {"game": "boosh", "seats": 2, "options": dict(NEWEST["boosh"].brief)}
CUPS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "round_robin": (BRIEF, {}),
    "swiss": (BRIEF, {"rounds": 2}),
    "knockout": (DUEL, {"third_place": True}),
    "pools": (DUEL, {"pools": 2, "qualify": 1}),
    "ladder": (DUEL, {"seconds": 200}),
    "own": (BRIEF, {}),
}


class BeaconCup:
    """A tournament with a beacon on a store, of two players and four bots."""

    def __init__(self, tables: Tables, kind: str, **more: Any) -> None:
        self.tables, self.store, self.luck = tables, tables.store, random.Random(kind)
        self.streams = Tournaments(self.store)
        game, own = CUPS[kind]
        settings = {
            "games": [{**game, "clock": {"turn": 30}}],
            "format": {"kind": kind, **own},
            "entrants": {"kinds": ["player", "bot"]},
            "beacon": chain()._asdict(),
            **more,
        }
        handle(self.streams, CommandRequest(ID, DIRECTOR, cm.Open(NAME, settings, SECRET)))
        for who, player in enumerate(PLAYERS):
            entry = cm.Register("player", (player,), None, commitment(who, player))
            self.streams.execute(ID, f"player:{player}", entry)
        for level in LEVELS:
            self.streams.execute(ID, DIRECTOR, cm.Register("bot", (f"bot:{level}",)))
        self.streams.execute(ID, DIRECTOR, cm.Call())
        for who, player in enumerate(PLAYERS):
            self.streams.execute(ID, f"player:{player}", reveal(self.tournament, who))
        if kind == "own":
            rows = (cm.OwnTable(0, 0, (0, 2, 3)), cm.OwnTable(0, 1, (1, 4, 5)))
            self.streams.execute(ID, DIRECTOR, cm.Plan(rows))

    @property
    def tournament(self) -> Tournament:
        """The tournament as the log has it."""
        return self.streams.current(ID).state

    def running(self) -> list[str]:
        """Return the ids of the tables that are there and have not ended."""
        return [
            table_id(ID, index)
            for index, one in enumerate(self.tournament.tables[: self.tournament.opened])
            if one.finish is None
        ]

    def advance(self) -> list[str]:
        """Let the server do what is due, or move the clock there; return the tables that wait."""
        due = due_at(self.tournament)
        if due is not None and due > self.store.now() and not self.running():
            move_clock(self.store, due - self.store.now())
        run_tournament(self.tables, ID, PATIENCE)
        return self.running()

    def play(self, names: list[str]) -> None:
        """Bring the rounds that tables wait for, and play them to their end."""
        for name in names:
            due = table_of(self.tables, name).beacon_due()
            assert due is not None, f"{name} waits for no beacon"
            move_clock(self.store, max(0, due - self.store.now()))
            assert enforce_deadlines(self.tables, name) == "the beacon"
            play_out(self.tables, name, self.luck)
        ResultDelivery(self.store).decide(names)

    def play_to_close(self) -> None:
        """Play all that is planned, round after round."""
        while (state := self.tournament).phase != "closed" or state.unreleased:
            waiting = self.advance()
            assert all(table_of(self.tables, one).phase == "open" for one in waiting)
            self.play(waiting)
            state = self.tournament
            is_own = state.rules.format.kind == "own" and state.phase == "running"
            if is_own and not state.unreleased and not state.unsettled:
                self.streams.execute(ID, DIRECTOR, cm.Close())

    def files(self) -> dict[str, bytes]:
        """Return the files of its export."""
        names = {"tournament.jsonl": ID}
        for index in range(len(self.tournament.tables)):
            names[f"tables/{table_id(ID, index)}.jsonl"] = table_id(ID, index)
        now = self.store.now()
        found = {
            file: b"".join(log_file_lines(name, self.store.read(name), now, SIGNER))
            for file, name in names.items()
        }
        return {**found, "results.json": orjson.dumps(build_results_json(self.tournament))}

    def check(self, path: Path) -> ExportReport:
        """Verify its export."""
        with open_export(write(self.files(), path)) as export:
            return verify_export(export, ExportInputs([PublicKey(SIGNER.public)], ()))


def leaf_kinds(store: Store) -> list[str]:
    """Return the kinds of the leaves of the tournament, in their order."""
    data = [orjson.loads(event.e)["data"] for event in store.read("heads")]
    return [one["kind"] for one in data if one["stream"] == ID]


@pytest.mark.parametrize("kind", FORMATS)
def test_a_tournament_with_a_beacon_is_played_to_its_close_and_its_export_is_good(
    tables: Tables, relay: Relay, follower: Follower, tmp_path: Path, kind: str
) -> None:
    cup = BeaconCup(tables, kind)
    cup.play_to_close()
    state = cup.tournament
    names = [table_id(ID, index) for index in range(len(state.tables))]
    assert {"table.beacon_came.v1", "table.closed.v1"} <= {
        kind for one in names for kind in types(tables.store, one)
    }
    rounds = [state.groups[one.planned.group].beacon for one in state.tables]
    assert [int(path.rpartition("/")[2]) for path in relay.asked] == rounds
    follower.tick.hurry()
    follower.step()
    (row,) = ReadModel(tables.store, TOURNAMENTS).rows(2)
    assert (row["phase"], row["tables"]) == ("closed", len(names))
    assert Quarantine(tables.store).all() == []
    expected = ["tournament_called", "tournament_settled"]
    rounds_planned = [kind for kind in types(tables.store, ID) if kind == PLANNED]
    assert leaf_kinds(tables.store) == [*expected, *["tournament_settled"] * len(rounds_planned)]
    report = cup.check(tmp_path)
    assert (report.verdict, report.not_checked) == ("good", ()), report.as_text()
    assert report.tables == len(names) >= 2


def test_a_table_that_an_auditor_aborts_is_void_and_the_others_of_its_group_play_on(
    tables: Tables, relay: Relay, follower: Follower, tmp_path: Path
) -> None:
    cup = BeaconCup(tables, "swiss")
    aborted, other = cup.advance()
    handle(tables, CommandRequest(aborted, "player:aud", Abort(reason="ab" * 32)))
    ResultDelivery(tables.store).decide([aborted])
    going_on, again = cup.advance()
    assert (going_on, table_of(tables, again).phase) == (other, "open")
    void, _, anew = cup.tournament.tables
    assert (void.is_void, anew.replays) == (True, 0)
    assert table_of(tables, aborted).phase == "finished", "its deal group has not ended"
    cup.play([other])
    cup.advance()
    phases = [(table.phase, table.outcome) for table in (table_of(tables, aborted),)]
    assert phases == [("closed", Outcome((), (), "abort_ruled"))]
    cup.play_to_close()
    report = cup.check(tmp_path)
    assert (report.verdict, report.not_checked) == ("good", ()), report.as_text()
    follower.tick.hurry()
    follower.step()
    rounds = [kind for kind in types(tables.store, ID) if kind == PLANNED]
    assert leaf_kinds(tables.store).count("tournament_settled") == 2 + len(rounds), (
        "the start, the plans, and the replay"
    )
    counted = count_aborted_tables(ReadModel(tables.store, PLAYER_TABLES), PLAYERS)
    sat = {player for player in PLAYERS if player in table_of(tables, aborted).former}
    assert counted.server == 1
    assert counted.players == {player: int(player in sat) for player in PLAYERS}


@pytest.mark.parametrize("void", ["replay", "score"])
@pytest.mark.parametrize("kind", FORMATS)
def test_a_cup_goes_on_when_all_tables_of_its_groups_are_aborted_in_a_pause(
    tables: Tables, relay: Relay, tmp_path: Path, kind: str, void: str
) -> None:
    cup = BeaconCup(tables, kind, policies={"void": void})
    aborted = cup.advance()
    cup.streams.execute(ID, DIRECTOR, cm.Pause())
    for one in aborted:
        handle(tables, CommandRequest(one, "player:aud", Abort(reason="ab" * 32)))
    ResultDelivery(tables.store).decide(aborted)
    again = cup.advance()
    assert {table_of(tables, one).phase for one in aborted} == {"closed"}, "and open to all"
    assert len(again) == (len(aborted) if void == "replay" else 0)
    groups = [one.planned.group for one in cup.tournament.tables]
    secrets = {table_of(tables, one).terms.secret for one in aborted}
    assert all(table_of(tables, one).terms.secret not in secrets for one in again)
    assert not {*groups[: len(aborted)]} & {*groups[len(aborted) :]}
    cup.streams.execute(ID, DIRECTOR, cm.Resume())
    cup.play_to_close()
    report = cup.check(tmp_path)
    assert (report.verdict, report.not_checked) == ("good", ()), report.as_text()
