"""An outsider's mistakes are answered kindly: with what was meant, and with what would be right."""

from typing import Any

import pytest

from games.core.words import did_you_mean
from tests.service.asker import Asker, Service, problem


@pytest.fixture
def ada(service: Service) -> Asker:
    return service.player("Ada")


@pytest.fixture
def bob(service: Service) -> Asker:
    return service.player("Bob")


@pytest.mark.parametrize(
    ("path", "body", "where", "suggested"),
    [
        ("/v1/players", {"nam": "Ada"}, "nam", "name"),
        ("/v1/players/me/tokens", {"expire_in": 60}, "expire_in", "expires_in"),
        ("/v1/tables", {"game": "boon", "seats": 3, "option": {}}, "option", "options"),
        ("/v1/tables", {"game": "boon", "seats": 3, "Options": {}}, "Options", "options"),
        ("/v1/tables", {"game": "bon", "seats": 3}, "game", "boon"),
        ("/v1/tables", {"game": "boon", "seats": 3, "reveal": "hands"}, "reveal", "hand"),
        ("/v1/tables", {"game": "boon", "seats": 3, "clock": {"turns": 3}}, "clock.turns", "turn"),
        (
            "/v1/tables",
            {"game": "boon", "seats": 3, "options": {"victorycards": 3}},
            "options.victorycards",
            "victory_cards",
        ),
        ("/v1/quick", {"game": "boon", "seat": 3}, "seat", "seats"),
        ("{table}/seats", {"seats": 1}, "seats", "seat"),
        ("{table}/seats", {"bot": "plane"}, "bot", "plain"),
        ("{table}/reveal", {"entropie": "x"}, "entropie", "entropy"),
        ("{table}/actions", {"type": "layout"}, "type", "lay_out"),
    ],
)
def test_a_wrong_name_suggests_the_right_one(
    service: Service, ada: Asker, path: str, body: Any, where: str, suggested: str
) -> None:
    table = service.started([ada], "boosh", 2)
    with service.nothing_happens():
        found = problem(ada.post(path.format(table=table), body), 422, "http/invalid")
        assert f"; did you mean `{suggested}`?" in found["errors"][where]
        assert f"did you mean `{suggested}`?" in found["detail"]


def test_a_name_like_none_there_is_lists_them_all(service: Service, ada: Asker) -> None:
    found = problem(
        ada.post("/v1/tables", {"game": "boon", "seats": 3, "xyz": 1}), 422, "http/invalid"
    )
    assert found["errors"]["xyz"].startswith("is no field here; there are: game, seats, options")
    assert "did you mean" not in found["errors"]["xyz"]


@pytest.mark.parametrize("field", ["x" * 50_000, "", "\x00", "Ünïcode", "seat\n"])
def test_any_name_at_all_is_answered(service: Service, ada: Asker, field: str) -> None:
    path = service.opened(ada)
    problem(ada.post(f"{path}/seats", {field: 1}), 422, "http/invalid")


def test_a_field_of_an_action_is_suggested_too(service: Service, ada: Asker) -> None:
    path = service.started([ada], "bum", 3)
    answer = ada.post(f"{path}/actions", {"type": "play", "card": ["3-1"]})
    assert "did you mean `cards`?" in problem(answer, 422, "http/invalid")["errors"]["card"]


def test_the_nearest_word_is_meant_and_none_that_is_far() -> None:
    assert did_you_mean("optoins", ("seats", "options")) == "; did you mean `options`?"
    assert did_you_mean("colour", ("seats", "options")) == ""
    assert did_you_mean(7, ("seats",)) == did_you_mean(None, ("seats",)) == ""


# ---- illegal actions


def test_an_illegal_action_is_answered_with_legal_ones(
    service: Service, ada: Asker, bob: Asker
) -> None:
    path = service.started([ada, bob], "boosh", 2)
    acting, _ = service.acting(path, [ada, bob])
    choices = acting.get(f"{path}/view").get_json()["choices"]
    offered = {one["type"] for one in choices["actions"]}
    wrong = next(
        body
        for body in ({"type": "call_woof"}, {"type": "lay_out"}, {"type": "pass"})
        if body["type"] not in offered
    )
    with service.nothing_happens():
        found = acting.post(f"{path}/actions", wrong).get_json()
        assert found["status"] == 409, found
        assert found["legal"] == {kind: rows[:10] for kind, rows in choices.items()}
        assert "to_act" not in found
    for legal in found["legal"]["actions"][:1]:
        assert acting.post(f"{path}/actions", legal).status_code == 200


def test_who_may_not_act_is_told_who_may(service: Service, ada: Asker, bob: Asker) -> None:
    path = service.started([ada, bob], "boon", 3)
    acting, other = service.acting(path, [ada, bob])
    to_act = other.get(f"{path}/view").get_json()["to_act"]
    choice = acting.get(f"{path}/view").get_json()["choices"]["actions"][0]
    with service.nothing_happens():
        found = other.post(f"{path}/actions", choice).get_json()
        assert (found["status"], found["to_act"]) == (409, to_act)
        assert "legal" not in found


def test_no_more_than_ten_of_a_kind_are_listed(service: Service, ada: Asker, bob: Asker) -> None:
    players = [ada, bob, service.player("Eve")]
    path = service.started(players, "bum", 3)
    leader, _ = service.acting(path, players)
    choices = leader.get(f"{path}/view").get_json()["choices"]
    assert len(choices["actions"]) > 10
    found = leader.post(f"{path}/actions", {"type": "pass"})
    assert (
        problem(found, 409, "bum/leader_must_play", "U8")["legal"]["actions"]
        == (choices["actions"][:10])
    )


def test_before_the_start_and_after_the_end_nothing_is_suggested(
    service: Service, ada: Asker, bob: Asker
) -> None:
    path = service.opened(ada, "boosh", 2)
    ada.post(f"{path}/seats")
    found = problem(
        ada.post(f"{path}/actions", {"type": "lay_out"}), 409, "table/not_started", "T6"
    )
    assert not {"legal", "to_act"} & set(found)
    playing = service.started([ada, bob], "boosh", 2)
    for asker in (ada, bob):
        asker.post(f"{playing}/adjourn")
    found = problem(ada.post(f"{playing}/actions", {"type": "lay_out"}), 409, "table/closed", "T9")
    assert not {"legal", "to_act"} & set(found)
