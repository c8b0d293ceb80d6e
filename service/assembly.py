"""All that an app works with, connected to what its settings name."""

from dataclasses import dataclass

from events.accounts.players import Players
from events.cached_streams import Tables
from events.egress import Egress
from events.history.signed_heads import SignedHeads
from events.history.signed_tree import SignedTree
from events.history.signing_keys import KeyFolder
from events.push.notices import NoticeQueue
from events.push.subscriptions import PushRegistry
from events.push.web_push import VapidKey
from events.record.receipts import durability_label
from events.store.archive.log_archive import Archive
from events.store.environment import store_durability
from events.store.streams import Store, store_at
from events.tables.relays import RelayProbe
from events.tournaments.streams import Tournaments
from projections.accounts.news import PlayerInboxes
from projections.accounts.player_tables import PLAYER_TABLES
from projections.disputes.read_model import DISPUTES
from projections.history.cosigned import CosignedCheckpoint
from projections.history.guard import SigningGuard
from projections.history.tree import SETTLE, SETTLES, TransparencyLog
from projections.live.subscriptions import Subscriptions
from projections.projection import ReadModel
from projections.ratings.standings import STANDINGS
from projections.tables.hands import HandIndex
from projections.tables.lobby import LOBBY
from projections.tables.story import StoryCache
from projections.tournaments.read_model import TOURNAMENTS
from projections.tournaments.results import ResultsCache
from service.limits.slots import SlotPool
from service.limits.verifiers import Verifiers, verifiers_for
from service.settings import ServiceSettings
from service.streams.audiences import AudienceRegistry
from service.streams.listeners import AccountStreams
from service.streams.presence import Presence
from service.streams.stream_parts import StreamParts
from service.wire.connections import Connections, PushParts, ReadCaches, ServedModels, Signing


@dataclass(frozen=True, slots=True, kw_only=True)
class AppParts(Connections):
    """The connections, and what bounds streams, waiting reads and verifications."""

    streams: StreamParts
    verifiers: Verifiers


def assemble_parts(settings: ServiceSettings) -> AppParts:
    """Connect all.

    Raises:
        UnfitServer: the store could lose events.
    """
    archive = Archive(settings.archive or str(settings.data / "archive"))
    store = store_at(settings.redis_url, archive=archive, replicas=settings.min_replicas)
    tables, tournaments = Tables(store), Tournaments(store)
    tables.directs = tournaments.may_watch
    players, hands, subscriptions = Players(store), HandIndex(archive), Subscriptions(store)
    return AppParts(
        store=store,
        tables=tables,
        players=players,
        inboxes=PlayerInboxes(store),
        tournaments=tournaments,
        signing=_signing(settings, store),
        models=ServedModels(
            lobby=ReadModel(store, LOBBY),
            standings=ReadModel(store, STANDINGS),
            disputes=ReadModel(store, DISPUTES),
            player_tables=ReadModel(store, PLAYER_TABLES),
            tournaments=ReadModel(store, TOURNAMENTS),
        ),
        caches=ReadCaches(results=ResultsCache(), hands=hands, stories=StoryCache(store, hands)),
        dispute_hours=settings.dispute_hours,
        lag=settings.lag,
        beacons=settings.beacons,
        relays=RelayProbe(settings.relays),
        push=_push_parts(settings, store),
        public_url=settings.public_url,
        streams=StreamParts(
            subscriptions=subscriptions,
            audiences=AudienceRegistry(subscriptions),
            listeners=AccountStreams(players),
            presence=Presence(store),
            slots=SlotPool(settings.max_waiting_reads),
        ),
        verifiers=verifiers_for(settings),
    )


def _push_parts(settings: ServiceSettings, store: Store) -> PushParts:
    """Return what webhooks and Web Push need."""
    return PushParts(
        subscriptions=PushRegistry(store),
        queue=NoticeQueue(store),
        egress=Egress(settings.egress_networks),
        vapid=VapidKey(settings.data),
    )


def _signing(settings: ServiceSettings, store: Store) -> Signing:
    """Return what the server signs with; raises UnfitServer as above."""
    durability = settings.durability or store_durability(store.redis)
    cosigned = CosignedCheckpoint(store.redis) if settings.witnesses else None
    settle = SETTLES.get(durability, SETTLE)
    tree = TransparencyLog(store, settle, SignedTree(settings.data), cosigned)
    watched = "" if settings.durability else durability
    return Signing(
        keys=KeyFolder(settings.data),
        tree=tree,
        guard=SigningGuard(tree, SignedHeads(settings.data), watched),
        durability=durability_label(durability, settings.min_replicas),
    )
