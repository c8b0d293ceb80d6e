"""`fairdeal tournament`: a whole tournament from one file."""

import json
import os
import re
import secrets
import signal
import time
from contextlib import ExitStack, suppress
from functools import partial
from http.client import HTTPException
from pathlib import Path

import click
from rich.table import Table as Grid
from rich.text import Text

from events.terminal import say_json
from games.core.about import TURN_SECONDS
from games.core.words import count_phrase
from service.commands.client import ApiProblem, Client
from service.commands.options import AS_JSON
from service.commands.screen import Screen
from service.commands.tournaments.cup import BadCup, Cup, read_cup, require_future_cup
from service.commands.tournaments.directing import (
    announce_command,
    describe_command,
    forbid_command,
    reschedule_command,
    return_command,
    sit_out_command,
    swap_command,
)
from service.commands.tournaments.estimate import Forecast, forecast_cup
from service.commands.tournaments.folder import CupFolder, CupRefused, CupState
from service.commands.tournaments.own_server import OwnServer
from service.commands.tournaments.progress import CupProgress, leaders_grid
from service.commands.tournaments.results import entrant_names
from service.commands.tournaments.runner import RESULTS, TRIES, CupRun

CUP = click.argument("cup", type=click.Path(dir_okay=False, path_type=Path))
CORES = os.cpu_count() or 1
NOTHING_COMPARED = (
    "No two tables have the same cards, so with `duplicate` all scores will be 0: take at least"
    " twice as many entrants as seats, or the scoring `points`."
)


@click.group()
def tournament() -> None:
    """Run or check a tournament from one file, or direct one that is there.

    docs/reference/tournament-settings.md describes the file; examples/cups/ has some.
    """


tournament.add_command(forbid_command)
tournament.add_command(swap_command)
tournament.add_command(return_command)
tournament.add_command(reschedule_command)
tournament.add_command(sit_out_command)
tournament.add_command(announce_command)
tournament.add_command(describe_command)


@tournament.command()
@CUP
@AS_JSON
def check(cup: Path, as_json: bool) -> None:
    """Predict tables, deals, duration and certainty of the CUP.

    Nothing is started on a server: this process pairs rounds and lets bots play tables.
    """
    own = _cup_in(cup)
    _require_future_cup(cup, own)
    try:
        found = forecast_cup(own, CORES)
    except Exception as error:  # whatever it is: no traceback helps a director
        raise click.ClickException(_error_sentence(error)) from None
    if as_json:
        say_json(found.as_json())
    else:
        _show_forecast(own, found)


@tournament.command()
@CUP
@click.option(
    "--server", default=None, metavar="URL", help="Server to play on [default: one of its own]."
)
@click.option(
    "--token-file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    default=None,
    help="File with the token of a director at that server.",
)
@click.option(
    "--results",
    type=click.Path(file_okay=False, path_type=Path),
    default=None,
    help="Folder for the results [default: NAME-results for NAME.toml].",
)
def run(cup: Path, server: str | None, token_file: Path | None, results: Path | None) -> None:
    """Run the CUP to its end, and write JSON, CSV and a report.

    You can stop or kill it at any moment; the same command continues from there.
    """
    own = _cup_in(cup)
    server, token_file = server or own.run.server, token_file or own.run.token_file
    if (server is None) != (token_file is None):
        why = "--server needs --token-file, with the token of a director at that server"
        raise click.UsageError(why)
    folder = CupFolder(results or own.run.results or Path(f"{cup.stem}-results"))
    for sign in (signal.SIGINT, signal.SIGTERM):  # what a shell runs beside it ignores the first
        signal.signal(sign, signal.default_int_handler)
    try:
        with folder.alone():
            state = folder.state(own, server)
            if not state.opening_sent:
                _require_future_cup(cup, own)
            _run_cup(own, folder, state, token_file)
    except CupRefused as no:
        raise click.ClickException(str(no)) from None
    except ApiProblem as problem:
        raise click.ClickException(f"The server refused: {problem}") from None
    except (OSError, HTTPException) as error:
        raise click.ClickException(f"{server or 'The server'} does not answer: {error}") from None
    except json.JSONDecodeError as error:
        raise click.ClickException(f"{server} is not a fairdeal server: {error}") from None
    except click.ClickException:
        raise
    except Exception as error:  # whatever it is: no traceback helps a director
        raise click.ClickException(_failure_message(error, folder)) from None
    except KeyboardInterrupt:
        raise SystemExit(
            f"Stopped. Run the same command to continue from there: {folder.path}"
        ) from None


def _failure_message(error: Exception, folder: CupFolder) -> str:
    """Return what a director is told of an error of ours; its traceback goes into the folder."""
    what = _error_sentence(error)
    with suppress(OSError):
        what += f"; {folder.keep_failure(error)} has the details"
    return f"{what}. Run the same command to continue from there"


