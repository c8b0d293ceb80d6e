"""Players' keys, and actions signed with them (rule T14), over HTTP."""

import json
from typing import Any

import orjson
import pytest
from werkzeug.test import TestResponse

from events.record.chain import canonical_json
from tests.service.asker import Asker, Service, commitment, entropy, problem
from tests.table.signers import public_of, signature

Seen = tuple[int, str]  # number and head of an event


def with_key(asker: Asker, name: str = "ada") -> dict[str, str]:
    """Return the body that registers a player's key."""
    public = public_of(name)
    proof = signature(name, canonical_json(["fairdeal/player-key/1", asker.id, public]))
    return {"public": public, "proof": proof}


def keyed(service: Service, name: str = "Ada") -> Asker:
    """Return a player with a key."""
    one = service.player(name)
    answer = one.put("/v1/players/me/key", with_key(one))
    assert answer.status_code == 200, answer.text
    return one


def header(path: str, seat: int, seen: Seen, asked: Any, name: str = "ada") -> str:
    """Return what signs a command, from the bytes that docs/reference/proofs.md names."""
    table, (after, head) = path.rsplit("/", 1)[1], seen
    message = canonical_json(["fairdeal/action/1", table, seat, after, head, asked])
    return f"after={after}, ed25519={signature(name, message)}"


def seen_by(one: Asker, path: str) -> Seen:
    """Return number and head of the newest event that somebody sees."""
    view = one.get(path).get_json()
    return view["n"], view["head"]


def turn(service: Service, path: str, one: Asker) -> tuple[Seen, Any]:
    """Return the newest event that a player sees, and the first of the choices."""
    service.bots(path)
    view = one.get(f"{path}/view").get_json()
    offered = view["choices"]
    choices = [*offered["actions"], *(pick["example"] for pick in offered["picks"])]
    return (view["n"], view["head"]), choices[0]


def sit(one: Asker, path: str, seat: int = 0, promise: str | None = None) -> TestResponse:
    """Take a seat with the key, signed."""
    body = {"seat": seat, "commitment": promise}
    asked = {"type": "table.sit", **body, "bot": None, "key": public_of("ada")}
    signed = header(path, seat, seen_by(one, path), asked)
    return one.post(f"{path}/seats", body, Action_Signature=signed)


def start(one: Asker, path: str, seat: int = 0) -> TestResponse:
    """Call for the start, signed."""
    signed = header(path, seat, seen_by(one, path), {"type": "table.start"})
    return one.post(f"{path}/start", {}, Action_Signature=signed)


def reveal(
    one: Asker, path: str, word: str, seat: int = 0, seen: Seen | None = None
) -> TestResponse:
    """Reveal the entropy of a word, signed over the newest event, or over another that was seen."""
    body = {"entropy": entropy(word), "closing": one.closing(path)}
    signed = header(path, seat, seen or seen_by(one, path), {"type": "table.reveal", **body})
    return one.post(f"{path}/reveal", body, Action_Signature=signed)


def begun(service: Service, one: Asker, **settings: Any) -> str:
    """Open a table of Boon, sit down with a key, give two seats to bots, and start, all signed."""
    path = service.opened(one, **settings)
    assert sit(one, path).status_code == 201
    for _ in range(2):
        assert one.post(f"{path}/seats", {"bot": "regular"}).status_code == 201
    assert start(one, path).status_code == 200
    return path


def events(one: Asker, path: str) -> list[Any]:
    found: list[Any] = one.get(f"{path}/events?limit=500").get_json()["events"]
    return found


def test_a_key_is_registered_with_a_proof_and_shown(service: Service) -> None:
    ada = service.player("Ada")
    assert ada.get("/v1/players/me").get_json()["key"] is None
    answer = ada.put("/v1/players/me/key", with_key(ada))
    assert answer.get_json() == {
        "player": ada.id, "name": "Ada", "role": "player", "key": public_of("ada"),
    }  # fmt: skip
    assert ada.get("/v1/players/me").get_json() == answer.get_json()
    profile = service.nobody.get(f"/v1/players/{ada.id}").get_json()
    assert profile["key"] == public_of("ada")


