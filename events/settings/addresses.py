"""Where a store is: one server, a Redis Cluster, or a primary that sentinels know."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Self
from urllib.parse import unquote, urlsplit

POSSIBLE = (
    "redis://host:6379/0, rediss:// (with TLS), unix:///path/of/redis.sock,"
    " redis+cluster://host:6379,host:6379,host:6379 or"
    " redis+sentinel://host:26379,host:26379/name, where they need it with user:password@ before"
    " the first host"
)

Kind = Literal["server", "cluster", "sentinel"]
KINDS: dict[str, Kind] = {
    "redis": "server", "rediss": "server", "unix": "server",
    "redis+cluster": "cluster", "rediss+cluster": "cluster",
    "redis+sentinel": "sentinel", "rediss+sentinel": "sentinel",
}  # fmt: skip
LISTENS: dict[Kind, int] = {"cluster": 6379, "sentinel": 26379}  # the port where none is given


NO_QUEUE = (
    "the job queue can't be on a Redis Cluster, on which RQ does not run: name a Redis of its own,"
    " or a primary by redis+sentinel://"
)

IN_PASSWORDS = "In a password / must be written %2F, : %3A, and @ %40"


class BadAddress(ValueError):
    """An address at which no store can be; says what is possible."""


@dataclass(frozen=True, slots=True)
class Address:
    """An address of a store.

    Attributes:
        url: as it was given; it may hold a password.
        nodes: (host, port) of those that are asked where the data lies; none of a single server.
        service: the name by which sentinels know the primary.
        login: username, password and db, where they are given.
    """

    url: str = field(repr=False)
    kind: Kind
    tls: bool
    nodes: tuple[tuple[str, int], ...] = ()
    service: str = ""
    login: Mapping[str, Any] = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, url: str) -> Self:
        """Read an address; BadAddress if it is none."""
        scheme, mark, rest = url.partition("://")
        if not mark or scheme not in KINDS:
            given = f"`{scheme}`" if "@" not in scheme else "The part before the first host"
            raise BadAddress(f"{given} is not a kind of address. Possible: {POSSIBLE}")
        kind, tls = KINDS[scheme], scheme.startswith("rediss")
        if kind == "server":
            if scheme != "unix":
                _require_server(url)
            return cls(url, kind, tls)
        places, _, path = rest.partition("/")
        if "@" in path:
            raise BadAddress(f"It has a / before an @. {IN_PASSWORDS}")
        who, _, hosts = places.rpartition("@")
        nodes = tuple(_node_of(place, LISTENS[kind]) for place in hosts.split(","))
        service, _, database = path.partition("/")
        if kind == "sentinel" and not service:
            raise BadAddress(f"It lacks the name by which sentinels know it. Possible: {POSSIBLE}")
        if kind == "cluster" and path:
            raise BadAddress(f"A cluster has no `/{path}`: one database and no name")
        _require_database(database)
        login = _login_of(who) | ({"db": int(database)} if database else {})
        return cls(url, kind, tls, nodes, service, login)


def url_of_store(text: str) -> str:
    """Return a text that is nothing or the address of a store, else BadAddress."""
    if text:
        Address.of(text)
    return text


def url_of_queue(text: str) -> str:
    """Return a text that is nothing or the address of a Redis for jobs, else BadAddress."""
    if text and Address.of(text).kind == "cluster":
        raise BadAddress(NO_QUEUE)
    return text


def _require_server(url: str) -> None:
    """Refuse the address of a server whose port or database is none; quote no password."""
    parts = urlsplit(url)
    try:
        _ = parts.port
    except ValueError:
        raise BadAddress(f"Its port is no number. {IN_PASSWORDS}") from None
    _require_database(parts.path.strip("/"))


def _require_database(text: str) -> None:
    """Refuse what is neither nothing nor the number of a database."""
    if text and not text.isdecimal():
        raise BadAddress(f"`{text}` is no number of a database, as 0 is")


def _node_of(place: str, port: int) -> tuple[str, int]:
    """Return host and port of a node."""
    parts = urlsplit(f"//{place}")
    try:
        if parts.hostname and not (parts.path or parts.query or parts.fragment):
            return parts.hostname, parts.port or port
    except ValueError:  # a port that is none
        pass
    raise BadAddress(f"`{place}` is no host with a port, as host:{port} or [::1]:{port} is")


def _login_of(text: str) -> dict[str, Any]:
    """Return user and password of what stands before an @."""
    user, _, password = text.partition(":")
    named = {"username": unquote(user), "password": unquote(password)}
    return {name: value for name, value in named.items() if value}
