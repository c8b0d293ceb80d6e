"""The examples in docstrings hold; those of the games are run with the games' own tests."""

import doctest
from importlib import import_module

import pytest

from tests.folders import ROOT
from tests.sources import SOURCES, text_of

MODULES = [
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    for path in SOURCES
    if ">>> " in text_of(path) and path.relative_to(ROOT).parts[0] not in ("games", "bench")
]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_in_docstrings_hold(name: str) -> None:
    assert doctest.testmod(import_module(name)).failed == 0
