"""Facts as stored bytes and back: names <-> classes, audiences -> seals, one chain.

A stored event is (n, e, p, h): `e` the canonical JSON of its public part, `p` that of its private
parts by audience (None where there are none), `h` the head after it.
"""

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, get_args, get_type_hints

import orjson

from events.record.chain import canonical_json, check_plain, next_head, seal_hash
from events.record.decider import C, CommandRecord, Decider, Parts
from games import GAMES
from games.core.contract import Card
from games.core.errors import FairdealError
from games.core.game import AnyGame
from games.core.type_hints.values import (
    BadValue,
    declared_fields,
    from_json,
    join_audience_parts,
    read_action,
    sealed_fields,
    split_by_audience,
    to_json,
)
from games.table import Act, Command, Draft, Fact, Open, Signed
from games.table.commands import COMMANDS
from games.table.events import EVENTS as TABLE_EVENTS
from games.table.events import Opened

EXTRAS = ("action", "bot", "hand_secret", "signed")  # in private parts, besides fields of events


class StoredEvent(NamedTuple):
    """An event as the store and the log file hold it."""

    n: int
    e: bytes
    p: bytes | None
    h: bytes


class UnknownEvent(FairdealError):
    """The log holds a type that this version does not know; a replay must stop."""

    code = "service/too_old"
    status = 503
    retry_after = 1
    detail = (
        "The rules of this log are newer than this server, so it does nothing here. While servers"
        " are replaced by newer ones, another of them answers: ask again"
    )


def _event_types() -> dict[str, type[Any]]:
    """Return name -> class of all events of all games and of the table."""
    types = dict(TABLE_EVENTS)
    for game in GAMES.values():
        types |= game.events
    return types


TYPES = _event_types()
NAMES = {kind: name for name, kind in TYPES.items()}
COMMAND_NAMES = {kind: name for name, kind in COMMANDS.items()}
ACTION_NAMES = {kind: name for game in GAMES.values() for name, kind in game.actions.items()}


def random_salt() -> bytes:
    """Return 32 bytes from the operating system."""
    return os.urandom(32)


def logged_command(command: Command) -> CommandRecord:
    """Return a command of a table as the log tells it."""
    if isinstance(command, Act):
        return _game_command_record(command)
    fields = (
        {} if isinstance(command, Open) else split_by_audience(command)[0]
    )  # of Open the event has all
    signed = fields.pop("signed", None)
    cause: dict[str, Any] = {
        "seat": None,
        "action": {"type": COMMAND_NAMES[type(command)], **fields},
    }
    if signed is not None:
        cause["signed"] = to_json(signed)
    return CommandRecord(cause, {})


def _game_command_record(command: Act) -> CommandRecord:
    """Return an action with what its cause says besides: that a bot acted, the signature.

    Where the action has secret fields the signature is sealed with them: in public, anybody could
    try all the cards there are against it.
    """
    public, parts = split_by_audience(command.action, command.seat)
    secrets: Parts = {key: {"action": part} for key, part in parts.items()} if parts else {}
    public["type"] = ACTION_NAMES[type(command.action)]
    cause: dict[str, Any] = {"seat": command.seat, "action": public}
    if command.bot is not None:
        secrets.setdefault("hand", {})["bot"] = dict(command.bot)
        cause["bot"] = True
    if command.signed is not None:
        signed = to_json(command.signed)
        if parts:
            secrets.setdefault(str(command.seat), {})["signed"] = signed
        cause["signed"] = True if parts else signed
    return CommandRecord(cause, secrets)


class UnsealedEvent(NamedTuple):
    """An event before it is sealed: its type, the fact but for the head, public and secret fields.

    Here and in a fact `cause` is that of a command's first event; of the others it is the number.
    """

    type: str
    n: int
    at: int
    by: str
    cause: dict[str, Any] | int
    event: Any
    data: dict[str, Any]
    parts: Parts

    def fact(self, head: bytes) -> Fact:
        """Return the fact; `head` is the one after it."""
        return Fact(self.n, self.at, self.by, self.cause, self.event, head)


def unsealed_events(
    decider: Decider[Any, C], n: int, at: int, by: str, command: C, drafts: Sequence[Draft]
) -> list[UnsealedEvent]:
    """Return the events of one command, numbered from n + 1."""
    fields, secrets = decider.command_record(command)
    cause: dict[str, Any] | int = {**fields, "last": n + len(drafts)}
    names, made, first = decider.names, [], n + 1
    for number, (event, hand_secret, *_) in enumerate(drafts, first):
        data, parts = split_by_audience(event)
        if hand_secret is not None:
            parts.setdefault("hand", {})["hand_secret"] = hand_secret.hex()
        if secrets:
            for key, part in secrets.items():
                parts.setdefault(key, {}).update(part)
        made.append(UnsealedEvent(names[type(event)], number, at, by, cause, event, data, parts))
        cause, secrets = first, {}
    return made


