"""Tables move between servers with their bytes, heads and proofs, and no changed one gets in."""

import random
from dataclasses import dataclass
from pathlib import Path

import orjson
import pytest
from nacl.signing import SigningKey
from redis import Redis

from events.accounts.players import Players
from events.cached_streams import Tables
from events.record.logfile import log_file_lines
from events.record.receipts import PublicKey, Signer
from events.store.archive.log_archive import Archive, compress_log, decompress_log
from events.store.connections.client import connect_client
from events.store.due import KINDS
from events.store.embedded.server import EmbeddedServer
from events.store.streams import Store, open_store
from events.store.turns import whose_turns
from events.transfer.archiving import Archiver
from events.transfer.between_servers import ExportResult, ImportRefusal, Transfer
from events.verify.log import verify_log
from events.verify.report import Unreadable
from projections.projection import ReadModel
from projections.ratings.standings import STANDINGS, player_statistics
from projections.tables.lobby import LOBBY
from tests.events.given_log import nothing_written
from tests.games.every import every
from tests.workers.floor import due, play_out, started
from workers.follower.follower import Follower
from workers.queues.queues import BOTS, job_queue


@dataclass(frozen=True)
class Server:
    """A server with a store, an archive and a key of its own."""

    tables: Tables
    transfer: Transfer
    signer: Signer

    @property
    def store(self) -> Store:
        return self.tables.store

    @property
    def keys(self) -> list[PublicKey]:
        return [PublicKey(self.signer.public)]

    def follow(self) -> Follower:
        """Bring the read models up to date; return the follower."""
        one = Follower(self.store, self.store.redis, self.store.redis)
        one.partitions.renew()
        while one.partitions.new_entries():
            one.consumer.consume()
        return one


def server_of(redis: Redis, folder: Path, letter: bytes) -> Server:
    """Return a server whose key follows from a letter."""
    store = open_store(redis, archive=Archive(str(folder / letter.decode())))
    signer = Signer(SigningKey(bytes(31) + letter))
    return Server(Tables(store), Transfer(store, signer), signer)


@pytest.fixture
def old(redis: Redis, tmp_path: Path) -> Server:
    return server_of(redis, tmp_path, b"a")


@pytest.fixture
def new(redis: Redis, server: EmbeddedServer, tmp_path: Path) -> Server:
    return server_of(connect_client(f"{server.url}?db=1"), tmp_path, b"b")


def played(server: Server, game: str = "boon", seed: int = 1) -> str:
    """Play a table to its end; return its id."""
    table = started(server.tables, game, ["p0", "p1"])
    play_out(server.tables, table, random.Random(seed))
    return table


def exported(server: Server, table: str, folder: Path) -> Path:
    """Export a table; return the file."""
    gone = server.transfer.export(table, folder)
    assert gone is not None
    return gone.path


@pytest.mark.parametrize("archived_first", [False, True])
@every("game")
def test_a_finished_table_moves_with_all_its_proofs(
    game: str, archived_first: bool, old: Server, new: Server, tmp_path: Path
) -> None:
    table = played(old, game)
    held, events = old.tables.current(table), old.store.read(table)
    receipt = old.signer.receipt(table, held.table.n, held.head, held.table.at, "always")
    if archived_first:
        Archiver(old.store, old.signer).move(table)
    path = exported(old, table, tmp_path / "out")
    assert path.stat().st_mode & 0o777 == 0o600
    assert new.transfer.import_log(path, old.keys) == "archived"
    assert new.store.live(table) == []
    assert new.store.read(table) == events
    assert new.tables.current(table) == held
    again = exported(new, table, tmp_path / "back")
    assert decompress_log(again.read_bytes()) == decompress_log(
        path.read_bytes()
    )  # its last line is the old one
    assert verify_log(again, old.keys, [receipt]).verdict == "good"


def test_read_models_take_an_imported_table_in(old: Server, new: Server, tmp_path: Path) -> None:
    table = played(old)
    new.transfer.import_log(exported(old, table, tmp_path), old.keys)
    new.follow()
    assert player_statistics(ReadModel(new.store, STANDINGS), "p0")["played"] == 1
    assert ReadModel(new.store, LOBBY).all_rows() == {}
    assert list(new.transfer.tables()) == [table]


def test_a_table_that_plays_goes_on_at_the_new_server(
    old: Server, new: Server, tmp_path: Path
) -> None:
    table = started(old.tables, "boon", ["p0"], clock={"turn": 3600})
    before, held = old.store.read(table), old.tables.current(table)
    gone = old.transfer.export(table, tmp_path)
    assert gone == ExportResult(tmp_path / f"{table}.jsonl.zst", closed=False, there=False)
    assert new.transfer.import_log(gone.path, old.keys) == "live"
    assert new.store.live(table) == before
    assert new.tables.current(table) == held
    assert due(new.store, table) == due(old.store, table)
    assert due(new.store, table)
    assert whose_turns(new.store, [table]) == whose_turns(old.store, [table]) != {}
    assert new.store.count_held("seats:p0") == old.store.count_held("seats:p0") == 1
    follower = new.follow()
    assert [row["table"] for row in ReadModel(new.store, LOBBY).rows(5)] == [table]
    follower.dispatcher.dispatch(follower.partitions.places, KINDS)
    assert job_queue(BOTS, new.store.redis).count == ("bot" in due(old.store, table))
    play_out(new.tables, table, random.Random(1))
    assert new.tables.current(table).table.phase == "closed"
    path = tmp_path / "whole.jsonl"
    events = new.store.read(table)
    path.write_bytes(b"".join(log_file_lines(table, events, new.store.now(), new.signer)))
    assert verify_log(path, new.keys).verdict == "good"
    assert events[: len(before)] == before