def test_a_key_is_an_event_of_the_players_stream_once(service: Service) -> None:
    ada = keyed(service)
    assert ada.put("/v1/players/me/key", with_key(ada)).status_code == 200
    newest = orjson.loads(service.parts.store.read(ada.id)[-1].e)
    assert (newest["n"], newest["type"]) == (2, "player.key_registered.v1")
    assert newest["data"] == with_key(ada)
    for _ in range(2):
        assert ada.delete("/v1/players/me/key").status_code == 204
    ended = orjson.loads(service.parts.store.read(ada.id)[-1].e)
    assert (ended["n"], ended["type"]) == (3, "player.key_ended.v1")
    assert ada.get("/v1/players/me").get_json()["key"] is None


def test_another_key_takes_the_place_of_the_first(service: Service) -> None:
    ada = keyed(service)
    assert ada.put("/v1/players/me/key", with_key(ada, "new")).get_json()["key"] == public_of("new")


def test_without_the_proof_of_its_holder_no_key_is_registered(service: Service) -> None:
    ada, bob = service.player("Ada"), service.player("Bob")
    good, other = with_key(ada), with_key(ada, "other")
    false = [with_key(bob), {**good, "proof": other["proof"]}, {**good, "public": "00" * 32}]
    odd: list[dict[str, Any]] = [
        {**good, "proof": good["proof"].upper()}, {"public": good["public"]}, {},
        {"proof": good["proof"]}, {**good, "public": None}, {**good, "proof": good["proof"][:-2]},
    ]  # fmt: skip
    with service.nothing_happens():
        for body in false:
            found = problem(ada.put("/v1/players/me/key", body), 409, "player/false_proof")
            assert f'["fairdeal/player-key/1","{ada.id}"' in found["detail"]
        for body in odd:
            problem(ada.put("/v1/players/me/key", body), 422, "http/invalid")


def test_an_erased_account_has_no_key(service: Service) -> None:
    ada = keyed(service)
    assert ada.delete("/v1/players/me").status_code == 204
    assert service.nobody.get(f"/v1/players/{ada.id}").status_code == 404


def test_a_seat_taken_with_a_key_shows_it_and_its_actions_are_signed(service: Service) -> None:
    ada = keyed(service)
    path = begun(service, ada, options={"first_dealer": 2})
    assert ada.get(f"{path}/view").get_json()["seats"][0]["key"] == public_of("ada")
    seen, action = turn(service, path, ada)
    with service.nothing_happens():
        problem(ada.post(f"{path}/actions", action), 409, "table/unsigned", "T14")
    signed = header(path, 0, seen, action)
    answer = ada.post(f"{path}/actions", action, Action_Signature=signed)
    assert answer.status_code == 200, answer.text
    cause = events(ada, path)[seen[0]]["cause"]
    assert cause["signed"] == {"after": seen[0], "signature": signed.rpartition("=")[2]}


def test_a_whole_table_is_played_signed_and_verified(service: Service) -> None:
    ada = keyed(service)
    path = begun(service, ada, options={"victory_cards": 1})
    while True:
        service.bots(path)
        view = ada.get(f"{path}/view").get_json()
        if view["outcome"]:
            break
        seen, action = turn(service, path, ada)
        sent = ada.post(f"{path}/actions", action, Action_Signature=header(path, 0, seen, action))
        assert sent.status_code == 200, sent.text
    log = service.nobody.get(f"{path}/log").data
    kind = "application/jsonl"
    found = service.nobody.ask("POST", "/v1/verifications", raw=log, kind=kind).get_json()
    assert found["verdict"] == "good"
    count = sum(1 for e in events(ada, path) if isinstance(e["cause"], dict) and
                e["cause"]["seat"] == 0)  # fmt: skip
    told = f"{count} of {count} actions of players are signed"
    assert [one for one in found["proven"] if one.startswith(told)]
    assert not [one for one in found["not_proven"] if "the players themselves" in one]
    assert f"that {ada.id} holds the key {public_of('ada')}: ask the player" in found["not_proven"]


