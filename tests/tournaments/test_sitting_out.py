"""Entrants of a Swiss who sit out rounds to come (U19)."""

from fractions import Fraction

import pytest

from tests.tournaments.case import Case, refused, started
from tests.tournaments.settings import PEOPLE, settings
from tournaments import commands as cm
from tournaments import events as ev
from tournaments.pairings import next_drawn_round, scoring_input
from tournaments.scoring.ledger import build_ledger
from tournaments.tables import Entrant

ONE = Entrant(1)
ASKING = settings(
    PEOPLE, format={"rounds": 4}, entrants={"most_byes": 1},
    scoring={"kind": "places", "bye": "most"},
)  # fmt: skip


def play_to_the_end(case: Case) -> None:
    while case.is_going():
        case.tick()
        case.play()


def test_rule_u19_the_first_rounds_bring_half_a_point_those_a_director_adds_nothing() -> None:
    case = started(ASKING, 4, "player")
    case.tick()
    asked = case.ask(cm.SitOut(ONE, (1,)), "player:p1")
    assert asked == [ev.ByesRequested(ONE, (1,))]
    assert case.ask(cm.SitOut(ONE, (1,)), "player:p1") == []
    case.ask(cm.SitOut(ONE, (1, 2)))
    with refused(case, "http/invalid"):
        case.ask(cm.SitOut(ONE, (1, 3)), "player:p1")
    play_to_the_end(case)
    t = case.tournament
    out = [number for number, one in enumerate(t.rounds) if ONE in one.byes]
    assert {*out} >= {1, 2}
    given = dict(build_ledger(scoring_input(t), t.rules.scoring).by_round(ONE))
    assert given[1] == Fraction(1, 2)
    assert 2 not in given
    assert given.keys() >= {0, 3}, "it is paired again, or has a bye like others"


def test_rule_u19_a_list_replaces_the_one_before_for_rounds_to_come_alone() -> None:
    case = started(ASKING, 4, "player")
    for rounds in ((0,), (), (0,)):
        case.ask(cm.Pause()) if not case.tournament.paused else None
        case.ask(cm.SitOut(ONE, rounds))
        assert case.tournament.entries[ONE].byes == rounds
    drawn = next_drawn_round(case.tournament)
    assert drawn is not None
    assert ONE in drawn.byes
    case.ask(cm.Resume())
    case.tick()
    case.ask(cm.SitOut(ONE, (2,)))
    assert case.tournament.entries[ONE].byes == (0, 2)
    for wrong in ((0,), (2, 1), (1, 1), (4,)):
        with refused(case, "http/invalid"):
            case.ask(cm.SitOut(ONE, wrong))


def test_rule_u19_who_asks_for_whom_and_where() -> None:
    case = started(ASKING, 4, "player")
    with refused(case, "tournament/not_your_entry", "U19"):
        case.ask(cm.SitOut(ONE, (1,)), "player:p2")
    case.ask(cm.Withdraw(ONE))
    with refused(case, "tournament/withdrawn", "U19"):
        case.ask(cm.SitOut(ONE, (1,)))
    plain = started(PEOPLE, 4, "player")
    with refused(plain, "tournament/no_byes", "U19"):
        plain.ask(cm.SitOut(ONE, ()), "player:p1")
    plain.ask(cm.SitOut(ONE, (2,)))
    play_to_the_end(plain)
    assert ONE in plain.tournament.rounds[2].byes


@pytest.mark.parametrize("kind", ["round_robin", "own"])
def test_rule_u19_other_formats_have_no_such_rounds(kind: str) -> None:
    case = started(settings(PEOPLE, format={"kind": kind, "rounds": None}), 4, "player")
    with refused(case, "tournament/no_byes", "U19"):
        case.ask(cm.SitOut(ONE, ()))


def test_rule_u19_swaps_lapse_as_the_round_is_drawn_anew() -> None:
    case = Case(ASKING).enter(4, "player")
    case.ask(cm.Pause())
    case.ask(cm.Call())
    case.ask(cm.Swap(0, (Entrant(0), Entrant(2))))
    case.ask(cm.SitOut(Entrant(3), (0,)))
    assert case.tournament.swaps == ()
