"""How far an attack goes: a little in every run, far with `pytest -m nightly`."""

import pytest


def scaled(argument: str, *, short: int, long: int) -> pytest.MarkDecorator:
    """Run an attack in a short form, and in a long one for those who ask for it."""
    far = pytest.param(long, id="long", marks=pytest.mark.nightly)
    return pytest.mark.parametrize(argument, [pytest.param(short, id="short"), far])
