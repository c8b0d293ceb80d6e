"""Tests that come as a stranger: over HTTP, knowing the address of a whole server only."""

import pytest

from service.commands.processes import ServerStack


@pytest.fixture
def url(stack: ServerStack) -> str:
    """Return where the API is served."""
    return stack.url
