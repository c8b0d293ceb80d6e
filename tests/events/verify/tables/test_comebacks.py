"""The verifier on tables that players left, came back to, adjourned and went on with."""

from pathlib import Path
from typing import Any

import pytest

from events.verify.log import verify_log
from events.verify.report import LogReport
from games.core.contract import Seat
from games.table import Adjourn, Leave, Return
from tests.events.forge import Forged, pieces
from tests.fairness.tables import SIGNER, started, text_of
from tests.table.desk import Desk

REVEALS = ("table", "hand", "auditors")


def came_and_went(reveal: str) -> Desk:
    """Return a table of Boosh adjourned in its second hand; an agreement of the first is void."""
    desk = started("boosh", 3, reveal=reveal, clock=None, options={"first_dealer": 0})
    desk.do("player:p1", Leave(Seat(1)))
    desk.do("player:p1", Return(Seat(1)))
    desk.do("player:p0", Adjourn())
    while desk.table.hand < 2:
        seat = desk.table.to_act()[0]
        desk.act(seat, desk.table.game.rules.fallback(desk.table.play, seat), after=1000)
    for holder in desk.table.holders:
        if holder is not None and holder.player is not None:
            desk.do(f"player:{holder.player}", Adjourn())
    assert desk.table.phase == "closed"
    return desk


def rigged(path: Path, log: Forged) -> LogReport:
    """Verify a log that the holder of the key has made to fit and signed."""
    return verify_log(log.rechained().signed().write(path), [SIGNER.public], ())


@pytest.mark.parametrize("reveal", REVEALS)
def test_a_table_that_was_left_returned_to_and_adjourned_is_good(
    tmp_path: Path, reveal: str
) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(text_of(came_and_went(reveal)))
    report = verify_log(path, [SIGNER.public], ())
    assert (report.faults, report.complete) == ((), True)


@pytest.mark.parametrize("reveal", REVEALS)
@pytest.mark.parametrize(
    ("kind", "by"), [("taken_back", "player:p0"), ("adjourn_agreed", "player:p9")]
)
def test_coming_back_or_adjourning_by_another_is_found(
    tmp_path: Path, reveal: str, kind: str, by: str
) -> None:
    log = pieces(text_of(came_and_went(reveal)))
    event: Any = next(one["e"] for one in log.events if one["e"]["type"] == f"table.{kind}.v1")
    event["by"] = by
    report = rigged(tmp_path / "log.jsonl", log)
    assert [(fault.kind, fault.n) for fault in report.faults][:1] == [("wrong_holder", event["n"])]
