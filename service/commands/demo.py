"""Play one table of each game over HTTP, tell it, verify its log: ``fairdeal demo``."""

import json
import random
import secrets
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import click
import orjson
from rich import box
from rich.table import Table as Grid
from rich.text import Text

from events.cached_streams import CachedStream
from events.record import logfile
from events.record.codec import StoredEvent, decode_event
from events.record.receipts import read_public_key
from events.store.embedded.server import UnfitServer
from events.store.embedded.server_binary import NoServer
from events.verify.log import verify_log
from events.verify.report import LogReport
from games import NEWEST
from games.core.bots import LEVELS, levels_of
from games.core.contract import Seat
from games.core.fairness.commitment import entropy_commitment
from games.core.game import AnyGame
from games.core.options import BadOptions, option_forms, validate_options
from games.core.words import count_phrase
from games.table import fold_table_facts
from projections.tables.views import Names, view_for_seat
from service.commands.client import ApiProblem, Client, register_account
from service.commands.processes import ServerStack, StartFailure, free_port
from service.commands.screen import Screen
from service.commands.tables.story import (
    CardColours,
    outcome_grid,
    print_table_story,
    raw_event_line,
)

KEYS = "keys.json"  # beside the logs that are kept
WAIT = 5  # seconds that a read waits for news
PATIENCE = 120.0  # seconds without news after which a table counts as stuck
Progress = Callable[[str], None]


@dataclass
class ObservedTable:
    """What the scripted client saw of one table."""

    table: str
    seat: Seat
    views: list[tuple[Seat | None, dict[str, Any]]] = field(default_factory=list)
    actions: int = 0


class DemoVerdict(NamedTuple):
    """What became of a table: `wrong` numbers the events after which a view differs."""

    title: str
    file: Path
    report: LogReport
    views: int
    wrong: list[int]


class DemoOptions(NamedTuple):
    """What is to be played, and how it is told."""

    games: tuple[str, ...]
    seats: int | None
    bots: str
    options: str
    logs: Path | None
    quiet: bool
    events: bool


def run_demo(wish: DemoOptions) -> int:
    """Play, tell, verify; return the exit code: 0 when all logs are good and all views agree."""
    if wish.quiet and wish.events:
        raise click.UsageError("--quiet shows no play, --events all of it: leave one out")
    wanted, console = _selected_games(wish.games), Screen(highlight=False)
    settings = {game.name: table_settings(game, wish.seats, wish.options) for game in wanted}
    for game in wanted:
        _require_level(game, wish.bots)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="fairdeal-demo-")))
        console.print("Starting a server: Redis, API, follower and workers on private ports ...")
        server = stack.enter_context(ServerStack(folder, free_port()))
        client = register_account(server.url, f"demo {secrets.token_hex(3)}")
        keep = wish.logs or folder / "logs"
        keep.mkdir(parents=True, exist_ok=True)
        show = DemoRunner(console, client, keep, None if wish.quiet else wish.events)
        show.level = wish.bots
        done = [show.table(game, settings[game.name]) for game in wanted]
        console.print()
        console.print("Stopping the server ...", style="dim")
    return _print_conclusion(console, done, wish.logs)


def _require_level(game: AnyGame, level: str) -> None:
    """Refuse a level of bots that a game lacks."""
    if level not in game.bots.levels:
        there = ", ".join(levels_of(game.bots.levels))
        raise click.ClickException(f"{game.title} has no bots of the level {level}, but: {there}")


