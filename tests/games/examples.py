"""The examples in docstrings, which a compiled module does not show to `doctest`."""

import doctest
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location

from games.core.type_hints.returned import source_of


def examples_of(name: str) -> doctest.TestResults:
    """Run the examples of a module as its source has them, compiled or not."""
    spec = spec_from_file_location(f"{name} as written", source_of(import_module(name)))
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return doctest.testmod(module)
