"""Programs that play: a class with one method."""

from collections.abc import Awaitable
from typing import Any

from fairdeal_client.types import Action, View


def offered_actions(view: View) -> list[Action]:
    """Return what the account may do now, each as it is sent; of picks their examples."""
    choices: Any = view["choices"]
    if choices is None:
        return []
    return [*choices["actions"], *(pick["example"] for pick in choices["picks"])]


class Bot:
    """A player of any game. Override `choose`; for `AsyncClient` it may be a coroutine."""

    def choose(self, view: View) -> Action | Awaitable[Action]:
        """Return an action; `view["choices"]` has all that may be done. Here: the first of them."""
        return offered_actions(view)[0]

    def on_view(self, view: View) -> None:
        """Look at each view of the table, others' turns too."""
