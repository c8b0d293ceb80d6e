"""Lists of a player's tables: one's own, and what others may know of them."""

from typing import Any

import pytest

from events.transfer.archiving import Archiver
from projections.accounts.player_tables import PLAYER_TABLES
from projections.read_models.rebuild import rebuild_models
from tests.service.asker import Asker, Service, problem
from tests.service.disputes.test_disputes import disputed, over
from tests.service.disputes.test_disputes import follow as follow_disputes
from tests.service.provoke_disputes import RULING
from tests.service.provoke_disputes import auditor as an_auditor

MINE = "/v1/players/me/tables"
CLOCK = {"turn": 30, "bank": 10}


@pytest.fixture
def ada(service: Service) -> Asker:
    return service.player("Ada")


@pytest.fixture
def bob(service: Service) -> Asker:
    return service.player("Bob")


def listed(asker: Asker, query: str = "", of: Asker | None = None) -> list[dict[str, Any]]:
    """Return the tables in a list, one's own unless it is another's."""
    path = MINE if of is None else f"/v1/players/{of.id}/tables"
    answer = asker.get(f"{path}?{query}")
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.get_json()["tables"]
    return found


def paths(rows: list[dict[str, Any]]) -> list[str]:
    """Return the paths of tables."""
    return [f"/v1/tables/{row['table']}" for row in rows]


def test_a_table_in_play_says_who_sits_there_and_whose_turn_it_is(
    service: Service, ada: Asker, bob: Asker
) -> None:
    path = service.started([ada, bob], "boosh", 3, clock=CLOCK)
    able, other = service.acting(path, [ada, bob])
    service.follow()
    (row,) = listed(able)
    view = able.get(f"{path}/view").get_json()
    for name in ("table", "game", "phase", "private", "opener", "opened_at", "seat"):
        assert row[name] == view[name], name
    assert [one["seat"] for one in row["turns"]] == view["to_act"]
    assert [one["deadline"] for one in row["turns"]] == [
        view["deadlines"][seat] for seat in view["to_act"]
    ]
    assert [(one["name"], one["bot"]) for one in row["seats"]] == [
        ("Ada", None), ("Bob", None), (None, "regular"),
    ]  # fmt: skip
    assert [one["player"] for one in row["seats"]] == [ada.id, bob.id, None]
    assert paths(listed(able, "state=my_turn")) == [path]
    assert listed(other, "state=my_turn") == []
    assert (row["result"], row["ended_at"]) == (None, None)
    assert row["started_at"] >= row["opened_at"]


def test_a_table_that_is_over_says_what_the_seat_has_made_of_it(
    service: Service, ada: Asker, bob: Asker
) -> None:
    path = service.started([ada, bob], "boosh", 2, options={"max_hands": 1})
    service.play(path, [ada, bob])
    service.follow()
    outcome = ada.get(path).get_json()["outcome"]
    for seat, asker in enumerate((ada, bob)):
        (row,) = listed(asker, "state=ended")
        assert row["seat"] == seat
        assert row["result"] == {
            "place": outcome["places"][seat], "score": outcome["scores"][seat],
            "corrected": False, "rating": None,
        }  # fmt: skip
        assert (row["phase"], row["turns"]) == ("closed", [])
        assert listed(asker, "state=playing") == []


def test_a_list_is_filtered_by_state_and_by_game(service: Service, ada: Asker, bob: Asker) -> None:
    playing = service.started([ada, bob], "boosh", 2)
    waiting = service.opened(ada, "boon", 3)
    secret = service.opened(ada, "boon", 3, private=True)
    over = service.opened(ada, "boosh", 2)
    assert ada.delete(over).status_code == 200
    service.follow()
    assert paths(listed(ada)) == sorted(
        [playing, waiting, secret, over],
        key=lambda path: (ada.get(path).get_json()["opened_at"], path),
        reverse=True,
    )
    assert set(paths(listed(ada, "state=open"))) == {waiting, secret}
    assert paths(listed(ada, "state=playing")) == [playing]
    assert paths(listed(ada, "state=ended")) == [over]
    assert set(paths(listed(ada, "game=boosh"))) == {playing, over}
    assert paths(listed(ada, "game=boosh&state=ended")) == [over]
    assert paths(listed(bob)) == [playing]
    assert listed(ada, "state=disputed") == []


