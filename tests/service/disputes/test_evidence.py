"""Evidence: all of it for auditors, whose looks are recorded; for players what they may know."""

import hashlib
import re
import tempfile
from dataclasses import replace
from itertools import islice, product
from pathlib import Path
from typing import Any

import pytest
from nacl.signing import SigningKey

from events.disputes import rulings
from events.disputes.docket import Disputes
from events.disputes.names import dispute_stream_id
from events.disputes.verdict import verify_disputes
from events.history import signing_keys
from events.history.checkpoints import Leaf, read_checkpoint, stream_hash
from events.history.merkle import is_included, leaf_hash
from events.history.signing_keys import rotate_signing_key
from events.record.chain import canonical_json, first_head, next_head
from events.record.logfile import has_seal
from events.record.receipts import Signer, is_receipt_signed_by
from events.store.streams import AppendRequest, Store
from games.core.game import AnyGame
from projections.tables import views
from projections.tables.hands import last_of
from service.app import create_app
from service.disputes import evidence
from service.limits.slots import SlotPool
from tests.corpus import TABLES
from tests.games.every import every_game
from tests.games.play import voids
from tests.laws import Law
from tests.service.asker import Asker, Service, lasting_headers, problem
from tests.service.disputes.test_disputes import disputed, over, playing, stream
from tests.service.disputes.test_rulings import archive
from tests.service.play.test_hands_law import AT, TABLE, World
from tests.service.provoke_disputes import auditor as an_auditor
from tests.workers.floor import public