def test_what_is_there_already_and_equal_is_said_and_nothing_done(
    old: Server, new: Server, tmp_path: Path
) -> None:
    paths = [exported(old, played(old), tmp_path)]
    paths.append(exported(old, started(old.tables, "boon", ["p0", "p1", "p2"]), tmp_path))
    assert [new.transfer.import_log(path, old.keys) for path in paths] == ["archived", "live"]
    with nothing_written(new.store.redis):
        for path in paths:
            assert new.transfer.import_log(path, old.keys) == "there already"
    assert [old.transfer.import_log(path, old.keys) for path in paths] == ["there already"] * 2


def test_another_log_of_the_same_table_is_refused(old: Server, new: Server, tmp_path: Path) -> None:
    table = started(old.tables, "boon", ["p0", "p1"])
    early = exported(old, table, tmp_path / "early")
    play_out(old.tables, table, random.Random(2))
    whole = exported(old, table, tmp_path / "whole")
    assert new.transfer.import_log(whole, old.keys) == "archived"
    with nothing_written(new.store.redis), pytest.raises(ImportRefusal, match="another log"):
        new.transfer.import_log(early, old.keys)


def test_another_log_in_the_archive_is_refused_and_kept(
    old: Server, new: Server, tmp_path: Path
) -> None:
    table, other = played(old), played(old, seed=3)
    path, wrong = exported(old, table, tmp_path), exported(old, other, tmp_path).read_bytes()
    new.transfer.archive.put(table, wrong)
    with (
        nothing_written(new.store.redis),
        pytest.raises(ImportRefusal, match="archive holds another"),
    ):
        new.transfer.import_log(path, old.keys)
    assert new.transfer.archive.read_bytes(table) == wrong


def test_an_import_that_broke_off_is_finished_by_the_next(
    old: Server, new: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = exported(old, played(old), tmp_path)

    def killed(**_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(new.transfer, "script", killed)
        with nothing_written(new.store.redis), pytest.raises(KeyboardInterrupt):
            new.transfer.import_log(path, old.keys)
    assert new.transfer.import_log(path, old.keys) == "archived"


def test_a_file_that_was_changed_is_refused_with_the_verdict(
    old: Server, new: Server, tmp_path: Path
) -> None:
    path = exported(old, played(old), tmp_path)
    rows = decompress_log(path.read_bytes()).splitlines(keepends=True)
    changed = rows[5].replace(b'\\"by\\":\\"', b'\\"by\\":\\"x', 1)
    assert changed != rows[5]
    for wrong in ([*rows[:5], changed, *rows[6:]], rows[:-1], [*rows[:-3], *rows[-1:]]):
        path.write_bytes(compress_log(b"".join(wrong)))
        with nothing_written(new.store.redis), pytest.raises(ImportRefusal, match="is not good"):
            new.transfer.import_log(path, old.keys)
    path.write_bytes(b"no log\n")
    with pytest.raises(Unreadable):
        new.transfer.import_log(path, old.keys)


def test_a_file_signed_with_another_key_is_refused(
    old: Server, new: Server, tmp_path: Path
) -> None:
    path = exported(old, played(old), tmp_path)
    with nothing_written(new.store.redis), pytest.raises(ImportRefusal, match="not signed with"):
        new.transfer.import_log(path, new.keys)
    assert new.transfer.import_log(path, []) == "archived"


def test_a_file_without_private_parts_is_refused(old: Server, new: Server, tmp_path: Path) -> None:
    table = started(old.tables, "boon", ["p0"], reveal="auditors")
    play_out(old.tables, table, random.Random(1))
    bare = [event._replace(p=None) for event in old.store.read(table)]
    path = tmp_path / "bare.jsonl"
    path.write_bytes(b"".join(log_file_lines(table, bare, old.store.now(), old.signer)))
    assert verify_log(path, old.keys).verdict == "good"
    with (
        nothing_written(new.store.redis),
        pytest.raises(ImportRefusal, match="lacks private parts"),
    ):
        new.transfer.import_log(path, old.keys)


def test_an_id_that_is_no_name_of_a_file_is_refused(
    old: Server, new: Server, tmp_path: Path
) -> None:
    table = played(old)
    path = exported(old, table, tmp_path)
    path.write_bytes(decompress_log(path.read_bytes()).replace(table.encode(), b"../../t1"))
    with nothing_written(new.store.redis), pytest.raises(Unreadable, match="an id is 1 to 64"):
        new.transfer.import_log(path, old.keys)


def test_an_export_that_is_there_is_left_alone_and_one_that_grew_is_written_again(
    old: Server, tmp_path: Path
) -> None:
    table = started(old.tables, "boon", ["p0", "p1"])
    first = old.transfer.export(table, tmp_path)
    assert first is not None
    again = old.transfer.export(table, tmp_path)
    assert again == first._replace(there=True)
    play_out(old.tables, table, random.Random(1))
    assert old.transfer.export(table, tmp_path) == ExportResult(
        first.path, closed=True, there=False
    )
    first.path.write_bytes(b"half of it")
    assert old.transfer.export(table, tmp_path) == ExportResult(
        first.path, closed=True, there=False
    )
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == [first.path.name]


def test_only_tables_are_exported(old: Server, tmp_path: Path) -> None:
    ada = Players(old.store).register("Ada")[0]
    archived, live = played(old), started(old.tables)
    Archiver(old.store, old.signer).move(archived)
    assert sorted(old.transfer.tables()) == sorted([archived, live])
    for name in (ada.id, "t-unknown", "../t"):
        assert old.transfer.export(name, tmp_path) is None
    assert list(tmp_path.glob("*.zst")) == []
    assert orjson.loads(old.store.read(ada.id)[0].e)["type"] == "player.registered.v1"
