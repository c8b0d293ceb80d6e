"""Where things are kept, as the settings say."""

from pathlib import Path
from typing import TYPE_CHECKING

from redis import Redis

from events.settings.addresses import BadAddress, url_of_queue
from events.settings.table import (
    ARCHIVE_URL,
    DATA,
    DURABILITY,
    MIN_REPLICAS,
    QUEUE_URL,
    REDIS_URL,
)
from events.store.embedded.server import EmbeddedServer, weakest_durability

if TYPE_CHECKING:
    from events.store.streams import Store


def data_folder() -> Path:
    """Return the folder of keys and data (FAIRDEAL_DATA)."""
    return DATA.value().resolve()


def store_url() -> str:
    """Return the URL of the store: of the running server of the data folder, unless one is set.

    Exits saying what to do if there is neither.
    """
    if url := REDIS_URL.value():
        return url
    own = EmbeddedServer(data_folder() / "redis")
    if own.answers():
        return own.url
    raise SystemExit(
        "Set FAIRDEAL_REDIS_URL to a Redis (7.0 or newer) with an append-only file, or start"
        f" everything with `fairdeal serve`, which brings its own: none runs for {data_folder()}"
        " (FAIRDEAL_DATA names another folder)"
    )


def queue_url() -> str:
    """Return the URL of the Redis that keeps the jobs; the store's unless said otherwise."""
    if url := QUEUE_URL.text:
        return url
    try:
        return url_of_queue(store_url())
    except BadAddress as error:
        raise QUEUE_URL.wrong(str(error)) from None


def archive_url(data: Path) -> str:
    """Return the address of the archive (FAIRDEAL_ARCHIVE_URL), in the data folder unless set."""
    return ARCHIVE_URL.text or str(data / "archive")


def own_store() -> "Store":
    """Return the store that the settings name, with its archive.

    Raises:
        UnfitServer: it could lose events; ends the process with a sentence.
    """
    # What only watches over a server asks where things are, and loads none of this: 15 MB.
    from events.store.archive.log_archive import Archive  # noqa: PLC0415
    from events.store.streams import store_at  # noqa: PLC0415

    archive = Archive(archive_url(data_folder()))
    store = store_at(store_url(), archive, MIN_REPLICAS.value())
    weakest_durability(store.redis)
    return store


def store_durability(redis: Redis) -> str:
    """Return how a store keeps events; where it does not tell, as the operator says.

    Raises:
        UnfitServer: it could lose events.
    """
    durability = weakest_durability(redis)
    return DURABILITY.text if durability == "unknown" else durability
