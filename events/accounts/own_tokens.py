"""The account's own tokens, one for each device: which there are, and the end of each."""

from typing import NamedTuple

from events.accounts.grants import token_id
from events.accounts.players import Players
from events.accounts.token_rows import rows_with_use


class OwnToken(NamedTuple):
    """A token of the account's own as its owner sees it: all but the token itself.

    Attributes:
        device: what the device that has it is called; None: it never said.
        made_at: None: so long ago that this was not noted.
        expires_at: None: it ends only when it is ended.
        used_at: when it was last used, to the hour; None: not since this is noted.
    """

    id: str
    device: str | None
    made_at: int | None
    expires_at: int | None
    used_at: int | None


def own_tokens(players: Players, player_id: str) -> list[OwnToken]:
    """Return the valid tokens of a player's own, the one that was used last first."""
    found = [
        OwnToken(
            token_id(digest), row.get("device") or None, row.get("made"), row["expires"],
            row.get("made") if used_at is None else used_at,
        )
        for digest, row, used_at in rows_with_use(players.store, players.token_hashes(player_id))
        if "player" in row  # what a program has holds it in its grant
    ]  # fmt: skip
    return sorted(found, key=lambda one: (one.used_at or 0, one.made_at or 0), reverse=True)


def end_own_token(players: Players, player_id: str, wanted: str) -> None:
    """End a token of a player's own by its id; one that is not there has ended already."""
    if wanted in {one.id for one in own_tokens(players, player_id)}:
        hashes = players.token_hashes(player_id)
        players.revoke(player_id, [one for one in hashes if token_id(one) == wanted])
