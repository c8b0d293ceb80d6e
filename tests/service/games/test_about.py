"""What `GET /v1/games` tells a host about each game before a table is opened."""

import pytest

from games import OWN
from games.core.about import TURN_SECONDS
from tests.service.asker import Service


@pytest.mark.parametrize("name", [game.name for game in OWN])
def test_a_host_is_told_for_whom_how_long_and_how_hard_a_game_is(
    service: Service, name: str
) -> None:
    (listed,) = [
        one for one in service.nobody.get("/v1/games").get_json()["games"] if one["game"] == name
    ]
    about, seats = listed["about"], listed["seats"]
    assert about == service.nobody.get(f"/v1/games/{name}").get_json()["about"]
    assert about["summary"]
    assert about["introduction"]
    assert about["difficulty"] in ("easy", "medium", "hard")
    assert about["turn_seconds"] == TURN_SECONDS == 20
    counts = range(seats["least"], seats["most"] + 1)
    assert [row["seats"] for row in about["minutes"]] == [*counts]
    assert all(0 < row["least"] <= row["most"] for row in about["minutes"])
    assert {*about["best"]} <= {*counts}
