"""Logs of tables with a pace (T24): good, or with a bot that was too fast, and found."""

import random
from pathlib import Path

import pytest

from games.core.contract import Seat
from games.table import Act, Sit, Start
from games.table.bots import seed_of
from tests.events.forge import Forged, pieces
from tests.events.lies import lie, report_of
from tests.fairness.tables import text_of
from tests.table.desk import OPENER, Desk, an_open, any_action

PACE = 2_000  # milliseconds


def played(clock: dict[str, int] | None) -> Desk:
    """Return a table of a player and two bots that was played to its end as fast as it may be."""
    desk, luck = (
        Desk().opened(an_open("boon", 3, options={"max_rounds": 1}, pace=PACE, clock=clock)),
        random.Random(3),
    )
    desk.do("player:p1", Sit(Seat(1)))
    for seat in (0, 2):
        desk.do(OPENER, Sit(Seat(seat), "regular"))
    desk.do(OPENER, Start())
    while desk.table.phase == "playing":
        (seat, *_) = desk.table.to_act()
        action = any_action(desk.table, seat, luck)
        if not desk.table.is_bot(seat):
            desk.act(seat, action, after=700)
            continue
        desk.now = desk.table.bot_due(seat)
        report = {"name": "regular", "seed": seed_of(desk.table, seat)}
        desk.do(f"seat:{seat}", Act(seat, action, report))
    return desk


def bots_in(log: Forged) -> list[int]:
    """Return the places of events with which a bot's command begins."""
    return [
        k
        for k, event in enumerate(log.events)
        if event["e"]["by"].startswith("seat:") and isinstance(event["e"]["cause"], dict)
    ]


@pytest.mark.parametrize("clock", [None, {"turn": 60}, {"turn": 3}])
def test_a_table_whose_bots_keep_the_pace_is_good(
    tmp_path: Path, clock: dict[str, int] | None
) -> None:
    report = report_of(tmp_path / "log.jsonl", text_of(played(clock)))
    assert (report.verdict, report.complete) == ("good", True)


@pytest.mark.parametrize("clock", [None, {"turn": 60}, {"turn": 3}])
@pytest.mark.parametrize("which", [0, 5, -1])
def test_a_bot_that_acts_a_millisecond_too_soon_is_found(
    tmp_path: Path, clock: dict[str, int] | None, which: int
) -> None:
    log = pieces(text_of(played(clock)))
    begins = bots_in(log)[which]
    for event in log.events[begins:]:
        event["e"]["at"] -= 1
    assert lie(tmp_path / "log.jsonl", log) == ("early_bot", begins + 1)


def test_a_pace_that_is_slower_than_the_bots_were_is_found(tmp_path: Path) -> None:
    log = pieces(text_of(played(None)))
    log.events[0]["e"]["data"]["pace"] = PACE + 1
    assert lie(tmp_path / "log.jsonl", log) == ("early_bot", bots_in(log)[0] + 1)
