"""The keys with which players sign their actions (rule T14), as the players' streams have them."""

from typing import Any

from events.plain import Happening, Plain
from events.store.streams import Store
from games.core.signature import is_signed, signed_bytes

PURPOSE = "fairdeal/player-key/1"
REGISTERED = "player.key_registered.v1"
ENDS = ("player.key_ended.v1", "player.erased.v1")


def is_proven(player_id: str, public: str, proof: str) -> bool:
    """Say whether who has the private half of a key says that it is this player's."""
    return is_signed(public, signed_bytes(PURPOSE, player_id, public), proof)


class PlayerKey:
    """A player's key, folded from the player's stream; None where there is none."""

    def __init__(self, store: Store, player_id: str) -> None:
        self.player_id = player_id
        self.public: str | None = None
        self.stream = Plain(store, player_id, self.take, self.forget)

    def take(self, event: dict[str, Any]) -> None:
        """Fold the next event."""
        if event["type"] == REGISTERED:
            self.public = event["data"]["public"]
        elif event["type"] in ENDS:
            self.public = None

    def forget(self) -> None:
        """Begin before the first event."""
        self.public = None

    def register(self, public: str, proof: str) -> None:
        """Make a proven key the one that is bound to the seats taken from now on."""
        data = {"public": public, "proof": proof}
        wanted = self.happening(REGISTERED, "player.register_key", data)
        self.stream.record(lambda: None if self.public == public else wanted)

    def end(self) -> None:
        """Bind no key to the seats taken from now on."""
        wanted = self.happening(ENDS[0], "player.end_key", {})
        self.stream.record(lambda: None if self.public is None else wanted)

    def happening(self, kind: str, asked: str, data: dict[str, Any]) -> Happening:
        """Return what is to be recorded."""
        return Happening(kind, f"player:{self.player_id}", asked, data)


def key_of(store: Store, player_id: str) -> str | None:
    """Return the public key of a player, in hex."""
    found = PlayerKey(store, player_id)
    found.stream.catch_up()
    return found.public
