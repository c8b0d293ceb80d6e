"""Drawn pictures of the docs are those of their sources, and can be read on any ground."""

import re
from pathlib import Path

import pytest

from tests.docs.diagrams import DOT, FOLDER, SOURCES, draw_diagram, source_mark, texts_of
from tests.folders import ROOT

DRAW = "python -m tests.docs.diagrams"


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_a_picture_is_of_its_source_and_fetches_nothing(source: Path) -> None:
    svg = source.with_suffix(".svg").read_text()
    assert svg.startswith(source_mark(source)), DRAW
    assert not re.search(r"<script|<image|url\(|\bhref=", svg)


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_graphviz_draws_the_same_again(source: Path) -> None:
    if DOT is None:
        pytest.skip("dot is not here: the package graphviz has it")
    assert texts_of(draw_diagram(source)) == texts_of(source.with_suffix(".svg").read_text()), DRAW


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_words_are_read_on_light_and_dark_ground(source: Path) -> None:
    """Boxes have a light ground of their own; what stands beside them is grey."""
    svg = source.with_suffix(".svg").read_text()
    colours = re.findall(r'<text [^>]*\bfill="(#\w+)"', svg)
    assert set(colours) <= {"#1a1a1a", "#808080"}
    assert len(colours) == svg.count("<text ")


def test_every_picture_has_a_source_and_stands_in_a_page() -> None:
    pages = "".join(page.read_text() for page in (ROOT / "docs").rglob("*.md"))
    names = [path.stem for path in FOLDER.glob("*.svg")]
    assert sorted(names) == [source.stem for source in SOURCES]
    assert [name for name in names if f"pictures/{name}.svg)" not in pages] == []
