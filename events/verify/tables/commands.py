"""The commands of a log: what an event that begins one asks for, and whether the rules take it."""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from events.record.codec import COMMAND_NAMES, NAMES, read_command
from events.record.decider import Parts
from events.verify.report import Fault, Unreadable
from games.core.contract import Illegal, RulesNotInstalled
from games.core.options import BadOptions
from games.core.type_hints.values import BadValue
from games.table import (
    Adjourn,
    Close,
    Command,
    Invite,
    Leave,
    Open,
    Return,
    Reveal,
    Rule,
    Sit,
    Start,
    Table,
    decide,
    refusals,
)
from games.table import events as ev

REFUSED = {
    refusals.TOO_LATE.code: "late_action",
    refusals.TOO_EARLY.code: "early_time_out",
    refusals.NOT_EXPIRED.code: "early_expiry",
    refusals.NOT_YOUR_SEAT.code: "wrong_holder",
    refusals.NOT_THE_OPENER.code: "wrong_holder",
    refusals.NOT_THE_CLOCK.code: "wrong_holder",
    refusals.MAY_NOT_START.code: "wrong_holder",
    refusals.SEATED.code: "wrong_holder",
    refusals.SEAT_RESERVED.code: "wrong_holder",
    refusals.NOT_YOUR_INVITATION.code: "wrong_holder",
    refusals.NOT_IMPARTIAL.code: "wrong_holder",
    refusals.NOT_ITS_TOURNAMENT.code: "wrong_holder",
    refusals.OTHER_CLOSING.code: "wrong_entropy",
    refusals.ENTROPY_NOT_AWAITED.code: "wrong_entropy",
    refusals.ENTROPY_DIFFERS.code: "wrong_entropy",
    refusals.WRONG_SEED.code: "wrong_seed",
    **{one.code: "wrong_beacon" for one in refusals.OF_BEACONS},
    refusals.TOO_SOON.code: "early_bot",
    refusals.CLOSED.code: "after_close",
    refusals.FINISHED.code: "after_close",
    refusals.UNSIGNED.code: "unsigned_action",
    refusals.NO_KEY.code: "forged_action",
    refusals.BAD_SIGNATURE.code: "forged_action",
    refusals.SIGNATURE_USED.code: "reused_signature",
}
NAME = re.compile(r"(?:player|tournament):[A-Za-z0-9_-]{1,64}|seat:[0-9]{1,2}|clock|server")
OF_PLAYERS = frozenset({Sit, Leave, Return, Start, Reveal, Adjourn, Close, Invite, Rule})
MALFORMED = (KeyError, IndexError, TypeError, ValueError, AttributeError, AssertionError)
REFUSALS = (Illegal, BadValue, BadOptions, *MALFORMED)  # what stands in a file may be anything


class UnjudgeableCommand(Exception):
    """A command cannot be judged because parts of the log are not open."""


def command_in_event(table: Table | None, public: dict[str, Any], parts: Parts) -> Command:
    """Return the command that an event begins with, or say why there is none."""
    n = public["n"]
    if not isinstance(public["cause"], dict):
        why = f"event {n} must begin a command, since the one before it is whole"
        raise Fault("wrong_cause", n, why)
    _require_place(table, public)
    try:
        return read_command(None if table is None else table.game, public, parts)
    except (BadValue, *MALFORMED) as error:
        if public["seals"].keys() - parts.keys():
            raise UnjudgeableCommand(f"event {n} holds no readable command: {error}") from None
        why = f"event {n} holds no readable command: {error}"
        raise Fault(_bad_command_kind(error), n, why) from None


def _require_place(table: Table | None, public: dict[str, Any]) -> None:
    """Refuse a log that does not begin with its opening, or opens twice."""
    n, name = public["n"], public["cause"]["action"].get("type")
    if (table is None) != (name == COMMAND_NAMES[Open]):
        raise Fault("wrong_cause", n, "a log begins with the opening of its table, once")
    if name == COMMAND_NAMES[Open] and public["type"] != NAMES[ev.Opened]:
        raise Fault("wrong_event", n, "a log begins with table.opened.v1")


def require_time(table: Table | None, public: Mapping[str, Any]) -> None:
    """Refuse an event that is earlier than the one before it."""
    if table is not None and public["at"] < table.at:
        n, back = public["n"], table.at - public["at"]
        raise Fault("time_reversed", n, f"event {n} is {back} ms earlier than the one before it")


@lru_cache(1_000)
def is_actor_name(by: str) -> bool:
    """Say whether there can be such a one who asks."""
    return NAME.fullmatch(by) is not None


def require_name(command: Command, public: Mapping[str, Any]) -> None:
    """Refuse what was asked by nobody, or what only a player asks by somebody else."""
    n, by = public["n"], public["by"]
    if not is_actor_name(by) or (type(command) in OF_PLAYERS and by[:7] != "player:"):
        raise Fault("wrong_holder", n, f"the command of event {n} cannot be asked by {by}")


def judge_command(
    table: Table | None, by: str, command: Command, at: int, table_id: str, n: int
) -> list[Any]:
    """Return the drafts of a command, or the fault of one that the rules refuse."""
    try:
        return decide(table, by, command, at, table_id)
    except RulesNotInstalled as error:
        rules = f"{error.game} with rules {error.version}"
        why = f"the log is of {rules}, which are not installed here: install the game's package"
        raise Unreadable(f"{why}, and verify it again") from None
    except REFUSALS as error:
        raise refusal_fault(n, error) from None


def refusal_fault(n: int, error: Exception) -> Fault:
    """Return the fault of a command that the rules refuse, or cannot take."""
    if isinstance(error, Illegal):
        why = f"the rules refuse the command of event {n}: {error} ({error.code})"
        return Fault(REFUSED.get(error.code, "illegal_action"), n, why)
    return Fault(
        _bad_command_kind(error), n, f"the rules cannot take the command of event {n}: {error}"
    )


def _bad_command_kind(error: Exception) -> str:
    """Return what a command is called that is none, or that the rules cannot take."""
    is_secret = isinstance(error, BadValue) and error.path == "secret"
    return "wrong_secret" if is_secret else "illegal_action"
