"""A client that knows nothing but the OpenAPI document plays every game to its end."""

import ast
import re
import secrets
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from games import NEWEST
from games.core.options import option_kinds
from tests.clients.generic import Api, Json, Player, Refused
from tests.games.every import every

SOURCE = Path(__file__).with_name("generic.py")


class Careless(Player):
    """Loses one answer in three."""

    def send(self, request: urllib.request.Request) -> Json:
        answer = super().send(request)
        if self.token and self.luck.random() < 1 / 3:
            raise ConnectionResetError("the answer is lost")
        return answer


@pytest.fixture
def api(url: str) -> Api:
    return Api(url)


def players(api: Api, count: int, kind: type[Player] = Player) -> list[Player]:
    """Make accounts."""
    return [kind(api, f"stranger {secrets.token_hex(6)}", seed) for seed in range(count)]


def opened(api: Api, opener: Player, game: str) -> tuple[str, int]:
    """Open a table whose play ends soon, with as few seats as the document allows."""
    bodies = {value: (by, properties) for by, value, properties in api.bodies("openTable")}
    by, properties = bodies[game]
    seats: int = properties["seats"]["minimum"]
    body = {by: game, "seats": seats, "options": dict(NEWEST[game].brief)}
    return opener.ask("openTable", body)["view"]["table"], seats


def ended(view: Json, seats: int) -> None:
    """Expect a played table with a result."""
    assert view["phase"] == "closed"
    assert len(view["outcome"]["places"]) == seats
    assert min(view["outcome"]["places"]) == 1


@every("game")
def test_a_client_that_knows_no_rules_plays_every_game_against_bots(api: Api, game: str) -> None:
    (me,) = players(api, 1)
    table, seats = opened(api, me, game)
    me.ask("sitDown", table_id=table)
    for _ in range(seats - 1):
        me.ask("sitDown", {"bot": "regular"}, table_id=table)
    me.ask("startTable", table_id=table)
    view = me.stay(table)
    ended(view, seats)
    assert view["seat"] == 0


@pytest.mark.parametrize(
    "kind", [Player, Careless], ids=["all answers", "one answer in three lost"]
)
@every("game")
def test_clients_that_know_no_rules_play_every_game_among_themselves(
    api: Api, game: str, kind: type[Player]
) -> None:
    seated = players(api, 3, kind)
    table, seats = opened(api, seated[0], game)
    seated = seated[:seats]
    for one in seated:
        one.ask("sitDown", table_id=table)
    seated[1].ask("startTable", table_id=table)
    with ThreadPoolExecutor(seats) as pool:
        views = list(pool.map(lambda one: one.stay(table), seated))
    for seat, view in enumerate(views):
        ended(view, seats)
        assert view["seat"] == seat
        assert view["head"] == views[0]["head"]
    commands = acted(api, seated[0], table)
    assert {cause["seat"] for cause in commands} == set(range(seats))
    assert not any(cause.get("bot") for cause in commands)
    assert (sum(one.repeats for one in seated) > 0) == (kind is Careless)


def acted(api: Api, reader: Player, table: str) -> list[Json]:
    """Return the cause of every action at a table."""
    found: list[Json] = []
    after: int | None = 0
    while after is not None:
        page = reader.ask("listEvents", table_id=table, after=after)
        found += [event["cause"] for event in page["events"] if isinstance(event["cause"], dict)]
        after = page["next"]
    return [cause for cause in found if cause["seat"] is not None]


def test_what_is_refused_for_good_is_not_tried_again(api: Api) -> None:
    (me,) = players(api, 1)
    with pytest.raises(Refused) as refused:
        me.ask("showView", table_id="t0")
    assert (refused.value.status, refused.value.code) == (404, "table/unknown")


def words_of_the_games() -> set[str]:
    """Return all that only a client of one game would know: games, actions, options, cards."""
    found: set[str] = set()
    for game in NEWEST.values():
        found |= {
            game.name,
            *game.actions,
            *option_kinds(game.options),
            *(face.id for face in game.presentation.faces),
        }
    return found


def said(text: str) -> set[str]:
    """Return the words in the literals of a program, its docstrings left out."""
    nodes = list(ast.walk(ast.parse(text)))
    told = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    words: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            words |= set(re.findall(r"[\w-]+", node.value))
    return words


def test_the_client_is_short_and_says_no_word_of_any_game() -> None:
    text = SOURCE.read_text()
    assert text.count("\n") < 150
    assert said('"""bid"""\nif kind == "bid": pass') == {"bid"}
    assert said(text) & words_of_the_games() == set()


def test_the_client_imports_the_standard_library_alone() -> None:
    imported: set[str] = set()
    for node in ast.walk(ast.parse(SOURCE.read_text())):
        match node:
            case ast.Import(names=names):
                imported |= {alias.name.split(".")[0] for alias in names}
            case ast.ImportFrom(module=str(module)):
                imported.add(module.split(".")[0])
            case _:
                continue
    ours: Any = {
        "games",
        "bots",
        "tournaments",
        "events",
        "projections",
        "workers",
        "service",
        "tests",
        "bench",
    }
    assert imported
    assert imported & ours == set()
