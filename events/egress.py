"""Requests to addresses that people gave: the one way out for webhooks and Web Push.

Whoever names an address could otherwise have the server ask its own network: a metadata service, a
Redis, a router. So a name is resolved once, all its addresses must be public, and the connection
goes to the address that was checked: a second answer of the DNS changes nothing. Only https, with
the name in the certificate; no redirect is followed; time and size are bounded; the answer's body
is not read. The operator may allow networks by FAIRDEAL_EGRESS_NETWORKS.

Addresses of relays, witnesses and archives come from the operator's settings and may be private.
"""

import asyncio
import re
import socket
import ssl
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from ipaddress import (
    IPv4Address,
    IPv4Network,
    IPv6Address,
    IPv6Network,
    ip_address,
)
from typing import Final, NamedTuple
from urllib.parse import urlsplit

IPAddress = IPv4Address | IPv6Address
IPNetwork = IPv4Network | IPv6Network
Resolver = Callable[[str, int], Awaitable[Sequence[str]]]

PATIENCE: Final = 10.0  # seconds for name, connection and answer together
CONNECT: Final = 4.0  # seconds for one address to take the connection
ADDRESSES: Final = 3  # of a name, that are tried at most
HEAD: Final = 16 * 1024  # bytes of an answer's head
INTERIM: Final = 3  # answers `100 Continue` and the like before the real one
LONGEST_URL: Final = 1_000  # characters
HTTPS: Final = 443
HOST = re.compile(r"[0-9A-Za-z]([0-9A-Za-z.-]{0,251}[0-9A-Za-z])?\.?|\[[0-9A-Fa-f:.]{2,45}\]")
WRITTEN = re.compile(r"[!-~]+")  # so that nothing of it could end a line of the request
STATUS = re.compile(rb"HTTP/1\.[01] ([1-5][0-9]{2})( [^\r\n]*)?\r\n")
RETRY_AFTER = re.compile(rb"\r\nretry-after:[ \t]*([0-9]{1,6})[ \t]*\r\n", re.IGNORECASE)

# IANA's special-purpose registries, spelled out, since Python's own table changes with its version.
FORBIDDEN_V4: Final = tuple(
    map(
        IPv4Network,
        (
            "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16",
            "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24",
            "192.88.99.0/24", "192.168.0.0/16", "192.175.48.0/24", "198.18.0.0/15",
            "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/3",
            "168.63.129.16/32",  # public in form, but Azure's own host behind every machine there
        ),
    )
)  # fmt: skip
GLOBAL_V6: Final = IPv6Network("2000::/3")
FORBIDDEN_V6: Final = tuple(
    map(
        IPv6Network,
        (
            "2001::/23",  # Teredo, ORCHID and others
            "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20",
        ),
    )
)  # fmt: skip
NAT64: Final = IPv6Network("64:ff9b::/96")


class EgressRefused(Exception):
    """An address to which nothing is sent."""


class EgressFailed(Exception):
    """A receiver that does not answer as it should."""


