"""Names of keys. All keys of a stream share a hash tag, so that one script can touch them."""

from typing import NamedTuple
from zlib import crc32

PARTITIONS = "fd:{store}:partitions"
FOLLOWERS = "fd:{followers}:live"  # by the time until which they live
HOLDERS = "fd:{followers}:holders"  # of the partitions
CORRECTION = "fd:{store}:correction"  # of Redis's time


class StreamKeys(NamedTuple):
    """The keys that the append script touches, in its order."""

    log: str
    once: str
    all: str
    feed: str
    due: str
    bell: str


class Names(NamedTuple):
    """The names of a store with a fixed number of partitions."""

    partitions: int

    def partition(self, stream: str) -> int:
        """Return the partition of a stream."""
        return crc32(stream.encode()) % self.partitions

    def of(self, stream: str) -> StreamKeys:
        """Return the keys of a stream."""
        tag = f"fd:{{p{self.partition(stream):02}}}:"
        rest = (tag + name for name in ("all", "feed", "due", "bell"))
        return StreamKeys(f"{tag}log:{stream}", f"{tag}once:{stream}", *rest)

    def feed(self, partition: int) -> str:
        """Return the feed of a partition."""
        return f"fd:{{p{partition:02}}}:feed"

    def due(self, partition: int) -> str:
        """Return the due index of a partition."""
        return f"fd:{{p{partition:02}}}:due"

    def all(self, partition: int) -> str:
        """Return the index of all streams of a partition."""
        return f"fd:{{p{partition:02}}}:all"

    def closed(self, partition: int) -> str:
        """Return the index of closed tables by the time at which they move to the archive."""
        return f"fd:{{p{partition:02}}}:closed"

    def shelved(self, partition: int) -> str:
        """Return the archived streams that may go on, with how many events each has."""
        return f"fd:{{p{partition:02}}}:shelved"

    def holding(self, partition: int, holding: str) -> str:
        """Return the set of the streams of a partition by which a player holds something."""
        return f"fd:{{p{partition:02}}}:{holding}"

    def snapshot(self, stream: str) -> str:
        """Return the key of a stream's snapshot."""
        return f"fd:{{p{self.partition(stream):02}}}:snap:{stream}"

    def bell(self, partition: int) -> str:
        """Return the stream that wakes a follower when a bot may act."""
        return f"fd:{{p{partition:02}}}:bell"
