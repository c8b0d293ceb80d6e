"""What holds for every tournament, in whatever order things are heard of, however often."""

import random
from collections import Counter
from contextlib import suppress
from typing import Any

import pytest

from games.core.contract import Illegal
from tests.tournaments.case import Case, brought_in, started
from tests.tournaments.settings import BOTS, PEOPLE, settings
from tournaments import commands as cm
from tournaments.evolve import fold_tournament
from tournaments.pairings import _past_of, scoring_input
from tournaments.scoring import entrant_standings
from tournaments.state import Tournament
from tournaments.tables import Entrant

FORMATS: dict[str, Any] = {
    "swiss": BOTS,
    "swiss in turns": settings(BOTS, format={"rotate": True}),
    "round robin": settings(
        BOTS,
        games=[{"game": "boosh", "seats": 2}, {"game": "boosh", "seats": 2}],
        format={"kind": "round_robin", "rounds": None},
    ),
    "knockout": settings(BOTS, format={"kind": "knockout", "rounds": None, "advancing": 2}),
    "apart": settings(BOTS, format={"duplicate": False}),
}


@pytest.mark.parametrize("name", FORMATS)
def test_results_in_any_order_repeated_and_late_give_the_same_final_places(name: str) -> None:
    reference = started(FORMATS[name], 9).play().tournament
    assert reference.phase == "closed"
    for seed in range(2):
        other = started(FORMATS[name], 9).play_badly(random.Random(seed)).tournament
        assert other.final == reference.final, seed
        assert [one.planned for one in other.tables] == [one.planned for one in reference.tables]
        assert all(group.released for group in other.groups)


@pytest.mark.parametrize("name", FORMATS)
def test_everybody_who_is_there_plays_or_has_a_bye_whoever_withdraws(name: str) -> None:
    for seed in range(2):
        luck = random.Random(seed)
        case = started(FORMATS[name], 14)
        while case.is_going():
            work = case.work()
            case.server(luck.choice(work))
            if luck.random() < 0.05 and case.is_going():
                case.ask(cm.Withdraw(Entrant(luck.randrange(14))))
            assert_paired(case.tournament, seed)
        assert case.tournament.why == "played"


def test_pairing_counts_points_as_exactly_as_standings_do() -> None:
    """Three thirds are as many as one whole: shares of beaten rivals at tables of four."""
    data = settings(
        BOTS, games=[{"game": "boosh", "seats": 4}], format={"rounds": 3},
        scoring={"normalise": "places"},
    )  # fmt: skip
    t = started(data, 8).play().tournament
    counted = _past_of(t)
    found = Counter[Entrant]()
    for own in counted.points:
        found.update(own)
    points = {
        one.entrant: one.points for one in entrant_standings(scoring_input(t), t.rules.scoring)
    }
    assert 3 in {value.denominator for value in points.values()}
    unit = {found[who] / value for who, value in points.items() if value}
    assert len(unit) == 1


def assert_paired(t: Tournament, seed: int) -> None:
    """Expect that the newest round names everybody once, but for bots in all turns."""
    if not t.rounds or t.rules.format.kind == "knockout":
        return
    newest, turns = t.rounds[-1], t.rules.games[0].seats if t.rules.format.rotate else 1
    named = [one.entrant for at in newest.tables for one in t.tables[at].planned.seats]
    counts = {who: named.count(who) for who in {*named}}
    assert {*counts.values()} == {turns}, seed
    assert not {*newest.byes} & {*counts}, seed
    lost = {one.number for one in t.entries} - {*counts} - {*newest.byes}
    assert lost <= {one.number for one in t.entries if one.withdrawn}, seed


COMMANDS: tuple[cm.TournamentCommand, ...] = (
    cm.Call(), cm.Pause(), cm.Resume(), cm.Advance(), cm.NoteOpened(1), cm.NoteReleased(0),
    cm.Close(), cm.Close(abandon=True), cm.AddDirector("ben"), cm.Adjudicate(0, (1, 2), (3, 0)),
    cm.Adjudicate(1), cm.Withdraw(Entrant(1)), cm.Replace(Entrant(0), "player", ("eve",)),
    cm.Register("player", ("zoe",)), cm.CheckIn(Entrant(2)), cm.Plan((cm.OwnTable(0, 0, (0, 1)),)),
)  # fmt: skip


@pytest.mark.parametrize("seed", range(12))
def test_whatever_is_asked_by_whomever_is_done_whole_or_refused_whole(seed: int) -> None:
    luck = random.Random(seed)
    case = Case(settings(PEOPLE, entrants={"late": True}), ["dan"]).enter(4, "player")
    for _ in range(80):
        command = luck.choice(COMMANDS)
        if case.running() and luck.random() < 0.4:
            command = brought_in(case, luck.choice(case.running()))
        before = case.tournament
        with suppress(Illegal):
            case.ask(command, luck.choice(["player:dora", "player:p2", "server", "clock"]))
        assert fold_tournament(Tournament(before.id), case.facts) == case.tournament, seed
        assert_counts(case.tournament, seed)


def assert_counts(t: Tournament, seed: int) -> None:
    """Expect that what is counted along the way is what there is."""
    assert t.unsettled == sum(not one.is_settled for one in t.tables), seed
    for number, group in enumerate(t.groups):
        own = [at for at, one in enumerate(t.tables) if one.planned.group == number]
        assert group.tables == tuple(own), seed
        assert group.left == sum(t.tables[at].finish is None for at in own), seed
        assert group.ended is (group.left == 0), seed
    assert t.is_open is (t.phase == "closed" and all(one.finish for one in t.tables)), seed
