"""The archive: written, read back and verified before a stream is dropped, whatever crashes."""

import random
import secrets
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import orjson
import pytest
import zstandard
from nacl.signing import SigningKey
from redis import Redis

from events.cached_streams import Tables
from events.handle import CommandRequest, handle
from events.record.codec import StoredEvent
from events.record.logfile import is_sealed_by, log_file_lines, read_log_file
from events.record.receipts import Signer
from events.store.archive import log_archive as archive_module
from events.store.archive.log_archive import (
    SEGMENT,
    Archive,
    ArchiveAway,
    BadArchive,
    compress_log,
    decompress_log,
    events_of,
)
from events.store.streams import AppendConflict, IdempotencyKey, Store, Tail, open_store
from events.transfer.archiving import Archiver, ClosedTable
from games.core.contract import Illegal
from games.table import Close, Expire, Start
from tests.events.given_log import draft, everything, nothing_written
from tests.games.every import every
from tests.workers.floor import OPENER, move_clock, opened, play_out, started

SIGNER = Signer(SigningKey(bytes(31) + b"e"))


@pytest.fixture(params=["folder", "memory"])
def archive(request: pytest.FixtureRequest, tmp_path: Path) -> Archive:
    """Return an empty archive, in a folder and in memory."""
    if request.param == "folder":
        return Archive(str(tmp_path / "archive"))
    return Archive(f"memory://{secrets.token_hex(8)}/archive")


@pytest.fixture
def tables(redis: Redis, archive: Archive) -> Tables:
    """Return tables on an empty store with that archive."""
    return Tables(open_store(redis, archive=archive))


@pytest.fixture
def archiving(tables: Tables) -> Archiver:
    return Archiver(tables.store, SIGNER)


def played(tables: Tables, game: str = "boon", seed: int = 1) -> str:
    """Play a table to its end; return its id."""
    table = started(tables, game, ["p0", "p1"])
    play_out(tables, table, random.Random(seed))
    return table


def keys_of(store: Store, table: str) -> list[str]:
    """Return the keys that bear a table's id, and the indexes that list it."""
    client: Any = store.redis
    names = sorted(key.decode() for key in client.scan_iter(f"*{table}*"))
    zsets = ("all", "due:bot", "due:clock", "due:thinking", "closed")
    return names + [
        kind
        for kind in zsets
        if any(table in member.decode() for member in client.zrange(
            store.names.beside(table, kind), 0, -1))
    ]  # fmt: skip


def file_of(archive: Archive, table: str) -> Path:
    return Path(archive.path(table)[1])


@every("game")
def test_an_archived_table_reads_as_before_and_leaves_only_its_name(
    game: str, tables: Tables, archiving: Archiver
) -> None:
    table = played(tables, game)
    before = tables.current(table)
    events = tables.store.read(table)
    assert archiving.move(table) == "archived"
    assert keys_of(tables.store, table) == ["all"]
    assert tables.store.live(table) == []
    fresh = Tables(tables.store)
    assert fresh.current(table) == before
    assert tables.store.read(table) == events
    assert tables.store.read(table, 3, 7) == events[3:7]
    assert tables.store.tail(table, 4, "p0:key") == Tail(events[4:], None)
    assert fresh.whole_commands(table, 5) == Tables(tables.store).whole_commands(table, 5)


def test_what_stands_in_the_archive_is_a_signed_log_file_with_all_parts(
    tables: Tables, archiving: Archiver, archive: Archive, tmp_path: Path
) -> None:
    table = started(tables, "boon", ["p0"], reveal="auditors")
    play_out(tables, table, random.Random(2))
    events = tables.store.read(table)
    archiving.move(table)
    found = archive.read_bytes(table)
    assert found is not None
    path = tmp_path / "log.jsonl"
    path.write_bytes(zstandard.ZstdDecompressor().decompressobj().decompress(found))
    log = read_log_file(path, SIGNER.public)
    assert log.events == events
    assert any(event.p for event in log.events)
    assert log.end["complete"] is True


