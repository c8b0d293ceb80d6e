"""How a server fares: its store, those who follow it, what waits, what runs."""

import shutil
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, NamedTuple, TypedDict

from redis import Redis

from events.history.signed_heads import FILE
from events.history.signing_keys import NoKeys, keys_in
from events.push.notices import NoticeQueue
from events.settings.setting import mask_secrets
from events.settings.table import MIN_REPLICAS
from events.store.archive.log_archive import ArchiveAway, BadArchive
from events.store.backlog import THINKING, Backlog, queue_backlogs
from events.store.connections.servers import Server, store_servers
from events.store.due import KINDS
from events.store.names import FOLLOWERS, HOLDERS, Kind
from events.store.quarantine import Quarantine, QuarantinedStream
from events.store.registry import Process, live_processes
from events.store.streams import Store
from games.core.words import count_phrase
from games.table.bots import LATE as LATE_THOUGHT
from projections.accounts.player_tables import COUNTED, PLAYER_TABLES
from projections.disputes.read_model import DISPUTES
from projections.history.guard import guard_of
from projections.projection import ReadModel
from projections.read_models.models import MODELS

DISPUTES_SEEN = 500
OVERDUE = 5_000  # milliseconds after which something that is due should have been done
LATE = 5.0  # seconds by which a queue or a read model is late


class Lag(TypedDict):
    """How far a read model is behind: in milliseconds, and in partitions that are."""

    milliseconds: int
    partitions: int


class DueTables(TypedDict):
    """Tables that are due, those overdue, and how long the oldest has been so, in milliseconds."""

    due: int
    overdue: int
    oldest: int


class SetAsideTable(TypedDict):
    """A table that is set aside: where it failed, why, since when, and how often."""

    table: str
    where: str
    why: str
    since: int
    tries: int


class ArchiveStatus(TypedDict):
    """The archive: streams that wait to move there, those that are overdue, and for how long."""

    address: str
    waiting: int
    overdue: int
    oldest: int


class Keys(TypedDict):
    """The keys for signing: the one that signs, and how many there have been."""

    folder: str
    signing: str | None
    count: int


class Disk(TypedDict):
    """The disk of the data folder, in bytes."""

    free: int
    size: int


class DisputeBacklog(TypedDict):
    """Disputes without a ruling among the newest 500, and since when the oldest waits."""

    open: int
    since: int | None


class Status(TypedDict):
    """How a server fares."""

    servers: Annotated[list[Server], "Those of the store that take writes."]
    partitions: Annotated[int, "Into so many the tables are divided."]
    followers: Annotated[Mapping[str, list[int]], "The partitions of each follower that lives."]
    unfollowed: Annotated[list[int], "Partitions of which news is taken in by nobody."]
    lag: Annotated[Mapping[str, Lag], "By read model."]
    queues: list[Backlog]
    tables: Annotated[Mapping[str, int], "By phase: `open`, `playing`; those of none are left out."]
    due: Annotated[
        Mapping[str, DueTables],
        "By kind: turns of bots, clocks, thoughts, tournaments, tables of bots alone.",
    ]
    aside: list[SetAsideTable]
    disputes: DisputeBacklog
    archive: ArchiveStatus
    keys: Keys
    disk: Disk
    processes: list[Process]
    troubles: Annotated[list[str], "What somebody should look at, each in a sentence."]


class StatusSources(NamedTuple):
    """Where to look."""

    store: Store
    jobs: Redis
    data: Path
    archive: str


