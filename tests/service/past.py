"""A service whose store comes back with an older copy of its files."""

import shutil
from dataclasses import replace
from pathlib import Path

from events.history.signed_heads import SignedHeads
from events.history.signing_keys import rotate_signing_key
from events.store.embedded.server import EmbeddedServer
from projections.history.losses import loss_of
from service.assembly import assemble_parts
from service.settings import ServiceSettings
from tests.service.asker import Service


class Past:
    """A service whose Redis can be put back to what it was at an earlier moment."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.server = EmbeddedServer(folder / "redis", always=True)  # a copy lacks no event
        self.settings = ServiceSettings(self.server.start(), folder, "always")
        self.service = self.process()
        self.ada, self.bob = self.service.player("Ada"), self.service.player("Bob")

    def process(self, folder: Path | None = None) -> Service:
        """Return another process of the service, perhaps with another folder of its data."""
        return Service(assemble_parts(replace(self.settings, data=folder or self.folder)))

    def keep(self, name: str) -> None:
        """Keep a copy of the server's files."""
        shutil.copytree(self.folder / "redis", self.folder / name, ignore=not_data)

    def put_back(self, name: str) -> None:
        """Stop the server, and start it again on a copy."""
        self.server.stop()
        shutil.rmtree(self.folder / "redis")
        shutil.copytree(self.folder / name, self.folder / "redis")
        self.server.start()

    def publish_loss(self) -> None:
        """Accept that the store has lost what was signed, as `fairdeal accept-loss` does."""
        guard = self.service.parts.signing.guard
        loss, lost = loss_of(guard), guard.lost()
        assert loss is not None
        rotate_signing_key(self.folder, self.service.parts.store.now(), loss)
        SignedHeads(self.folder).forget(lost)

    def playing(self) -> str:
        """Start a table, of which two actions are played."""
        players = [self.ada, self.bob]
        path = self.service.started(players, "boosh", 2, options={"max_hands": 1})
        self.service.play(path, players, 2)
        return path

    def close(self, path: str) -> None:
        """Play a table to its end, and have that in the signed tree."""
        self.service.play(path, [self.ada, self.bob])
        self.service.parts.signing.tree.follow([path.rsplit("/", 1)[1]])


def not_data(folder: str, names: list[str]) -> set[str]:
    """Return what is no data: locks and sockets."""
    return {name for name in names if name.endswith((".sock", ".lock", ".log"))}
