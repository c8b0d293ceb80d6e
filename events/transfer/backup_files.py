"""A server's data as it is at one moment: what a replica gets first, which is a file of Redis."""

import hashlib
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from redis import Redis

from events.store.connections.client import connect_client
from events.store.embedded.server import EmbeddedServer

PART = 1 << 16  # bytes
PATIENCE = 600.0  # seconds that a server may take to write its data down


class NoBackup(Exception):
    """A backup can't be made, or can't be restored; says why."""


def dump_redis(client: Redis, path: Path) -> None:
    """Write the data of a server as it is now to a file, as a replica would take it over.

    Other clients are served meanwhile: the server makes the file in a process of its own.
    """
    connection: Any = client.connection_pool.make_connection()
    connection.connect()
    try:
        sock = connection._sock
        sock.settimeout(PATIENCE)
        sock.sendall(b"SYNC\r\n")
        stream = sock.makefile("rb")
        size = _announced_size(stream)
        part = path.with_suffix(".part")
        part.touch(0o600)  # it holds what is sealed
        part.chmod(0o600)
        with part.open("wb") as file:
            while size:
                data = stream.read(min(PART, size))
                if not data:
                    raise NoBackup("The store closed the connection while it was copied; try again")
                file.write(data)
                size -= len(data)
        part.replace(path)
    finally:
        connection.disconnect()


def _announced_size(stream: Any) -> int:
    """Return how many bytes a server is going to send."""
    line = b"\n"
    while line == b"\n":  # it is alive, and not ready yet
        line = stream.readline()
    if not line.startswith(b"$") or not line[1:].strip().isdigit():
        answer = line.decode("ascii", "replace").strip()
        raise NoBackup(f"The store refuses to be copied (SYNC): {answer or 'no answer'}")
    return int(line[1:])


@contextmanager
def serve_dump(path: Path) -> Iterator[Redis]:
    """Serve a file of Redis for a while, by a server of our own that writes nothing."""
    with tempfile.TemporaryDirectory(prefix="fairdeal-") as folder:
        (Path(folder) / "dump.rdb").symlink_to(path.resolve())
        with EmbeddedServer(Path(folder), extra=("--appendonly", "no")) as server:
            client = connect_client(server.url)
            try:
                yield client
            finally:
                client.close()


def file_sha256(path: Path) -> str:
    """Return the SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
