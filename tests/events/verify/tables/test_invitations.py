"""Logs of tables with invitations (T22): good, and each lie about them found by both verifiers."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from games.core.contract import Seat
from games.table import Close, EndInvitation, Invite, Invitee, Sit
from tests.events.forge import Forged, pieces
from tests.events.lies import at, lie, report_of
from tests.fairness.tables import text_of
from tests.fairness.test_second_verifier import second
from tests.table.desk import OPENER, Desk, an_open

HOUR = 3600


def invitee(seat: int, player: str) -> Invitee:
    return Invitee(Seat(seat), player, HOUR)


def invited(reveal: str = "table") -> Desk:
    """Return a table at which invitations ended in every way, and that expired."""
    desk = Desk()
    wanted = (invitee(1, "p1"), invitee(2, "p2"))
    desk.do(OPENER, an_open("boosh", 4, reveal=reveal, invited=wanted))
    desk.do(OPENER, Invite((invitee(3, "p3"),)))
    desk.do("player:p1", Sit(Seat(1)))
    desk.do("player:p2", EndInvitation("p2"))
    desk.do(OPENER, EndInvitation("p3"))
    desk.do(OPENER, Invite((invitee(3, "p3"),)))
    desk.now += 1000 * HOUR
    desk.do("clock", EndInvitation("p3"))
    desk.do(OPENER, Invite((invitee(2, "p2"),)))
    return desk


def whole(reveal: str = "table") -> Desk:
    """Return the same, closed while an invitation was open."""
    desk = invited(reveal)
    desk.do(OPENER, Close())
    return desk


@pytest.mark.parametrize("reveal", ["table", "hand", "auditors"])
def test_a_table_with_invitations_is_good(tmp_path: Path, reveal: str) -> None:
    for desk in (invited(reveal), whole(reveal)):
        path = tmp_path / "log.jsonl"
        assert report_of(path, text_of(desk)).verdict == "good"
        if shutil.which("node") is not None:
            (told,) = second([path])
            assert told["verdict"] == "good", told


def ended(log: Forged, how: str) -> dict[str, Any]:
    """Return the event that ends an invitation so."""
    found = [one["e"] for one in log.events if one["e"]["data"].get("how") == how]
    event: dict[str, Any] = found[0]
    return event


def given_away(log: Forged) -> None:
    log.events[at(log, "seat_taken")]["e"]["by"] = "player:p9"
    log.events[at(log, "seat_taken")]["e"]["data"]["player"] = "p9"


def too_early(log: Forged) -> None:
    ended(log, "expired")["at"] -= 1


def by_another(log: Forged) -> None:
    ended(log, "declined")["by"] = "player:p9"


def in_another_way(log: Forged) -> None:
    ended(log, "withdrawn")["data"]["how"] = "declined"


def by_no_opener(log: Forged) -> None:
    log.events[at(log, "invited")]["e"]["by"] = "player:p1"


LIES: dict[str, tuple[Callable[[Forged], None], str]] = {
    "given away": (given_away, "wrong_holder"),
    "too early": (too_early, "early_expiry"),
    "by another": (by_another, "wrong_holder"),
    "in another way": (in_another_way, "wrong_event"),
    "by no opener": (by_no_opener, "wrong_holder"),
}


@pytest.mark.parametrize("what", LIES)
def test_a_lie_about_an_invitation_is_found_by_both(tmp_path: Path, what: str) -> None:
    log, path = pieces(text_of(whole())), tmp_path / "log.jsonl"
    change, kind = LIES[what]
    change(log)
    assert lie(path, log)[0] == kind
    if shutil.which("node") is not None:
        (told,) = second([path])
        assert told["verdict"] == "bad", told
