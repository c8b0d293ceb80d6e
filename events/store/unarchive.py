"""Streams that may go on after they were archived: out of the store, and back into it.

The store remembers with how many events a stream went, so that an older file of it than the
archive's newest never comes back.
"""

from pathlib import Path

from events.store.archive.log_archive import ArchiveAway
from events.store.streams import Store

HERE = Path(__file__).parent
TRIES = 3  # reads of the archive, while others archive the stream anew


class StreamMover:
    """What moves such streams of a store; their files are written and read by others."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.drop_script = store.redis.register_script((HERE / "shelve.lua").read_text())
        self.restore_script = store.redis.register_script((HERE / "unshelve.lua").read_text())

    def keys(self, stream: str) -> list[str]:
        """Return the keys that the scripts touch."""
        names = self.store.names
        partition = names.partition(stream)
        return [names.of(stream).log, names.resumable(partition), names.closed(partition)]

    def drop_archived(self, stream: str, n: int, head: bytes) -> bool:
        """Drop a stream from the store if it still ends with this event; say whether it did."""
        return bool(self.drop_script(keys=self.keys(stream), args=[stream, n, head]))

    def bring_back(self, stream: str) -> None:
        """Have a stream in the store again, if it was archived.

        Raises:
            ArchiveAway: its file can't be read now, or is not the newest one.
        """
        store = self.store
        for _ in range(TRIES):
            if store.live(stream, most=1) or not store.knows(stream):
                return
            events = store.archived(stream)
            rows = [value for event in events for value in (event.e, event.h)]
            if self.restore_script(keys=self.keys(stream), args=[stream, len(events), *rows]):
                return
        raise ArchiveAway(f"the archive does not hold all of {stream}, which went on")
