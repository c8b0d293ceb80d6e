"""Devices of an account: a second one signs in by a code, once; each is listed and signed out."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import orjson
import pytest

from events.accounts.codes import canonical_code
from events.accounts.keys import TOKENS_KEY
from events.accounts.players import Players, token_hash
from events.accounts.sign_in import LIFE
from events.store.embedded.server import EmbeddedServer
from service.app import create_app
from service.settings import ServiceSettings
from tests.events.given_log import everything
from tests.service.asker import Asker, Service, problem

CODES, SIGN_IN, OWN = "/v1/sign-in-codes", "/v1/sign-in", "/v1/players/me/tokens"


@pytest.fixture
def ada(service: Service) -> Asker:
    return service.player("Ada")


def shown(asker: Asker) -> Any:
    """Return what a device is shown of a new code."""
    answer = asker.post(CODES)
    assert (answer.status_code, answer.headers["Cache-Control"]) == (201, "no-store")
    return answer.get_json()


def entered(service: Service, code: str, **more: object) -> Asker:
    """Return the device at which a code was entered."""
    answer = service.nobody.post(SIGN_IN, {"code": code, **more})
    assert answer.status_code == 201, answer.text
    assert answer.headers["Cache-Control"] == "no-store"
    made = answer.get_json()
    return Asker(service.app.test_client(), made["token"], made["player"])


def refused(service: Service, code: str) -> None:
    """Expect that a code signs nobody in."""
    answer = service.nobody.post(SIGN_IN, {"code": code})
    problem(answer, 403, "player/wrong_sign_in_code")


def is_known(asker: Asker) -> bool:
    return asker.get("/v1/players/me").status_code == 200


def listed(asker: Asker) -> list[Any]:
    found: list[Any] = asker.get(OWN).get_json()["tokens"]
    return found


# ---- a second device signs in


def test_a_code_signs_another_device_in_with_all_powers_and_ends_no_other(
    service: Service, ada: Asker
) -> None:
    phone = entered(service, shown(ada)["code"])
    assert phone.id == ada.id
    assert is_known(ada)
    assert phone.get("/v1/tokens").status_code == 200  # which needs the account's own token
    assert shown(phone)["code"]


def test_a_code_works_once_and_of_many_that_send_it_at_once_one_gets_in(
    service: Service, ada: Asker
) -> None:
    code = shown(ada)["code"]

    def enter(_: int) -> int:
        return Asker(service.app.test_client()).post(SIGN_IN, {"code": code}).status_code

    with ThreadPoolExecutor(8) as pool:
        assert sorted(pool.map(enter, range(8))) == [201] + [403] * 7
    refused(service, code)
    assert len(listed(ada)) == 2


def test_a_code_works_for_five_minutes(
    service: Service, ada: Asker, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, store = shown(ada), service.parts.store
    now = store.now()
    assert now < code["expires_at"] <= now + 300_000
    assert service.redis.pttl(f"fd:{{auth}}:sign-in:{token_hash(canonical_code(code['code']))}") > 0
    monkeypatch.setattr(store, "now", lambda: now + LIFE)
    refused(service, code["code"])


def test_a_code_ends_with_the_token_of_the_device_that_shows_it(
    service: Service, ada: Asker
) -> None:
    phone = entered(service, shown(ada)["code"])
    code = shown(phone)["code"]
    assert ada.delete(OWN).status_code == 204
    assert not is_known(phone)
    refused(service, code)


def test_a_blocked_and_an_erased_account_are_not_signed_in(service: Service, ada: Asker) -> None:
    code, players = shown(ada)["code"], service.parts.players
    found = players.find(ada.id)
    assert found is not None
    players.block(found)
    problem(service.nobody.post(SIGN_IN, {"code": code}), 403, "player/blocked")
    bob = service.player("Bob")
    code = shown(bob)["code"]
    assert bob.delete("/v1/players/me").status_code == 204
    refused(service, code)
    assert f"fd:{{auth}}:sign-in:of:{bob.id}" not in everything(service.redis)


@pytest.mark.parametrize("form", ["upper", "plain", "spaced"])
def test_a_code_is_entered_with_or_without_dashes_and_in_any_case(
    service: Service, ada: Asker, form: str
) -> None:
    code = shown(ada)["code"]
    assert len(code.replace("-", "")) == 12  # 56 bits
    forms = {
        "upper": code.upper(),
        "plain": code.replace("-", ""),
        "spaced": code.replace("-", " "),
    }
    assert entered(service, forms[form]).id == ada.id


def test_whatever_is_wrong_with_a_code_the_answer_is_the_same(service: Service, ada: Asker) -> None:
    used = shown(ada)["code"]
    entered(service, used)
    wrong = (used, "aaaa-aaaa-aaaa", "a")
    with service.nothing_happens():
        answers = {service.nobody.post(SIGN_IN, {"code": one}).text for one in wrong}
    assert len(answers) == 1


@pytest.mark.parametrize("code", ["", None, 7, "a" * 81, "\u00e4", "a\nb"])
def test_what_is_no_code_is_refused_with_its_form(service: Service, code: object) -> None:
    found = problem(service.nobody.post(SIGN_IN, {"code": code}), 422, "http/invalid")
    assert set(found["errors"]) == {"code"}


def test_the_device_that_shows_a_code_learns_that_it_was_used(service: Service, ada: Asker) -> None:
    code = shown(ada)
    assert ada.get(CODES).get_json()["codes"] == [
        {"id": code["id"], "expires_at": code["expires_at"], "used_at": None}
    ]
    entered(service, code["code"])
    (one,) = ada.get(CODES).get_json()["codes"]
    assert one["used_at"] >= code["expires_at"] - LIFE
    assert service.player("Bob").get(CODES).get_json() == {"codes": []}


def test_codes_are_kept_as_hashes(service: Service, ada: Asker) -> None:
    code, kept = shown(ada)["code"], repr(everything(service.redis))
    assert code not in kept
    assert canonical_code(code) not in kept
    assert token_hash(canonical_code(code)) in kept


def test_how_often_an_address_may_guess_is_limited(
    service: Service, ada: Asker, server: EmbeddedServer, tmp_path: Any
) -> None:
    code = shown(ada)["code"]
    app = create_app(service.parts, ServiceSettings(server.url, tmp_path, limits="sign_in=3/hour"))
    guesser = Asker(app.test_client())
    for _ in range(3):
        problem(guesser.post(SIGN_IN, {"code": "aaaa"}), 403, "player/wrong_sign_in_code")
    for wrong in ("aaaa", code):
        told = problem(guesser.post(SIGN_IN, {"code": wrong}), 429, "http/too_many")
        assert told["limit"] == "sign_in"


def test_how_many_codes_an_account_makes_is_limited_as_tokens_are(
    service: Service, ada: Asker, server: EmbeddedServer, tmp_path: Any
) -> None:
    app = create_app(service.parts, ServiceSettings(server.url, tmp_path, limits="issue=2/hour"))
    own = Asker(app.test_client(), ada.token)
    assert [own.post(CODES).status_code for _ in range(3)] == [201, 201, 429]


# ---- the devices of an account


def test_each_device_is_listed_with_its_name_and_last_use(service: Service, ada: Asker) -> None:
    phone = entered(service, shown(ada)["code"], device="Ada's phone")
    assert is_known(phone)
    tokens = {one["current"]: one for one in listed(phone)}
    assert (tokens[True]["device"], tokens[False]["device"]) == ("Ada's phone", None)
    now = service.parts.store.now()
    for one in tokens.values():
        assert one["made_at"] <= one["used_at"] <= now
        assert one["expires_at"] is None
    kept = repr(listed(phone))
    assert not any(str(one.token) in kept for one in (ada, phone))


@pytest.mark.parametrize("device", ["", " phone", "a" * 41, "a\nb", 7])
def test_a_wrong_name_of_a_device_is_refused(service: Service, ada: Asker, device: object) -> None:
    answer = service.nobody.post(SIGN_IN, {"code": shown(ada)["code"], "device": device})
    assert set(problem(answer, 422, "http/invalid")["errors"]) == {"device"}


def test_a_lost_device_is_signed_out_alone_here_at_once_and_elsewhere_soon(
    service: Service, ada: Asker, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone, tablet = (entered(service, shown(ada)["code"], device=name) for name in ("A", "B"))
    own = service.parts
    elsewhere = create_app(replace(own, players=Players(own.store))).test_client()
    assert is_known(Asker(elsewhere, phone.token))
    (lost,) = [one["id"] for one in listed(ada) if one["device"] == "A"]
    for _ in range(2):  # a repeat does no harm
        assert ada.delete(f"{OWN}/{lost}").status_code == 204
    assert [is_known(one) for one in (phone, tablet, ada)] == [False, True, True]
    monkeypatch.setattr("events.accounts.players.BELIEVED", 0.0)
    assert not is_known(Asker(elsewhere, phone.token))


def test_a_device_of_another_player_and_a_token_of_a_program_are_not_ended(
    service: Service, ada: Asker
) -> None:
    bob = service.player("Bob")
    (own,) = listed(bob)
    assert ada.delete(f"{OWN}/{own['id']}").status_code == 204
    assert is_known(bob)
    made = ada.post("/v1/tokens", {"name": "My bot", "scopes": ["read"]}).get_json()
    assert [one["id"] for one in listed(ada)] != [made["id"]]
    assert ada.delete(f"{OWN}/{made['id']}").status_code == 204
    assert is_known(Asker(ada.client, made["token"]))


def test_the_use_of_a_device_is_noted_once_an_hour(
    service: Service, ada: Asker, monkeypatch: pytest.MonkeyPatch
) -> None:
    (made,) = listed(ada)
    assert made["used_at"] == made["made_at"]
    own = service.parts
    for hours, noted in ((0.9, 0), (1.1, 1.1), (1.9, 1.1), (2.2, 2.2)):
        now = made["made_at"] + int(hours * 3_600_000)
        monkeypatch.setattr(own.store, "now", lambda now=now: now)
        fresh = create_app(replace(own, players=Players(own.store)))
        assert is_known(Asker(fresh.test_client(), ada.token))
        assert listed(ada)[0]["used_at"] == made["made_at"] + int(noted * 3_600_000)


def test_a_token_of_before_this_was_noted_is_listed_without_its_time(
    service: Service, ada: Asker
) -> None:
    row = {"player": ada.id, "expires": None}
    service.redis.hset(TOKENS_KEY, token_hash(ada.token or ""), orjson.dumps(row))
    (one,) = listed(ada)
    assert (one["made_at"], one["device"], one["current"]) == (None, None, True)
