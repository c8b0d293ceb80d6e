"""Play over HTTP: the view, actions with receipts, the log as each may read it."""

from pathlib import Path
from typing import Any

import orjson
import pytest

from events.record import logfile
from events.record.receipts import is_receipt_signed_by
from games import NEWEST
from tests.games.every import every, usual_seats
from tests.service.asker import Asker, Service, problem
from tests.service.document import document
from tests.service.schema import Schemas, schema_errors, strict


@pytest.fixture
def two(service: Service) -> list[Asker]:
    return [service.player("Ada"), service.player("Bob")]


def public_key(service: Service) -> str:
    (key,) = service.nobody.get("/v1/keys").get_json()["keys"]
    return str(key["public"])


# ---- the view


def test_a_view_is_that_of_the_seat_one_holds(service: Service, two: list[Asker]) -> None:
    path = service.started(two)
    ada, bob, nobody = (one.get(f"{path}/view").get_json() for one in (*two, service.nobody))
    assert [view["seat"] for view in (ada, bob, nobody)] == [0, 1, None]
    assert [view["play"]["seat"] for view in (ada, bob, nobody)] == [0, 1, None]
    assert not set(ada["play"]["cards"]) & set(bob["play"]["cards"])
    assert nobody["play"]["cards"] is None
    assert nobody["choices"] is None


def test_choices_are_offered_to_who_may_act_and_are_accepted_as_they_stand(
    service: Service, two: list[Asker]
) -> None:
    path = service.started(two)
    able, other = service.acting(path, two)
    offered = able.get(f"{path}/view").get_json()["choices"]
    assert other.get(f"{path}/view").get_json()["choices"] is None
    assert able.post(f"{path}/actions", offered["actions"][0]).status_code == 200


def test_an_unchanged_view_is_not_sent_again(service: Service, two: list[Asker]) -> None:
    path = service.started(two)
    able, _ = service.acting(path, two)
    view = f"{path}/view"
    first = able.get(view)
    tag = first.headers["ETag"]
    n, seat = first.get_json()["n"], first.get_json()["seat"]
    assert tag == f'"{n}.{seat}.0"'
    assert (first.headers["Cache-Control"], first.headers["Vary"]) == (
        "private, no-cache", "Authorization, Accept-Language",
    )  # fmt: skip
    for known in (tag, f"W/{tag}", f'"1.s.0", {tag}', "*"):
        again = able.get(view, If_None_Match=known)
        assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", tag), known
    for other in ('"1.0.0"', "x", '"', '""', 'W/""'):
        assert able.get(view, If_None_Match=other).status_code == 200, other
    assert service.nobody.get(view, If_None_Match=tag).status_code == 200
    able.post(f"{path}/actions", first.get_json()["choices"]["actions"][0])
    assert able.get(view, If_None_Match=tag).status_code == 200


# ---- actions


def test_an_accepted_action_has_a_receipt_that_the_public_key_proves(
    service: Service, two: list[Asker]
) -> None:
    path = service.started(two)
    able, _ = service.acting(path, two)
    choices = able.get(f"{path}/view").get_json()["choices"]
    answer = able.post(f"{path}/actions", choices["actions"][0])
    receipt, view = answer.get_json()["receipt"], answer.get_json()["view"]
    assert is_receipt_signed_by(receipt, public_key(service))
    assert not is_receipt_signed_by({**receipt, "n": receipt["n"] + 1}, public_key(service))
    assert (receipt["n"], receipt["head"]) == service.log(path)
    assert (view["n"], view["head"], view["seat"] is None) == (*service.log(path), False)
    assert answer.headers["ETag"] == able.get(f"{path}/view").headers["ETag"]
    assert able.get(f"{path}/view").get_json() == view


@every("game")
def test_a_table_is_played_to_its_end_and_every_answer_fits_the_document(
    service: Service, two: list[Asker], game: str
) -> None:
    schemas, seats = Schemas(strict(document())), usual_seats(game)
    view = schemas.validator({"$ref": "#/components/schemas/View"})
    page = schemas.validator({"$ref": "#/components/schemas/EventPage"})
    path = service.started(two, game, seats, options=dict(NEWEST[game].brief))
    for _ in range(400):
        found = two[0].get(f"{path}/view").get_json()
        assert schema_errors(view, found) == []
        if found["phase"] == "closed":
            break
        service.play(path, two, actions=7)
    places = found["outcome"]["places"]
    assert (min(places), len(places)) == (1, seats)
    events = two[1].get(f"{path}/events?limit=500").get_json()
    assert schema_errors(page, events) == []


