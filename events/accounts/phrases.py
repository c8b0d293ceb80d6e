"""Phrases that players say at a table: a word from a fixed list, never an event of its log.

They lie in the slot of the table for two minutes, and then nothing is left of them. Each is kept
with the players who may hear it: not those who have blocked whoever said it.
"""

from collections.abc import Sequence
from typing import Annotated, Final, TypedDict

import orjson

from events.accounts.preferences import preferences_of
from events.store.streams import Store
from games.core.type_hints.records import any_word_of

PHRASES: Final = (
    "hello", "good_luck", "well_played", "thanks", "good_game", "again",
    "one_moment", "back", "phone", "sorry", "no_problem", "have_to_go",
)  # fmt: skip
LIFETIME = 120_000  # milliseconds
MOST = 20  # phrases of a table that are kept
STEP = 100  # ids within a millisecond


class SpokenPhrase(TypedDict):
    """A phrase that a player has said at a table."""

    id: Annotated[int, "Rises from phrase to phrase, not always by one."]
    seat: int
    player: Annotated[str, "Id of the player."]
    phrase: Annotated[str, any_word_of(*PHRASES)]
    at: int


def phrases_key(store: Store, table: str) -> str:
    """Return the key of the phrases of a table, which is that of the channel of their news."""
    return store.names.beside(table, f"phrases:{table}")


def say_phrase(
    store: Store, table: str, seat: int, player: str, phrase: str, others: Sequence[str]
) -> SpokenPhrase:
    """Keep a phrase for the others who have not blocked the player, and tell who listens."""
    wishes = zip(others, preferences_of(store, others), strict=True)
    hearers = [one for one, wish in wishes if player not in wish.blocked]
    text = orjson.dumps({"seat": seat, "player": player, "phrase": phrase, "to": hearers})
    key = phrases_key(store, table)
    (name, *_) = store.at_once(
        key,
        ("XADD", key, "MAXLEN", MOST, "*", "p", text),
        ("PEXPIRE", key, LIFETIME),
        ("SPUBLISH", key, 1),
    )
    return {"id": _phrase_id(name), "seat": seat, "player": player, "phrase": phrase,
            "at": _phrase_id(name) // STEP}  # fmt: skip


def phrases_after(store: Store, table: str, after: int) -> list[tuple[SpokenPhrase, list[str]]]:
    """Return the phrases of a table behind an id, each with the players who may hear it."""
    key, (at, rest) = phrases_key(store, table), divmod(after, STEP)
    rows = store.at_once.read(key, ("XRANGE", key, f"({at}-{rest}", "+"))[0]
    found: list[tuple[SpokenPhrase, list[str]]] = []
    for name, fields in rows:
        stored, number = orjson.loads(fields[1]), _phrase_id(name)
        hearers = stored.pop("to")
        found.append(({"id": number, **stored, "at": number // STEP}, hearers))
    return found


def _phrase_id(name: bytes) -> int:
    """Return the id of a phrase: the time at which it was said, and which it was just then."""
    at, _, rest = name.partition(b"-")
    return int(at) * STEP + min(int(rest), STEP - 1)
