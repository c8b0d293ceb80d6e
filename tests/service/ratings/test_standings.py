"""Leaderboards and statistics over HTTP."""

from typing import Any

import pytest

from events.store.feed import entries_of
from projections.ratings.corrections import RatingCorrector
from projections.ratings.ratings import Ratings
from tests.projections.ratings.test_standings import play
from tests.service.asker import Asker, Service, problem


@pytest.fixture
def players(service: Service) -> list[Asker]:
    return [service.player(name) for name in ("Ada", "Bob", "Cyd", "Dan")]


def follow(service: Service) -> None:
    """Bring the standings up to date, as a follower does."""
    model, store = service.parts.models.standings, service.parts.store
    corrections = RatingCorrector(store, Ratings(store))
    for _ in range(2):  # the second time with the ratings that the first has decided
        for partition in range(store.names.partitions):
            place = model.places(model.version()).get(partition, "0-0")
            reply: Any = service.redis.xread({store.names.feed(partition): place})
            for _, entries in entries_of(reply):
                model.decide_on(entries)
                model.feed(partition, entries, model.version())
        while corrections.step():
            pass


def season(service: Service, players: list[Asker], tables: int, game: str = "boon") -> None:
    """Play tables of three: the first player always wins, the others take turns."""
    for number in range(tables):
        others = [players[1 + number % 3].id, None]
        play(service.parts.store, f"t{game}{number}", [players[0].id, *others], [1, 2, 3],
             game=game)  # fmt: skip
    follow(service)


def board(service: Service, query: str = "") -> Any:
    """Return the leaderboard of Boon."""
    answer = service.nobody.get(f"/v1/leaderboards/boon{query}")
    assert answer.status_code == 200, answer.text
    return answer.get_json()


def test_the_leaderboard_shows_players_best_first_with_rank_and_name(
    service: Service, players: list[Asker]
) -> None:
    season(service, players, 5)
    found = board(service)
    assert (found["game"], found["cursor"]) == ("boon", None)
    rows = found["players"]
    assert [row["rank"] for row in rows] == [1, 2, 3, 4]
    assert (rows[0]["player"], rows[0]["name"]) == (players[0].id, "Ada")
    assert {row["name"] for row in rows} == {"Ada", "Bob", "Cyd", "Dan"}
    assert [row["rating"] for row in rows] == sorted((r["rating"] for r in rows), reverse=True)
    assert (rows[0]["played"], rows[0]["won"], rows[0]["average_place"]) == (5, 5, 1)
    for row in rows:
        assert row["rating"] == pytest.approx(row["mu"] - 3 * row["sigma"], abs=1e-5)


def test_a_profile_shows_what_was_played_and_won(service: Service, players: list[Asker]) -> None:
    assert service.nobody.get(f"/v1/players/{players[1].id}").get_json()["statistics"] == {
        "played": 0, "won": 0, "games": {},
    }  # fmt: skip
    season(service, players, 4)
    season(service, players, 2, "boosh")
    found = service.nobody.get(f"/v1/players/{players[0].id}").get_json()
    assert (found["player"], found["name"]) == (players[0].id, "Ada")
    assert (found["statistics"]["played"], found["statistics"]["won"]) == (6, 6)
    games = found["statistics"]["games"]
    assert {name: row["played"] for name, row in games.items()} == {"boon": 4, "boosh": 2}
    assert games["boon"]["points"] == 4 * 20
    (row,) = (row for row in board(service)["players"] if row["player"] == players[0].id)
    assert {name: row[name] for name in games["boon"]} == games["boon"]
    bob = service.nobody.get(f"/v1/players/{players[1].id}").get_json()["statistics"]
    assert (bob["played"], bob["won"], bob["games"]["boon"]["average_place"]) == (3, 0, 2)


@pytest.mark.parametrize("limit", [1, 2, 3, 4])
def test_a_cursor_leads_through_the_leaderboard_once(
    service: Service, players: list[Asker], limit: int
) -> None:
    season(service, players, 7)
    whole = board(service)["players"]
    shown: list[Any] = []
    query = ""
    while True:
        page = board(service, f"?limit={limit}{query}")
        shown += page["players"]
        if page["cursor"] is None:
            break
        query = f"&cursor={page['cursor']}"
    assert shown == whole