def test_if_match_holds_an_action_to_the_view_it_was_made_for(
    service: Service, two: list[Asker]
) -> None:
    path = service.started(two)
    able, _ = service.acting(path, two)
    tag = able.get(f"{path}/view").headers["ETag"]
    action = able.get(f"{path}/view").get_json()["choices"]["actions"][0]
    with service.nothing_happens():
        for stale in ('"1.0.0"', '"999.0.0"', '"1.s.1"'):
            found = problem(
                able.post(f"{path}/actions", action, If_Match=stale), 412, "table/stale"
            )
            assert found["n"] == service.log(path)[0]
        for odd in ("5", '"x"', "W/" + tag, '"5"', f"{tag}, {tag}", ""):
            problem(able.post(f"{path}/actions", action, If_Match=odd), 400, "http/bad_match")
    assert able.post(f"{path}/actions", action, If_Match=tag).status_code == 200
    with service.nothing_happens():
        problem(able.post(f"{path}/actions", action, If_Match=tag), 412, "table/stale")


def test_if_match_with_a_star_asks_for_nothing(service: Service, two: list[Asker]) -> None:
    path = service.started(two)
    able, _ = service.acting(path, two)
    action = able.get(f"{path}/view").get_json()["choices"]["actions"][0]
    assert able.post(f"{path}/actions", action, If_Match="*").status_code == 200


# ---- the log


def all_events(asker: Asker, path: str, limit: int = 500) -> list[dict[str, Any]]:
    """Read the log page by page."""
    found: list[dict[str, Any]] = []
    after: int | None = 0
    while after is not None:
        page = asker.get(f"{path}/events?after={after}&limit={limit}").get_json()
        found += page["events"]
        assert page["n"] >= len(found)
        after = page["next"]
    return found


@pytest.mark.parametrize("limit", [1, 3, 500, 5000])
def test_pages_of_the_log_join_without_gap_or_repeat(
    service: Service, two: list[Asker], limit: int
) -> None:
    path = service.started(two)
    service.play(path, two, actions=3)
    events = all_events(two[0], path, limit)
    assert [event["n"] for event in events] == list(range(1, service.log(path)[0] + 1))
    assert events[-1]["head"] == service.log(path)[1]


def test_a_page_behind_the_end_is_empty(service: Service, two: list[Asker]) -> None:
    path = service.started(two)
    n, _ = service.log(path)
    for after in (n, n + 1, 999_999_999):
        page = two[0].get(f"{path}/events?after={after}").get_json()
        assert page == {"events": [], "n": n, "next": None}


@pytest.mark.parametrize(
    "query", ["after=x", "after=-1", "after=1.5", "after=", "limit=-5", "limit=ten", "after=1e3"]
)
def test_a_bad_query_of_the_log_is_refused(service: Service, two: list[Asker], query: str) -> None:
    path = service.opened(two[0])
    problem(service.nobody.get(f"{path}/events?{query}"), 400, "http/bad_query")


@pytest.mark.parametrize("game", ["boon", "boosh"])
def test_a_seat_reads_its_own_parts_until_the_table_is_opened(
    service: Service, two: list[Asker], game: str
) -> None:
    path = service.started(two, game, 3, options=dict(NEWEST[game].brief))
    service.play(path, two, actions=4)
    for reader, own in ((two[0], "0"), (two[1], "1"), (service.nobody, None)):
        for event in all_events(reader, path):
            readable = {key for key in event["seals"] if own in key.split("+")}
            assert set(event["parts"]) == readable
    stored = service.parts.store.read(path.rsplit("/", 1)[1])
    salts = [part["salt"] for event in stored if event.p for part in orjson.loads(event.p).values()]
    text = service.nobody.get(f"{path}/events?limit=500").text
    assert len(salts) > 3
    assert not any(salt in text for salt in salts)
    service.play(path, two)
    for reader in (*two, service.nobody):
        events = all_events(reader, path)
        assert all(set(event["parts"]) == set(event["seals"]) for event in events)
        assert len(events[0]["parts"]["table"]["data"]["secret"]) == 64


def test_cards_open_after_each_hand_where_the_table_says_so(
    service: Service, two: list[Asker]
) -> None:
    path = service.started(two, "boosh", 2, reveal="hand", options={"max_hands": 5})
    while service.nobody.get(path).get_json()["hand"] < 2:
        service.play(path, two, actions=1)
    events = all_events(service.nobody, path)
    first, second = (e for e in events if e["type"] == "boosh.hand_dealt.v1")
    assert set(first["parts"]) == {"0", "1", "hand"}
    assert second["parts"] == events[0]["parts"] == {}


def test_who_opens_to_auditors_opens_to_nobody_else(service: Service, two: list[Asker]) -> None:
    path = service.started(two, "boosh", 2, reveal="auditors", options={"max_hands": 1})
    service.play(path, two)
    assert all(event["parts"] == {} for event in all_events(service.nobody, path))


