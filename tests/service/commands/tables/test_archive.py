"""``fairdeal archive``, ``export``, ``import``, and ``verify`` of compressed files."""

import random
from pathlib import Path

import orjson
import pytest
from click.testing import CliRunner, Result
from redis import Redis

from events.cached_streams import Tables
from events.disputes.docket import Complaint, Disputes
from events.disputes.names import dispute_stream_id
from events.history.signing_keys import KeyFolder
from events.store.archive import snapshots
from events.store.archive.log_archive import Archive, compress_log, decompress_log
from events.store.connections.client import connect_client
from events.store.embedded.server import EmbeddedServer
from events.store.streams import Store, open_store
from service.commands.main import main
from tests.workers.floor import play_out, started


class Machine:
    """A server's store, folder of data, and command line."""

    def __init__(self, url: str, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.url, self.data, self.monkeypatch = url, data, monkeypatch
        self.keys = KeyFolder(data)
        self.store = open_store(connect_client(url), archive=Archive(str(data / "archive")))
        self.tables = Tables(self.store)

    def run(self, *arguments: str | Path) -> Result:
        """Run a command of `fairdeal` here."""
        self.monkeypatch.setenv("FAIRDEAL_REDIS_URL", self.url)
        self.monkeypatch.setenv("FAIRDEAL_DATA", str(self.data))
        for name in ("FAIRDEAL_ARCHIVE_URL", "FAIRDEAL_ARCHIVE_AFTER_SECONDS"):
            self.monkeypatch.delenv(name, raising=False)
        return CliRunner().invoke(main, [str(one) for one in arguments])

    def played(self, seed: int = 1) -> str:
        """Play a table to its end; return its id."""
        table = started(self.tables, "boon", ["p0", "p1"])
        play_out(self.tables, table, random.Random(seed))
        return table

    def public(self, folder: Path) -> Path:
        """Write what GET /v1/keys gives; return the file."""
        path = folder / f"{self.data.name}.keys.json"
        path.write_bytes(orjson.dumps({"keys": [key.as_json() for key in self.keys.public]}))
        return path


@pytest.fixture
def old(
    redis: Redis, server: EmbeddedServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Machine:
    return Machine(server.url, tmp_path / "old", monkeypatch)


@pytest.fixture
def new(
    redis: Redis, server: EmbeddedServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Machine:
    return Machine(f"{server.url}?db=1", tmp_path / "new", monkeypatch)


def archived(store: Store, tables: list[str]) -> list[bool]:
    """Say which of some tables are out of the store's memory."""
    return [store.live(table) == [] for table in tables]


def test_archive_moves_what_is_old_enough_and_says_how_many(old: Machine) -> None:
    names = [old.played(seed) for seed in range(3)]
    playing = started(old.tables, "boon", ["p0", "p1", "p2"])
    for options in ((), ("--older-than", "3600"), ("--all", "--dry-run")):
        done = old.run("archive", *options)
        assert done.exit_code == 0, done.output
        assert archived(old.store, names) == [False] * 3
    assert "3 tables would be archived" in done.output
    done = old.run("archive", "--all")
    assert done.output == f"3 tables archived to {old.data / 'archive'}, 0 kept\n"
    assert archived(old.store, [*names, playing]) == [True] * 3 + [False]


def test_archive_makes_room_in_a_store_that_is_full(old: Machine) -> None:
    names = [old.played(seed) for seed in range(2)]
    held = old.tables.current(names[0])
    Disputes(old.store).open(held, Complaint("p0", 1, "1a" * 32, []), 2**52, None)
    old.store.redis.config_set("maxmemory", 1)
    try:
        done = old.run("archive", "--all")
    finally:
        old.store.redis.config_set("maxmemory", 0)
    assert done.output == f"2 tables archived to {old.data / 'archive'}, 0 kept\n"
    assert archived(old.store, [*names, dispute_stream_id(names[0])]) == [True] * 3


def test_archive_goes_on_after_a_table_that_it_must_keep(old: Machine) -> None:
    names = [old.played(seed) for seed in range(2)]
    assert old.store.archive is not None
    old.store.archive.put(names[0], compress_log(b"something else"))
    done = old.run("archive", "--older-than", "0")
    assert done.exit_code == 1
    assert "1 table archived" in done.output
    assert names[0] in done.output
    assert archived(old.store, names) == [False, True]


def test_snapshots_of_archived_tables_are_made_anew(
    old: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = [old.played(seed) for seed in range(2)]
    old.run("archive", "--all")
    monkeypatch.setattr(snapshots, "LEAST", 1)
    done = old.run("archive", "--snapshots")
    assert (done.exit_code, done.output) == (0, "2 snapshots made, for 2 archived tables\n")
    assert old.run("archive", "--snapshots").output.startswith("0 snapshots made")
    assert old.store.archive is not None
    old.store.archive.put(names[0], compress_log(b"something else"))
    done = old.run("archive", "--snapshots")
    assert done.exit_code == 1
    assert names[0] in done.output
    assert "for 2 archived tables" in done.output
    assert old.run("archive", "--snapshots", "--all").exit_code == 2


@pytest.mark.parametrize(
    "options",
    [("--all", "--older-than", "9"), ("--snapshots", "--all"), ("--snapshots", "--dry-run")],
)
def test_options_that_do_not_go_together_are_refused(
    old: Machine, options: tuple[str, ...]
) -> None:
    table = old.played()
    done = old.run("archive", *options)
    assert done.exit_code == 2
    assert done.output.startswith("Usage: ")
    assert archived(old.store, [table]) == [False]


def test_an_imported_table_has_its_snapshot(
    old: Machine, new: Machine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshots, "LEAST", 1)
    table, archive = old.played(), new.store.archive
    assert archive is not None
    old.run("export", table, "--to", tmp_path)
    done = new.run("import", tmp_path / f"{table}.jsonl.zst", "--key", old.public(tmp_path))
    assert done.output.endswith(": archived\n")
    events = new.store.read(table)
    assert snapshots.table_at_end(archive, table, events) == old.tables.current(table).table


def test_without_the_servers_key_nothing_is_archived(old: Machine, tmp_path: Path) -> None:
    table = old.played()
    old.data = tmp_path / "another"
    old.data.mkdir()
    done = old.run("archive", "--all")
    assert done.exit_code == 1
    assert "There is no key" in done.output
    assert archived(old.store, [table]) == [False]


def test_an_archive_that_does_not_answer_is_said(old: Machine) -> None:
    table = old.played()
    (old.data / "archive").write_text("no folder")
    done = old.run("archive", "--all")
    assert done.exit_code == 1
    assert "does not answer" in done.output
    assert archived(old.store, [table]) == [False]


def test_tables_move_to_another_server(old: Machine, new: Machine, tmp_path: Path) -> None:
    names = [old.played(seed) for seed in range(3)]
    playing = started(old.tables, "boon", ["p0", "p1", "p2"])
    old.run("archive", "--all")
    out = tmp_path / "out"
    done = old.run("export", "--all", "--to", out)
    assert done.exit_code == 0
    assert f"{playing} has not ended: stop this server before" in done.output
    assert f"4 tables written to {out}, 0 were there already" in done.output
    assert "0 tables written" in old.run("export", "--all", "--to", out).output
    files = sorted(out.iterdir())
    done = new.run("import", *files, "--key", old.public(tmp_path))
    assert done.exit_code == 0, done.output
    assert sorted(line.partition(": ")[2] for line in done.output.splitlines()) == [
        "archived", "archived", "archived", "live",
    ]  # fmt: skip
    for table in (*names, playing):
        assert new.store.read(table) == old.store.read(table)
    again = new.run("import", *files, "--unsigned")
    assert again.output.count("there already") == 4


def test_disputes_go_with_their_tables(old: Machine, new: Machine, tmp_path: Path) -> None:
    table = old.played()
    held, disputes = old.tables.current(table), Disputes(old.store)
    disputes.open(held, Complaint("p0", 1, "1a" * 32, []), old.store.now() + 10**9, None)
    assert old.run("archive", "--all").output.startswith("1 table archived")
    assert archived(old.store, [table, dispute_stream_id(table)]) == [True] * 2
    disputes.open(held, Complaint("p1", 1, "1a" * 32, []), old.store.now() + 10**9, None)
    assert archived(old.store, [dispute_stream_id(table)]) == [False]
    assert old.run("archive", "--all").output.startswith("0 tables archived")
    assert archived(old.store, [dispute_stream_id(table)]) == [True]
    assert old.run("archive", "--snapshots").exit_code == 0
    out = tmp_path / "out"
    done = old.run("export", "--all", "--to", out)
    assert done.output.endswith("0 were there already; with 1 log of disputes\n")
    files = sorted(out.iterdir())
    assert [file.name[0] for file in files] == ["d", "t"]
    assert old.run("verify", *files, "--key", old.public(tmp_path)).exit_code == 0
    done = new.run("import", *files, "--key", old.public(tmp_path))
    assert done.exit_code == 0, done.output
    for stream in (table, dispute_stream_id(table)):
        assert new.store.read(stream) == old.store.read(stream)
    lost = Machine(new.url.replace("db=1", "db=2"), tmp_path / "lost", old.monkeypatch)
    kept = sorted((old.data / "archive").glob("*/*.jsonl.zst"))
    assert lost.run("import", *kept, "--key", old.public(tmp_path)).exit_code == 0
    assert lost.store.read(dispute_stream_id(table)) == old.store.read(dispute_stream_id(table))


def test_a_file_that_is_not_good_is_refused_and_the_others_come_in(
    old: Machine, new: Machine, tmp_path: Path
) -> None:
    names = [old.played(seed) for seed in range(2)]
    old.run("export", *names, "--to", tmp_path)
    bad, good = (tmp_path / f"{name}.jsonl.zst" for name in names)
    bad.write_bytes(compress_log(decompress_log(bad.read_bytes())[:-300]))
    done = new.run("import", bad, good, "--key", old.public(tmp_path))
    assert done.exit_code == 1
    assert f"{bad}: refused" in done.output
    assert f"{good}: archived" in done.output
    assert new.store.read(names[0]) == []
    done = new.run("import", good, "--key", new.public(tmp_path))
    assert done.exit_code == 1
    assert "not signed with the given key" in done.output


def test_commands_that_say_too_little_are_refused(old: Machine, tmp_path: Path) -> None:
    file = tmp_path / "some.jsonl"
    file.write_text("{}\n")
    for arguments in (
        ["export"], ["export", "t1", "--all"], ["import"], ["import", str(file)],
        ["import", str(file), "--key", "00", "--unsigned"], ["archive", "--older-than", "-1"],
    ):  # fmt: skip
        assert old.run(*arguments).exit_code == 2, arguments
    assert old.run("export", "t-unknown", "--to", tmp_path).exit_code == 1


@pytest.mark.parametrize("command", ["verify", "replay"])
def test_a_compressed_file_is_read_as_it_is(command: str, old: Machine, tmp_path: Path) -> None:
    table = old.played()
    old.run("export", table, "--to", tmp_path)
    path, plain = tmp_path / f"{table}.jsonl.zst", tmp_path / f"{table}.jsonl"
    plain.write_bytes(decompress_log(path.read_bytes()))
    compressed = old.run(command, path)
    assert compressed.exit_code == 0, compressed.output
    assert compressed.output == old.run(command, plain).output


def test_a_compressed_file_that_was_cut_or_damaged_is_never_good(
    old: Machine, tmp_path: Path
) -> None:
    table = old.played()
    old.run("export", table, "--to", tmp_path)
    path = tmp_path / f"{table}.jsonl.zst"
    whole = path.read_bytes()
    text = decompress_log(whole)
    changed = text.replace(b'\\"n\\":7,', b'\\"n\\":9,')
    assert changed != text
    damaged = bytearray(whole)
    damaged[len(damaged) // 2] ^= 255
    for wrong, code in (
        (whole[: len(whole) // 2], {1, 2}), (bytes(damaged), {1, 2}), (compress_log(changed), {1}),
        (compress_log(text[:-300]), {1}), (whole[:3], {2}),
    ):  # fmt: skip
        path.write_bytes(wrong)
        done = old.run("verify", path)
        assert done.exit_code in code, done.output
        assert done.exception is None or isinstance(done.exception, SystemExit)


@pytest.mark.parametrize(
    "command", [["archive"], ["export", "--all"], ["player", "role", "Ada", "auditor"]]
)
def test_a_store_that_does_not_answer_is_said_in_a_sentence(
    old: Machine, command: list[str], tmp_path: Path
) -> None:
    old.url = f"unix://{tmp_path / 'nobody.sock'}"
    done = old.run(*command)
    assert done.exit_code == 1
    assert "FAIRDEAL_REDIS_URL, or of the data folder unless that is set) does not" in done.output