def test_players_of_few_tables_can_be_left_out(service: Service, players: list[Asker]) -> None:
    season(service, players, 5)  # Bob and Cyd twice, Dan once
    names = [row["name"] for row in board(service, "?min_tables=2")["players"]]
    assert sorted(names) == ["Ada", "Bob", "Cyd"]
    found = board(service, "?min_tables=2&limit=2")
    following = board(service, f"?min_tables=2&limit=2&cursor={found['cursor']}")
    shown = [*found["players"], *following["players"]]
    assert [(row["rank"], row["name"]) for row in shown] == list(enumerate(names, 1))
    assert board(service, "?min_tables=6")["players"] == []


def test_a_table_of_bots_or_of_one_player_changes_nothing(
    service: Service, players: list[Asker]
) -> None:
    path = service.started(players[:1], "boosh", 2, options={"max_hands": 1})
    service.play(path, players[:1])
    follow(service)
    found = service.nobody.get("/v1/leaderboards/boosh").get_json()
    assert (found["players"], found["bots"]) == ([], [])


def test_levels_of_bots_are_shown_apart_best_first_and_the_same_on_every_page(
    service: Service, players: list[Asker]
) -> None:
    season(service, players, 3)
    for number in range(2):
        seats = ["bot:novice", players[0].id, "bot:expert", "bot:expert"]
        play(service.parts.store, f"tlevels{number}", seats, [4, 3, 1, 2])
    follow(service)
    first = board(service, "?limit=1")
    expert, novice = first["bots"]
    assert [(one["level"], one["played"], one["won"]) for one in (expert, novice)] == [
        ("expert", 4, 2), ("novice", 2, 0),
    ]  # fmt: skip
    assert expert["rating"] > novice["rating"]
    assert board(service, f"?limit=1&cursor={first['cursor']}")["bots"] == first["bots"]
    assert all(row["player"].startswith("p") for row in board(service)["players"])


def test_a_table_played_over_http_is_rated(service: Service, players: list[Asker]) -> None:
    path = service.started(players[:2], "boosh", 2, options={"max_hands": 1})
    service.play(path, players[:2])
    outcome = service.nobody.get(path).get_json()["outcome"]
    follow(service)
    rows = service.nobody.get("/v1/leaderboards/boosh").get_json()["players"]
    by_id = {row["player"]: row for row in rows}
    for seat, one in enumerate(players[:2]):
        assert by_id[one.id]["average_place"] == outcome["places"][seat]
        assert by_id[one.id]["points"] == outcome["scores"][seat]


def test_a_list_of_tables_tells_the_rating_after_each(
    service: Service, players: list[Asker]
) -> None:
    for _ in range(3):
        path = service.started(players[:2], "boosh", 2, options={"max_hands": 1})
        service.play(path, players[:2])
        follow(service)
    for options in ({"rated": False}, {}):  # one that is not rated, and one without another player
        people = players[: 2 if options else 1]
        path = service.started(people, "boosh", 2, options={"max_hands": 1}, **options)
        service.play(path, people)
    service.follow()
    follow(service)
    told = players[0].get("/v1/players/me/tables?state=ended").get_json()["tables"]
    ratings = [row["result"]["rating"] for row in told]
    assert ratings[:2] == [None, None]
    own = service.nobody.get(f"/v1/players/{players[0].id}").get_json()["statistics"]
    assert ratings[2] == own["games"]["boosh"]["rating"]
    assert len(set(ratings[2:])) == 3
    other = players[1].get(f"/v1/players/{players[0].id}/tables?state=ended").get_json()["tables"]
    assert [row["result"]["rating"] for row in other] == ratings


def test_an_erased_player_keeps_the_rank_without_a_name(
    service: Service, players: list[Asker]
) -> None:
    season(service, players, 3)
    assert players[0].delete("/v1/players/me").status_code == 204
    first = board(service)["players"][0]
    assert (first["player"], first["name"]) == (players[0].id, None)


def test_an_unknown_game_has_no_leaderboard(service: Service) -> None:
    problem(service.nobody.get("/v1/leaderboards/whist"), 404, "game/unknown")
    assert board(service) == {"game": "boon", "players": [], "bots": [], "cursor": None}


@pytest.mark.parametrize(
    "query",
    ["limit=-1", "limit=x", "min_tables=x", "min_tables=-1", "cursor=x", "cursor=", "cursor=MTIz",
     "cursor=é"],
)  # fmt: skip
def test_a_bad_query_of_a_leaderboard_is_refused(service: Service, query: str) -> None:
    problem(service.nobody.get(f"/v1/leaderboards/boon?{query}"), 400, "http/bad_query")
