"""What directors tell everybody of a tournament (U18)."""

import pytest

from tests.tournaments.case import Case, refused, started
from tests.tournaments.settings import PEOPLE
from tournaments import commands as cm
from tournaments import events as ev
from tournaments.directing import MOST_ANNOUNCEMENTS

ONE, TWO = "ab" * 32, "cd" * 32


def test_rule_u18_directors_describe_it_and_announce_before_and_while_it_is_played() -> None:
    case = Case(PEOPLE, ["dan"]).enter(2, "player")
    assert case.ask(cm.Describe(ONE), "player:dan") == [ev.Described(ONE)]
    assert case.ask(cm.Describe(ONE)) == []
    case.ask(cm.Announce(ONE))
    case.ask(cm.Call())
    case.tick()
    assert ev.Announced(TWO) in case.ask(cm.Announce(TWO), "player:dan")
    assert case.ask(cm.Describe(None)) == [ev.Described(None)]
    t = case.tournament
    assert t.description is None
    assert [(one.by, one.text) for one in t.announcements] == [("dora", ONE), ("dan", TWO)]
    case.play()
    for late in (cm.Describe(ONE), cm.Announce(ONE)):
        with refused(case, "tournament/closed"):
            case.ask(late)


@pytest.mark.parametrize("command", [cm.Describe, cm.Announce])
def test_rule_u18_nobody_else_does(command: type[cm.Describe] | type[cm.Announce]) -> None:
    case = started(PEOPLE, 2, "player")
    with refused(case, "tournament/not_a_director", "U18"):
        case.ask(command(ONE), "player:p0")
    with refused(case, "http/invalid"):
        case.ask(command("no hash"))


def test_rule_u18_there_is_a_bound_to_announcements() -> None:
    case = Case(PEOPLE)
    for _ in range(MOST_ANNOUNCEMENTS):
        case.ask(cm.Announce(ONE))
    with refused(case, "http/invalid"):
        case.ask(cm.Announce(ONE))
