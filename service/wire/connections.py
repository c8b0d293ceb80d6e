"""The connections that requests work with; made once a process."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from redis.exceptions import RedisError

from events.accounts.players import Players
from events.cached_streams import CommandResult, Tables
from events.egress import Egress
from events.history.signed_heads import NewestAppend
from events.history.signed_tree import StoreBehind
from events.history.signing_keys import KeyFolder
from events.numbers import record_metric
from events.push.notices import NoticeQueue
from events.push.subscriptions import PushRegistry
from events.push.web_push import VapidKey
from events.record.receipts import Receipt, Signer
from events.store.archive.log_archive import UnknownOutcome
from events.store.streams import Store
from events.tables.relays import RelayProbe
from events.tournaments.streams import Tournaments
from games.core.fairness.beacon import BeaconChain
from games.table import Table
from games.table.state import LogHead
from projections.accounts.news import PlayerInboxes
from projections.history.guard import SigningGuard
from projections.history.losses import newest_loss
from projections.history.tree import TransparencyLog
from projections.projection import ReadModel
from projections.tables.hands import HandIndex
from projections.tables.story import StoryCache
from projections.tournaments.results import ResultsCache
from service.wire.current import current_extensions

CONNECTIONS = "fairdeal"  # among the app's extensions

logger = logging.getLogger("fairdeal.service")


@dataclass(frozen=True, slots=True, kw_only=True)
class Signing:
    """What the server signs with, and what it must know before it does.

    Attributes:
        keys: the signing keys.
        tree: the transparency log of heads.
        guard: the check that the store still has all that was signed.
        durability: how the store keeps events, as receipts state it.
    """

    keys: KeyFolder
    tree: TransparencyLog
    guard: SigningGuard
    durability: str

    def signer_for(
        self, stream: str, n: int, head: bytes, written: NewestAppend | None = None
    ) -> Signer:
        """Return the key that signs now, for an event that no fail-over takes away.

        `written`: what this request has appended itself; see `SigningGuard.cover`, which refuses.
        """
        try:
            self.guard.cover(stream, n, head, written)
        except (StoreBehind, RedisError) as error:
            why = UnknownOutcome if isinstance(error, RedisError) else error
            record_metric("fairdeal_sign_failures", why.code)
            raise
        except OSError as error:  # no room beside the key: what was done stands, and is not signed
            record_metric("fairdeal_sign_failures", UnknownOutcome.code)
            logger.warning("What is signed for can't be remembered: %s", error)
            raise UnknownOutcome from error
        return self.keys.signer

    def newest_loss(self) -> int:
        """Return when the newest loss of signed data was published, in milliseconds; 0: never."""
        return newest_loss(self.keys.newest().public)

    def command_receipt(self, made: CommandResult[Table]) -> Receipt:
        """Return the receipt of a command to a table."""
        table = made.table
        signer = self.signer_for(table.id, table.n, made.head, made.written)
        return signer.receipt(table.id, table.n, made.head, table.at, self.durability)

    def receipt_of(self, stream: str, n: int, head: bytes, event: LogHead) -> Receipt:
        """Return the receipt of an event of a stream that stands at `head` after its event n."""
        signer = self.signer_for(stream, n, head)
        return signer.receipt(stream, event.n, bytes.fromhex(event.head), event.at, self.durability)


@dataclass(frozen=True, slots=True, kw_only=True)
class PushParts:
    """What subscriptions need: where they lie, what waits, what is public, the server's key."""

    subscriptions: PushRegistry
    queue: NoticeQueue
    egress: Egress
    vapid: VapidKey


@dataclass(frozen=True, slots=True, kw_only=True)
class ServedModels:
    """The read models that requests read rows from."""

    lobby: ReadModel
    standings: ReadModel
    disputes: ReadModel
    player_tables: ReadModel
    tournaments: ReadModel


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadCaches:
    """What this process keeps of logs that it has read: it can be forgotten at any time."""

    results: ResultsCache
    hands: HandIndex
    stories: StoryCache


@dataclass(frozen=True, slots=True, kw_only=True)
class Connections:
    """Store and accounts, cached streams, signing, read models and caches.

    Attributes:
        inboxes: the messages of players.
        dispute_hours: for which a hand may be disputed after its end.
        lag: milliseconds after its deadline in which an action still counts, at new tables.
        beacons: that tables may be opened with, by name; the last is what they have by default.
        relays: the probe whether relays of beacons answer.
        push: webhooks and Web Push.
        public_url: the address by which the world knows the server; empty: as requests name it.
    """

    store: Store
    players: Players
    inboxes: PlayerInboxes
    tables: Tables
    tournaments: Tournaments
    signing: Signing
    models: ServedModels
    caches: ReadCaches
    dispute_hours: int
    lag: int
    beacons: Mapping[str, BeaconChain]
    relays: RelayProbe
    push: PushParts
    public_url: str = ""


def connections() -> Connections:
    """Return the connections of the running app."""
    return cast(Connections, current_extensions()[CONNECTIONS])
