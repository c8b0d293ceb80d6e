"""Analyses: every decision of a seat at a finished table, judged on what the seat knew."""

from itertools import count
from typing import Any

import orjson
import pytest

from events.record.codec import decode_event
from games import NEWEST
from games.core.game import AnyGame
from games.core.search import MoveCost
from games.table.analysis import GRADES, grade_of, is_decision
from games.table.bots import events_seen_by
from games.table.planned import table_id
from projections.tables.analysis import Decision, judge_decision, judgement_record
from tests.games.every import every_game
from tests.laws import Law
from tests.service.asker import Asker, Service, problem
from tests.service.play.test_hands_law import World, differ
from tests.service.play.test_hints import seated_pairs
from tests.service.played_cups import CUP, LEVELS, Cup
from tournaments import commands as cm
from workers.tables.analyses import judge_table

PAIRS = 3  # of tables that differ in what is hidden
MOST_PAIRS = 40  # that are looked at for them


@pytest.fixture
def ada(service: Service) -> Asker:
    return service.player("Ada")


def finished(service: Service, ada: Asker, game: str = "boosh", **settings: Any) -> str:
    """Play a table of one person to its end."""
    path = service.started([ada], game, 2, **{"options": dict(NEWEST[game].brief), **settings})
    service.play(path, [ada])
    return path


def work(service: Service, path: str, seconds: float = 0) -> str:
    """Judge, as a worker does; with no time one decision."""
    table = path.rsplit("/", 1)[1]
    return judge_table(service.parts.tables, table, seconds, lambda: False)


def worked(service: Service, path: str) -> int:
    """Judge until nothing is left; return how many jobs that took."""
    return next(jobs for jobs in count() if work(service, path) == "nothing to judge")


def test_every_decision_is_judged_one_job_after_the_other(service: Service, ada: Asker) -> None:
    path = finished(service, ada)
    begun = ada.post(f"{path}/analysis", {"seat": 0})
    assert (begun.status_code, begun.headers["Retry-After"]) == (202, "2")
    assert begun.get_json()["total"] is None
    assert work(service, path) == "1 decisions"
    some = ada.get(f"{path}/analysis?seat=0").get_json()
    assert (len(some["decisions"]), some["complete"]) == (1, False)
    jobs = worked(service, path)
    whole = ada.get(f"{path}/analysis?seat=0")
    found = whole.get_json()
    assert (whole.status_code, found["complete"]) == (200, True)
    assert found["total"] == len(found["decisions"]) == jobs + 1
    assert found["decisions"][: len(some["decisions"])] == some["decisions"]
    for one in found["decisions"]:
        moment = ada.get(f"{path}/replay?at={one['n']}&seat=0").get_json()
        offered = [*moment["could"]["actions"], *moment["could"]["picks"]]
        assert len(offered) > 1 or moment["could"]["picks"]
        assert one["grade"] in GRADES
        assert (one["loss"] is None) == (one["best"] == one["action"])
        if one["loss"] is None:
            assert one["grade"] == "good"
        else:
            assert one["loss"]["least"] <= one["loss"]["points"] <= one["loss"]["most"]
    german = ada.get(f"{path}/analysis?seat=0", Accept_Language="de")
    assert german.headers["Content-Language"] == "de"
    assert german.get_json()["decisions"][0]["text"] != found["decisions"][0]["text"]


def test_computed_again_it_says_the_same(service: Service, ada: Asker) -> None:
    path, said = finished(service, ada), []
    table, store = path.rsplit("/", 1)[1], service.parts.store
    for _ in range(2):
        ada.post(f"{path}/analysis", {"seat": 1})
        worked(service, path)
        said.append(ada.get(f"{path}/analysis?seat=1").data)
        assert store.redis.delete(store.names.beside(table, f"analysis:{table}")) == 1
    assert said[0] == said[1]


