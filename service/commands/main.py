"""The command line: ``fairdeal --help``."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click
from redis.exceptions import RedisError

from events.accounts.players import ROLES, Players
from events.accounts.signing_keys import NoKeys, keys_in, rotate
from events.record.logfile import BadLog
from events.store.embedded import NoServer, UnfitServer
from events.store.environment import data_folder
from events.store.streams import store_at
from service.commands.demo import run_demo
from service.commands.processes import NotStarted, Stack, refusal
from service.settings import from_environment


def address(context: click.Context, parameter: click.Parameter, host: str) -> str:
    """Return the IPv4 address of a host."""
    try:
        return socket.gethostbyname(host)
    except OSError:
        raise click.BadParameter(f"{host} is no IPv4 address and no name of one") from None


HOST = click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    callback=address,
    help="IPv4 address to listen on.",
)
PORT = click.option(
    "--port",
    type=click.IntRange(1, 65_535),
    default=8000,
    show_default=True,
    help="Port to listen on.",
)

DATA = click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    default=None,
    help="Folder of keys and data; FAIRDEAL_DATA or ./fairdeal-data unless set.",
)

KEY_HELP = "Public key in hex, or a file with it or with /v1/keys."
PROOF = click.option(
    "--proof",
    type=click.Path(path_type=Path),
    default=None,
    help="A proof from the server, as JSON.",
)
AS_JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")


def require_port(host: str, port: int) -> None:
    """End with a message where nobody can listen."""
    if (why := refusal(host, port)) is not None:
        raise click.ClickException(why)


class Main(click.Group):
    """All commands; what they ask of a store that does not answer ends with a sentence."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command."""
        try:
            return super().invoke(ctx)
        except RedisError as error:
            what = "the Redis of FAIRDEAL_REDIS_URL, or of the data folder unless that is set"
            raise click.ClickException(f"The store ({what}) does not answer: {error}") from None


