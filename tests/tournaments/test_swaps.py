"""Two who change places in the next round (U17): who may, when, and for how long it holds."""

import pytest

from tests.tournaments.case import Case, refused, started, who_sits
from tests.tournaments.settings import PEOPLE, settings
from tournaments import commands as cm
from tournaments import events as ev
from tournaments.pairings import next_drawn_round
from tournaments.tables import Entrant

FIRST, SECOND = Entrant(0), Entrant(1)


def waiting(count: int = 6, directors: tuple[str, ...] = ()) -> Case:
    """Return a Swiss that has begun, and is paused before its first round."""
    case = Case(PEOPLE, directors).enter(count, "player")
    case.ask(cm.Pause())
    case.ask(cm.Call())
    assert case.tournament.phase == "running"
    assert case.tournament.rounds == ()
    return case


def drawn(case: Case) -> tuple[list[list[Entrant]], list[Entrant]]:
    """Return tables and byes of the next round as they would be planned now."""
    found = next_drawn_round(case.tournament)
    assert found is not None
    return [[*table] for table in found.tables], [*found.byes]


def planned(case: Case) -> tuple[list[list[Entrant]], list[Entrant]]:
    """Let the next round be planned; return its tables and byes."""
    if case.tournament.paused:
        case.ask(cm.Resume())
    case.tick()
    return who_sits(case, -1), [*case.tournament.rounds[-1].byes]


def pause_behind_the_round(case: Case) -> None:
    """Play the round that is planned, and pause before the next one."""
    case.ask(cm.Pause())
    while case.running():
        case.server(next(one for one in case.some_work() if isinstance(one, cm.TakeResult)))
    case.play_releases()


def test_rule_u17_two_change_places_and_nobody_else_moves() -> None:
    case = waiting()
    (one, two), (three, four), *rest = drawn(case)[0]
    swap = cm.Swap(0, (one, four))
    assert case.ask(swap) == [ev.EntrantsSwapped(0, (one, four))]
    assert drawn(case) == ([[four, two], [three, one], *rest], [])
    assert planned(case) == ([[four, two], [three, one], *rest], [])
    assert case.tournament.swaps == ()
    case.play()
    assert case.tournament.phase == "closed"


def test_rule_u17_swaps_follow_one_another_and_again_undo_each_other() -> None:
    case = waiting()
    before = drawn(case)
    (one, two), (three, _), *_ = before[0]
    case.ask(cm.Swap(0, (one, three)))
    case.ask(cm.Swap(0, (one, two)))
    assert drawn(case)[0][0] == [three, one]
    case.ask(cm.Swap(0, (two, one)))
    case.ask(cm.Swap(0, (three, one)))
    assert drawn(case) == before


def test_rule_u17_a_bye_changes_its_holder_and_counts_for_the_new_one() -> None:
    case = waiting(5)
    tables, (out,) = drawn(case)
    playing = tables[0][0]
    case.ask(cm.Swap(0, (out, playing)))
    tables, byes = planned(case)
    assert byes == [playing]
    assert out in tables[0]
    pause_behind_the_round(case)
    assert planned(case)[1] != [playing], "nobody sits out twice before all have"


@pytest.mark.parametrize(
    "change",
    [cm.Withdraw(Entrant(5)), cm.Replace(Entrant(5), "player", ("eve",)),
     cm.ForbidPairs(((FIRST, SECOND),)), cm.Adjudicate(0)],
    ids=lambda one: type(one).__name__,
)  # fmt: skip
def test_rule_u17_swaps_lapse_where_the_round_is_drawn_anew(change: cm.TournamentCommand) -> None:
    case = waiting()
    planned(case)
    pause_behind_the_round(case)
    case.ask(cm.Swap(1, (FIRST, SECOND)))
    assert case.tournament.swaps
    case.ask(change)
    assert case.tournament.swaps == ()


def test_rule_u17_a_planned_round_stays() -> None:
    case = waiting()
    planned(case)
    with refused(case, "tournament/round_running", "U17"):
        case.ask(cm.Swap(0, (FIRST, SECOND)))
    with refused(case, "tournament/round_running", "U17"):
        case.ask(cm.Swap(1, (FIRST, SECOND)))
    pause_behind_the_round(case)
    with refused(case, "tournament/no_next_round", "U17"):
        case.ask(cm.Swap(0, (FIRST, SECOND)))
    with refused(case, "tournament/no_next_round", "U17"):
        case.ask(cm.Swap(2, (FIRST, SECOND)))
    assert case.ask(cm.Swap(1, (FIRST, SECOND)))


def test_rule_u17_only_directors_who_do_not_play_swap_and_then_never_play() -> None:
    case = waiting(6, ("p0", "dan"))
    swap = cm.Swap(0, (FIRST, SECOND))
    with refused(case, "tournament/not_a_director", "U17"):
        case.ask(swap, "player:p1")
    with refused(case, "tournament/director_plays", "U17"):
        case.ask(swap, "player:p0")
    case.ask(swap, "player:dan")
    with refused(case, "tournament/has_paired", "U16"):
        case.ask(cm.Replace(FIRST, "player", ("dan",)))


def test_rule_u17_swaps_that_cannot_be_are_refused() -> None:
    case = Case(settings(PEOPLE, format={"rounds": 1})).enter(4, "player")
    with refused(case, "tournament/not_started", "U17"):
        case.ask(cm.Swap(0, (FIRST, SECOND)))
    case.ask(cm.Pause())
    case.ask(cm.Call())
    for wrong in ((FIRST, FIRST),):
        with refused(case, "http/invalid"):
            case.ask(cm.Swap(0, wrong))
    with refused(case, "tournament/unknown_entrant", "U17"):
        case.ask(cm.Swap(0, (FIRST, Entrant(4))))
    case.ask(cm.Withdraw(SECOND))
    with refused(case, "tournament/withdrawn", "U17"):
        case.ask(cm.Swap(0, (FIRST, SECOND)))
    planned(case)
    pause_behind_the_round(case)
    with refused(case, "tournament/no_next_round", "U17"):
        case.ask(cm.Swap(1, (FIRST, Entrant(2))))
    for kind in ("round_robin", "knockout"):
        own = started(settings(PEOPLE, format={"kind": kind, "rounds": None}), 4, "player")
        with refused(own, "tournament/no_next_round", "U17"):
            own.ask(cm.Swap(0, (FIRST, SECOND)))
