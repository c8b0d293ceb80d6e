"""Nobody learns of a tournament's table by another part in it: as director, entrant, or once there.

Two tables of a deal group are played. At one sit `one`, `two`, and who has left; at the other a
director who plays, an entrant of a second tournament, and `elsewhere`. Everybody asks everything
that openapi.yaml has about the first, before it is played on and behind that. (Of its end all are
told, and of no result: test_group_results.)
"""

import itertools
import random
from collections.abc import Iterator
from typing import Any

import pytest

from events.handle import CommandRequest, handle
from events.tournaments.names import new_id
from games.table.planned import table_id
from tests.attacks.callers import PLAYERS, Scene
from tests.attacks.test_delay import short_waits
from tests.attacks.test_groups import SEATED, may_not, secrets_kept_from, told
from tests.service.asker import Service, problem
from tests.service.played_cups import CUP, NAME, PEOPLE, SECRET, Cup
from tests.tournaments.settings import settings
from tournaments import commands as cm
from tournaments.tables import Entrant

__all__ = ["short_waits"]
BESIDE = ("playing director", "entrant of two", "elsewhere")
OUTSIDERS = ("nobody", "stranger", "auditor", "admin", "replaced", "left", *BESIDE)
TABLE = table_id(CUP, 0)
GAME = {"game": "boosh", "seats": 3, "clock": {"turn": 3600, "bank": 0}}
LONGER = settings(PEOPLE, games=[{**GAME, "options": {"max_hands": 2}}])


def in_a_cup(service: Service, **more: Any) -> Scene:
    """Return the first of two tables of a group, in play."""
    scene = Scene.of(service, private=False)
    callers = scene.callers
    cup = Cup(service, settings(LONGER, **more), f"player:{callers['director'].id}")
    players = [service.player(f"entrant {k}") for k in range(6)]
    callers["replaced"] = service.player("replaced")
    cup.enter(callers["replaced"].id, *(one.id for one in players[1:]))
    cup.ask(cm.Replace(Entrant(0), "player", (players[0].id,)))
    cup.ask(cm.Call())
    cup.run()
    by_id = {one.id: one for one in players}
    for index, names in enumerate((PLAYERS, BESIDE)):
        sitting = cup.state.tables[index].members
        callers |= dict(zip(names, map(by_id.__getitem__, sitting), strict=True))
    cup.ask(cm.AddDirector(callers["playing director"].id))
    join_another(service, callers["entrant of two"].id, f"player:{callers['director'].id}")
    scene.path, scene.tournament = f"/v1/tables/{TABLE}", cup.path
    scene.dispute = f"/v1/disputes/d{TABLE[1:]}.1"
    callers |= {"opener": callers["one"], "acting": callers["one"]}
    service.play(scene.path, [callers[name] for name in PLAYERS], actions=4)
    scene.leave()
    service.follow()
    return scene


def join_another(service: Service, player: str, director: str) -> None:
    """Let a player take part in a second tournament, which is played."""
    cups, other = service.parts.tournaments, new_id()
    handle(cups, CommandRequest(other, director, cm.Open(NAME, {**PEOPLE}, SECRET[::-1])))
    cups.execute(other, director, cm.Register("player", (player,)))
    cups.execute(other, director, cm.Register("bot", ("bot:regular",)))
    cups.execute(other, director, cm.Call())


def play_out(scene: Scene) -> None:
    """Play the first table to its end."""
    scene.service.play(scene.path, [scene.callers[name] for name in SEATED])
    scene.service.follow()
    assert scene.service.parts.tables.current(TABLE).table.phase == "finished"


def all_told(scene: Scene, names: tuple[str, ...], n: int) -> dict[str, bytes]:
    """Return what some are answered to everything."""
    rows: Iterator[Any] = itertools.chain.from_iterable(told(scene, one, [n]) for one in names)
    return {key: data for operation, key, data in rows if may_not(operation, key)}


@pytest.mark.usefixtures("short_waits")
def test_no_part_in_a_tournament_tells_of_the_table_of_others(service: Service) -> None:
    """With a delay or without, by lot: to ask all that can be asked twice takes seconds."""
    require_untold(service, random.choice([0, 300]))


@pytest.mark.nightly  # in every run: the test above
@pytest.mark.usefixtures("short_waits")
@pytest.mark.parametrize("delay", [0, 300])
def test_no_part_in_a_tournament_tells_of_it_with_either_delay(
    service: Service, delay: int
) -> None:
    require_untold(service, delay)


def require_untold(service: Service, delay: int) -> None:
    """Expect the same answers before and after actions.

    With a delay a director who does not play sees the table as late as spectators would.
    """
    scene = in_a_cup(service, spectator_delay=delay)
    n = service.log(scene.path)[0]
    names = (*OUTSIDERS, "director") if delay else OUTSIDERS
    with service.nothing_happens():
        first = all_told(scene, names, n)
    service.play(scene.path, [scene.callers[name] for name in SEATED], actions=12)
    service.follow()
    second = all_told(scene, names, n)
    assert service.log(scene.path)[0] > n + 12
    assert service.parts.tables.current(TABLE).table.phase == "playing"
    assert [key for key in first if first[key] != second[key]] == []


@pytest.mark.usefixtures("short_waits")
def test_nobody_is_told_what_is_sealed_at_a_table_of_the_same_deals(service: Service) -> None:
    scene = in_a_cup(service)
    play_out(scene)
    table, events = service.parts.tables.current(TABLE).table, service.parts.store.read(TABLE)
    for name in (*SEATED, "director", *OUTSIDERS):
        seat = table.seat_of(scene.callers[name].id)
        kept = secrets_kept_from(events, seat) | {SECRET.encode()}
        asked = [*told(scene, name, [table.n])]
        assert [key for _, key, data in asked if any(one in data for one in kept)] == []


def test_who_may_look_at_the_table_of_others_is_a_director_who_does_not_play(
    service: Service,
) -> None:
    scene = in_a_cup(service)
    assert scene.callers["director"].get(f"{scene.path}/view").status_code == 200
    for name in BESIDE:
        for path in ("", "/view", "/log", "/events", "/hands", "/replay"):
            problem(scene.callers[name].get(scene.path + path), 403, "table/not_released", "T26")