def test_only_the_owner_may_read_files_and_folders(redis: Redis, tmp_path: Path) -> None:
    archive = Archive(str(tmp_path / "archive"))
    tables = Tables(open_store(redis, archive=archive))
    table = played(tables)
    Archiver(tables.store, SIGNER).move(table)
    path = file_of(archive, table)
    assert path.stat().st_mode & 0o777 == 0o600
    for folder in (path.parent, path.parent.parent):
        assert folder.stat().st_mode & 0o777 == 0o700
    assert [one.name for one in path.parent.iterdir()] == [f"{table}.jsonl.zst"]


def test_a_table_that_still_plays_is_left_alone(tables: Tables, archiving: Archiver) -> None:
    table = started(tables, "boon", ["p0", "p1", "p2"])
    with nothing_written(tables.store.redis):
        assert archiving.move(table) == "not closed"
    assert archiving.archive.read_bytes(table) is None


@pytest.mark.parametrize(("by", "end"), [(OPENER, Close()), ("clock", Expire())])
def test_a_table_that_closed_before_its_start_is_archived_too(
    by: str, end: Close | Expire, tables: Tables, archiving: Archiver
) -> None:
    table = opened(tables, expires_after=1)
    move_clock(tables.store, 1000)
    handle(tables, CommandRequest(table, by, end))
    assert archiving.move(table) == "archived"
    assert Tables(tables.store).current(table).table.phase == "closed"


class Killed(Exception):
    """The process ends here."""


