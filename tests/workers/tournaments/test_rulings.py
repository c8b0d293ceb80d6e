"""Rulings on tables of a tournament change what they count, and its standings, by new events."""

import random
from pathlib import Path
from typing import Any

import orjson
import pytest

from events.cached_streams import Tables
from events.disputes.docket import HOUR, Complaint, Disputes
from events.disputes.names import dispute_stream_id
from events.disputes.rulings import issue_ruling, log_file
from events.handle import CommandRequest, handle
from events.record import logfile
from events.record.chain import first_head
from events.record.receipts import PublicKey
from events.store.streams import AppendRequest, Store
from events.tournaments.export import open_export
from events.tournaments.export_verdict import ExportInputs, verify_export
from events.tournaments.streams import Tournaments, UnknownTournament
from games import NEWEST
from games.table import Rule
from games.table.planned import table_id
from projections.tournaments.result_delivery import ResultDelivery
from tests.events.tournaments.cup import write
from tests.fairness.tables import SIGNER
from tests.table.desk import AUDITOR
from tests.table.planned import TOURNAMENT, planned_desk, played_out
from tests.tournaments.settings import PEOPLE, settings
from tests.waiting import PATIENCE, wait_for
from tests.workers.floor import act_at_random, public, table_of
from tournaments import commands as cm
from tournaments.pairings import scoring_input
from tournaments.results import build_results_json
from tournaments.scoring import entrant_standings
from tournaments.state import Tournament
from workers.follower.follower import Follower
from workers.tournaments.rounds import run_tournament

CUP, DIRECTOR = "c0123456789abcdef01", "player:dora"
HASH = "1a" * 32
GAME = {"game": "boosh", "seats": 2, "clock": {"turn": 3600}}
TWO_ROUNDS = settings(
    PEOPLE, games=[{**GAME, "options": dict(NEWEST["boosh"].brief)}], format={"rounds": 2}
)


@pytest.fixture
def tables(store: Store) -> Tables:
    return Tables(store)


def state_of(tables: Tables) -> Tournament:
    return Tournaments(tables.store).current(CUP).state


def closed(tables: Tables) -> Tournament:
    """Return a Swiss of four people that was played to its end."""
    cup, luck = Tournaments(tables.store), random.Random(7)
    handle(cup, CommandRequest(CUP, DIRECTOR, cm.Open(HASH, TWO_ROUNDS, "5e" * 32)))
    for player in ("ann", "ben", "cat", "dan"):
        cup.execute(CUP, f"player:{player}", cm.Register("player", (player,)))
    cup.execute(CUP, DIRECTOR, cm.Call())
    while (state := state_of(tables)).phase != "closed" or state.unreleased:
        run_tournament(tables, CUP, PATIENCE)
        for index, one in enumerate(state_of(tables).tables):
            if one.finish is None:
                while act_at_random(tables, table_id(CUP, index), luck):
                    pass
                ResultDelivery(tables.store).decide([table_id(CUP, index)])
    return state


def ruled(tables: Tables, index: int, remedy: str, *points: int) -> str:
    """Let a player of a table dispute its first hand, and an auditor rule that; return it."""
    table = table_id(CUP, index)
    held, disputes = tables.current(table), Disputes(tables.store)
    player = held.table.former[0]
    assert player is not None
    own = Complaint(player, 1, HASH, [])
    docket = disputes.open(held, own, tables.store.now() + HOUR, None).state
    wanted = Rule(docket.newest().id, 1, "upheld", remedy, points, HASH)
    issue_ruling(tables, AUDITOR, wanted, table, None)
    return wanted.dispute


def turned_round(tables: Tables, index: int) -> tuple[int, ...]:
    """Return points that let the loser of a table win it."""
    outcome = table_of(tables, table_id(CUP, index)).outcome
    assert outcome is not None
    one, other = outcome.scores
    return (2 * (other - one), 2 * (one - other))