class DemoRunner:
    """Plays tables, tells them and verifies their logs; `raw` is None to tell only the results."""

    level = "regular"  # of the bots

    def __init__(self, console: Screen, client: Client, logs: Path, raw: bool | None) -> None:
        self.console, self.client, self.logs, self.raw = console, client, logs, raw
        published = client.raw("GET", "/v1/keys", None, {})
        (logs / KEYS).write_bytes(published)
        self.keys = [read_public_key(row) for row in orjson.loads(published)["keys"]]

    def table(self, game: AnyGame, body: dict[str, Any]) -> DemoVerdict:
        """Play, tell and verify one table."""
        begin, names = time.monotonic(), seat_holder_labels(body["seats"])
        self.console.print()
        self.console.rule(Text(f"{game.title}, {body['seats']} seats", "bold"), align="left")
        with _live_progress_line(self.console, f"Playing {game.title}") as progress:
            played = play_demo_table(self.client, body, progress, self.level)
            progress("verifying the log")
            path = self.logs / f"{game.name}-{played.table}.jsonl"
            path.write_bytes(self.client.raw("GET", f"/v1/tables/{played.table}/log", None, {}))
            events = logfile.read_log_file(path, self.keys[0].public).events
            report = verify_log(path, self.keys)
            wrong = _events_with_view_mismatch(played, events)
        took = time.monotonic() - begin
        self.print_story(game, played.table, events)
        outcome = played.views[-1][1]["outcome"]
        self.console.print(outcome_grid(outcome, names))
        actions = count_phrase(played.actions, "action")
        about = f"{count_phrase(len(events), 'event')}, {actions} of ours, {took:.1f} s"
        self.console.print(Text(f"  {about}. {outcome['text']}"))
        return DemoVerdict(game.title, path, report, len(played.views), wrong)

    def print_story(self, game: AnyGame, table: str, events: list[StoredEvent]) -> None:
        """Tell what happened, as the options ask for it."""
        if self.raw:
            for event in events:
                self.console.print(Text(raw_event_line(event)), soft_wrap=True)
        elif self.raw is not None:
            faces = CardColours(self.client.get(f"/v1/games/{game.name}")["cards"])
            print_table_story(self.console, faces, table, events)


@contextmanager
def _live_progress_line(console: Screen, what: str) -> Iterator[Progress]:
    """Keep a line moving while something goes on; where nothing can move, print it once."""
    if not console.is_terminal or console.is_dumb_terminal:
        console.print(f"{what} ...")
        yield lambda news: None
        return
    with console.status(f"{what} ...") as status:
        yield lambda news: status.update(Text(f"{what}: {news}"[: console.width - 4]))


def seat_holder_labels(seats: int) -> list[str]:
    """Return who holds each seat."""
    return ["this program, over HTTP", *["a bot"] * (seats - 1)]


def _print_conclusion(console: Screen, done: Sequence[DemoVerdict], logs: Path | None) -> int:
    """Print what was verified, and where to look next; return the exit code."""
    console.print()
    console.rule(Text("What was verified", "bold"), align="left")
    _print_verdicts(console, done)
    if any(one.wrong for one in done):
        console.print("DIFFERENCES found.", style="bold red")
    if any(one.wrong or one.report.faults for one in done):
        return 1
    console.print("All rebuilt views equal the live ones.", style="bold green")
    _print_next_steps(console, done[0].file if logs else None)
    return 0


GOOD = (
    "GOOD: the log's chain, seals and signature hold; every shuffle follows from a secret that was"
    " sealed before anybody sat down and from our entropy; every command was judged again."
)


def _print_verdicts(console: Screen, done: Sequence[DemoVerdict]) -> None:
    """Print the verifier's verdicts, and how many views were built again from the logs."""
    grid = Grid(box=box.SIMPLE_HEAD)
    grid.add_column("game")
    grid.add_column("verdict on the log")
    grid.add_column("events", justify="right")
    grid.add_column("live views replayed")
    for one in done:
        good = Text("GOOD", "bold green") if not one.report.faults else Text("BAD", "bold red")
        state = f"DIFFER at {one.wrong}" if one.wrong else "equal"
        grid.add_row(Text(one.title), good, str(one.report.events), Text(f"{one.views}: {state}"))
    console.print(grid)
    for one in done:
        if one.report.faults:
            for line in one.report.as_text().split("\n"):
                console.print(Text(line), soft_wrap=True)
    if not any(one.report.faults for one in done):
        console.print(Text(GOOD))
        for sentence in dict.fromkeys(text for one in done for text in one.report.not_proven):
            console.print(Text(f"not proven: {sentence}", "dim"))


