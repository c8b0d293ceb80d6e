"""The connections that requests work with; made once a process."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from flask import current_app

from events.accounts.players import Players
from events.accounts.signed_tree import SignedTree
from events.accounts.signing_keys import KeyFolder
from events.handle import Tables
from events.record.receipts import Signer
from events.store.archive import Archive
from events.store.streams import Store, store_at
from games.core.beacon import Chain
from projections.cosigned import Cosigned
from projections.disputes import DISPUTES
from projections.hands import Marks
from projections.lobby import LOBBY
from projections.projection import Model
from projections.standings import STANDINGS
from projections.subscriptions import Subscriptions
from projections.tree import SETTLE, SETTLES, Heads
from service.http.slots import Shared, Slots
from service.http.verifiers import Verifiers, verifiers
from service.settings import Settings

EXTENSION = "fairdeal"


@dataclass(frozen=True, slots=True)
class Connections:
    """Store, cached tables, accounts, signing key and read models."""

    store: Store
    tables: Tables
    players: Players
    keys: KeyFolder
    lobby: Model
    durability: str
    subscriptions: Subscriptions
    slots: Slots
    shared: Shared
    standings: Model
    verifiers: Verifiers
    heads: Heads
    disputes: Model
    dispute_hours: int
    marks: Marks
    beacons: Mapping[str, Chain]

    @property
    def signer(self) -> Signer:
        """Return the key that signs now: take it once for what is signed together.

        Raises:
            StoreBehind: the store lacks what was signed before.
        """
        self.heads.require_current()
        return self.keys.signer


def assemble(settings: Settings) -> Connections:
    """Connect all."""
    archive = Archive(settings.archive or str(settings.data / "archive"))
    store = store_at(settings.redis_url, archive=archive)
    settle = SETTLES.get(settings.durability, SETTLE)
    cosigned = Cosigned(store.redis) if settings.witnesses else None
    return Connections(
        store,
        Tables(store),
        Players(store),
        KeyFolder(settings.data),
        Model(store, LOBBY),
        settings.durability,
        Subscriptions(store),
        Slots(settings.waiters),
        Shared(256),
        Model(store, STANDINGS),
        verifiers(settings),
        Heads(store, settle, SignedTree(settings.data), cosigned),
        Model(store, DISPUTES),
        settings.dispute_hours,
        Marks(archive),
        settings.beacons,
    )


def connections() -> Connections:
    """Return the connections of the running app."""
    return cast(Connections, current_app.extensions[EXTENSION])
