"""A server of which only some processes run, since each costs a second to start."""

from collections.abc import Sequence
from dataclasses import dataclass

from service.commands.processes import ChildProcess, ServerStack


@dataclass
class SomeProcesses(ServerStack):
    """A store, and those processes of a server that a test has something for to do.

    Attributes:
        only: their names; the API is the first of them.
    """

    only: Sequence[str] = ("api",)

    def planned_children(self, environment: dict[str, str]) -> list[ChildProcess]:
        """Return these processes alone."""
        children = super().planned_children(environment)
        chosen = [one for one in children if one.name in self.only]
        assert [one.name for one in chosen] == [*self.only]
        return chosen