def _print_next_steps(console: Screen, file: Path | None) -> None:
    """Print what to run and read next; `file` is a log that was kept."""
    run = _rerun_command()
    log = Path("DIR/FILE") if file is None else file
    console.print()
    console.rule(Text("Where to look next", "bold"), align="left")
    if file is None:
        _print_hint(
            console, f"{run} demo --logs DIR", "keeps the logs, a FILE a table, and the keys"
        )
    _print_hint(console, f"{run} replay {log} --hand 1", "a hand, step by step")
    again = f"{run} verify {log} --key {log.with_name(KEYS)}"
    _print_hint(console, again, "the verdict again, offline")
    _print_hint(console, f"{run} serve", "a server to play on")
    _print_hint(console, "docs/how-to/play-with-curl.md", "a game to play with curl")
    _print_hint(console, "docs/tutorials/client.md", "how to write a client")
    _print_hint(console, "docs/explanation/fairness.md", "what is proven, and how")


def _print_hint(console: Screen, what: str, why: str) -> None:
    """Print one thing to do next; it may be longer than a line, for it is to be copied."""
    console.print(Text(f"  {what:<41}", "bold"), Text(f" {why}", "dim"), soft_wrap=True)


def _rerun_command() -> str:
    """Return what to type to run this program again."""
    typed = Path(sys.argv[0])
    found = shutil.which(typed.name)
    if found is not None and Path(found).absolute() == typed.absolute():
        return typed.name
    return str(typed) if typed.name == "fairdeal" else "fairdeal"


def _selected_games(names: tuple[str, ...]) -> list[AnyGame]:
    """Return the newest version of each named game, or of all."""
    unknown = [name for name in names if name not in NEWEST]
    if unknown:
        raise click.ClickException(f"No game {unknown[0]}; there are: {', '.join(NEWEST)}")
    return [NEWEST[name] for name in names or NEWEST]


def table_settings(game: AnyGame, seats: int | None, options: str) -> dict[str, Any]:
    """Return the body that opens the table: a short one, unless the options say otherwise."""
    count = game.seats[0] if seats is None else seats
    if count not in game.seats:
        raise click.ClickException(
            f"{game.title} is for {game.seats[0]} to {game.seats[-1]} seats, not {count}"
        )
    given = {**game.brief, **read_options(options)}
    try:
        validate_options(game.options, given, count)
    except BadOptions as bad:
        known = ", ".join(row["name"] for row in option_forms(game.options))
        raise click.ClickException(f"{game.title}: {bad}. Its options: {known}") from None
    return {"game": game.name, "seats": count, "options": given}


def read_options(text: str) -> dict[str, Any]:
    """Return ``name=value,name=value`` as JSON values; a value that is no JSON is a word."""
    given: dict[str, Any] = {}
    for pair in filter(None, text.split(",")):
        name, equals, value = pair.partition("=")
        if not equals:
            raise click.ClickException(f"--options takes name=value,name=value, not {pair}")
        try:
            given[name.strip()] = json.loads(value)
        except json.JSONDecodeError:
            given[name.strip()] = value.strip()
    return given


