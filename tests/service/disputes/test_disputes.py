"""Disputes over HTTP: who may open them, about what, until when; lists, texts, repeats."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from events.accounts.texts import texts_of
from events.disputes.docket import HOUR
from events.disputes.names import dispute_stream_id
from events.disputes.rules import MOST
from events.record.chain import first_head, next_head
from events.store.feed import entries_of
from events.store.names import KeyNames
from projections.disputes.read_model import DISPUTES
from projections.read_models.rebuild import rebuild_models
from tests.service.asker import Asker, Service, problem
from tests.service.provoke_disputes import auditor as an_auditor
from tests.workers.floor import move_clock, public


@pytest.fixture
def players(service: Service) -> list[Asker]:
    return [service.player(name) for name in ("Ada", "Bob")]


@pytest.fixture
def auditor(service: Service) -> Asker:
    return an_auditor(service)


def follow(service: Service) -> None:
    """Bring the list of disputes up to date, as a follower does."""
    model, store = service.parts.models.disputes, service.parts.store
    for _ in range(2):  # the second time with what the first has written
        for partition in range(store.names.partitions):
            place = model.places(model.version()).get(partition, "0-0")
            reply: Any = service.redis.xread({store.names.feed(partition): place})
            for _, entries in entries_of(reply):
                model.decide_on(entries)
                model.feed(partition, entries, model.version())


def playing(service: Service, players: list[Asker], hands: int = 2, **settings: Any) -> str:
    """Start a table of Boosh; return its path."""
    options = {"max_hands": hands}
    return service.started(players, "boosh", len(players), options=options, **settings)


def over(service: Service, players: list[Asker], **settings: Any) -> str:
    """Play a table of Boosh to its end; return its path."""
    path = playing(service, players, **settings)
    service.play(path, players)
    return path


def disputed(path: str, player: Asker, hand: int = 1, **more: Any) -> str:
    """Open a dispute; return its path."""
    sent = {"hand": hand, "reason": "Seat 1 peeked", **more}
    made = player.post(f"{path}/disputes", sent)
    assert made.status_code == 201, made.text
    where = str(made.headers["Location"])
    assert where == f"/v1/disputes/{made.get_json()['dispute']['dispute']}"
    return where


def stream(service: Service, path: str) -> list[dict[str, Any]]:
    """Return the events of the disputes of a table; their chain must hold."""
    name = dispute_stream_id(path.rsplit("/", 1)[1])
    head, found = first_head(name), service.parts.store.read(name)
    for event in found:
        head = next_head(head, event.e)
        assert event.h == head
    return [public(event) for event in found]


# ---- who, what, until when


def test_a_player_disputes_a_hand_and_gets_a_receipt_for_it(
    service: Service, players: list[Asker]
) -> None:
    path = playing(service, players)
    n, head = service.log(path)
    made = players[1].post(f"{path}/disputes", {"hand": 1, "reason": "Odd"}).get_json()
    (event,) = stream(service, path)
    assert (event["data"]["n"], event["data"]["head"]) == (n, head)
    dispute, receipt = made["dispute"], made["receipt"]
    assert (dispute["seat"], dispute["player"]) == (1, players[1].id)
    assert (dispute["status"], dispute["reason"], dispute["ruling"]) == ("open", "Odd", None)
    assert (receipt["table"], receipt["n"]) == (dispute["dispute"].partition(".")[0], 1)
    assert service.log(path) == (n, head)


def test_nobody_without_a_seat_disputes_a_hand(service: Service, players: list[Asker]) -> None:
    path = playing(service, players)
    eve = service.player("Eve")
    with service.nothing_happens():
        refused = eve.post(f"{path}/disputes", {"hand": 1, "reason": "Odd"})
        problem(refused, 403, "dispute/not_a_party", "D1")
        problem(service.nobody.post(f"{path}/disputes", {}), 401, "http/unauthorized")


def test_who_gave_the_seat_up_may_still_dispute(service: Service, players: list[Asker]) -> None:
    path = playing(service, players)
    assert players[0].delete(f"{path}/seats/0").status_code == 200
    where = disputed(path, players[0])
    assert players[0].get(where).get_json()["seat"] == 0
    problem(players[0].get(f"{where}/evidence"), 403, "table/left")


@pytest.mark.parametrize("hand", [2, 3, 999_999])
def test_only_a_hand_that_was_dealt_is_disputed(
    service: Service, players: list[Asker], hand: int
) -> None:
    path = playing(service, players)
    with service.nothing_happens():
        refused = players[0].post(f"{path}/disputes", {"hand": hand, "reason": "Odd"})
        problem(refused, 409, "dispute/no_such_hand", "D2")


def test_nothing_is_disputed_before_the_start(service: Service, players: list[Asker]) -> None:
    path = service.opened(players[0], "boosh", 2)
    players[0].post(f"{path}/seats")
    refused = players[0].post(f"{path}/disputes", {"hand": 1, "reason": "Odd"})
    problem(refused, 409, "dispute/no_such_hand", "D2")


def test_a_hand_is_disputed_until_its_time_is_over_and_not_a_moment_longer(
    service: Service, players: list[Asker], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = over(service, players)
    hands = service.nobody.get(f"{path}/hands").get_json()["hands"]
    store, table = service.parts.store, path.rsplit("/", 1)[1]
    last = hands[0]["last"]
    (event,) = store.read(table, last - 1, last)
    ends = public(event)["at"] + service.parts.dispute_hours * HOUR
    for now, status in ((ends, 409), (ends - 1, 201)):
        monkeypatch.setattr("events.store.streams.Store.now", lambda store, now=now: now)
        answer = players[0].post(f"{path}/disputes", {"hand": 1, "reason": "Odd"})
        assert answer.status_code == status, answer.text


def test_the_running_hand_is_disputed_however_long_it_takes(
    service: Service, players: list[Asker]
) -> None:
    path = playing(service, players)
    move_clock(service.parts.store, 1_000 * service.parts.dispute_hours * HOUR)
    disputed(path, players[0])


def test_the_operator_sets_the_time(service: Service, players: list[Asker]) -> None:
    other = Service(replace(service.parts, dispute_hours=0))
    path = over(other, players := [other.player("Cyd"), other.player("Dan")])
    refused = players[0].post(f"{path}/disputes", {"hand": 2, "reason": "Odd"})
    problem(refused, 409, "dispute/too_late", "D3")


def test_a_seat_has_one_open_dispute_of_a_hand(service: Service, players: list[Asker]) -> None:
    path = over(service, players)
    where = disputed(path, players[0])
    with service.nothing_happens():
        refused = players[0].post(f"{path}/disputes", {"hand": 1, "reason": "Again"})
        problem(refused, 409, "dispute/already_open", "D4")
    disputed(path, players[0], 2)
    disputed(path, players[1])
    assert players[0].delete(where).get_json()["dispute"]["status"] == "withdrawn"
    disputed(path, players[0])


def test_a_seat_opens_only_so_many_disputes_of_a_hand(
    service: Service, players: list[Asker]
) -> None:
    path = over(service, players)
    for _ in range(MOST):
        assert players[0].delete(disputed(path, players[0])).status_code == 200
    with service.nothing_happens():
        refused = players[0].post(f"{path}/disputes", {"hand": 1, "reason": "Once more"})
        problem(refused, 409, "dispute/too_many", "D4")
    disputed(path, players[0], 2)
    disputed(path, players[1])


def test_only_who_opened_it_withdraws_a_dispute_and_only_once(
    service: Service, players: list[Asker]
) -> None:
    where = disputed(playing(service, players), players[0])
    problem(players[1].delete(where), 403, "dispute/not_yours", "D5")
    assert players[0].delete(where).status_code == 200
    problem(players[0].delete(where), 409, "dispute/withdrawn", "D5")


@pytest.mark.parametrize(
    "wrong",
    [
        {"hand": 0}, {"hand": "1"}, {"hand": None}, {"reason": ""}, {"reason": "x" * 2001},
        {"reason": 5}, {"receipts": [{}]}, {"receipts": "all"}, {"seat": 1},
        {"receipts": [{"table": "t1", "n": 1, "head": "my name is Ada", "at": 1,
                       "durability": "always", "key": "0" * 16, "signature": "0" * 128}]},
    ],
)  # fmt: skip
def test_a_complaint_of_another_shape_is_refused(
    service: Service, players: list[Asker], wrong: dict[str, Any]
) -> None:
    path = playing(service, players)
    with service.nothing_happens():
        refused = players[0].post(f"{path}/disputes", {"hand": 1, "reason": "Odd", **wrong})
        problem(refused, 422, "http/invalid")


# ---- repeats


def test_a_repeat_opens_one_dispute_and_gets_the_first_answer(
    service: Service, players: list[Asker]
) -> None:
    path, key = playing(service, players), {"Idempotency_Key": "once"}
    sent = {"hand": 1, "reason": "Odd"}
    first = players[0].post(f"{path}/disputes", sent, **key)
    with service.nothing_happens():
        again = players[0].post(f"{path}/disputes", sent, **key)
    assert again.data == first.data
    assert again.headers["Idempotency-Replayed"] == "true"
    problem(players[0].post(f"{path}/disputes", {**sent, "reason": "Even"}, **key),
            422, "http/key_reused")  # fmt: skip
    gone = players[0].delete(first.headers["Location"], Idempotency_Key="two")
    repeat = players[0].delete(first.headers["Location"], Idempotency_Key="two")
    assert repeat.data == gone.data
    assert players[0].post(f"{path}/disputes", sent, **key).data == first.data
    assert len(stream(service, path)) == 2


# ---- texts


def test_no_event_holds_what_somebody_wrote(
    service: Service, players: list[Asker], auditor: Asker
) -> None:
    path = over(service, players)
    where = disputed(path, players[0], reason="My neighbour Carla saw it")
    sent = {"verdict": "dismissed", "reason": "Carla was away"}
    assert auditor.post(f"{where}/ruling", sent).status_code == 201
    assert len(stream(service, path)) == 2
    assert "Carla" not in str(stream(service, path))
    shown = players[1].get(where).get_json()
    assert shown["reason"] == "My neighbour Carla saw it"
    assert shown["ruling"]["reason"] == "Carla was away"


def test_a_text_is_erased_with_the_account_of_who_wrote_it(
    service: Service, players: list[Asker]
) -> None:
    where = disputed(over(service, players), players[0])
    before = players[1].get(where).get_json()
    assert players[0].delete("/v1/players/me").status_code == 204
    after = players[1].get(where).get_json()
    assert after == {**before, "reason": None}
    assert not service.redis.exists(texts_of(players[0].id))


# ---- lists


def test_auditors_see_all_disputes_and_players_those_of_their_tables(
    service: Service, players: list[Asker], auditor: Asker
) -> None:
    others = [service.player("Cyd"), service.player("Dan")]
    mine, theirs = playing(service, players), playing(service, others)
    wheres = [disputed(mine, players[0]), disputed(theirs, others[0]), disputed(mine, players[1])]
    follow(service)
    ids = [where.rsplit("/", 1)[1] for where in reversed(wheres)]

    def listed(asker: Asker, query: str = "") -> list[str]:
        found = asker.get(f"/v1/disputes{query}").get_json()
        return [row["dispute"] for row in found["disputes"]]

    assert sorted(listed(auditor)) == sorted(ids)
    assert sorted(listed(players[1])) == sorted([ids[0], ids[2]])
    assert listed(others[1]) == [ids[1]]
    assert listed(service.player("Eve")) == []
    assert listed(auditor, "?status=ruled") == []
    assert listed(auditor, f"?table={theirs.rsplit('/', 1)[1]}&status=open") == [ids[1]]
    problem(service.nobody.get("/v1/disputes"), 401, "http/unauthorized")
    problem(auditor.get("/v1/disputes?status=new"), 400, "http/bad_query")


@pytest.mark.parametrize("limit", [1, 2, 3])
def test_a_cursor_leads_through_the_disputes_once(
    service: Service, players: list[Asker], auditor: Asker, limit: int
) -> None:
    for _ in range(2):
        path = over(service, players)
        for hand in (1, 2):
            disputed(path, players[0], hand)
    follow(service)
    for asker in (auditor, players[0]):
        whole = asker.get("/v1/disputes").get_json()["disputes"]
        assert len(whole) == 4
        assert [row["opened_at"] for row in whole] == sorted(
            (row["opened_at"] for row in whole), reverse=True
        )
        shown: list[Any] = []
        query = f"?limit={limit}"
        while True:
            page = asker.get(f"/v1/disputes{query}").get_json()
            shown += page["disputes"]
            if page["cursor"] is None:
                break
            query = f"?limit={limit}&cursor={page['cursor']}"
        assert shown == whole


def test_disputes_of_tables_in_one_partition_are_all_listed(
    service: Service, players: list[Asker]
) -> None:
    """Two streams in one page of a feed: neither may take the other's disputes from a player."""
    names, tables = service.parts.store.names, list[str]()
    while len({*map(partition_of(names), tables)}) == len(tables):
        tables.append(playing(service, players).rsplit("/", 1)[1])
    wheres = [disputed(f"/v1/tables/{table}", players[0]) for table in tables]
    follow(service)
    found = players[1].get("/v1/disputes").get_json()["disputes"]
    assert len(found) == len(wheres)


