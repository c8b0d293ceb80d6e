"""The form of an event in a file: behind it all are typed values, and nothing is asked again.

Whatever stands in a file is JSON, and any JSON. What is judged has passed here, or has the very
bytes of an event that the rules made.
"""

import re
from collections.abc import Container, Mapping
from typing import Any

from events.record.chain import check_plain
from events.record.codec import TYPES
from events.record.decider import Parts
from events.record.logfile import ParsedEvent
from events.verify.report import Fault
from games.table.checks import is_digest

PUBLIC = {"n": int, "type": str, "at": int, "by": str, "data": dict, "seals": dict}
FIELDS = ("at", "by", "cause", "data", "n", "seals", "type")  # in canonical order
KINDS = (int, str, dict, int, dict, str)  # of all but the cause
CAUSE = {  # in canonical order
    ("action", "last", "seat"),
    ("action", "bot", "last", "seat"),
    ("action", "last", "seat", "signed"),
    ("action", "bot", "last", "seat", "signed"),
}
MOST_SEATS = 100
SUSPECT_NUMBER = re.compile(
    rb"[:,\[]-?\d+(?:[.eE]|\d{15})"
)  # in text too; then all is looked through


def require_public(line: ParsedEvent, types: Container[str] = TYPES) -> None:
    """Refuse an event with numbers that may not be, or of another form; `types` may come here."""
    stored, public, parts = line
    if not (_is_plain(stored.e) and _is_plain(stored.p or b"")):
        try:
            check_plain(public)
            check_plain(parts)
        except AssertionError as error:
            n = stored.n
            raise Fault("malformed", n, f"event {n}: {error}") from None
    require_form(public, parts, types)


def require_form(public: dict[str, Any], parts: Parts, types: Container[str] = TYPES) -> None:
    """Refuse an event whose public part, cause or private parts are not made as such."""
    if tuple(public) != FIELDS:
        raise _malformed_event_fault(public)
    at, by, cause, data, n, seals, name = public.values()
    if (type(at), type(by), type(data), type(n), type(seals), type(name)) != KINDS:
        raise _malformed_event_fault(public)
    if name not in types:
        raise Fault("unknown_type", n, f"{name} of event {n} is unknown to this version")
    if type(cause) is dict:
        _require_cause(cause, n)
    elif type(cause) is not int:
        raise _malformed_event_fault(public)
    for key, part in parts.items():
        _require_part(key, part, n)


def _malformed_event_fault(public: Mapping[str, Any]) -> Fault:
    """Return the fault of an event that has other fields than a cause has, each of its kind."""
    n = public["n"]
    for name, kind in PUBLIC.items():
        if type(public.get(name)) is not kind:
            return Fault("malformed", n, f"{name} of event {n} is missing or of another kind")
    return Fault("malformed", n, f"event {n} has other fields than an event has")


def _require_cause(cause: Mapping[str, Any], n: int) -> None:
    """Refuse the cause of a command that is not made as one."""
    if tuple(cause) not in CAUSE:
        raise Fault("wrong_cause", n, f"the cause of event {n} has other fields than a cause has")
    seat, action, last = cause["seat"], cause["action"], cause["last"]
    if type(action) is not dict or type(action.get("type")) is not str:
        wrong = "action"
    elif seat is not None and (type(seat) is not int or not 0 <= seat < MOST_SEATS):
        wrong = "seat"
    elif type(last) is not int or last < n:
        wrong = "last"
    elif cause.get("bot", True) is not True:
        wrong = "bot"
    elif "signed" in cause and cause["signed"] is not True and type(cause["signed"]) is not dict:
        wrong = "signed"
    else:
        return
    raise Fault("wrong_cause", n, f"{wrong} in the cause of event {n} has a wrong value")


def _require_part(key: str, part: Mapping[str, Any], n: int) -> None:
    """Refuse a private part in which something beside the fields of the event is of another kind.

    The fields themselves are read with those that are public.
    """
    for name in RECORDS:
        if name in part and type(part[name]) is not dict:
            raise Fault("malformed", n, f"{name} in part {key!r} of event {n} is of another kind")
    if "hand_secret" not in part:
        return
    if type(part["hand_secret"]) is not str or not is_digest(part["hand_secret"]):
        why = f"the secret of a hand, told by event {n}, must have 64 lower-case hex digits"
        raise Fault("wrong_secret", n, why)


RECORDS = ("action", "signed")


def _is_plain(text: bytes) -> bool:
    """Say whether canonical JSON surely has no float, big number or odd key; far faster."""
    return text.isascii() and SUSPECT_NUMBER.search(text) is None


def require_seals(line: ParsedEvent) -> None:
    """Refuse a seal that nothing fits; where a part is open it is held to its seal."""
    n, seals = line.stored.n, line.public["seals"]
    for key in seals.keys() - line.parts.keys():
        if not (isinstance(seals[key], str) and is_digest(seals[key])):
            why = f"the seal {key!r} of event {n} is no hash: it must have 64 hex digits"
            raise Fault("malformed", n, why)
