"""Disputes go where their table goes: to the archive and back, and to other servers."""

import random
from pathlib import Path

import pytest
from redis import Redis

from events.disputes.docket import Complaint, Disputes
from events.disputes.names import dispute_stream_id
from events.disputes.rules import LookAtHidden
from events.disputes.rulings import issue_ruling, log_file
from events.record.logfile import log_file_lines
from events.store.archive.log_archive import BadArchive, compress_log, decompress_log
from events.store.connections.client import connect_client
from events.store.embedded.server import EmbeddedServer
from events.store.streams import IdempotencyKey, open_store
from events.transfer.archiving import Archiver
from events.transfer.between_servers import ImportRefusal
from games.core.contract import Illegal
from games.table import Rule
from tests.events.given_log import nothing_written
from tests.events.transfer.test_between_servers import Server, exported, server_of
from tests.workers.floor import play_out, started

AUDITOR = "player:max"
HASH = "1a" * 32
ONCE = IdempotencyKey("p1:key", "print")


@pytest.fixture
def old(redis: Redis, tmp_path: Path) -> Server:
    return server_of(redis, tmp_path, b"a")


@pytest.fixture
def new(redis: Redis, server: EmbeddedServer, tmp_path: Path) -> Server:
    return server_of(connect_client(f"{server.url}?db=1"), tmp_path, b"b")


def dispute(server: Server, table: str, player: str, once: IdempotencyKey | None = None) -> str:
    """Dispute the first hand; return the id."""
    held = server.tables.current(table)
    until = None if held.table.phase == "playing" else server.store.now() + 10**9
    made = Disputes(server.store).open(held, Complaint(player, 1, HASH, []), until, once)
    return made.state.newest().id


def ruled(server: Server, table: str, player: str, remedy: str = "none") -> None:
    """Rule the first hand as its auditor."""
    wanted = Rule(dispute(server, table, player), 1, "upheld", remedy, (), HASH)
    issue_ruling(server.tables, AUDITOR, wanted, table, None)


def disputed(server: Server, seed: int = 1) -> str:
    """Play a table with a dispute while it is played, and two when it has ended; return its id."""
    table = started(server.tables, "boon", ["p0", "p1"])
    ruled(server, table, "p0")
    play_out(server.tables, table, random.Random(seed))
    ruled(server, table, "p1", "table_voided")
    return table


def file_of(server: Server, table: str) -> list[bytes]:
    """Return the log file of the disputes but for its last line, which has its date."""
    text = log_file(server.store, dispute_stream_id(table), lambda *_: server.signer)
    assert text is not None
    return text.splitlines()[:-1]


def archived(server: Server, table: str) -> None:
    """Archive a table with its disputes; nothing but their names stays."""
    archiving = Archiver(server.store, server.signer)
    assert archiving.move(table) == "archived"
    assert server.store.live(table) == server.store.live(dispute_stream_id(table)) == []


def test_disputes_are_archived_with_their_table_and_read_as_before(old: Server) -> None:
    table = disputed(old)
    docket, events = Disputes(old.store).docket_of(table), old.store.read(dispute_stream_id(table))
    before = file_of(old, table)
    archived(old, table)
    assert list(old.store.redis.scan_iter(f"*log:{dispute_stream_id(table)}")) == []
    assert old.store.read(dispute_stream_id(table)) == events
    assert Disputes(old.store).docket_of(table) == docket
    assert file_of(old, table) == before
    assert old.store.archive is not None
    packed_file = old.store.archive.read_bytes(dispute_stream_id(table))
    assert packed_file is not None
    assert decompress_log(packed_file).splitlines()[:-1] == before


def test_archived_disputes_go_on_and_are_archived_anew(old: Server) -> None:
    table = disputed(old)
    archived(old, table)
    for count in range(2):
        before = old.store.read(dispute_stream_id(table))
        with pytest.raises(Illegal):
            first = f"{dispute_stream_id(table)}.1"
            Disputes(old.store).withdraw(old.tables.current(table).table, first, "p0", None)
        late = dispute(old, table, f"p{count}")
        state = old.tables.current(table).table
        Disputes(old.store).record_look(
            AUDITOR, LookAtHidden(state, late, "evidence", None, state.n)
        )
        events = old.store.read(dispute_stream_id(table))
        assert (events[: len(before)], len(events)) == (before, len(before) + 2)
        assert old.store.live(dispute_stream_id(table)) == events
        assert Archiver(old.store, old.signer).move(dispute_stream_id(table)) == "archived"
        assert old.store.live(dispute_stream_id(table)) == []
        assert old.store.read(dispute_stream_id(table)) == events
        other = open_store(old.store.redis, archive=old.store.archive)
        assert other.read(dispute_stream_id(table)) == events


