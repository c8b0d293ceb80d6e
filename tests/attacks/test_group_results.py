"""Until a deal group has ended, no answer tells anybody what a table of it has brought.

Of a tournament with two tables of one group, one has a result that nothing else looks like. All
that openapi.yaml has of tournaments is asked by everybody, in every form: neither that result nor a
salt of what is sealed is in any answer, and all that follows from results is as it was before.
"""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from games.table.planned import table_id
from projections.tournaments.result_delivery import ResultDelivery
from tests.attacks.callers import Scene
from tests.attacks.test_delay import answer, short_waits
from tests.attacks.test_matrix import operations
from tests.service.accounts.test_news import follow
from tests.service.asker import Asker, Service, problem
from tests.service.played_cups import CUP, PEOPLE, Cup, of_bots
from tests.tournaments.settings import settings
from tournaments import commands as cm
from tournaments.tables import Entrant

__all__ = ["short_waits"]
TAKEN = "tournament.result_taken.v1"
SCORE, N = 987_654_321, 987_654
RESULT = {"scores": (SCORE, -SCORE), "places": (1, 2)}
MINE = ("listMyNews", "listMyTables", "listTournaments", "listTablesOfPlayer")
STREAM = "text/event-stream"
FIGURES = ("standings", "cross-table", "tables")


class Grouped:
    """Two tables of a group in play, and everybody who may ask about them."""

    def __init__(self, service: Service, **more: Any) -> None:
        self.scene, self.service = Scene.of(service, private=False), service
        callers = self.scene.callers
        self.cup = Cup(service, settings(PEOPLE, **more), f"player:{callers['director'].id}")
        for name in ("one", "two", "acting", "waiting"):
            if name not in callers:
                callers[name] = service.player(name)
            self.cup.enter(callers[name].id)
        self.cup.ask(cm.AddDirector(callers["one"].id))  # directs, and plays
        self.cup.ask(cm.AddDirector(callers["opener"].id))
        self.cup.ask(cm.Call())
        self.cup.run()
        follow(service)

    def ends(self, index: int, **more: Any) -> None:
        """Let a table bring the result that nothing else looks like, or another."""
        told: dict[str, Any] = {**RESULT, "why": "played_out", **more}
        own = cm.TakeResult(table_id(CUP, index), index, N, "7e" * 32, **told)
        self.cup.ask(own, "server")
        follow(self.service)

    def salts(self) -> set[bytes]:
        """Return the salts of all that is sealed."""
        events = self.service.parts.store.read(CUP)
        parts = [json.loads(one.p) for one in events if one.p is not None]
        return {part["salt"].encode() for own in parts for part in own.values()}

    def told(self) -> Iterator[tuple[str, str, bytes]]:
        """Yield who asked what, and the answer, byte for byte."""
        for name, asker in self.scene.callers.items():
            for path, headers in asks(self.scene):
                status, lasting, data = answer(asker, "GET", path, None, headers)
                yield name, f"{path} {headers}", json.dumps([status, lasting]).encode() + data

    def figures(self) -> list[Any]:
        """Return what follows from results, as everybody is told of it."""
        return [figures_for(asker, self.cup.path) for asker in self.scene.callers.values()]


def asks(scene: Scene) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield every read of tournaments, and those of one's own, in all its forms."""
    fields = {
        "tournament_id": CUP,
        "player": scene.callers["one"].id,
        "player_id": "me",
        "index": "0",
    }
    for name, (method, template, operation) in operations().items():
        if method != "get" or not ("/tournaments" in template or name in MINE):
            continue
        path = template
        for field, value in fields.items():
            path = path.replace(f"{{{field}}}", value)
        assert "{" not in path, path
        forms = [*operation["responses"]["200"].get("content", ["*/*"])]
        for query in ("", "?after=0") if name.endswith(("Events", "News")) else ("",):
            for form in forms:
                if not (query and form == STREAM and name in MINE):
                    yield path + query, {"Accept": form}


