"""Which apps may read for players: they hear of them by webhooks of their own."""

from collections.abc import Sequence

from events.accounts.grants import is_over
from events.accounts.keys import TOKENS_KEY, tokens_of
from events.accounts.token_rows import is_of_app, rows_of_tokens
from events.store.streams import Store


def apps_by_player(store: Store, players: Sequence[str]) -> dict[str, frozenset[str]]:
    """Return by player the apps that they allow to read now, in two trips."""
    if not players:
        return {}
    commands = [("SMEMBERS", tokens_of(one)) for one in players]
    hashes = [{one.decode() for one in own} for own in store.at_once.read(TOKENS_KEY, *commands)]
    rows, now = rows_of_tokens(store, sorted(set[str]().union(*hashes))), store.now()
    live = {
        credential: row["grant"]["app"]
        for credential, row in rows.items()
        if is_of_app(row) and row["grant"]["id"] == credential and not is_over(row, now)
        and "read" in row["grant"]["scopes"]
    }  # fmt: skip
    return {
        player: frozenset(live[one] for one in own & live.keys())
        for player, own in zip(players, hashes, strict=True)
    }
