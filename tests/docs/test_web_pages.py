"""What the pages for players call buttons and settings is what the web client calls them."""

import re

import pytest

from tests.folders import ROOT

WORDS = "".join(path.read_text() for path in (ROOT / "service/web/words/en").glob("*.js"))
PAGES = (
    "tutorials/play.md", "how-to/use-the-web-client.md", "how-to/check-a-deal-in-the-browser.md",
)  # fmt: skip


@pytest.mark.parametrize("page", PAGES)
def test_a_page_for_players_names_what_stands_on_the_screen(page: str) -> None:
    named = re.findall(r"\*\*([^*]+)\*\*", (ROOT / "docs" / page).read_text())
    assert named
    assert [one for one in named if f': "{one}"' not in WORDS] == []
