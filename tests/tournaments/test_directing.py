"""What directors change while a tournament goes on: who is back (U11), and times (U13)."""

import pytest

from tests.tournaments.case import Case, refused, who_sits
from tests.tournaments.settings import BOTS, PEOPLE, settings
from tournaments import commands as cm
from tournaments import events as ev
from tournaments.tables import Entrant

FIRST, HOUR = Entrant(0), 3_600_000


def begun(data: object = PEOPLE, count: int = 4, **more: object) -> Case:
    """Return a tournament whose first round is planned."""
    case = Case(settings(data, **more)).enter(count, "bot" if data is BOTS else "player")  # type: ignore[arg-type]
    case.ask(cm.Call())
    case.tick()
    return case


def play_round(case: Case) -> None:
    """Play the round that is planned, until the next one is or none follows."""
    rounds = len(case.tournament.rounds)
    while case.is_going() and len(case.tournament.rounds) == rounds:
        case.server(next(case.some_work()))


def everybody(case: Case, round: int) -> set[Entrant]:
    """Return who plays in a round."""
    return {one for table in who_sits(case, round) for one in table}


@pytest.mark.parametrize("kind", ["swiss", "round_robin"])
def test_rule_u11_who_was_withdrawn_is_paired_again_and_what_was_missed_brings_nothing(
    kind: str,
) -> None:
    rounds = 4 if kind == "swiss" else None
    case = begun(format={"kind": kind, "rounds": rounds}, scoring={"bye": "none"})
    case.ask(cm.Withdraw(FIRST))
    play_round(case)
    assert FIRST not in everybody(case, 1)
    assert case.ask(cm.Return(FIRST)) == [ev.EntrantReturned(FIRST)]
    assert case.ask(cm.Return(FIRST)) == [], "it is back already"
    play_round(case)
    assert FIRST in everybody(case, 2)
    case.play()
    assert case.tournament.phase == "closed"
    assert case.tournament.final[FIRST] > 0


def test_rule_u11_whom_lateness_cost_the_place_begins_anew() -> None:
    case = begun(policies={"late_tables": 0})
    (index, *_) = [at for at, one in enumerate(case.tournament.tables)
                   if FIRST in [seat.entrant for seat in one.planned.seats]]  # fmt: skip
    seat = [one.entrant for one in case.tournament.tables[index].planned.seats].index(FIRST)
    result = next(
        one for one in case.work() if isinstance(one, cm.TakeResult) and one.index == index
    )
    away = cm.TakeResult(result.table, index, 9, result.head, "played_out", result.places,
                         result.scores, (seat,))  # fmt: skip
    case.server(away)
    assert case.tournament.entries[FIRST].withdrawn
    case.ask(cm.Return(FIRST))
    entry = case.tournament.entries[FIRST]
    assert (entry.withdrawn, entry.late) == (False, 0)
    play_round(case)
    assert not case.tournament.entries[FIRST].withdrawn


def test_rule_u11_only_directors_let_somebody_return_and_not_to_a_knockout() -> None:
    case = begun()
    case.ask(cm.Withdraw(FIRST))
    with refused(case, "tournament/not_a_director", "U11"):
        case.ask(cm.Return(FIRST), "player:p0")
    with refused(case, "tournament/unknown_entrant", "U11"):
        case.ask(cm.Return(Entrant(9)))
    knockout = begun(format={"kind": "knockout", "rounds": None})
    knockout.ask(cm.Withdraw(FIRST))
    with refused(knockout, "tournament/no_return", "U11"):
        knockout.ask(cm.Return(FIRST))


def test_rule_u11_who_was_withdrawn_returns_to_a_pool_and_not_to_the_knockout_behind() -> None:
    case = begun(count=8, format={"kind": "pools", "pools": 2, "qualify": 1, "rounds": None})
    case.ask(cm.Withdraw(FIRST))
    play_round(case)
    assert FIRST not in everybody(case, 1)
    assert case.ask(cm.Return(FIRST)) == [ev.EntrantReturned(FIRST)]
    play_round(case)
    assert FIRST in everybody(case, 2)
    case.ask(cm.Withdraw(FIRST))
    while case.tournament.rounds[-1].stage is None:  # what was missed may be made up for
        play_round(case)
    with refused(case, "tournament/no_return", "U11"):
        case.ask(cm.Return(FIRST))


def test_rule_u11_before_the_start_anybody_may_return() -> None:
    case = Case(settings(PEOPLE, format={"kind": "knockout", "rounds": None})).enter(3, "player")
    case.ask(cm.Withdraw(FIRST))
    case.ask(cm.Return(FIRST))
    assert case.tournament.active() == (0, 1, 2)


def test_rule_u13_a_start_is_put_off_brought_forward_or_left_to_the_director() -> None:
    case = Case(PEOPLE).enter(2, "player")
    for at in (case.at + HOUR, case.at + 2 * HOUR, None, case.at + HOUR // 2):
        assert case.ask(cm.Reschedule(at)) == [ev.Rescheduled(at, None)]
        assert case.tournament.next_at() == at
    case.tick(case.at + HOUR // 2 - 1)
    assert case.tournament.phase == "registration"
    case.tick()
    assert case.tournament.phase != "registration"


def test_rule_u13_the_next_round_is_postponed_and_then_planned() -> None:
    case = begun()
    later = case.at + HOUR
    assert case.ask(cm.Reschedule(None, later)) == [ev.Rescheduled(None, later)]
    while case.running():
        case.server(next(one for one in case.some_work() if isinstance(one, cm.TakeResult)))
    case.play_releases()
    case.tick(later - 1)
    assert len(case.tournament.rounds) == 1
    assert case.tournament.next_at() == later
    case.tick()
    assert len(case.tournament.rounds) == 2
    case.play()
    assert case.tournament.phase == "closed", "the rounds behind it are not held up"


def test_rule_u13_times_that_nothing_can_have_are_refused() -> None:
    case = Case(PEOPLE).enter(2, "player")
    for wrong in (cm.Reschedule(case.at), cm.Reschedule(case.at // 1000 + 60),
                  cm.Reschedule(None, case.at + HOUR)):  # fmt: skip
        with refused(case, "http/invalid"):
            case.ask(wrong)
    with refused(case, "tournament/not_a_director", "U13"):
        case.ask(cm.Reschedule(case.at + HOUR), "player:p0")
    case.ask(cm.Call())
    case.tick()
    for wrong in (cm.Reschedule(), cm.Reschedule(None, case.at), cm.Reschedule(None, 2**52)):
        with refused(case, "http/invalid"):
            case.ask(wrong)
    with refused(case, "tournament/registration_over", "U13"):
        case.ask(cm.Reschedule(case.at + HOUR))
    ladder = begun(BOTS, format={"kind": "ladder", "rounds": None, "seconds": 60})
    with refused(ladder, "tournament/no_postponing", "U13"):
        ladder.ask(cm.Reschedule(None, ladder.at + HOUR))
