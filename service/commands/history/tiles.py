"""A server's tree read over HTTP, as its tiles; the network may fail at any time."""

import http.client
import urllib.error
import urllib.request
from collections.abc import Iterator

import orjson

from events.history.key_changes import BrokenKeyChain, read_key_chain
from events.history.tiles import WIDTH, Tile, decode_entry_bundle
from events.record.receipts import PublicKey

WAIT = 30.0  # seconds
MOST = 20_000_000  # bytes of an answer
PREFIX = "/v1"


class ServerUnavailable(Exception):
    """A server did not answer, or not with what was asked for; that is no lie."""


class TileClient:
    """The tree of a server at a URL."""

    def __init__(self, url: str) -> None:
        self.url = url.rstrip("/").removesuffix(PREFIX) + PREFIX

    def get(self, path: str) -> bytes:
        """Return what is served at a path of the API; Away if nothing is."""
        return _fetch_response_body(urllib.request.Request(self.url + path))

    def checkpoint(self) -> str:
        """Return the newest checkpoint, a note."""
        try:
            return self.get("/tree/checkpoint").decode()
        except UnicodeDecodeError:
            raise ServerUnavailable("the server's checkpoint is no text") from None

    def keys(self) -> list[PublicKey]:
        """Return the server's keys, the newest first."""
        try:
            return read_key_chain(orjson.loads(self.get("/keys"))["keys"])
        except BrokenKeyChain as broken:
            raise ServerUnavailable(f"the server's keys do not hold: {broken}") from None
        except (ValueError, LookupError, TypeError):
            raise ServerUnavailable("the server's keys cannot be read") from None

    def entries(self, first: int, end: int) -> Iterator[bytes]:
        """Yield the leaves from `first` to before `end`."""
        for place in range(first // WIDTH, -(-end // WIDTH)):
            begun = place * WIDTH
            tile = Tile(None, place, min(WIDTH, end - begun))
            try:
                found = [*decode_entry_bundle(self.get(f"/tree/tile/{tile.path}"))]
            except ValueError as error:
                raise ServerUnavailable(f"tile {tile.path} cannot be read: {error}") from None
            if len(found) != tile.width:
                raise ServerUnavailable(f"tile {tile.path} holds {len(found)} leaves")
            yield from found[max(0, first - begun) :]


def _fetch_response_body(request: urllib.request.Request, wait: float = WAIT) -> bytes:
    """Return the body of an answer; Away where there is none."""
    try:
        with urllib.request.urlopen(request, timeout=wait) as answer:
            data: bytes = answer.read(MOST + 1)
    except urllib.error.HTTPError as error:
        with error:
            raise ServerUnavailable(f"{request.full_url} answers {error.code}") from None
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise ServerUnavailable(f"{request.full_url} does not answer: {error}") from None
    if len(data) > MOST:
        raise ServerUnavailable(f"{request.full_url} answers with more than {MOST} bytes")
    return data
