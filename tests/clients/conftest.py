"""One whole server for all tests that come as a stranger: over HTTP, knowing its address only."""

from collections.abc import Iterator

import pytest

from service.commands.processes import Stack, free_port


@pytest.fixture(scope="session")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """Run Redis, API, follower and workers."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FAIRDEAL_LIMITS", "off")  # the tests make more accounts than one address may
        with Stack(tmp_path_factory.mktemp("stack"), free_port()) as running:
            yield running


@pytest.fixture(scope="session")
def url(stack: Stack) -> str:
    """Return where the API is served."""
    return stack.url
