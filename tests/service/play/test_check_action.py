"""Whether an action would be legal: asked of the table, which writes nothing and tells no more."""

from typing import Any

import pytest

from tests.games.every import every, usual_seats
from tests.service.asker import Asker, Service, problem
from tests.service.play.test_signed_actions import begun, with_key


@pytest.fixture
def two(service: Service) -> list[Asker]:
    return [service.player("Ada"), service.player("Bob")]


def check(asker: Asker, path: str, action: Any, **headers: str) -> Any:
    answer = asker.post(f"{path}/actions/check", action, **headers)
    assert answer.status_code == 200, answer.text
    return answer.get_json()


def first_choice(asker: Asker, path: str) -> Any:
    """Return the first of the choices."""
    choices = asker.get(f"{path}/view").get_json()["choices"]
    return [*choices["actions"], *(pick["example"] for pick in choices["picks"])][0]


def text_of_first(choices: Any) -> str:
    """Return how the first of the choices is told."""
    words = [*choices["texts"], *({"text": one["example_text"]} for one in choices["picks"])]
    return str(words[0]["text"])


@every("game")
def test_an_action_is_said_to_be_legal_or_refused_as_it_would_be_and_nothing_is_written(
    service: Service, two: list[Asker], game: str
) -> None:
    path, before = service.started(two, game, usual_seats(game)), list[Any]()
    for _ in range(12):
        able, other = service.acting(path, two)
        choices = able.get(f"{path}/view").get_json()["choices"]
        offered = [*choices["actions"], *(pick["example"] for pick in choices["picks"])]
        before = [*before[-20:], *offered[:8]]
        with service.nothing_happens():  # refusals write nothing either
            for asker in (able, other):
                for action in before:
                    said = check(asker, path, action)
                    if not said["legal"]:
                        refused = asker.post(f"{path}/actions", action)
                        assert refused.status_code == said["refusal"]["status"]
                        assert refused.get_json(force=True) == said["refusal"]
        n, text = able.get(f"{path}/view").get_json()["n"], text_of_first(choices)
        expected = {"legal": True, "text": text, "n": n, "refusal": None}
        assert check(able, path, offered[0]) == expected
        assert able.post(f"{path}/actions", offered[0]).status_code == 200


def test_out_of_turn_one_is_told_who_may_act(service: Service, two: list[Asker]) -> None:
    path = service.started(two)
    able, other = service.acting(path, two)
    acting = able.get(f"{path}/view").get_json()["to_act"]
    refusal = check(other, path, first_choice(able, path))["refusal"]
    assert (refusal["code"], refusal["to_act"]) == ("boon/not_your_turn", acting)


def test_before_the_start_and_after_the_end_it_is_refused_as_an_action_is(
    service: Service, two: list[Asker]
) -> None:
    path = service.opened(two[0])
    assert two[0].post(f"{path}/seats").status_code == 201
    assert check(two[0], path, {"type": "pass"})["refusal"]["code"] == "table/not_started"
    assert two[0].delete(path).status_code == 200
    assert check(two[0], path, {"type": "pass"})["refusal"]["code"] == "table/closed"


def test_without_a_seat_or_with_a_body_that_is_no_action_it_is_a_problem(
    service: Service, two: list[Asker]
) -> None:
    path = service.started(two)
    where = f"{path}/actions/check"
    problem(service.player("Eve").post(where, {"type": "pass"}), 403, "table/not_seated")
    problem(service.nobody.post(where, {"type": "pass"}), 401, "http/unauthorized")
    problem(two[0].post(where, {"type": "fly"}), 422, "http/invalid")
    problem(two[0].post(where, {"type": "bury", "cards": 7}), 422, "http/invalid")
    problem(two[0].post(f"{path[:-3]}xyz/actions/check", {"type": "pass"}), 404, "table/unknown")


def test_if_match_holds_the_question_to_the_view_it_was_asked_for(
    service: Service, two: list[Asker]
) -> None:
    path = service.started(two)
    able, _ = service.acting(path, two)
    tag = able.get(f"{path}/view").headers["ETag"]
    assert check(able, path, first_choice(able, path), If_Match=tag)["legal"]
    stale = able.post(f"{path}/actions/check", {"type": "pass"}, If_Match='"1.0.0"')
    problem(stale, 412, "table/stale")


def test_after_the_deadline_it_is_too_late(
    service: Service, two: list[Asker], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = service.started(two, clock={"turn": 30})
    able, _ = service.acting(path, two)
    monkeypatch.setattr("events.store.streams.Store.now", lambda store: 2_000_000_000_000)
    assert check(able, path, {"type": "pass"})["refusal"]["code"] == "table/too_late"


def test_a_seat_with_a_key_asks_without_a_signature(service: Service) -> None:
    ada = service.player("Ada")
    ada.put("/v1/players/me/key", with_key(ada))
    path = begun(service, ada)
    service.bots(path)
    action = first_choice(ada, path)
    assert check(ada, path, action)["legal"]
    assert ada.post(f"{path}/actions", action).get_json(force=True)["code"] == "table/unsigned"
