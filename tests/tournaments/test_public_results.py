"""Until a deal group has ended, nothing that is told depends on what its tables brought."""

from dataclasses import replace

import pytest

from games.core.type_hints.values import split_by_audience
from tests.tournaments.case import Case, brought_in, started
from tests.tournaments.settings import BOTS, PEOPLE, settings
from tournaments import commands as cm
from tournaments.pairings import final_places, scoring_input
from tournaments.public_results import public_played_tables, public_standings
from tournaments.scoring import entrant_standings

KNOCKOUT = settings(PEOPLE, format={"kind": "knockout", "rounds": None})


def half_played(scores: tuple[int, ...], *, adjudicated: bool = False) -> Case:
    """Return a round of two tables of one group, of which the first has ended, or is judged."""
    case = started(settings(PEOPLE, policies={"void": "score"}), 4, "player")
    case.tick()
    places = tuple(1 + sum(other > own for other in scores) for own in scores)
    if adjudicated:
        case.ask(cm.Adjudicate(0, places, scores))
    else:
        case.server(replace(brought_in(case, 0), places=places, scores=scores))
    return case


@pytest.mark.parametrize("adjudicated", [False, True])
def test_standings_tell_nothing_of_a_table_whose_group_is_played(adjudicated: bool) -> None:
    one, other = (half_played(scores, adjudicated=adjudicated) for scores in ((9, 0), (0, 9)))
    assert entrant_standings(
        scoring_input(one.tournament), one.tournament.rules.scoring
    ) != entrant_standings(scoring_input(other.tournament), other.tournament.rules.scoring)
    assert public_standings(one.tournament) == public_standings(other.tournament)
    for case in (one, other):
        event = case.facts[-1].event
        public, parts = split_by_audience(event)
        assert not {"places", "scores", "n"} & public.keys()
        assert {"places", "scores"} <= parts["table"].keys()
        case.server(brought_in(case, 1))
        if adjudicated:
            case.server(brought_in(case, 0))
    assert public_standings(one.tournament) != public_standings(other.tournament)


def test_all_is_told_when_every_group_has_ended_and_each_round_as_it_stood() -> None:
    t = started(BOTS, 8).play().tournament
    assert public_standings(t) == entrant_standings(scoring_input(t), t.rules.scoring)
    first = public_standings(t, 0)
    assert first == entrant_standings(scoring_input(t), t.rules.scoring, 0)
    assert [one.tables for one in first] == [1] * 8
    assert public_played_tables(t, 1).results == [one for one in t.results() if one.round < 2]


def test_a_knockout_is_told_in_the_order_in_which_its_entrants_came_on() -> None:
    case = started(KNOCKOUT, 4, "player")
    case.tick()
    case.server(brought_in(case, 0))
    assert {one.place for one in public_standings(case.tournament)} == {1}
    case.server(brought_in(case, 1))
    assert [one.place for one in public_standings(case.tournament)] == [1, 1, 3, 3]
    t = case.play().tournament
    shown = public_standings(t)
    assert [one.place for one in shown] == [1, 2, 3, 3]
    assert {one.entrant: one.place for one in shown} == dict(enumerate(final_places(t)))
    assert [one.place for one in public_standings(t, 0)] == [1, 1, 3, 3]
