"""The pictures of the web client in docs: all there, shown, and small."""

import re
from pathlib import Path

import pytest

from tests.docs.shots import FOLDER, MOST_MOVING, MOVING, SHOTS, Shot
from tests.folders import ROOT

SHOWN = re.compile(r"(?:!\[[^\]]+\]\(|<img [^>]*src=\")([^)\"]+)")


def shown(page: Path) -> list[Path]:
    """Return the pictures of a page, in their order."""
    return [page.parent / path for path in SHOWN.findall(page.read_text())]


@pytest.mark.parametrize("shot", SHOTS, ids=lambda shot: shot.name)
def test_a_picture_is_there_and_small(shot: Shot) -> None:
    data = (FOLDER / f"{shot.name}.webp").read_bytes()
    assert (data[:4], data[8:12]) == (b"RIFF", b"WEBP"), "run: python -m tests.docs.shots"
    assert 1_000 < len(data) <= shot.most


def test_the_first_picture_of_the_readme_moves_and_is_small() -> None:
    first = shown(ROOT / "README.md")[0].resolve()
    assert first == (FOLDER / f"{MOVING}.webp").resolve()
    data = first.read_bytes()
    assert data.count(b"ANMF") > 1, "run: python -m tests.docs.shots"
    assert len(data) <= MOST_MOVING


def test_every_picture_is_shown_and_no_other_is_kept() -> None:
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    named = {path.resolve() for page in pages for path in shown(page) if path.suffix == ".webp"}
    assert named == {path.resolve() for path in FOLDER.iterdir()}
    assert {path.stem for path in named} == {MOVING, *(shot.name for shot in SHOTS)}
