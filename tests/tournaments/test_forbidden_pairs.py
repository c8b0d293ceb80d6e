"""Pairs that directors keep apart (U16): who may, when, and that they do not meet."""

from typing import Any

import pytest

from tests.tournaments.case import Case, refused, started, who_sits
from tests.tournaments.settings import BOTS, PEOPLE, settings
from tournaments import commands as cm
from tournaments import events as ev
from tournaments.tables import Entrant


def pair(one: int, two: int) -> tuple[Entrant, Entrant]:
    """Return two entrants."""
    return Entrant(one), Entrant(two)


def meetings(case: Case, *pairs: tuple[int, int]) -> int:
    """Return how often these pairs have met in all rounds."""
    tables = [{*table} for at in range(len(case.tournament.rounds)) for table in who_sits(case, at)]
    return sum({*one} <= table for one in pairs for table in tables)


def begun(data: Any, count: int, *pairs: tuple[int, int]) -> Case:
    """Return a tournament of people or bots, begun with pairs that are kept apart."""
    case = Case(data).enter(count, "bot" if data["entrants"]["kinds"] == ["bot"] else "player")
    case.ask(cm.ForbidPairs(tuple(pair(*one) for one in pairs)))
    case.ask(cm.Call())
    return case


@pytest.mark.parametrize(
    ("seats", "count", "rounds"),
    [(2, 6, 3), (2, 9, 4), (2, 40, 5), (4, 8, 4), (4, 12, 3), (4, 24, 4), (3, 10, 3)],
)
def test_rule_u16_forbidden_pairs_never_meet_where_that_can_be(
    seats: int, count: int, rounds: int
) -> None:
    # Two families and a pair, so that others are there for each of them.
    apart = ((0, 1), (2, 3), (4, 5)) if count < 12 else ((0, 1), (0, 2), (1, 2), (3, 4), (5, 6))
    game = {"game": "boosh" if seats == 2 else "boon", "seats": seats}
    data = settings(BOTS, games=[game], format={"kind": "swiss", "rounds": rounds})
    case = begun(data, count, *apart).play()
    assert case.tournament.phase == "closed"
    assert len(case.tournament.rounds) == rounds
    assert meetings(case, *apart) == 0


def test_rule_u16_forbidden_pairs_count_more_than_rematches() -> None:
    data = settings(BOTS, games=[{"game": "boosh", "seats": 2}], format={"rounds": 6})
    case = begun(data, 4, (0, 1)).play()
    assert len(case.tournament.rounds) == 6, "with rematches, since two rounds are all without"
    assert meetings(case, (0, 1)) == 0


def test_rule_u16_pairs_meet_where_every_pairing_has_such_a_pair() -> None:
    data = settings(BOTS, games=[{"game": "boosh", "seats": 2}], format={"rounds": 1})
    case = begun(data, 4, (0, 1), (0, 2), (0, 3)).play()
    assert meetings(case, (0, 1), (0, 2), (0, 3)) == 1


def test_rule_u16_a_planned_round_stays_and_each_list_replaces_the_one_before() -> None:
    case = Case(settings(PEOPLE, format={"rounds": 4})).enter(4, "player")
    case.ask(cm.Call())
    case.tick()
    (one, two), *_ = who_sits(case, 0)
    (planned,) = case.tournament.rounds
    least, most = min(one, two), max(one, two)
    other = next(who for who in range(4) if who not in (one, two))
    assert case.ask(cm.ForbidPairs(((most, least),))) == [ev.PairsForbidden(((least, most),))]
    assert case.tournament.rounds == (planned,)
    assert case.ask(cm.ForbidPairs(((least, most), (most, least)))) == [], "they are so already"
    both = tuple(sorted((pair(min(one, other), max(one, other)), (least, most))))
    assert case.ask(cm.ForbidPairs(both)) == [ev.PairsForbidden(both)]
    assert case.ask(cm.ForbidPairs(())) == [ev.PairsForbidden(())]
    assert case.tournament.apart == ()


def test_rule_u16_only_directors_who_do_not_play_keep_entrants_apart() -> None:
    case = Case(PEOPLE, ["p0", "dan"]).enter(3, "player")
    wish = cm.ForbidPairs((pair(0, 1),))
    with refused(case, "tournament/not_a_director", "U16"):
        case.ask(wish, "player:p1")
    with refused(case, "tournament/director_plays", "U16"):
        case.ask(wish, "player:p0")
    case.ask(cm.Withdraw(Entrant(0)), "player:p0")
    with refused(case, "tournament/director_plays", "U16"):
        case.ask(wish, "player:p0")
    case.ask(cm.Replace(Entrant(0), "player", ("eve",)))
    with refused(case, "tournament/director_plays", "U16"):
        case.ask(wish, "player:p0")
    assert case.ask(wish, "player:dan")


def test_rule_u16_who_has_kept_entrants_apart_cannot_take_part_any_more() -> None:
    case = Case(PEOPLE, ["dan"]).enter(2, "player")
    case.ask(cm.ForbidPairs((pair(0, 1),)), "player:dan")
    for wish, by in (
        (cm.Register("player", ("dan",)), "player:dan"),
        (cm.Replace(Entrant(0), "player", ("dan",)), "player:dora"),
    ):
        with refused(case, "tournament/has_paired", "U16"):
            case.ask(wish, by)
    clocks = [{"game": "boosh", "seats": 2, "clock": {"turn": 30}}]
    kinds = {"kinds": ["bot", "team"]}
    teams = Case(settings(BOTS, games=clocks, entrants=kinds, format={"rotate": True}))
    teams.enter(2).ask(cm.ForbidPairs((pair(0, 1),)))
    with refused(teams, "tournament/has_paired", "U16"):
        teams.ask(cm.Register("team", ("ann", "dora")))
    case.ask(cm.ForbidPairs(()), "player:dora")
    with refused(case, "tournament/has_paired", "U16"):
        case.ask(cm.Register("player", ("dan",)), "player:dan")


def test_rule_u16_pairs_that_cannot_be_are_refused() -> None:
    case = Case(PEOPLE).enter(3, "player")
    with refused(case, "tournament/unknown_entrant", "U16"):
        case.ask(cm.ForbidPairs((pair(0, 3),)))
    with refused(case, "http/invalid"):
        case.ask(cm.ForbidPairs((pair(1, 1),)))
    with refused(case, "http/invalid"):
        case.ask(cm.ForbidPairs((pair(0, 1),) * 1001))
    for kind in ("round_robin", "knockout"):
        own = started(settings(PEOPLE, format={"kind": kind, "rounds": None}), 4, "player")
        with refused(own, "tournament/no_forbidden_pairs", "U16"):
            own.ask(cm.ForbidPairs((pair(0, 1),)))
    case.ask(cm.Close(abandon=True))
    with refused(case, "tournament/closed", "U14"):
        case.ask(cm.ForbidPairs((pair(0, 1),)))
