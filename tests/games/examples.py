"""The examples in docstrings, which a compiled module does not show to `doctest`."""

import doctest
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path


def examples_of(name: str) -> doctest.TestResults:
    """Run the examples of a module as its source has them, compiled or not."""
    found = find_spec(name)
    assert found is not None
    assert found.origin is not None
    path = Path(found.origin)
    spec = spec_from_file_location(
        f"{name} as written", path.with_name(f"{path.name.partition('.')[0]}.py")
    )
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return doctest.testmod(module)
