"""The beacons that tables and tournaments may be opened with, and the one that they have anyway."""

from typing import Any

from games.core.type_hints.values import BadValue
from service.wire.connections import connections


def chain_named(name: str | None) -> dict[str, Any] | None:
    """Rule T21: return the description of a chain; BadValue if this server does not follow it."""
    if name is None:
        return None
    chains = connections().beacons
    if name not in chains:
        known = f"there are: {', '.join(chains)}" if chains else "it has no relay of any beacon"
        raise BadValue("beacon", f"this server does not follow the chain {name}; {known}")
    return chains[name]._asdict()


def with_usual_beacon(settings: dict[str, Any]) -> dict[str, Any]:
    """Return the settings of a new table or tournament, with the server's beacon if none is named.

    That is the chain of its own, else quicknet; none while no relay answers.
    """
    if "beacon" in settings:
        return settings
    own = connections()
    usual = next(reversed([*own.beacons.values()]), None)
    is_there = usual is not None and own.relays.is_served(usual, own.store.now())
    return {**settings, "beacon": usual.chain if usual is not None and is_there else None}