def order(state: Tournament) -> list[tuple[int, Any]]:
    return [
        (one.entrant, one.points)
        for one in entrant_standings(scoring_input(state), state.rules.scoring)
    ]


def exported(tables: Tables, folder: Path) -> Path:
    """Write the export of the tournament with the disputes about its tables."""
    store, state = tables.store, state_of(tables)
    events = store.read(CUP)
    files = {"tournament.jsonl": b"".join(logfile.log_file_lines(CUP, events, store.now(), SIGNER))}
    for index in range(len(state.tables)):
        name = table_id(CUP, index)
        log = logfile.log_file_lines(name, store.read(name), store.now(), SIGNER)
        files[f"tables/{name}.jsonl"] = b"".join(log)
        about = log_file(store, dispute_stream_id(name), lambda *at: SIGNER)
        if about is not None:
            files[f"disputes/{name}.jsonl"] = about
    return write({**files, "results.json": orjson.dumps(build_results_json(state))}, folder)


def test_a_ruling_after_the_close_changes_the_standings_by_a_new_event(
    tables: Tables, follower: Follower, tmp_path: Path
) -> None:
    before = closed(tables)
    dispute = ruled(tables, 0, "points_adjusted", *turned_round(tables, 0))
    assert state_of(tables) == before

    def is_counted() -> bool:
        follower.tick.hurry()
        follower.step()
        return state_of(tables).n > before.n

    wait_for(is_counted)
    after = state_of(tables)
    assert after.n == before.n + 1
    assert after.tables[0].ruling is not None
    assert after.tables[0].ruling.dispute == dispute
    assert (after.phase, after.why) == ("closed", "played")
    assert order(after) != order(before)
    assert after.final != before.final
    assert before.tables[0].finish == after.tables[0].finish
    with open_export(exported(tables, tmp_path)) as export:
        report = verify_export(export, ExportInputs([PublicKey(SIGNER.public)]))
    assert (report.verdict, report.not_checked) == ("good", ()), report.as_text()
    assert "1 ruling was counted: each was made in a dispute" in report.proven


def test_rulings_are_brought_once_however_often_and_late(tables: Tables) -> None:
    before = closed(tables)
    disputes = dispute_stream_id(table_id(CUP, 0))
    first = ruled(tables, 0, "points_adjusted", *turned_round(tables, 0))
    ResultDelivery(tables.store).decide([disputes])
    once = state_of(tables)
    second = ruled(tables, 0, "points_adjusted", 5, -5)
    for _ in range(3):
        ResultDelivery(tables.store).decide([disputes, disputes])
    after = state_of(tables)
    assert (once.n, after.n) == (before.n + 1, before.n + 2)
    assert after.tables[0].ruled == (first, second)
    assert after.tables[0].ruling is not None
    assert after.tables[0].ruling.dispute == second
    ruled(tables, 1, "none")
    ResultDelivery(tables.store).decide([dispute_stream_id(table_id(CUP, 1))])
    assert state_of(tables) == after


def test_a_table_whose_tournament_is_elsewhere_brings_nothing(store: Store) -> None:
    desk = played_out(planned_desk())
    events, types = desk.log, [public(event)["type"] for event in desk.log]
    store.append(
        AppendRequest(
            stream=desk.id,
            seen=0,
            head=first_head(desk.id),
            events=events,
            types=types,
            at=desk.now,
        )
    )
    ResultDelivery(store).decide([desk.id])
    with pytest.raises(UnknownTournament):
        Tournaments(store).current(TOURNAMENT)


def test_a_table_that_a_ruling_voids_after_the_close_counts_nothing(tables: Tables) -> None:
    before = closed(tables)
    ruled(tables, 3, "table_voided")
    ResultDelivery(tables.store).decide([dispute_stream_id(table_id(CUP, 3))])
    after = state_of(tables)
    assert len(after.tables) == len(before.tables)  # it is not replayed
    assert [one.counts for one in after.results()] == [True, True, True, False]
    assert order(after) != order(before)
