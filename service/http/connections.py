"""The connections that requests work with; made once a process."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from flask import current_app
from redis.exceptions import RedisError

from events.accounts.players import Players
from events.handle import Tables
from events.history.signed_heads import Newest, SignedHeads
from events.history.signed_tree import SignedTree, StoreBehind
from events.history.signing_keys import KeyFolder
from events.numbers import note
from events.record.receipts import Signer, told_durability
from events.store.archive.log_archive import Archive, Unknown
from events.store.environment import kept_by
from events.store.streams import Store, store_at
from events.tournaments.streams import Tournaments
from games.core.beacon import Chain
from projections.accounts.news import News
from projections.accounts.player_tables import PLAYER_TABLES
from projections.disputes.read_model import DISPUTES
from projections.history.cosigned import Cosigned
from projections.history.guard import Guard
from projections.history.tree import SETTLE, SETTLES, Heads
from projections.live.subscriptions import Subscriptions
from projections.projection import Model
from projections.ratings.standings import STANDINGS
from projections.tables.hands import Marks
from projections.tables.lobby import LOBBY
from projections.tables.story import Stories
from projections.tournaments.read_model import TOURNAMENTS
from projections.tournaments.results import Figures
from service.http.audiences import Audiences
from service.http.listeners import Listeners
from service.http.presence import Presence
from service.http.slots import Slots
from service.http.verifiers import Verifiers, verifiers
from service.settings import Settings

EXTENSION = "fairdeal"

logger = logging.getLogger("fairdeal.service")


@dataclass(frozen=True, slots=True)
class Connections:
    """Store, cached tables, accounts, signing key and read models."""

    store: Store
    tables: Tables
    players: Players
    keys: KeyFolder
    lobby: Model
    news: News
    durability: str
    subscriptions: Subscriptions
    slots: Slots
    audiences: Audiences
    standings: Model
    verifiers: Verifiers
    heads: Heads
    guard: Guard
    disputes: Model
    player_tables: Model
    tournaments: Tournaments
    tournament_rows: Model
    figures: Figures
    dispute_hours: int
    marks: Marks
    presence: Presence
    stories: Stories
    beacons: Mapping[str, Chain]
    listeners: Listeners

    def signer_for(self, stream: str, n: int, head: bytes, written: Newest | None = None) -> Signer:
        """Return the key that signs now, for an event that no fail-over takes away.

        `written`: what this request has appended itself; see `Guard.cover`, which refuses.
        """
        try:
            self.guard.cover(stream, n, head, written)
        except (StoreBehind, RedisError) as error:
            why = Unknown if isinstance(error, RedisError) else error
            note("fairdeal_sign_failures", why.code)
            raise
        except OSError as error:  # no room beside the key: what was done stands, and is not signed
            note("fairdeal_sign_failures", Unknown.code)
            logger.warning("What is signed for can't be remembered: %s", error)
            raise Unknown from error
        return self.keys.signer


def assemble(settings: Settings) -> Connections:
    """Connect all.

    Raises:
        UnfitServer: the store could lose events.
    """
    archive = Archive(settings.archive or str(settings.data / "archive"))
    store = store_at(settings.redis_url, archive=archive, replicas=settings.replicas)
    kept = settings.durability or kept_by(store.redis)
    settle = SETTLES.get(kept, SETTLE)
    cosigned = Cosigned(store.redis) if settings.witnesses else None
    heads = Heads(store, settle, SignedTree(settings.data), cosigned)
    tables, subscriptions = Tables(store), Subscriptions(store)
    tournaments = Tournaments(store)
    tables.directs = tournaments.may_watch
    players, marks = Players(store), Marks(archive)
    return Connections(
        store,
        tables,
        players,
        KeyFolder(settings.data),
        Model(store, LOBBY),
        News(store),
        told_durability(kept, settings.replicas),
        subscriptions,
        Slots(settings.waiters),
        Audiences(subscriptions),
        Model(store, STANDINGS),
        verifiers(settings),
        heads,
        Guard(heads, SignedHeads(settings.data), "" if settings.durability else kept),
        Model(store, DISPUTES),
        Model(store, PLAYER_TABLES),
        tournaments,
        Model(store, TOURNAMENTS),
        Figures(),
        settings.dispute_hours,
        marks,
        Presence(store),
        Stories(store, marks),
        settings.beacons,
        Listeners(players),
    )


def connections() -> Connections:
    """Return the connections of the running app."""
    return cast(Connections, current_app.extensions[EXTENSION])
