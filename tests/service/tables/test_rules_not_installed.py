"""A table whose game is not installed any more is said to be one, and is not lost."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from events.handle import CommandRequest, handle
from events.record.codec import TYPES
from events.store.archive.log_archive import Archive
from events.store.streams import Store
from events.transfer.archiving import Archiver
from events.transfer.between_servers import Transfer
from games import GAMES, boosh
from games.core.contract import Seat
from games.table import Sit, Start
from tests.absent import without
from tests.fairness.tables import SIGNER
from tests.service.asker import Service, problem
from tests.table.desk import an_open
from tests.workers.floor import due, play_out
from workers.tables.bot_turn import play_bots
from workers.tables.clock import enforce_deadlines
from workers.tables.not_installed import AGAIN

TABLE = "t0whist"
PATH = f"/v1/tables/{TABLE}"


@contextmanager
def whist_installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Have a game of a package for a while: Boosh under another name."""
    with monkeypatch.context() as patch:
        patch.setitem(GAMES, ("whist", 1), replace(boosh.GAME, name="whist"))
        for name, kind in boosh.GAME.events.items():
            patch.setitem(TYPES, name, kind)
        yield


@pytest.fixture
def tables(service: Service, monkeypatch: pytest.MonkeyPatch) -> Iterator[Service]:
    """Return a service with a table of whist, in whose first hand a bot may act."""
    own = service.parts.tables
    with whist_installed(monkeypatch):
        for by, command in (
            ("player:p0", an_open("whist", clock={"turn": 60}, options={"first_dealer": 1})),
            ("player:p0", Sit(Seat(0), "regular")),
            ("player:p1", Sit(Seat(1))),
            ("player:p0", Start()),
        ):
            handle(own, CommandRequest(TABLE, by, command))
    own.drop(TABLE)
    with without(TYPES, *boosh.GAME.events):  # its events are as unknown as its rules
        yield service


@pytest.mark.parametrize("what", ["", "/view", "/events", "/hands", "/replay?at=1", "/log"])
def test_it_is_said_which_rules_a_table_needs(tables: Service, what: str) -> None:
    sent = problem(tables.nobody.get(PATH + what), 501, "table/rules_not_installed")
    assert "whist with rules 1, which are not installed here" in sent["detail"]
    assert "install the package" in sent["detail"]


def test_it_stays_in_the_lobby_and_takes_no_command(tables: Service) -> None:
    tables.follow()
    (row,) = tables.nobody.get("/v1/tables").get_json()["tables"]
    assert (row["table"], row["game"]) == (TABLE, "whist")
    ada = tables.player("Ada")
    problem(ada.post(f"{PATH}/actions", {"type": "pass"}), 501, "table/rules_not_installed")


def test_what_is_due_at_it_waits_until_the_rules_are_there(
    tables: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = tables.parts.tables
    monkeypatch.setattr(Store, "now", lambda store: 10**13)
    for job in (play_bots, enforce_deadlines):
        assert job(own, TABLE) == "rules not installed"
        assert set(due(own.store, TABLE).values()) == {10**13 + AGAIN}


def test_it_is_archived_when_it_has_ended(
    tables: Service, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    own = tables.parts.tables
    own.store.archive = Archive(str(tmp_path / "archive"))
    with whist_installed(monkeypatch):
        play_out(own, TABLE, random.Random(1))
        own.drop(TABLE)
    monkeypatch.setattr("events.store.archive.snapshots.LEAST", 1)
    assert Archiver(own.store, SIGNER).move(TABLE) == "archived"
    problem(tables.nobody.get(f"{PATH}/log"), 501, "table/rules_not_installed")
    with whist_installed(monkeypatch):
        assert tables.nobody.get(f"{PATH}/log").status_code == 200
        own.drop(TABLE)


def test_its_log_goes_out_whole_and_it_goes_on_when_the_rules_are_there_again(
    tables: Service, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    own = tables.parts.tables
    own.store.archive = Archive(str(tmp_path / "archive"))
    gone = Transfer(own.store, SIGNER).export(TABLE, tmp_path)
    assert gone is not None
    assert gone.path.stat().st_size > 500
    with whist_installed(monkeypatch):
        before = own.current(TABLE).table.n
        assert play_bots(own, TABLE).endswith("turns")
        assert own.current(TABLE).table.n > before
        own.drop(TABLE)


def test_a_private_table_is_told_of_only_to_those_who_know_it(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, eve, guest = (service.player(name) for name in ("Ada", "Eve", "Guest"))
    own = service.parts.tables
    with whist_installed(monkeypatch):
        handle(own, CommandRequest(TABLE, f"player:{ada.id}", an_open("whist", private=True)))
    own.drop(TABLE)
    service.parts.players.invite(TABLE, guest.id)
    for asker in (ada, guest):
        problem(asker.get(PATH), 501, "table/rules_not_installed")
    for stranger in (eve, service.nobody):
        assert stranger.get(PATH).data == stranger.get("/v1/tables/t0nothing").data
