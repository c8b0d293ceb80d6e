"""Seeds and rating bounds over REST."""

import pytest

from tests.service.asker import Asker, Service, problem
from tests.service.cups import entered, opened, with_role
from tests.service.ratings.test_standings import season

SEEDED = {"kind": "own", "seeding": "rating"}


@pytest.fixture
def rated(service: Service) -> list[Asker]:
    """Return four players; the first has won all tables of Boosh."""
    players = [service.player(name) for name in ("Ada", "Bob", "Cyd", "Dan")]
    season(service, players, 4, "boosh")
    return players


def test_entrants_are_seeded_by_their_ratings_until_a_director_sends_a_list(
    service: Service, rated: list[Asker]
) -> None:
    dora = with_role(service, "Dora")
    path = opened(dora, format=SEEDED)
    entered(dora, path, "bot:regular")
    for one in reversed(rated):
        assert one.post(f"{path}/entrants").status_code == 201
    rows = service.nobody.get(f"{path}/entrants").get_json()["entrants"]
    board = service.nobody.get("/v1/leaderboards/boosh").get_json()["players"]
    assert {one["members"][0]["player"]: one["rating"] for one in rows[1:]} == {
        one["player"]: one["rating"] for one in board
    }
    assert rows[0]["rating"] == 0
    order = sorted(rows, key=lambda one: (-one["rating"], one["number"]))
    assert [one["seed"] for one in order] == [1, 2, 3, 4, 5]
    assert "seed" in dora.get(path).get_json()["you"]["may"]
    assert dora.post(f"{path}/seeding", {"entrants": [2, 0]}).status_code == 200
    rows = service.nobody.get(f"{path}/entrants").get_json()["entrants"]
    assert (rows[2]["seed"], rows[0]["seed"], rows[4]["seed"]) == (1, 2, 3)
    problem(rated[0].post(f"{path}/seeding", {"entrants": []}), 403, "tournament/not_a_director",
            "U2")  # fmt: skip


def test_players_outside_the_bounds_are_entered_by_directors_alone(
    service: Service, rated: list[Asker]
) -> None:
    dora = with_role(service, "Dora")
    path = opened(dora, entrants={"most_rating": 0})
    problem(rated[0].post(f"{path}/entrants"), 409, "tournament/rating_outside", "U2")
    assert service.player("Eve").post(f"{path}/entrants").status_code == 201
    entered(dora, path, rated[0].id)
