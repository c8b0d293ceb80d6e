"""The life of a table around any game: open, sit, leave, start, act, adjourn, close."""

from games.table.commands import (
    Abort,
    Act,
    Adjourn,
    Beacon,
    Claim,
    Close,
    CloseEntropy,
    Command,
    EndInvitation,
    Expire,
    Invite,
    Invitee,
    Leave,
    Open,
    Release,
    Return,
    Reveal,
    Rule,
    Seated,
    Signed,
    Sit,
    Start,
    TimeOut,
)
from games.table.evolve import advance_table, fold_table_facts, with_hand_secrets, without_play
from games.table.following import Draft
from games.table.planned import table_id
from games.table.rules import decide, due_times
from games.table.rulings import corrected_outcome, require_impartial, ruled_since
from games.table.state import HIDDEN, Fact, Table, UnknownSecret
from games.table.terms import TournamentLink
from games.table.view import view

__all__ = [
    "HIDDEN",
    "Abort",
    "Act",
    "Adjourn",
    "Beacon",
    "Claim",
    "Close",
    "CloseEntropy",
    "Command",
    "Draft",
    "EndInvitation",
    "Expire",
    "Fact",
    "Invite",
    "Invitee",
    "Leave",
    "Open",
    "Release",
    "Return",
    "Reveal",
    "Rule",
    "Seated",
    "Signed",
    "Sit",
    "Start",
    "Table",
    "TimeOut",
    "TournamentLink",
    "UnknownSecret",
    "advance_table",
    "corrected_outcome",
    "decide",
    "due_times",
    "fold_table_facts",
    "require_impartial",
    "ruled_since",
    "table_id",
    "view",
    "with_hand_secrets",
    "without_play",
]
