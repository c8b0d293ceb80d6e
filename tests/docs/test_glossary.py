"""The glossary: few words of our own, each with the term of the field; the words we gave up."""

import re
from pathlib import Path

import pytest

from tests.folders import ROOT
from tests.sources import SOURCES, facts_of, words_of

MOST = 40  # words of our own
ROW = re.compile(r"^\| ([a-z ]+) \| ([^|]+) \| ([^|]+) \|$", re.M)
ROWS = ROW.findall((ROOT / "docs" / "reference" / "glossary.md").read_text())[1:]  # below the heads
GIVEN_UP = {"aside", "bell", "filling", "hearing", "keeping", "said", "shelf", "told"}
KEPT = {"set_aside", "SetAsideTable"}  # what screens and the API say of quarantine
BY_TURNS = re.compile(r"\bby turns\b")


def test_the_glossary_is_short_sorted_and_names_the_fields_term() -> None:
    words = [word for word, *_ in ROWS]
    assert 0 < len(words) <= MOST
    assert words == sorted(words)
    assert all(term.strip() and meaning.strip() for _, term, meaning in ROWS)


def test_modules_functions_and_classes_are_not_named_with_words_given_up() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in SOURCES
        for name in (path.stem, *facts_of(path).functions, *facts_of(path).classes)
        if words_of(name) & GIVEN_UP and name not in KEPT
    ]
    assert found == []


@pytest.mark.parametrize("folder", ["docs", "bench"])
def test_runs_are_interleaved(folder: str) -> None:
    pages = [path for path in (ROOT / folder).rglob("*") if path.suffix in (".md", ".py")]
    found = [page for page in pages if BY_TURNS.search(without_counts(page))]
    assert found == []


def without_counts(page: Path) -> str:
    """Return the text of a page but for numbers that are looked up by turns of a player."""
    return page.read_text().replace("looked up by turns", "")
