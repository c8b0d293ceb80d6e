"""Bring read models and players' inboxes forward by what the feeds tell."""

import logging
import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from itertools import chain

from events.disputes.names import is_dispute_stream
from events.handle import WriteContention
from events.store.archive.log_archive import ArchiveAway, BadArchive
from events.store.feed import FeedEntry, Feeds
from events.store.streams import Store
from events.transfer.archiving import CLOSED
from projections.projection import PlaceWentBack
from projections.read_models.rebuild import rebuild_models
from workers.follower.partitions import HeldPartitions
from workers.follower.timer import Timer
from workers.isolation import ModelIsolation

PAUSE = 10.0  # seconds before an archive that was away is asked again
WRITE_PASSED = 1.0  # seconds between writes of places that moved without a change of rows

logger = logging.getLogger("fairdeal.follower")


@dataclass(kw_only=True)
class FeedConsumer:
    """Applies feed entries; each may come twice, since a place is noted after what it stands for.

    `archive_after`: milliseconds from the close of a table to its move to the archive; None: never.
    `unsure`: entries on which was decided at a server that may be gone since; it is done again.
    `unproven`: by partition, the newest entry that was taken in, while a server may have been told
    of it that does not have it.
    """

    store: Store
    partitions: HeldPartitions
    isolation: ModelIsolation
    archive_after: int | None
    again: float = 0.0  # when feeds are read again, after an archive was away
    unsure: dict[tuple[str, str], FeedEntry] = field(default_factory=dict)
    unproven: dict[int, FeedEntry] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Begin without having written anything."""
        self.passed = Timer(WRITE_PASSED, self.write_passed)

    def consume(self) -> Collection[int]:
        """Bring everything forward; where that takes an archive that is away, later.

        Return the partitions that had news.
        """
        if time.monotonic() < self.again:
            return ()
        self.rebuild_if_lost()
        new = self.partitions.new_entries()
        try:
            self.unsure |= {(one.stream, one.id): one for one in chain.from_iterable(new.values())}
            for model in self.partitions.models:
                self.isolation.decide(model, self.unsure.values())
            newest = {partition: entries[-1] for partition, entries in new.items()}
            self.unproven = self.partitions.passed() | newest
            self.apply(new)
            self.passed.run()
            # A server that came back without its last writes may have been told of the places alone
            if not self.partitions.has_reconnected():
                self.unsure.clear()
                self.unproven.clear()
        except PlaceWentBack:
            logger.warning("Redis has lost what it had, or the read models are new: reading anew")
            self.partitions.forget()
        except WriteContention as error:
            logger.warning("Another process decided first, trying again at once: %s", error)
        except (ArchiveAway, BadArchive) as error:
            logger.warning("Read models wait for the archive: %s", error)
            self.again = time.monotonic() + PAUSE
        return new

    def rebuild_if_lost(self) -> None:
        """Build the models anew if the store has lost entries that they have taken in.

        A server that came back without its last writes, in the middle of a step, may have been
        told of the rest of that step: its places are ahead of its feeds then.
        """
        held, unproven = self.partitions, self.unproven.items()
        lost = held.without_entry() if held.unchecked else set()
        lost |= {one for one, newest in unproven if not held.has_entry(one, newest)}
        for partition in lost:
            held.inboxes.reread(partition)
        if lost:
            logger.warning("Redis has lost what read models have taken in: they are built anew")
            rebuild_models(self.store, [model.projection for model in held.models])
            held.forget()
        self.unproven.clear()

    def apply(self, new: dict[int, list[FeedEntry]]) -> None:
        """Bring read models forward by the news of partitions, and tell their players."""
        if not new:
            return
        held = self.partitions
        for partition, entries in new.items():
            self.schedule_archiving(partition, entries)
            for model, version in zip(held.models, held.versions, strict=True):
                self.isolation.feed(model, partition, entries, version, held.places[partition])
        held.inboxes.apply(new, held.places)
        held.places |= {partition: entries[-1].id for partition, entries in new.items()}

    def write_passed(self) -> None:
        """Write how far read models have read where that changed no row."""
        for model in self.partitions.models:
            model.write_passed()

    def schedule_archiving(self, partition: int, entries: Sequence[FeedEntry]) -> None:
        """Note when tables that have closed move to the archive, and disputes that went on."""
        if self.archive_after is None:
            return
        at = self.store.now() + self.archive_after  # feeds are dated by Redis's own clock
        due = {
            one.stream: at
            for one in entries
            if CLOSED in one.types or is_dispute_stream(one.stream)
        }
        if due:
            Feeds(self.store).note_closed(partition, due)
