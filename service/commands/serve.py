"""`fairdeal serve` and `fairdeal api`: a whole server, or its API alone."""

import os
import signal
import time
from pathlib import Path

import click

from events.parent_process import die_with_parent
from events.settings.table import REDIS_URL
from events.store.embedded.server import UnfitServer
from events.store.embedded.server_binary import NoServer
from events.store.environment import data_folder
from events.terminal import say_lines
from service.commands.options import DATA, HOST, PORT
from service.commands.processes import ServerStack, StartFailure, port_unavailable_reason


def require_port(host: str, port: int) -> None:
    """End with a message where nobody can listen."""
    if (why := port_unavailable_reason(host, port)) is not None:
        raise click.ClickException(why)


@click.command()
@HOST
@PORT
@DATA
@click.option("--durable", is_flag=True, help="Sync every event to disk before it is confirmed.")
@click.option("--api-workers", default=1, show_default=True, help="API processes.")
@click.option("--bot-workers", default=1, show_default=True, help="Processes that play bots.")
@click.option(
    "--thinking-workers",
    default=1,
    show_default=True,
    help="Processes for bots that take long, and for tables of bots alone.",
)
@click.option(
    "--with-parent",
    type=int,
    default=None,
    metavar="PID",
    help="Stop when the process PID ends.",
)
def serve(
    *,
    host: str,
    port: int,
    data: Path | None,
    durable: bool,
    api_workers: int,
    bot_workers: int,
    thinking_workers: int,
    with_parent: int | None,
) -> None:
    """Start a whole server.

    It has Redis, API, follower and workers. Redis is not started if FAIRDEAL_REDIS_URL names one.
    Ctrl-C stops everything; the data stays in its folder, and the next start continues from there.
    """
    require_port(host, port)
    if with_parent is not None:
        die_with_parent()
        if os.getppid() != with_parent:  # it has ended already
            raise SystemExit(f"The process {with_parent}, which has started this one, has ended")
    url = REDIS_URL.text
    stack = ServerStack(
        data or data_folder(), port, host, url, durable,
        api_workers=api_workers, bot_workers=bot_workers, thinking_workers=thinking_workers,
    )  # fmt: skip
    for sign in (signal.SIGINT, signal.SIGTERM):
        signal.signal(sign, stack.ask_to_stop)
    where = "the Redis of FAIRDEAL_REDIS_URL" if url else "a Redis of its own"
    say_lines(f"fairdeal starts with {where}; data in {stack.data}")
    try:
        with stack:
            if stack.is_up:
                say_lines(f"fairdeal serves {stack.url}: open it in a browser to play")
                say_lines(f"Documentation: {stack.url}/docs   Stop with Ctrl-C")
            while not stack.stopping:
                time.sleep(0.2)
                stack.watch()
            say_lines("Stopping ...")
    except (NoServer, UnfitServer, StartFailure) as error:
        raise click.ClickException(str(error)) from None
    say_lines("Stopped.")


@click.command()
@HOST
@PORT
@click.option("--workers", default=1, show_default=True, help="Processes.")
@click.option("--threads", default=8, show_default=True, help="Threads a process.")
def api(host: str, port: int, workers: int, threads: int) -> None:
    """Serve only the API.

    The store is that of FAIRDEAL_REDIS_URL, or the data folder's server.
    """
    from service.server.start import run_api  # noqa: PLC0415  # granian is not needed elsewhere

    require_port(host, port)
    run_api(host, port, workers, threads)
