"""Play one table of each game over HTTP, replay its log, compare the views: ``fairdeal demo``."""

import hashlib
import json
import random
import secrets
import tempfile
import time
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click
import orjson

from events.handle import Held
from events.record import logfile
from events.record.codec import EXTRAS, Stored, decode
from games import GAMES
from games.core.contract import Game, Seat
from games.core.options import BadOptions, checked, listed
from games.table import fold
from projections.views import served
from service.commands.client import ApiProblem, Client, register
from service.commands.processes import Stack, free_port

PAUSE = 0.01  # seconds between looks at a table
PATIENCE = 120.0  # seconds without news after which a table counts as stuck


@dataclass
class Played:
    """What the scripted client saw of one table."""

    table: str
    seat: Seat
    views: list[tuple[Seat | None, dict[str, Any]]] = field(default_factory=list)
    actions: int = 0


def run_demo(
    games: tuple[str, ...], seats: int | None, options: str, logs: Path | None, quiet: bool
) -> int:
    """Play, replay, compare; return the exit code: 0 when all views agree."""
    wanted = chosen(games)
    settings = {game.name: table_settings(game, seats, options) for game in wanted}
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="fairdeal-demo-")))
        click.echo("Starting Redis, API, follower and workers on private ports ...")
        server = stack.enter_context(Stack(folder, free_port()))
        click.echo(f"Serving {server.url}")
        client = register(server.url, f"demo {secrets.token_hex(3)}")
        public = client.get("/v1/keys")["keys"][0]["public"]
        keep = logs or folder / "logs"
        keep.mkdir(parents=True, exist_ok=True)
        differences = sum(
            one_table(client, game, settings[game.name], keep, public, quiet) for game in wanted
        )
    if logs is not None:
        click.echo(f"Logs are in {logs}")
    click.echo(
        "All rebuilt views equal the live ones." if not differences else "DIFFERENCES found."
    )
    return 1 if differences else 0


def chosen(names: tuple[str, ...]) -> list[Game]:
    """Return the newest version of each named game, or of all."""
    newest = {name: game for (name, _), game in sorted(GAMES.items(), key=lambda item: item[0])}
    unknown = [name for name in names if name not in newest]
    if unknown:
        raise click.ClickException(f"No game {unknown[0]}; there are: {', '.join(newest)}")
    return [newest[name] for name in names or newest]


def table_settings(game: Game, seats: int | None, options: str) -> dict[str, Any]:
    """Return the body that opens the table."""
    count = game.seats[0] if seats is None else seats
    if count not in game.seats:
        raise click.ClickException(
            f"{game.title} is for {game.seats[0]} to {game.seats[-1]} seats, not {count}"
        )
    given = read_options(options)
    try:
        checked(game.options, given, count)
    except BadOptions as bad:
        known = ", ".join(row["name"] for row in listed(game.options))
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


def one_table(
    client: Client, game: Game, body: dict[str, Any], logs: Path, public: str, quiet: bool
) -> int:
    """Play, replay and compare one table; return the number of differences."""
    begin = time.monotonic()
    click.echo(f"\n{game.title}, {body['seats']} seats")
    played = play(client, body, quiet)
    path = logs / f"{game.name}-{played.table}.jsonl"
    path.write_bytes(client.raw("GET", f"/v1/tables/{played.table}/log", None, {}))
    events = logfile.read(path, public).events
    wrong = differences(played, events)
    outcome = played.views[-1][1]["outcome"]
    click.echo(
        f"  {len(events)} events, {played.actions} actions of ours,"
        f" {time.monotonic() - begin:.1f} s; ended by: {outcome['why']};"
        f" scores {outcome['scores']}, places {outcome['places']}"
    )
    state = "equal" if not wrong else f"DIFFER at {wrong}"
    click.echo(f"  log checked; {len(played.views)} live views replayed: {state}")
    return len(wrong)


def play(client: Client, body: dict[str, Any], quiet: bool) -> Played:
    """Open a table, sit down with a commitment, fill it with bots, play it to its end."""
    entropy = secrets.token_hex(16)
    table = client.post("/v1/tables", body)["view"]["table"]
    path = f"/v1/tables/{table}"
    digest = hashlib.sha256(entropy.encode()).hexdigest()
    seat = client.post(f"{path}/seats", {"commitment": digest})["view"]["seat"]
    for _ in range(body["seats"] - 1):
        client.post(f"{path}/seats", {"bot": "plain"})
    client.post(f"{path}/start", {"entropy": entropy})
    played, luck, shown = Played(table, Seat(seat)), random.Random(table), 0
    news = time.monotonic()
    while True:
        view = client.get(f"{path}/view")
        if not played.views or played.views[-1][1]["n"] != view["n"]:
            played.views.append((played.seat, view))
            news = time.monotonic()
            shown = show(client, path, shown, quiet)
        if view["phase"] == "closed":
            break
        if view["choices"] is None or not act(client, path, view, luck, played):
            time.sleep(PAUSE)
        if time.monotonic() - news > PATIENCE:
            raise click.ClickException(f"{table} is stuck at event {view['n']}: {view['to_act']}")
    played.views.insert(-1, (None, Client(client.url).get(f"{path}/view")))
    return played


def act(
    client: Client, path: str, view: dict[str, Any], luck: random.Random, played: Played
) -> bool:
    """Send one of the choices; False when somebody else was faster and it is not legal now."""
    choices = view["choices"]
    offered = [*choices["actions"], *(pick["example"] for pick in choices["picks"])]
    try:
        client.post(f"{path}/actions", luck.choice(offered))
    except ApiProblem as refused:
        if refused.status != 409:
            raise
        return False
    played.actions += 1
    return True


def show(client: Client, path: str, after: int, quiet: bool) -> int:
    """Print the events after number `after`; return the number of the last."""
    if quiet:
        return after
    following: int | None = after
    while following is not None:
        page = client.get(f"{path}/events?after={following}&limit=500")
        for event in page["events"]:
            known = {k: v for part in event["parts"].values() for k, v in part["data"].items()}
            data = {**event["data"], **known}
            text = " ".join(f"{k}={short(v)}" for k, v in data.items() if k not in EXTRAS)
            click.echo(f"  {event['n']:5} {event['by']:<28} {event['type']:<32} {text}"[:150])
            after = event["n"]
        following = page["next"]
    return after


def short(value: Any) -> str:
    """Return a value as a short word."""
    return orjson.dumps(value).decode().replace('"', "")


def differences(played: Played, events: list[Stored]) -> list[int]:
    """Return the numbers of events after which a view built from the log is another one."""
    wanted: dict[int, list[tuple[Seat | None, dict[str, Any]]]] = {}
    for seat, view in played.views:
        wanted.setdefault(view["n"], []).append((seat, view))
    wrong, table = [], None
    for event in events:
        table = fold(played.table, table, [decode(event)])
        for seat, live in wanted.pop(event.n, []):
            again = orjson.loads(orjson.dumps(served(Held(table, event.h), seat)))
            if again != live:
                wrong.append(event.n)
    return wrong + list(wanted)
