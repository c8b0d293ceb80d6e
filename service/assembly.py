"""All that an app works with, connected to what its settings name."""

from dataclasses import dataclass

from events.accounts.players import Players
from events.handle import Tables
from events.history.signed_heads import SignedHeads
from events.history.signed_tree import SignedTree
from events.history.signing_keys import KeyFolder
from events.record.receipts import told_durability
from events.store.archive.log_archive import Archive
from events.store.environment import kept_by
from events.store.streams import store_at
from events.tournaments.streams import Tournaments
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
from service.limits.slots import Slots
from service.limits.verifiers import Verifiers, verifiers_for
from service.settings import Settings
from service.streams.audiences import Audiences
from service.streams.listeners import Listeners
from service.streams.presence import Presence
from service.streams.stream_parts import StreamParts
from service.wire.connections import Connections


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts(Connections):
    """The connections, and what bounds streams, waiting reads and verifications."""

    streams: StreamParts
    verifiers: Verifiers


def assemble_parts(settings: Settings) -> Parts:
    """Connect all.

    Raises:
        UnfitServer: the store could lose events.
    """
    archive = Archive(settings.archive or str(settings.data / "archive"))
    store = store_at(settings.redis_url, archive=archive, replicas=settings.replicas)
    kept = settings.durability or kept_by(store.redis)
    cosigned = Cosigned(store.redis) if settings.witnesses else None
    heads = Heads(store, SETTLES.get(kept, SETTLE), SignedTree(settings.data), cosigned)
    tables, tournaments = Tables(store), Tournaments(store)
    tables.directs = tournaments.may_watch
    players, marks, subscriptions = Players(store), Marks(archive), Subscriptions(store)
    return Parts(
        store=store,
        tables=tables,
        players=players,
        keys=KeyFolder(settings.data),
        lobby=Model(store, LOBBY),
        news=News(store),
        durability=told_durability(kept, settings.replicas),
        standings=Model(store, STANDINGS),
        heads=heads,
        guard=Guard(heads, SignedHeads(settings.data), "" if settings.durability else kept),
        disputes=Model(store, DISPUTES),
        player_tables=Model(store, PLAYER_TABLES),
        tournaments=tournaments,
        tournament_rows=Model(store, TOURNAMENTS),
        figures=Figures(),
        dispute_hours=settings.dispute_hours,
        marks=marks,
        stories=Stories(store, marks),
        beacons=settings.beacons,
        streams=StreamParts(
            subscriptions=subscriptions,
            audiences=Audiences(subscriptions),
            listeners=Listeners(players),
            presence=Presence(store),
            slots=Slots(settings.waiters),
        ),
        verifiers=verifiers_for(settings),
    )
