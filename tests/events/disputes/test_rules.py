"""Rules D1 to D6 of disputes, and T15 and T19 after the close: values in, events out, no store."""

import random
from collections.abc import Sequence
from typing import Any

import pytest

from events.disputes.rules import (
    DISPUTES_DECIDER,
    MOST,
    DisputeCommand,
    LookAtHidden,
    NoteRuling,
    OpenDispute,
    RuleAfterClose,
    WithdrawDispute,
)
from events.disputes.state import Dispute, Docket, Look, Looked, Opened, Ruled, Withdrawn
from games.core.contract import Illegal, Seat
from games.table import Adjourn, Fact, Leave, Rule, Table
from games.table.events import Ruled as RuledByTable
from tests.table.desk import AUDITOR, Desk, an_open

HASH, HEAD, NOW = "1a" * 32, "2b" * 32, 1_800_000_000_000
DISPUTE = "d1.1"


def playing(hands: int = 2) -> Desk:
    """Return a table of two players in its first hand."""
    return Desk().opened(an_open("boosh", 2, options={"max_hands": hands})).started()


def over(hands: int = 1) -> Table:
    """Return a table that was played to its end."""
    desk, luck = playing(hands), random.Random(7)
    while desk.table.phase != "closed":
        desk.random_act(luck)
    return desk.table


def do(docket: Docket, by: str, command: DisputeCommand, now: int = NOW) -> Docket:
    """Return the disputes after a command that is accepted."""
    drafts = DISPUTES_DECIDER.decide(docket, by, command, now)
    facts = [Fact(docket.n + 1, now, by, {}, draft.event) for draft in drafts]
    return DISPUTES_DECIDER.evolve(docket, facts)


def refused(docket: Docket, by: str, command: DisputeCommand, now: int = NOW) -> tuple[str, str]:
    """Expect a refusal; return its code and rule."""
    with pytest.raises(Illegal) as refusal:
        DISPUTES_DECIDER.decide(docket, by, command, now)
    return refusal.value.code, refusal.value.rule


def opening(
    table: Table, player: str = "p0", hand: int = 1, until: int | None = None
) -> OpenDispute:
    """Return a complaint."""
    return OpenDispute(table, HEAD, player, hand, HASH, [{"n": 1}], until)


def disputed(table: Table, *complaints: tuple[str, int]) -> Docket:
    """Return the disputes of players about hands."""
    docket = Docket("d1")
    for player, hand in complaints or [("p0", 1)]:
        docket = do(docket, f"player:{player}", opening(table, player, hand))
    return docket


def withdrawn(docket: Docket, table: Table, dispute: str = DISPUTE) -> Docket:
    """Return the disputes after one was taken back."""
    player = docket.find(dispute).player
    return do(docket, f"player:{player}", WithdrawDispute(table, dispute, player))


def ruling(remedy: str = "none", points: Sequence[int] = (), dispute: str = DISPUTE) -> Rule:
    """Return a ruling on the first hand."""
    return Rule(dispute, 1, "upheld", remedy, tuple(points), HASH)


def test_what_is_opened_says_who_where_and_when() -> None:
    table = playing().table
    docket = disputed(table)
    players = ("p0", "p1")
    assert docket.find(DISPUTE) == Dispute(
        DISPUTE, "t1", 1, Seat(0), "p0", NOW, table.n, HEAD, HASH, ({"n": 1},), players, 1
    )
    assert (docket.n, docket.at, docket.table) == (1, NOW, "t1")


def test_a_command_leaves_the_disputes_it_was_judged_on_as_they_were() -> None:
    table = playing().table
    before = disputed(table)
    old = Docket("d1", 1, NOW, {DISPUTE: before.find(DISPUTE)})
    withdrawn(before, table)
    assert before == old


def test_rule_d1_only_who_plays_or_played_disputes_a_hand() -> None:
    desk = playing()
    assert refused(Docket("d1"), "player:eve", opening(desk.table, "eve")) == (
        "dispute/not_a_party", "D1",
    )  # fmt: skip
    desk.do("player:p1", Leave(Seat(1)))
    assert disputed(desk.table, ("p1", 1)).find(DISPUTE).seat == 1


@pytest.mark.parametrize("hand", [0, 2, -1, 10**6])
def test_rule_d2_only_a_hand_that_was_dealt_is_disputed(hand: int) -> None:
    code = ("dispute/no_such_hand", "D2")
    assert refused(Docket("d1"), "player:p0", opening(playing().table, hand=hand)) == code
    before = Desk().opened(an_open("boosh", 2)).seated().table
    assert refused(Docket("d1"), "player:p0", opening(before)) == code


def test_rule_d3_a_hand_is_disputed_until_its_time_is_up_and_not_a_moment_longer() -> None:
    table = playing().table
    own = opening(table, until=NOW)
    assert do(Docket("d1"), "player:p0", own, NOW - 1).find(DISPUTE).at == NOW - 1
    assert refused(Docket("d1"), "player:p0", own, NOW) == ("dispute/too_late", "D3")
    do(Docket("d1"), "player:p0", opening(table), 10 * NOW)


def test_rule_d4_a_seat_has_one_open_dispute_of_a_hand() -> None:
    table = over(2)
    docket = disputed(table)
    assert refused(docket, "player:p0", opening(table)) == ("dispute/already_open", "D4")
    for player, hand in (("p1", 1), ("p0", 2)):
        assert len(do(docket, f"player:{player}", opening(table, player, hand)).disputes) == 2
    again = do(withdrawn(docket, table), "player:p0", opening(table))
    assert [one.status for one in again.disputes.values()] == ["withdrawn", "open"]
    assert [*again.disputes] == ["d1.1", "d1.2"]


