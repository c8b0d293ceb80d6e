"""Invitations over HTTP: seats that are reserved for players, and what players want of others."""

from typing import Any

import pytest

from service.tables.invitations import MOST_OPEN
from tests.service.asker import Asker, Service, problem
from workers.tables.clock import enforce_deadlines

KEY = {"Idempotency_Key": "invite"}
MINE, WANTS = "/v1/players/me/invitations", "/v1/players/me/preferences"


@pytest.fixture
def ada(service: Service) -> Asker:
    return service.player("Ada")


@pytest.fixture
def bob(service: Service) -> Asker:
    return service.player("Bob")


@pytest.fixture
def eve(service: Service) -> Asker:
    return service.player("Eve")


def invitations(asker: Asker) -> list[dict[str, Any]]:
    """Return the open invitations of a player."""
    found: list[dict[str, Any]] = asker.get(MINE).get_json()["invitations"]
    return found


def table_of(path: str) -> str:
    return path.rsplit("/", 1)[1]


def kept(asker: Asker, path: str) -> list[str | None]:
    return [seat["kept_for"] for seat in asker.get(f"{path}/view").get_json()["seats"]]


def invite(asker: Asker, path: str, *wanted: dict[str, Any], **headers: str) -> Any:
    return asker.post(f"{path}/invitations", {"invite": list(wanted)}, **headers)


def test_a_player_is_invited_by_name_with_the_opening_and_sits_down(
    service: Service, ada: Asker, bob: Asker, eve: Asker
) -> None:
    wanted = [{"name": "bob", "seat": 2, "expires_after": 60}]
    path = service.opened(ada, "boon", 3, invite=wanted)
    (mine,) = invitations(bob)
    assert mine["table"] == table_of(path)
    assert (mine["seat"], mine["seats"], mine["opener"], mine["name"]) == (2, 3, ada.id, "Ada")
    assert invitations(eve) == []
    problem(eve.post(f"{path}/seats", {"seat": 2}), 403, "table/seat_kept", "T22")
    problem(ada.post(f"{path}/seats", {"seat": 2, "bot": "regular"}), 403, "table/seat_kept", "T22")
    assert eve.post(f"{path}/seats").get_json()["view"]["seat"] == 0
    assert bob.post(f"{path}/seats").get_json()["view"]["seat"] == 2
    assert invitations(bob) == []


