"""Settings of the service, read once when it starts."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from ipaddress import IPv4Network, IPv6Network
from pathlib import Path

from events.settings import table
from events.settings.check import require_valid_settings
from events.store.environment import archive_url, data_folder, store_url
from events.tables.relays import configured_relays, followed_chains
from games.core.fairness.beacon import BeaconChain
from projections.history.cosigned import configured_witnesses

BODY_LIMIT = 64 * 1024  # bytes
PAGE_LIMIT = 500  # events or tables a page
DISPUTE_HOURS = int(table.DISPUTE_HOURS.default)
LIMITS = table.LIMITS.default  # those of service.limits.quotas
ORIGIN = re.compile(r"\*|https?://[a-z0-9.-]+(:[0-9]+)?")


@dataclass(frozen=True, slots=True)
class ServiceSettings:
    """What the service needs to know of its surroundings.

    Attributes:
        redis_url: the store (FAIRDEAL_REDIS_URL).
        data: folder of the signing key and, with the embedded server, of the data
            (FAIRDEAL_DATA, ``fairdeal-data`` in the current folder unless set).
        durability: how Redis keeps events, as receipts state it; empty: it is asked.
        min_replicas: how many replicas have an event before it is signed for
            (FAIRDEAL_MIN_REPLICAS).
        max_waiting_reads: how many reads may wait at once in one process
            (FAIRDEAL_MAX_WAITING_READS).
        limits: quotas of other sizes than usual (FAIRDEAL_LIMITS; ``off``: no limits).
        origins: of web pages that may use the API in a browser (FAIRDEAL_CORS_ORIGINS).
        proxy_hops: how many proxies of our own stand before the server (FAIRDEAL_PROXY_HOPS);
            so many addresses of X-Forwarded-For are believed.
        verifier_processes: how many uploaded logs are verified at once in one process, and as
            many for evidence (FAIRDEAL_VERIFIER_PROCESSES).
        verify_limit: bytes of the largest log that is taken (FAIRDEAL_VERIFY_LIMIT_MIB, in MiB).
        verify_anonymous_limit: the same without a token (FAIRDEAL_VERIFY_ANONYMOUS_LIMIT_MIB).
        dispute_hours: for which a hand may be disputed after its end (FAIRDEAL_DISPUTE_HOURS).
        lag: milliseconds after its deadline in which an action still counts, at tables that are
            opened (FAIRDEAL_LAG_ALLOWANCE).
        beacons: that tables may be opened with, by name (FAIRDEAL_BEACON_RELAYS,
            FAIRDEAL_BEACON_CHAIN).
        relays: of beacons (FAIRDEAL_BEACON_RELAYS), by which tables have one without asking.
        egress_networks: private networks to which webhooks and Web Push may be sent.
        public_url: by which the world knows the server (FAIRDEAL_PUBLIC_URL); empty: as requests
            name it.
        witnesses: whether checkpoints are cosigned (by those of FAIRDEAL_WITNESSES).
        archive: address of the archive (FAIRDEAL_ARCHIVE_URL); a folder of `data` unless set.
    """

    redis_url: str
    data: Path
    durability: str = ""
    min_replicas: int = 0
    max_waiting_reads: int = int(table.MAX_WAITING_READS.default)
    limits: str = LIMITS
    origins: tuple[str, ...] = ()
    proxy_hops: int = 0
    verifier_processes: int = int(table.VERIFIER_PROCESSES.default)
    verify_limit: int = int(table.VERIFY_LIMIT_MIB.default) * 2**20
    verify_anonymous_limit: int = int(table.VERIFY_ANONYMOUS_LIMIT_MIB.default) * 2**20
    archive: str = ""
    dispute_hours: int = DISPUTE_HOURS
    lag: int = int(table.LAG_ALLOWANCE.default)
    witnesses: bool = False
    egress_networks: tuple[IPv4Network | IPv6Network, ...] = ()
    beacons: Mapping[str, BeaconChain] = field(default_factory=dict)
    relays: tuple[str, ...] = ()
    public_url: str = ""


def from_environment() -> ServiceSettings:
    """Return the settings, or exit saying what is missing or wrong."""
    return ServiceSettings(
        store_url(), data_folder(), "", table.MIN_REPLICAS.value(),
        table.MAX_WAITING_READS.value(), table.LIMITS.text, _allowed_origins(),
        table.PROXY_HOPS.value(),
        verifier_processes=table.VERIFIER_PROCESSES.value(),
        verify_limit=table.VERIFY_LIMIT_MIB.value() * 2**20,
        verify_anonymous_limit=table.VERIFY_ANONYMOUS_LIMIT_MIB.value() * 2**20,
        archive=archive_url(data_folder()),
        dispute_hours=table.DISPUTE_HOURS.value(),
        lag=table.LAG_ALLOWANCE.value(),
        witnesses=bool(configured_witnesses()),
        egress_networks=table.EGRESS_NETWORKS.value(),
        beacons=followed_chains(),
        relays=configured_relays(),
        public_url=_public_url(),
    )  # fmt: skip


def _allowed_origins() -> tuple[str, ...]:
    """Return the origins of web pages that may use the API, or exit saying what is wrong."""
    for origin in table.CORS_ORIGINS.value():
        if not ORIGIN.fullmatch(origin):
            raise table.CORS_ORIGINS.wrong(
                f"`{origin}` is no origin. Write `https://play.example`,"
                " several with commas between them, or `*` for all"
            )
    return table.CORS_ORIGINS.value()


def _public_url() -> str:
    """Return the address by which the world knows the server, or exit saying what is wrong."""
    address: str = table.PUBLIC_URL.value()
    if address and (address == "*" or not ORIGIN.fullmatch(address)):
        raise table.PUBLIC_URL.wrong(
            f"`{address}` is no address of a server. Write `https://play.example`: scheme and name,"
            " and a port if there is one, without a slash at the end"
        )
    return address


def check_settings() -> None:
    """Exit with a sentence if a setting is unknown or wrong, also where only its user can tell."""
    require_valid_settings()
    _allowed_origins()
    _public_url()
    configured_witnesses()
    followed_chains()
