"""docs/reference/events.md: every event with its fields, as the code says."""

import subprocess
import sys
from dataclasses import fields
from pathlib import Path
from typing import Any, get_type_hints

import pytest

from service.openapi import event_tables
from tests.folders import ROOT

PAGE = ROOT / "docs" / "reference" / "events.md"
SAID_BY_KIND = {"seat", "card", "list of cards", "list of 2 cards", "seat, or null"}


def test_the_page_has_every_event_as_the_code_says() -> None:
    assert PAGE.read_text() == event_tables.render_page(), (
        "run: python -m service.openapi.event_tables docs/reference/events.md"
    )


def test_its_command_writes_the_page_or_prints_it(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "service.openapi.event_tables"]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    subprocess.run([*command, tmp_path / "page"], check=True)
    assert printed == (tmp_path / "page").read_text() == PAGE.read_text()


def kinds_of(kind: Any) -> dict[str, str]:
    hints = get_type_hints(kind, include_extras=True)
    return {
        field.name: event_tables.kind_words(hints[field.name])
        for field in fields(kind)
    }  # fmt: skip


@pytest.mark.parametrize("name", event_tables.every_event())
def test_every_field_says_what_it_holds_and_in_which_unit(name: str) -> None:
    kinds = kinds_of(event_tables.every_event()[name])
    unsaid = [field for field in kinds if not event_tables.field_meaning(name, field)]
    assert [field for field in unsaid if kinds[field] not in SAID_BY_KIND] == []


def test_nothing_is_said_of_fields_that_no_event_has() -> None:
    places = {
        (name.removesuffix(".v1"), field)
        for name, kind in event_tables.every_event().items()
        for field in kinds_of(kind)
    }
    known = {field for _, field in places} | {".".join(place) for place in places}
    assert event_tables.MEANINGS.keys() - known == set()
