"""The Redis Streams store: one stream a table, one script call an append."""

import hashlib
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from redis import Redis
from redis.commands.core import Script
from redis.exceptions import NoScriptError, RedisError

from events.history.signed_heads import NewestAppend
from events.numbers import record_metric
from events.record.chain import first_head
from events.record.codec import StoredEvent
from events.settings.table import PARTITIONS as PARTITIONS_WANTED
from events.store.archive.log_archive import Archive, ArchiveAway, UnknownOutcome
from events.store.clock import StoreClock
from events.store.connections.at_once import AtomicBatch
from events.store.connections.client import connect_client, leave_streams_raw, links_of
from events.store.connections.direct import CommandReply, DirectClient, TooFewReplicas
from events.store.connections.reading_script import ReadOnlyScript
from events.store.connections.tracked_connection import uncounted_writes
from events.store.layout import require_layout
from events.store.names import PARTITIONS, KeyNames
from games.core.errors import FairdealError
from games.table.rules import DueTimes

SCRIPT = (Path(__file__).parent / "append.lua").read_text()
RESUME = (Path(__file__).parent / "resume.lua").read_text()
FENCE = (Path(__file__).parent / "fence.lua").read_text()
TOUCH = "redis.call('SET', KEYS[1], '1')"  # so that WAIT counts on this connection
TOO_FEW = (
    "fewer than {} replicas confirmed the write in time; check them, or lower FAIRDEAL_MIN_REPLICAS"
)
DEFAULT_PARTITIONS = 16


class IdempotencyKey(NamedTuple):
    """A repeat key within its stream, with the fingerprint of what was asked under it."""

    key: str
    fingerprint: str


@dataclass(frozen=True, slots=True)
class AppendResult:
    """The events stand in the log; `already` when an earlier call had written them.

    `place` is that of the append in the feed of its partition; empty where it was made before.
    """

    first: int
    last: int
    already: bool = False
    place: str = field(default="", compare=False)


class AppendConflict(NamedTuple):
    """Another writer was faster; the log is at `n`. Nothing was written."""

    n: int


class StoreRollback(RedisError):
    """The store lacks what was read of it: another one has taken over in between."""


class KeyReused(FairdealError):
    """The repeat key was used for something else before."""

    code, status = "http/key_reused", 422
    detail = "This Idempotency-Key was used for another request"


NOTHING_DUE = DueTimes(None, None)


class AppendRequest(NamedTuple):
    """What one append writes: events of one command behind event `seen`, whose head is `head`.

    `gained` and `lost` say what players hold by the stream from now on and no more.
    """

    stream: str
    seen: int
    head: bytes
    events: Sequence[StoredEvent]
    types: Sequence[str]
    at: int
    due: DueTimes = NOTHING_DUE
    was_due: bool = True  # False: nothing was due before, so there is nothing to take back
    once: IdempotencyKey | None = None
    gained: Collection[str] = ()
    lost: Collection[str] = ()
    snapshot: bytes = b""  # of the stream after these events; none: the one that is there stays
    turns: bytes | None = None  # who may act from now on (b"": nobody); None: the same as before
    news: bytes = b""  # what players are told of it, by the feed


class Tail(NamedTuple):
    """The events after the one asked for, and the place of an earlier command with the key."""

    events: list[StoredEvent]
    known: tuple[int, int, str] | None  # first n, last n, fingerprint


def read_stream_entry(entry: Any) -> StoredEvent:
    """Return an event from a raw stream entry."""
    place, fields = entry
    private = fields[3] if len(fields) == 6 else None
    return StoredEvent(int(place[:-2]), fields[1], private, fields[-1])  # the place is n-0


