"""The report of a cup, and tables of it for spreadsheets."""

import csv
import io
import re
from html.parser import HTMLParser
from typing import Any

import pytest

from service.commands.tournaments import rehearsal
from service.commands.tournaments.cup import Cup, read_cup
from service.commands.tournaments.rehearsal import rehearse_tournament, sample_of
from service.commands.tournaments.report import render_report_html
from service.commands.tournaments.results import cross_csv, ratings_from_results, standings_csv
from tests.folders import EXAMPLES
from tournaments.results import build_results_json
from tournaments.state import Tournament

CUPS = EXAMPLES / "cups"
Json = dict[str, Any]


def results_of(cup: Cup, t: Tournament) -> Json:
    """Return the results of a tournament in the form of its export."""
    found = build_results_json(t)
    names = [one.name for one in cup.entrants]
    entrants = [{**row, "called": names[row["entrant"]]} for row in found["entrants"]]
    return {**found, "called": cup.name, "entrants": entrants}


@pytest.fixture(scope="module", params=["league", "pentathlon"])
def found(request: pytest.FixtureRequest) -> Json:
    """Return the results of a cup that was played in the head."""
    cup = read_cup(CUPS / f"{request.param}.toml")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rehearsal, "TABLES", 3)  # of each game: a report is made alike from any
        return results_of(
            cup, rehearse_tournament(cup, [sample_of(game) for game in cup.settings.games])
        )


class Page(HTMLParser):
    """What a page holds."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep a tag."""
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        """Keep words."""
        self.words += data


def test_a_report_is_one_page_that_loads_and_runs_nothing(found: Json) -> None:
    text = render_report_html(found)
    tags = Page(text).tags
    assert not {"script", "link", "iframe", "object", "embed"} & {tag for tag, _ in tags}
    links = [value for _, attrs in tags for name, value in attrs.items()
             if name in ("src", "href", "xlink:href", "action")]  # fmt: skip
    assert [one for one in links if not str(one).startswith("#")] == []
    assert not re.search(r"@import|url\((?!#)", text)
    assert "default-src 'none'" in text
    assert len(text) < 400_000


def test_a_report_has_everybody_and_draws_standings_ratings_and_games(found: Json) -> None:
    text = render_report_html(found)
    read = Page(text)
    for one in found["entrants"]:
        assert read.words.count(one["called"]) >= 3
    charts = [attrs["id"] for tag, attrs in read.tags if tag == "svg" and "id" in attrs]
    games = ["chart-games"] if len(found["settings"]["games"]) > 1 else []
    assert sorted(map(str, charts)) == sorted(["chart-standings", "chart-ratings", *games])
    cells = [attrs for tag, attrs in read.tags if tag == "td" and "in common" in str(attrs)]
    assert len(cells) == 2 * len(found["cross_table"])
    assert render_report_html(found) == text


def test_colours_follow_the_reader_in_light_and_dark(found: Json) -> None:
    text = render_report_html(found)
    style, charts = text.split("</style>", 1)
    assert "prefers-color-scheme: dark" in style
    drawn = re.findall(r"(?:fill|stroke|color): ?(#\w+|rgba?\([^v)]*\)|black|white)", charts)
    assert drawn == []


def test_no_name_and_no_reason_is_markup_or_a_formula(found: Json) -> None:
    nasty = "<i>&\"'</i>"
    changed = {**found, "called": nasty, "entrants": [dict(one) for one in found["entrants"]]}
    changed["entrants"][0]["called"], changed["entrants"][1]["called"] = nasty, "=1+1"
    failed = {
        "name": nasty,
        "program": nasty,
        "tables": 1,
        "moves": 2,
        "fallbacks": 1,
        "why": nasty,
    }
    text = render_report_html(changed, [failed])
    assert "<i>" not in text
    assert text.count("&lt;i&gt;&amp;") >= 6
    assert "'=1+1" in standings_csv(changed)


def test_programs_are_told_with_their_fallbacks(found: Json) -> None:
    failed = {
        "name": "x",
        "program": "./x.py",
        "tables": 9,
        "moves": 7,
        "fallbacks": 3,
        "why": "it",
    }
    assert "Programs" not in Page(render_report_html(found)).words
    assert "./x.py" in Page(render_report_html(found, [failed])).words


def test_a_spreadsheet_opens_the_standings_and_the_square_of_the_cross_table(found: Json) -> None:
    rows = [*csv.DictReader(io.StringIO(standings_csv(found)))]
    assert [row["place"] for row in rows] == [str(one["place"]) for one in found["standings"]]
    head, *cross = csv.reader(io.StringIO(cross_csv(found)))
    assert head[1:] == [row["name"] for row in rows] == [row[0] for row in cross]
    assert all(row[at + 1] == "" for at, row in enumerate(cross))
    one, other = cross[0][2].split(" ± ")[0], cross[1][1].split(" ± ")[0]
    assert float(one) == -float(other)


def test_ratings_begin_alike_and_end_apart(found: Json) -> None:
    after = ratings_from_results(found)
    assert len(after) == 1 + len(found["rounds"])
    assert {one.value for one in after[0]} == {25.0}
    best, worst = (found["standings"][at]["entrant"] for at in (0, -1))
    assert after[-1][best].value > after[-1][worst].value
    assert after[-1][best].error < after[0][best].error
