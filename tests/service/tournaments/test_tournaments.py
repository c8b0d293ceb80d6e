"""Tournaments over REST: opened, listed, entered, directed."""

import pytest

from events.store.due import Batch, DueIndex
from games.table.planned import table_id
from service.tournaments.examples import IN_FULL
from tests.service.asker import Asker, Service, commitment, entropy, nothing_done, problem
from tests.service.cups import CUPS, PEOPLE, entered, opened, running, with_role
from tests.waiting import PATIENCE
from workers.tournaments.rounds import run_tournament


@pytest.fixture
def dora(service: Service) -> Asker:
    """Return a director."""
    return with_role(service, "Dora")


def test_a_director_opens_a_tournament_that_everybody_sees(service: Service, dora: Asker) -> None:
    made = dora.post(CUPS, PEOPLE, Idempotency_Key="one")
    path, found = made.headers["Location"], made.get_json()
    assert found["receipt"]["table"] == found["tournament"]["id"] == path.rsplit("/", 1)[1]
    shown = service.nobody.get(path)
    facts = shown.get_json()
    assert facts | {"you": None} == found["tournament"] | {"you": None}
    assert (facts["name"], facts["phase"], facts["secret"]) == ("Sunday cup", "registration", None)
    assert facts["settings"]["format"]["duplicate"] is True
    assert facts["settings"]["games"][0]["options"]
    again = dora.post(CUPS, PEOPLE, Idempotency_Key="one")
    assert again.headers["Idempotency-Replayed"] == "true"
    assert again.get_json()["tournament"]["id"] == facts["id"]
    tag = shown.headers["ETag"]
    assert service.nobody.get(path, If_None_Match=tag).status_code == 304
    assert dora.get(path, If_None_Match=tag).status_code == 200


def test_the_example_in_full_is_taken(dora: Asker) -> None:
    assert dora.post(CUPS, dict(IN_FULL)).status_code == 201


def test_only_who_has_the_role_opens_tournaments(service: Service) -> None:
    problem(service.player("Ann").post(CUPS, PEOPLE), 403, "tournament/no_role")
    problem(with_role(service, "Max", "auditor").post(CUPS, PEOPLE), 403, "tournament/no_role")
    assert with_role(service, "Root", "admin").post(CUPS, PEOPLE).status_code == 201


