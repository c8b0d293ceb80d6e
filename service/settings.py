"""Settings of the service, read once from the environment."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from events.store.environment import archive_url, data_folder, store_url
from games.core.beacon import Chain
from projections.cosigned import witnesses
from projections.relays import followed

BODY_LIMIT = 64 * 1024  # bytes
WAITERS = 600  # waiting reads and streams of one process
CONNECTIONS = 10_000  # of one process
KEEP_ALIVE = 30  # seconds in which the head of a next request has to come
PATIENCE = 20  # seconds in which a body has to come, or a part of an answer has to be taken
VERIFIERS = 2  # logs that one process verifies at a time
DISPUTE_HOURS = 168  # a week
VERIFY_LIMIT = 100  # MiB of an uploaded log
PAGE_LIMIT = 500  # events or tables a page
LIMITS = ""  # those of service.http.quotas
ORIGIN = re.compile(r"\*|https?://[a-z0-9.-]+(:[0-9]+)?")


@dataclass(frozen=True, slots=True)
class Settings:
    """What the service needs to know of its surroundings.

    Attributes:
        redis_url: the store (FAIRDEAL_REDIS_URL).
        data: folder of the signing key and, with the embedded server, of the data
            (FAIRDEAL_DATA, ``fairdeal-data`` in the current folder unless set).
        durability: how Redis keeps events, as receipts state it.
        waiters: how many reads may wait at once in one process (FAIRDEAL_WAITERS).
        limits: quotas of other sizes than usual (FAIRDEAL_LIMITS; ``off``: no limits).
        origins: of web pages that may use the API in a browser (FAIRDEAL_CORS_ORIGINS).
        proxies: how many of our own stand before the server (FAIRDEAL_PROXIES); so many addresses
            of X-Forwarded-For are believed.
        verifiers: how many uploaded logs are verified at once in one process, and as many for
            evidence (FAIRDEAL_VERIFIERS).
        verify_limit: bytes of the largest log that is taken (FAIRDEAL_VERIFY_LIMIT, in MiB).
        dispute_hours: for which a hand may be disputed after its end (FAIRDEAL_DISPUTE_HOURS).
        beacons: that tables may be opened with, by name (FAIRDEAL_BEACON, FAIRDEAL_BEACON_CHAIN).
        witnesses: whether checkpoints are cosigned (by those of FAIRDEAL_WITNESSES).
        archive: address of the archive (FAIRDEAL_ARCHIVE_URL); a folder of `data` unless set.
    """

    redis_url: str
    data: Path
    durability: str = "unknown"
    waiters: int = WAITERS
    limits: str = LIMITS
    origins: tuple[str, ...] = ()
    proxies: int = 0
    verifiers: int = VERIFIERS
    verify_limit: int = VERIFY_LIMIT * 2**20
    archive: str = ""
    dispute_hours: int = DISPUTE_HOURS
    witnesses: bool = False
    beacons: Mapping[str, Chain] = field(default_factory=dict)


def from_environment() -> Settings:
    """Return the settings, or exit saying what is missing."""
    durability = os.environ.get("FAIRDEAL_DURABILITY") or "unknown"
    limits = os.environ.get("FAIRDEAL_LIMITS") or LIMITS
    proxies = int(os.environ.get("FAIRDEAL_PROXIES") or 0)
    return Settings(
        store_url(), data_folder(), durability, waiters(), limits, origins(), proxies,
        verifiers=whole("FAIRDEAL_VERIFIERS", VERIFIERS),
        verify_limit=whole("FAIRDEAL_VERIFY_LIMIT", VERIFY_LIMIT) * 2**20,
        archive=archive_url(data_folder()),
        dispute_hours=whole("FAIRDEAL_DISPUTE_HOURS", DISPUTE_HOURS),
        witnesses=bool(witnesses()),
        beacons=followed(),
    )  # fmt: skip


def whole(name: str, default: int) -> int:
    """Return a number from the environment, or exit saying what is wrong."""
    text = os.environ.get(name) or str(default)
    if not re.fullmatch("[0-9]{1,9}", text):
        raise SystemExit(f"{name} must be a whole number, not `{text}`")
    return int(text)


def waiters() -> int:
    """Return how many reads may wait at once in one process."""
    return int(os.environ.get("FAIRDEAL_WAITERS") or WAITERS)


def connections() -> int:
    """Return how many connections one process keeps open."""
    return whole("FAIRDEAL_CONNECTIONS", CONNECTIONS)


def keep_alive() -> int:
    """Return for how many seconds a connection is kept until the head of a request is there."""
    return whole("FAIRDEAL_KEEP_ALIVE", KEEP_ALIVE)


def patience() -> int:
    """Return for how many seconds slow clients are waited for."""
    return whole("FAIRDEAL_PATIENCE", PATIENCE)


def origins() -> tuple[str, ...]:
    """Return the origins of web pages that may use the API, or exit saying what is wrong."""
    found = tuple((os.environ.get("FAIRDEAL_CORS_ORIGINS") or "").replace(",", " ").split())
    for origin in found:
        if not ORIGIN.fullmatch(origin):
            raise SystemExit(
                f"FAIRDEAL_CORS_ORIGINS: `{origin}` is no origin. Write `https://play.example`,"
                " several with commas between them, or `*` for all"
            )
    return found