def partition_of(names: KeyNames) -> Callable[[str], int]:
    """Return what says in which partition the disputes of a table are."""
    return lambda table: names.partition(dispute_stream_id(table))


def test_the_disputes_of_a_table_are_shown_at_once_to_its_players_and_auditors(
    service: Service, players: list[Asker], auditor: Asker
) -> None:
    path = playing(service, players)
    where = disputed(path, players[0])
    for asker in (*players, auditor):
        (row,) = asker.get(f"{path}/disputes").get_json()["disputes"]
        assert row["dispute"] == where.rsplit("/", 1)[1]
    problem(service.player("Eve").get(f"{path}/disputes"), 403, "dispute/not_a_party", "D1")


@pytest.mark.parametrize(
    "name", ["d", "d1", "t1", "d1.0", "d1.1", "d" * 80 + ".1", "x.1", "d1.1.1"]
)
def test_what_is_no_dispute_is_not_found(service: Service, auditor: Asker, name: str) -> None:
    for where in ("", "/evidence", "/replay"):
        problem(auditor.get(f"/v1/disputes/{name}{where}"), 404, "dispute/unknown")
    sent = {"verdict": "dismissed", "reason": "No"}
    problem(auditor.post(f"/v1/disputes/{name}/ruling", sent), 404, "dispute/unknown")


