"""How an event of a log differs from the one that the rules make: the fault, named and told."""

from collections.abc import Mapping
from typing import Any

from events.record.chain import canonical_json, strict_canonical_json
from events.record.codec import UnsealedEvent, holds_cards, public_event_part
from events.record.decider import Parts
from events.record.logfile import ParsedEvent
from events.verify.report import Fault
from games.table import events as ev

QUOTED = 120  # characters of a value in a sentence


def is_wanted_event(wanted: UnsealedEvent, line: ParsedEvent) -> bool:
    """Say whether an event in the log is the wanted one; its parts are known to fit their seals."""
    seals, parts, opened = line.public["seals"], wanted.parts, line.parts
    try:
        if type(seals) is not dict or seals.keys() != parts.keys():
            return False
        if strict_canonical_json(public_event_part(wanted, seals)) != line.stored.e:
            return False
        if len(opened) < len(parts):
            parts = {key: parts[key] for key in opened}
        return not opened or strict_canonical_json(parts) == canonical_json(opened)
    except TypeError:  # a number beyond 2^53
        return False


def difference_fault(wanted: UnsealedEvent, public: dict[str, Any], parts: Parts) -> Fault:
    """Return the fault of an event that is not the wanted one, named for what differs first."""
    n, event = wanted.n, wanted.event
    expected = public_event_part(wanted, public["seals"])
    if public["type"] != expected["type"]:
        why = f"the rules make {expected['type']} of the command, the log has {public['type']}"
        return Fault("wrong_event", n, f"event {n}: {why}")
    for name in ("at", "by", "cause"):
        if not is_same_json(public[name], expected[name]):
            have, want = differing_excerpts(public[name], expected[name])
            why = f"{name} of event {n} is {have}, not {want}"
            return Fault("wrong_cause", n, why)
    field = first_differing_field(wanted.data, public["data"])
    if field is not None:
        return Fault(
            field_kind(event, field),
            n,
            field_difference_text(n, field, wanted.data, public["data"]),
        )
    if public["seals"].keys() != wanted.parts.keys():
        keys = f"{sorted(public['seals'])}, not to {sorted(wanted.parts)}"
        return Fault("wrong_audience", n, f"event {n} is sealed to {keys}")
    for key, part in parts.items():
        field = first_differing_field(wanted.parts[key], part)
        if field is not None:
            return Fault(
                field_kind(event, field),
                n,
                field_difference_text(n, field, wanted.parts[key], part),
            )
    return Fault("malformed", n, f"event {n} does not have the bytes of its canonical form")


def first_differing_field(wanted: Mapping[str, Any], found: Mapping[str, Any]) -> str | None:
    """Return the first field in which two records differ."""
    for name in sorted(wanted.keys() | found.keys()):
        if (name in wanted) != (name in found) or not is_same_json(
            wanted.get(name), found.get(name)
        ):
            return name
    return None


def is_same_json(one: Any, other: Any) -> bool:
    """Say whether two values have the same JSON."""
    return canonical_json(one) == canonical_json(other)


def field_kind(event: Any, field: str) -> str:
    """Return what a wrong value of a field is called."""
    kind = type(event)
    if kind in (ev.Finished, ev.Closed):
        return "wrong_result"
    if field == "hand_secret":
        return "wrong_secret"
    if kind is ev.BeaconCame or (kind is ev.EntropyClosed and field == "round"):
        return "wrong_beacon"
    if kind is ev.EntropyClosed:
        return "wrong_entropy"
    return "wrong_card" if holds_cards(kind, field) else "wrong_event"


def field_difference_text(
    n: int, field: str, wanted: Mapping[str, Any], found: Mapping[str, Any]
) -> str:
    """Say in one sentence how a field differs."""
    have, want = differing_excerpts(*(side.get(field, "missing") for side in (found, wanted)))
    return f"{field} of event {n} is {have}; by the rules it is {want}"


def differing_excerpts(one: Any, other: Any) -> tuple[str, str]:
    """Return two values as short text: long ones around the place where they begin to differ.

    >>> differing_excerpts([1], [2])
    ('[1]', '[2]')
    """
    texts = [canonical_json(value).decode() for value in (one, other)]
    pairs = enumerate(zip(*texts, strict=False))
    at = next((n for n, (here, there) in pairs if here != there), min(map(len, texts)))
    begin, end = max(0, at - QUOTED // 3), max(0, at - QUOTED // 3) + QUOTED
    if max(map(len, texts)) <= QUOTED:
        begin = 0
    have, want = (
        "..." * (begin > 0) + text[begin:end] + "..." * (len(text) > end) for text in texts
    )
    return have, want
