"""Tables of matches with goals: that of docs/reference/bots.md, and what is wrong with others."""

from pathlib import Path

import pytest

from bots.scores import EntrantScores
from bots.suite import BadSuite, SuiteEntry, match_markdown_row, read_suite
from games import NEWEST, OWN
from games.core.figures import Mean
from tests.folders import ROOT

SUITE = ROOT / "docs" / "bots.toml"


def suite(text: str, folder: Path) -> list[SuiteEntry]:
    path = folder / "suite.toml"
    path.write_text(text)
    return read_suite(path, NEWEST, short=False)


def test_levels_are_compared_at_every_number_of_seats() -> None:
    compared = {
        (*entry.match.names, entry.match.dealer.game.name, entry.match.dealer.seats)
        for entry in read_suite(SUITE, NEWEST, short=False)
        if entry.above == 0 and not entry.match.dealer.whole
    }
    wanted = {
        (bot, other, game.name, seats)
        for bot, other in (("expert", "regular"), ("regular", "novice"))
        for game in OWN
        for seats in ([3, 4, 5, 6] if game.name == "boojum" else game.seats)
    }
    assert compared == wanted
    assert len(wanted) == 40


def test_no_two_matches_would_write_one_file_of_results() -> None:
    names = [entry.name for entry in read_suite(SUITE, NEWEST, short=False)]
    assert len(set(names)) == len(names)


def test_the_short_form_thinks_less() -> None:
    entries = read_suite(SUITE, NEWEST, short=True)
    assert len(entries) == len(read_suite(SUITE, NEWEST, short=False))
    assert {entry.deals for entry in entries} == {1}
    assert {name for entry in entries for name in entry.match.names} == {
        "expert@6", "regular", "novice", "plain"
    }  # fmt: skip


MATCH = '[[match]]\ngame = "boon"\nbot = "regular"\nothers = "plain"\nseats = [3]\ndeals = 2\n'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[[match", "can't be read"),
        (MATCH.replace('bot = "regular"\n', ""), "match 1 of .* it lacks 'bot'"),
        (MATCH.replace("regular", "regula"), "did you mean `regular`"),
        (MATCH.replace("[3]", "[2]"), "Boon has no tables of 2 seats"),
        (MATCH + "goal = 1\n", "there is no `goal`"),
        (MATCH + 'goals = "x"\n', "`goals` must be a number, or a list of numbers"),
        (MATCH.replace("= 2", '= ["2"]'), "`deals` must be a number, or a list of numbers"),
        (MATCH + 'measure = "win"\n', "`measure` must be one of: gain, wins"),
        ("match = 1", "has no matches; each begins with"),
        ("match = [1]", "match 1 of .* it is no table"),
        (MATCH + "options = {max_round = 1}\n", "is no option of this game"),
    ],
)
def test_a_match_that_cannot_be_played_is_named(text: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(BadSuite, match=said):
        suite(text, tmp_path)


def row(gain: Mean) -> EntrantScores:
    return EntrantScores("regular", gain, Mean(2, 0), Mean(0.5, 0.1), 4, 8, 0.002, 0, None)


@pytest.mark.parametrize(
    ("goal", "gain", "met"),
    [
        ("goals = 0.5", Mean(0.5, 2.0), True),
        ("goals = [0.6]", Mean(0.5, 0.1), False),
        ("above = 0", Mean(0.5, 0.4), True),
        ("above = 0", Mean(0.5, 0.6), False),
        ('goals = 0.4\nmeasure = "wins"', Mean(-1.0, 0.1), True),
    ],
)
def test_goals_are_of_the_mean_or_of_the_whole_interval(
    goal: str, gain: Mean, met: bool, tmp_path: Path
) -> None:
    (entry,) = suite(MATCH + goal, tmp_path)
    assert entry.met(row(gain)) == met


def test_a_match_is_told_as_a_row_of_markdown(tmp_path: Path) -> None:
    (entry,) = suite(MATCH + "goals = 0.5", tmp_path)
    assert match_markdown_row(entry, row(Mean(0.5, 0.25)), 2, "met") == (
        "| Boon | 3 | regular | plain | 2 | +0.50±0.25 | 50%±10% | 0.5 | 2 | +0.5 | met |"
    )
