"""Parts of a rebuild, as they are done by processes of their own."""

from functools import cache

from events.store.environment import own_store
from projections.read_models.models import MODELS
from projections.read_models.rebuild import ReadModelBuilder, begin_rebuild


@cache
def _process_builder() -> ReadModelBuilder:
    """Return what this process builds with."""
    own = own_store()
    return ReadModelBuilder(own, MODELS, begin_rebuild(own, MODELS))


def build_partition(partition: int) -> None:
    """Build a partition."""
    _process_builder().build(partition)


def build_endless(stream: str) -> None:
    """Fold a stream without an end."""
    _process_builder().build_endless(stream)
