"""The pages on analysis and on the ladder of bots say the numbers that the games have."""

from games import NEWEST
from games.core.bots import LADDER
from tests.folders import ROOT

HOW_TO = ROOT / "docs" / "how-to"


def table_rows(page: str, head: str) -> dict[str, list[float]]:
    """Return the numbers of a table of a page, by game."""
    lines = (HOW_TO / page).read_text().partition(head)[2].split("\n\n")[0].splitlines()[2:]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return {name: [float(one) for one in numbers] for name, *numbers in cells}


def test_the_page_on_analysis_says_from_where_each_grade_begins() -> None:
    told = table_rows("analyse-a-table.md", "| game | inaccuracy from")
    guides = {game.title: game.bots.levels["expert"].guide for game in NEWEST.values()}
    assert told == {name: [*guide.losses] for name, guide in guides.items() if guide is not None}


def test_the_page_on_opponents_says_the_ratings_of_the_ladder() -> None:
    told = table_rows("choose-an-opponent.md", "| game | `novice`")
    assert told == {
        game.title: [game.bots.ratings[name] for name in LADDER] for game in NEWEST.values()
    }