def test_the_signature_of_a_burial_is_not_public(service: Service) -> None:
    """Only the own seat reads it, until the table is opened."""
    ada = keyed(service)
    path = begun(service, ada, options={"first_dealer": 2})
    seen, _ = turn(service, path, ada)
    take: Any = {"type": "take"}
    ada.post(f"{path}/actions", take, Action_Signature=header(path, 0, seen, take))
    seen, bury = turn(service, path, ada)
    assert bury["type"] == "bury"
    signed = header(path, 0, seen, bury)
    own = signed.rpartition("=")[2]
    assert ada.post(f"{path}/actions", bury, Action_Signature=signed).status_code == 200
    assert events(ada, path)[seen[0]]["cause"]["signed"] is True
    mine = events(ada, path)[seen[0]]["parts"]["0"]["data"]["signed"]
    assert mine == {"after": seen[0], "signature": own}
    for where in ("view", "events?limit=500", "hands/1", "replay", ""):
        assert own not in service.nobody.get(f"{path}/{where}".rstrip("/")).text


def test_a_repeat_gets_the_first_answer_whatever_signs_it(service: Service) -> None:
    ada = keyed(service)
    path = begun(service, ada, options={"first_dealer": 2})
    seen, action = turn(service, path, ada)
    first = ada.post(
        f"{path}/actions",
        action,
        Action_Signature=header(path, 0, seen, action),
        Idempotency_Key="k",
    )
    assert first.status_code == 200
    view = first.get_json()["view"]
    for after in (seen, (view["n"], view["head"])):
        again = ada.post(
            f"{path}/actions", action, Idempotency_Key="k",
            Action_Signature=header(path, 0, after, action),
        )  # fmt: skip
        assert again.headers["Idempotency-Replayed"] == "true"
        assert again.get_json()["receipt"] == first.get_json()["receipt"]
    used = ada.post(f"{path}/actions", action, Action_Signature=header(path, 0, seen, action))
    problem(used, 409, "table/signature_used", "T14")


def test_what_is_to_be_signed_is_said_with_the_refusal(service: Service) -> None:
    ada = keyed(service)
    path = begun(service, ada, options={"first_dealer": 2})
    seen, action = turn(service, path, ada)
    wrong = header(path, 0, seen, action, "another")
    with service.nothing_happens():
        answer = ada.post(f"{path}/actions", action, Action_Signature=wrong)
        found = problem(answer, 409, "table/bad_signature", "T14")
    message = ["fairdeal/action/1", path.rsplit("/", 1)[1], 0, *seen, action]
    assert json.dumps(message, separators=(",", ":"), sort_keys=True) in found["detail"]


@pytest.mark.parametrize(
    "text", ["", "12", "after=1", f"ed25519={'0' * 128}", f"after=-1, ed25519={'0' * 128}",
             f"after=1, ed25519={'0' * 127}", f"after=1, ed25519={'A' * 128}",
             f"after=1;ed25519={'0' * 128}", f"after={'9' * 10}, ed25519={'0' * 128}"],
)  # fmt: skip
def test_a_header_of_another_form_is_refused(service: Service, text: str) -> None:
    ada = keyed(service)
    path = begun(service, ada)
    with service.nothing_happens():
        answer = ada.post(f"{path}/actions", {"type": "pass"}, Action_Signature=text)
        problem(answer, 400, "http/bad_signature")


def test_without_a_key_a_signature_is_refused(service: Service) -> None:
    ada = service.player("Ada")
    path = service.started([ada], options={"first_dealer": 2})
    seen, action = turn(service, path, ada)
    answer = ada.post(f"{path}/actions", action, Action_Signature=header(path, 0, seen, action))
    problem(answer, 409, "table/no_key", "T14")


def test_a_key_counts_for_seats_taken_after_it_and_until_it_ends(service: Service) -> None:
    ada = service.player("Ada")
    before = service.started([ada])
    ada.put("/v1/players/me/key", with_key(ada))
    during = begun(service, ada)
    ada.delete("/v1/players/me/key")
    after = service.started([ada])
    shown = [
        ada.get(f"{path}/view").get_json()["seats"][0]["key"] for path in (before, during, after)
    ]
    assert shown == [None, public_of("ada"), None]
    assert ada.delete(f"{during}/seats/0").status_code == 200
    back = ada.post(f"{during}/seats/0/return").get_json()
    assert back["view"]["seats"][0]["key"] is None