def test_only_a_table_that_has_ended_and_is_open_is_analysed(service: Service, ada: Asker) -> None:
    path = service.started([ada], "boosh", 2)
    problem(ada.post(f"{path}/analysis", {"seat": 0}), 409, "table/no_analysis")
    sealed = finished(service, ada, reveal="auditors")
    problem(ada.post(f"{sealed}/analysis", {"seat": 0}), 409, "table/no_analysis")
    for one in (path, sealed):
        problem(ada.get(f"{one}/analysis"), 409, "table/no_analysis")
        assert work(service, one) == "nothing to judge"


def test_who_did_not_play_there_gets_no_analysis(service: Service, ada: Asker) -> None:
    path = finished(service, ada)
    eve = service.player("Eve")
    for one in (eve.post(f"{path}/analysis", {"seat": 0}), eve.get(f"{path}/analysis")):
        problem(one, 403, "table/not_seated")
    problem(ada.get(f"{path}/analysis"), 404, "table/not_analysed")
    problem(ada.post(f"{path}/analysis", {"seat": 2}), 404, "table/no_such_seat")
    problem(ada.post(f"{path}/analysis", {}), 422, "http/invalid")


def test_a_director_may_have_tables_analysed_once_all_with_the_same_deals_are_over(
    service: Service,
) -> None:
    dora, eve = service.player("Dora"), service.player("Eve")
    cup = Cup(service, director=f"player:{dora.id}")
    cup.enter(*(f"bot:{level}" for level in LEVELS))
    cup.ask(cm.Call())
    cup.run()
    cup.finish(0)
    path = f"/v1/tables/{table_id(CUP, 0)}"
    problem(dora.post(f"{path}/analysis", {"seat": 0}), 409, "table/no_analysis")
    problem(eve.post(f"{path}/analysis", {"seat": 0}), 403, "table/not_released", "T26")
    cup.play()
    assert dora.post(f"{path}/analysis", {"seat": 0}).status_code == 202
    problem(eve.post(f"{path}/analysis", {"seat": 0}), 403, "table/not_seated")
    assert work(service, path) == "1 decisions"


def test_asked_again_nothing_is_judged_twice(service: Service, ada: Asker) -> None:
    path = finished(service, ada)
    ada.post(f"{path}/analysis", {"seat": 0})
    work(service, path, 60)
    again = ada.post(f"{path}/analysis", {"seat": 0})
    assert again.status_code == 200
    assert work(service, path) == "nothing to judge"


def test_a_move_is_graded_by_what_it_loses_for_certain() -> None:
    losses = (1.0, 2.0, 4.0)
    assert [grade_of(MoveCost(points, 0.1, 100), losses) for points in (0.9, 1, 2, 4)] == [*GRADES]
    assert grade_of(MoveCost(9.0, 4.5, 100), losses) == "good"


def judgement_in(world: World, action: Any) -> bytes | None:
    """Return how an action of the player of a world is judged; None: there is no choice."""
    table = world.table()
    seat = table.seat_of("ada")
    if seat is None or seat not in table.to_act() or not is_decision(table, seat):
        return None
    facts = [decode_event(event) for event in world.log[table.hands[-1] - 1 :]]
    seen: Any = events_seen_by(table, facts, seat)
    one = Decision(table.n, table, seat, action, seen)
    return orjson.dumps(judgement_record(one, judge_decision(one)))


@every_game
def test_paired_tables_have_a_decision_judged_the_same_to_the_byte(law: Law, game: AnyGame) -> None:
    different = 0
    for seat, play, twin in seated_pairs(law, game, MOST_PAIRS):
        acted = [at for at, (mover, _) in enumerate(play.moves) if mover == seat]
        if not acted:
            continue
        moves = play.luck.choice(acted)
        people = ["ada" if k == seat else None for k in range(play.seats)]
        one, two = (World(each, moves, people, "table") for each in (play, twin))
        action = play.moves[moves][1]
        first, second = judgement_in(one, action), judgement_in(two, action)
        assert first == second
        different += first is not None and differ((one, two))
        if different == PAIRS:
            break
    assert different