def system_status(around: StatusSources) -> Status:
    """Return how a server fares."""
    store, servers = (
        around.store,
        store_servers(around.store.redis),
    )  # first: the rest takes its memory
    now = store.now()
    followers, unfollowed = _partitions_by_follower(store, now)
    status: Status = {
        "servers": servers,
        "partitions": store.names.partitions,
        "followers": followers,
        "unfollowed": unfollowed,
        "lag": {one.name: model_lag(ReadModel(store, one), now) for one in MODELS},
        "queues": queue_backlogs(around.jobs),
        "tables": ReadModel(store, PLAYER_TABLES).sizes(COUNTED),
        "due": {kind: _due_of_kind(store, kind, now) for kind in KINDS},
        "aside": [_quarantined_table(one) for one in Quarantine(store).all()],
        "disputes": _open_disputes(ReadModel(store, DISPUTES)),
        "archive": _archive_status(around, now),
        "keys": _signing_key_status(around.data),
        "disk": _disk_usage(around.data),
        "processes": live_processes(store.redis),
        "troubles": [],
    }
    status["troubles"] = [
        *_signing_guard_troubles(around), *find_troubles(status), *_push_troubles(store, now),
    ]  # fmt: skip
    return status


def _signing_guard_troubles(around: StatusSources) -> Iterator[str]:
    """Yield what the store lacks of what the folder's key was used for."""
    if not (around.data / FILE).exists():
        return
    with suppress(ArchiveAway, BadArchive):
        if why := guard_of(around.store, around.data).difference():
            yield f"the store lacks signed data ({why}); see `fairdeal accept-loss`"


def _push_troubles(store: Store, now: int) -> Iterator[str]:
    """Yield whether nobody looks at the notices that are due."""
    late = NoticeQueue(store).milliseconds_late(now)
    if late > 1000 * LATE:
        waited = f"{late / 1000:.0f} s"
        yield f"notices for webhooks and Web Push wait for {waited}: start `fairdeal push`"


def _partitions_by_follower(store: Store, now: int) -> tuple[dict[str, list[int]], list[int]]:
    """Return the partitions of each follower that lives, and those of none."""
    alive: Any = store.redis.zrangebyscore(FOLLOWERS, now, "+inf")
    holders: Any = store.redis.hgetall(HOLDERS)
    held: dict[str, list[int]] = {name.decode(): [] for name in alive}
    for partition, name in holders.items():
        if name.decode() in held:
            held[name.decode()].append(int(partition))
    rest = {*range(store.names.partitions)}.difference(*held.values())
    return {name: sorted(own) for name, own in held.items()}, sorted(rest)


def model_lag(model: ReadModel, now: int) -> Lag:
    """Return how far a read model is behind the feeds."""
    places, names = model.places(model.version()), model.store.names
    with model.store.redis.pipeline(transaction=False) as pipe:
        for partition in range(names.partitions):
            behind = f"({places.get(partition, '0-0')}"
            pipe.xrange(names.feed(partition), behind, "+", count=1)
        unread: Any = pipe.execute()
    since = [int(entries[0][0].partition(b"-")[0]) for entries in unread if entries]
    return {"milliseconds": max(0, now - min(since, default=now)), "partitions": len(since)}


def _due_of_kind(store: Store, kind: Kind, now: int) -> DueTables:
    """Return what is due of a kind."""
    indexes = [store.names.due(partition, kind) for partition in range(store.names.partitions)]
    return _count_due(store, indexes, now)


def _count_due(store: Store, indexes: list[str], now: int) -> DueTables:
    """Return how many members of indexes by time are due, and for how long the oldest has been."""
    with store.redis.pipeline(transaction=False) as pipe:
        for index in indexes:
            pipe.zcount(index, "-inf", now)
            pipe.zcount(index, "-inf", now - OVERDUE)
            pipe.zrange(index, 0, 0, withscores=True)
        replies: Any = pipe.execute()
    oldest = [int(first[0][1]) for first in replies[2::3] if first]
    return {
        "due": sum(replies[::3]),
        "overdue": sum(replies[1::3]),
        "oldest": max(0, now - min(oldest, default=now)),
    }


def _quarantined_table(found: QuarantinedStream) -> SetAsideTable:
    """Return what is told of a table that is set aside."""
    return {
        "table": found.stream, "where": found.where, "why": found.why, "since": found.since,
        "tries": found.tries,
    }  # fmt: skip


