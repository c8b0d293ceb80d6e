"""Parts of a rebuild, as they are done by processes of their own."""

from functools import cache

from events.store.environment import own_store
from projections.read_models.models import MODELS
from projections.read_models.rebuild import Builder, begin


@cache
def _builder() -> Builder:
    """Return what this process builds with."""
    own = own_store()
    return Builder(own, MODELS, begin(own, MODELS))


def build(partition: int) -> None:
    """Build a partition."""
    _builder().build(partition)


def build_endless(stream: str) -> None:
    """Fold a stream without an end."""
    _builder().build_endless(stream)