def test_five_hundred_tables_are_planned_by_one_request_once(service: Service, dora: Asker) -> None:
    path = opened(dora, games=[{"game": "boosh", "seats": 2}], entrants={"kinds": ["bot"]})
    entered(dora, path, *["bot:novice"] * 4)
    dora.post(f"{path}/call")
    rows = [{"group": at // 2, "seats": [at % 2, 2 + at % 2]} for at in range(500)]
    with nothing_done(service):
        bad = [*rows[:499], {"group": 0, "seats": [0, 4]}]
        problem(dora.post(f"{path}/rounds", {"tables": bad}), 404, "tournament/unknown_entrant",
                "U66")  # fmt: skip
    made = [dora.post(f"{path}/rounds", {"tables": rows}, Idempotency_Key="bulk") for _ in range(3)]
    assert [one.headers.get("Idempotency-Replayed") for one in made] == [None, "true", "true"]
    assert made[0].data == made[1].data == made[2].data
    facts = service.nobody.get(path).get_json()
    assert (facts["tables"]["planned"], facts["groups"]["planned"], facts["rounds"]) == (
        500, 250, 1,
    )  # fmt: skip


def test_a_planned_table_is_heard_of_from_the_plan_on_and_seen_when_it_is_there(
    service: Service, dora: Asker
) -> None:
    path, (ann, ben) = running(service, dora)
    cup = path.rsplit("/", 1)[1]
    first, second = (f"/v1/tables/{table_id(cup, index)}/view" for index in range(2))
    for one in (ann, service.nobody):
        problem(one.get(first), 404, "table/unknown")
    dora.post(f"{path}/rounds", {"tables": [{"seats": [0, 1]}]})
    for one in (ann, dora, service.nobody):
        told = one.get(first)
        problem(told, 404, "table/planned")
        assert told.headers["Retry-After"] == "1"
        problem(one.get(second), 404, "table/unknown")
    problem(ann.post(first.replace("/view", "/actions"), {"type": "pass"}), 404, "table/planned")
    job = Batch("tournament", service.parts.store.names.partition(cup), 1)
    assert DueIndex(service.parts.store).claim(job, service.parts.store.now(), 1)
    problem(ben.get(first), 404, "table/planned")  # a job is at it
    run_tournament(service.parts.tables, cup, PATIENCE)
    assert [one.get(first).status_code for one in (ann, ben, dora)] == [200] * 3


def test_entrants_check_in_promise_and_reveal(service: Service, dora: Asker) -> None:
    path = opened(dora, entrants={"check_in": True, "kinds": ["player", "bot"]})
    ann, ben = service.player("Ann"), service.player("Ben")
    may = ann.get(path).get_json()["you"]
    assert may == {"entrant": None, "director": False, "may": ["register"], "table": None}
    ann.post(f"{path}/entrants", {"commitment": commitment(ann.id, "cat")})
    ben.post(f"{path}/entrants")
    entered(dora, path, "bot:expert")
    assert ann.get(path).get_json()["you"]["may"] == ["check_in", "withdraw"]
    for one in (ann, ben, ben):
        assert one.post(f"{path}/check-in").status_code == 200
    rows = service.nobody.get(f"{path}/entrants").get_json()["entrants"]
    assert [(one["checked_in"], one["committed"]) for one in rows] == [
        (True, True), (True, False), (False, False),
    ]  # fmt: skip
    assert [one["members"][0]["name"] for one in rows] == ["Ann", "Ben", None]
    assert rows[2]["members"][0]["level"] == "expert"
    called = dora.post(f"{path}/call").get_json()["tournament"]
    assert (called["phase"], called["until"] > called["opened_at"]) == ("called", True)
    assert ann.get(path).get_json()["you"]["may"] == ["reveal", "withdraw"]
    receipts = service.nobody.get(f"{path}/closing").get_json()
    closing = called["closing"]["head"]
    assert (receipts["closing"]["head"], receipts["settled"]) == (closing, None)
    assert receipts["closing"]["n"] == called["closing"]["n"] == called["n"]
    wrong = {"entropy": entropy("owl"), "closing": closing}
    problem(ann.post(f"{path}/reveal", wrong), 409, "tournament/entropy_differs", "U5")
    wrong = {"entropy": entropy("cat"), "closing": "00" * 32}
    problem(ann.post(f"{path}/reveal", wrong), 409, "tournament/other_closing", "U5")
    brought = {"entropy": entropy("cat"), "closing": closing}
    told = ann.post(f"{path}/reveal", brought).get_json()["tournament"]
    settled = service.nobody.get(f"{path}/closing").get_json()["settled"]
    assert (settled["n"], settled["head"]) == (told["n"], told["head"])
    assert told["phase"] == "running"
    rows = service.nobody.get(f"{path}/entrants").get_json()["entrants"]
    assert [one["entropy"] for one in rows] == [entropy("cat"), None, None]


def test_who_plays_is_told_the_table_and_a_director_who_plays_sees_no_more(
    service: Service, dora: Asker
) -> None:
    path, (ann, ben) = running(service, dora)
    dora.post(f"{path}/rounds", {"tables": [{"seats": [0, 1]}]})
    assert ann.get(path).get_json()["you"]["table"] is None
    cup = path.rsplit("/", 1)[1]
    run_tournament(service.parts.tables, cup, PATIENCE)
    tables = [one.get(path).get_json()["you"]["table"] for one in (ann, ben, dora)]
    assert tables == [table_id(cup, 0), table_id(cup, 0), None]
    view = dora.get(f"/v1/tables/{tables[0]}/view").get_json()
    assert view["seat"] is None and view["choices"] is None
    dan = service.player("Dan")
    problem(dan.get(f"/v1/tables/{tables[0]}/view"), 403, "table/not_released", "T26")
    for at, one in enumerate((ann, ben)):
        assert one.get(f"/v1/tables/{tables[0]}/view").get_json()["seat"] == at
    assert dora.post(f"{path}/directors", {"player": ann.id}).status_code == 200
    assert ann.get(path).get_json()["you"]["director"]
    assert ann.get(f"/v1/tables/{tables[0]}/view").get_json()["seat"] == 0


def test_others_play_on_for_an_entrant_who_may_be_withdrawn(service: Service, dora: Asker) -> None:
    path, (ann, ben) = running(service, dora)
    cleo = service.player("Cleo")
    body = {"kind": "program", "members": [cleo.id], "name": "Robot"}
    assert dora.post(f"{path}/entrants/1/replacement", body).status_code == 200
    row = service.nobody.get(f"{path}/entrants").get_json()["entrants"][1]
    assert (row["name"], row["kind"], row["past"][0]["player"]) == ("Robot", "program", ben.id)
    problem(ben.post(f"{path}/entrants"), 409, "tournament/registration_over", "U2")
    problem(ben.delete(f"{path}/entrants/1"), 403, "tournament/not_your_entry", "U11")
    assert cleo.delete(f"{path}/entrants/1").status_code == 200
    with nothing_done(service):
        assert cleo.delete(f"{path}/entrants/1").status_code == 200
    assert ann.get(path).get_json()["active"] == 1
    assert service.nobody.get(f"{path}/entrants").get_json()["entrants"][1]["withdrawn"]


def test_teams_and_programs_enter_under_names_of_their_own(service: Service, dora: Asker) -> None:
    ann, ben = service.player("Ann"), service.player("Ben")
    path = opened(dora, entrants={"kinds": ["team", "bot"]}, format={"kind": "own", "rotate": True})
    team = {"kind": "team", "members": [ann.id, "bot:expert"], "name": "Two of a kind"}
    problem(ann.post(f"{path}/entrants", team), 403, "tournament/not_a_director", "U2")
    assert dora.post(f"{path}/entrants", team).get_json()["entrant"] == 0
    assert ann.get(path).get_json()["you"] == {
        "entrant": 0, "director": False, "may": ["check_in", "withdraw"], "table": None,
    }  # fmt: skip
    (row,) = service.nobody.get(f"{path}/entrants").get_json()["entrants"]
    assert row["name"] == "Two of a kind"
    assert [(one["name"], one["level"]) for one in row["members"]] == [
        ("Ann", None), (None, "expert"),
    ]  # fmt: skip
    path = opened(dora)
    robot = {"kind": "program", "name": "Robot"}
    assert ben.post(f"{path}/entrants", robot).get_json()["entrant"] == 0
    (row,) = service.nobody.get(f"{path}/entrants").get_json()["entrants"]
    assert (row["kind"], row["name"], row["members"][0]["player"]) == ("program", "Robot", ben.id)
    assert ben.delete("/v1/players/me").status_code == 204
    (row,) = service.nobody.get(f"{path}/entrants").get_json()["entrants"]
    assert (row["name"], row["members"][0]["name"]) == (None, None)


def test_a_tournament_is_closed_and_its_secret_is_told(service: Service, dora: Asker) -> None:
    path = opened(dora)
    told = dora.post(f"{path}/close", {"abandon": True}).get_json()["tournament"]
    assert (told["phase"], told["why"], len(told["secret"])) == ("closed", "abandoned", 64)
    assert told["you"]["may"] == []
    problem(dora.post(f"{path}/pause"), 409, "tournament/closed", "U14")


def test_tournaments_are_listed_by_what_is_asked(service: Service, dora: Asker) -> None:
    dan, ann = service.player("Dan"), service.player("Ann")
    paths = [opened(dora, name=f"Cup {at}", directors=[dan.id] * (at == 1)) for at in range(3)]
    boon = [{"game": "boon", "seats": 4}]
    paths.append(opened(dora, games=boon, entrants={"kinds": ["bot"]}))
    entered(dora, paths[0], ann.id)
    dora.post(f"{paths[2]}/close", {"abandon": True})
    service.follow()

    def ids(query: str, asker: Asker = service.nobody) -> list[int]:
        found = asker.get(f"{CUPS}?{query}").get_json()["tournaments"]
        return [paths.index(f"{CUPS}/{one['id']}") for one in found]

    assert ids("") == [3, 2, 1, 0]
    assert ids("phase=closed") == [2]
    assert ids("game=boon") == [3]
    assert ids("player=me", ann) == ids(f"player={ann.id}") == [0]
    assert ids("director=me", dan) == [1]
    assert ids("name=CUP") == [3, 2, 1, 0]
    assert ids("name=cup%201&phase=registration") == [1]
    assert ids("name=tea") == ids("name=cup&player=nobody") == []
    assert ids("director=me&phase=registration&game=boosh", dora) == [1, 0]
    problem(service.nobody.get(f"{CUPS}?player=me"), 401, "http/unauthorized")
    for query in ("phase=over", "game=whist", "cursor=5", "limit=x", "format=own"):
        problem(service.nobody.get(f"{CUPS}?{query}"), 400, "http/bad_query")
    first = service.nobody.get(f"{CUPS}?limit=3").get_json()
    rest = service.nobody.get(f"{CUPS}?limit=3&cursor={first['cursor']}").get_json()
    assert [one["name"] for one in rest["tournaments"]] == ["Cup 0"]
    assert (rest["cursor"], rest["tournaments"][0]["entrants"]) == (None, 1)
    mine = dora.get(f"{CUPS}?director=me&limit=2").get_json()
    assert len(dora.get(f"{CUPS}?director=me&cursor={mine['cursor']}").get_json()["tournaments"])


def test_a_repeat_is_answered_as_it_was_whatever_came_after(service: Service, dora: Asker) -> None:
    path = opened(dora, entrants={"kinds": ["player", "bot"]})
    body = {"kind": "bot", "members": ["bot:novice"], "name": "The house"}
    first = dora.post(f"{path}/entrants", body, Idempotency_Key="one")
    entered(dora, path, "bot:novice")
    dora.post(f"{path}/call")
    again = dora.post(f"{path}/entrants", body, Idempotency_Key="one")
    assert (again.data, again.headers["Idempotency-Replayed"]) == (first.data, "true")
    other = {**body, "name": "Another"}
    problem(dora.post(f"{path}/entrants", other, Idempotency_Key="one"), 422, "http/key_reused")