def test_a_repeat_of_a_request_about_archived_disputes_is_answered_as_before(old: Server) -> None:
    table = started(old.tables, "boon", ["p0", "p1"])
    play_out(old.tables, table, random.Random(1))
    first = dispute(old, table, "p1", ONCE)
    archived(old, table)
    assert dispute(old, table, "p1", ONCE) == first
    assert len(Disputes(old.store).docket_of(table).disputes) == 1


def test_disputes_of_a_table_that_is_played_stay(old: Server) -> None:
    table = started(old.tables, "boon", ["p0", "p1"])
    dispute(old, table, "p0")
    archiving = Archiver(old.store, old.signer)
    with nothing_written(old.store.redis):
        assert archiving.move(dispute_stream_id(table)) == "not closed"
        assert archiving.move(table) == "not closed"


def test_an_archive_that_holds_other_disputes_keeps_the_stream(old: Server) -> None:
    archive = old.store.archive
    assert archive is not None
    for seed in (1, 2):
        stream = dispute_stream_id(disputed(old, seed))
        beginning = b"".join(log_file_lines(stream, old.store.read(stream)[:3], 1, old.signer))
        archive.put(stream, compress_log(beginning))
        archiving = Archiver(old.store, old.signer)
        if seed == 2:
            assert archiving.move(stream) == "archived"  # it was archived, and went on
            continue
        lie = beginning.replace(HASH.encode(), b"2b" * 32)
        archive.put(stream, compress_log(lie))
        with pytest.raises(BadArchive):
            archiving.move(stream)
        assert old.store.live(stream)


def test_an_older_file_never_brings_disputes_back_without_their_end(old: Server) -> None:
    table = disputed(old)
    stream, archive = dispute_stream_id(table), old.store.archive
    assert archive is not None
    archived(old, table)
    older = archive.read_bytes(stream)
    late = dispute(old, table, "p0")
    Archiver(old.store, old.signer).move(stream)
    assert older is not None
    archive.put(stream, older)
    state = old.tables.current(table).table
    with pytest.raises(Exception, match="does not hold all of"):
        Disputes(old.store).record_look(AUDITOR, LookAtHidden(state, late, "evidence", None, 1))
    assert old.store.live(stream) == []


def test_disputes_move_to_another_server_with_their_table(
    old: Server, new: Server, tmp_path: Path
) -> None:
    for first in (True, False):
        table = disputed(old, 3 + first)
        if first:
            archived(old, table)
        gone, beside = exported(old, table, tmp_path), old.transfer.export_disputes(table, tmp_path)
        assert beside is not None
        assert old.transfer.export_disputes(table, tmp_path) == beside._replace(there=True)
        with pytest.raises(ImportRefusal, match="import that first"):
            new.transfer.import_log(beside.path, old.keys)
        new.transfer.import_log(gone, old.keys)
        assert new.transfer.import_log(beside.path, old.keys) == "live"
        assert new.transfer.import_log(beside.path, old.keys) == "there already"
        assert file_of(new, table) == file_of(old, table)
        assert Disputes(new.store).docket_of(table) == Disputes(old.store).docket_of(table)
    assert set(new.transfer.tables()) == set(old.transfer.tables())
    new.follow()
    assert new.transfer.export_disputes("t-unknown", tmp_path) is None


def test_disputes_that_do_not_fit_their_table_stay_out(
    old: Server, new: Server, tmp_path: Path
) -> None:
    table = disputed(old)
    new.transfer.import_log(exported(old, table, tmp_path), old.keys)
    stream, events = dispute_stream_id(table), old.store.read(dispute_stream_id(table))
    cut = tmp_path / "cut.jsonl"
    cut.write_bytes(
        b"".join(log_file_lines(stream, events[:1], old.store.now() + 10**6, old.signer))
    )
    with pytest.raises(ImportRefusal, match="wrong_ruling"):
        new.transfer.import_log(cut, old.keys)
    assert new.store.read(stream) == []


def test_the_follower_has_disputes_archived_some_time_after_they_went_on(old: Server) -> None:
    table = disputed(old)
    stream, store = dispute_stream_id(table), old.store
    index = store.names.closed(store.names.partition(stream))
    follower = old.follow()
    assert store.redis.zscore(index, stream) is not None
    archived(old, table)
    assert store.redis.zscore(index, stream) is None
    dispute(old, table, "p0")
    while follower.partitions.new_entries():
        follower.consumer.consume()
    due = store.redis.zscore(index, stream)
    assert due is not None
    assert due > store.now() + 80_000_000
    playing = started(old.tables, "boon", ["p0", "p1"])
    dispute(old, playing, "p0")
    while follower.partitions.new_entries():
        follower.consumer.consume()
    index = store.names.closed(store.names.partition(dispute_stream_id(playing)))
    assert Archiver(store, old.signer).move(dispute_stream_id(playing)) == "not closed"
    assert store.redis.zscore(index, dispute_stream_id(playing)) is None