def _open_disputes(model: ReadModel) -> DisputeBacklog:
    """Return which disputes wait for a ruling."""
    opened = [row["opened_at"] for row in model.rows(DISPUTES_SEEN) if row["status"] == "open"]
    return {"open": len(opened), "since": min(opened, default=None)}


def _archive_status(around: StatusSources, now: int) -> ArchiveStatus:
    """Return what waits for the archive."""
    names = around.store.names
    indexes = [names.closed(partition) for partition in range(names.partitions)]
    with around.store.redis.pipeline(transaction=False) as pipe:
        for index in indexes:
            pipe.zcard(index)
        waiting = sum(pipe.execute())
    late = _count_due(around.store, indexes, now)
    return {
        "address": mask_secrets(around.archive), "waiting": waiting,
        "overdue": late["overdue"], "oldest": late["oldest"],
    }  # fmt: skip


def _signing_key_status(data: Path) -> Keys:
    """Return what keys a folder has."""
    try:
        keys = keys_in(data)
    except NoKeys:
        return {"folder": str(data), "signing": None, "count": 0}
    return {"folder": str(data), "signing": keys.public[0].id, "count": len(keys.public)}


def _disk_usage(data: Path) -> Disk:
    """Return the disk of a folder, or of the one that it will be in."""
    there = next(one for one in (data, *data.parents) if one.exists())
    usage = shutil.disk_usage(there)
    return {"free": usage.free, "size": usage.total}


def find_troubles(status: Status) -> Iterator[str]:
    """Yield what somebody should look at."""
    for server in status["servers"]:
        yield from _troubles_of(server)
    if status["unfollowed"]:
        yield f"{len(status['unfollowed'])} partitions have no follower: start `fairdeal follow`"
    for name, one in status["lag"].items():
        if one["milliseconds"] > 1000 * LATE:
            yield f"the read model {name} is {one['milliseconds'] / 1000:.0f} s behind"
    for waiting in status["queues"]:
        if waiting["oldest"] > LATE:
            yield f"the oldest job of {waiting['queue']} waits for {waiting['oldest']:.0f} s"
    if (late_by := _thinks_late(status)) >= LATE_THOUGHT:
        by = f"{late_by / 1000:.0f} s"
        yield f"bots begin to think {by} late, and think less at tables that do not count"
    for kind, late in status["due"].items():
        if late["overdue"] and kind != "alone":  # bots alone wait behind people
            by = f"{late['oldest'] / 1000:.0f} s"
            yield f"{late['overdue']} tables are overdue ({kind}), one of them by {by}"
    if quarantined := len({one["table"] for one in status["aside"]}):
        tables = count_phrase(quarantined, "table is", "tables are")
        yield f"{tables} set aside: see `fairdeal quarantine`"
    running = Counter(one["version"] for one in status["processes"])
    if len(running) > 1:
        yield f"processes of several versions run: {', '.join(sorted(running))}"
    if status["keys"]["signing"] is None:
        yield f"{status['keys']['folder']} holds no key for signing"


def _thinks_late(status: Status) -> float:
    """Return by how many milliseconds the bot that has waited longest begins to think late."""
    queued = [1000 * one["oldest"] for one in status["queues"] if one["queue"] == THINKING]
    return max(status["due"]["thinking"]["oldest"], *queued)


def _troubles_of(server: Server) -> Iterator[str]:
    """Yield what somebody should look at in a server."""
    at = server["address"]
    if not server["append_only"]:
        yield f"the store {at} keeps no append-only file: a crash loses events"
    if server["policy"] not in (None, "noeviction"):
        yield f"the store {at} may evict keys ({server['policy']})"
    if not server["written"]:
        yield f"the store {at} could not write its append-only file"
    online = [one["state"] for one in server["replicas"]].count("online")
    if online < MIN_REPLICAS.value():
        there = f"{online} online, and FAIRDEAL_MIN_REPLICAS is {MIN_REPLICAS.value()}"
        yield f"the store {at} has too few replicas, so nothing is signed there: {there}"
    for replica in server["replicas"]:
        if replica["state"] != "online":
            yield f"the replica {replica['address']} is {replica['state']}"
