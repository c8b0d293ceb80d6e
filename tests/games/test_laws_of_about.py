"""What a host is told of a game is short, and the minutes are those of its tables."""

import re
from dataclasses import replace
from statistics import median

from bots.minutes import table_minutes
from games.core.game import AnyGame
from service.games.about import SENTENCES, about_game
from tests.games.every import every_game

WORDS = range(50, 103)  # that are read in thirty seconds, at two hundred a minute
LONGEST = 30  # words of a sentence
TABLES = range(3)
SLACK = 2  # the shortest of a few tables and the longest are not the usual ones


def sentences(text: str) -> list[str]:
    """Return the sentences of a text."""
    return re.split(r"(?<=[.!?])\s+", text)


@every_game
def test_a_summary_has_three_sentences_and_an_introduction_takes_thirty_seconds(
    game: AnyGame,
) -> None:
    if (about := game.about) is None:
        return
    assert len(sentences(about.summary)) == SENTENCES
    assert len(about.introduction.split()) in WORDS
    for sentence in sentences(f"{about.summary} {about.introduction}"):
        assert len(sentence.split()) <= LONGEST, sentence


@every_game
def test_the_minutes_are_told_for_every_number_of_seats_or_for_none(game: AnyGame) -> None:
    if game.about is not None and game.about.minutes:
        assert [*game.about.minutes] == [*game.seats]


@every_game
def test_the_minutes_are_about_those_of_tables_that_bots_play(game: AnyGame) -> None:
    """The deals are always the same, so only changed rules or bots can make it fail."""
    if game.about is None:
        return
    for seats in {*game.seats[:2]} & {*game.about.minutes}:
        least, most = game.about.minutes[seats]
        assert least / SLACK <= median(table_minutes(game, seats, TABLES)) <= most * SLACK


@every_game
def test_a_game_that_says_nothing_is_told_of_in_the_words_of_its_rules(game: AnyGame) -> None:
    told = about_game(replace(game, about=None))
    text = " ".join((game.title, told["introduction"]))
    assert told["introduction"].startswith(told["summary"])
    assert len(sentences(told["summary"])) <= SENTENCES
    assert not re.search(r"[*_`#]|\]\(", text)
    assert (told["difficulty"], told["best"], told["minutes"], told["length"]) == (
        None, [], [], None,
    )  # fmt: skip