def test_the_log_file_of_a_closed_table_proves_itself(
    service: Service, two: list[Asker], tmp_path: Path
) -> None:
    path = service.started(two, options={"victory_cards": 1})
    service.play(path, two)
    answer = service.nobody.get(f"{path}/log")
    assert answer.mimetype == "application/jsonl"
    name = answer.headers["Content-Disposition"].partition("filename=")[2].strip('"')
    (tmp_path / name).write_bytes(answer.data)
    read = logfile.read_log_file(tmp_path / name, public_key(service))
    assert (len(read.events), read.events[-1].h.hex()) == service.log(path)
    assert read.end["complete"] is True
    assert read.events == service.parts.store.read(read.header["table"])


# ---- pages of the service itself


def test_the_description_is_served_as_it_stands(service: Service) -> None:
    answer = service.nobody.get("/v1/openapi.json")
    assert answer.get_json() == orjson.loads(orjson.dumps(document()))


def test_health_and_readiness_are_told(service: Service) -> None:
    for path in ("/healthz", "/readyz"):
        assert service.nobody.get(path).get_json() == {"status": "ok"}


# ---- minimal answers

MINIMAL = "application/vnd.fairdeal.receipt+json"


@pytest.mark.parametrize(
    "prefer", ["return=minimal", "Return=Minimal", "respond-async, return=minimal; x=1, wait=5"]
)
def test_who_prefers_it_gets_the_receipt_alone_and_the_etag_of_the_view(
    service: Service, two: list[Asker], prefer: str
) -> None:
    path = service.started(two)
    able, _ = service.acting(path, two)
    action = able.get(f"{path}/view").get_json()["choices"]["actions"][0]
    answer = able.post(f"{path}/actions", action, Prefer=prefer, Idempotency_Key="k")
    assert (answer.status_code, answer.content_type) == (200, MINIMAL)
    assert answer.headers["Preference-Applied"] == "return=minimal"
    seen = able.get(f"{path}/view")
    assert answer.headers["ETag"] == seen.headers["ETag"]
    receipt = answer.get_json()["receipt"]
    assert answer.get_json() == {"receipt": receipt}
    assert (receipt["n"], receipt["head"]) == (seen.get_json()["n"], seen.get_json()["head"])
    again = able.post(f"{path}/actions", action, Idempotency_Key="k")
    assert again.get_json() == {"receipt": receipt, "view": seen.get_json()}
    assert "Preference-Applied" not in again.headers


@pytest.mark.parametrize("prefer", ["", "return=representation", "minimal", "respond-async", ",;="])
def test_another_preference_changes_nothing(
    service: Service, two: list[Asker], prefer: str
) -> None:
    path = service.started(two)
    able, _ = service.acting(path, two)
    action = able.get(f"{path}/view").get_json()["choices"]["actions"][0]
    answer = able.post(f"{path}/actions", action, Prefer=prefer)
    assert (answer.status_code, answer.content_type) == (200, "application/json")
    assert answer.get_json().keys() == {"receipt", "view"}
    assert "Preference-Applied" not in answer.headers


def test_all_commands_at_a_table_have_minimal_answers_but_its_opening(
    service: Service, two: list[Asker]
) -> None:
    ada, bob = two
    wanted = {"game": "boosh", "seats": 2}
    opened = ada.post("/v1/tables", wanted, Prefer="return=minimal")
    assert opened.get_json().keys() == {"receipt", "view", "join_code"}
    path = opened.headers["Location"]
    sent = [
        ada.post("/v1/quick", {**wanted, "clock": "days", "pace": 0}, Prefer="return=minimal"),
        ada.post(f"{path}/seats", Prefer="return=minimal"),
        bob.post(f"{path}/seats", Prefer="return=minimal"),
        ada.post(f"{path}/start", Prefer="return=minimal"),
        ada.delete(f"{path}/seats/0", Prefer="return=minimal"),
        ada.post(f"{path}/seats/0/return", Prefer="return=minimal"),
    ]
    assert [one.status_code for one in sent] == [201, 201, 201, 200, 200, 200]
    assert [one.content_type for one in sent] == [MINIMAL] * 6
    assert sent[1].headers["Location"] == path
    assert [one.get_json().keys() for one in sent] == [{"receipt"}] * 6


def test_a_refusal_is_a_problem_whatever_is_preferred(service: Service, two: list[Asker]) -> None:
    path = service.started(two)
    _, other = service.acting(path, two)
    refused = other.post(f"{path}/actions", {"type": "pass"}, Prefer="return=minimal")
    assert refused.content_type == "application/problem+json"
