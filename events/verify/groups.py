"""Deal groups: tables that share a secret, held to each other and to those of other groups."""

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from events.record.chain import canonical_json
from games.core.words import count_phrase
from games.table import Draft, Table

TABLE = -1  # stands for the table secret among those of hands


class TableDeals(NamedTuple):
    """What is known of the deals of a table; of secrets, names and cards only hashes.

    Attributes:
        secrets: of the hands that were dealt by their numbers, and that of the table by `TABLE`.
        entropies: those of the seats, with the beacon's randomness; None before play began.
        shuffles: word, number and cards of every shuffle.
    """

    group: str
    secrets: Mapping[int, str]
    entropies: str | None
    shuffles: frozenset[str]


class RecomputedShuffles:
    """The shuffles of a log that were computed again."""

    def __init__(self) -> None:
        self.count = 0
        self.secrets: dict[int, str] = {}
        self.shuffles: set[str] = set()

    def see(self, drafts: Sequence[Draft]) -> None:
        """Keep what the drafts of a command say of shuffles."""
        for draft in drafts:
            if draft.shuffle is not None and draft.hand_secret is not None:
                self.count += 1
                what, cards, hand, i = draft.shuffle
                self.secrets[hand] = sha256(draft.hand_secret).hexdigest()
                self.shuffles.add(_json_hash([hand, what, i, sorted(cards)]))

    def dealing(self, table: Table, secret: bytes | None) -> TableDeals:
        """Return what is known of the deals of a table; `secret` is None while it is sealed."""
        own = {} if secret is None else {TABLE: sha256(secret).hexdigest()}
        named = [list(table.entropies), table.randomness]
        entropies = _json_hash(named) if table.was_played else None
        return TableDeals(
            table.terms.group, {**self.secrets, **own}, entropies, frozenset(self.shuffles)
        )


def _json_hash(value: object) -> str:
    """Return the hash of JSON."""
    return sha256(canonical_json(value)).hexdigest()


class GroupTable(NamedTuple):
    """A table as the good log in a file tells it."""

    path: Path
    table: str
    dealing: TableDeals


class GroupFault(NamedTuple):
    """What does not hold between tables of one group, or of two."""

    kind: str
    groups: tuple[str, ...]
    files: tuple[Path, ...]
    why: str


class GroupReport(NamedTuple):
    """What tables of one group prove together, and what they do not; or what does not hold."""

    group: str
    tables: Sequence[GroupTable]
    fault: GroupFault | None
    proven: tuple[str, ...]
    not_proven: tuple[str, ...]


def shared_secrets(tables: Sequence[GroupTable]) -> Iterator[GroupFault]:
    """Yield the pairs of groups that have one secret, each once, with a table of each."""
    known: dict[tuple[int, str], dict[str, GroupTable]] = {}
    for one in tables:
        for secret in one.dealing.secrets.items():
            known.setdefault(secret, {}).setdefault(one.dealing.group, one)
    reported: set[tuple[str, str]] = set()
    for by_group in known.values():
        for (group, one), (other_group, other) in combinations(by_group.items(), 2):
            if (group, other_group) in reported:
                continue
            reported |= {(group, other_group), (other_group, group)}
            why = (
                f"{one.path} and {other.path}: the deal groups {group} and {other_group} have one"
                " secret, so who knew the deals of one could know those of the other"
            )
            yield GroupFault("shared_secret", (group, other_group), (one.path, other.path), why)


def group_reports(tables: Sequence[GroupTable]) -> Iterator[GroupReport]:
    """Yield what becomes of each group of which logs of several tables were given."""
    groups: dict[str, dict[str, GroupTable]] = {}
    for one in tables:
        of_group = groups.setdefault(one.dealing.group, {})
        best = max(of_group.get(one.table, one), one, key=lambda it: len(it.dealing.secrets))
        of_group[one.table] = best  # of several logs of a table the one that is open furthest
    for group, found in groups.items():
        if len(found) > 1:
            yield _group_report(group, list(found.values()))


def _group_report(group: str, tables: Sequence[GroupTable]) -> GroupReport:
    """Hold the tables of a group to each other."""
    fault = next(filter(None, (_two_secrets(*pair) for pair in combinations(tables, 2))), None)
    if fault is not None:
        return GroupReport(group, tables, fault, (), ())
    return GroupReport(
        group,
        tables,
        None,
        tuple(_proven_group_claims(tables)),
        tuple(_unproven_group_claims(tables)),
    )


def _two_secrets(one: GroupTable, other: GroupTable) -> GroupFault | None:
    """Return the fault of two tables of a group that have not one secret."""
    here, there = one.dealing.secrets, other.dealing.secrets
    differing = sorted(which for which in here.keys() & there.keys() if here[which] != there[which])
    if not differing:
        return None
    what = "secrets" if differing[0] == TABLE else f"secrets of hand {differing[0]}"
    group = one.dealing.group
    why = f"{one.path} and {other.path}: two {what} in one deal group, {group}"
    return GroupFault("wrong_group", (group,), (one.path, other.path), why)


def _proven_group_claims(tables: Sequence[GroupTable]) -> Iterator[str]:
    """Yield what tables of a group with one secret prove."""
    known = [one for one in tables if one.dealing.secrets]
    if len(known) > 1:
        yield f"{count_phrase(len(known), 'table')} have one secret"
    seen: dict[tuple[str | None, str], int] = {}
    for one in known:
        for shuffle in one.dealing.shuffles:
            name = one.dealing.entropies, shuffle
            seen[name] = seen.get(name, 0) + 1
    if alike := sum(1 for count in seen.values() if count > 1):
        shuffles = count_phrase(alike, "shuffle was", "shuffles were")
        yield f"{shuffles} asked for at several tables, of equal cards, and came out the same"


def _unproven_group_claims(tables: Sequence[GroupTable]) -> Iterator[str]:
    """Yield what they do not prove."""
    if sealed := [one.table for one in tables if not one.dealing.secrets]:
        yield f"that {', '.join(sealed)} has the secret of the group: it is not open"
    first, *others = [one for one in tables if one.dealing.entropies is not None] or [tables[0]]
    differing = [one.table for one in others if one.dealing.entropies != first.dealing.entropies]
    if differing:
        yield (
            f"that {', '.join(differing)} was dealt as {first.table}: entropies or beacon are not"
            " the same, so the deals are not"
        )
