"""What a server has published that its store lost: no lie, but no proof any more either."""

from typing import Annotated, Any, NamedTuple, TypedDict

from events.record.chain import Head
from games.core.fairness.signature import is_hex
from games.core.type_hints.records import at_least


class PublishedLoss(TypedDict):
    """What the server's store had lost when this key took over."""

    after: Annotated[int, "What keys before this one signed after this time may be lost."]
    size: Annotated[int, at_least(0), "Leaves of the newest tree that was signed for."]
    root: Annotated[Head | None, "Its root; null where none was signed for."]
    kept: Annotated[int, at_least(0), "How many of its leaves, from the first, are still there."]


class Loss(NamedTuple):
    """A published loss; the fields are those of `PublishedLoss`."""

    after: int
    size: int
    root: str | None
    kept: int

    def as_json(self) -> PublishedLoss:
        """Return the loss as a key tells of it."""
        return {"after": self.after, "size": self.size, "root": self.root, "kept": self.kept}


def read_loss(data: Any) -> Loss | None:
    """Return a loss from its JSON, or TypeError; None for null."""
    if data is None:
        return None
    loss = Loss(data["after"], data["size"], data["root"], data["kept"])
    whole = all(type(one) is int and one >= 0 for one in (loss.after, loss.size, loss.kept))
    if not whole or loss.kept > loss.size or (loss.root is None) == bool(loss.size):
        raise TypeError(f"{data} is no loss")
    if loss.root is not None and not (type(loss.root) is str and is_hex(loss.root, 64)):
        raise TypeError(f"{data} is no loss: its root is no hash")
    return loss
