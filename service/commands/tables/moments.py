"""`fairdeal replay --json`: the moments of a log file as JSON, or why there are none."""

from pathlib import Path

import click

from events.terminal import say_json
from events.verify.report import Unreadable
from games.core.contract import Seat
from games.core.errors import FairdealError
from projections.tables.languages import LANGUAGES
from projections.tables.log_replay import ALL, MOST, Viewers, replay_of_log
from service.commands.options import TrustedKeys
from service.commands.tables.verify import trusted_keys

NOBODY = "nobody"


def run_moments(
    file: Path, given: TrustedKeys, who: str, *, at: int, limit: int, language: str
) -> int:
    """Print a page of the moments of a log; return 0, or 1 where it is refused."""
    if language not in LANGUAGES:
        raise click.ClickException(f"--language takes one of {', '.join(LANGUAGES)}")
    try:
        keys = trusted_keys(given)
    except Unreadable as error:
        raise click.ClickException(str(error)) from None
    try:
        most = min(max(limit, 1), MOST)
        say_json(replay_of_log(file, keys, at, most, _eyes_of(who), language))
    except FairdealError as error:
        refusal = {"code": error.code, "status": error.status, "detail": error.detail}
        say_json({"refused": refusal})
        return 1
    return 0


def _eyes_of(who: str) -> Viewers:
    """Return whose eyes a word of `--as` means."""
    if who in ("auditor", ALL):
        return "all"
    if who == NOBODY:
        return None
    if not who.isdigit():
        raise click.ClickException(f"--as takes a seat, auditor or {NOBODY}")
    return Seat(int(who))