def test_a_repeat_of_inviting_gives_the_same_and_invites_nobody_twice(
    service: Service, ada: Asker, bob: Asker
) -> None:
    path = service.opened(ada, "boon", 3)
    first, again = (invite(ada, path, {"player": bob.id}, **KEY) for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.headers["Idempotency-Replayed"] == "true"
    assert first.get_json()["view"] == again.get_json()["view"]
    problem(invite(ada, path, {"player": bob.id}), 409, "table/invited", "T22")
    body = {"game": "boon", "seats": 3, "invite": [{"player": bob.id}]}
    one, two = (ada.post("/v1/tables", body, Idempotency_Key="open") for _ in range(2))
    assert one.get_json()["view"] == two.get_json()["view"]
    assert len(invitations(bob)) == 2


def test_an_invitation_is_declined_or_withdrawn_and_by_nobody_else(
    service: Service, ada: Asker, bob: Asker, eve: Asker
) -> None:
    path = service.opened(ada, "boon", 3, invite=[{"name": "Bob"}, {"name": "Eve"}])
    his, hers = (f"{path}/invitations/{one.id}" for one in (bob, eve))
    problem(eve.delete(his), 403, "table/not_your_invitation", "T22")
    assert bob.delete(his).status_code == 200
    problem(bob.delete(his), 409, "table/invitation_ended", "T22")
    assert ada.delete(hers).status_code == 200
    assert (invitations(bob), invitations(eve), kept(ada, path)) == ([], [], [None] * 3)
    problem(ada.delete(f"{path}/invitations/{ada.id}"), 404, "table/not_invited", "T22")


def test_an_invitation_expires_by_the_clock(
    service: Service, ada: Asker, bob: Asker, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = service.opened(ada, "boon", 3, invite=[{"name": "Bob", "expires_after": 60}])
    store, own = service.parts.store, service.parts.tables
    later = store.now() + 61_000
    monkeypatch.setattr(store, "now", lambda: later)
    enforce_deadlines(own, table_of(path))
    assert invitations(bob) == []
    late = bob.delete(f"{path}/invitations/{bob.id}")
    problem(late, 409, "table/invitation_ended", "T22")
    assert "expired" in late.get_json()["detail"]


def test_who_is_invited_sees_a_private_table_and_nobody_else_hears_of_it(
    service: Service, ada: Asker, bob: Asker, eve: Asker
) -> None:
    path = service.opened(ada, "boon", 3, private=True, invite=[{"name": "Bob"}])
    assert bob.get(path).status_code == 200
    for read in (path, f"{path}/view", f"{path}/events"):
        problem(eve.get(read), 404, "table/unknown")
    mine = f"{path}/invitations/{bob.id}"
    problem(eve.delete(mine), 404, "table/unknown")
    assert bob.delete(mine, **KEY).status_code == 200
    assert bob.delete(mine, **KEY).status_code == 200  # the repeat of a lost answer
    invite(ada, path, {"player": bob.id})
    assert ada.delete(mine).status_code == 200
    problem(bob.get(path), 404, "table/unknown")


def test_a_rematch_reserves_the_seats_of_the_others(
    service: Service, ada: Asker, bob: Asker, eve: Asker
) -> None:
    old = service.started([ada, bob], options={"victory_cards": 1})
    service.play(old, [ada, bob])
    path = ada.post(f"{old}/rematch", {"sit": True}).headers["Location"]
    assert kept(ada, path) == [None, bob.id, None]
    problem(eve.post(f"{path}/seats", {"seat": 1}), 403, "table/seat_kept", "T22")
    (mine,) = invitations(bob)
    assert (mine["table"], mine["seat"]) == (table_of(path), 1)
    assert bob.post(f"{old}/rematch", {"sit": True}).get_json()["view"]["seat"] == 1
    assert invitations(bob) == []


def test_all_others_of_a_closed_table_are_invited_to_their_old_seats(
    service: Service, ada: Asker, bob: Asker, eve: Asker
) -> None:
    old = service.started([ada, bob], options={"victory_cards": 1})
    others = {"table": table_of(old)}
    path = service.opened(ada, "boosh", 3)
    problem(invite(ada, path, others), 409, "table/not_closed", "T22")
    service.play(old, [ada, bob])
    assert invite(ada, path, others).status_code == 201
    assert kept(ada, path) == [None, bob.id, None]
    hers = service.opened(eve, "boosh", 3)
    problem(invite(eve, hers, others), 403, "table/not_seated", "T22")


def test_a_player_takes_invitations_of_those_alone_with_whom_he_played(
    service: Service, ada: Asker, bob: Asker, eve: Asker
) -> None:
    old = service.started([ada, bob], options={"victory_cards": 1})
    service.play(old, [ada, bob])
    wanted = {"invitations": "played_with", "blocked": [], "presence": True}
    assert bob.put(WANTS, {"invitations": "played_with"}).get_json() == wanted
    assert bob.get(WANTS).get_json() == wanted
    path = service.opened(ada, "boon", 3)
    problem(invite(ada, path, {"player": bob.id}), 409, "player/not_invitable")
    assert invite(ada, path, {"player": bob.id, "table": table_of(old)}).status_code == 201


def test_nobody_is_told_why_an_invitation_is_not_taken(
    service: Service, ada: Asker, bob: Asker, eve: Asker
) -> None:
    bob.put(WANTS, {"blocked": [ada.id]})
    eve.put(WANTS, {"invitations": "played_with"})
    path = service.opened(ada, "boon", 3)
    one, two = (invite(ada, path, {"player": who.id}).get_json() for who in (bob, eve))
    assert {**one, "request_id": ""} == {**two, "request_id": ""}
    problem(invite(ada, path, {"name": "Nobody"}), 404, "player/unknown")
    old = service.started([ada, bob], options={"victory_cards": 1})
    service.play(old, [ada, bob])
    problem(invite(ada, path, {"table": table_of(old)}), 409, "player/not_invitable")
    rematch = ada.post(f"{old}/rematch", {"sit": True}).headers["Location"]
    assert (kept(ada, rematch), invitations(bob)) == ([None] * 3, [])


def test_a_player_has_a_bounded_number_of_open_invitations(
    service: Service, ada: Asker, bob: Asker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.tables.invitations.MOST_OPEN", 2)
    for _ in range(2):
        service.opened(ada, "boon", 3, invite=[{"name": "Bob"}])
    body = {"game": "boon", "seats": 3, "invite": [{"name": "Bob"}]}
    problem(ada.post("/v1/tables", body), 409, "player/not_invitable")
    assert (len(invitations(bob)), MOST_OPEN) == (2, 50)


@pytest.mark.parametrize(
    "wanted",
    [{}, {"player": "p1", "name": "Bob"}, {"table": "t1", "seat": 1}, {"player": "t1"}],
)
def test_an_invitation_that_names_nobody_or_too_much_is_refused_by_its_field(
    service: Service, ada: Asker, wanted: dict[str, Any]
) -> None:
    path = service.opened(ada, "boon", 3)
    answer = problem(invite(ada, path, wanted), 422, "http/invalid")
    assert all(place.startswith("invite.0") for place in answer["errors"])


def test_a_full_table_invites_nobody_and_the_opener_not_himself(
    service: Service, ada: Asker, bob: Asker, eve: Asker
) -> None:
    path = service.opened(ada, "boon", 3)
    problem(invite(ada, path, {"player": ada.id}), 422, "http/invalid")
    for _ in range(3):
        ada.post(f"{path}/seats", {"bot": "regular"})
    problem(invite(ada, path, {"player": bob.id}), 409, "table/full", "T2")
    problem(invite(ada, path, {"player": bob.id, "seat": 1}), 409, "table/seat_taken", "T2")
    problem(invite(bob, path, {"player": eve.id}), 403, "table/not_the_opener", "T22")


def test_preferences_are_erased_with_the_account(service: Service, ada: Asker) -> None:
    ada.put(WANTS, {"presence": False})
    assert service.redis.hlen("fd:{auth}:preferences") == 1
    ada.delete("/v1/players/me")
    assert service.redis.hlen("fd:{auth}:preferences") == 0


def test_an_outsider_is_answered_as_for_a_table_that_is_not_there(
    service: Service, ada: Asker, bob: Asker, eve: Asker
) -> None:
    path = service.opened(ada, "boon", 3, private=True, invite=[{"name": "Bob"}])
    body = {"invite": [{"player": eve.id}]}
    told = []
    for table in (path, "/v1/tables/tffffffffffffffffff"):
        answers = [
            eve.get(table),
            eve.delete(f"{table}/invitations/{bob.id}"),
            eve.delete(f"{table}/invitations/{eve.id}"),
            eve.post(f"{table}/invitations", body),
            eve.get(MINE),
            eve.get("/v1/tables"),
        ]
        told.append([(one.status_code, one.data) for one in answers])
    assert told[0] == told[1]


def test_invitations_tell_nothing_of_the_cards(
    service: Service, ada: Asker, bob: Asker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two tables that differ in their secret alone are told byte for byte alike."""
    store, told = service.parts.store, []
    now = store.now()
    monkeypatch.setattr(store, "now", lambda: now)
    for secret in ("0" * 64, "f" * 64):
        monkeypatch.setattr(
            "service.tables.tables.secrets.token_hex",
            lambda size, secret=secret: secret[: 2 * size],
        )
        path = service.opened(ada, "boon", 3, invite=[{"name": "Bob"}])
        found = bob.get(MINE).data.replace(table_of(path).encode(), b"table")
        told.append(found)
        ada.delete(path)
    assert told[0] == told[1]
