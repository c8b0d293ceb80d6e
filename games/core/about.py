"""What a host wants to know of a game before a table is opened."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

TURN_SECONDS = 20  # what each turn takes where the minutes of a table are told

Difficulty = Literal["easy", "medium", "hard"]


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """A game in the words and numbers by which people choose one.

    Attributes:
        kind: what sort of game it is, in a sentence; "": only the summary tells.
        summary: what one does and how one wins, in three sentences.
        introduction: the same at more length: it takes thirty seconds to read.
        difficulty: `easy` to learn within a hand, `medium` within a table, `hard` beyond that.
        best: the numbers of seats at which it plays best; empty: all alike.
        minutes: number of seats -> about the least and the most that a table with the usual
            options lasts, at `TURN_SECONDS` a turn (measured: `service/games/minutes.py`).
        table_talk: whether its rules let players say phrases while a hand is played.
        length: what the game's own rulebook says of that, word by word; None: nothing.
        pictured: ids of three or four cards that stand for the game; none: any.
        brief: what a table with the game's `brief` options plays, such as "one hand"; "": nothing.
        brief_minutes: the same as `minutes`, of such a table.
        expected_turns: about how many actions a table with such options and so many seats takes;
            None: few, whatever the options.
    """

    summary: str
    introduction: str
    kind: str = ""
    difficulty: Difficulty | None = None
    best: tuple[int, ...] = ()
    minutes: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    table_talk: bool = True
    length: str | None = None
    pictured: tuple[str, ...] = ()
    brief: str = ""
    brief_minutes: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    expected_turns: Callable[[Any, int], int] | None = None