@click.group(
    cls=Main, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.version_option(package_name="fairdeal")
def main() -> None:
    """Serve card games in which every deal and every action can be proven afterwards."""


@main.command()
@HOST
@PORT
@DATA
@click.option("--durable", is_flag=True, help="Sync every event to disk before it is confirmed.")
@click.option("--api-workers", default=1, show_default=True, help="API processes.")
@click.option("--bot-workers", default=1, show_default=True, help="Processes that play bots.")
def serve(  # one parameter an option
    host: str, port: int, data: Path | None, durable: bool, api_workers: int, bot_workers: int
) -> None:
    """Start everything: Redis (unless FAIRDEAL_REDIS_URL names one), API, follower and workers.

    Ctrl-C stops it all. The data stays in its folder and the next start goes on from there.
    """
    require_port(host, port)
    url = os.environ.get("FAIRDEAL_REDIS_URL", "")
    stack = Stack(
        data or data_folder(), port, host, url, durable,
        api_workers=api_workers, bot_workers=bot_workers,
    )  # fmt: skip
    stopping = []
    for sign in (signal.SIGINT, signal.SIGTERM):
        signal.signal(sign, lambda *_: stopping.append(True))
    try:
        with stack:
            where = "the Redis of FAIRDEAL_REDIS_URL" if url else "a Redis of its own"
            click.echo(f"fairdeal serves {stack.url} with {where}; data in {stack.data}")
            click.echo(f"Documentation: {stack.url}/docs   Stop with Ctrl-C")
            while not stopping:
                time.sleep(0.2)
                stack.watch()
            click.echo("Stopping ...")
    except (NoServer, UnfitServer, NotStarted) as error:
        raise click.ClickException(str(error)) from None
    click.echo("Stopped.")


@main.command()
@HOST
@PORT
@click.option("--workers", default=1, show_default=True, help="Processes.")
@click.option("--threads", default=8, show_default=True, help="Threads a process.")
def api(host: str, port: int, workers: int, threads: int) -> None:
    """Serve the API alone, from the store of FAIRDEAL_REDIS_URL or of the data folder's server."""
    from service.http.server import run_api  # noqa: PLC0415  # granian is not needed elsewhere

    require_port(host, port)
    run_api(host, port, workers, threads)


def run_workers(role: str) -> None:
    """Become a process of the workers."""
    os.execv(sys.executable, [sys.executable, "-m", "workers", role])


@main.command()
@click.option(
    "--queue",
    type=click.Choice(["bots", "clock", "archive"]),
    default="bots",
    show_default=True,
    help="Bots' turns, time-outs, or tables to archive.",
)
def worker(queue: str) -> None:
    """Work on one job queue, of FAIRDEAL_QUEUE_URL or of the store that the tables are in."""
    run_workers(queue)


@main.command()
def follow() -> None:
    """Follow the feed: read models, and jobs for what is due; several may run."""
    run_workers("follow")


@main.command()
def rebuild() -> None:
    """Build the read models again from the logs, beside the old ones, then switch over."""
    code = subprocess.run([sys.executable, "-m", "projections"], check=False).returncode
    raise SystemExit(code)


@main.group()
def player() -> None:
    """Look after accounts, in the store of FAIRDEAL_REDIS_URL or of the data folder's server."""


@player.command()
@click.argument("name")
@click.argument("role", type=click.Choice(ROLES))
def role(name: str, role: str) -> None:
    """Give the account of NAME another role; a running server knows it within 5 seconds."""
    players = Players(store_at(from_environment().redis_url))
    found = players.named(name)
    if found is None:
        raise click.ClickException(f"There is no player {name}; POST /v1/players makes an account")
    players.give_role(found, role)
    click.echo(f"{found.name} ({found.id}) is now: {role}")


@main.group()
def keys() -> None:
    """Look after the keys with which the server signs receipts, logs and checkpoints."""


@keys.command("list")
@DATA
def list_keys(data: Path | None) -> None:
    """List all keys ever used, the newest first: id, first and last moment (UTC), public half."""
    with hint_at_folder():
        found = keys_in(data or data_folder())
    for key in found.public:
        until = "now" if key.until is None else moment(key.until)
        click.echo(f"{key.id}  {moment(key.since)}  {until:19}  {key.public}")


@keys.command("rotate")
@DATA
def rotate_keys(data: Path | None) -> None:
    """Sign with a new key from now on; the private half of the old one is destroyed.

    Running processes take the new key up by themselves within seconds.
    """
    with hint_at_folder():
        new, old, *_ = rotate(data or data_folder()).public
    click.echo(f"{new.id} signs from now on; {old.id} is still served, and signs no more")


@contextmanager
def hint_at_folder() -> Iterator[None]:
    """Say how to name the folder of the keys where it is the wrong one."""
    try:
        yield
    except NoKeys as error:
        hint = "name the server's folder with --data or FAIRDEAL_DATA"
        raise click.ClickException(f"{error}; {hint}") from None


def moment(milliseconds: int) -> str:
    """Return a time in words; the first key of older servers has no known beginning."""
    if milliseconds == 0:
        return "the first start".ljust(19)
    return f"{datetime.fromtimestamp(milliseconds // 1000, UTC):%Y-%m-%d %H:%M:%S}"


@main.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--hand", type=int, default=None, help="Which hand; without it the hands are listed.")
@click.option("--as", "who", default="auditor", show_default=True, help="A seat, or auditor.")
@click.option("--step", is_flag=True, help="Wait for a key after every step.")
def replay(file: Path, hand: int | None, who: str, step: bool) -> None:
    """Show a hand of a log FILE: what happened, what a seat knew and could do, time used."""
    from service.commands.replay import show  # noqa: PLC0415  # only this command draws tables

    show(file, hand, who, step)


@main.command()
@click.option("--write", type=click.Path(path_type=Path), default=None, help="Write it to a file.")
def openapi(write: Path | None) -> None:
    """Print the description of the API (OpenAPI 3.1, YAML)."""
    from service.openapi.document import build_text  # noqa: PLC0415  # only this command needs it

    text = build_text()
    if write is None:
        click.echo(text, nl=False)
    else:
        write.write_text(text)


@main.command()
@click.option("--game", "games", multiple=True, help="Only this game; may be given several times.")
@click.option("--seats", type=int, default=None, help="Seats; the fewest of each game unless set.")
@click.option("--options", default="", help="Options of the game: name=value,name=value.")
@click.option(
    "--logs",
    type=click.Path(file_okay=False, path_type=Path),
    default=None,
    help="Keep the logs in this folder, one file a table.",
)
@click.option("--quiet", is_flag=True, help="Show only the results, not the play.")
@click.option("--events", is_flag=True, help="Show every event as it is recorded, not the notes.")
def demo(**settings: Any) -> None:
    """Play a table of each game over HTTP against bots, replay its log, compare."""
    try:
        raise SystemExit(run_demo(**settings))
    except (NoServer, UnfitServer, NotStarted, BadLog) as error:
        raise click.ClickException(str(error)) from None


@main.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--key", default=None, help=KEY_HELP)
@click.option(
    "--receipt",
    "receipts",
    multiple=True,
    type=click.Path(path_type=Path),
    help="A receipt, or an answer that holds one, as JSON; may be given several times.",
)
@click.option(
    "--earlier",
    multiple=True,
    type=click.Path(path_type=Path),
    help="The log of a table that this one continues; may be given several times.",
)
@PROOF
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a log.")
def verify(
    files: tuple[Path, ...], key: str | None, receipts: tuple[Path, ...],
    earlier: tuple[Path, ...], proof: Path | None, as_json: bool,
) -> None:  # fmt: skip
    """Verify log FILES offline: exit code 0 good, 1 bad, 2 unreadable; of several, the worst.

    Several are verified side by side on all cores; each gets the receipts of its table.
    """
    from service.commands.verify import run_verify  # noqa: PLC0415  # only this command needs it
    from service.commands.verify_many import run_many  # noqa: PLC0415

    if len(files) == 1:
        raise SystemExit(run_verify(files[0], key, receipts, earlier, proof, as_json))
    if proof is not None:
        raise click.UsageError("A proof is of one log; give it with that one alone.")
    raise SystemExit(run_many(files, key, receipts, earlier, as_json))


@main.command()
@click.argument("old", type=click.Path(path_type=Path))
@click.argument("new", type=click.Path(path_type=Path))
@click.option("--key", required=True, help=KEY_HELP)
@PROOF
@AS_JSON
def checkpoint(old: Path, new: Path, key: str, proof: Path | None, as_json: bool) -> None:
    """Say offline whether two checkpoints are of one history.

    The exit code is 0 for one history, 1 for a fork or a proof that fails, 2 where nothing can be
    said. NEW may be the answer of /v1/checkpoints/consistency, which holds checkpoint and proof.
    """
    from service.commands.verify import run_compare  # noqa: PLC0415  # only this command needs it

    raise SystemExit(run_compare(old, new, proof, key, as_json))


@main.command()
@click.option("--all", "everything", is_flag=True, help="All tables that have ended.")
@click.option(
    "--older-than",
    type=click.IntRange(min=0),
    default=None,
    help="Tables that ended so many seconds ago; FAIRDEAL_ARCHIVE_AFTER unless set.",
)
@click.option("--dry-run", is_flag=True, help="Only say how many there are.")
@click.option(
    "--snapshots", is_flag=True, help="Make anew what older code made to speed up first reads."
)
def archive(everything: bool, older_than: int | None, dry_run: bool, snapshots: bool) -> None:
    """Move finished tables to the archive now; the workers do so by themselves after a day."""
    from service.commands.archive import (  # noqa: PLC0415  # only this command needs it
        exit_with,
        run_archive,
        run_snapshots,
    )

    if snapshots and (everything or dry_run or older_than is not None):
        raise click.UsageError("--snapshots is for tables that are archived: it stands alone")
    if everything and older_than is not None:
        raise click.UsageError("--all takes tables of any age: leave --older-than out")
    if snapshots:
        exit_with(run_snapshots)
    exit_with(lambda: run_archive(0 if everything else older_than, dry_run))


@main.command()
@click.argument("tables", nargs=-1, metavar="TABLE...")
@click.option(
    "--all", "everything", is_flag=True, help="All tables; may be broken off and resumed."
)
@click.option(
    "--to",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path(),
    help="Folder for the files; the current one unless set.",
)
def export(tables: tuple[str, ...], everything: bool, folder: Path) -> None:
    """Write tables as signed log files, all private parts included, for another server."""
    from service.commands.archive import exit_with, run_export  # noqa: PLC0415  # only this command needs it

    if everything == bool(tables):
        raise click.UsageError("Name tables, or --all")
    exit_with(lambda: run_export(tables, everything, folder))


@main.command("import")
@click.argument(
    "files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
@click.option("--key", default=None, help="Keys of the old server: hex, or a file with /v1/keys.")
@click.option("--unsigned", is_flag=True, help="Take files in whose signature nobody can check.")
def take_in(files: tuple[Path, ...], key: str | None, unsigned: bool) -> None:
    """Take in tables of another server from log FILES, each verified first."""
    from service.commands.archive import exit_with, run_import  # noqa: PLC0415  # only this command needs it

    if unsigned == (key is not None):
        raise click.UsageError("Give --key with the old server's keys, or --unsigned without any")
    exit_with(lambda: run_import(files, key))