def test_rule_d4_a_seat_opens_only_so_many_disputes_of_a_hand() -> None:
    table, docket = over(2), Docket("d1")
    for number in range(1, MOST + 1):
        docket = do(docket, "player:p0", opening(table))
        docket = withdrawn(docket, table, f"d1.{number}")
    assert refused(docket, "player:p0", opening(table)) == ("dispute/too_many", "D4")
    do(docket, "player:p0", opening(table, hand=2))
    do(docket, "player:p1", opening(table, "p1"))


def test_rule_d5_only_who_opened_it_takes_a_dispute_back_and_only_once() -> None:
    table = playing().table
    docket = disputed(table)
    others = WithdrawDispute(table, DISPUTE, "p1")
    assert refused(docket, "player:p1", others) == ("dispute/not_yours", "D5")
    gone = withdrawn(docket, table)
    assert (gone.find(DISPUTE).status, gone.find(DISPUTE).withdrawn_at) == ("withdrawn", NOW)
    own = WithdrawDispute(table, DISPUTE, "p0")
    assert refused(gone, "player:p0", own) == ("dispute/withdrawn", "D5")


@pytest.mark.parametrize("noted", [True, False])
def test_rule_d5_what_the_table_has_ruled_is_not_taken_back(noted: bool) -> None:
    desk = playing()
    docket = disputed(desk.table)
    desk.do(AUDITOR, ruling())
    if noted:
        docket = do(docket, AUDITOR, NoteRuling(desk.table.rulings[0], desk.table.n, HEAD))
    own = WithdrawDispute(desk.table, DISPUTE, "p0")
    assert refused(docket, "player:p0", own) == ("table/ruled", "D5")


def test_rule_d6_every_look_is_written_also_a_repeated_one() -> None:
    table = playing().table
    docket = disputed(table)
    for seat in (None, 1, 1):
        docket = do(docket, AUDITOR, LookAtHidden(table, DISPUTE, "replay", seat, 5))
    assert docket.find(DISPUTE).looks == tuple(
        Look(AUDITOR, NOW, "replay", seat, 5) for seat in (None, 1, 1)
    )
    assert (docket.newest().id, docket.find(DISPUTE).n) == (DISPUTE, 4)


def test_what_the_table_ruled_is_written_once_and_only_where_there_is_such_a_dispute() -> None:
    docket = disputed(playing().table)
    said = RuledByTable(DISPUTE, 1, "upheld", "hand_voided", (), HASH)
    docket = do(docket, AUDITOR, NoteRuling(said, 9, HEAD))
    found = docket.find(DISPUTE).ruling
    assert found is not None
    assert (found.remedy, found.where, found.outcome, found.n) == ("hand_voided", 9, None, 2)
    for again in (said, RuledByTable("d1.7", 1, "upheld", "none", (), HASH)):
        assert DISPUTES_DECIDER.decide(docket, AUDITOR, NoteRuling(again, 9, HEAD), NOW) == []


def test_what_the_table_ruled_stands_though_the_dispute_was_taken_back() -> None:
    table = playing().table
    docket = withdrawn(disputed(table), table)
    said = RuledByTable(DISPUTE, 1, "upheld", "none", (), HASH)
    assert do(docket, AUDITOR, NoteRuling(said, 9, HEAD)).find(DISPUTE).status == "ruled"


def test_rule_t15_after_the_close_no_player_of_the_table_rules_and_nobody_twice() -> None:
    table = over()
    docket, own = disputed(table), RuleAfterClose(table, HEAD, ruling())
    assert refused(docket, "player:p1", own) == ("table/not_impartial", "T15")
    assert refused(withdrawn(docket, table), AUDITOR, own) == ("dispute/withdrawn", "T15")
    assert refused(do(docket, AUDITOR, own), AUDITOR, own) == ("table/ruled", "T15")


def test_rule_t19_a_ruling_after_the_close_corrects_what_those_before_it_have_left() -> None:
    table = over()
    docket = disputed(table, ("p0", 1), ("p1", 1))
    assert table.outcome is not None
    for dispute in ("d1.1", "d1.2"):
        own = RuleAfterClose(table, HEAD, ruling("points_adjusted", (7, 0), dispute))
        docket = do(docket, AUDITOR, own)
    first, second = (one.ruling for one in docket.after_close())
    assert first is not None and second is not None
    assert first.outcome is not None and second.outcome is not None
    before = table.outcome.scores
    assert first.outcome.scores == (before[0] + 7, before[1])
    assert second.outcome.scores == (before[0] + 14, before[1])


def test_rule_t19_a_ruling_that_changes_nothing_has_no_outcome() -> None:
    table = over()
    docket = do(disputed(table), AUDITOR, RuleAfterClose(table, HEAD, ruling()))
    found = docket.find(DISPUTE).ruling
    assert found is not None
    assert (found.outcome, found.where) == (None, None)


def test_rule_t19_a_table_that_ended_early_has_no_points_to_adjust() -> None:
    desk = playing()
    for player in ("p0", "p1"):
        desk.do(f"player:{player}", Adjourn())
    own = RuleAfterClose(desk.table, HEAD, ruling("points_adjusted", (7, 0)))
    assert refused(disputed(desk.table), AUDITOR, own) == ("table/no_points", "T18")


@pytest.mark.parametrize("kind", [Opened, Looked, Ruled, Withdrawn])
def test_every_event_of_a_dispute_says_which_one_and_at_which_table(kind: Any) -> None:
    assert {"dispute", "table"} <= {*kind.__dataclass_fields__}
    assert kind in DISPUTES_DECIDER.names
