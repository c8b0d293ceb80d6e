"""Who could have influenced a deal, in words that a table and a verifier share."""

import pytest

from games.core.contract import Seat
from games.table import Abort, CloseEntropy, Sit, Start
from games.table.influence import NO_DEAL, influence
from games.table.state import REVEAL_TIME
from tests.beacons import chain
from tests.table.desk import AUDITOR, OPENER, Desk, an_open, commitment
from tests.table.planned import planned_desk
from tests.table.test_rulings import ruling


def started(promised: list[str | None], revealed: list[str | None]) -> Desk:
    """Return a table at which some reveal what they have promised."""
    desk = Desk().opened(an_open(seats=len(promised))).seated(promised).begun(revealed)
    if desk.table.awaited():
        desk.now += REVEAL_TIME
        desk.do("clock", CloseEntropy())
    return desk


@pytest.mark.parametrize(
    ("promised", "revealed", "text"),
    [
        ([None, None], [], "the server alone"),
        (["zero", None], ["zero"], "the server and seat 0 together"),
        (
            ["zero", "one", "two"],
            ["zero", "one", "two"],
            "the server and seats 0, 1 and 2 together",
        ),
        (
            ["zero", "one", "two"],
            ["zero"],
            "the server and seat 0 together; and the server alone among 4 deals, if it dropped what"
            " seats 1 and 2 revealed",
        ),
        (
            ["zero", None],
            [],
            "the server alone",
        ),
    ],
)
def test_without_a_beacon_the_server_needs_all_whose_entropy_counts(
    promised: list[str | None], revealed: list[str | None], text: str
) -> None:
    told = influence(started(promised, revealed).table)
    assert told["text"] == text
    assert told["is_settled"]
    assert told["seats"] == [seat for seat, word in enumerate(revealed) if word is not None]


def test_with_a_beacon_nobody_could_but_who_runs_it() -> None:
    desk = Desk().opened(an_open(beacon=chain()._asdict())).seated(["zero"])
    assert not influence(desk.table)["is_settled"]
    assert influence(desk.begun(["zero"]).table) == {
        "is_settled": True,
        "text": "nobody, unless whoever runs the beacon test and the server collude",
        "seats": [0],
        "withheld": [],
        "beacon": "test",
    }


def test_a_beacon_that_nobody_awaited_protects_nobody() -> None:
    desk = Desk().opened(an_open(beacon=chain()._asdict()))
    desk.do(OPENER, Sit(Seat(0), commitment=commitment("p0", "zero")))
    desk.do(OPENER, Sit(Seat(1), bot="regular"))
    alone = (None, "the server and seat 0 together")
    for table in (desk.table, desk.begun(["zero"]).table):
        told = influence(table)
        assert (told["beacon"], told["text"]) == alone


def test_before_the_call_a_free_seat_may_become_a_players() -> None:
    desk = Desk().opened(an_open(beacon=chain()._asdict()))
    desk.do(OPENER, Sit(Seat(0)))
    assert influence(desk.table)["beacon"] == "test"


def aborted(desk: Desk) -> Desk:
    """Return a table after an auditor has ended it before play."""
    desk.do(AUDITOR, Abort(reason="ab" * 32))
    return desk


@pytest.mark.parametrize("planned", [False, True])
def test_of_a_table_that_was_aborted_before_play_nobody_could_since_there_is_no_deal(
    planned: bool,
) -> None:
    beacon = chain()._asdict()
    desk = Desk().opened(an_open(beacon=beacon)).seated(["zero", "one"])
    if planned:
        desk = planned_desk(beacon=beacon)
    else:
        desk.do(OPENER, Start())
        desk.reveal(0, "zero")
    assert influence(desk.table)["beacon"] == "test"
    assert influence(aborted(desk).table) == {
        "is_settled": planned,
        "text": NO_DEAL,
        "seats": [],
        "withheld": [],
        "beacon": None,
    }


def test_a_table_that_was_voided_in_play_had_a_deal() -> None:
    desk = started(["zero", None], ["zero"])
    desk.do(AUDITOR, ruling(1, "table_voided"))
    assert desk.table.outcome is not None
    assert influence(desk.table)["text"] == "the server and seat 0 together"


def test_at_a_table_of_a_tournament_the_entrants_count() -> None:
    text = influence(planned_desk().table)["text"]
    assert text == "the server and all entrants who revealed their entropy together"
