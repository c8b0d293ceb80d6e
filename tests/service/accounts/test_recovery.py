"""Recovery codes: another token for who has lost all of them, once, and for nobody else."""

from dataclasses import replace
from typing import Any

import pytest

from events.accounts.players import Players
from events.accounts.recovery import code_hash
from events.store.embedded.server import EmbeddedServer
from service.app import create_app
from service.settings import ServiceSettings
from tests.events.given_log import everything
from tests.service.asker import Asker, Service, problem

RECOVER, OWN_CODE = "/v1/recovery", "/v1/players/me/recovery-code"


def registered(service: Service, name: str = "Ada") -> tuple[Asker, str]:
    """Return a new player, and the recovery code that was shown."""
    made = service.nobody.post("/v1/players", {"name": name}).get_json()
    asker = Asker(service.app.test_client(), made["token"], made["player"])
    return asker, made["recovery_code"]


def recovered(service: Service, code: str) -> tuple[Asker, str]:
    """Return who has a recovery code, with another token, and the next code."""
    answer = service.nobody.post(RECOVER, {"code": code})
    assert answer.status_code == 201, answer.text
    assert answer.headers["Cache-Control"] == "no-store"
    made = answer.get_json()
    assert answer.headers["Location"] == f"/v1/players/{made['player']}"
    return Asker(service.app.test_client(), made["token"], made["player"]), made["recovery_code"]


def is_known(asker: Asker) -> bool:
    return asker.get("/v1/players/me").status_code == 200


def refused(service: Service, code: str) -> str:
    """Expect that a code is none, and return the answer."""
    with service.nothing_happens():
        answer = service.nobody.post(RECOVER, {"code": code})
        problem(answer, 403, "player/wrong_code")
    return answer.text


def test_a_code_gives_a_token_and_a_code_and_ends_the_old_ones_with_its_first_use(
    service: Service,
) -> None:
    ada, code = registered(service)
    tablet = ada.post("/v1/players/me/tokens", {"revoke": "none"}).get_json()["token"]
    again, new_code = recovered(service, code)
    assert again.id == ada.id
    assert new_code != code
    assert is_known(ada)  # until the new one is used
    assert is_known(again)
    assert not is_known(ada)
    assert not is_known(Asker(service.app.test_client(), tablet))
    refused(service, code)  # used
    last, _ = recovered(service, new_code)
    assert is_known(last)
    assert not is_known(again)


def test_a_lost_answer_locks_nobody_out_and_leaves_nothing_behind(service: Service) -> None:
    ada, code = registered(service)
    lost, lost_code = recovered(service, code)  # whose answer does not arrive
    again, new_code = recovered(service, code)
    assert is_known(again)
    assert not any(map(is_known, (ada, lost)))
    refused(service, lost_code)
    refused(service, code)
    players = service.parts.players
    assert players.recovery_code_hashes(ada.id) == [code_hash(new_code)]
    assert len(players.token_hashes(ada.id)) == 1
    assert not [key for key in everything(service.redis) if ":ends:" in key]


@pytest.mark.parametrize("form", ["upper", "plain", "spaced"])
def test_a_code_is_taken_with_or_without_dashes_and_in_any_case(
    service: Service, form: str
) -> None:
    ada, code = registered(service)
    plain = code.replace("-", "")
    assert len(plain) == 24  # 120 bits
    written = {"upper": code.upper(), "plain": plain, "spaced": code.replace("-", " ")}[form]
    assert recovered(service, written)[0].id == ada.id


def test_whatever_is_wrong_with_a_code_the_answer_is_the_same(service: Service) -> None:
    ada, used = registered(service)
    assert is_known(recovered(service, used)[0])
    bob, of_erased = registered(service, "Bob")
    bob.delete("/v1/players/me")
    eve, replaced = registered(service, "Eve")
    eve.post(OWN_CODE)
    wrong = ["a", "Ada", ada.id, "aaaa-aaaa-aaaa-aaaa-aaaa-aaaa", used, of_erased, replaced]
    assert len({refused(service, code) for code in wrong}) == 1


@pytest.mark.parametrize("code", ["", None, 7, "a" * 81, "\u00e4", "a\nb"])
def test_what_is_no_code_is_refused_with_its_form(service: Service, code: object) -> None:
    with service.nothing_happens():
        found = problem(service.nobody.post(RECOVER, {"code": code}), 422, "http/invalid")
        assert set(found["errors"]) == {"code"}


def test_who_has_a_token_makes_another_code_which_ends_the_one_before(service: Service) -> None:
    ada, first = registered(service)
    made = ada.post(OWN_CODE)
    assert (made.status_code, made.headers["Cache-Control"]) == (201, "no-store")
    refused(service, first)
    assert recovered(service, made.get_json()["recovery_code"])[0].id == ada.id
    problem(service.nobody.post(OWN_CODE), 401, "http/unauthorized")


def test_an_account_of_before_there_were_codes_gets_its_first_one(service: Service) -> None:
    old, token = service.parts.players.register("Ada")
    assert service.parts.players.recovery_code_hashes(old.id) == []
    code = Asker(service.app.test_client(), token).post(OWN_CODE).get_json()["recovery_code"]
    assert recovered(service, code)[0].id == old.id


def test_codes_are_kept_as_hashes_and_erased_with_the_account(service: Service) -> None:
    _, code = registered(service)
    again, new_code = recovered(service, code)
    kept = repr(everything(service.redis))
    for one in (code, new_code):
        assert one not in kept
        assert one.replace("-", "") not in kept
        assert code_hash(one) in kept
    again.delete("/v1/players/me")
    assert not [key for key in everything(service.redis) if "{auth}" in key]


def test_a_code_gives_a_token_however_many_are_lost(
    service: Service, server: EmbeddedServer, tmp_path: Any
) -> None:
    _, code = registered(service)
    limits = "tokens=1, issue=1/hour"
    service.app = create_app(service.parts, ServiceSettings(server.url, tmp_path, limits=limits))
    service.nobody = Asker(service.app.test_client())
    assert is_known(recovered(service, code)[0])


def test_the_code_works_in_another_process_at_once(service: Service) -> None:
    ada, code = registered(service)
    own = service.parts
    fresh = create_app(replace(own, players=Players(own.store)))
    made = Asker(fresh.test_client()).post(RECOVER, {"code": code})
    assert made.get_json()["player"] == ada.id