def encode_events(
    head: bytes, events: Iterable[UnsealedEvent], *, new_salt: Callable[[], bytes] = random_salt
) -> tuple[list[StoredEvent], list[Fact]]:
    """Return the events of one command as stored bytes and as facts; `head` is the head before.

    Salts are an argument only so that tests can fix them.
    """
    stored, facts = [], []
    for event in events:
        e, p = _sealed_bytes(event, new_salt)
        head = next_head(head, e)
        stored.append(StoredEvent(event.n, e, p, head))
        facts.append(event.fact(head))
    return stored, facts


def _sealed_bytes(
    event: UnsealedEvent, new_salt: Callable[[], bytes]
) -> tuple[bytes, bytes | None]:
    """Return the public and private bytes of one event."""
    seals, private = {}, {}
    for key, part in event.parts.items():
        check_plain(part)
        own = new_salt()
        seals[key] = seal_hash(own, part)
        private[key] = {"salt": own.hex(), "data": part}
    public = public_event_part(event, seals)
    check_plain(public)
    return canonical_json(public), canonical_json(private) if private else None


def public_event_part(event: UnsealedEvent, seals: Mapping[str, str]) -> dict[str, Any]:
    """Return what everybody may read of an event."""
    return {
        "n": event.n,
        "type": event.type,
        "at": event.at,
        "by": event.by,
        "cause": event.cause,
        "data": event.data,
        "seals": seals,
    }


def decode_event(stored: StoredEvent, events: Mapping[str, type[Any]] | None = None) -> Fact:
    """Return the fact in stored bytes; the private parts of its own fields must all be there.

    `events` has the types of the stream, name -> class; None: it is a table.
    """
    public = orjson.loads(stored.e)
    kind = (TYPES if events is None else events).get(public["type"])
    if kind is None:
        raise UnknownEvent(f"event {stored.n}: {public['type']} is unknown to this version")
    if sealed_fields(kind):
        sealed = {} if stored.p is None else orjson.loads(stored.p)
        parts = {key: part["data"] for key, part in sealed.items()}
        event = join_audience_parts(kind, public["data"], parts)
    else:  # private parts hold nothing but what `EXTRAS` names
        event = from_json(kind, public["data"])
    return Fact(public["n"], public["at"], public["by"], public["cause"], event, stored.h)


def read_command(game: AnyGame | None, public: dict[str, Any], parts: Parts) -> Command:
    """Return the command that an event is the first of; BadValue if it tells of none.

    `parts` holds the data of the private parts by audience; `game` is None before the first event.
    """
    cause = public["cause"]
    fields = dict(cause["action"])
    name = fields.get("type", "")
    if name == COMMAND_NAMES[Open]:
        opening = join_audience_parts(Opened, public["data"], parts)
        return Open(**{field.name: getattr(opening, field.name) for field in declared_fields(Open)})
    if name in COMMANDS:
        del fields["type"]
        return _read_table_command(name, fields, cause)
    for part in parts.values():
        if "action" in part:
            fields |= part["action"]
    bot = parts.get("hand", {}).get("bot") if "bot" in cause else None
    if bot is not None and type(bot) is not dict:
        raise BadValue("bot", "must be an object: how the bot found its action")
    return Act(cause["seat"], read_action(game, fields), bot, read_signed(cause, parts))


def _read_table_command(name: str, fields: dict[str, Any], cause: Mapping[str, Any]) -> Command:
    """Return a command of the table, with its player's signature."""
    if "signed" in fields:
        raise BadValue("signed", "is unknown: a signature stands beside what it signs")
    if "signed" in cause:
        fields["signed"] = cause["signed"]
    command: Command = from_json(COMMANDS[name], fields)
    return command


def read_signed(cause: Mapping[str, Any], parts: Parts) -> Signed | None:
    """Return the signature of an action's player, from the cause or the sealed part."""
    if "signed" not in cause:
        return None
    fields = cause["signed"]
    if fields is True:
        fields = parts.get(str(cause["seat"]), {}).get("signed")
    if not isinstance(fields, dict):
        raise BadValue("signed", "must hold `after` and `signature`")
    signed: Signed = from_json(Signed, fields)
    return signed


def holds_cards(kind: type[Any], field: str) -> bool:
    """Say whether a field of an event holds cards."""
    return _mentions_card(get_type_hints(kind).get(field))


def _mentions_card(hint: Any) -> bool:
    """Say whether a type is `Card`, or is made of it."""
    return hint is Card or any(map(_mentions_card, get_args(hint)))
