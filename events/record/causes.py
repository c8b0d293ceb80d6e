"""What the log tells of what was asked, as the document of the API describes it."""

from typing import Annotated, Literal, NotRequired, TypedDict

from games.core.contract import Seat
from games.core.type_hints.records import OPEN, pattern


class SignedAction(TypedDict):
    """A player's signature over what was asked (rule T14)."""

    after: Annotated[
        int, "Number of the newest event that the player had seen; its head is signed."
    ]
    signature: Annotated[str, pattern("^[0-9a-f]{128}$")]


class RequestedAction(TypedDict):
    """A command or an action, with its fields beside its type."""

    type: str


class CommandCause(TypedDict):
    """What was asked; stands on the first event of a command."""

    seat: Annotated[Seat | None, "The acting seat; null for a command of the table."]
    action: Annotated[RequestedAction, OPEN, "What was asked without its secret fields."]
    last: Annotated[int, "Number of the command's last event."]
    bot: NotRequired[Annotated[bool, "true: a bot acted."]]
    signed: NotRequired[
        Annotated[
            SignedAction | Literal[True],
            "The player's signature; `true` where it is sealed with the secret fields of the"
            " action.",
        ]
    ]
