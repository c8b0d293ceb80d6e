"""The one root of all errors that somebody who asks is answered with."""

from collections.abc import Iterator, Mapping
from typing import Any


class FairdealError(Exception):
    """What was asked for was not done; the answer says why.

    Attributes:
        code: stable, for programs: ``table/stale``.
        status: the number that an HTTP layer answers with.
        detail: a sentence for people: what is wrong and what would be right.
        retry_after: seconds after which the same may be asked again; None: that is of no use.
    """

    code: str
    status: int
    detail: str
    retry_after: int | None = None

    def members(self) -> Mapping[str, Any]:
        """Return what the answer holds besides, such as the rule that refuses."""
        return {}


def named_errors(root: type[FairdealError] = FairdealError) -> Iterator[type[FairdealError]]:
    """Yield the classes of errors that name their code, of all modules that are imported."""
    for kind in root.__subclasses__():
        if hasattr(kind, "code"):
            yield kind
        yield from named_errors(kind)


class BadInput(FairdealError):
    """What was sent is not of the right shape; `errors` says by path what is wrong."""

    code, status = "http/invalid", 422

    def __init__(self, said: str, errors: Mapping[str, str]) -> None:
        super().__init__(said)
        self.errors = dict(errors)
        self.detail = "; ".join(f"{path}: {why}" for path, why in errors.items())

    def members(self) -> Mapping[str, Any]:
        """Return the errors."""
        return {"errors": self.errors}
