"""Show a hand of a log file step by step, offline: ``fairdeal replay``."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click
import orjson
from rich.table import Table as Grid
from rich.text import Text

from events.record import logfile
from events.record.codec import StoredEvent
from events.record.steps import CommandStep, log_steps
from games.core.contract import Pick, Seat
from games.core.game import AnyGame
from games.core.presentation import notation
from games.core.presentation.marks import strip_marks
from games.core.type_hints.values import BadValue, known_to
from games.table import Table
from games.table.hints import strongest_bot
from games.table.notes import story_lines
from projections.tables import hand_text
from projections.tables.analysis import Decision, decisions_in, judge_decision, judgement_record
from projections.tables.hands import hand_summaries, last_of, unsalted_event
from service.commands.screen import Screen
from service.commands.tables.story import unquoted_json

AUDITOR = "auditor"
Row = tuple[str, ...]


def print_hand_replay(
    path: Path, hand: int | None, who: str, *, step: bool, analysis: bool = False
) -> None:
    """Print a hand of a log file, or the list of its hands where none is named."""
    log = _read_valid_log(path)
    walk = _log_steps(log)
    table = walk[-1].table
    console = Screen(highlight=False)
    if hand is None:
        console.print(_plain_text_grid("Hands: choose one with --hand", HANDS, _hand_rows(table)))
        return
    if not 1 <= hand <= len(table.hands):
        raise click.ClickException(f"The log has hands 1 to {len(table.hands)}, not {hand}")
    first, last = table.hands[hand - 1], last_of(table, hand)
    display = HandDisplay(console, _viewer_seat(who, table), first, last)
    if analysis:
        display.decisions = _decisions_to_judge(log, table)
    console.print(Text(_hand_title(table, hand), style="bold"))
    for one in walk:
        if first <= one.table.n and one.events[0].n <= last:
            display.show_step(one)
            if step and one.table.n < last:
                click.pause("-- any key shows the next step --")


def _read_valid_log(path: Path) -> logfile.Log:
    """Return a log whose chain and seals hold."""
    try:
        log = logfile.read_log_file(path)
        if log.header["format"] != logfile.FORMAT:
            raise click.ClickException(f"{path.name} is no log of a table")
        return log
    except (logfile.BadLog, OSError) as bad:
        raise click.ClickException(f"{path.name} is no whole log: {bad}") from None


def _log_steps(log: logfile.Log) -> list[CommandStep]:
    """Return the commands of a log."""
    try:
        return list(log_steps(log.header["table"], log.events))
    except BadValue as bad:
        why = f"The log cannot be replayed, since private parts are not in the file ({bad})"
        raise click.ClickException(why) from None


def _decisions_to_judge(log: logfile.Log, table: Table) -> dict[int, Decision]:
    """Return the decisions of a log by their events."""
    if strongest_bot(table).guide is None:
        raise click.ClickException(f"No bot of {table.game.title} searches, so none can judge")
    return {one.n: one for one in decisions_in(table.id, log.events)}


def _viewer_seat(who: str, table: Table) -> Seat | None:
    """Return the seat of ``--as``; None for the auditor, who sees everything."""
    if who == AUDITOR:
        return None
    if not who.isdigit() or int(who) >= table.seats:
        raise click.ClickException(f"--as takes a seat from 0 to {table.seats - 1}, or {AUDITOR}")
    return Seat(int(who))


def _hand_title(table: Table, hand: int) -> str:
    """Return what stands above a hand."""
    return f"{table.game.title}, table {table.id}, hand {hand} of {len(table.hands)}"


HANDS = ("hand", "first event", "last event", "complete", "voided")


def _hand_rows(table: Table) -> Iterable[Row]:
    """Yield a row for every hand."""
    for row in hand_summaries(table):
        complete, voided = ("yes" if row[word] else "no" for word in ("complete", "voided"))
        yield str(row["hand"]), str(row["first"]), str(row["last"]), complete, voided


def _plain_text_grid(name: str, columns: Sequence[str], rows: Iterable[Row]) -> Grid:
    """Return a text table; cells are plain text, whatever marks are in them."""
    made = Grid(title=Text(name), title_justify="left", title_style="italic")
    for column in columns:
        made.add_column(column, overflow="fold")
    for row in rows:
        made.add_row(*map(Text, row))
    return made


class HandDisplay:
    """A hand as it is shown: to the auditor with all its secrets, or to one seat."""

    def __init__(self, console: Screen, seat: Seat | None, first: int, last: int) -> None:
        self.console, self.seat, self.first, self.last = console, seat, first, last
        self.known: dict[Seat, dict[str, str]] = {}  # by seat: what was shown of its view
        self.decisions: dict[int, Decision] = {}  # those that are judged

    def show_step(self, step: CommandStep) -> None:
        """Show a command: what its seat knew and could have done, then what happened."""
        self.console.rule(Text(_step_heading(step)), align="left")
        seat = step.seat if self.seat is None else self.seat
        begun = step.events[0].n >= self.first  # else it was asked for in the hand before
        if seat is not None and begun and step.before is not None and step.before.play is not None:
            self.show_knowledge(step.before, seat)
            self.show_choices(step, step.before, seat)
        self.show_judgement(self.decisions.get(step.events[0].n))
        rows = _step_event_rows(step, self.seat, self.first, self.last)
        self.console.print(
            _plain_text_grid("What happened", ("event", "note", "as recorded"), rows)
        )

    def show_knowledge(self, before: Table, seat: Seat) -> None:
        """Show what a seat knew; what was shown of it before is left out."""
        new = {
            name: unquoted_json(value)
            for name, value in before.game.view(before.play, seat).items()
        }
        old = self.known.get(seat, {})
        rows = [(name, text) for name, text in new.items() if old.get(name) != text]
        self.known[seat] = new
        if rows:
            what = "knew" if not old else "knew besides"
            self.console.print(_plain_text_grid(f"What seat {seat} {what}", ("", "value"), rows))

    def show_choices(self, step: CommandStep, before: Table, seat: Seat) -> None:
        """Show what a seat could have done, with a mark at what it did."""
        rows = _choice_rows(before, seat, _step_action_line(step) if step.seat == seat else "")
        if rows:
            self.console.print(
                _plain_text_grid(f"What seat {seat} could do", ("", "action", "limits"), rows)
            )

    def show_judgement(self, decision: Decision | None) -> None:
        """Show what a decision of a seat that is looked at was worth."""
        if decision is None or self.seat not in (None, decision.seat):
            return
        found = judgement_record(decision, judge_decision(decision))
        line = f"The best move was played ({found['grade']})"
        if (cost := found["cost"]) is not None:
            line = (
                f"{found['grade']}; the bots would play: {found['best']['text']['en']}; it loses"
                f" {cost['points']:.2f} ({cost['least']:.2f} to {cost['most']:.2f})"
            )
        row = (f"seat {decision.seat}", strip_marks(line))
        self.console.print(_plain_text_grid("What it was worth", ("", "judgement"), [row]))


def _step_heading(step: CommandStep) -> str:
    """Return who asked for what, when, and the time it took."""
    public = orjson.loads(step.events[0].e)
    at = datetime.fromtimestamp(public["at"] / 1000, UTC).isoformat(
        sep=" ", timespec="milliseconds"
    )
    seat = "" if step.seat is None else f"seat {step.seat} "
    took = "" if step.took is None else f", {step.took / 1000:.1f} s used"
    return (
        f"{public['n']}  {seat}{public['cause']['action']['type']}  by {public['by']}, {at}{took}"
    )


def _step_action_line(step: CommandStep) -> str:
    """Return the action of a command as a line, secrets included; '' for a table command."""
    start = orjson.loads(step.events[0].e)
    private = orjson.loads(step.events[0].p or b"{}")
    action = dict(start["cause"]["action"])
    for part in private.values():
        action |= part["data"].get("action", {})
    game = step.table.game
    return hand_text.action_line(game, action) if action["type"] in game.actions else ""


def _choice_rows(table: Table, seat: Seat, done: str) -> list[Row]:
    """Return a row for each choice of a seat; the one that it took has a mark."""
    offered = table.game.rules.choices(table.play, seat)
    lines = [(notation.to_notation(table.game.actions, one), "") for one in offered.actions]
    lines += [_pick_line(table.game, pick) for pick in offered.picks]
    rows: list[Row] = [(">" if line == done else "", line, limits) for line, limits in lines]
    if done and rows and not any(mark for mark, *_ in rows):  # other cards within a pick's limits
        rows.append((">", done, ""))
    return rows


def _pick_line(game: AnyGame, pick: Pick[Any]) -> tuple[str, str]:
    """Return the example of a pick, and its limits in words."""
    limits = f"{pick.field}: {pick.least} to {pick.most} of {len(pick.cards)}"
    must = f"; {pick.must}" if pick.must else ""
    return notation.to_notation(game.actions, pick.example), limits + must


def _step_event_rows(step: CommandStep, seat: Seat | None, first: int, last: int) -> Iterable[Row]:
    """Yield a row for every event of a command: its number, its note, and what it recorded."""
    for event, text in zip(step.events, story_lines(step.table, seat), strict=True):
        if first <= event.n <= last:
            line = hand_text.event_line(_event_seen_by_seat(event, seat), step.table.seats)
            yield str(event.n), strip_marks(text["text"]), line.partition(" ")[2]


def _event_seen_by_seat(event: StoredEvent, seat: Seat | None) -> Any:
    """Return an event as a seat received it; None: as the auditor reads it."""
    public, private = orjson.loads(event.e), orjson.loads(event.p or b"{}")
    parts = {key: part for key, part in private.items() if seat is None or known_to(key, seat)}
    return unsalted_event({**public, "parts": parts}, "")
