"""Lists of tournaments: all of them, and those of a player."""

from events.handle import CommandRequest, handle
from events.store.streams import Store
from events.tournaments.streams import Tournaments
from projections.projection import ReadModel
from projections.tournaments.read_model import TOURNAMENTS, TournamentQuery, tournament_page
from tests.projections.ratings.test_corrections import follow
from tests.tournaments.settings import BOTS, PEOPLE
from tournaments import commands as cm
from tournaments.tables import Entrant
from workers.follower.follower import Follower

NAME, SECRET = "1a" * 32, "5e" * 32


def opened(cup: Tournaments, number: int, director: str, **more: object) -> str:
    """Open a tournament with this number in its id."""
    stream = f"c{number:018x}"
    wanted = cm.Open(NAME, {**PEOPLE, **more}, SECRET, ("dan",) if number % 2 else ())
    handle(cup, CommandRequest(stream, f"player:{director}", wanted))
    return stream


def ids(model: ReadModel, **asked: str) -> list[str]:
    """Return the ids of all pages of two."""
    found, before = [], None
    while True:
        shown = tournament_page(model, TournamentQuery(**asked), 2, before)
        found += [row["id"] for row in shown.rows]
        if (before := shown.ends) is None:
            return found


def test_lists_tell_who_takes_part_in_which_tournament_and_who_directs_it(
    store: Store, follower: Follower
) -> None:
    cup, model = Tournaments(store), ReadModel(store, TOURNAMENTS)
    cups = [opened(cup, number, "dora") for number in range(5)]
    others = opened(cup, 9, "ann", **BOTS)
    for name in cups[:4]:
        cup.execute(name, "player:ann", cm.Register("player", ("ann",)))
    cup.execute(cups[1], "player:dora", cm.Replace(Entrant(0), "player", ("ben",)))
    cup.execute(cups[3], "player:dora", cm.AddDirector("eve"))
    cup.execute(cups[0], "player:dora", cm.Close(abandon=True))
    follow(follower)
    assert sorted(ids(model)) == sorted([*cups, others])
    assert sorted(ids(model, player="ann")) == sorted(cups[:4])  # who was replaced took part
    assert ids(model, player="ben") == [cups[1]]
    assert sorted(ids(model, director="dora")) == sorted(cups)
    assert sorted(ids(model, director="dan")) == sorted([cups[1], cups[3], others])
    assert ids(model, director="eve") == [cups[3]]
    assert ids(model, director="ann") == [others]
    assert ids(model, player="ann", phase="closed") == [cups[0]]
    assert ids(model, player="ann", director="eve") == [cups[3]]
    assert ids(model, game="boon") == [others]
    assert ids(model, player="nobody") == []
