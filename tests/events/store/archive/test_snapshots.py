"""Snapshots of long archived logs: what they give is what folding gives, or they are not used."""

import random
import secrets
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import orjson
import pytest
from nacl.signing import SigningKey
from redis import Redis

from events.cached_streams import Tables
from events.record.codec import StoredEvent, decode_event
from events.record.receipts import Signer
from events.record.steps import log_steps
from events.store.archive import log_archive as archive_module
from events.store.archive import snapshots
from events.store.archive.log_archive import Archive, compress_log, decompress_log, snapshot_name
from events.store.archive.snapshot_codec import dump_table, load_table
from events.store.archive.snapshots import keep_snapshot, mark_before, table_at_end
from events.store.streams import open_store
from events.transfer.archiving import Archiver
from games.core.contract import fields_of
from games.core.type_hints.values import BadValue
from games.table import Table, fold_table_facts
from projections.tables.hands import HandIndex, hand_of
from projections.tables.replay import replay_at_event
from tests.games.every import every
from tests.projections.tables.test_hands import a_table
from tests.table.desk import Desk
from tests.workers.floor import play_out, started

SIGNER = Signer(SigningKey(bytes(31) + b"s"))
every_game = every("name")
LONG = 90  # events
MARKED = 20  # events between two marks


def closed_desk(name: str, seed: str = "") -> Desk:
    """Return a long table that was played to its end, with time-outs and rulings on the way.

    Where a game's tables are all short, it is the longest of many: some marks must fit into it.
    """
    longest: Desk | None = None
    for attempt in range(99):
        desk = a_table(name, random.Random(f"snapshot {name}{seed} {attempt}"), 10**6)
        if desk.table.phase != "closed" or not desk.table.hands:
            continue
        if len(desk.log) > LONG:
            return desk
        longest = desk if longest is None or len(desk.log) > len(longest.log) else longest
    assert longest is not None, "no table was played to its end"
    assert len(longest.log) > 2 * MARKED, "no table was long enough for two marks"
    return longest


def archive_of(desk: Desk, monkeypatch: pytest.MonkeyPatch, every: int = MARKED) -> Archive:
    """Return an archive that holds the log of a desk at hand, and its snapshot."""
    monkeypatch.setattr(snapshots, "LEAST", 1)
    monkeypatch.setattr(snapshots, "EVERY", every)
    archive = Archive(f"memory://{secrets.token_hex(8)}/archive")
    assert keep_snapshot(archive, desk.table.id, desk.log)
    return at_hand(archive, desk)


def at_hand(archive: Archive, desk: Desk) -> Archive:
    """Return an archive as if the log of a desk had just been read from it, and nothing else."""
    fresh = Archive(archive.url)
    fresh.cache(desk.table.id, desk.log, 1)
    return fresh


def lines_of(archive: Archive, desk: Desk) -> list[bytes]:
    """Return the lines of a snapshot."""
    found = archive.read_bytes(snapshot_name(desk.table.id))
    assert found is not None
    return decompress_log(found).splitlines()


