"""The beacons that tables of this server may be opened with."""

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
