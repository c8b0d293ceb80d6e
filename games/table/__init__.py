"""The life of a table around any game: open, sit, leave, start, act, adjourn, close."""

from games.table.commands import (
    Act,
    Adjourn,
    Close,
    Command,
    Leave,
    Open,
    Return,
    Rule,
    Signed,
    Sit,
    Start,
    TimeOut,
)
from games.table.evolve import fold
from games.table.rules import Draft, decide, due
from games.table.rulings import corrected, require_impartial, ruled_since
from games.table.state import Fact, Table
from games.table.view import view

__all__ = [
    "Act",
    "Adjourn",
    "Close",
    "Command",
    "Draft",
    "Fact",
    "Leave",
    "Open",
    "Return",
    "Rule",
    "Signed",
    "Sit",
    "Start",
    "Table",
    "TimeOut",
    "corrected",
    "decide",
    "due",
    "fold",
    "require_impartial",
    "ruled_since",
    "view",
]
