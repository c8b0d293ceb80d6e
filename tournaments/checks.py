"""Checks that several commands of a tournament share."""

from collections.abc import Sequence

from games.core.type_hints.values import BadValue
from games.table.checks import is_digest
from tournaments import refusals
from tournaments.invitations import PLAYER
from tournaments.pairing.refusals import UNKNOWN_ENTRANT
from tournaments.settings import EntrantKind, shared_bot_levels
from tournaments.state import BOT, EntrantState, TableState, Tournament, is_server_bot

MOST_MEMBERS = 6
LONGEST_DESCRIPTION, LONGEST_ANNOUNCEMENT = 2_000, 500  # characters
TEXT = r"[ \n]*[^\x00-\x20\x7f-\xa0][^\x00-\x09\x0b-\x1f\x7f-\x9f]*"  # lines, not all blank


def require_director(t: Tournament, by: str, rule: str, what: str) -> None:
    """Refuse what only directors may do."""
    if not t.directs(by.removeprefix("player:")):
        raise refusals.NOT_A_DIRECTOR.under(rule)(what)


def require_pairer(t: Tournament, by: str, rule: str, what: str) -> None:
    """Refuse what only directors may do who don't take part and have not."""
    require_director(t, by, rule, what)
    if t.entry_of(by.removeprefix("player:")) is not None:
        raise refusals.DIRECTOR_PLAYS.under(rule)(what)


def require_server(by: str, rule: str, what: str) -> None:
    """Refuse what only the server does."""
    if by not in ("server", "clock"):
        raise refusals.NOT_THE_SERVER.under(rule)(what)


def require_going(t: Tournament) -> None:
    """Refuse what needs a tournament that is not closed."""
    if t.phase == "closed":
        raise refusals.CLOSED()


def entry_in(t: Tournament, number: int, rule: str) -> EntrantState:
    """Return an entrant; refuse a number that nobody has."""
    if not 0 <= number < len(t.entries):
        raise UNKNOWN_ENTRANT.under(rule)(number, len(t.entries) - 1)
    return t.entries[number]


def own_entry(t: Tournament, by: str, number: int, rule: str) -> EntrantState:
    """Return an entrant for whom the asker plays; refuse others."""
    entry = entry_in(t, number, rule)
    if by.removeprefix("player:") not in entry.members:
        raise refusals.NOT_YOUR_ENTRY.under(rule)(number)
    return entry


def require_playing(entry: EntrantState, rule: str) -> None:
    """Refuse what is asked for an entrant who was withdrawn."""
    if entry.withdrawn:
        raise refusals.WITHDRAWN.under(rule)(entry.number)


def table_in(t: Tournament, index: int, rule: str) -> TableState:
    """Return a planned table; refuse an index that none has."""
    if not 0 <= index < len(t.tables):
        raise refusals.NOT_PLANNED.under(rule)(index, len(t.tables))
    return t.tables[index]


def require_members(
    t: Tournament, kind: EntrantKind, members: Sequence[str], rule: str, own: Sequence[str] = ()
) -> None:
    """Refuse members that the kind does not have, and players who take part already.

    `own` are players who may, since they play or have played for the entrant that is meant.
    """
    if kind not in t.rules.entrants.kinds:
        raise refusals.KIND_NOT_TAKEN(", ".join(t.rules.entrants.kinds))
    most = MOST_MEMBERS if kind == "team" else 1
    if not (2 if kind == "team" else 1) <= len(members) <= most:
        wanted = f"2 to {most} members" if kind == "team" else "one member"
        raise BadValue("members", f"must be {wanted} for an entrant of kind {kind}")
    for at, member in enumerate(members):
        _require_member(t, kind, member, f"members.{at}")
    people = [one for one in members if not is_server_bot(one)]
    for member in people:
        if people.count(member) > 1:
            raise refusals.MEMBER_TWICE.under(rule)(member)
        if member in t.pairers:
            raise refusals.HAS_PAIRED()
        if member not in own and (entry := t.entry_of(member)) is not None:
            raise refusals.ENTERED.under(rule)(member, entry.number)


def _require_member(t: Tournament, kind: EntrantKind, member: str, path: str) -> None:
    """Refuse what is neither a player's id nor a level of bots, where the kind wants that."""
    if is_server_bot(member) and kind in ("bot", "team"):
        own = [BOT + level for level in shared_bot_levels(t.rules)]
        if member not in own:
            raise BadValue(path, f"must be one of: {', '.join(own)}")
    elif kind == "bot":
        raise BadValue(path, "must be a bot, such as bot:regular")
    elif not PLAYER.fullmatch(member):
        raise BadValue(path, "must be the id of a player")


def require_hash(path: str, text: str | None) -> None:
    """Refuse what is no hash of a text."""
    if text is not None and not is_digest(text):
        raise BadValue(path, "must be a hash, 64 hex digits")
