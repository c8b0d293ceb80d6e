"""What a table took over from an earlier one is held to that one's log."""

import random
from pathlib import Path
from typing import Any

import pytest

from events.verify.log import verify_log
from events.verify.report import LogReport, Unreadable
from games.core.contract import Seat
from games.table import Adjourn, Close, Sit, Start
from tests.events.forge import pieces
from tests.fairness.tables import SIGNER, started, text_of, turn
from tests.table.desk import OPENER, Desk, Salts, an_open

KEYS = [SIGNER.public]


def session(name: str, carried: dict[str, Any] | None = None, hands: int = 1) -> Desk:
    """Return a table of the Bum Game that is adjourned after some hands."""
    desk = Desk(name, Salts(name))
    desk.do(OPENER, an_open("bum", 3, carried=carried))
    for seat in range(3):
        desk.do(f"player:p{seat}", Sit(Seat(seat)))
    desk.do(OPENER, Start())
    luck = random.Random(name)
    while desk.table.hand <= hands:
        turn(desk, luck)
    for seat in range(3):
        desk.do(f"player:p{seat}", Adjourn())
    return desk


def handed_on(desk: Desk) -> dict[str, Any]:
    """Return what a table hands on."""
    found = desk.table.handed_on(desk.log[-1].h.hex())
    assert found is not None
    return found


def written(folder: Path, desk: Desk) -> Path:
    """Write the log of a table."""
    path = folder / f"{desk.id}.jsonl"
    path.write_bytes(text_of(desk))
    return path


FIRST = session("t-first")
SECOND = session("t-second", handed_on(FIRST))


def checked(folder: Path, later: Desk, *earlier: Desk) -> LogReport:
    """Verify a log with logs of earlier tables."""
    logs = [written(folder, desk) for desk in earlier]
    return verify_log(written(folder, later), KEYS, earlier=logs)


def test_what_was_taken_over_is_proven_with_the_log_of_the_earlier_table(tmp_path: Path) -> None:
    report = checked(tmp_path, SECOND, FIRST)
    assert report.verdict == "good"
    assert "what was taken over is what the log of t-first hands on" in report.proven
    assert not any("carried over" in sentence for sentence in report.not_proven)


def test_without_that_log_it_is_not_proven(tmp_path: Path) -> None:
    for report in (checked(tmp_path, SECOND), checked(tmp_path, SECOND, session("t-other"))):
        assert report.verdict == "good"
        assert "what was carried over from table t-first: its log was not given" in (
            report.not_proven
        )
        assert not any("taken over" in sentence for sentence in report.proven)


def test_a_table_that_continues_none_says_nothing_of_it(tmp_path: Path) -> None:
    report = checked(tmp_path, FIRST, SECOND)
    assert report.verdict == "good"
    assert not any("over" in sentence for sentence in (*report.proven, *report.not_proven))


def test_the_earlier_table_may_continue_another_one_itself(tmp_path: Path) -> None:
    third = session("t-third", handed_on(SECOND))
    assert checked(tmp_path, third, SECOND).verdict == "good"
    assert checked(tmp_path, third, SECOND, FIRST).verdict == "good"
    lie = session("t-first", hands=2)
    report = checked(tmp_path, third, SECOND, lie)
    assert [fault.kind for fault in report.faults] == ["wrong_carry"]
    assert "the log of table t-second is bad: wrong_carry" in report.faults[0].why


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("n", FIRST.table.n - 1),
        ("head", "00" * 32),
        ("players", ["p0", "p1", "p9"]),
        ("data", {**handed_on(FIRST)["data"], "totals": [0, 0, 0]}),
        ("data", {**handed_on(FIRST)["data"], "order": handed_on(FIRST)["data"]["order"][::-1]}),
    ],
)
def test_every_lie_about_what_was_taken_over_is_found(
    tmp_path: Path, field: str, value: Any
) -> None:
    """The table is whole and signed by itself: only with the earlier log the lie is seen."""
    told = {**handed_on(FIRST), field: value}
    desk = Desk("t-lie", Salts("lie")).opened(an_open("bum", 3, carried=told))
    assert checked(tmp_path, desk).verdict == "good"
    report = checked(tmp_path, desk, FIRST)
    assert [(fault.kind, fault.n) for fault in report.faults] == [("wrong_carry", 1)]
    assert report.proven == ()
    assert report.faults[0].why.startswith(f"{field} is ")


def test_an_earlier_log_that_is_bad_proves_nothing(tmp_path: Path) -> None:
    log = pieces(text_of(FIRST))
    del log.events[10]
    bad = log.write(tmp_path / "bad.jsonl")
    report = verify_log(written(tmp_path, SECOND), KEYS, earlier=[bad])
    assert [fault.kind for fault in report.faults] == ["wrong_carry"]
    assert "the log of table t-first is bad: dropped" in report.faults[0].why


def test_an_earlier_log_of_another_fork_is_found(tmp_path: Path) -> None:
    other = session("t-first", hands=2)
    report = checked(tmp_path, SECOND, other)
    assert [fault.kind for fault in report.faults] == ["wrong_carry"]


def test_an_earlier_table_must_have_ended_and_be_of_the_same_game(tmp_path: Path) -> None:
    running = started("bum", 1)
    told = {**handed_on(FIRST), "table": running.id}
    desk = Desk("t-lie", Salts("lie")).opened(an_open("bum", 3, carried=told))
    assert "has not ended" in checked(tmp_path, desk, running).faults[0].why
    boosh = Desk("t-boosh").opened(an_open("boosh", 2))
    boosh.do(OPENER, Close())
    told = {**handed_on(FIRST), "table": boosh.id}
    desk = Desk("t-lie", Salts("lie")).opened(an_open("bum", 3, carried=told))
    assert "is of another game" in checked(tmp_path, desk, boosh).faults[0].why
    empty = Desk("t-empty").opened(an_open("bum", 3))
    empty.do(OPENER, Close())
    told = {**handed_on(FIRST), "table": empty.id}
    desk = Desk("t-lie", Salts("lie")).opened(an_open("bum", 3, carried=told))
    assert "t-empty" in checked(tmp_path, desk, empty).faults[0].why


def test_a_table_cannot_be_its_own_past(tmp_path: Path) -> None:
    told = {**handed_on(FIRST), "table": "t-loop"}
    desk = Desk("t-loop", Salts("loop")).opened(an_open("bum", 3, carried=told))
    report = checked(tmp_path, desk, desk)
    assert [fault.kind for fault in report.faults] == ["wrong_carry"]


def test_an_earlier_file_must_be_a_log(tmp_path: Path) -> None:
    letter = tmp_path / "letter"
    letter.write_text("Dear aunt\n")
    with pytest.raises(Unreadable, match="letter is no log"):
        verify_log(written(tmp_path, SECOND), KEYS, earlier=[letter])
