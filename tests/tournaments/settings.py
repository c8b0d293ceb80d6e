"""Settings of tournaments with which tests begin."""

from collections.abc import Mapping
from typing import Any

BOTS: Mapping[str, Any] = {
    "games": [{"game": "boon", "seats": 4}],
    "format": {"kind": "swiss", "rounds": 3},
    "entrants": {"kinds": ["bot"]},
}
PEOPLE: Mapping[str, Any] = {
    "games": [{"game": "boosh", "seats": 2, "clock": {"turn": 30}}],
    "format": {"kind": "swiss", "rounds": 3},
}


def settings(base: Mapping[str, Any], **more: Any) -> dict[str, Any]:
    """Return settings with some sections changed."""
    found = dict(base)
    for section, values in more.items():
        old = found.get(section)
        found[section] = {**old, **values} if isinstance(old, dict) else values
    return found
