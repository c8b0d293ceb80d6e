"""What a host is told of a game before a table is opened."""

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Annotated, TypedDict

from games.core.about import TURN_SECONDS, About, Difficulty
from games.core.game import AnyGame

SENTENCES = 3  # of a summary
SENTENCE_END = re.compile(r"(?<=[.!?])\s+")
MARKUP = re.compile(r"[*_`]|\[(?P<words>[^\]]+)\]\([^)]*\)")


class TableMinutes(TypedDict):
    """About how long a table of so many seats lasts."""

    seats: int
    least: int
    most: int


class AboutGame(TypedDict):
    """What a host wants to know before opening a table."""

    kind: Annotated[str, "What sort of game it is, in a sentence; empty: not told."]
    summary: Annotated[str, "What one does and how one wins, in three sentences."]
    introduction: Annotated[str, "The same at more length: thirty seconds to read."]
    difficulty: Annotated[Difficulty | None, "How hard it is to learn."]
    best: Annotated[list[int], "Numbers of seats at which it plays best; none: all alike."]
    minutes: Annotated[
        list[TableMinutes],
        "Minutes of a table with the usual options, as its bots play it; none: not measured.",
    ]
    turn_seconds: Annotated[int, "The seconds a turn in these minutes."]
    table_talk: Annotated[bool, "Whether its rules let players say phrases while a hand is played."]
    length: Annotated[str | None, "What the game's rulebook says of it."]
    brief: Annotated[str, "What a table with the options `brief` plays; empty: not told."]
    brief_minutes: Annotated[list[TableMinutes], "The same as `minutes`, of such a table."]


@cache
def about_game(game: AnyGame) -> AboutGame:
    """Return what a host is told of a game."""
    about = game.about or _about_by_rules(game)
    return {
        "kind": about.kind,
        "summary": about.summary,
        "introduction": about.introduction,
        "difficulty": about.difficulty,
        "best": [*about.best],
        "minutes": _minutes_by_seats(about.minutes),
        "turn_seconds": TURN_SECONDS,
        "table_talk": about.table_talk,
        "length": about.length,
        "brief": about.brief,
        "brief_minutes": _minutes_by_seats(about.brief_minutes),
    }


def _minutes_by_seats(spans: Mapping[int, tuple[int, int]]) -> list[TableMinutes]:
    """Return how long tables last, a row for each number of seats."""
    return [
        {"seats": seats, "least": least, "most": most} for seats, (least, most) in spans.items()
    ]


def _about_by_rules(game: AnyGame) -> About:
    """Return what the first paragraph of the rules says of a game that says no more."""
    text = (files(game.package) / "RULES.md").read_text()
    paragraphs = (" ".join(one.split()) for one in text.split("\n\n"))
    first = next((one for one in paragraphs if one and not one.startswith("#")), game.title)
    plain = MARKUP.sub(lambda mark: mark["words"] or "", first)
    return About(summary=" ".join(SENTENCE_END.split(plain)[:SENTENCES]), introduction=plain)