def test_a_dispute_is_hidden_from_who_has_no_part_in_it(
    service: Service, players: list[Asker]
) -> None:
    where, eve = disputed(playing(service, players), players[0]), service.player("Eve")
    for path in (where, f"{where}/evidence", f"{where}/replay"):
        problem(eve.get(path), 404, "dispute/unknown")
        problem(service.nobody.get(path), 401, "http/unauthorized")
    problem(eve.delete(where), 404, "dispute/unknown")


def test_the_list_is_built_again_from_the_streams(
    service: Service, players: list[Asker], auditor: Asker
) -> None:
    path = over(service, players)
    wheres = [disputed(path, one, hand) for one in players for hand in (1, 2)]
    players[0].delete(wheres[0])
    auditor.get(f"{wheres[1]}/evidence")
    auditor.post(f"{wheres[1]}/ruling", {"verdict": "dismissed", "reason": "No"})
    follow(service)
    model, mine = service.parts.models.disputes, players[0].get("/v1/disputes").get_json()
    live = model.all_rows()
    assert {row["status"] for row in live.values() if "status" in row} == {
        "open", "ruled", "withdrawn",
    }  # fmt: skip
    service.redis.delete(*service.redis.keys("fd:{disputes}:of:*"))
    assert players[0].get("/v1/disputes").get_json()["disputes"] == []
    rebuild_models(model.store, [model.projection])
    assert model.all_rows() == live
    assert players[0].get("/v1/disputes").get_json() == mine
    assert len(mine["disputes"]) == 4
    for partition in range(service.parts.store.names.partitions):  # all of it once more
        reply: Any = service.redis.xread({service.parts.store.names.feed(partition): "0-0"})
        for _, entries in entries_of(reply):
            for name in {entry.stream for entry in entries}:
                rows = model.folded(name, model.version())
                assert {k: row for k, row in rows.items() if row} == {
                    k: live[k] for k, row in rows.items() if row
                }
    assert model.projection is DISPUTES
