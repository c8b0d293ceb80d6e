"""A friend of the server who searches an entropy once the others' are known, and re-rolls.

Who knows the secret of a table and the entropies of all others could choose the deal by bringing an
entropy that was searched for it. So the set of commitments is closed before anything is revealed,
and whoever reveals names that closing. What is left of a start is never taken back.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from events.record.logfile import log_file_lines
from events.record.receipts import Receipt
from events.verify.log import verify_log
from events.verify.report import LogReport
from games.core.contract import Seat
from games.table import Sit, Start, Table
from service.assembly import AppParts
from service.tables import starts
from tests.attacks.test_copied_commitments import NODE
from tests.beacons import chain
from tests.events.forge import pieces
from tests.fairness.second import run_second
from tests.fairness.tables import SIGNER, text_of
from tests.service.asker import Asker, Service, commitment, entropy, problem
from tests.table.desk import Desk, Salts, an_open
from tests.table.desk import commitment as promise_of
from tests.table.signers import signed_reveal, signed_sit, signed_start
from tests.workers.floor import move_clock, table_of
from workers.tables.clock import enforce_deadlines

TRIES = 40
ADA, FRIEND = 0, 1  # their seats


def seated(service: Service, ada: Asker, friend: Asker, **settings: Any) -> str:
    """Return a table at which both sit, with commitments."""
    path = service.opened(friend, "boosh", 2, **settings)
    for one, word in ((ada, "cat"), (friend, "dog")):
        body = {"commitment": commitment(one.id, word)}
        assert one.post(f"{path}/seats", body).status_code == 201
    return path


def reveal_of(asker: Asker, path: str, word: str) -> dict[str, str]:
    """Return what a client sends that has checked the closing."""
    return {"entropy": entropy(word), "closing": asker.closing(path)}


# Live: a server that holds a reveal back, and reads it


def test_behind_the_call_a_friend_cannot_sit_down_again_with_what_was_searched(
    service: Service,
) -> None:
    ada, friend = service.player("Ada"), service.player("Friend")
    path = seated(service, ada, friend)
    friend.post(f"{path}/start")
    held_back = reveal_of(ada, path, "cat")
    assert friend.delete(f"{path}/seats/1").status_code == 200
    searched = {"seat": FRIEND, "commitment": commitment(friend.id, "searched")}
    with service.nothing_happens():
        problem(friend.post(f"{path}/seats", searched), 409, "table/started", "T2")
        problem(friend.post(f"{path}/start"), 409, "table/started", "T5")
    view = ada.post(f"{path}/reveal", held_back).get_json()["view"]
    assert view["phase"] == "playing"
    assert [seat["entropy"] for seat in view["seats"]] == ["revealed", "withheld"]
    told = ada.get(f"{path}/fairness").get_json()["text"]
    assert "the server alone among 2 deals, if it dropped what seat 1 revealed" in told


def called_anew(
    service: Service, path: str, friend: Asker, patch: pytest.MonkeyPatch, word: str
) -> None:
    """Let a patched server seat the friend again behind the call, and take another call."""
    with patch.context() as lenient:
        lenient.setattr(Table, "is_called", property(lambda table: False))
        assert friend.delete(f"{path}/seats/1").status_code == 200
        body = {"seat": FRIEND, "commitment": commitment(friend.id, word)}
        assert friend.post(f"{path}/seats", body).status_code == 201
        lenient.setattr(starts, "require_first_call", lambda table_id, player_id: None)
        assert friend.post(f"{path}/start").status_code == 200


@NODE
def test_a_reveal_that_was_held_back_answers_no_other_set_of_commitments(
    service: Service, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    ada, friend = service.player("Ada"), service.player("Friend")
    path = seated(service, ada, friend)
    friend.post(f"{path}/start")
    held_back = reveal_of(ada, path, "cat")
    called_anew(service, path, friend, monkeypatch, "searched")
    assert ada.closing(path) != held_back["closing"], "which an honest client has stored"
    with service.nothing_happens():
        problem(ada.post(f"{path}/reveal", held_back), 409, "table/other_closing", "T4")
    rewritten = {**held_back, "closing": ada.closing(path)}  # nobody has signed it
    assert ada.post(f"{path}/reveal", rewritten).status_code == 200
    assert friend.reveal(path, "searched").get_json()["view"]["phase"] == "playing"
    log = tmp_path / "log"
    log.write_bytes(written(service, path))
    assert verify_log(log, [SIGNER.public]).faults[0].n == 5
    assert '"verdict":"bad"' in run_second("--key", SIGNER.public, log).stdout.replace(" ", "")


def written(service: Service, path: str) -> bytes:
    """Return the log of a table as the store has it, signed by who holds the key."""
    table, store = path.rpartition("/")[2], service.parts.store
    return b"".join(log_file_lines(table, store.read(table), store.now(), SIGNER))


# Told: another story, made with what was read


def story(word: str, *, signs: bool = False) -> Desk:
    """Return a table of which the friend of the server, in seat 1, has called with a word."""
    desk = Desk("t-boon", Salts("salts")).opened(an_open("boon", 3), by="player:p1")
    own = promise_of("p0", "cat")
    sit = signed_sit(desk.table, "p0", ADA, commitment=own) if signs else None
    desk.do("player:p0", sit or Sit(Seat(ADA), commitment=own))
    desk.do("player:p1", Sit(Seat(FRIEND), commitment=promise_of("p1", word)))
    desk.do("player:p1", Sit(Seat(2), "regular"))
    desk.do("player:p1", Start())
    return desk


def ended(desk: Desk, word: str) -> Desk:
    """Let both reveal, Ada under the closing of this story."""
    desk.reveal(ADA, "cat")
    desk.reveal(FRIEND, word)
    return desk


def gold(desk: Desk) -> int:
    """Return how much gold the friend is dealt."""
    dealt = next(fact.event for fact in desk.facts if type(fact.event).__name__ == "HandDealt")
    return sum(int(card.rpartition("-")[2]) for card in dealt.hands[FRIEND] if "gold" in card)


@cache
def searched() -> str:
    """Return the word with which the friend is dealt the most gold."""
    return max(map(str, range(TRIES)), key=lambda word: gold(ended(story(word), word)))


def closing_receipt(desk: Desk) -> dict[str, Any]:
    """Return the receipt without which no client reveals."""
    closing = desk.table.closing
    assert closing is not None
    receipt: Receipt = SIGNER.receipt(
        desk.id, closing.n, bytes.fromhex(closing.head), closing.at, "always"
    )
    return {**receipt}


def judged(desk: Desk, folder: Path, *receipts: dict[str, Any]) -> LogReport:
    """Return what the verifier says of the log that the server tells in the end."""
    return verify_log(pieces(text_of(desk)).write(folder / "log"), [SIGNER.public], receipts)


def test_a_deal_chosen_by_a_search_looks_sound_and_is_found_by_the_receipt_of_the_closing(
    tmp_path: Path,
) -> None:
    shown = story("dog")
    word = searched()
    told = ended(story(word), word)
    assert gold(told) > gold(ended(story("dog"), "dog")) + 10, "the search is worth it"
    assert judged(told, tmp_path).faults == ()
    fault = judged(told, tmp_path, closing_receipt(shown)).faults[0]
    assert (fault.kind, fault.n) == ("fork", 5), "at the call"


def test_where_the_player_signs_such_a_deal_is_found_without_a_receipt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown, told = story("dog", signs=True), story(searched(), signs=True)
    own = signed_reveal(shown.table, "p0", ADA, entropy("cat"))
    assert told.refused("player:p0", own) == ("table/other_closing", "T4")
    assert told.table.closing is not None
    rewritten = replace(own, closing=told.table.closing.head)
    assert told.refused("player:p0", rewritten) == ("table/bad_signature", "T14")
    with monkeypatch.context() as lenient:
        lenient.setattr("games.table.signing.is_signed", lambda *_: True)
        told.do("player:p0", rewritten)
    told.reveal(FRIEND, searched())
    fault = judged(told, tmp_path).faults[0]
    assert (fault.kind, fault.n) == ("forged_action", told.table.closing.n + 1)


# The closing of another table


def test_a_reveal_for_one_table_reveals_nothing_at_another(service: Service) -> None:
    ada, friend = service.player("Ada"), service.player("Friend")
    paths = [seated(service, ada, friend) for _ in range(2)]
    for path in paths:
        friend.post(f"{path}/start")
    held_back = reveal_of(ada, paths[0], "cat")
    with service.nothing_happens():
        problem(ada.post(f"{paths[1]}/reveal", held_back), 409, "table/other_closing", "T4")
    assert ada.post(f"{paths[0]}/reveal", held_back).status_code == 200


def test_a_signed_reveal_for_one_table_is_none_for_another() -> None:
    one = story("dog", signs=True)
    other = Desk("t-other", Salts("other")).opened(an_open("boon", 3))
    own = promise_of("p0", "cat")
    other.do("player:p0", signed_sit(other.table, "p0", ADA, commitment=own))
    for bot in (1, 2):
        other.do("player:p0", Sit(Seat(bot), "regular"))
    other.do("player:p0", signed_start(other.table, "p0", ADA))
    held_back = signed_reveal(one.table, "p0", ADA, entropy("cat"))
    assert other.refused("player:p0", held_back) == ("table/other_closing", "T4")
    assert other.table.closing is not None
    moved = replace(held_back, closing=other.table.closing.head)
    assert other.refused("player:p0", moved) == ("table/bad_signature", "T14")


# Starting over


RE_ROLLS: dict[str, Callable[[Asker, str], Any]] = {
    "withdrawing": lambda one, path: one.delete(path),
    "another call": lambda one, path: one.post(f"{path}/start"),
    "sending a bot away": lambda one, path: one.delete(f"{path}/seats/2"),
    "another player": lambda one, path: one.post(f"{path}/invitations", {"invite": [
        {"player": one.id, "seat": 2}]}),
}  # fmt: skip


@pytest.mark.parametrize("what", RE_ROLLS)
def test_behind_the_call_nothing_is_rolled_again(what: str, service: Service) -> None:
    ada, friend = service.player("Ada"), service.player("Friend")
    path = service.opened(friend, "boosh", 3)
    for one, word in ((ada, "cat"), (friend, "dog")):
        one.post(f"{path}/seats", {"commitment": commitment(one.id, word)})
    friend.post(f"{path}/seats", {"bot": "regular"})
    assert friend.post(f"{path}/start").status_code == 200
    for reveals in (False, True):
        assert not reveals or ada.reveal(path, "cat").status_code == 200
        with service.nothing_happens():
            found = RE_ROLLS[what](friend, path)
            assert (found.status_code, found.get_json()["code"]) == (409, "table/started")


def test_a_beacon_is_not_awaited_for_ever_and_not_given_up_by_the_opener(parts: AppParts) -> None:
    service = Service(replace(parts, beacons={"test": chain()}))
    ada, friend = service.player("Ada"), service.player("Friend")
    path = seated(service, ada, friend, beacon="test")
    friend.post(f"{path}/start")
    ada.reveal(path, "cat")
    assert friend.reveal(path, "dog").get_json()["view"]["phase"] == "open"
    table = path.rpartition("/")[2]
    store, tables = service.parts.store, service.parts.tables
    due_at, fails_at = (
        table_of(tables, table).beacon_due(),
        table_of(tables, table).beacon_fails_at(),
    )
    assert due_at is not None
    assert fails_at == due_at + 600_000
    move_clock(store, fails_at - 1_000 - store.now())
    problem(friend.delete(path), 409, "table/started", "T9")
    enforce_deadlines(tables, table)
    assert ada.get(path).get_json()["phase"] == "open"
    move_clock(store, fails_at - store.now())
    enforce_deadlines(tables, table)
    assert ada.get(path).get_json()["outcome"]["why"] == "beacon_failed"
    service.follow()
    for one in (ada, friend):
        assert service.nobody.get(f"/v1/players/{one.id}").get_json()["aborted"] == 1
    again = seated(service, ada, friend, beacon="test")
    assert ada.get(f"{again}/fairness").get_json()["aborted"] == {"server": 1, "players": [1, 1]}