class Store:
    """A store with a fixed number of partitions, on one server or cluster."""

    def __init__(
        self, redis: Redis, names: KeyNames, archive: Archive | None = None, replicas: int = 0
    ) -> None:
        self.redis, self.names, self.archive, self.replicas = redis, names, archive, replicas
        leave_streams_raw(redis)
        self.script, self.fence = redis.register_script(SCRIPT), redis.register_script(FENCE)
        self.touch = redis.register_script(TOUCH)
        self.direct = DirectClient(redis, replicas)
        self.resume_script = ReadOnlyScript(redis, RESUME, self.direct)
        self.at_once = AtomicBatch(redis, self.direct)
        self.clock = StoreClock(redis)

    def now(self) -> int:
        """Return the store's time in milliseconds."""
        return self.clock.now()

    def note_fail_over(self) -> None:
        """Note that the server may be another: what was read of it is not there any more."""
        links_of(self.redis).note()

    def append(self, draft: AppendRequest) -> AppendResult | AppendConflict:
        """Write all events of a command, or nothing.

        Raises:
            KeyReused: the key was used for another command; nothing was written.
            TooFewReplicas: they are written, and a fail-over could still lose them.
        """
        numbers = [event.n for event in draft.events]
        assert numbers == [*range(draft.seen + 1, draft.seen + len(numbers) + 1)], numbers
        once = draft.once or IdempotencyKey("", "")
        nothing = "" if draft.was_due else "="
        arguments: list[Any] = [
            draft.stream, draft.seen, draft.head, once.key, once.fingerprint, draft.at,
            *(nothing if when is None else when for when in draft.due),
            ",".join(draft.types), len(draft.gained), draft.snapshot,
            "=" if draft.turns is None else draft.turns, draft.news,
        ]  # fmt: skip
        for event in draft.events:
            arguments += (event.e, event.p or b"", event.h)
        keys: list[str] = [*self.names.of(draft.stream)]
        for holding in (*draft.gained, *draft.lost):
            keys.append(self.names.holding(self.names.partition(draft.stream), holding))
        reply, again, safe = self.run(self.script, keys, arguments)
        match reply[0]:
            case b"appended":
                record_metric("fairdeal_appends")
                if not safe:
                    record_metric("fairdeal_sign_failures", UnknownOutcome.code)
                    raise TooFewReplicas(f"{draft.stream}: {TOO_FEW.format(self.replicas)}")
                return AppendResult(reply[1], reply[2], place=reply[3].decode())
            case b"already":
                return AppendResult(reply[1], reply[2], already=True)
            case b"same":  # ours, if it was sent twice; else another's of the same millisecond
                first, last, n = reply[1:]
                return AppendResult(first, last, already=True) if again else AppendConflict(n)
            case b"conflict":
                record_metric("fairdeal_conflicts")
                return AppendConflict(reply[1])
            case _:
                raise KeyReused(once.key)

    def run(self, script: Script, keys: Sequence[str], arguments: Sequence[Any]) -> CommandReply:
        """Run a script of one slot, and wait for the replicas that are wanted."""
        try:
            return self.direct.write("EVALSHA", script.sha, len(keys), *keys, *arguments)
        except NoScriptError:  # the first call on this server
            self.redis.script_load(script.script)
        return self.direct.write("EVALSHA", script.sha, len(keys), *keys, *arguments)._replace(
            again=True
        )

    def wait_at(self, fence: str) -> None:
        """Wait until replicas have all that the server of a key was told; TooFewReplicas if not."""
        if not self.replicas:
            return
        if not self.run(self.touch, [fence], []).safe:
            raise TooFewReplicas(f"{fence}: {TOO_FEW.format(self.replicas)}")

    def confirm(self, stream: str, n: int, head: bytes) -> NewestAppend | None:
        """Make sure of an event that was read, and return the newest append of its partition.

        That it is what the store has now, and that a fail-over will not lose it; None where there
        was no append lately.

        Raises:
            TooFewReplicas: a fail-over could lose it.
            StoreRollback: the store has it no more.
        """
        partition = self.names.partition(stream)
        keys = [self.names.of(stream).log, self.names.fence(partition), self.names.feed(partition)]
        fence = "1" if self.replicas else ""
        with uncounted_writes():
            reply, _, safe = self.run(
                self.fence, keys, [n, head, self.names.logs(partition), fence]
            )
        if not safe:
            raise TooFewReplicas(f"{stream}: {TOO_FEW.format(self.replicas)}")
        if not reply[0] and not any(one.h == head for one in self.read(stream, n - 1, n)):
            raise StoreRollback(
                f"{stream} had an event {n} a moment ago, and has another or none now"
            )
        if len(reply) == 1:
            return None
        return NewestAppend(reply[1].decode(), reply[2].decode(), reply[3], reply[4])

    def read(self, stream: str, after: int = 0, upto: int | None = None) -> list[StoredEvent]:
        """Return the events after number `after`, up to number `upto`.

        The archive is looked into where the stream or its beginning is gone; not for a tail without
        an end, which may just be empty: who asks for the newest known event too can tell.
        """
        events = self.live(stream, f"({after}-0", "+" if upto is None else f"{upto}-0")
        if events and events[0].n == after + 1:
            return events
        if not events and ((after and upto is None) or (upto is not None and upto <= after)):
            return events
        return self.archived(stream, after, upto)

    def live(
        self, stream: str, first: str = "-", last: str = "+", most: int | None = None
    ) -> list[StoredEvent]:
        """Return events of the stream alone, between two places."""
        count = () if most is None else ("COUNT", most)
        entries = self.direct("XRANGE", self.names.of(stream).log, first, last, *count)
        return [read_stream_entry(entry) for entry in entries]

    def resume(self, stream: str) -> tuple[bytes, list[StoredEvent]]:
        """Return the snapshot of a live stream and its events from there on, in one trip.

        The event after which it was made is the first of them; without one, all events are given.
        """
        keys = self.names.of(stream)
        snapshot, entries = self.resume_script([keys.log, keys.snapshot])
        return snapshot, [read_stream_entry(entry) for entry in entries]

    def ends_with(self, stream: str, n: int, head: bytes) -> bool:
        """Say whether an event is the newest of a stream, or all of the stream is archived."""
        newest = self.newest(stream)
        if newest is None:
            return self.knows(stream)
        return (newest.n, newest.h) == (n, head)

    def newest(self, stream: str) -> StoredEvent | None:
        """Return the newest event of a stream; None where it is archived or never was."""
        entries = self.direct("XREVRANGE", self.names.of(stream).log, "+", "-", "COUNT", 1)
        return read_stream_entry(entries[0]) if entries else None

    def archived(self, stream: str, after: int = 0, upto: int | None = None) -> list[StoredEvent]:
        """Return events of a stream that is not there, or not from its beginning on.

        Raises:
            ArchiveAway: they were there once, and can't be read now.
        """
        if not self.knows(stream):
            return []
        there = self.live(stream)
        if there and there[0].n == 1:  # it was opened only after we looked, or has no such events
            return there[after:upto]
        if self.archive is None:
            raise ArchiveAway(f"{stream} is archived, and no archive is set")
        if not there:
            return self.archive.events(stream)[after:upto]
        last = there[0].n - 1
        early = self.archive.segments(stream, after, last if upto is None else min(last, upto))
        late = [event for event in there if after < event.n and (upto is None or event.n <= upto)]
        return early + late

    def knows(self, stream: str) -> bool:
        """Say whether a stream was ever opened; it may be archived by now."""
        return self.redis.zscore(self.names.of(stream).all, stream) is not None

    def tail(self, stream: str, after: int, key: str) -> Tail:
        """Return the events after `after`, and what is known under a repeat key, in one trip."""
        keys = self.names.of(stream)
        value, entries, there = self.at_once.read(
            keys.log,
            ("HGET", keys.once, key or "-"),
            ("XRANGE", keys.log, f"({after}-0", "+"),
            ("EXISTS", keys.log),
        )
        known = None
        if value is not None:
            first, last, fingerprint = value.decode().split(" ", 2)
            known = (int(first), int(last), fingerprint)
        if not there:
            return Tail(self.archived(stream, after), known)
        return Tail([read_stream_entry(entry) for entry in entries], known)

    def count_held(self, holding: str) -> int:
        """Return how many streams a player has such as `seats:<player>`, in one trip."""
        with self.redis.pipeline(transaction=False) as pipe:
            for partition in range(self.names.partitions):
                pipe.scard(self.names.holding(partition, holding))
            return sum(pipe.execute())

    def held(self, holding: str) -> list[str]:
        """Return which streams a player has such as `invitations:<player>`, in one trip."""
        with self.redis.pipeline(transaction=False) as pipe:
            for partition in range(self.names.partitions):
                pipe.smembers(self.names.holding(partition, holding))
            return sorted(stream.decode() for found in pipe.execute() for stream in found)

    def remember(self, stream: str, once: IdempotencyKey, first: int, last: int) -> bool:
        """Note the place of a command's events under one more repeat key; False if it has one."""
        keys = self.names.of(stream)
        place = f"{first} {last} {once.fingerprint}"
        return bool(self.redis.hsetnx(keys.once, once.key, place))

    def streams(self, partition: int) -> Iterator[str]:
        """Yield the ids of all streams of a partition ever opened."""
        for member, _ in self.redis.zscan_iter(self.names.all(partition), count=500):
            yield member.decode()


