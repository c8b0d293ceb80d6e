"""Who the entrants of a tournament are, and how they are called in lists and tables."""

from collections.abc import Mapping, Sequence
from typing import Annotated, NamedTuple, TypedDict

from events.accounts.texts import TextStore
from games.core.type_hints.records import any_word_of
from service.wire.connections import Connections
from tournaments.pairings import pool_stages
from tournaments.rules import MILLION
from tournaments.settings import KINDS
from tournaments.state import BOT, Announcement, EntrantState, Tournament, is_server_bot
from tournaments.tables import Entrant

NEWEST_ANNOUNCEMENTS = 10  # of a tournament


class EntrantMember(TypedDict):
    """Who plays for an entrant: a player, or a level of bots."""

    player: Annotated[str | None, "Id of the player; null: a bot."]
    name: Annotated[str | None, "Name of the player; null: a bot, or the account is erased."]
    level: Annotated[str | None, "Level of the bots; null: a player."]


class EntrantFacts(TypedDict):
    """Who takes part under a number."""

    number: Annotated[int, "From 0, in the order of registration."]
    kind: Annotated[str, any_word_of(*KINDS)]
    name: Annotated[str | None, "What a team, program or bot is called; null: as its member."]
    members: list[EntrantMember]
    checked_in: bool
    committed: Annotated[bool, "Whether an entropy is promised."]
    entropy: Annotated[str | None, "null until it is revealed."]
    pool: Annotated[int | None, "Number of its pool, from 0; null: there are none, or not yet."]
    seed: Annotated[int, "Place in the seeding, from 1; a knockout draws by it."]
    rating: Annotated[float | None, "With which it entered; null: this tournament does not ask."]
    byes: Annotated[list[int], "Rounds, from 0, that it sits out as requested."]
    late: Annotated[int, "So often late."]
    withdrawn: Annotated[bool, "Paired no more."]
    past: Annotated[list[EntrantMember], "Who played for it before and was replaced."]


class ParticipantNames(NamedTuple):
    """The texts of entrants by number, and the names of players by id."""

    texts: Mapping[Entrant, str | None]
    players: Mapping[str, str]


def entrant_name_owner(tournament: str, members: Sequence[str]) -> str:
    """Return with what the text of an entrant's name is erased: the account that plays for it.

    That of a team or a bot belongs to the tournament.
    """
    only, *others = members
    return tournament if others or is_server_bot(only) else only


def _participant_names(own: Connections, t: Tournament) -> ParticipantNames:
    """Return the names of all who take part in a tournament, or did."""
    people = {one for entry in t.entries for one in (*entry.members, *entry.past)}
    players = own.players.cached_names(sorted(one for one in people if not is_server_bot(one)))
    called = [one for one in t.entries if one.name is not None]
    texts = TextStore(own.store).find_many(
        [(entrant_name_owner(t.id, one.members), one.name or "") for one in called]
    )
    return ParticipantNames(dict(zip((one.number for one in called), texts, strict=True)), players)


def names_by_entrant(own: Connections, t: Tournament) -> Mapping[Entrant, str]:
    """Return the name of each entrant: its own, else that of who plays for it.

    A player whose account is erased is called by the id.
    """
    texts, players = _participant_names(own, t)
    return {
        entry.number: texts.get(entry.number)
        or ", ".join(players.get(one, one).removeprefix(BOT) for one in entry.members)
        for entry in t.entries
    }


def title_of(own: Connections, t: Tournament) -> str | None:
    """Return how a tournament is called; None where the text was erased."""
    return TextStore(own.store).find(t.id, t.name)


class TournamentTexts(NamedTuple):
    """What directors call a tournament and say of it; None for what is not there.

    `announcements` are the newest ones, newest first.
    """

    name: str | None = None
    description: str | None = None
    announcements: Sequence[str | None] = ()


def tournament_texts(own: Connections, t: Tournament) -> TournamentTexts:
    """Return the texts of a tournament, read in one trip."""
    wanted = [t.name, t.description or "", *(one.text for one in newest_announcements(t))]
    found = TextStore(own.store).find_many([(t.id, digest) for digest in wanted])
    return TournamentTexts(found[0], found[1], found[2:])


def newest_announcements(t: Tournament) -> Sequence[Announcement]:
    """Return the announcements that are shown, newest first."""
    return t.announcements[: -NEWEST_ANNOUNCEMENTS - 1 : -1]


def entrant_rows(own: Connections, t: Tournament) -> list[EntrantFacts]:
    """Return all who take part."""
    texts, players = _participant_names(own, t)
    places = draw_places(t)
    return [
        entrant_facts(one, places[one.number], texts.get(one.number), players) for one in t.entries
    ]


class DrawPlace(NamedTuple):
    """Where an entrant is drawn: the seed, from 1, and the number of the pool, from 0."""

    seed: int
    pool: int | None


def draw_places(t: Tournament) -> Mapping[Entrant, DrawPlace]:
    """Return where everybody is drawn."""
    pools = pool_stages(t).pools if t.rules.format.kind == "pools" and t.rounds else []
    of = {who: at for at, pool in enumerate(pools) for who in pool}
    return {who: DrawPlace(seed, of.get(who)) for seed, who in enumerate(t.seeded(), 1)}


def entrant_facts(
    entry: EntrantState, drawn: DrawPlace, name: str | None, names: Mapping[str, str]
) -> EntrantFacts:
    """Return an entrant who is called by a name, with the names of players."""
    return {
        "number": entry.number,
        "kind": entry.kind,
        "name": name,
        "members": [_member_facts(one, names) for one in entry.members],
        "checked_in": entry.checked_in,
        "committed": entry.commitment is not None,
        "entropy": entry.entropy,
        "pool": drawn.pool,
        "seed": drawn.seed,
        "rating": None if entry.rating is None else entry.rating / MILLION,
        "byes": [*entry.byes],
        "late": entry.late,
        "withdrawn": entry.withdrawn,
        "past": [_member_facts(one, names) for one in entry.past],
    }


def _member_facts(member: str, names: Mapping[str, str]) -> EntrantMember:
    """Return who plays."""
    if is_server_bot(member):
        return {"player": None, "name": None, "level": member.removeprefix(BOT)}
    return {"player": member, "name": names.get(member), "level": None}
