"""What deliveries cost, and whether a slow and a dead receiver hold up the others.

    python -m bench.push [--subscriptions 1000] [--rounds 5] [--short] [--json]

Of so many webhooks nine in ten lead to receivers that answer at once, one in twenty to one that
takes three seconds, one in twenty to one that takes connections and never answers. Each round sends
one notice to each; in turn with and without those of the slow and the dead. Receivers are a process
of their own, on loopback, over TLS; each request has a connection of its own, as between servers.

    alone     seconds until all quick receivers have their notices, without the others
    beside    the same beside them
    ratio     of the medians of both
    us        microseconds of the sender's processor a delivery, TLS included
    lost      notices of quick receivers that did not arrive
"""

import asyncio
import datetime
import json
import multiprocessing
import ssl
import statistics
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from ipaddress import ip_network
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from bench.arguments import BenchmarkParser
from bench.servers import own_redis
from events.accounts.players import Players, token_hash
from events.egress import Egress
from events.push.notices import make_notice
from events.push.subscriptions import WEBHOOK, PushSubscription, make_secret
from events.push.web_push import VapidKey
from events.store.streams import Store, store_at
from workers.push.sender import PushSender

HOST: Final = "receiver.test"
QUICK: Final = 6  # receivers that answer at once
SLOW: Final = 3.0  # seconds until the slow one answers
LIMIT: Final = 120.0  # seconds that a round may take
ANSWER: Final = b"HTTP/1.1 204 No Content\r\nContent-Length: 0\r\n\r\n"


def write_certificate(path: Path) -> None:
    """Write the key and certificate of the receivers."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, HOST)])
    now, day = datetime.datetime.now(datetime.UTC), datetime.timedelta(days=1)
    names = x509.SubjectAlternativeName([x509.DNSName(HOST)])
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - day)
        .not_valid_after(now + day)
        .add_extension(names, critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    encoding = serialization.Encoding.PEM
    plain, no_password = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    secret = key.private_bytes(encoding, plain, no_password)
    path.write_bytes(secret + certificate.public_bytes(encoding))


async def receive(certificate: Path, ports: Any, arrived: Any) -> None:
    """Run all receivers: quick ones, a slow one, a dead one; tell their ports."""
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate)

    def server(pause: float | None) -> Any:
        async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            try:
                await reader.readuntil(b"\r\n\r\n")
                if pause is None:
                    await asyncio.sleep(LIMIT)
                elif pause:
                    await asyncio.sleep(pause)
                else:
                    arrived.value += 1
                writer.write(ANSWER)
            except (asyncio.IncompleteReadError, OSError):
                pass
            finally:
                writer.close()

        return asyncio.start_server(answer, "127.0.0.1", 0, ssl=context, backlog=1000)

    servers = [await server(pause) for pause in (*[0.0] * QUICK, SLOW, None)]
    ports.send([one.sockets[0].getsockname()[1] for one in servers])
    await asyncio.Event().wait()


def run_receivers(certificate: Path, ports: Any, arrived: Any) -> None:
    """Be the process of the receivers."""
    asyncio.run(receive(certificate, ports, arrived))


@contextmanager
def receivers(certificate: Path) -> Iterator[tuple[list[int], Any]]:
    """Run the receivers; yield their ports, the slow and the dead one last, and what arrived."""
    here, there = multiprocessing.Pipe()
    arrived = multiprocessing.Value("q", 0)
    process = multiprocessing.Process(target=run_receivers, args=(certificate, there, arrived))
    process.start()
    try:
        yield here.recv(), arrived
    finally:
        process.kill()
        process.join()


def subscribe(store: Store, owner: str, token: str, port: int, k: int) -> PushSubscription:
    """Return a webhook to a port."""
    return PushSubscription(
        id=f"wh_{k}", owner=owner, type=WEBHOOK, url=f"https://{HOST}:{port}/{k}",
        kinds=("table_started",), made_at=store.now(), ends_with=token_hash(token),
        secret=make_secret(),
    )  # fmt: skip


async def deliver(sender: PushSender, arrived: Any, wanted: int) -> tuple[float, float]:
    """Deliver until so many have arrived; return seconds, and those of the processor."""
    begin, processor = time.perf_counter(), time.process_time()
    while arrived.value < wanted and time.perf_counter() - begin < LIMIT:
        sender.start_due()
        await sender.take_answers(0.01)
    return time.perf_counter() - begin, time.process_time() - processor


async def measure(
    sender: PushSender, hooks: Sequence[PushSubscription], arrived: Any, rounds: int, quick: int
) -> dict[str, Any]:
    """Send in turn without and with the slow and the dead; return the figures."""
    times: dict[str, list[float]] = {"alone": [], "beside": []}
    spent, lost = 0.0, 0
    for k in range(-1, 2 * rounds):  # the first one warms up
        name = "beside" if k % 2 and k > 0 else "alone"
        some = hooks[:quick] if name == "alone" else hooks
        message = {"type": "started", "table": f"t{k}", "n": 1}
        now = sender.store.now()
        made = [make_notice(one, one.owner, message, now) for one in some]
        sender.queue.put([one for one in made if one is not None])
        wanted = arrived.value + quick
        seconds, processor = await deliver(sender, arrived, wanted)
        if k >= 0:
            times[name].append(seconds)
            spent += processor
        lost += wanted - arrived.value
    medians = {name: statistics.median(own) for name, own in times.items()}
    return {
        **medians,
        "ratio": medians["alone"] / medians["beside"],
        "us": 1e6 * spent / (2 * rounds * quick),
        "lost": lost,
    }


def main() -> None:
    """Measure and print."""
    parser = BenchmarkParser(__doc__)
    parser.add_size("--subscriptions", 1000, 200)
    parser.add_size("--rounds", 5, 2)
    given = parser.parse_sizes()
    with own_redis() as server, TemporaryDirectory() as folder:
        certificate, store = Path(folder) / "receivers.pem", store_at(server.url)
        write_certificate(certificate)
        with receivers(certificate) as (ports, arrived):
            player, token = Players(store).register("Ada")
            quick, odd = given.subscriptions * 9 // 10, given.subscriptions // 20
            kinds = [ports[k % QUICK] for k in range(quick)] + [ports[-2]] * odd + [ports[-1]] * odd
            hooks = [subscribe(store, player.id, token, port, k) for k, port in enumerate(kinds)]
            sender = loopback_sender(store, certificate, Path(folder))
            for one in hooks:
                sender.subscriptions.keep(one)
            found = asyncio.run(measure(sender, hooks, arrived, given.rounds, quick))
        store.redis.close()
    report(found, given.json)


def loopback_sender(store: Store, certificate: Path, folder: Path) -> PushSender:
    """Return a sender to the receivers."""

    async def here(host: str, port: int) -> list[str]:
        return ["127.0.0.1"]

    def trusting() -> ssl.SSLContext:
        return ssl.create_default_context(cafile=str(certificate))

    egress = Egress((ip_network("127.0.0.0/8"),), here, context=trusting)
    return PushSender(store, egress, VapidKey(folder))


def report(found: dict[str, Any], as_json: bool) -> None:
    """Print what was measured."""
    if as_json:
        print(json.dumps(found))
        return
    for name, figure in found.items():
        print(f"{name:8} {figure:.3f}")


if __name__ == "__main__":
    main()
