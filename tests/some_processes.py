"""A server of which only some processes run, since each costs a second to start."""

from service.commands.processes import Child, Stack


class ApiAlone(Stack):
    """A store and the API: all that requests need which wait for nothing that others do."""

    def planned_children(self, environment: dict[str, str]) -> list[Child]:
        """Return the API."""
        return super().planned_children(environment)[:1]
