"""One whole server for all tests that need none alone, until the first test that needs none."""

from contextlib import ExitStack

import pytest

from service.commands.processes import ServerStack
from tests.ports import PORTS


class SharedStack:
    """A server that is started when a test asks for it, and stopped behind the last such test.

    Tests that ask for it come one after another, since an idle server takes processor time too.
    """

    def __init__(self) -> None:
        self.stack: ServerStack | None = None
        self.until_stopped = ExitStack()

    def running(self, folders: pytest.TempPathFactory) -> ServerStack:
        """Return the server, started if it is not there."""
        if self.stack is None:
            with pytest.MonkeyPatch.context() as patch:  # for its processes, not for other tests
                patch.setenv("FAIRDEAL_LIMITS", "off")  # more accounts than one address may make
                stack = ServerStack(folders.mktemp("stack"), PORTS.reserve())
                self.until_stopped.enter_context(stack)
            self.stack = stack
        return self.stack

    def stop(self) -> None:
        """Stop the server, if it is there."""
        self.stack = None
        self.until_stopped.close()


SHARED = SharedStack()
