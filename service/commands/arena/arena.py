"""`fairdeal arena`: bots play duplicate deals, without HTTP and Redis."""

import math
import os
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from bots.arena import Match
from bots.control import control_adjusted_row, control_of
from bots.deals import Dealer
from bots.entrants import BadEntrant, player_factory
from bots.exploits import EXPLOITED
from bots.programs import ProgramLimits
from bots.results import ResultsMismatch
from bots.run import MatchRun, StopCondition
from bots.scores import EntrantScores, mean_score, score_row_json, score_rows
from bots.suite import BadSuite, SuiteEntry, read_suite
from events.terminal import say_json, say_lines
from games import NEWEST
from games.core.game import AnyGame
from games.core.options import BadOptions, option_forms
from games.core.words import count_phrase
from service.commands.arena.exploit import look_for_exploit
from service.commands.arena.screen import print_bot_results
from service.commands.arena.suite import Form, SuitePrinter, csv_line
from service.commands.demo import read_options
from service.commands.screen import Screen

HELP = """Rate bots in matches of duplicate deals.

Every deal is played with the same cards in every order of the bots round the table. A gain is the
score less the mean of the table's scores; ± is half a 95 % interval over the deals.

\b
BOTS: novice, regular, expert   the levels of the game
      expert@100                with another budget: at most 100 playouts a move
      plain                     the yardstick: the bots of old, which never change
      program:./my_bot.py       a program that speaks JSON over standard input and output
      python:module:NAME        a Bot of games.core.bots in a module of yours

\b
fairdeal arena --game boon --bots expert,regular,regular,novice --deals 500
fairdeal arena --game boosh --bots regular,plain,plain --until 2 --results boosh.jsonl
fairdeal arena --game boon --bots program:./my_bot.py,novice,novice --limit 500
fairdeal arena --game bum --bots expert@50,plain,plain --whole --options exchange=false
fairdeal arena --suite docs/bots.toml --control --results figures
fairdeal arena --exploit boosh --seats 3 --deals 2000

docs/how-to/compare-bots.md says how all of this is done.
"""
OF_A_MATCH = (
    "game", "seats", "bots", "deals", "until", "seed", "whole", "options", "limit", "svg",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ArenaOptions:
    """What stands on the command line."""

    game: str | None
    seats: int | None
    bots: str | None
    deals: int
    until: float | None
    seed: str
    whole: bool
    options: str
    limit: int
    processes: int
    results: Path | None
    form: Form
    svg: Path | None
    control: bool
    suite: Path | None
    short: bool
    exploit: str | None
    tries: int


@click.command("arena", help=HELP)
@click.option("--game", type=click.Choice(sorted(NEWEST)), default=None, help="The game.")
@click.option(
    "--seats",
    type=click.IntRange(1),
    default=None,
    help="Number of seats [default: as many as bots].",
)
@click.option("--bots", default=None, metavar="BOT,BOT...", help="The bots, one for each seat.")
@click.option("--deals", type=click.IntRange(1), default=100, show_default=True, help="At most.")
@click.option(
    "--until",
    type=click.FloatRange(0, min_open=True),
    default=None,
    metavar="WIDTH",
    help="Stop when the interval of every gain is at most so wide, from 30 deals on.",
)
@click.option(
    "--seed", default="1", show_default=True, help="Any text; equal seeds give equal results."
)
@click.option("--whole", is_flag=True, help="A deal is a whole table, not one hand.")
@click.option("--options", default="", help="Options of the tables: name=value,name=value.")
@click.option(
    "--limit",
    type=click.IntRange(1),
    default=1000,
    show_default=True,
    metavar="MS",
    help="Milliseconds that a program has for a move.",
)
@click.option(
    "--processes",
    type=click.IntRange(1, 256),
    default=os.cpu_count() or 1,
    show_default="one a core",
    help="Processes that play in parallel; results do not depend on it.",
)
@click.option(
    "--results",
    type=click.Path(path_type=Path),
    default=None,
    help="Save every deal in this file (suite: folder); a next run continues from it.",
)
@click.option(
    "--control",
    is_flag=True,
    help="Have `regular` play for bots that think on ten times the deals, and take luck out.",
)
@click.option(
    "--csv",
    "form",
    flag_value="csv",
    help="Print CSV: a line per table and seat (suite: per match).",
)
@click.option("--json", "form", flag_value="json", help="Print one JSON object instead.")
@click.option(
    "--table", "form", flag_value="table", default="table", help="Print a table (the default)."
)
@click.option(
    "--svg",
    type=click.Path(dir_okay=False, path_type=Path),
    default=None,
    help="Also draw a match to this file.",
)
@click.option(
    "--suite",
    type=click.Path(dir_okay=False, exists=True, path_type=Path),
    default=None,
    help="Play all matches of this file, such as docs/bots.toml, and say which goals are met.",
)
@click.option("--short", is_flag=True, help="Of a suite: few deals, few playouts.")
@click.option(
    "--exploit",
    type=click.Choice([EXPLOITED.name]),
    default=None,
    help="Search for a simple rule that gains against `regular`, at --seats seats.",
)
@click.option(
    "--tries",
    type=click.IntRange(10),
    default=4000,
    show_default=True,
    help="Of --exploit: how many rules are compared.",
)
@click.pass_context
def arena(context: click.Context, /, **given: Any) -> None:
    """Play what is asked for."""
    settings = ArenaOptions(**given)
    _require_usable(settings)
    _require_together(context, settings)
    sys.path.append(os.getcwd())  # where modules of one's own lie
    if settings.exploit is not None:
        _look_for_exploit(settings)
        return
    if settings.suite is not None:
        _play_suite(settings, settings.suite)
        return
    if settings.game is None or settings.bots is None:
        raise click.UsageError("Give --game and --bots, --suite FILE, or --exploit GAME")
    run = MatchRun(
        _match_of(settings, settings.game, settings.bots),
        StopCondition(settings.deals, settings.until),
    )
    if not _play_saved(run, settings):
        say_lines("Stopped; the results cover the deals played so far", err=True)
    _print_match_results(run, settings)


def _require_usable(settings: ArenaOptions) -> None:
    """End with a sentence before anything is played that could not be dealt, ended or drawn."""
    if settings.until is not None and not math.isfinite(settings.until):
        why = f"must be the width of an interval, as in 0.5, not {settings.until}"
        raise click.ClickException(f"--until: {why}")
    for name, text in (
        ("seed", settings.seed),
        ("bots", settings.bots),
        ("options", settings.options),
    ):
        try:
            (text or "").encode()
        except UnicodeEncodeError:
            raise click.ClickException(f"--{name}: must be text in UTF-8") from None
    if settings.svg is not None and not settings.svg.parent.is_dir():
        raise click.ClickException(f"--svg: there is no folder {settings.svg.parent}")


def _require_together(context: click.Context, settings: ArenaOptions) -> None:
    """End with a sentence where an option would be passed over in silence."""
    if settings.suite is None and settings.short:
        raise click.UsageError("--short is a form of suites: name one with --suite FILE")
    if settings.suite is not None:
        typed = ParameterSource.COMMANDLINE
        own = [f"--{name}" for name in OF_A_MATCH if context.get_parameter_source(name) is typed]
        if own:
            raise click.UsageError(
                f"--suite takes these options from its file: leave {', '.join(own)} out"
            )


def _look_for_exploit(settings: ArenaOptions) -> None:
    """Search for a rule at the number of seats that is asked for."""
    seats = settings.seats or EXPLOITED.seats[0]
    if seats not in EXPLOITED.seats:
        raise click.ClickException(_seats_text(EXPLOITED, seats))
    look_for_exploit(seats, settings.deals, settings.tries, settings.seed)


def _match_of(settings: ArenaOptions, name: str, bots: str) -> Match:
    """Return the match that is asked for, or end with a sentence where it can't be played."""
    game, lineup = NEWEST[name], tuple(one.strip() for one in bots.split(","))
    seats = len(lineup) if settings.seats is None else settings.seats
    if seats not in game.seats:
        raise click.ClickException(_seats_text(game, seats))
    if len(lineup) != seats:
        why = f"--bots names {len(lineup)} bots for {seats} seats; name one a seat"
        raise click.ClickException(why)
    dealer = Dealer(game, seats, read_options(settings.options), settings.whole, settings.seed)
    match = Match(dealer, lineup, ProgramLimits(move=settings.limit))
    _require_bots_and_options(game, match)
    return match


def _seats_text(game: AnyGame, seats: int) -> str:
    """Return why a game can't be played with so many seats."""
    return f"{game.title} is for {game.seats[0]} to {game.seats[-1]} seats, not {seats}"


def _require_bots_and_options(game: AnyGame, match: Match) -> None:
    """End with a sentence where bots or options are not there."""
    try:
        match.dealer.options()
        for name in match.names:
            player_factory(game, name, match.limits)
    except BadEntrant as bad:
        raise click.ClickException(f"--bots: {bad}") from None
    except BadOptions as bad:
        known = ", ".join(row["name"] for row in option_forms(game.options))
        raise click.ClickException(f"{game.title}: {bad}. Its options: {known}") from None


def _play_suite(settings: ArenaOptions, path: Path) -> None:
    """Play the matches of a file; the exit code is 1 if a goal is not met, but in short form."""
    entries, figures = (
        _entries_of(settings, path),
        SuitePrinter(settings.form, verdicts=not settings.short),
    )
    figures.begin()
    try:
        missed = sum(not _is_met(settings, entry, figures) for entry in entries)
    finally:
        figures.end()
    if missed and not settings.short:
        raise SystemExit(f"{count_phrase(missed, 'goal')} of {len(entries)} not met")


def _entries_of(settings: ArenaOptions, path: Path) -> list[SuiteEntry]:
    """Return the matches of a file, or end with a sentence where they can't be played and kept."""
    try:
        entries = read_suite(path, NEWEST, settings.short)
        if settings.results is not None:
            settings.results.mkdir(parents=True, exist_ok=True)
    except BadSuite as bad:
        raise click.ClickException(f"--suite: {bad}") from None
    except OSError as error:
        why = f"{settings.results} can't be a folder of results ({error.strerror})"
        raise click.ClickException(f"--results: {why}") from None
    return entries


def _is_met(settings: ArenaOptions, entry: SuiteEntry, figures: SuitePrinter) -> bool:
    """Play a match of a suite and tell of it; say whether it did what is expected."""
    run = MatchRun(entry.match, StopCondition(entry.deals))
    file = None if settings.results is None else settings.results / f"{entry.name}.jsonl"
    if not _play_saved(run, replace(settings, deals=entry.deals, results=file)):
        raise SystemExit(f"Stopped in {entry.name}; with --results FOLDER it can be played on")
    deals = run.counted()
    _print_lost_deals(run)
    if not deals:
        return False
    row = _bot_rows(run, settings)[0]
    figures.add(entry, row, len(deals))
    return entry.met(row)


def _play_saved(run: MatchRun, settings: ArenaOptions) -> bool:
    """Play, or end with a sentence where the results can't be kept where they should."""
    try:
        return _play_with_progress_bar(run, settings)
    except ResultsMismatch as bad:
        raise click.ClickException(f"--results: {bad}") from None


def _play_with_progress_bar(run: MatchRun, settings: ArenaOptions) -> bool:
    """Play, with a bar that shows how much is done; False if Ctrl-C ended it with what there is."""
    console = Screen(stderr=True)
    bar = Progress(
        TextColumn("deals"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
        console=console, disable=not console.is_terminal, transient=True,
    )  # fmt: skip
    with bar:
        task = bar.add_task("", total=settings.deals)
        try:
            run.play(
                settings.processes,
                settings.results,
                lambda: bar.update(task, completed=len(run.deals) + len(run.lost)),
            )
        except KeyboardInterrupt:
            return False
    return True


def _print_match_results(run: MatchRun, settings: ArenaOptions) -> None:
    """Print what came out."""
    deals = run.counted()
    _print_lost_deals(run)
    if not deals:
        raise click.ClickException(
            "There are no results yet: deals count in order, and the first one has not ended"
        )
    if settings.form == "csv":
        say_lines(*_seat_csv_lines(run))
    elif settings.form == "json":
        found = [score_row_json(row) for row in _bot_rows(run, settings)]
        say_json({"plan": run.match.plan(), "deals": len(deals), "bots": found})
    else:
        print_bot_results(_bot_rows(run, settings), len(deals), settings.svg)


def _bot_rows(run: MatchRun, settings: ArenaOptions) -> list[EntrantScores]:
    """Return what is told of each bot, with luck taken out where that is asked for."""
    found = score_rows(run.match.names, run.counted())
    try:
        control = control_of(run, settings.processes) if settings.control else None
    except KeyboardInterrupt:
        say_lines("Stopped; luck is not taken out", err=True)
        control = None
    return found if control is None else [control_adjusted_row(row, run, control) for row in found]


def _print_lost_deals(run: MatchRun) -> None:
    """Say which deals could not be played."""
    for k, why in sorted(run.lost.items()):
        say_lines(f"Deal {k} is left out: {why}", err=True)


def _seat_csv_lines(run: MatchRun) -> list[str]:
    """Return a line a deal, table and seat."""
    lines = ["deal,table,seat,bot,score,place,gain,moves,playouts,fallbacks"]
    for k in range(run.upto):
        for at, (lineup, result) in enumerate(run.deals.get(k, ())):
            for seat, name in enumerate(lineup):
                own = result.conduct[seat]
                gain, place, _ = mean_score([(result, seat)])
                cells = (k, at, seat, name, result.scores[seat], place, round(gain, 6))
                lines.append(csv_line((*cells, own.moves, own.playouts, own.fallbacks)))
    return lines