class Target(NamedTuple):
    """Where a request goes: host without brackets, port, path with query."""

    host: str
    port: int
    path: str

    @property
    def origin(self) -> str:
        """Return the origin of the URL, as RFC 6454 writes it."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"https://{host}" + ("" if self.port == HTTPS else f":{self.port}")


class EgressAnswer(NamedTuple):
    """What a receiver answered; `retry_after` in seconds, if it says so."""

    status: int
    retry_after: int | None = None

    @property
    def is_success(self) -> bool:
        """Say whether the receiver took the request."""
        return 200 <= self.status < 300


def parse_target(url: str) -> Target:
    """Return where an address leads.

    Raises:
        EgressRefused: it is none to which anything is sent, whatever its name resolves to.
    """
    if len(url) > LONGEST_URL:
        raise EgressRefused(f"the address has more than {LONGEST_URL} characters")
    if not WRITTEN.fullmatch(url):
        raise EgressRefused("the address may have ASCII characters only, and no spaces")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise EgressRefused("this is no address") from None
    if parts.scheme.lower() != "https":
        raise EgressRefused("the address must begin with https://")
    if "@" in parts.netloc or "#" in url or "\\" in url:
        raise EgressRefused("the address may have no user, no fragment and no backslash")
    if port == 0 or not HOST.fullmatch(parts.netloc.removesuffix(f":{port}").removesuffix(":")):
        raise EgressRefused("the address must name a host, and may name a port")
    path = parts.path or "/"
    return Target(
        (parts.hostname or "").rstrip("."),
        port or HTTPS,
        f"{path}?{parts.query}" if parts.query else path,
    )


def _literal_address(host: str) -> IPAddress | None:
    """Return the IP address that a host is; None for a name."""
    try:
        return ip_address(host)
    except ValueError:
        return None


def _embedded_address(address: IPAddress) -> IPAddress:
    """Return the IPv4 address that an IPv6 address stands for, mapped or by NAT64; else itself."""
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return address.ipv4_mapped
        if address in NAT64:
            return IPv4Address(int(address) & 0xFFFFFFFF)
    return address


def is_public(address: IPAddress) -> bool:
    """Say whether an address is one of the public internet."""
    address = _embedded_address(address)
    if isinstance(address, IPv4Address):
        return not any(address in network for network in FORBIDDEN_V4)
    is_scoped = address.scope_id is not None
    is_special = any(address in network for network in FORBIDDEN_V6)
    return address in GLOBAL_V6 and not is_scoped and not is_special


async def resolve(host: str, port: int) -> Sequence[str]:
    """Return the addresses of a name."""
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(row[4][0]) for row in found]


@dataclass(frozen=True)
class Egress:
    """Sends requests to addresses that people gave.

    Attributes:
        allowed: networks that are let through besides public ones.
        resolver: returns the addresses of a name.
        patience: seconds for a whole request.
        context: says how servers prove their names; by the authorities of the system.
    """

    allowed: Sequence[IPNetwork] = ()
    resolver: Resolver = resolve
    patience: float = PATIENCE
    context: Callable[[], ssl.SSLContext] = ssl.create_default_context

    @cached_property
    def tls(self) -> ssl.SSLContext:
        """Return how servers prove their names, read once a process."""
        return self.context()

    def is_allowed(self, address: IPAddress) -> bool:
        """Say whether something may be sent to an address."""
        address = _embedded_address(address)
        return is_public(address) or any(
            address in network for network in self.allowed if network.version == address.version
        )

    def require_allowed(self, url: str) -> Target:
        """Return where an address leads, as far as that can be said without resolving its name.

        Raises:
            EgressRefused: nothing will ever be sent there.
        """
        target = parse_target(url)
        literal = _literal_address(target.host)
        if literal is not None and not self.is_allowed(literal):
            raise EgressRefused(f"{target.host} is not an address of the public internet")
        if target.host.lower() == "localhost" and not self.allowed:
            raise EgressRefused(f"{target.host} is not an address of the public internet")
        return target

    async def addresses_of(self, target: Target) -> list[IPAddress]:
        """Return the checked addresses of a target, resolved once.

        Raises:
            EgressRefused: one of them is not public, so that none is used.
            EgressFailed: it has none.
        """
        literal = _literal_address(target.host)
        try:
            found = (
                await self.resolver(target.host, target.port) if literal is None else [target.host]
            )
        except (OSError, UnicodeError):
            raise EgressFailed("the name does not resolve") from None
        addresses = [ip_address(one) for one in dict.fromkeys(found)]
        for one in addresses:
            if not self.is_allowed(one):
                raise EgressRefused("the name leads to an address that is not public")
        if not addresses:
            raise EgressFailed("the name does not resolve")
        return addresses[:ADDRESSES]

    async def post(self, url: str, body: bytes, headers: Mapping[str, str]) -> EgressAnswer:
        """Send a POST; return what the head of the answer says.

        Raises:
            EgressRefused: nothing is sent there.
            EgressFailed: nobody answered in time, or not as an https server does.
        """
        target = self.require_allowed(url)
        try:
            async with asyncio.timeout(self.patience):
                addresses = await self.addresses_of(target)
                return await self._exchange(target, addresses, _request(target, body, headers))
        except TimeoutError:
            raise EgressFailed(f"no answer within {self.patience:.0f} seconds") from None

    async def _exchange(
        self, target: Target, addresses: Sequence[IPAddress], request: bytes
    ) -> EgressAnswer:
        """Send a request to the first address that takes a connection."""
        reader, writer = await self._connect(target, addresses)
        try:
            writer.write(request)
            await writer.drain()
            return await _read_answer(reader)
        except (OSError, asyncio.IncompleteReadError):
            raise EgressFailed("the connection broke off") from None
        except asyncio.LimitOverrunError:
            raise EgressFailed("the head of the answer is too long") from None
        finally:
            writer.transport.abort()  # the body, if any, is of no interest

    async def _connect(
        self, target: Target, addresses: Sequence[IPAddress]
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Return a connection to one of some addresses, whose certificate has the target's name."""
        failed = EgressFailed("nobody takes the connection")
        for address in addresses:
            try:
                async with asyncio.timeout(CONNECT):
                    return await asyncio.open_connection(
                        str(address),
                        target.port,
                        ssl=self.tls,
                        server_hostname=target.host,
                        limit=HEAD,
                    )
            except ssl.SSLError as error:
                failed = EgressFailed(f"TLS fails: {error.reason or 'no valid certificate'}")
            except (OSError, TimeoutError):
                failed = EgressFailed("nobody takes the connection")
        raise failed


def _request(target: Target, body: bytes, headers: Mapping[str, str]) -> bytes:
    """Return the bytes of a request."""
    own = {
        "Host": target.origin.removeprefix("https://"),
        "User-Agent": "fairdeal",
        "Content-Length": str(len(body)),
        "Connection": "close",
    }
    lines = [f"POST {target.path} HTTP/1.1", *(f"{k}: {v}" for k, v in (own | {**headers}).items())]
    return "\r\n".join([*lines, "", ""]).encode("ascii") + body


async def _read_answer(reader: asyncio.StreamReader) -> EgressAnswer:
    """Return what the head of an answer says, behind interim ones."""
    for _ in range(INTERIM + 1):
        head = await reader.readuntil(b"\r\n\r\n")
        found = STATUS.match(head)
        if found is None:
            break
        status = int(found[1])
        if status >= 200:
            after = RETRY_AFTER.search(head)
            return EgressAnswer(status, None if after is None else int(after[1]))
    raise EgressFailed("the answer is not HTTP")