def counted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list that the numbers of all events come into which are decoded from now on."""
    read: list[int] = []

    def decoded(event: StoredEvent, *kinds: Any) -> Any:
        read.append(event.n)
        return decode_event(event, *kinds)

    for module in ("events.record.steps", "events.cached_streams"):
        monkeypatch.setattr(f"{module}.decode_event", decoded)
    return read


@every_game
def test_a_table_reads_back_equal_at_any_moment_and_goes_on_folding_alike(name: str) -> None:
    for seed in range(4):
        luck = random.Random(f"frozen {name} {seed}")
        desk = a_table(name, luck, luck.choice([3, 40, 120, 400]))
        facts = list(map(decode_event, desk.log))
        for n in luck.sample(range(1, len(facts) + 1), min(25, len(facts))):
            table = fold_table_facts("t1", None, facts[:n])
            text = dump_table(table)
            back = load_table(orjson.loads(text))
            assert fields_of(back) == fields_of(table)
            assert back.play is None or fields_of(back.play) == fields_of(table.play)
            assert dump_table(back) == text
            if n < len(facts):
                assert fold_table_facts("t1", back, facts[n:]) == desk.table


@every_game
def test_a_table_read_back_serves_the_same_views_and_choices(name: str) -> None:
    luck = random.Random(f"views {name}")
    desk = a_table(name, luck, 60)
    for step in log_steps("t1", desk.log):
        table, back = step.table, load_table(orjson.loads(dump_table(step.table)))
        if table.play is not None:
            for seat in (None, *table.to_act()):
                assert back.game.view(back.play, seat) == table.game.view(table.play, seat)
            for seat in table.to_act():
                assert table.game.rules.choices(table.play, seat) == back.game.rules.choices(
                    back.play, seat
                )
            assert list(map(type, leaves(back))) == list(map(type, leaves(table)))


def leaves(table: Table) -> Iterator[Any]:
    """Yield the values in the fields of a table and its play, whose types matter."""
    yield from fields_of(table).values()
    yield from fields_of(table.play).values()


def test_what_does_not_fit_the_fields_is_refused() -> None:
    row = orjson.loads(dump_table(a_table("boon", random.Random(1), 30).table))
    for at in range(len(row)):
        with pytest.raises((BadValue, ValueError, LookupError, TypeError)):
            load_table([*row[:at], 1.5, *row[at + 1 :]])
    for wrong in (row[:-1], [*row, None]):
        with pytest.raises(BadValue):
            load_table(wrong)
    assert load_table(row)


@every_game
def test_hands_and_replays_from_a_snapshot_are_those_that_folding_gives(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = closed_desk(name)
    archive, luck = archive_of(desk, monkeypatch), random.Random(name)
    table = table_at_end(archive, "t1", desk.log)
    assert table == desk.table
    for hand in range(1, len(table.hands) + 1):
        found = hand_of(table, desk.log, hand, None, HandIndex(archive))
        assert found == hand_of(desk.table, desk.log, hand, None)
    for n in luck.sample(range(1, len(desk.log) + 1), 30):
        found_then = replay_at_event(table, desk.log, n, None, HandIndex(archive))
        assert found_then == replay_at_event(desk.table, desk.log, n, None)


@every_game
def test_every_mark_is_the_table_as_it_was_then(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = closed_desk(name)
    archive = archive_of(desk, monkeypatch)
    numbers = orjson.loads(lines_of(archive, desk)[0])["marks"]
    assert len(numbers) > 1
    facts, longest = (
        list(map(decode_event, desk.log)),
        max(len(one.events) for one in log_steps("t1", desk.log)),
    )
    assert max(b - a for a, b in zip([0, *numbers], [*numbers, len(facts)], strict=True)) <= (
        MARKED + longest
    )
    for n in range(1, len(facts) + 1):
        mark = mark_before(archive, "t1", desk.log, n)
        assert mark.n == max((one for one in numbers if one < n), default=0)
        if mark.n in numbers and mark.n == n - 1:
            assert mark.table == fold_table_facts("t1", None, facts[: mark.n])
    first_deals = {one.before.n for one in log_steps("t1", desk.log) if one.before and one.deals()}
    assert first_deals <= set(numbers)


def test_few_events_are_folded_for_a_hand_of_a_long_log(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = closed_desk("bum")
    archive, read = archive_of(desk, monkeypatch, every=10**6), counted(monkeypatch)
    hand = len(desk.table.hands)
    table = table_at_end(archive, "t1", desk.log)
    assert table is not None
    found = hand_of(table, desk.log, hand, None, HandIndex(archive))
    assert set(read) == set(range(found.commands[0].first, len(desk.log) + 1))
    read.clear()
    hand_of(table, desk.log, hand, None, HandIndex())
    assert set(read) == set(range(1, len(desk.log) + 1))


def other(lines: list[bytes], **changes: Any) -> list[bytes]:
    """Return a snapshot whose header says something else."""
    header = orjson.loads(lines[0]) | changes
    return [orjson.dumps(header), *lines[1:]]


SPOILED: dict[str, Callable[[list[bytes]], bytes]] = {
    "of other code": lambda lines: b"\n".join(other(lines, code="0" * 64)),
    "of another form": lambda lines: b"\n".join(other(lines, format="fairdeal/snap/0")),
    "of another log": lambda lines: b"\n".join(other(lines, head="0" * 64)),
    "of another table": lambda lines: b"\n".join(other(lines, table="t2")),
    "of another length": lambda lines: b"\n".join(other(lines, n=1)),
    "without a head": lambda lines: b"\n".join([b"{}", *lines[1:]]),
    "no object": lambda lines: b"\n".join([b"[]", *lines[1:]]),
    "of other fields": lambda lines: b"\n".join([lines[0], *[b'[1,"boon"]'] * (len(lines) - 1)]),
    "of an unknown game": lambda lines: b"\n".join(
        [lines[0], *(line.replace(b'["boon",1]', b'["whist",1]') for line in lines[1:])]
    ),
    "cut": lambda lines: lines[0],
    "empty": lambda lines: b"",
    "no JSON": lambda lines: b"\xff{",
}


@pytest.mark.parametrize("how", SPOILED)
def test_a_snapshot_that_does_not_fit_is_not_used_and_nothing_is_said(
    how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = closed_desk("boon")
    archive = archive_of(desk, monkeypatch)
    lines, hand = lines_of(archive, desk), len(desk.table.hands)
    assert table_at_end(archive, "t1", desk.log) == desk.table
    archive.put(snapshot_name("t1"), compress_log(SPOILED[how](lines)))
    archive = at_hand(archive, desk)
    assert table_at_end(archive, "t1", desk.log) is None
    assert mark_before(archive, "t1", desk.log, len(desk.log)).table is None
    found = hand_of(desk.table, desk.log, hand, None, HandIndex(archive))
    assert found == hand_of(desk.table, desk.log, hand, None)


def test_a_damaged_or_missing_snapshot_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = closed_desk("boon")
    archive = archive_of(desk, monkeypatch)
    archive.put(snapshot_name("t1"), b"no compressed file")
    assert table_at_end(at_hand(archive, desk), "t1", desk.log) is None
    asked, real = [], Archive.read_bytes

    def noted(archive: Archive, name: str) -> bytes | None:
        asked.append(name)
        return real(archive, name)

    monkeypatch.setattr(Archive, "read_bytes", noted)
    empty = at_hand(Archive(f"memory://{secrets.token_hex(8)}/archive"), desk)
    for _ in range(3):
        assert table_at_end(empty, "t1", desk.log) is None
    assert asked == [snapshot_name("t1")]  # once for all
    assert table_at_end(None, "t1", desk.log) is None


def test_a_snapshot_is_not_used_for_a_log_that_is_shorter(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = closed_desk("boon")
    archive = archive_of(desk, monkeypatch)
    assert table_at_end(archive, "t1", desk.log[:-1]) is None


@pytest.mark.parametrize(
    "source", ["games/core/contract.py", "games/table/evolve.py", "games/bum/scoring.py",
               "events/store/archive/snapshot_codec.py", "events/record/steps.py"]
)  # fmt: skip
def test_any_change_of_code_that_folds_makes_other_snapshots(
    source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fingerprint = snapshots.code_fingerprint
    for path in ("games/core", "games/table", "games/bum", "games/boon", "events"):
        for file in (snapshots.ROOT / path).rglob("*.py"):
            copy = tmp_path / file.relative_to(snapshots.ROOT)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(file.read_bytes())
    before = {game: fingerprint(game) for game in ("bum", "boon")}
    assert before.items() <= snapshots.CODE.items()
    monkeypatch.setattr(snapshots, "ROOT", tmp_path)
    assert {game: fingerprint(game) for game in before} == before
    changed = tmp_path / source
    changed.write_text(changed.read_text() + "\n")
    assert fingerprint("bum") != before["bum"]
    assert (fingerprint("boon") == before["boon"]) == ("bum" in source)


@pytest.fixture
def tables(redis: Redis, tmp_path: Path) -> Tables:
    return Tables(open_store(redis, archive=Archive(str(tmp_path / "archive"))))


def played(tables: Tables) -> str:
    """Play a table to its end; return its id."""
    table = started(tables, "boon", ["p0", "p1"])
    play_out(tables, table, random.Random(1))
    return table


def other_process(tables: Tables) -> Tables:
    """Return tables on the same store and archive that have read nothing yet."""
    assert tables.store.archive is not None
    return Tables(open_store(tables.store.redis, archive=Archive(tables.store.archive.url)))


def test_an_archived_table_of_a_long_log_is_read_without_folding_it(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshots, "LEAST", 1)
    table = played(tables)
    before = tables.current(table)
    assert Archiver(tables.store, SIGNER).move(table) == "archived"
    read, other = counted(monkeypatch), other_process(tables)
    assert other.current(table) == before
    assert other.cached(table) == before
    assert read == []


def test_a_short_log_has_no_snapshot_and_is_not_asked_for_one(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = played(tables)
    before = tables.current(table)
    assert before.table.n < snapshots.LEAST
    Archiver(tables.store, SIGNER).move(table)

    def asked(*_: object) -> None:
        raise AssertionError("a snapshot was asked for")

    monkeypatch.setattr(Archive, "snapshot", asked)
    other = other_process(tables)
    assert other.current(table) == before


def test_the_archive_is_not_asked_for_a_snapshot_of_a_table_in_the_store(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshots, "LEAST", 1)
    table = played(tables)

    def asked(*_: object) -> None:
        raise AssertionError("the archive was asked")

    monkeypatch.setattr(Archive, "read_bytes", asked)
    other = other_process(tables)
    assert other.current(table) == tables.current(table)


def test_snapshots_count_among_what_a_process_holds(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshots, "LEAST", 1)
    table = played(tables)
    Archiver(tables.store, SIGNER).move(table)
    other = other_process(tables)
    archive = other.store.archive
    assert archive is not None
    other.current(table)
    assert list(archive.held) == [table, snapshot_name(table)]
    assert archive.size == sum(size for size, _ in archive.held.values())
    monkeypatch.setattr(archive_module, "CACHE_BYTES", 0)
    other.drop(table)
    assert other.current(table) == tables.current(table)


def test_a_table_that_no_code_here_can_fold_is_archived_all_the_same(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshots, "LEAST", 1)
    table = played(tables)
    events = tables.store.read(table)
    monkeypatch.setattr("events.record.codec.TYPES", {})
    assert Archiver(tables.store, SIGNER).move(table) == "archived"
    assert tables.store.read(table) == events


def test_snapshots_are_made_anew_where_they_are_missing_or_of_older_code(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    archiving, table = Archiver(tables.store, SIGNER), played(tables)
    archiving.move(table)
    playing = started(tables, "boon", ["p0", "p1", "p2"])
    assert list(archiving.archived()) == [table]
    assert playing not in archiving.archived()
    assert not archiving.renew_snapshot(table)  # too short for one
    monkeypatch.setattr(snapshots, "LEAST", 1)
    assert archiving.renew_snapshot(table)
    again = Archiver(other_process(tables).store, SIGNER)
    assert not again.renew_snapshot(table)
    monkeypatch.setattr(snapshots, "CODE", {"boon": "newer"})
    assert again.renew_snapshot(table)
    assert not Archiver(other_process(tables).store, SIGNER).renew_snapshot(table)
