"""Logs of tournaments' tables (T26): sealed until their group has ended, then judged in full."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from events.record import logfile
from events.verify.log import verify_log
from games.core.contract import Seat
from games.core.type_hints.values import known_to
from games.table import Beacon, Leave, Release, Return
from projections.tables.views import as_open
from tests.beacons import signed
from tests.events.forge import Forged, pieces
from tests.fairness.tables import SIGNER, text_of
from tests.table.desk import Desk
from tests.table.planned import CHAIN, ROUND, RUNNER, TOURNAMENT, planned_desk, played_out

HOLDERS = ("p0", "p1", "regular")


def a_table(**changes: Any) -> Desk:
    """Return a table of which play has ended; a player left and came back."""
    desk = planned_desk(HOLDERS, **changes)
    if desk.table.phase == "open":
        desk.now = CHAIN.due_at(ROUND)
        desk.do("clock", Beacon(signed(ROUND)))
    desk.do("player:p1", Leave(Seat(1)))
    desk.do("player:p1", Return(Seat(1)))
    return played_out(desk)


def released(desk: Desk) -> Desk:
    """Return the table closed."""
    desk.do(RUNNER, Release())
    return desk


def seen_by(desk: Desk, seat: int | None) -> bytes:
    """Return the log as a seat may read it now."""
    viewer = None if seat is None else Seat(seat)
    events = [as_open(desk.table, event, viewer) for event in desk.log]
    return b"".join(logfile.log_file_lines(desk.id, events, desk.now + 1000, SIGNER))


def report_on(path: Path, text: bytes) -> Any:
    path.write_bytes(text)
    return verify_log(path, [SIGNER.public])


LOGS: dict[str, Callable[[], Desk]] = {
    "of the usual policy": a_table,
    "hand by hand": lambda: a_table(reveal="hand"),
    "for auditors": lambda: a_table(reveal="auditors"),
    "with a beacon": lambda: a_table(beacon=CHAIN._asdict()),
    "by forfeit": lambda: a_table(on_time_out="forfeit"),
}


@pytest.mark.parametrize("name", LOGS)
def test_a_released_table_is_judged_like_any_other(name: str, tmp_path: Path) -> None:
    desk = released(LOGS[name]())
    report = report_on(tmp_path / "log", text_of(desk))
    assert (report.faults, report.complete) == ((), True)
    assert report.deal is not None and report.deal.startswith("with the players' entropy")
    assert not report.not_checked
    planned = f"that group and entropy are those that tournament {TOURNAMENT} had planned for it"
    assert planned in report.not_proven
    shuffles = text_of(desk).count(b"hand_secret")
    assert f"{shuffles} shuffles follow from the secret sealed in event 1 ({report.deal})" in (
        report.proven
    )


@pytest.mark.parametrize("name", LOGS)
@pytest.mark.parametrize("seat", [None, 0])
def test_before_the_release_a_log_is_good_and_sealed_whatever_the_policy(
    name: str, seat: int | None, tmp_path: Path
) -> None:
    desk = LOGS[name]()
    log = pieces(seen_by(desk, seat))
    assert all(known_to(key, seat) for event in log.events for key in event["p"] or {})  # type: ignore[arg-type]
    report = report_on(tmp_path / "log", seen_by(desk, seat))
    assert (report.faults, report.complete) == ((), False)
    assert "shuffles not checked: parts are not open from event 1 on" in report.not_proven
    for_players = report_on(tmp_path / "log", seen_by(released(desk), seat))
    assert (for_players.faults, for_players.complete) == ((), True)
    assert bool(for_players.not_checked) is (name == "for auditors")


def sealed() -> Forged:
    """Return the sealed log of a released table for auditors."""
    return pieces(seen_by(released(a_table(reveal="auditors")), None))


def at(log: Forged, kind: str) -> int:
    """Return the place of the first event of a kind of the table's own."""
    return next(k for k, e in enumerate(log.events) if e["e"]["type"] == f"table.{kind}.v1")


def closes_by_itself(log: Forged) -> None:
    """Let the last action close the table, as at any other."""
    place = at(log, "finished")
    log.events[place]["e"]["type"] = "table.closed.v1"
    del log.events[place + 1 :]


def is_released_by_a_player(log: Forged) -> None:
    log.events[-1]["e"]["by"] = "player:p0"


def is_released_by_another(log: Forged) -> None:
    log.events[-1]["e"]["by"] = "tournament:c9"


def ends_otherwise(log: Forged) -> None:
    log.events[-1]["e"]["data"]["places"].reverse()


def goes_on(log: Forged) -> None:
    """Put an action behind the end of play."""
    place = at(log, "finished")
    (first,) = (k for k in range(place) if k == log.events[place]["e"]["cause"] - 1)
    log.events[place + 1 : place + 1] = log.copy().events[first:place]


def seats_another(log: Forged) -> None:
    log.events[at(log, "seat_taken")]["e"]["data"]["player"] = "p9"


def brings_other_entropy(log: Forged) -> None:
    log.events[at(log, "entropy_closed")]["e"]["data"]["entropies"] = ["00" * 32]


LIES: dict[Callable[[Forged], None], set[str]] = {
    closes_by_itself: {"wrong_event"},
    is_released_by_a_player: {"wrong_holder"},
    is_released_by_another: {"wrong_holder"},
    ends_otherwise: {"wrong_result"},
    goes_on: {"after_close", "illegal_action", "wrong_cause"},
    seats_another: {"wrong_event"},
    brings_other_entropy: {"wrong_entropy"},
}


@pytest.mark.parametrize("lie", LIES)
@pytest.mark.parametrize("is_open", [False, True])
def test_a_rewritten_log_is_bad_sealed_or_open(
    lie: Callable[[Forged], None], is_open: bool, tmp_path: Path
) -> None:
    log = pieces(text_of(released(a_table()))) if is_open else sealed()
    lie(log)
    report = verify_log(
        log.renumbered().rechained().signed().write(tmp_path / "log"), [SIGNER.public]
    )
    assert report.faults and report.faults[0].kind in LIES[lie], report.faults
