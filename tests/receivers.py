"""Receivers of webhooks and a push service on loopback: over TLS, and as well-behaved as wanted."""

import asyncio
import datetime
import ssl
import threading
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from ipaddress import ip_network
from pathlib import Path
from tempfile import TemporaryDirectory

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from events.egress import Egress

HOST = "receiver.test"
LOCAL = "localhost"  # as processes of ours resolve it
LOOPBACK = (ip_network("127.0.0.0/8"),)
CERTIFICATE: list[bytes] = []  # of the receivers of this process, once there are some
NAMES = [x509.DNSName(HOST), x509.DNSName(LOCAL)]
Answer = Callable[["Received"], bytes]


@dataclass
class Received:
    """A request as it came: headers by their names in small letters."""

    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Receiver:
    """A receiver: what came, and what it answers, which may change."""

    answer: Answer
    port: int = 0
    requests: list[Received] = field(default_factory=list)
    broken: int = 0  # connections without a whole request

    @property
    def url(self) -> str:
        return f"https://{HOST}:{self.port}"

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode("ascii")
            first, *lines = head.strip().split("\r\n")
            headers = {name.lower(): value for name, value in (one.split(": ", 1) for one in lines)}
            body = await reader.readexactly(int(headers["content-length"]))
            one = Received(first.split(" ")[1], headers, body)
            self.requests.append(one)
            writer.write(self.answer(one))
            await writer.drain()
        except (asyncio.IncompleteReadError, OSError):
            self.broken += 1
        finally:
            writer.close()


def status(code: int, *headers: str) -> Answer:
    """Return what answers with a status alone."""
    lines = [f"HTTP/1.1 {code} Told", "Content-Length: 0", *headers, "", ""]
    return lambda _: "\r\n".join(lines).encode()


@cache
def contexts() -> tuple[ssl.SSLContext, ssl.SSLContext]:
    """Return how a receiver of these tests proves its name, and who believes it."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, HOST)])
    now = datetime.datetime.now(datetime.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName(NAMES), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    pem = certificate.public_bytes(serialization.Encoding.PEM)
    secret = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    with TemporaryDirectory() as folder:
        path = Path(folder) / "both.pem"
        path.write_bytes(secret + pem)
        server = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        server.load_cert_chain(path)
    CERTIFICATE.append(pem)
    return server, ssl.create_default_context(cadata=pem.decode())


async def on_loopback(host: str, port: int) -> Sequence[str]:
    """Resolve every name to this machine."""
    return ["127.0.0.1"]


def loopback_egress(
    resolver: Callable[[str, int], Awaitable[Sequence[str]]] = on_loopback, patience: float = 10.0
) -> Egress:
    """Return a way out to the receivers of these tests, and to nobody else."""
    return Egress(LOOPBACK, resolver, patience, lambda: contexts()[1])


@contextmanager
def receiving(answer: Answer | None = None, *, tls: bool = True) -> Iterator[Receiver]:
    """Run a receiver; it takes everything unless said otherwise."""
    own, loop, ready = Receiver(answer or status(204)), asyncio.new_event_loop(), threading.Event()
    stop = asyncio.Event()

    async def run() -> None:
        context = contexts()[0] if tls else None
        server = await asyncio.start_server(own.serve, "127.0.0.1", 0, ssl=context)
        own.port = server.sockets[0].getsockname()[1]
        ready.set()
        await stop.wait()
        server.close()

    def work() -> None:
        loop.set_exception_handler(lambda *_: None)  # a client that breaks off is what is tested
        loop.run_until_complete(run())
        loop.run_until_complete(loop.shutdown_asyncgens())
        loop.close()

    thread = threading.Thread(target=work)
    thread.start()
    assert ready.wait(30)
    try:
        yield own
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join()
