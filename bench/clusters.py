"""Redis Clusters, and primaries with replicas and sentinels, on loopback."""

import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

from redis.exceptions import RedisError

from events.parent_process import die_with_parent
from events.store.connections.client import connect_client
from events.store.embedded.server import EmbeddedServer
from events.store.embedded.server_binary import NoServer, find_server
from service.commands.processes import free_port

Kind = TypeVar("Kind", bound="Node")
SLOTS = 16384
LOOK = 0.01  # seconds between looks
SERVICE = "cards"  # the name by which sentinels know the primary
AT_ONCE = ("--repl-diskless-sync-delay", "0")  # a replica that comes is served
TRIES = 10  # another process may take a port before the server does


def free_ports() -> int:
    """Return a port that nobody listens at, nor at the one 10000 above, for a cluster's bus."""
    while True:
        port = free_port()
        if port < 55_000:
            with socket.socket() as one, suppress(OSError):
                one.bind(("127.0.0.1", port + 10_000))
                return port


def wait(holds: Callable[[], object]) -> None:
    """Wait until something holds."""
    while not holds():
        time.sleep(LOOK)


class Node(EmbeddedServer):
    """A server that others reach by a port of loopback; we talk to it over its own socket."""

    def __init__(self, folder: Path, port: int, *extra: str, binary: str = "") -> None:
        self.port = port
        listens = ("--port", str(port), "--bind", "127.0.0.1", *extra)
        super().__init__(folder, always=True, binary=binary or find_server(), extra=listens)

    def ask(self, *command: Any) -> Any:
        """Return the answer to a command."""
        client: Any = connect_client(self.url, retries=0)
        try:
            return client.execute_command(*command)
        finally:
            client.close()

    def attach(self, above: str) -> None:
        """Become the replica of another node of the cluster, as soon as that is known."""
        wait(lambda: self.follows(above))

    def follows(self, above: str) -> bool:
        """Become the replica of another node; False while that is not known."""
        with suppress(RedisError):
            self.ask("CLUSTER REPLICATE", above)
            return True
        return False


def started(kind: type[Kind], folder: Path, *extra: str, binary: str = "") -> Kind:
    """Return a running server at a free port."""
    for again in range(TRIES):
        node = kind(folder / f"try-{again}", free_ports(), *extra, binary=binary)
        with suppress(NoServer):
            node.start()
            return node
    raise NoServer(f"No port was free in {TRIES} tries")


class Sentinel(Node):
    """A sentinel at a port of loopback."""

    def spawn(self) -> None:
        """Start the process; it keeps what it knows in a file."""
        file = self.folder / "sentinel.conf"
        file.touch()
        command = [
            self.binary, str(file), "--sentinel", "--unixsocket", str(self.socket),
            "--logfile", str(self.log), *self.extra,
        ]  # fmt: skip
        self.process = subprocess.Popen(command, preexec_fn=die_with_parent)  # noqa: PLW1509


class Cluster:
    """A cluster whose node k + masters is the replica of node k, as long as none has died."""

    def __init__(self, nodes: Sequence[Node], masters: int) -> None:
        self.nodes, self.masters = nodes, masters

    @property
    def url(self) -> str:
        """Return the address with all nodes in it."""
        return "redis+cluster://" + ",".join(f"127.0.0.1:{node.port}" for node in self.nodes)

    def assemble(self) -> None:
        """Give the slots to the masters and a replica to each of them."""
        first, share = self.nodes[0], SLOTS / self.masters
        for k, node in enumerate(self.nodes[: self.masters]):
            node.ask("CLUSTER ADDSLOTSRANGE", round(share * k), round(share * (k + 1)) - 1)
            node.ask("CLUSTER SET-CONFIG-EPOCH", k + 1)
        for node in self.nodes[1:]:
            node.ask("CLUSTER MEET", "127.0.0.1", first.port)
        for k, node in enumerate(self.nodes[self.masters :]):
            above = self.nodes[k % self.masters].ask("CLUSTER MYID").decode()
            node.attach(above)
        wait(lambda: all(map(self.is_ready, self.nodes)))

    def is_ready(self, node: Node) -> bool:
        """Say whether a node knows all others and a master for each slot."""
        state = node.ask("CLUSTER INFO")
        known = int(state["cluster_known_nodes"]) == len(self.nodes)
        link = node.ask("ROLE")
        return (
            known
            and state["cluster_state"] == "ok"
            and (link[0] == b"master" or link[3] == b"connected")
        )


@contextmanager
def cluster(
    folder: Path, masters: int = 3, replicas: int = 1, timeout: int = 1000, *extra: str
) -> Iterator[Cluster]:
    """Run a cluster; `timeout`: milliseconds after which a silent node is taken for dead."""
    settings = (
        "--cluster-enabled", "yes", "--cluster-node-timeout", str(timeout), *AT_ONCE, *extra,
    )  # fmt: skip
    with ExitStack() as stack:
        nodes = []
        for k in range(masters * (1 + replicas)):
            nodes.append(node := started(Node, folder / f"node-{k}", *settings))
            stack.callback(node.stop)
        made = Cluster(nodes, masters)
        made.assemble()
        yield made


class Guarded:
    """A primary with replicas, and sentinels that promote one of these when it dies."""

    def __init__(self, servers: Sequence[Node], sentinels: Sequence[Node]) -> None:
        self.servers, self.sentinels = servers, sentinels

    @property
    def url(self) -> str:
        """Return the address with all sentinels in it."""
        places = ",".join(f"127.0.0.1:{sentinel.port}" for sentinel in self.sentinels)
        return f"redis+sentinel://{places}/{SERVICE}"

    def primary(self) -> Node:
        """Return the server that the first sentinel takes for the primary."""
        _, port = self.sentinels[0].ask("SENTINEL GET-MASTER-ADDR-BY-NAME", SERVICE)
        return next(node for node in self.servers if node.port == int(port))

    def is_ready(self) -> bool:
        """Say whether each sentinel knows the others and all replicas, which are connected."""
        for sentinel in self.sentinels:
            state = sentinel.ask("INFO", "sentinel")["master0"]
            known = int(state["slaves"]), int(state["sentinels"])
            if known != (len(self.servers) - 1, len(self.sentinels)):
                return False
        return all(node.ask("ROLE")[3] == b"connected" for node in self.servers[1:])


@contextmanager
def guarded(folder: Path, replicas: int = 1, timeout: int = 1000) -> Iterator[Guarded]:
    """Run a primary with replicas and three sentinels.

    `timeout`: milliseconds after which a silent primary is taken for dead.
    """
    with ExitStack() as stack:
        servers: list[Node] = []
        for k in range(1 + replicas):
            above = ("--replicaof", "127.0.0.1", str(servers[0].port)) if servers else ()
            node = started(Node, folder / f"server-{k}", *AT_ONCE, *above)
            stack.callback(node.stop)
            servers.append(node)
        sentinels = []
        for k in range(3):
            sentinels.append(one := started(Sentinel, folder / f"sentinel-{k}"))
            stack.callback(one.stop)
            one.ask("SENTINEL MONITOR", SERVICE, "127.0.0.1", servers[0].port, 2)
            one.ask("SENTINEL SET", SERVICE, "down-after-milliseconds", timeout)
            one.ask("SENTINEL SET", SERVICE, "failover-timeout", 10 * timeout)
        made = Guarded(servers, sentinels)
        wait(made.is_ready)
        yield made
