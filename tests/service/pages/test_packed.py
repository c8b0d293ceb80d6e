"""A wheel has the description of the API as a checkout serves it; a server sends it as it is."""

import runpy
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from service.pages import pages
from tests.folders import ROOT


@pytest.fixture
def packed(monkeypatch: pytest.MonkeyPatch) -> Iterator[bytes]:
    """Yield the description that the build hook makes for a wheel."""
    interface = "hatchling.builders.hooks.plugin.interface"
    monkeypatch.setitem(sys.modules, interface, SimpleNamespace(BuildHookInterface=object))
    hook: Any = runpy.run_path(str(ROOT / ".ci" / "wheel.py"))["WheelParts"]()
    hook.root, taken = str(ROOT), dict[str, str]()
    hook.initialize("standard", {"force_include": taken})
    (path,) = (path for path, place in taken.items() if place == "service/openapi.json")
    yield Path(path).read_bytes()
    hook.finalize("standard", {}, "")
    assert not Path(path).exists()


def test_a_wheel_has_what_a_checkout_serves(packed: bytes) -> None:
    assert packed == pages.openapi_json.make()


def test_what_a_wheel_has_is_sent_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "openapi.json").write_bytes(b"{}")
    monkeypatch.setattr(pages, "files", lambda package: tmp_path)
    assert pages.openapi_json.make() == b"{}"
