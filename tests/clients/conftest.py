"""One whole server for all tests that come as a stranger: over HTTP, knowing its address only."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from service.commands.processes import Stack, free_port


@pytest.fixture(scope="session")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """Run Redis, API, follower and workers."""
    with ExitStack() as until_the_end:
        with pytest.MonkeyPatch.context() as patch:  # for its processes, not for other tests
            patch.setenv("FAIRDEAL_LIMITS", "off")  # more accounts than one address may make
            stack = Stack(tmp_path_factory.mktemp("stack"), free_port())
            running = until_the_end.enter_context(stack)
        yield running


@pytest.fixture(scope="session")
def url(stack: Stack) -> str:
    """Return where the API is served."""
    return stack.url