def test_a_seat_that_nobody_knows_yet_is_not_taken_with_a_key(service: Service) -> None:
    """It would have to be signed; so one opens or finds the table first."""
    ada = service.player("Ada")
    old = service.started([ada], options={"victory_cards": 1})
    service.play(old, [ada])
    ada.put("/v1/players/me/key", with_key(ada))
    with service.nothing_happens():
        problem(ada.post("/v1/quick", {"game": "boon"}), 409, "table/unsigned", "T14")
        problem(ada.post(f"{old}/rematch", {"sit": True}), 409, "table/unsigned", "T14")
    again = f"/v1/tables/{ada.post(f'{old}/rematch').get_json()['view']['table']}"
    assert sit(ada, again).get_json()["view"]["seats"][0]["key"] == public_of("ada")


def test_who_signs_takes_the_last_seat_of_a_quick_table_and_calls_for_the_start_apart(
    service: Service,
) -> None:
    ada, bob = keyed(service), service.player("Bob")
    path = bob.post("/v1/quick", {"game": "boosh"}).headers["Location"]
    seated = sit(ada, path, 1)
    assert (seated.status_code, seated.get_json()["view"]["phase"]) == (201, "open")
    assert bob.post(f"{path}/start").get_json()["view"]["phase"] == "playing"


def test_a_seat_and_an_entropy_are_signed_over_http(service: Service) -> None:
    ada = keyed(service)
    path = service.opened(ada)
    with service.nothing_happens():
        problem(ada.post(f"{path}/seats", {"seat": 0}), 409, "table/unsigned", "T14")
    seated = sit(ada, path, promise=commitment(ada.id, "ada"))
    assert seated.status_code == 201, seated.text
    with service.nothing_happens():
        problem(sit(ada, path, 1), 409, "table/seated", "T2")
    for _ in range(2):
        assert ada.post(f"{path}/seats", {"bot": "regular"}).status_code == 201
    with service.nothing_happens():
        problem(ada.post(f"{path}/start"), 409, "table/unsigned", "T14")
    before = seen_by(ada, path)
    assert start(ada, path).get_json()["view"]["phase"] == "open"
    with service.nothing_happens():
        problem(ada.reveal(path, "ada"), 409, "table/unsigned", "T14")
        old = reveal(ada, path, "ada", seen=before)
        told = problem(old, 409, "table/signature_used", "T14")["detail"]
    assert f"the call for the start is event {before[0] + 1}" in told
    assert reveal(ada, path, "ada").get_json()["view"]["phase"] == "playing"
    signed = [
        event["cause"]
        for event in events(ada, path)
        if type(event["cause"]) is dict and "signed" in event["cause"]
    ]
    assert [cause["action"]["type"] for cause in signed] == [
        "table.sit",
        "table.start",
        "table.reveal",
    ]


def test_a_seat_is_taken_back_with_a_signature(service: Service) -> None:
    ada = keyed(service)
    path = begun(service, ada)
    left = ada.delete(f"{path}/seats/0").get_json()["receipt"]
    back = f"{path}/seats/0/return"
    problem(ada.post(back), 409, "table/unsigned", "T14")
    asked = {"type": "table.return", "seat": 0, "key": public_of("ada")}
    signed = header(path, 0, (left["n"], left["head"]), asked)
    answer = ada.post(back, Action_Signature=signed)
    assert answer.get_json()["view"]["seats"][0]["key"] == public_of("ada")


def test_a_bot_gets_no_key_from_who_seats_it(service: Service) -> None:
    ada = keyed(service)
    path = service.opened(ada)
    seated = ada.post(f"{path}/seats", {"bot": "regular"}).get_json()["view"]["seats"][0]
    assert (seated["bot"], seated["key"]) == ("regular", None)
