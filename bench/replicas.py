"""A primary and its replica on the loopback interface, between which replication can be held up."""

import select
import socket
import threading
import time
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from events.store.connections.client import connect_client
from events.store.embedded.server import EmbeddedServer
from events.store.embedded.server_binary import NoServer
from service.commands.processes import free_port

LOOK = 0.002  # seconds between looks at what may be passed on
FOR_EVER = 1e9  # seconds
TRIES = 10  # ports: another process may take one before the server does


class Link:
    """Passes on what a replica says at once, and what it is told `lag` seconds later.

    What was not passed on when the link is cut is lost, as on a network.
    """

    def __init__(self, target: int) -> None:
        self.target, self.lag, self.is_cut = target, 0.0, False
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self) -> None:
        """Serve one replica after the other."""
        with suppress(OSError):
            while not self.is_cut:
                self.serve(self.listener.accept()[0])

    def serve(self, replica: socket.socket) -> None:
        """Serve a replica as long as it and its primary are there."""
        with replica, suppress(OSError):
            primary = socket.create_connection(("127.0.0.1", self.target))
            with primary:
                self.carry(replica, primary)

    def carry(self, replica: socket.socket, primary: socket.socket) -> None:
        """Pass on what both say until one of them hangs up."""
        late: deque[tuple[float, bytes]] = deque()
        while not self.is_cut:
            ready, _, _ = select.select([replica, primary], [], [], LOOK)
            for one in ready:
                data = one.recv(1 << 16)
                if not data:
                    return
                if one is replica:
                    primary.sendall(data)
                else:
                    late.append((time.monotonic(), data))
            while late and time.monotonic() - late[0][0] >= self.lag:
                replica.sendall(late.popleft()[1])

    def hold(self) -> None:
        """Tell the replica nothing more for now."""
        self.lag = FOR_EVER

    def let_go(self) -> None:
        """Tell the replica everything at once."""
        self.lag = 0.0

    def cut(self) -> None:
        """Hang up for ever."""
        self.is_cut = True
        self.listener.close()


class Pair:
    """A primary with a replica, behind a link unless told; `url` leads to whoever is primary."""

    def __init__(
        self, folder: Path, binary: str = "", *, always: bool = True, linked: bool = True
    ) -> None:
        self.folder, self.binary, self.always, self.linked = folder, binary, always, linked
        self.socket = folder / "store.sock"
        self.servers: list[EmbeddedServer] = []
        self.links: list[Link] = []
        self.ports: dict[EmbeddedServer, int] = {}

    @property
    def url(self) -> str:
        """Return the URL of the primary."""
        return f"unix://{self.socket}"

    @property
    def link(self) -> Link:
        """Return the link to the replica."""
        return self.links[-1]

    def begin(self, *more: str) -> EmbeddedServer:
        """Start one more server."""
        for _ in range(TRIES):
            port, folder = free_port(), self.folder / str(len(self.ports))
            extra = ("--bind", "127.0.0.1", "--port", str(port), "--repl-diskless-sync-delay", "0")
            one = EmbeddedServer(
                folder, always=self.always, binary=self.binary, extra=(*extra, *more)
            )
            with suppress(NoServer):
                one.start()
                self.servers.append(one)
                self.ports[one] = port
                return one
        raise NoServer("no port was free")

    def add_replica(self) -> None:
        """Give the primary a replica, and wait until that has all that it has."""
        port = self.ports[self.servers[0]]
        if self.linked:
            self.links.append(Link(port))
            port = self.link.port
        replica = self.begin("--replicaof", "127.0.0.1", str(port))
        client = connect_client(replica.url)
        while not is_in_step(client):
            time.sleep(LOOK)
        client.close()

    def show(self, server: EmbeddedServer) -> None:
        """Let the URL lead to a server."""
        self.socket.unlink(missing_ok=True)
        self.socket.symlink_to(server.socket)

    def is_replicated(self) -> bool:
        """Say whether the replica has all that the primary has written."""
        primary, replica = (connect_client(server.url) for server in self.servers)
        written: Any = primary.info("replication")
        received: Any = replica.info("replication")
        primary.close()
        replica.close()
        return bool(received["slave_repl_offset"] >= written["master_repl_offset"])

    def fail_over(self) -> None:
        """Kill the primary, and promote its replica with what had reached it."""
        primary, replica = self.servers
        primary.kill()
        self.link.cut()
        client: Any = connect_client(replica.url)
        client.replicaof("NO", "ONE")
        client.close()
        self.servers.remove(primary)
        self.show(replica)

    def __enter__(self) -> Self:
        """Start both."""
        try:
            self.show(self.begin())
            self.add_replica()
        except BaseException:
            self.stop()
            raise
        return self

    def stop(self) -> None:
        """Stop all."""
        for link in self.links:
            link.cut()
        for server in self.servers:
            server.stop()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Stop."""
        self.stop()


def is_in_step(replica: Any) -> bool:
    """Say whether a replica has read its primary's data and listens for more."""
    return bool(replica.info("replication").get("master_link_status") == "up")


def contradicted(receipts: Sequence[dict[str, Any]]) -> list[tuple[str, int]]:
    """Return table and number of the events of which receipts name more than one head."""
    heads: dict[tuple[str, int], set[str]] = {}
    for one in receipts:
        heads.setdefault((one["table"], one["n"]), set()).add(one["head"])
    return [place for place, found in heads.items() if len(found) > 1]