PAIRS = max(5, TABLES // 200)  # of each game
MASKS = [
    (re.compile(rb"\b[0-9a-f]{128}\b"), b"signature"),
    (re.compile(rb"\b[0-9a-f]{64}\b"), b"#"),
]


@pytest.fixture
def players(service: Service) -> list[Asker]:
    return [service.player(name) for name in ("Ada", "Bob")]


@pytest.fixture
def auditor(service: Service) -> Asker:
    return an_auditor(service)


def shown(where: str, asker: Asker) -> Any:
    """Return the evidence."""
    answer = asker.get(f"{where}/evidence")
    assert answer.status_code == 200, answer.text
    return answer.get_json()


# ---- the log, and what belongs to it


@pytest.mark.parametrize("hand", [1, 2, 3])
def test_the_hand_belongs_to_the_head_that_the_server_signs(
    service: Service, players: list[Asker], auditor: Asker, hand: int
) -> None:
    where = disputed(over(service, players, hands=3), players[0], hand)
    for asker in (auditor, players[1]):
        found = shown(where, asker)
        log, head = found["log"], bytes.fromhex(found["log"]["before"]["head"])
        assert log["before"]["n"] == log["first"] - 1
        for event in log["events"]:
            own = ("n", "type", "at", "by", "cause", "data", "seals")
            head = next_head(head, canonical_json({name: event[name] for name in own}))
            assert event["head"] == head.hex()
            assert all(has_seal(part, event["seals"][key]) for key, part in event["parts"].items())
        assert log["after"] == {"n": log["last"], "head": head.hex()}
        for text in log["way"]:
            head = next_head(head, text.encode())
        newest = {"n": log["last"] + len(log["way"]), "head": head.hex()}
        assert log["newest"] == newest
        assert {name: found["signed"][name] for name in newest} == newest
        assert is_receipt_signed_by(found["signed"], service.parts.signing.keys.signer.public)


def test_the_first_hand_begins_behind_the_events_before_the_deal(
    service: Service, players: list[Asker], auditor: Asker
) -> None:
    path = playing(service, players)
    found = shown(disputed(path, players[0]), auditor)["log"]
    store, table = service.parts.store, path.rsplit("/", 1)[1]
    held = service.parts.tables.current(table).table
    assert (found["first"], found["last"]) == (held.hands[0], last_of(held, 1))
    assert found["before"]["head"] == store.read(table)[held.hands[0] - 2].h.hex()
    assert not found["complete"]


def test_receipts_are_held_to_the_log(
    service: Service, players: list[Asker], auditor: Asker
) -> None:
    path = playing(service, players)
    table, own = path.rsplit("/", 1)[1], service.parts
    held = own.tables.current(table)
    n, at = held.table.n, held.table.at
    forger = Signer(SigningKey(hashlib.sha256(b"forged").digest()))
    other = playing(service, players).rsplit("/", 1)[1]
    given = {
        "genuine": own.signing.keys.signer.receipt(table, n, held.head, at, "everysec"),
        "fork": own.signing.keys.signer.receipt(table, n, b"\1" * 32, at, "everysec"),
        "forged_receipt": forger.receipt(table, n, held.head, at, "everysec"),
        "foreign_receipt": own.signing.keys.signer.receipt(other, n, held.head, at, "everysec"),
        "newer": own.signing.keys.signer.receipt(table, n + 1, held.head, at + 10**6, "everysec"),
        "cut": own.signing.keys.signer.receipt(table, n + 1, held.head, at, "everysec"),
    }
    where = disputed(path, players[0], receipts=[*given.values()])
    for asker in (auditor, players[1]):
        rows = shown(where, asker)["receipts"]
        assert [row["verdict"] for row in rows] == [*given]
        assert [row["receipt"] for row in rows] == [*given.values()]
        assert all(row["why"] for row in rows)


def test_the_report_of_a_long_log_is_that_of_a_process_of_its_own(
    service: Service, players: list[Asker], auditor: Asker, monkeypatch: pytest.MonkeyPatch
) -> None:
    where = disputed(over(service, players), players[0])
    here = shown(where, auditor)["report"]
    monkeypatch.setattr(evidence, "SMALL", 0)
    assert shown(where, auditor)["report"] == here
    assert (here["verdict"], here["complete"]) == ("good", True)


@pytest.mark.parametrize(("full", "status"), [("running", 200), ("for_evidence", 503)])
def test_logs_that_anybody_uploads_keep_no_auditor_from_the_evidence(
    service: Service, players: list[Asker], auditor: Asker, monkeypatch: pytest.MonkeyPatch,
    full: str, status: int,
) -> None:  # fmt: skip
    where = disputed(playing(service, players), players[0])
    monkeypatch.setattr(evidence, "SMALL", 0)
    limits: Any = {full: SlotPool(0), "patience": 0.0}
    verifiers = replace(service.parts.verifiers, **limits)
    app = create_app(replace(service.parts, verifiers=verifiers))
    answer = Asker(app.test_client(), auditor.token).get(f"{where}/evidence")
    assert answer.status_code == status, answer.text


def test_the_clock_says_what_every_turn_took(
    service: Service, players: list[Asker], auditor: Asker
) -> None:
    path = playing(service, players, clock={"turn": 30, "bank": 60})
    service.play(path, players, 4)
    found = shown(disputed(path, players[0]), auditor)
    rows = found["clock"]
    acted = [
        event for event in found["log"]["events"]
        if isinstance(event["cause"], dict) and event["cause"]["seat"] is not None
    ]  # fmt: skip
    assert len(acted) == 4
    assert [row["n"] for row in rows] == [event["n"] for event in acted]
    for row, event in zip(rows, acted, strict=True):
        assert (row["seat"], row["at"], row["by"]) == (
            event["cause"]["seat"], event["at"], event["by"],
        )  # fmt: skip
        assert row["deadline"] == row["since"] + 90_000
        assert row["used"] == row["at"] - row["since"] >= 0
        assert row["bank"] == {"before": 60_000, "after": 60_000}
        assert (row["timed_out"], row["policy"]) == (False, None)


@pytest.mark.parametrize(("reveal", "closed"), [("table", False), ("table", True), ("hand", False),
                                                ("hand", True), ("auditors", True)])  # fmt: skip
def test_what_is_said_of_who_could_read_a_part_is_what_they_are_shown(
    service: Service, players: list[Asker], auditor: Asker, reveal: str, closed: bool
) -> None:
    path = playing(service, players, reveal=reveal)
    if closed:
        service.play(path, players)
    else:
        while service.nobody.get(path).get_json()["hand"] < 2:
            service.play(path, players, 1)
    where = disputed(path, players[0])
    whole = shown(where, auditor)
    mine = [shown(where, player)["log"]["events"] for player in players]
    for row, event, *own in zip(whole["knowledge"], whole["log"]["events"], *mine, strict=True):
        assert [part["audience"] for part in row["parts"]] == sorted(event["seals"])
        assert event["parts"].keys() == event["seals"].keys()
        for seat, theirs in enumerate(own):
            told = {
                part["audience"] for part in row["parts"]
                if seat in part["seats"] or part["opened"] is not None
            }  # fmt: skip
            assert told == theirs["parts"].keys()


def test_the_stream_of_disputes_leads_to_a_leaf_of_the_signed_tree(
    service: Service, players: list[Asker], auditor: Asker
) -> None:
    path = over(service, players)
    where, heads = disputed(path, players[0]), service.parts.signing.tree
    assert shown(where, players[0])["disputes"]["proof"] is None
    sent = {"verdict": "upheld", "reason": "So"}
    assert auditor.post(f"{where}/ruling", sent).status_code == 201
    heads.settle = 0
    heads.follow([dispute_stream_id(path.rsplit("/", 1)[1])])
    disputed(path, players[1])
    found = shown(where, players[1])["disputes"]
    leaf, head = found["proof"]["leaf"], first_head(found["stream"])
    for text in found["events"][: leaf["n"]]:
        head = next_head(head, text.encode())
    named = {"kind": "ruled", "stream": stream_hash(found["stream"]), "n": 2, "head": head.hex()}
    assert leaf == {**named, "at": leaf["at"], "end": None}
    checkpoint = read_checkpoint(found["proof"]["checkpoint"])
    nodes = [bytes.fromhex(node) for node in found["proof"]["path"]]
    size, index = checkpoint.size, found["proof"]["index"]
    assert is_included(leaf_hash(Leaf(**leaf).data), index, size, nodes, checkpoint.root)


def logs_of(service: Service, path: str, where: str, asker: Asker, folder: Path) -> list[Path]:
    """Download the logs of a table and of its disputes."""
    files = [folder / "table.jsonl", folder / "disputes.jsonl"]
    for file, at in zip(files, (path, where), strict=True):
        answer = asker.get(f"{at}/log")
        assert answer.status_code == 200, answer.text
        assert answer.headers["Cache-Control"] == "private, no-cache"
        assert answer.headers["Vary"] == "Authorization"
        file.write_bytes(answer.data)
    return files


def test_the_log_of_disputes_is_verified_with_the_table_by_who_gets_the_evidence(
    service: Service, players: list[Asker], auditor: Asker, tmp_path: Path
) -> None:
    path = playing(service, players)
    where = disputed(path, players[0])
    shown(where, auditor)
    sent = {"verdict": "upheld", "remedy": "points_adjusted", "points": [1, -1], "reason": "So"}
    assert auditor.post(f"{where}/ruling", sent).status_code == 201
    service.play(path, players)
    late = disputed(path, players[1])
    assert auditor.get(f"{late}/replay?at=9&seat=0").status_code == 200
    assert auditor.post(f"{late}/ruling", sent).status_code == 201
    before = len(stream(service, path))
    for asker in (*players, auditor):
        table, disputes = logs_of(service, path, where, asker, tmp_path)
        report = verify_disputes(disputes, service.parts.signing.keys.public, [], table)
        assert report.verdict == "good", report.as_text()
        assert [*map(len, (report.not_proven, report.proven))] == [1, 4]
    assert len(stream(service, path)) == before  # this was no look
    eve = service.player("Eve")
    problem(eve.get(f"{where}/log"), 404, "dispute/unknown")
    problem(service.nobody.get(f"{where}/log"), 401, "http/unauthorized")


def test_who_has_left_gets_the_log_of_disputes_when_the_table_is_opened(
    service: Service, players: list[Asker]
) -> None:
    path = playing(service, players)
    where = disputed(path, players[0])
    assert players[0].delete(f"{path}/seats/0").status_code == 200
    problem(players[0].get(f"{where}/log"), 403, "table/left")
    service.play(path, players[1:])
    assert players[0].get(f"{where}/log").status_code == 200


def test_a_download_holds_the_rulings_that_a_dead_process_has_not_written_down(
    service: Service, players: list[Asker], auditor: Asker, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    path = playing(service, players)
    where = disputed(path, players[0])
    with monkeypatch.context() as patch:
        patch.setattr(rulings, "_copy_table_ruling", lambda *_: pytest.fail("the process died"))
        with pytest.raises(pytest.fail.Exception):
            auditor.post(f"{where}/ruling", {"verdict": "upheld", "reason": "So"})
    service.play(path, players)
    table, disputes = logs_of(service, path, where, players[1], tmp_path)
    assert verify_disputes(disputes, service.parts.signing.keys.public, [], table).verdict == "good"
    assert disputes.read_text().count("dispute.ruled.v1") == 1


def test_a_download_leaves_archived_disputes_in_the_archive(
    service: Service, players: list[Asker], auditor: Asker
) -> None:
    path = playing(service, players)
    where = disputed(path, players[0])
    ruling = {"verdict": "upheld", "reason": "So"}
    assert auditor.post(f"{where}/ruling", ruling).status_code == 201
    service.play(path, players)
    archive(service, path)
    stream_id = dispute_stream_id(path.rsplit("/", 1)[1])
    assert service.parts.store.live(stream_id) == []
    assert b"dispute.ruled.v1" in players[0].get(f"{where}/log").data
    assert service.parts.store.live(stream_id) == []


# ---- looks


def test_an_auditors_look_is_recorded_and_shown_to_the_players(
    service: Service, players: list[Asker], auditor: Asker
) -> None:
    path = playing(service, players)
    where = disputed(path, players[0])
    n = service.log(path)[0]
    shown(where, players[0])
    assert len(stream(service, path)) == 1
    found = shown(where, auditor)
    assert auditor.get(f"{where}/replay?at={n}&seat=1").status_code == 200
    looks = players[1].get(where).get_json()["looks"]
    assert [(one["by"], one["what"], one["seat"], one["n"]) for one in looks] == [
        (f"player:{auditor.id}", "evidence", None, n), (f"player:{auditor.id}", "replay", 1, n),
    ]  # fmt: skip
    assert found["dispute"]["looks"] == looks[:1]
    assert auditor.get(where).get_json()["looks"] == looks  # this was no look


def test_no_answer_comes_without_the_look(
    service: Service, players: list[Asker], auditor: Asker, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = playing(service, players)
    where = disputed(path, players[0])

    def away(*_: Any, **__: Any) -> Any:
        raise ConnectionAbortedError

    for name in ("evidence", "table/log", "replay"):
        with monkeypatch.context() as patch:
            patch.setattr(Disputes, "record_look", away)
            patch.setattr(
                evidence, "HandSlice", lambda *_: pytest.fail("it was read before the look")
            )
            patch.setattr(evidence, "log_answer", lambda *_: pytest.fail("it was read before"))
            patch.setattr(
                evidence, "replay_at_event", lambda *_: pytest.fail("it was read before the look")
            )
            assert auditor.get(f"{where}/{name}").status_code == 500
    assert len(stream(service, path)) == 1


def test_the_look_stands_where_the_answer_was_never_sent(
    service: Service, players: list[Asker], auditor: Asker, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = playing(service, players)
    where = disputed(path, players[0])

    def killed(*_: Any, **__: Any) -> Any:
        raise ConnectionAbortedError

    monkeypatch.setattr(evidence, "json_response", killed)
    monkeypatch.setattr(evidence, "log_answer", killed)
    for name in ("evidence", "table/log", "replay"):
        assert auditor.get(f"{where}/{name}").status_code == 500
    assert [event["data"].get("what") for event in stream(service, path)] == [
        None, "evidence", "log", "replay",
    ]  # fmt: skip


def test_an_auditor_replays_any_seat_of_a_running_table(
    service: Service, players: list[Asker], auditor: Asker
) -> None:
    path = playing(service, players)
    where, n = disputed(path, players[0]), service.log(path)[0]
    for (seat, player), language in product(enumerate(players), ("en", "de")):
        wanted = {"Accept-Language": language}
        replay = auditor.ask("GET", f"{where}/replay?at={n}&seat={seat}", headers=wanted)
        own = player.ask("GET", f"{path}/replay?at={n}", headers=wanted)
        assert replay.get_json() == own.get_json()
        assert replay.headers["Content-Language"] == language
    problem(auditor.get(f"{where}/replay?seat=2"), 404, "table/no_such_seat")
    problem(auditor.get(f"{where}/replay?at={n + 1}"), 404, "table/no_such_event")
    problem(auditor.get(f"{where}/replay?at=0"), 404, "table/no_such_event")
    problem(players[0].get(f"{where}/replay"), 403, "dispute/not_an_auditor", "D6")


def test_an_auditor_who_plays_gets_what_a_player_gets(
    service: Service, players: list[Asker]
) -> None:
    path = playing(service, players)
    where = disputed(path, players[0])
    before = shown(where, players[1])
    found = service.parts.players.find(players[1].id)
    assert found is not None
    service.parts.players.give_role(found, "auditor")
    after = shown(where, players[1])
    for one in (before, after):
        one["signed"] = None
    assert after == before
    assert after["report"] is None
    assert len(stream(service, path)) == 1


def test_evidence_of_an_archived_table_is_what_it_was(
    service: Service, players: list[Asker], auditor: Asker
) -> None:
    path = over(service, players)
    where = disputed(path, players[0])
    before = [shown(where, asker) for asker in (*players, auditor)]
    archive(service, path)
    after = [shown(where, asker) for asker in (*players, auditor)]
    for one in (*before, *after):
        del one["dispute"]["looks"], one["disputes"]["events"][1:]
    assert after == before


# ---- leaks


def told_in(service: Service, world: World, ada: Asker, masks: Any = MASKS) -> list[bytes]:
    """Return all that a player is told of a dispute in this world."""
    own = service.parts
    for name in (TABLE, dispute_stream_id(TABLE)):
        names = own.store.names.of(name)
        own.store.redis.zrem(names.all, name)  # else it would be looked for in the archive
        own.store.redis.delete(names.log, names.once, names.snapshot)
    own.tables.drop(TABLE)
    kinds = [public(event)["type"] for event in world.log]
    own.store.append(
        AppendRequest(
            stream=TABLE, seen=0, head=first_head(TABLE), events=world.log, types=kinds, at=AT
        )
    )
    path, found, same = f"/v1/tables/{TABLE}", [], {"X_Request_Id": "same"}
    hands = len(ada.get(f"{path}/hands").get_json()["hands"])
    for hand in range(1, hands + 2):
        made = ada.post(f"{path}/disputes", {"hand": hand, "reason": "Odd"}, **same)
        found.append(made)
        if where := made.headers.get("Location"):
            found += [ada.get(f"{where}{end}", **same) for end in ("", "/evidence", "/replay")]
            found.append(ada.post(f"{where}/ruling", {"verdict": "upheld", "reason": "So"}, **same))
    found.append(ada.get(f"{path}/disputes", **same))
    return [masked(answer.data + repr(lasting_headers(answer)).encode(), masks) for answer in found]


def masked(text: bytes, masks: Any) -> bytes:
    """Return an answer without salted hashes."""
    for mask, word in masks:
        text = mask.sub(word, text)
    return text


def compared(law: Law, service: Service, ada: Asker, game: AnyGame, count: int) -> int:
    """Hold the bytes of paired tables equal; return how many pairs differed in what is hidden."""
    different = 0
    pairs = law.pairs(game, where=lambda play, seat: seat is not None and not voids(play))
    for number, (play, twin, seat) in enumerate(islice(pairs, count)):
        moves = len(play.moves) - (game.rules.outcome(play.state) is not None)
        players = [ada.id if k == seat else None if k % 2 else f"p{k}" for k in range(play.seats)]
        reveal = ("table", "auditors")[number % 2]
        worlds = [World(one, moves, players, reveal) for one in (play, twin)]
        one, two = (told_in(service, world, ada) for world in worlds)
        assert one == two
        different += [event.p for event in worlds[0].log] != [event.p for event in worlds[1].log]
    return different


@pytest.fixture
def frozen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hold the clock."""
    monkeypatch.setattr(Store, "now", lambda store: AT + 10_000_000)


@pytest.mark.usefixtures("frozen")
@every_game
def test_paired_tables_give_a_party_the_same_evidence_to_the_byte(
    law: Law, service: Service, game: AnyGame
) -> None:
    assert compared(law, service, service.player("Ada"), game, PAIRS) >= 2


@pytest.mark.usefixtures("frozen")
@every_game
def test_evidence_that_opens_what_is_sealed_is_found(
    law: Law, service: Service, game: AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        evidence, "event_for_seat", lambda table, event, seat: views.laid_open(event)
    )
    with pytest.raises(AssertionError):
        compared(law, service, service.player("Ada"), game, PAIRS)


@pytest.mark.usefixtures("frozen")
def test_a_report_for_a_party_of_a_sealed_table_would_be_found(
    service: Service, players: list[Asker], monkeypatch: pytest.MonkeyPatch
) -> None:
    where = disputed(playing(service, players), players[0])
    monkeypatch.setattr(
        evidence, "_verifier_report", lambda *_: pytest.fail("there is none for players")
    )
    assert shown(where, players[0])["report"] is None


def test_a_key_that_is_rotated_meanwhile_makes_no_evidence_bad(
    service: Service, players: list[Asker], auditor: Asker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The report is about a log that is signed for it: its key is among those it is held to."""
    where, make = disputed(playing(service, players), players[0]), tempfile.TemporaryDirectory

    def rotate_and_make(**wanted: Any) -> Any:
        rotate_signing_key(service.parts.signing.keys.folder)
        return make(**wanted)

    monkeypatch.setattr(signing_keys, "REREAD_INTERVAL", 0.0)
    monkeypatch.setattr(tempfile, "TemporaryDirectory", rotate_and_make)
    report = shown(where, auditor)["report"]
    assert (report["verdict"], report["signature"]) == ("good", "good")