def play_demo_table(
    client: Client, body: dict[str, Any], progress: Progress, level: str
) -> ObservedTable:
    """Open a table, sit down with a commitment, fill it with bots, play it to its end."""
    entropy = secrets.token_hex(16)
    table = client.post("/v1/tables", body)["view"]["table"]
    path = f"/v1/tables/{table}"
    commitment = entropy_commitment(client.get("/v1/players/me")["player"], entropy)
    seat = client.post(f"{path}/seats", {"commitment": commitment})["view"]["seat"]
    for _ in range(body["seats"] - 1):
        client.post(f"{path}/seats", {"bot": level})
    closing = client.post(f"{path}/start", {})["view"]["closing"]["head"]
    view = client.post(f"{path}/reveal", {"entropy": entropy, "closing": closing})["view"]
    played, luck, news = ObservedTable(table, Seat(seat)), random.Random(table), time.monotonic()
    while True:
        if not played.views or played.views[-1][1]["n"] != view["n"]:
            played.views.append((played.seat, view))
            progress(f"event {view['n']}: {view['notes'][-1]}")
            news = time.monotonic()
        if view["phase"] == "closed":
            break
        if time.monotonic() - news > PATIENCE:
            raise click.ClickException(f"{table} is stuck at event {view['n']}: {view['to_act']}")
        view = _send_random_action(client, path, view, luck, played) or client.get(
            f"{path}/view?after={view['n']}&wait={WAIT}"
        )
    played.views.insert(-1, (None, Client(client.url).get(f"{path}/view")))
    return played


def _send_random_action(
    client: Client, path: str, view: dict[str, Any], luck: random.Random, played: ObservedTable
) -> Any:
    """Send one of the choices; return the view after it.

    None: there is no choice, or somebody else was faster and it is not legal now.
    """
    choices = view["choices"]
    if choices is None:
        return None
    offered = [*choices["actions"], *(pick["example"] for pick in choices["picks"])]
    try:
        after = client.post(f"{path}/actions", luck.choice(offered))["view"]
    except ApiProblem as refused:
        if refused.status != 409:
            raise
        return None
    played.actions += 1
    return after


def _events_with_view_mismatch(played: ObservedTable, events: list[StoredEvent]) -> list[int]:
    """Return the numbers of events after which a view built from the log is another one."""
    wanted: dict[int, list[tuple[Seat | None, dict[str, Any]]]] = {}
    for seat, view in played.views:
        wanted.setdefault(view["n"], []).append((seat, view))
    wrong, table = [], None
    for event in events:
        table = fold_table_facts(played.table, table, [decode_event(event)])
        for seat, live in wanted.pop(event.n, []):
            again = orjson.loads(
                orjson.dumps(
                    view_for_seat(CachedStream(table, event.h), seat, _name_lookup_from_view(live))
                )
            )
            if again | {"story": live["story"]} != live:  # it tells of earlier events, too
                wrong.append(event.n)
    return wrong + list(wanted)


def _name_lookup_from_view(view: dict[str, Any]) -> Names:
    """Return where to find the names that a view tells: they are in no log."""
    known = {row["player"]: row["name"] for row in view["seats"]}
    return lambda ids: {one: known[one] for one in ids if known[one] is not None}


@click.command()
@click.option("--game", "games", multiple=True, help="Only this game; repeatable.")
@click.option(
    "--seats", type=int, default=None, help="Number of seats [default: the fewest of each game]."
)
@click.option(
    "--bots",
    type=click.Choice(LEVELS),
    default="regular",
    show_default=True,
    help="The level of the bots.",
)
@click.option(
    "--options", default="", help="Options, on top of a short table's: name=value,name=value."
)
@click.option(
    "--logs",
    type=click.Path(file_okay=False, path_type=Path),
    default=None,
    help="Keep the logs in this folder, one file a table, and the server's public keys.",
)
@click.option("--quiet", is_flag=True, help="Show only the results, not the play.")
@click.option("--events", is_flag=True, help="Show every event as it is recorded, not the notes.")
def demo(**settings: Any) -> None:
    """Play each game over HTTP and verify its log."""
    try:
        raise SystemExit(run_demo(DemoOptions(**settings)))
    except (NoServer, UnfitServer, StartFailure, logfile.BadLog) as error:
        raise click.ClickException(str(error)) from None
