"""What a follower does beside its feeds: nothing waits for it, so a failure only postpones it."""

import logging
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from redis.exceptions import ResponseError

from events.handle import WriteContention
from events.history.signing_keys import KeyFolder
from events.store.archive.log_archive import ArchiveAway, BadArchive
from events.store.connections.memory import memory_of
from events.store.quarantine import failure_reason, is_transient_error
from events.store.streams import Store
from projections.history.leaves import STREAM
from projections.history.tree import TREE, TransparencyLog
from projections.ratings.corrections import RatingCorrector
from projections.ratings.ratings import PREFIX
from projections.read_models.models import MODELS
from workers.follower.partitions import HeldPartitions
from workers.isolation import ModelIsolation

MOMENT = 0.02  # seconds a tick for rating tables again
PAUSE = 30.0  # seconds for which something that failed is left alone

logger = logging.getLogger("fairdeal.follower")


@dataclass(kw_only=True)
class Upkeep:
    """Tasks of a follower for the partitions that it holds."""

    store: Store
    partitions: HeldPartitions
    isolation: ModelIsolation
    heads: TransparencyLog
    keys: KeyFolder | None
    corrections: RatingCorrector
    paused_until: dict[str, float] = field(default_factory=dict)  # what has failed, and until when

    def attempt(self, task: Callable[..., None], *arguments: Any) -> None:
        """Do a task; where it fails, leave it alone for a while."""
        now = time.monotonic()
        if now < self.paused_until.get(task.__name__, 0.0):
            return
        try:
            task(*arguments)
        except Exception as error:
            if is_transient_error(error):
                raise
            self.paused_until[task.__name__] = now + PAUSE
            logger.warning(
                "`%s` failed, trying again in %d s: %s", task.__name__, PAUSE, failure_reason(error)
            )

    def warn_of_memory(self) -> None:
        """Warn while the store will be full soon."""
        with suppress(ResponseError):  # some hosts forbid INFO
            if warning := memory_of(self.store.redis).warning():
                logger.warning("%s", warning)

    def correct_ratings(self) -> None:
        """Let ratings follow rulings, a moment at a time: many tables may be rated again."""
        if not self.partitions.holds(PREFIX):
            return
        end = time.monotonic() + MOMENT
        try:
            while time.monotonic() < end and self.corrections.step():
                pass
        except (WriteContention, ArchiveAway, BadArchive) as error:
            logger.warning(
                "Could not correct ratings after a ruling, trying again later: %s", error
            )

    def announce_leaves(self) -> None:
        """Add leaves of keys that were changed, and of tables that run longer than was said."""
        if not self.partitions.holds(STREAM):
            return
        try:
            if self.keys is not None:
                self.heads.note_keys(self.keys.public)
            self.isolation.announce(self.partitions.models[MODELS.index(TREE)], self.heads)
            self.heads.save()
        except (WriteContention, ArchiveAway, BadArchive) as error:
            logger.warning("Could not announce tables, trying again later: %s", error)

    def retry_quarantined(self, at_once: bool) -> None:
        """Have quarantined streams tried again whose time has come, or all of them."""
        self.isolation.retry_due(self.partitions.models, self.partitions.places, at_once)
