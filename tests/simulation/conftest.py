"""`pytest --simulation-seed N` repeats one simulated run, and nothing else."""

import pytest

REPEATED = "test_the_run_of_the_given_seed"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep only the run that is asked for, or leave that one out."""
    asked = config.getoption("--simulation-seed") is not None
    others = [item for item in items if (item.name == REPEATED) != asked]
    items[:] = [item for item in items if (item.name == REPEATED) == asked]
    config.hook.pytest_deselected(items=others)
