"""Names of keys. All keys of a stream share a hash tag, so that one script can touch them."""

from binascii import crc_hqx
from functools import cache, lru_cache
from itertools import count
from typing import Literal, NamedTuple
from zlib import crc32

PARTITIONS = "fd:{store}:partitions"
LAYOUT = "fd:{store}:layout"  # of keys and values: a number
FOLLOWERS = "fd:{followers}:live"  # by the time until which they live
HOLDERS = "fd:{followers}:holders"  # of the partitions
CORRECTION = "fd:{store}:correction"  # of Redis's time
VOUCHED = "fd:{store}:vouched"  # Redis's time when somebody knew that it had not jumped
SLOTS = 16_384  # hash slots of a cluster
REMEMBERED = 1024  # streams
# Of what is due: `bot` does not think; `alone` are bots at tables where no player holds a seat;
# `hint` and `analysis` are asked for by players, and by no event.
Kind = Literal["bot", "clock", "thinking", "tournament", "alone", "hint", "analysis"]


def messages_of(player: str) -> str:
    """Return the key of a player's messages, which is that of the channel of their news, too."""
    return f"fd:{{news:{player}}}:messages"


def cluster_slot(tag: str) -> int:
    """Return the slot of a cluster in which all keys with a hash tag lie.

    >>> cluster_slot("123456789"), cluster_slot("p0")
    (12739, 15882)
    """
    return crc_hqx(tag.encode(), 0) % SLOTS


@cache
def partition_tags(partitions: int) -> tuple[str, ...]:
    """Return the hash tag of each partition: the first of p0, p1 ... in the middle of its part.

    The slots are cut into as many equal parts as there are partitions, so masters that hold equal
    ranges of slots hold equal numbers of partitions, however many masters there are.
    """
    tags: dict[int, str] = {}
    for tag in map("p{}".format, count()):
        part, rest = divmod(cluster_slot(tag) * partitions, SLOTS)
        if abs(rest - SLOTS // 2) <= SLOTS // 8:
            tags.setdefault(part, tag)
        if len(tags) == partitions:
            break
    return tuple(tags[part] for part in range(partitions))


class StreamKeys(NamedTuple):
    """The keys that the append script touches, in its order."""

    log: str
    once: str
    all: str
    feed: str
    bot: str
    clock: str
    thinking: str
    tournament: str
    alone: str
    wake_ups: str
    snapshot: str
    turns: str


class KeyNames(NamedTuple):
    """The names of a store with a fixed number of partitions."""

    partitions: int

    def partition(self, stream: str) -> int:
        """Return the partition of a stream."""
        return crc32(stream.encode()) % self.partitions

    def prefix(self, partition: int) -> str:
        """Return what all names of keys of a partition begin with."""
        return f"fd:{{{partition_tags(self.partitions)[partition]}}}:"

    def of(self, stream: str) -> StreamKeys:
        """Return the keys of a stream."""
        return _keys_of(self, stream)

    def beside(self, stream: str, what: str) -> str:
        """Return the key of something that lies in the slot of a stream."""
        return self.prefix(self.partition(stream)) + what

    def feed(self, partition: int) -> str:
        """Return the feed of a partition."""
        return self.prefix(partition) + "feed"

    def due(self, partition: int, kind: Kind) -> str:
        """Return the index of what is due in a partition: tables by their time."""
        return f"{self.prefix(partition)}due:{kind}"

    def batch(self, partition: int, kind: Kind) -> str:
        """Return where the job stands that does what is due in a partition."""
        return f"{self.prefix(partition)}batch:{kind}"

    def turns(self, partition: int) -> str:
        """Return whose turn it is at the tables of a partition."""
        return self.prefix(partition) + "turns"

    def quarantine(self, partition: int) -> str:
        """Return the streams of a partition that are set aside, with the reason."""
        return self.prefix(partition) + "aside"

    def all(self, partition: int) -> str:
        """Return the index of all streams of a partition."""
        return self.prefix(partition) + "all"

    def closed(self, partition: int) -> str:
        """Return the index of closed tables by the time at which they move to the archive."""
        return self.prefix(partition) + "closed"

    def resumable(self, partition: int) -> str:
        """Return the archived streams that may go on, with how many events each has."""
        return self.prefix(partition) + "shelved"

    def holding(self, partition: int, holding: str) -> str:
        """Return the set of the streams of a partition by which a player holds something."""
        return f"{self.prefix(partition)}{holding}"

    def wake_ups(self, partition: int) -> str:
        """Return the stream that wakes a follower when a bot may act."""
        return self.prefix(partition) + "bell"

    def logs(self, partition: int) -> str:
        """Return how the names of the streams of a partition begin."""
        return self.prefix(partition) + "log:"

    def fence(self, partition: int) -> str:
        """Return what is written so that replicas can be waited for."""
        return self.prefix(partition) + "fence"


@lru_cache(REMEMBERED)
def _keys_of(names: KeyNames, stream: str) -> StreamKeys:
    """Return the keys of a stream; those used last are remembered, 1 KB a stream."""
    tag = names.prefix(names.partition(stream))
    return StreamKeys(
        f"{tag}log:{stream}", f"{tag}once:{stream}", tag + "all", tag + "feed",
        tag + "due:bot", tag + "due:clock", tag + "due:thinking", tag + "due:tournament",
        tag + "due:alone", tag + "bell", f"{tag}snap:{stream}", tag + "turns",
    )  # fmt: skip