class PartitionMismatch(SystemExit):
    """The store was made with another number of partitions than is asked for."""


def open_store(
    redis: Redis,
    partitions: int | None = None,
    archive: Archive | None = None,
    replicas: int = 0,
) -> Store:
    """Return the store on a server; the number of partitions is fixed when it is created.

    Raises:
        WrongLayout: what lies there would not be found, and the store seem empty.
        PartitionMismatch: it was made with another number.
    """
    fixed = redis.get(PARTITIONS)  # first: a store that is full takes no write, and can be read
    if fixed is None:
        redis.set(PARTITIONS, partitions or DEFAULT_PARTITIONS, nx=True)
        fixed = redis.get(PARTITIONS)
    assert fixed is not None
    names = KeyNames(int(fixed))
    require_layout(redis, names)
    if partitions not in (None, int(fixed)):
        raise PartitionMismatch(
            f"FAIRDEAL_PARTITIONS is {partitions}, and the store was made with {int(fixed)}. That"
            " never changes: set it to the same, or leave it out"
        )
    return Store(redis, names, archive, replicas)


def store_at(url: str, archive: Archive | None = None, replicas: int = 0) -> Store:
    """Return the store at a URL, with as many partitions as FAIRDEAL_PARTITIONS says if set.

    So many replicas are to have what is signed.
    """
    return open_store(connect_client(url), PARTITIONS_WANTED.value(), archive, replicas)


def request_fingerprint(operation: str, body: bytes) -> str:
    """Return the SHA-256 of what was asked, in hex; `body` is canonical JSON."""
    return hashlib.sha256(operation.encode() + b"\n" + body).hexdigest()


def head_after(stream: str, events: Iterable[StoredEvent]) -> bytes:
    """Return the head after `events`, which begin with event 1."""
    head = first_head(stream)
    for event in events:
        head = event.h
    return head