@pytest.mark.parametrize("query", ["", "&state=ended", "&game=boon", "&state=my_turn"])
def test_a_cursor_leads_through_a_whole_list_once(
    service: Service, ada: Asker, bob: Asker, query: str
) -> None:
    made = [
        service.started([ada], "boon", 3) if query == "&state=my_turn" else service.opened(ada)
        for _ in range(7)
    ]
    for path in made:
        if query == "&state=ended":
            assert ada.delete(path).status_code == 200
        elif query == "&state=my_turn":
            service.bots(path)
    service.follow()
    expected = paths(listed(ada, query[1:]))
    seen, cursor, pages = [], "", 0
    while pages == 0 or cursor:
        page = ada.get(f"{MINE}?limit=3{query}{cursor}").get_json()
        seen += paths(page["tables"])
        cursor, pages = f"&cursor={page['cursor']}" if page["cursor"] else "", pages + 1
    assert (seen, pages) == (expected, 3)
    assert query == "&state=my_turn" or sorted(seen) == sorted(made)


@pytest.mark.parametrize(
    "query",
    ["limit=-1", "limit=x", "state=", "state=closed", "state=mine", "game=whist", "game=",
     "cursor=x", "cursor=", "cursor=1.t1", "cursor=0123456g.1.t1", "cursor=é"],
)  # fmt: skip
def test_a_bad_query_of_a_list_is_refused(service: Service, ada: Asker, query: str) -> None:
    problem(ada.get(f"{MINE}?{query}"), 400, "http/bad_query")
    problem(service.nobody.get(f"/v1/players/{ada.id}/tables?{query}"), 400, "http/bad_query")


def test_a_cursor_of_another_list_is_refused(service: Service, ada: Asker, bob: Asker) -> None:
    for _ in range(2):
        service.opened(ada)
    service.follow()
    cursor = ada.get(f"{MINE}?limit=1").get_json()["cursor"]
    lobby = ada.get("/v1/tables?limit=1").get_json()["cursor"]
    assert ada.get(f"{MINE}?cursor={cursor}").status_code == 200
    for where in (
        f"{MINE}?state=open&cursor={cursor}", f"{MINE}?game=boon&cursor={cursor}",
        f"{MINE}?cursor={lobby}", f"/v1/players/{bob.id}/tables?cursor={cursor}",
        f"/v1/tables?cursor={cursor}",
    ):  # fmt: skip
        problem(ada.get(where), 400, "http/bad_query")


def test_what_only_oneself_may_ask_for_is_refused_of_others(
    service: Service, ada: Asker, bob: Asker
) -> None:
    for state in ("my_turn", "disputed"):
        found = problem(
            bob.get(f"/v1/players/{ada.id}/tables?state={state}"), 400, "http/bad_query"
        )
        assert found["detail"] == "state must be one of: open, playing, ended"
    problem(service.nobody.get(MINE), 401, "http/unauthorized")
    problem(bob.get("/v1/players/p0/tables"), 404, "player/unknown")


def test_private_tables_stand_in_anothers_list_for_those_at_them_alone(
    service: Service, ada: Asker, bob: Asker
) -> None:
    eve, public = service.player("Eve"), service.opened(ada)
    made = ada.post("/v1/tables", {"game": "boon", "seats": 3, "private": True})
    private, code = made.headers["Location"], made.get_json()["join_code"]
    assert bob.post(f"{private}/seats", {}, Join_Code=code).status_code == 201
    service.follow()
    assert set(paths(listed(bob, of=ada))) == {public, private}
    assert paths(listed(ada, of=bob)) == [private]
    assert set(paths(listed(ada, of=ada))) == {public, private}
    for asker in (eve, service.nobody):
        assert paths(listed(asker, of=ada)) == [public]
        assert listed(asker, of=bob) == []


def test_who_gave_a_seat_up_finds_the_table_and_is_not_told_whose_turn_it_is(
    service: Service, ada: Asker, bob: Asker
) -> None:
    path = service.started([ada, bob], "boosh", 2)
    assert bob.delete(f"{path}/seats/1").status_code == 200
    service.follow()
    (mine,), (eves,) = listed(bob), listed(service.player("Eve"), of=ada)
    assert (mine["seat"], mine["turns"]) == (1, None)
    assert mine["seats"][1]["away"] == bob.id
    assert eves["turns"] is not None
    service.play(path, [ada])
    service.follow()
    (mine,) = listed(bob, "state=ended")
    assert mine["result"] is not None
    assert mine["seats"][1] == {
        "seat": 1, "player": bob.id, "name": "Bob", "bot": None, "away": None, "kept_for": None,
        "kept_until": None,
    }  # fmt: skip


