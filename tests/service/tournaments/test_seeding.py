"""Seeds, rating bounds, invitations, codes and requested byes over REST."""

import pytest

from tests.service.asker import Asker, Service, problem
from tests.service.cups import CUPS, PEOPLE, entered, opened, with_role
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
    problem(rated[0].post(f"{path}/entrants"), 409, "tournament/rating_too_high", "U2")
    assert service.player("Eve").post(f"{path}/entrants").status_code == 201
    entered(dora, path, rated[0].id)


def test_players_enter_with_the_code_that_the_director_reads(service: Service) -> None:
    dora, ann = with_role(service, "Dora"), service.player("Ann")
    path = opened(dora, entrants={"code": True})
    assert "code" not in ann.get(path).get_json()["you"]
    code = dora.get(path).get_json()["you"]["code"]
    for wrong in ({}, {"code": "abcd"}, {"code": "ä"}, {"code": None}):
        problem(ann.post(f"{path}/entrants", wrong), 403, "tournament/wrong_code")
    assert ann.post(f"{path}/entrants", {"code": f" {code.upper()}"}).status_code == 201
    entered(dora, path, service.player("Ben").id)
    assert dora.post(f"{path}/entrants").status_code == 201
    assert code not in service.nobody.get(f"{path}/log").text


def test_invited_players_may_enter_and_others_may_not(service: Service) -> None:
    dora, ann, ben = with_role(service, "Dora"), service.player("Ann"), service.player("Ben")
    problem(dora.post(CUPS, {**PEOPLE, "entrants": {"invited": ["nobody"]}}), 404, "player/unknown")
    path = opened(dora, entrants={"invited": [ann.id]})
    assert [one.get(path).get_json()["you"]["may"] for one in (ann, ben)] == [["register"], []]
    problem(ben.post(f"{path}/entrants"), 403, "tournament/not_invited", "U2")
    problem(dora.post(f"{path}/invitations", {"players": ["nobody"]}), 404, "player/unknown")
    assert dora.post(f"{path}/invitations", {"players": [ben.id]}).status_code == 200
    for one in (ann, ben):
        assert one.post(f"{path}/entrants").status_code == 201


def test_players_ask_for_byes_when_they_enter_where_the_settings_let_them(service: Service) -> None:
    dora, ann = with_role(service, "Dora"), service.player("Ann")
    swiss = {"kind": "swiss", "rounds": 5}
    plain = opened(dora, format=swiss)
    problem(ann.post(f"{plain}/entrants", {"byes": [0]}), 422, "http/invalid")
    path = opened(dora, format=swiss, entrants={"most_byes": 2})
    problem(ann.post(f"{path}/entrants", {"byes": [0, 1, 2]}), 422, "http/invalid")
    problem(ann.post(f"{path}/entrants", {"byes": [5]}), 422, "http/invalid")
    assert ann.post(f"{path}/entrants", {"byes": [0, 4]}).status_code == 201
    (row,) = service.nobody.get(f"{path}/entrants").get_json()["entrants"]
    assert row["byes"] == [0, 4]
    settings = service.nobody.get(path).get_json()["settings"]
    assert settings["entrants"]["most_byes"] == 2