def figures_for(asker: Asker, path: str) -> Any:
    """Return standings, cross-table and tables but for what may be known at once."""
    found = [asker.get(f"{path}/{name}").get_json() for name in FIGURES]
    for row in found[2].get("tables", ()):
        del row["state"], row["why"], row["ruling"]
    for one in found:
        one.pop("n", None)
    return found


def assert_untold(grouped: Grouped) -> None:
    """Expect that no answer has the result, or a salt."""
    kept = {str(SCORE).encode(), str(N).encode(), *grouped.salts()}
    asked = [*grouped.told()]
    assert len(asked) > 10 * len(grouped.scene.callers)
    assert [(who, what) for who, what, data in asked if any(one in data for one in kept)] == []


def test_results_of_a_group_are_taken_together_so_that_nobody_learns_when_a_table_ended(
    service: Service,
) -> None:
    cup = of_bots(service)
    cup.run()
    before = service.nobody.get(f"{cup.path}/events").get_json()
    tables = service.nobody.get(f"{cup.path}/tables").get_json()
    cup.finish(0)
    assert service.nobody.get(f"{cup.path}/events").get_json() == before
    assert service.nobody.get(f"{cup.path}/tables").get_json() == tables
    cup.finish(1)
    after = service.nobody.get(f"{cup.path}/events").get_json()["events"]
    new = [one["type"] for one in after[len(before["events"]) :]]
    assert new[:3] == [TAKEN, TAKEN, "tournament.group_ended.v1"]


def test_results_that_wait_for_a_table_are_taken_when_a_director_says_what_it_counts(
    service: Service,
) -> None:
    cup = of_bots(service)
    cup.run()
    cup.finish(0)
    assert cup.state.tables[0].finish is None
    cup.ask(cm.Adjudicate(1, (1, 2), (1, 0)))
    ResultDelivery(service.parts.store).decide([CUP])
    assert cup.state.tables[0].finish is not None
    assert cup.state.rounds[0].ended
    assert not cup.state.groups[0].ended, "its last table is still played"
    cup.finish(1)
    assert cup.state.groups[0].ended


@pytest.mark.usefixtures("short_waits")
def test_nobody_is_told_a_result_before_the_group_has_ended(service: Service) -> None:
    grouped = Grouped(service)
    before = grouped.figures()
    grouped.ends(0)
    assert_untold(grouped)
    assert grouped.figures() == before
    grouped.ends(1, scores=(0, 1), places=(2, 1))
    after = grouped.figures()
    assert len({json.dumps(one) for one in after[3:]}) == 1  # everybody with an account, alike
    told = [data for _, what, data in grouped.told() if "/standings" in what or "/tables" in what]
    assert sum(str(SCORE).encode() in data for data in told) > len(grouped.scene.callers)


@pytest.mark.usefixtures("short_waits")
def test_nobody_is_told_what_a_director_says_of_a_table_before_the_group_has_ended(
    service: Service,
) -> None:
    grouped = Grouped(service, policies={"void": "score"})
    before = grouped.figures()
    grouped.cup.ask(cm.Adjudicate(0, RESULT["places"], RESULT["scores"]))
    follow(service)
    assert_untold(grouped)
    assert grouped.figures() == before
    (row, _) = service.nobody.get(f"{grouped.cup.path}/tables").get_json()["tables"]
    assert (row["ruling"], row["state"], row["counts"]) == ("director", "open", None)
    for index in (0, 1):
        grouped.ends(index, scores=(0, 1), places=(2, 1))
    (row, _) = service.nobody.get(f"{grouped.cup.path}/tables").get_json()["tables"]
    assert (row["scores"], row["counts"]) == ([SCORE, -SCORE], True)


@pytest.mark.usefixtures("short_waits")
def test_who_withdraws_or_is_replaced_learns_no_more(service: Service) -> None:
    grouped = Grouped(service)
    grouped.ends(0)
    grouped.cup.ask(cm.Withdraw(Entrant(0)))
    stranger = grouped.scene.callers["stranger"].id
    grouped.cup.ask(cm.Replace(Entrant(1), "player", (stranger,)))
    follow(service)
    assert_untold(grouped)
    problem(service.nobody.get(f"{grouped.cup.path}/export"), 409, "tournament/not_closed")