def test_a_table_that_is_shown_late_tells_others_what_the_lobby_tells(
    service: Service, ada: Asker, bob: Asker
) -> None:
    path = service.started([ada, bob], "boosh", 2, spectator_delay=1000)
    service.follow()
    eve = service.player("Eve")
    before = listed(eve, of=ada)
    assert before[0]["turns"] is None
    assert listed(ada)[0]["turns"] is not None
    service.play(path, [ada, bob], actions=2)
    assert bob.delete(f"{path}/seats/1").status_code == 200
    service.play(path, [ada], actions=2)
    service.follow()
    assert listed(eve, of=ada) == before
    assert listed(service.nobody, of=bob)[0]["seats"] == before[0]["seats"]
    (own,) = listed(bob)
    assert (own["seats"][1]["bot"], own["turns"], own["n"]) == ("regular", None, before[0]["n"])
    assert listed(ada)[0]["seats"][1]["bot"] == "regular"


def test_the_name_of_who_erased_the_account_is_null(
    service: Service, ada: Asker, bob: Asker
) -> None:
    service.started([ada, bob], "boosh", 2)
    assert bob.delete("/v1/players/me").status_code == 204
    service.follow()
    (row,) = listed(ada)
    assert (row["seats"][1]["player"], row["seats"][1]["name"]) == (bob.id, None)
    problem(ada.get(f"/v1/players/{bob.id}/tables"), 404, "player/unknown")


def test_tables_with_disputes_are_listed_with_the_outcome_as_corrected(
    service: Service, ada: Asker, bob: Asker
) -> None:
    quiet, loud = over(service, [ada, bob]), over(service, [ada, bob])
    scores = ada.get(loud).get_json()["outcome"]["scores"]
    where = disputed(loud, bob)
    disputed(loud, ada)
    for _ in range(2):
        service.follow()
        follow_disputes(service)
    for asker in (ada, bob):
        assert paths(listed(asker, "state=disputed")) == [loud]
        assert listed(asker, "state=disputed&game=boon") == []
    assert listed(service.player("Eve"), "state=disputed") == []
    assert set(paths(listed(ada))) == {quiet, loud}
    remedy = {"remedy": "points_adjusted", "points": [5, -7]}
    made = an_auditor(service).post(f"{where}/ruling", {**RULING, **remedy})
    assert made.status_code == 201, made.text
    follow_disputes(service)
    (row,) = listed(ada, "state=disputed")
    corrected = ada.get(loud).get_json()["corrected"]
    assert row["result"] == {
        "place": corrected["places"][0], "score": scores[0] + 5, "corrected": True,
        "rating": None,
    }  # fmt: skip
    (eves,) = (row for row in listed(service.nobody, of=bob) if row["result"]["corrected"])
    assert eves["result"]["score"] == scores[1] - 7


def test_the_lists_are_the_same_when_a_table_is_archived_and_after_a_rebuild(
    service: Service, ada: Asker, bob: Asker
) -> None:
    path = over(service, [ada, bob])
    service.follow()
    before = [listed(ada), listed(service.nobody, of=bob)]
    table, own = path.rsplit("/", 1)[1], service.parts
    assert Archiver(own.store, own.signing.keys.signer).move(table) == "archived"
    assert [listed(ada), listed(service.nobody, of=bob)] == before != [[], []]
    model = own.models.player_tables
    model.drop(model.version())
    assert listed(ada) == []
    rebuild_models(own.store, [PLAYER_TABLES])
    assert [listed(ada), listed(service.nobody, of=bob)] == before


def test_who_is_invited_finds_the_table_as_long_as_the_invitation_is_open(
    service: Service, ada: Asker, bob: Asker
) -> None:
    invite = [{"player": bob.id, "seat": 2}]
    path = service.opened(ada, private=True, invite=invite)
    service.follow()
    (row,) = listed(bob, "state=open")
    view = bob.get(path).get_json()
    assert (row["seat"], row["seats"][2]["kept_for"]) == (None, bob.id)
    for name in ("kept_for", "kept_until"):
        assert [one[name] for one in row["seats"]] == [one[name] for one in view["seats"]]
    assert paths(listed(bob, of=ada)) == [path]
    assert listed(service.player("Eve"), of=bob) == []
    table = path.rsplit("/", 1)[1]
    assert bob.delete(f"/v1/tables/{table}/invitations/{bob.id}").status_code == 200
    service.follow()
    assert listed(bob) == listed(bob, of=ada) == []
    assert listed(ada)[0]["seats"][2]["kept_for"] is None
