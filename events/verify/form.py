"""The form of an event in a file: behind it all are typed values, and nothing is asked again.

Whatever stands in a file is JSON, and any JSON. What is judged has passed here, or has the very
bytes of an event that the rules made.
"""

import re
from collections.abc import Callable, Container, Mapping
from typing import Any

from events.record.chain import check_plain
from events.record.codec import TYPES
from events.record.decider import Parts
from events.record.logfile import Line
from events.verify.report import Fault
from games.table.checks import is_digest

PUBLIC = {"n": int, "type": str, "at": int, "by": str, "data": dict, "seals": dict}
CAUSE = frozenset({"seat", "action", "last"})
CAUSE_TOO = frozenset({"bot", "signed"})
MOST_SEATS = 100
ODD_NUMBER = re.compile(rb"[:,\[]-?\d+(?:[.eE]|\d{15})")  # in text too; then all is looked through


def require_public(line: Line, types: Container[str] = TYPES) -> None:
    """Refuse an event with numbers that may not be, or of another form; `types` may come here."""
    stored, public, parts = line
    if not (is_plain(stored.e) and is_plain(stored.p or b"")):
        try:
            check_plain(public)
            check_plain(parts)
        except AssertionError as error:
            n = stored.n
            raise Fault("malformed", n, f"event {n}: {error}") from None
    require_form(public, parts, types)


def require_form(public: dict[str, Any], parts: Parts, types: Container[str] = TYPES) -> None:
    """Refuse an event whose public part, cause or private parts are not made as such."""
    n = public["n"]
    for name, kind in PUBLIC.items():
        if type(public.get(name)) is not kind:
            raise Fault("malformed", n, f"{name} of event {n} is missing or of another kind")
    if type(public.get("cause")) not in (int, dict) or len(public) != len(PUBLIC) + 1:
        raise Fault("malformed", n, f"event {n} has other fields than an event has")
    if public["type"] not in types:
        raise Fault("unknown_type", n, f"{public['type']} of event {n} is unknown to this version")
    if type(public["cause"]) is dict:
        require_cause(public["cause"], n)
    for key, part in parts.items():
        require_part(key, part, n)


def require_cause(cause: Mapping[str, Any], n: int) -> None:
    """Refuse the cause of a command that is not made as one."""
    if lacking := CAUSE - cause.keys():
        raise Fault("wrong_cause", n, f"the cause of event {n} lacks {', '.join(sorted(lacking))}")
    if more := cause.keys() - CAUSE - CAUSE_TOO:
        raise Fault("wrong_cause", n, f"the cause of event {n} has {min(more)!r}, which none has")
    for name, value in cause.items():
        if not CAUSES[name](value, n):
            why = f"{name} in the cause of event {n} is not what it must be"
            raise Fault("wrong_cause", n, why)


def is_seat(value: Any, n: int) -> bool:
    """Say whether this is a seat, or null for a command of the table."""
    return value is None or (type(value) is int and 0 <= value < MOST_SEATS)


def is_action(value: Any, n: int) -> bool:
    """Say whether this is a record with the name of its type."""
    return type(value) is dict and type(value.get("type")) is str


def is_last(value: Any, n: int) -> bool:
    """Say whether this is the number of the last event of a command that begins with event n."""
    return type(value) is int and value >= n


def is_signed(value: Any, n: int) -> bool:
    """Say whether this is a signature, or the mark of one that is sealed."""
    return value is True or type(value) is dict


CAUSES: Mapping[str, Callable[[Any, int], bool]] = {
    "seat": is_seat,
    "action": is_action,
    "last": is_last,
    "bot": lambda value, n: value is True,
    "signed": is_signed,
}


def require_part(key: str, part: Mapping[str, Any], n: int) -> None:
    """Refuse a private part in which something beside the fields of the event is of another kind.

    The fields themselves are read with those that are public.
    """
    for name, kind in EXTRAS.items():
        if name in part and type(part[name]) is not kind:
            raise Fault("malformed", n, f"{name} in part {key!r} of event {n} is of another kind")
    secret = part.get("hand_secret", UNTOLD)
    if type(secret) is not str or not is_digest(secret):
        why = f"the secret of a hand, told by event {n}, must have 64 lower-case hex digits"
        raise Fault("wrong_secret", n, why)


EXTRAS = {"action": dict, "signed": dict}
UNTOLD = "00" * 32


def is_plain(text: bytes) -> bool:
    """Say whether canonical JSON surely has no float, big number or odd key; far faster."""
    return text.isascii() and ODD_NUMBER.search(text) is None


def require_seals(line: Line) -> None:
    """Refuse a seal that nothing fits; where a part is open it is held to its seal."""
    n, seals = line.stored.n, line.public["seals"]
    for key in seals.keys() - line.parts.keys():
        if not (isinstance(seals[key], str) and is_digest(seals[key])):
            why = f"the seal {key!r} of event {n} is no hash: it must have 64 hex digits"
            raise Fault("malformed", n, why)
