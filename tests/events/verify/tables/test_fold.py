"""The verifier follows a table by the fold of play alone, whatever of its log can be read."""

import dataclasses
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from events.verify.log import Verification
from games.core.contract import Seat
from games.table import (
    HIDDEN,
    Act,
    CloseEntropy,
    Fact,
    Leave,
    Sit,
    Start,
    Table,
    fold_table_facts,
    without_play,
)
from games.table.state import REVEAL_TIME
from tests.events.forge import Forged, pieces
from tests.events.lies import rigged
from tests.fairness.tables import played, ruled, started, text_of, turn
from tests.games.every import every
from tests.table.desk import AUDITOR, OPENER, Desk, an_open, commitment

OF_PLAY = {
    "play",
    "before",
    "play_known",
    "news",
    "since",
    "began",
    "banks",
    "hand",
    "hands",
    "agreed",
    "moves",
}
FOLDING = {
    "games.core.contract",  # where a copy is made
    "games.table.evolve",
    "games.table.state",  # where it is constructed
}
SEED = 57  # rulings of every kind at a table of Boosh


def without_parts(log: Forged) -> Forged:
    for event in log.events:
        event["p"] = None
    return log


def hidden(desk: Desk) -> list[Fact]:
    """Return the facts of a table with the events of its game hidden."""
    return [
        fact if type(fact.event).__module__ == "games.table.events" else fact._replace(event=HIDDEN)
        for fact in desk.facts
    ]


def known(table: Table) -> dict[str, Any]:
    """Return all fields of a table but those that only its play tells."""
    fields = [field.name for field in dataclasses.fields(table)]
    return {name: getattr(table, name) for name in fields if name not in OF_PLAY}


@every("game")
def test_all_but_the_play_of_a_table_is_the_same_where_its_play_is_hidden(game: str) -> None:
    for desk in (played(game, 5), ruled(game, SEED)):
        followed: Table | None = None
        unfollowed: Table | None = None
        for fact, other in zip(desk.facts, hidden(desk), strict=True):
            followed = fold_table_facts(desk.id, followed, [fact])
            unfollowed = fold_table_facts(desk.id, unfollowed, [other])
            assert known(followed) == known(unfollowed)
        assert unfollowed is not None
        assert (unfollowed.play_known, unfollowed.play, unfollowed.to_act()) == (False, None, ())
        assert unfollowed.handed_on("") is None


def test_the_clock_of_who_acts_runs_down_even_where_the_play_is_hidden_from_then_on() -> None:
    desk = started("boon", 2)
    before, seat = desk.table, desk.table.to_act()[0]
    desk.now += 25_000  # of 20 seconds a turn
    action = before.game.rules.fallback(before.play, seat)
    holder = before.holders[seat]
    assert holder is not None
    desk.do(f"player:{holder.player}" if holder.player else f"seat:{seat}", Act(seat, action))
    after = fold_table_facts(desk.id, before, hidden(desk)[before.n :])
    assert after.banks == desk.table.banks
    assert after.banks[seat] == 5_000
    assert after.since == (None,) * after.seats


def test_a_table_without_its_play_leaves_the_one_it_was_made_of_as_it_was() -> None:
    desk = started("boon", 2)
    play = desk.table.play
    assert without_play(desk.table).play is None
    assert (desk.table.play, desk.table.play_known) == (play, True)


def overdue(reveal: str) -> Desk:
    """Return a table where one promised entropy came just in time, and another never."""
    desk = Desk().opened(an_open("boon", 3, reveal=reveal))
    desk.do(OPENER, Sit(Seat(0), commitment=commitment("p0", "zero")))
    desk.do("player:p1", Sit(Seat(1), commitment=commitment("p1", "one")))
    desk.do(OPENER, Sit(Seat(2), "regular"))
    desk.now += 50_000
    desk.do(OPENER, Start())
    desk.now += REVEAL_TIME - 1
    desk.reveal(1, "one")
    desk.now += 1
    desk.do("clock", CloseEntropy())
    assert desk.table.phase == "playing"
    return desk


def test_the_time_to_reveal_runs_from_the_call_where_no_part_is_open(tmp_path: Path) -> None:
    log = pieces(text_of(overdue("auditors")))
    log.end["complete"] = False
    report = rigged(tmp_path / "log", without_parts(log))
    assert (report.faults, report.signature) == ((), "good")


def logs() -> Iterator[Forged]:
    """Yield logs that are judged in full, by told secrets, in outline, and with lies in them."""
    desk, luck = started("boosh", 1, reveal="hand", options={"max_hands": 6}), random.Random(1)
    while desk.table.hand < 3:
        turn(desk, luck)
    desk.do("player:p1", Leave(Seat(1)))
    told = pieces(text_of(desk))
    for event in told.events:
        n, parts = event["e"]["n"], event["p"] or {}
        open_now = desk.table.is_open(n)
        event["p"] = {k: v for k, v in parts.items() if open_now and k != "table"} or None
    yield told
    for reveal in ("table", "auditors"):
        whole = pieces(text_of(ruled("boosh", SEED, reveal=reveal)))
        yield whole
        yield without_parts(whole.copy())
        lying = without_parts(whole.copy())
        lying.events[-1]["e"]["by"] = AUDITOR
        yield lying


def test_nothing_but_the_fold_writes_a_field_of_a_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: set[str] = set()

    def note(table: Table, name: str, value: object) -> None:
        written.add(sys._getframe(1).f_globals["__name__"])
        object.__setattr__(table, name, value)

    forged = list(logs())
    monkeypatch.setattr(Table, "__setattr__", note)
    blind = set()
    for log in forged:
        path = log.rechained().signed().write(tmp_path / "log")
        with path.open("rb") as file:
            verification = Verification(path, file, [])
            verification.run(lambda done: None)
        assert verification.table is not None
        assert verification.table.n > 10
        blind.add((verification.blind is None, verification.judge.is_by_hand))
    assert blind == {(True, False), (False, False), (False, True)}
    assert written == FOLDING