def _error_sentence(error: Exception) -> str:
    """Return what is said of an error that is nobody's but ours."""
    return f"This is an error in fairdeal ({type(error).__name__}: {error})"


def _require_future_cup(file: Path, cup: Cup) -> None:
    """End where the start of a cup that is not opened lies behind us."""
    try:
        require_future_cup(file, cup, time.time_ns() // 1_000_000)
    except BadCup as bad:
        raise click.ClickException(f"this file can't be run\n{bad}") from None


def _run_cup(cup: Cup, folder: CupFolder, state: CupState, token_file: Path | None) -> None:
    """Run what is left of a cup, and tell how it goes and what came out."""
    screen, server = Screen(highlight=False), state.server
    if not state.done:
        with ExitStack() as stack:
            progress = stack.enter_context(CupProgress(cup, screen))
            if server is None or token_file is None:
                progress.phase("Starting a server: Redis, API, follower and workers")
                embedded = stack.enter_context(OwnServer(folder.path))
                where, make = embedded.url, partial(_account_in, embedded, role="player")
                if state.director is None:
                    _, state.director = _account_in(embedded, "director", "director")
                    folder.keep(state)
                token = state.director
            else:
                where, make = server.rstrip("/"), partial(_account_at, server.rstrip("/"))
                token = token_file.read_text().strip()
            client = Client(where, token, TRIES, patient=True)
            CupRun(cup, folder, state, client, make, progress).run()
    _print_results(screen, folder)


def _print_results(screen: Screen, folder: CupFolder) -> None:
    """Print the final standings, and where all else is."""
    results = json.loads((folder.path / "results.json").read_text())
    names = entrant_names(results)
    screen.print(
        leaders_grid([{**row, "name": names[row["entrant"]]} for row in results["standings"]])
    )
    for name in RESULTS:
        screen.print(Text(str(folder.path / name), "dim"), soft_wrap=True)


def _account_in(server: OwnServer, name: str, role: str) -> tuple[str, str]:
    """Make an account at a server of one's own; return id and token."""
    return server.account(_unique_account_name(name), role)


def _account_at(url: str, name: str) -> tuple[str, str]:
    """Make an account at a server; return id and token."""
    made = Client(url, tries=TRIES, patient=True).post(
        "/v1/players", {"name": _unique_account_name(name)}
    )
    return made["player"], made["token"]


def _unique_account_name(name: str) -> str:
    """Return a name that no other account has; it is that of nothing but the account."""
    letters = re.sub(r"[^0-9A-Za-z ]", " ", name).strip()[:15] or "program"
    return f"{letters} {secrets.token_hex(4)}"


def _cup_in(path: Path) -> Cup:
    """Return the cup of a file, or end with all that is wrong in it."""
    try:
        return read_cup(path)
    except BadCup as bad:
        raise click.ClickException(f"this file can't be run\n{bad}") from None


def _show_forecast(cup: Cup, found: Forecast) -> None:
    """Print what a cup will be."""
    console = Screen(highlight=False)
    console.print(Text(cup.name, "bold"))
    grid = Grid(box=None, show_header=False, padding=(0, 2))
    each = str(found.least) if found.least == found.most else f"{found.least} to {found.most}"
    rows = (
        ("entrants", str(found.entrants)),
        ("rounds", str(found.rounds)),
        ("tables", f"{found.tables}, {each} for each entrant"),
        ("deals", f"{found.deals}; tables of one deal have the same cards"),
        ("time", _duration_text(found)),
        ("intervals", _interval_width_text(found.mean, "an entrant's mean a table")),
        ("", _interval_width_text(found.pair, "what two entrants differ by a table")),
    )
    for what, value in rows:
        grid.add_row(Text(what, "dim"), Text(value))
    console.print(grid)
    if not found.compares:
        console.print(Text(NOTHING_COMPARED, "bold"))
    why = (
        "Time and intervals are estimates: from measured times of a move, and from tables that"
        " `regular` played just now with these options."
    )
    console.print(Text(why, "dim"))


def _duration_text(found: Forecast) -> str:
    """Return how long it will take, in words."""
    about = max(1, round(found.seconds / 60))
    cores = count_phrase(found.cores, "processor")
    work = f"about {count_phrase(about, 'minute')} of work for {cores}"
    if found.seconds < 45:
        work = f"less than a minute of work for {count_phrase(found.cores, 'processor')}"
    if found.waits:
        work += ", the waits for the beacon included"
    if found.people_minutes is None:
        return work
    least, most = found.people_minutes
    return f"{work}; beside it people take {least} to {most} minutes, at {TURN_SECONDS} s a turn"


def _interval_width_text(half: float | None, what: str) -> str:
    """Return how wide an interval will be, in words."""
    return f"none for {what}: too few deals" if half is None else f"± {half:.2g} for {what}"
