"""Rebuild every read model: ``fairdeal rebuild``."""

import time

from events.store.environment import own_store
from events.terminal import exits_told, say, tell_what_is_not_caught
from projections.models import MODELS
from projections.projection import Model


def main() -> None:
    """Rebuild the read models of the store that the environment names."""
    store = own_store()
    for projection in MODELS:
        begin = time.monotonic()

        def progress(count: int, name: str = projection.name) -> None:
            if count % 1000 == 0:
                say(f"{name}: {count} streams read", err=True)

        model = Model(store, projection)
        count = model.rebuild(progress)
        seconds = time.monotonic() - begin
        say(f"{projection.name}: version {model.version()} from {count} streams, {seconds:.1f} s")


if __name__ == "__main__":
    tell_what_is_not_caught()
    with exits_told():
        main()