@pytest.mark.parametrize("last", ["put", "drop"])
def test_whoever_is_killed_on_the_way_loses_nothing_and_the_next_one_finishes(
    last: str, tables: Tables, archiving: Archiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = played(tables)
    events, before = tables.store.read(table), everything(tables.store.redis)

    def killed(*_: object) -> None:
        raise Killed

    target = archiving.archive if last == "put" else archiving
    with monkeypatch.context() as patch:
        patch.setattr(target, last, killed)
        with pytest.raises(Killed):
            archiving.move(table)
    assert everything(tables.store.redis) == before
    assert (archiving.archive.read_bytes(table) is None) == (last == "put")
    assert archiving.move(table) == "archived"
    assert tables.store.read(table) == events
    assert archiving.move(table) == "gone"


def test_a_writer_killed_before_it_renames_leaves_no_file_of_the_table(
    redis: Redis, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = Archive(str(tmp_path / "archive"))
    tables = Tables(open_store(redis, archive=archive))
    table = played(tables)

    def killed(*_: object) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", killed)
        with pytest.raises(ArchiveAway, match="Killed"):
            Archiver(tables.store, SIGNER).move(table)
    assert archive.read_bytes(table) is None
    assert tables.store.live(table)


def test_an_equal_file_that_is_there_already_is_kept_as_it_is(
    tables: Tables, archiving: Archiver
) -> None:
    table = played(tables)
    other = Signer(SigningKey(bytes(31) + b"o"))
    Archiver(tables.store, other).write(table, tables.store.read(table))
    kept = archiving.archive.read_bytes(table)
    assert archiving.move(table) == "archived"
    assert archiving.archive.read_bytes(table) == kept


def test_another_log_in_the_files_place_is_refused_loudly_and_the_stream_kept(
    tables: Tables, archiving: Archiver
) -> None:
    table, other = played(tables), played(tables, seed=2)
    events = tables.store.read(table)
    archiving.write(other, tables.store.read(other))
    wrong = archiving.archive.read_bytes(other)
    assert wrong is not None
    archiving.archive.put(table, wrong)
    with pytest.raises(BadArchive, match="another"):
        archiving.move(table)
    assert tables.store.live(table) == events


def test_a_log_with_other_events_under_the_same_id_is_refused(
    tables: Tables, archiving: Archiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = played(tables)
    events = tables.store.read(table)
    archiving.write(table, events)
    bare = [event._replace(p=None) for event in events]
    assert bare != events
    monkeypatch.setattr(tables.store, "live", lambda stream: bare)
    with pytest.raises(BadArchive, match="holds another log"):
        archiving.move(table)


def test_an_archive_that_gives_other_bytes_back_is_found_out(
    tables: Tables, archiving: Archiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = played(tables)
    put = archiving.archive.put
    monkeypatch.setattr(
        archiving.archive,
        "put",
        lambda name, data: put(name, compress_log(decompress_log(data)[:-9] + b"\n")),
    )
    with pytest.raises(BadArchive, match="other bytes"):
        archiving.move(table)
    assert tables.store.live(table)


def test_two_who_archive_a_table_at_once_both_find_it_archived(
    tables: Tables, archiving: Archiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each puts a file of its own, and the slower one's is read back by both."""
    table, archive = played(tables), archiving.archive
    now, put, found = tables.store.now(), archive.put, []

    def put_and_be_overtaken(name: str, content: bytes) -> None:
        put(name, content)
        text = b"".join(
            log_file_lines(name, tables.store.live(name), now + 60_000, archiving.signer)
        )
        put(name, compress_log(text))
        found.append(text)

    monkeypatch.setattr(archive, "put", put_and_be_overtaken)
    assert archiving.move(table) == "archived"
    content = archive.read_bytes(table)
    assert content is not None and decompress_log(content) == found[0]


def test_a_stream_that_changed_meanwhile_is_kept(
    tables: Tables, archiving: Archiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = played(tables)
    events = tables.store.read(table)

    def write(name: str, seen: list[StoredEvent]) -> None:
        tables.store.append(draft(table, ["late"], seen))

    monkeypatch.setattr(archiving, "write", write)
    with pytest.raises(BadArchive, match="has changed"):
        archiving.move(table)
    assert len(tables.store.live(table)) == len(events) + 1


def test_nothing_is_appended_to_an_archived_table(tables: Tables, archiving: Archiver) -> None:
    table = played(tables)
    events = tables.store.read(table)
    archiving.move(table)
    with nothing_written(tables.store.redis):
        assert tables.store.append(draft(table, ["more"], events)) == AppendConflict(0)
        assert tables.store.append(draft(table, ["again"])) == AppendConflict(0)
        for mine in (tables, Tables(tables.store)):
            with pytest.raises(Illegal) as refused:
                handle(
                    mine, CommandRequest(table, OPENER, Start(), IdempotencyKey("p0:k", "print"))
                )
            assert refused.value.code == "table/closed"


def test_a_process_that_saw_the_table_play_learns_that_it_has_closed(
    tables: Tables, archiving: Archiver
) -> None:
    table = started(tables, "boon", ["p0", "p1"])
    behind, other = Tables(tables.store), Tables(tables.store)
    assert behind.current(table) == other.current(table)
    play_out(tables, table, random.Random(3))
    archiving.move(table)
    assert behind.current(table) == tables.current(table)
    with pytest.raises(Illegal) as refused:
        handle(other, CommandRequest(table, OPENER, Start()))
    assert refused.value.code == "table/closed"


def test_reading_the_tail_of_a_living_table_never_asks_the_archive(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = started(tables, "boon", ["p0", "p1", "p2"])
    held = Tables(tables.store)
    n = held.current(table).table.n

    def asked(*_: object) -> None:
        raise AssertionError("the archive was asked")

    monkeypatch.setattr(tables.store, "archived", asked)
    assert tables.store.read(table, n) == []
    assert tables.store.read(table, n, n) == []
    assert tables.store.tail(table, n, "p0:key") == Tail([], None)


def test_an_unknown_table_is_not_looked_for_in_the_archive(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    def asked(*_: object) -> None:
        raise AssertionError("the archive was asked")

    monkeypatch.setattr(Archive, "read_bytes", asked)
    assert tables.store.read("t-unknown") == []
    assert tables.store.tail("t-unknown", 0, "") == Tail([], None)


def test_a_table_opened_between_two_looks_is_found(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, table = tables.store.live, opened(tables)
    events = real(table)
    calls: Iterator[list[StoredEvent]] = iter([[]])
    monkeypatch.setattr(tables.store, "live", lambda *where: next(calls, events))
    assert tables.store.read(table) == events


def test_a_missing_file_or_archive_is_said_and_never_taken_for_no_table(
    tables: Tables, archiving: Archiver
) -> None:
    table = played(tables)
    archiving.move(table)
    elsewhere = Archive(f"memory://{secrets.token_hex(8)}")
    with pytest.raises(ArchiveAway, match="does not hold its file"):
        open_store(tables.store.redis, archive=elsewhere).read(table)
    with pytest.raises(ArchiveAway, match="no archive is set"):
        open_store(tables.store.redis).read(table)
    with pytest.raises(ArchiveAway, match="does not answer"):
        open_store(tables.store.redis, archive=Archive("nonsense://there")).read(table)


def test_a_damaged_file_is_never_read_as_a_log(tables: Tables, archiving: Archiver) -> None:
    table = played(tables)
    text = decompress_log(archiving_text(archiving, table))
    rows = text.splitlines(keepends=True)
    for wrong in (rows[:-2] + rows[-1:], rows[:-1], [rows[0], *rows[2:]], [b"{}\n"], []):
        with pytest.raises(BadArchive):
            events_of(table, b"".join(wrong))
    with pytest.raises(BadArchive):
        events_of("t-other", text)
    data = bytearray(compress_log(text))
    data[len(data) // 2] ^= 1
    with pytest.raises(BadArchive):
        events_of(table, decompress_log(bytes(data)))
    assert events_of(table, text) == tables.store.read(table)


def archiving_text(archiving: Archiver, table: str) -> bytes:
    """Return the file that is written of a table."""
    archiving.write(table, archiving.store.read(table))
    found = archiving.archive.read_bytes(table)
    assert found is not None
    return found


def stream_of(tables: Tables, count: int) -> list[StoredEvent]:
    """Append so many events to the stream `ratings`; return them."""
    events: list[StoredEvent] = []
    while len(events) < count:
        bodies = [f"event {k}" for k in range(min(100, count - len(events)))]
        tables.store.append(draft("ratings", bodies, events[-1:]))
        events = tables.store.read("ratings")
    return events


@pytest.mark.parametrize("count", [499, 500, 501, 999, 1001, 1234])
def test_a_stream_without_an_end_reads_as_before_when_its_beginning_is_archived(
    count: int, tables: Tables, archiving: Archiver
) -> None:
    events = stream_of(tables, count)
    moved = (count - 1) // SEGMENT * SEGMENT
    assert archiving.shorten("ratings") == moved
    assert tables.store.live("ratings") == events[moved:]
    assert archiving.shorten("ratings") == 0
    ends = (0, 1, 499, 500, 501, 733, 1000, count - 1, count, count + 5)
    for store in (tables.store, open_store(tables.store.redis, archive=archiving.archive)):
        for after in ends:
            assert store.read("ratings", after) == events[after:]
            for upto in ends:
                assert store.read("ratings", after, upto) == events[after:upto]
    tables.store.append(draft("ratings", ["more"], events[-1:]))
    assert len(tables.store.read("ratings")) == count + 1


def test_a_shortening_that_broke_off_is_done_again_and_another_segment_is_refused(
    tables: Tables, archiving: Archiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    events = stream_of(tables, 1100)

    def killed(*_: object, **__: object) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(tables.store.redis, "xtrim", killed)
        with pytest.raises(Killed):
            archiving.shorten("ratings")
    assert tables.store.live("ratings") == events
    archiving.archive.put("ratings+000000001000", compress_log(b"another"))
    with pytest.raises(BadArchive, match="holds another"):
        archiving.shorten("ratings")
    assert tables.store.live("ratings") == events[500:]
    assert tables.store.read("ratings") == events


DAMAGED: dict[str, Callable[[list[bytes], list[bytes]], list[bytes]]] = {
    "cut at the end": lambda one, other: one[:-1],
    "cut at the beginning": lambda one, other: one[1:],
    "empty": lambda one, other: [],
    "no log": lambda one, other: [b"Dear aunt\n"],
    "without fields": lambda one, other: [b"{}\n", *one[1:]],
    "another head": lambda one, other: [*one[:-1], other[-1]],
    "another segment": lambda one, other: other,
}


@pytest.mark.parametrize("end", [500, 1000])
@pytest.mark.parametrize("damage", DAMAGED)
def test_a_damaged_segment_is_refused_and_no_event_left_out(
    damage: str, end: int, tables: Tables, archiving: Archiver
) -> None:
    events = stream_of(tables, 1100)
    assert archiving.shorten("ratings") == 1000
    ends = (end, 1500 - end)
    name, other = (f"ratings+{one:012}" for one in ends)
    one, two = (
        decompress_log(archiving.archive.read_bytes(n) or b"").splitlines(True)
        for n in (name, other)
    )
    archiving.archive.put(name, compress_log(b"".join(DAMAGED[damage](one, two))))
    store = open_store(tables.store.redis, archive=Archive(archiving.archive.url))
    with pytest.raises(BadArchive):
        store.read("ratings")
    assert store.read("ratings", 1000) == events[1000:]


@pytest.mark.parametrize("name", ["", "a/b", "..", "x" * 65, "a b", "ä", "a\n"])
def test_only_ids_of_tables_become_names_of_files(name: str, archive: Archive) -> None:
    with pytest.raises(BadArchive, match="no id of a table"):
        archive.put(name, b"")
    with pytest.raises(BadArchive, match="no id of a table"):
        archive.read_bytes(name)


def test_a_process_holds_only_so_much_of_archived_logs(
    tables: Tables, archiving: Archiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = [played(tables, seed=seed) for seed in range(4)]
    logs = {name: tables.store.read(name) for name in names}
    size = max(sum(len(e.e) + len(e.p or b"") for e in log) for log in logs.values())
    monkeypatch.setattr(archive_module, "CACHE_BYTES", 2 * size)
    for name in names:
        archiving.move(name)
    for name in (*names, *reversed(names)):
        assert tables.store.read(name) == logs[name]
        assert archiving.archive.size <= 2 * size
        held = archiving.archive.held.values()
        assert archiving.archive.size == sum(length for length, _ in held)


def test_those_who_wait_for_a_slow_archive_are_few(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive_module, "PATIENCE", 0.01)
    for _ in range(archive_module.READERS):
        archive.readers.acquire()
    with pytest.raises(ArchiveAway, match="wait for it already"):
        archive.events("t1")


def test_all_closed_tables_of_a_store_are_found_and_nothing_else(
    tables: Tables, archiving: Archiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("events.transfer.archiving.PAGE", 2)
    done = [played(tables, seed=seed) for seed in range(5)]
    started(tables, "boon", ["p0", "p1", "p2"])
    archiving.move(done.pop())
    found = sorted(archiving.closed())
    assert found == sorted(ClosedTable(name, tables.current(name).table.at) for name in done)


def test_the_last_line_in_the_archive_is_signed_by_the_server(
    tables: Tables, archiving: Archiver
) -> None:
    table = played(tables)
    text = decompress_log(archiving_text(archiving, table))
    end = orjson.loads(text.splitlines()[-1])
    assert is_sealed_by(end, SIGNER.public)


@pytest.fixture(autouse=True)
def no_memory_left() -> Iterator[None]:
    """Forget what fsspec keeps in memory."""
    yield
    from fsspec.implementations.memory import MemoryFileSystem  # noqa: PLC0415

    MemoryFileSystem.store.clear()
